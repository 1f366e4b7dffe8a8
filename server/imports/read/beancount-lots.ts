import type { Day } from '../../../contract/day.ts'
import { type CostSpec, costOfOne } from './beancount-parse.ts'
import { isNot } from './journal-fault.ts'
import {
  absolute,
  isBelow,
  isNone,
  isSame,
  minus,
  type Num,
  negative,
  numberText,
  plus,
  sumOf,
  ZERO,
} from './journal-number.ts'

/** The lots of things that accounts hold, and which of them a sale takes. */

export type Cost = {
  readonly number: Num
  readonly currency: string
  readonly date: Day
  readonly label: string | undefined
}
type Lot = { readonly cost: Cost; units: Num }
/** The units of one commodity that an account holds, with and without a cost. */
type CommodityHeld = { plain: Num; readonly lots: Map<string, Lot>; long: number; short: number }

/** Which lots are taken is decided lot by lot: so many are looked at in a file. */
const MAX_LOOKS = 10_000_000

const METHODS = ['STRICT', 'STRICT_WITH_SIZE', 'FIFO', 'LIFO', 'HIFO', 'AVERAGE', 'NONE'] as const
export type Method = (typeof METHODS)[number]
export const methodNamed = (name: string): Method | undefined => METHODS.find((one) => one === name)

const signOf = ({ digits }: Num): number => (digits < 0n ? -1 : digits > 0n ? 1 : 0)

const keyOf = ({ number, currency, date, label = '' }: Cost): string =>
  `${numberText(number)} ${currency} ${date} ${label}`

function count(holding: CommodityHeld, units: Num, by: 1 | -1): void {
  if (units.digits > 0n) holding.long += by
  else if (units.digits < 0n) holding.short += by
}

/** The holdings of all accounts. `tooMuch` is thrown for a file whose lots take too long. */
export function makeHoldings(tooMuch: () => never) {
  const accounts = new Map<string, Map<string, CommodityHeld>>()
  let looks = 0
  const look = (count: number) => {
    looks += count
    if (looks > MAX_LOOKS) tooMuch()
  }
  /** Lots that the transaction at hand has taken already, with how much of each. */
  const taken = new Map<Lot, Num>()
  const left = (lot: Lot): Num => {
    const part = taken.get(lot)
    return part === undefined ? lot.units : plus(lot.units, part)
  }
  const find = (account: string, commodity: string) => accounts.get(account)?.get(commodity)

  return {
    look,
    /** Starts a transaction. */
    begin: () => taken.clear(),
    /** The commodities of an account, and the currencies of their costs. */
    currenciesOf: (account: string): string[] =>
      [...(accounts.get(account) ?? [])]
        .filter(([, { plain, lots }]) => !isNone(plain) || lots.size > 0)
        .map(([commodity]) => commodity),
    costCurrenciesOf(account: string): string[] {
      const found = new Set<string>()
      for (const { lots } of accounts.get(account)?.values() ?? [])
        for (const { cost } of lots.values()) {
          look(1)
          found.add(cost.currency)
        }
      return [...found]
    },
    /** Whether units of the other sign are there, so that these reduce them. */
    isReduced(account: string, commodity: string, units: Num): boolean {
      const holding = find(account, commodity)
      if (!holding || isNone(units)) return false
      const sign = -signOf(units)
      if (signOf(holding.plain) === sign) return true
      let count = sign > 0 ? holding.long : holding.short
      for (const [lot] of taken)
        if (isNone(left(lot)) && signOf(lot.units) === sign && holding.lots.get(keyOf(lot.cost)) === lot)
          count--
      return count > 0
    },
    hasLots: (account: string, commodity: string): boolean => (find(account, commodity)?.lots.size ?? 0) > 0,
    /** The lots that these units take, with how much of each. */
    reduce(
      account: string,
      commodity: string,
      units: Num,
      spec: CostSpec,
      method: Method,
    ): { cost: Cost; units: Num }[] {
      const lots = find(account, commodity)?.lots ?? new Map<string, Lot>()
      look(lots.size)
      const one = costOfOne(spec, units)
      const matches = [...lots.values()].filter(
        (lot) =>
          !isNone(left(lot)) &&
          (one === undefined || isSame(lot.cost.number, one)) &&
          (spec.currency === undefined || lot.cost.currency === spec.currency) &&
          (spec.date === undefined || lot.cost.date === spec.date) &&
          (spec.label === undefined || lot.cost.label === spec.label),
      )
      const parts = chosen(matches, left, units, method, `${numberText(units)} ${commodity} of ${account}`)
      for (const { lot, units } of parts) taken.set(lot, plus(taken.get(lot) ?? ZERO, units))
      return parts.map(({ lot, units }) => ({ cost: lot.cost, units }))
    },
    add(account: string, commodity: string, units: Num, cost: Cost | undefined): void {
      const held = accounts.get(account) ?? new Map<string, CommodityHeld>()
      accounts.set(account, held)
      const holding = held.get(commodity) ?? { plain: ZERO, lots: new Map(), long: 0, short: 0 }
      held.set(commodity, holding)
      if (cost === undefined) {
        holding.plain = plus(holding.plain, units)
        return
      }
      const key = keyOf(cost)
      const lot = holding.lots.get(key)
      if (lot) count(holding, lot.units, -1)
      const now = lot ? plus(lot.units, units) : units
      count(holding, now, 1)
      if (isNone(now)) holding.lots.delete(key)
      else if (lot) lot.units = now
      else holding.lots.set(key, { cost, units: now })
    },
  }
}
export type HeldLots = ReturnType<typeof makeHoldings>

