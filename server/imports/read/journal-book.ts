import type { Day } from '../../../contract/day.ts'
import { type Later, later } from '../../../words/t.ts'
import { shown } from './beancount-complete.ts'
import type { LeftOutOfFile } from './besides.ts'
import { currencyCodeOf, decimalsOrTwo } from './file-values.ts'
import { isNot } from './journal-fault.ts'
import {
  type Booked,
  type CurrencyGroup,
  isMoney,
  legsOf,
  type MoneyLeg,
  noteDrift,
  type RoundedTotals,
  settled,
} from './journal-legs.ts'
import { isNone, isSame, type Num, negative, numberText, plus, withDecimals, ZERO } from './journal-number.ts'
import type { JournalAccountType, JournalPosting, JournalTransaction } from './journal-rows.ts'
import { decimalWord, listWord } from './kept-sentences.ts'
import type { FileBalance, FileRow } from './row.ts'

/** Turns balanced transactions of a journal into transactions of accounts and categories, and records each difference. */

/** The names of accounts in the book, and which of equity stands for opening balances. */
export type BookNames = {
  nameOf(account: string): { readonly name: string; readonly type: JournalAccountType }
  isOpening(name: string): boolean
}
type JournalHead = Pick<JournalTransaction, 'line' | 'date' | 'description' | 'reference'> &
  Partial<Pick<JournalTransaction, 'code' | 'comments'>>
type JournalOpening = { readonly head: JournalHead; readonly group: CurrencyGroup; readonly leg: MoneyLeg }
type Thing = {
  readonly things: string
  readonly account: string
  units: Num
  readonly worth: Map<string, Num>
}

/** The other side of postings that balance with nothing. */
export const VIRTUAL = 'equity:Virtual postings'

const EXCHANGE = 'Expenses:Currency exchange'
const ROUNDING = 'Expenses:Rounding'

