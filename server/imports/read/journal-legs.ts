import { currencyCodeOf, decimalsOrTwo } from './file-values.ts'
import { isNot } from './journal-fault.ts'
import {
  absolute,
  by,
  isBelow,
  isFiner,
  isNone,
  minus,
  type Num,
  negative,
  numberText,
  over,
  plus,
  sumOf,
  withDecimals,
  ZERO,
} from './journal-number.ts'
import type { JournalAccountType } from './journal-rows.ts'

/** A posting with all its numbers. `weight` is what it balances with: at its cost, else at its price, else as it is. */
export type Booked<Source extends OnAccount = OnAccount> = {
  readonly source: Source
  readonly units: Num
  readonly currency: string
  readonly weight: { readonly number: Num; readonly currency: string }
}
type OnAccount = { readonly line: number; readonly account: string }

/** One side of a transaction in money: what moves on its account, and what that weighs in the currency which its group balances in. */
export type MoneyLeg = {
  readonly line: number
  readonly account: string
  readonly type: JournalAccountType
  readonly memo: string
  amount: Num
  currency: string
  weight: Num
  /** The amount before it was rounded, and whether rounding may go into it. */
  readonly exact: Num
  readonly isSoft: boolean
}
/** The sides that balance in one currency. */
export type CurrencyGroup = { currency: string; legs: MoneyLeg[] }

export const isMoney = ({ type }: { type: JournalAccountType }): boolean =>
  type === 'asset' || type === 'liability'

/** The sum of each account and currency in the book: exactly, and in whole units of the currency. */
export type RoundedTotals = Map<string, { exact: Num; booked: Num }>

/** The sides of postings that weigh the same currency. Shares and other things are on their account at what they weigh. */
export function legsOf<One extends Booked>(
  booked: readonly One[],
  currency: string,
  nameOf: (account: string) => { name: string; type: JournalAccountType },
  memoOf: (one: One) => string,
): MoneyLeg[] {
  const money = new Map<string, MoneyLeg>()
  const others: MoneyLeg[] = []
  for (const one of booked) {
    const { name: account, type } = nameOf(one.source.account)
    const code = currencyCodeOf(one.currency)
    const isThing = code === undefined
    const amount = isThing ? one.weight.number : one.units
    const leg: MoneyLeg = {
      line: one.source.line,
      account,
      type,
      memo: memoOf(one),
      amount,
      currency: code ?? currency,
      weight: one.weight.number,
      exact: amount,
      isSoft: isThing,
    }
    if (!isMoney(leg)) {
      others.push(leg)
      continue
    }
    const key = `${account} ${leg.currency}`
    const known = money.get(key)
    money.set(key, known ? together(known, leg) : leg)
  }
  return [...money.values(), ...others].filter(({ amount, weight }) => !isNone(amount) || !isNone(weight))
}

const together = (one: MoneyLeg, other: MoneyLeg): MoneyLeg => ({
  ...one,
  amount: plus(one.amount, other.amount),
  weight: plus(one.weight, other.weight),
  exact: plus(one.exact, other.exact),
  isSoft: one.isSoft || other.isSoft,
})

/**
 * Rounds a group to the units of its currencies, so that it balances to the last of them. An amount that has finer parts makes up for those that were
 * lost before it. What the file itself leaves open becomes a side of its own.
 */
export function settled(
  legs: readonly MoneyLeg[],
  currency: string,
  drift: RoundedTotals,
  rounding: MoneyLeg,
): CurrencyGroup {
  const decimals = decimalsOrTwo(currency)
  const round = (number: Num, code: string) => withDecimals(number, decimalsOrTwo(code))
  const finer = new Set(legs.filter((leg) => leg.isSoft || isFiner(leg.exact, decimalsOrTwo(leg.currency))))
  const all = legs.map((leg) => {
    const { exact, booked } = drift.get(`${leg.account} ${leg.currency}`) ?? { exact: ZERO, booked: ZERO }
    const amount =
      isMoney(leg) && finer.has(leg)
        ? minus(round(plus(exact, leg.exact), leg.currency), booked)
        : round(leg.amount, leg.currency)
    const weight = leg.currency === currency ? amount : round(leg.weight, currency)
    return { ...leg, amount, weight, isSoft: finer.has(leg) }
  })
  const group = { currency, legs: all }
  const rest = sumOf(all.map(({ weight }) => weight))
  if (!isNone(rest))
    absorb(group, rest, { ...rounding, weight: ZERO }, { digits: BigInt(all.length), scale: decimals })
  group.legs = group.legs.filter(({ amount, weight }) => !isNone(amount) || !isNone(weight))
  convertToMain(group, rounding)
  return group
}

/** Puts what rounding left into a side that is not exact itself; more than that is a side of its own. */
function absorb(group: CurrencyGroup, rest: Num, rounding: MoneyLeg, most: Num): void {
  const { legs, currency } = group
  const largest = (fits: (leg: MoneyLeg) => boolean) =>
    legs.filter(fits).sort((a, b) => (isBelow(absolute(a.weight), absolute(b.weight)) ? 1 : -1))[0]
  const leg = isBelow(most, absolute(rest))
    ? undefined
    : (largest((one) => !isMoney(one) && (one.isSoft || one.currency !== currency)) ??
      largest((one) => one.isSoft && one.currency === currency) ??
      largest((one) => one.currency !== currency))
  if (leg === undefined) {
    legs.push({
      ...rounding,
      currency,
      amount: negative(rest),
      weight: negative(rest),
      exact: negative(rest),
    })
    return
  }
  leg.weight = minus(leg.weight, rest)
  if (leg.currency === currency) leg.amount = leg.weight
}

/** Where no account has the currency that a group balances in, it balances in that of its largest account, at the group's own prices. */
function convertToMain(group: CurrencyGroup, rounding: MoneyLeg): void {
  const money = group.legs.filter(isMoney)
  if (money.length === 0 || money.some(({ currency }) => currency === group.currency)) return
  const main = money.reduce((a, b) => (isBelow(absolute(a.weight), absolute(b.weight)) ? b : a))
  if (isNone(main.weight)) isNot('its price is 0.')
  const { currency } = main
  const decimals = decimalsOrTwo(currency)
  const rate = over(main.amount, main.weight)
  for (const leg of group.legs) {
    if (leg === main) continue
    leg.weight = leg.currency === currency ? leg.amount : withDecimals(by(leg.weight, rate), decimals)
  }
  main.weight = main.amount
  group.currency = currency
  const rest = sumOf(group.legs.map(({ weight }) => weight))
  const most = { digits: BigInt(group.legs.length), scale: decimals }
  if (!isNone(rest)) absorb(group, rest, rounding, most)
}

/** Notes what the book will have of the accounts of a group. */
export function noteDrift(legs: readonly MoneyLeg[], drift: RoundedTotals): void {
  for (const leg of legs) {
    if (!isMoney(leg)) continue
    const key = `${leg.account} ${leg.currency}`
    const { exact, booked } = drift.get(key) ?? { exact: ZERO, booked: ZERO }
    drift.set(key, { exact: plus(exact, leg.exact), booked: plus(booked, leg.amount) })
  }
}

export const legText = ({ amount, currency }: Pick<MoneyLeg, 'amount' | 'currency'>): string =>
  `${numberText(amount)} ${currency}`