type LotPart = { readonly lot: Lot; readonly units: Num }

/** Which of the lots that fit are taken, as the account's method has it. */
function chosen(
  matches: readonly Lot[],
  left: (lot: Lot) => Num,
  units: Num,
  method: Method,
  what: string,
): LotPart[] {
  if (matches.length === 0) isNot(`no lot fits ${what}.`)
  if (method === 'AVERAGE') isNot(`${what} is booked by AVERAGE, which Beancount does not do either.`)
  if (method === 'STRICT' || method === 'STRICT_WITH_SIZE') {
    if (matches.length > 1 && isSame(sumOf(matches.map(left)), negative(units)))
      return matches.map((lot) => ({ lot, units: negative(left(lot)) }))
    const sized = matches
      .filter((lot) => method === 'STRICT_WITH_SIZE' && isSame(left(lot), negative(units)))
      .sort((a, b) => (a.cost.date < b.cost.date ? -1 : a.cost.date > b.cost.date ? 1 : 0))[0]
    if (matches.length > 1 && sized === undefined)
      isNot(
        `${matches.length.toLocaleString('en')} lots fit ${what}, and nothing says which of them is meant.`,
      )
    return inTurn(sized ? [sized] : matches, left, units, what)
  }
  const order = (a: Lot, b: Lot): number => {
    const [one, other] = method === 'LIFO' || method === 'HIFO' ? [b, a] : [a, b]
    if (method === 'HIFO') return signOf(minus(one.cost.number, other.cost.number))
    return one.cost.date < other.cost.date ? -1 : one.cost.date > other.cost.date ? 1 : 0
  }
  const isSorted = matches.every((lot, index) => order(matches[index - 1] ?? lot, lot) <= 0)
  return inTurn(isSorted ? matches : matches.toSorted(order), left, units, what)
}

/** Takes lots one after another until there are enough units. */
function inTurn(lots: readonly Lot[], left: (lot: Lot) => Num, units: Num, what: string): LotPart[] {
  const parts: LotPart[] = []
  let rest = units
  for (const lot of lots) {
    if (isNone(rest)) break
    const there = left(lot)
    if (signOf(there) === signOf(units)) continue
    const part = isBelow(absolute(there), absolute(rest)) ? negative(there) : rest
    parts.push({ lot, units: part })
    rest = minus(rest, part)
  }
  if (!isNone(rest)) isNot(`there are not enough lots for ${what}: ${numberText(absolute(rest))} is missing.`)
  return parts
}
