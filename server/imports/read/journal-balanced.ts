import { shown } from './beancount-complete.ts'
import { currencyCodeOf, decimalsOrTwo } from './file-values.ts'
import type { Amount } from './journal-amount.ts'
import { isNot } from './journal-fault.ts'
import type { Booked } from './journal-legs.ts'
import {
  absolute,
  by,
  isBelow,
  isNone,
  isSame,
  minus,
  type Num,
  negative,
  over,
  plus,
  sumOf,
  ZERO,
} from './journal-number.ts'
import type { StatedBalance, UnitPrice, WrittenPosting } from './journal-transaction.ts'

/** Completes a transaction as hledger and Ledger do: with the amount that is missing, and the price that two commodities have. */

export type BalancedPosting = Booked<WrittenPosting>

/** A posting with its number and its commodity, and the balance that its account should have then. */
type PostingToBalance = {
  readonly source: WrittenPosting
  readonly units: Num
  readonly currency: string
  readonly lot: UnitPrice | undefined
  readonly price: UnitPrice | undefined
}
/** Conversion accounts. Without their postings, the two commodities are an exchange. */
type IsConversion = (account: string) => boolean
const CONVERSION = /(?:^|:)(?:conversions?|trad(?:e|ing)|currency[- ]exchange)(?:-\d+)?(?::|$)/i

/** Makes the test for conversion accounts, which are equity. */
export const conversionsOf =
  (typeOf: (account: string) => string | undefined): IsConversion =>
  (account) =>
    CONVERSION.test(account) && typeOf(account) === 'equity'

export type BalanceFault = {
  readonly posting: WrittenPosting
  readonly stated: StatedBalance
  readonly there: Num
}

/** The balances of accounts up to here, of each commodity, and of some with the accounts below them. */
export function makeRunning(watched: ReadonlySet<string>) {
  const totals = new Map<string, Map<string, Num>>()
  const raise = (account: string, commodity: string, units: Num) => {
    const sums = totals.get(account) ?? new Map<string, Num>()
    totals.set(account, sums.set(commodity, plus(sums.get(commodity) ?? ZERO, units)))
  }
  const keyOf = (account: string, { isWithBelow }: StatedBalance) => (isWithBelow ? `${account}:*` : account)
  return {
    add(account: string, commodity: string, units: Num): void {
      raise(account, commodity, units)
      if (watched.size === 0) return
      for (let name = account; name !== ''; name = name.slice(0, Math.max(name.lastIndexOf(':'), 0)))
        if (watched.has(name)) raise(`${name}:*`, commodity, units)
    },
    of: (account: string, commodity: string, stated: StatedBalance): Num =>
      totals.get(keyOf(account, stated))?.get(commodity) ?? ZERO,
    /** The other commodities of the account. */
    besides: (account: string, commodity: string, stated: StatedBalance): Amount[] =>
      [...(totals.get(keyOf(account, stated)) ?? [])].flatMap(([other, number]) =>
        other === commodity || isNone(number) ? [] : { number, commodity: other },
      ),
  }
}
export type RunningUnits = ReturnType<typeof makeRunning>

/**
 * The postings of a transaction with the amounts that balances assign, in the order in which they stand, virtual ones too. Stated balances that the
 * postings contradict are told.
 */
export function withStated(
  postings: readonly WrittenPosting[],
  running: RunningUnits,
  own: string,
  wrong: (fault: BalanceFault) => void,
): WrittenPosting[] {
  return postings.flatMap((posting): WrittenPosting[] => {
    const { account, amount, stated } = posting
    const commodity = (amount ?? stated?.amount)?.commodity ?? own
    const there = stated ? running.of(account, commodity, stated) : ZERO
    if (amount) {
      running.add(account, commodity, amount.number)
      const after = plus(there, amount.number)
      if (stated && !isSame(after, stated.amount.number)) wrong({ posting, stated, there: after })
      return [posting]
    }
    if (!stated) return [posting]
    // "==" leaves the account nothing else.
    const others = stated.isSole ? running.besides(account, commodity, stated) : []
    const assigned = [
      { number: minus(stated.amount.number, there), commodity: stated.amount.commodity },
      ...others.map(({ number, commodity }) => ({ number: negative(number), commodity })),
    ]
    for (const one of assigned) running.add(account, one.commodity ?? own, one.number)
    return assigned.map((one) => ({ ...posting, amount: one }))
  })
}

/** Weighs and balances the postings of one kind. `own` is the commodity of amounts without one. */
export function balanced(
  postings: readonly WrittenPosting[],
  running: RunningUnits,
  own: string,
  isConversion: IsConversion,
): BalancedPosting[] {
  const open = postings.filter(({ amount, kind }) => !amount && kind !== 'alone')
  if (open.length > 1) isNot(`${open.length} postings have no amount, and only one may.`)
  const parts = postings.flatMap((source): PostingToBalance[] => {
    const { amount, lot, price } = source
    return amount ? [{ source, units: amount.number, currency: amount.commodity ?? own, lot, price }] : []
  })
  if (postings.every(({ kind }) => kind === 'alone')) return parts.map((part) => weighed(part, own, true))
  const booked = completed(parts, open[0], own, isConversion)
  for (const { source, currency, units } of booked)
    if (source === open[0]) running.add(source.account, currency, units)
  return booked
}

const NO_COMMODITY = 'without a commodity'

/** The postings without those of conversion accounts, if the others balance by themselves. */
export function withoutConversions<One extends Booked>(
  booked: readonly One[],
  isConversion: IsConversion,
): readonly One[] {
  const plain = booked.filter(({ source }) => !isConversion(source.account))
  return plain.length > 0 && plain.length < booked.length && leftOf(plain, new Map()).length === 0
    ? plain
    : booked
}

