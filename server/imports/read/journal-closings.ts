import { later } from '../../../words/t.ts'
import type { LeftOutOfFile } from './besides.ts'
import type { BalancedPosting } from './journal-balanced.ts'
import type { BookNames } from './journal-book.ts'
import { isMoney } from './journal-legs.ts'
import { type Num, negative, numberText } from './journal-number.ts'
import type { WrittenTransaction } from './journal-transaction.ts'
import { isClosingName, isOpeningName } from './opening-words.ts'

/** Journals of a year each end by closing their accounts against equity, and the next one opens them again. The two come to nothing, and are left out. */

type HeldClosing = {
  readonly one: WrittenTransaction
  readonly booked: readonly BalancedPosting[]
  readonly keys: Readonly<Record<'own' | 'other', string>>
}
const DAY = 86_400_000
const MAX_HELD = 100

export function makeClosings() {
  const held: HeldClosing[] = []
  let pairs = 0
  let closedResults = 0

  const keyOf = (booked: readonly BalancedPosting[], turn: (units: Num) => Num) =>
    booked
      .map(({ source, units, currency }) => `${source.account}  ${numberText(turn(units))} ${currency}`)
      .sort()
      .join('\n')

  return {
    /** The transactions that can be made rows of now, with this one or before it. */
    next(
      one: WrittenTransaction,
      booked: readonly BalancedPosting[],
      nameOf: BookNames['nameOf'],
    ): Omit<HeldClosing, 'keys'>[] {
      const latest = held.findIndex((before) => Date.parse(one.date) - Date.parse(before.one.date) <= DAY)
      const due = held.splice(0, latest < 0 ? held.length : latest)
      const types = booked.map(({ source }) => nameOf(source.account))
      const equity = types.filter(({ type }) => type === 'equity')
      const isAgainst = (fits: (name: string) => boolean) =>
        equity.length > 0 && equity.every(({ name }) => fits(name))
      const isResult = types.every(({ type }) => type === 'equity' || type === 'income' || type === 'expense')
      if (isResult && isAgainst(isClosingName)) {
        closedResults++
        return due
      }
      const isOfAccounts = types.every((named) => named.type === 'equity' || isMoney(named))
      if (!isOfAccounts || isResult || !isAgainst((name) => isOpeningName(name) || isClosingName(name)))
        return [...due, { one, booked }]
      const keys = { own: keyOf(booked, (units) => units), other: keyOf(booked, negative) }
      const at = held.findIndex((before) => before.keys.own === keys.other)
      if (at >= 0) {
        held.splice(at, 1)
        pairs++
        return due
      }
      held.push({ one, booked, keys })
      return held.length > MAX_HELD ? [...due, ...held.splice(0, 1)] : due
    },
    rest: (): Omit<HeldClosing, 'keys'>[] => held.splice(0),
    leftOut: (): LeftOutOfFile[] => [
      ...(pairs === 0
        ? []
        : [
            {
              kind: 'other' as const,
              name: later(
                '{count, plural, one {Accounts that are closed and opened again: once} other {Accounts that are closed and opened again: # times}}',
                { count: pairs },
              ),
              why: later('The two transactions come to nothing, and Florin does not close years.'),
            },
          ]),
      ...(closedResults === 0
        ? []
        : [
            {
              kind: 'other' as const,
              name: later(
                '{count, plural, one {Income and spending moved to equity: once} other {Income and spending moved to equity: # times}}',
                { count: closedResults },
              ),
              why: later('No money moves. In Florin, categories keep what was earned and spent.'),
            },
          ]),
    ],
  }
}