export function makeBook(names: BookNames, base: string | undefined) {
  const drift: RoundedTotals = new Map()
  const rows = new Map<string, Num>()
  const lastDay = new Map<string, Day>()
  const openings = new Map<string, JournalOpening>()
  const things = new Map<string, Thing>()
  /** How often something had to be read otherwise than it is written. */
  const counted = new Map<string, number>()
  const count = (what: string) => counted.set(what, (counted.get(what) ?? 0) + 1)

  const category = (line: number, account: string, amount: Num, currency: string): MoneyLeg => ({
    line,
    account,
    type: 'expense',
    memo: '',
    amount,
    currency,
    weight: amount,
    exact: amount,
    isSoft: true,
  })

  /** Equity other than an opening balance is a category of its name: of income where money came from it. */
  const asCategory = (leg: MoneyLeg): MoneyLeg => {
    if (leg.type !== 'equity') return leg
    count(leg.account)
    const isIncome = leg.weight.digits < 0n
    return {
      ...leg,
      type: isIncome ? 'income' : 'expense',
      account: `${isIncome ? 'Income' : 'Expenses'}:${leg.account}`,
    }
  }

  /** Counts what is no money, and says whether the postings weigh money at all. */
  const noteThings = (booked: readonly Booked[], currency: string | undefined): boolean => {
    for (const one of booked) {
      if (currencyCodeOf(one.currency) !== undefined) {
        if (currency === undefined)
          isNot(`its amounts balance in ${one.weight.currency}, which is not a currency.`)
        continue
      }
      const { name, type } = names.nameOf(one.source.account)
      if (type !== 'asset' && type !== 'liability') continue
      const key = `${one.currency} in ${name}`
      const thing = things.get(key) ?? {
        things: one.currency,
        account: name,
        units: ZERO,
        worth: new Map<string, Num>(),
      }
      thing.units = plus(thing.units, one.units)
      if (currency !== undefined)
        thing.worth.set(currency, plus(thing.worth.get(currency) ?? ZERO, one.weight.number))
      things.set(key, thing)
    }
    return currency !== undefined
  }

  /** The groups of a transaction, each in one currency, in which every account stands once. */
  const groupsOf = <One extends Booked>(
    booked: readonly One[],
    memoOf: (one: One) => string,
    date: Day,
  ): CurrencyGroup[] =>
    [...Map.groupBy(booked, ({ weight }) => weight.currency)].flatMap(([weighed, all]) => {
      const currency = currencyCodeOf(weighed)
      if (!noteThings(all, currency) || currency === undefined) return []
      const legs = legsOf(all, currency, names.nameOf, memoOf)
      const kept = new Map<string, MoneyLeg>()
      for (const leg of legs)
        if (isMoney(leg) && (!kept.has(leg.account) || leg.currency === currency)) kept.set(leg.account, leg)
      const groups: CurrencyGroup[] = []
      const settle = (some: readonly MoneyLeg[], code: string) => {
        const group = settled(some, code, drift, category(some[0]?.line ?? 0, ROUNDING, ZERO, code))
        noteDrift(group.legs, drift)
        for (const leg of group.legs) {
          if (leg.account === ROUNDING) count('rounding')
          const key = `${leg.account} ${leg.currency}`
          if (isMoney(leg) && (lastDay.get(key) ?? '') < date) lastDay.set(key, date)
        }
        groups.push(group)
      }
      const own = legs.map((leg) => {
        if (!isMoney(leg) || kept.get(leg.account) === leg) return leg
        // An account cannot exchange with itself: both sides go through a category, where they come to about nothing.
        count('exchange')
        const other = category(leg.line, EXCHANGE, negative(leg.amount), leg.currency)
        settle([{ ...leg, weight: leg.amount }, other], leg.currency)
        return category(leg.line, EXCHANGE, leg.weight, currency)
      })
      settle(own, currency)
      return groups
    })

  const transactionOf = (
    head: JournalHead,
    legs: readonly MoneyLeg[],
    currency: string,
  ): JournalTransaction => ({
    code: '',
    comments: [],
    ...head,
    postings: legs.map(asCategory).map((leg) => postingOf(leg, currency)),
  })

  /** An opening against equity alone, for one of its accounts. */
  const openingParts = (
    head: JournalHead,
    group: CurrencyGroup,
    others: readonly MoneyLeg[],
  ): JournalTransaction[] =>
    group.legs.filter(isMoney).flatMap((leg) => {
      const opening: JournalOpening = { head, group, leg }
      if (openings.has(leg.account)) return [asTransfer(opening, others[0]?.account ?? '')]
      openings.set(leg.account, opening)
      return []
    })

  const asTransfer = ({ head, group, leg }: JournalOpening, equity: string): JournalTransaction =>
    transactionOf(
      head,
      [leg, { ...category(leg.line, equity, negative(leg.weight), group.currency), type: 'equity' }],
      group.currency,
    )

  return {
    /** The transactions that a booked one becomes. Openings come last, when the currencies of their accounts are known. */
    transactionsOf<One extends Booked>(
      head: JournalHead & { readonly date: Day },
      booked: readonly One[],
      memoOf: (one: One) => string,
    ) {
      const found: JournalTransaction[] = []
      const groups = groupsOf(booked, memoOf, head.date)
      for (const group of groups) {
        const others = group.legs.filter((leg) => !isMoney(leg))
        const isOpening = others.every(({ account, type }) => type === 'equity' && names.isOpening(account))
        if (group.legs.length === 0) count('nothing')
        else if (others.length > 0 && others.length < group.legs.length && isOpening)
          found.push(...openingParts(head, group, others))
        else found.push(transactionOf(head, group.legs, group.currency))
      }
      if (groups.length === 0) count('nothing')
      return found
    },
    openings(): JournalTransaction[] {
      const currencies = Map.groupBy(drift.keys(), (key) => key.slice(0, -4))
      return [...openings.values()].map((opening) => {
        const { head, leg, group } = opening
        if ((currencies.get(leg.account)?.length ?? 0) > 1 && leg.currency !== base)
          return asTransfer(opening, 'Equity:Opening-Balances')
        const equity: MoneyLeg = {
          ...category(leg.line, 'Equity:opening', negative(leg.weight), group.currency),
          type: 'equity',
        }
        return {
          ...transactionOf(head, [leg], group.currency),
          postings: [leg, equity].map((one) => postingOf(one, group.currency)),
        }
      })
    },
    /** Notes a row as it is read. */
    read({ account, amount, currency, to_account, to_amount, to_currency }: FileRow): void {
      const add = (name = '', code = '', text = '0') => {
        const [whole = '', fraction = ''] = text.split('.')
        const number = { digits: BigInt(whole + fraction), scale: fraction.length }
        rows.set(`${name} ${code}`, plus(rows.get(`${name} ${code}`) ?? ZERO, number))
      }
      add(account, currency, amount)
      if (to_account === undefined) return
      add(
        to_account,
        to_currency ?? currency,
        to_amount ?? (amount.startsWith('-') ? amount.slice(1) : `-${amount}`),
      )
    },
    balances: (): FileBalance[] =>
      [...drift].flatMap(([key, { exact }]) => {
        const [account, currency] = [key.slice(0, -4), key.slice(-3)]
        const date = lastDay.get(key)
        return date
          ? [{ account, currency, date, amount: numberText(withDecimals(exact, decimalsOrTwo(currency))) }]
          : []
      }),
    /** The differences that the book will have from the file. */
    differences: (): LeftOutOfFile[] => [
      ...[...drift].flatMap(([key, { exact }]): LeftOutOfFile[] => {
        const [account, currency] = [key.slice(0, -4), key.slice(-3)]
        const [file, read] = [withDecimals(exact, decimalsOrTwo(currency)), rows.get(key) ?? ZERO]
        return isSame(file, read)
          ? []
          : [
              {
                kind: 'other',
                name: account,
                why: later(
                  'In the file it comes to {file} {currency}, and in the rows that can be read to {rows} {currency}.',
                  { file: decimalWord(shown(exact)), rows: decimalWord(shown(read)), currency },
                ),
              },
            ]
      }),
      ...[...things.values()].flatMap(({ things, account, units, worth }): LeftOutOfFile[] => {
        const money = [...worth].filter(([, sum]) => !isNone(sum))
        if (isNone(units))
          return money.length === 0
            ? []
            : [
                {
                  kind: 'other',
                  name: later('{things} in {account}', { things, account }),
                  why: later(
                    'All were sold, at another price than they were bought for. The difference stays in the account: {amounts}.',
                    { amounts: sumsWord(money) },
                  ),
                },
              ]
        return [
          {
            kind: 'other',
            name: later('{number} {things} in {account}', {
              number: decimalWord(shown(units)),
              things,
              account,
            }),
            why:
              worth.size === 0
                ? later('Florin does not count shares and other things, and the file gives them no price.')
                : money.length === 0
                  ? later(
                      'Florin does not count shares and other things. The account has them at what they cost, nothing.',
                    )
                  : later(
                      'Florin does not count shares and other things. The account has them at what they cost, {amounts}.',
                      { amounts: sumsWord(money) },
                    ),
          },
        ]
      }),
      ...[...counted].map(([what, times]): LeftOutOfFile => ({ kind: 'other', ...sentenceOf(what, times) })),
    ],
  }
}