/** The first reading that balances: without the equity between two currencies, at prices, at the costs of lots, or at the price that follows. */
function completed(
  parts: readonly PostingToBalance[],
  missing: WrittenPosting | undefined,
  own: string,
  isConversion: IsConversion,
): BalancedPosting[] {
  const atPrice = (some: readonly PostingToBalance[]) => some.map((part) => weighed(part, own, false))
  const plain = parts.filter(({ source }) => !isConversion(source.account))
  // Braces are Ledger's: what is missing is what Ledger has then, a gain beside the cost of the lot.
  if (missing)
    return withRest(
      parts.map((part) => weighed(part, own, true)),
      missing,
    )
  const tolerances = tolerancesOf(parts, own)
  const readings: (() => BalancedPosting[] | undefined)[] = [
    () => (plain.length < parts.length ? atPrice(plain) : undefined),
    () => (plain.length < parts.length ? exchanged(plain) : undefined),
    () => atPrice(parts),
    // Ledger weighs a sale at what the lot cost, and the gain is a posting of its own.
    () => parts.map((part) => weighed(part, own, true)),
    () => exchanged(parts),
  ]
  for (const reading of readings) {
    const booked = reading()
    if (booked && booked.length > 0 && leftOf(booked, tolerances).length === 0) return booked
  }
  // An amount without a commodity, beside others with one, is a thing of its own.
  const bare = parts.map((part) =>
    part.source.amount && part.source.amount.commodity === undefined
      ? { ...part, currency: NO_COMMODITY }
      : part,
  )
  const priced = exchanged(bare)
  if (priced && leftOf(priced, tolerances).length === 0) return priced
  const left = leftOf(atPrice(parts), tolerances).map(([currency, rest]) => `${shown(rest)} ${currency}`)
  return isNot(`the postings do not balance: ${left.join(' and ')} is left.`)
}

/** A posting at its price, at the cost of its lot, or as it is. */
function weighed(
  { source, units, currency, lot, price }: PostingToBalance,
  own: string,
  isByLot: boolean,
): BalancedPosting {
  const worth = isByLot ? (lot ?? price) : (price ?? lot)
  if (worth === undefined) return { source, units, currency, weight: { number: units, currency } }
  const { number, commodity, isTotal } = worth
  const sized = units.digits < 0n ? negative(number) : number
  return {
    source,
    units,
    currency,
    weight: {
      number: !isTotal ? by(number, units) : isNone(units) ? ZERO : sized,
      currency: commodity ?? own,
    },
  }
}

/** A posting without an amount takes the rest of each commodity. */
function withRest(booked: readonly BalancedPosting[], source: WrittenPosting): BalancedPosting[] {
  const rests = leftOf(booked, new Map()).map(([currency, rest]): BalancedPosting => {
    const units = negative(rest)
    return { source, units, currency, weight: { number: units, currency } }
  })
  return [...booked, ...rests]
}

/** Two commodities without a price, one for the other: things at what the money was, else the first at what the second was. */
function exchanged(parts: readonly PostingToBalance[]): BalancedPosting[] | undefined {
  if (parts.some(({ lot, price }) => lot ?? price)) return undefined
  const sums = [...Map.groupBy(parts, ({ currency }) => currency)]
    .map(([currency, all]) => ({ currency, sum: sumOf(all.map(({ units }) => units)), count: all.length }))
    .filter(({ sum }) => !isNone(sum))
  const isThing = ({ currency }: { currency: string }) => currencyCodeOf(currency) === undefined
  const [first, second, third] = sums
  if (!first || !second || third || first.sum.digits < 0n === second.sum.digits < 0n) return undefined
  const [from, to] = isThing(second) && !isThing(first) ? [second, first] : [first, second]
  const price = over(negative(to.sum), from.sum)
  return parts.map(({ source, units, currency }) => ({
    source,
    units,
    currency,
    weight:
      currency === from.currency
        ? { number: from.count === 1 ? negative(to.sum) : by(units, price), currency: to.currency }
        : { number: units, currency },
  }))
}

/** Less than half of the last decimal that a transaction writes, or that its currency has, is not missing. */
function tolerancesOf(parts: readonly PostingToBalance[], own: string): Map<string, Num> {
  const scales = new Map<string, number>()
  const raise = (currency: string, scale: number) =>
    scales.set(currency, Math.max(scales.get(currency) ?? 0, scale))
  for (const { units, currency, lot, price } of parts) {
    raise(currency, units.scale)
    for (const { commodity = own } of [lot ?? [], price ?? []].flat())
      raise(commodity, decimalsOrTwo(commodity))
  }
  return new Map(
    [...scales].map(([currency, scale]) => {
      const most = currencyCodeOf(currency) === undefined ? scale : decimalsOrTwo(currency)
      return [currency, { digits: 5n, scale: Math.min(scale, most) + 1 }]
    }),
  )
}

/** The rest of each commodity, where it is more than rounding may leave. */
const leftOf = (
  booked: readonly Booked[],
  tolerances: ReadonlyMap<string, Num>,
): (readonly [currency: string, rest: Num])[] =>
  [...Map.groupBy(booked, ({ weight }) => weight.currency)]
    .map(([currency, all]) => [currency, sumOf(all.map(({ weight }) => weight.number))] as const)
    .filter(([currency, rest]) => isBelow(tolerances.get(currency) ?? ZERO, absolute(rest)))
