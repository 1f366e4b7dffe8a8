import { type Later, later } from '../../../words/t.ts'
import { shown } from './beancount-complete.ts'
import type { LeftOutOfFile } from './besides.ts'
import type { Num } from './journal-number.ts'
import { decimalWord, listWord } from './kept-sentences.ts'

/** Things of a journal of hledger or Ledger that a book does not take, or takes otherwise. */

/** So many stated balances are named that the transactions contradict. */
export const MAX_WRONG = 20
export const moreWrong = (count: number): LeftOutOfFile => ({
  kind: 'other',
  name: later('More stated balances: {count, number}', { count }),
  why: later('The transactions contradict these too.'),
})

/** The parts of the language that are not followed; `directive` is one by its name. */
export type NotFollowed = 'periodic' | 'options' | 'automated' | 'times' | 'prices' | `directive ${string}`

export function notFollowed(what: NotFollowed, count: number, line: number): LeftOutOfFile {
  const place =
    count > 1 ? later('The first is in line {line}.', { line }) : later('It is in line {line}.', { line })
  return {
    kind: what === 'periodic' ? 'recurring' : 'other',
    name: nameOf(what, count),
    why: later('{place} {reason}', { place, reason: reasonOf(what) }),
  }
}

function nameOf(what: NotFollowed, count: number): Later {
  if (what === 'periodic') return later('Periodic rules (~): {count, number}', { count })
  if (what === 'options') return later('Options of the program (--): {count, number}', { count })
  if (what === 'automated') return later('Rules for automated postings (=): {count, number}', { count })
  if (what === 'times') return later('Times that were worked (i and o): {count, number}', { count })
  if (what === 'prices') return later('Market prices that cannot be read: {count, number}', { count })
  return later('Directives "{name}": {count, number}', { name: what.slice('directive '.length), count })
}

function reasonOf(what: NotFollowed): Later {
  if (what === 'periodic') return later('They are forecasts and budgets, not entries.')
  if (what === 'automated')
    return later(
      'They are not applied. hledger applies them with --auto alone; "ledger print" does not write what they add.',
    )
  if (what === 'times') return later('Florin counts money alone.')
  return later('They are not followed: accounts and amounts are as they are written.')
}

export const lotsAtCost = (count: number): LeftOutOfFile[] =>
  count === 0
    ? []
    : [
        {
          kind: 'other',
          name: later('Lots without a price: {count, number}', { count }),
          why: later(
            'The cost in braces is taken as the price. hledger and Ledger keep the shares themselves on the posting without an amount.',
          ),
        },
      ]

export const virtual = (account: string, sums: ReadonlyMap<string, Num>): LeftOutOfFile => ({
  kind: 'other',
  name: later('Virtual postings of {account}', { account }),
  why: later(
    'They add up to {amounts}. The journal does not say that the account is an asset or a liability, so they are not recorded.',
    {
      amounts: listWord(
        [...sums].map(([currency, sum]) =>
          later('{amount} {currency}', { amount: decimalWord(shown(sum)), currency }),
        ),
      ),
    },
  ),
})