const postingOf = (
  { line, account, amount, currency, weight, memo }: MoneyLeg,
  weighed: string,
): JournalPosting => ({
  line,
  account,
  quantity: { amount: numberText(amount), currency },
  weight: { amount: numberText(weight), currency: weighed },
  memo,
})

/** Amounts in several currencies: 12.00 EUR and 3.00 USD. */
const sumsWord = (money: readonly (readonly [currency: string, sum: Num])[]): Later =>
  listWord(
    money.map(([currency, sum]) =>
      later('{amount} {currency}', {
        amount: decimalWord(shown(withDecimals(sum, decimalsOrTwo(currency)))),
        currency,
      }),
    ),
  )

function sentenceOf(what: string, count: number): Pick<LeftOutOfFile, 'name' | 'why'> {
  if (what === 'nothing')
    return {
      name: later('Transactions that move no money: {count, number}', { count }),
      why: later(
        'Only shares or other things move, none has a price in a currency, or the amounts come to nothing.',
      ),
    }
  if (what === 'exchange')
    return {
      name: later('Exchanges within one account: {count, number}', { count }),
      why: later(
        'Florin exchanges between two accounts. Both sides are in the category "Currency exchange", where they come to about nothing.',
      ),
    }
  if (what === 'rounding')
    return {
      name: later('Transactions that do not balance to the last digit: {count, number}', { count }),
      why: later('The rest, which the program of the file tolerates, is in the category "Rounding".'),
    }
  if (what === VIRTUAL)
    return {
      name: later('Virtual postings that balance with nothing: {count, number}', { count }),
      why: later('Their other side is in the category "Virtual postings".'),
    }
  return {
    name: later('{account}: {count, number}', { account: what, count }),
    why: later(
      'Florin keeps only opening balances as equity, one for each account. Postings of {account} are in a category of the same name.',
      { account: what },
    ),
  }
}
