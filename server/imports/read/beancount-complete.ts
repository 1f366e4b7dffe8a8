import { decimalText, trimmed } from '../../../contract/money.ts'
import type { Cost, HeldLots, Method } from './beancount-lots.ts'
import {
  type BeancountPosting,
  type BeancountPrice,
  type BeancountTransaction,
  type CostSpec,
  costOfOne,
} from './beancount-parse.ts'
import { isNot } from './journal-fault.ts'
import type { Booked as Weighed } from './journal-legs.ts'
import {
  absolute,
  by,
  isBelow,
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

/** A posting with all its numbers, and the cost of what it holds. */
export type BookedAtCost = Weighed<BeancountPosting> & { readonly cost: Cost | undefined }

export type Tolerances = {
  /** How much a transaction may be off in each currency, `*` for all, and the part of the last decimal that it may be off. */
  readonly standard: Map<string, Num>
  multiplier: Num
  isFromCost: boolean
}

/** A posting whose currencies are found, in the group of its weight's currency. */
type Completing = {
  readonly source: BeancountPosting
  readonly number: Num | undefined
  readonly currency: string
  readonly price: (BeancountPrice & { readonly currency: string }) | undefined
  /** A cost as it is written, with its currency, or that of a lot that is there. */
  readonly spec: (CostSpec & { readonly currency: string }) | undefined
  readonly cost: Cost | undefined
}

/** Currencies of a posting: undefined if it has none, null if they are left to be found. */
type CurrenciesFound = {
  readonly source: BeancountPosting
  units: string | null
  cost: string | null | undefined
  price: string | null | undefined
}

/** Completes a transaction as Beancount does: it finds currencies, takes lots, and computes the number that is missing in a group. */
export function completed(
  transaction: BeancountTransaction,
  holdings: HeldLots,
  methodOf: (account: string) => Method,
  options: Tolerances,
): BookedAtCost[] {
  holdings.begin()
  const tolerances = tolerancesOf(transaction.postings, options)
  const booked: BookedAtCost[] = []
  for (const [currency, found] of groupsOf(transaction.postings, holdings)) {
    const parts = found.flatMap((one) => withLots(partOf(one), transaction, holdings, methodOf))
    booked.push(...interpolated(parts, currency, transaction, tolerances))
  }
  checkBalance(booked, tolerances)
  for (const { source, currency, units, cost } of booked) holdings.add(source.account, currency, units, cost)
  return booked
}

const bucketOf = ({ units, cost, price }: CurrenciesFound): string | undefined =>
  cost ?? price ?? (cost === undefined && price === undefined ? (units ?? undefined) : undefined)

/** The postings of each currency that has to balance. A posting without an amount is in each of them. */
function groupsOf(postings: readonly BeancountPosting[], holdings: HeldLots): Map<string, CurrenciesFound[]> {
  const groups = new Map<string, CurrenciesFound[]>()
  const put = (currency: string, one: CurrenciesFound) =>
    groups.set(currency, [...(groups.get(currency) ?? []), one])
  const unknown: CurrenciesFound[] = []
  const autos: BeancountPosting[] = []
  for (const source of postings) {
    if (source.isAuto) {
      autos.push(source)
      continue
    }
    let cost = source.cost === undefined ? undefined : (source.cost.currency ?? null)
    let price = source.price === undefined ? undefined : (source.price.currency ?? null)
    if (cost === null && price) cost = price
    if (price === null && cost) price = cost
    const one: CurrenciesFound = { source, units: source.currency ?? null, cost, price }
    const bucket = bucketOf(one)
    if (bucket === undefined) unknown.push(one)
    else {
      const group = groups.get(bucket)
      if (group) group.push(one)
      else groups.set(bucket, [one])
    }
  }
  const [only] = groups.size === 1 ? groups.keys() : []
  for (const one of unknown) {
    const isAlone = unknown.length === 1 && only !== undefined
    const fill = (there: string[]) => (isAlone ? only : there.length === 1 ? (there[0] ?? null) : null)
    const { account } = one.source
    if (one.cost === undefined && one.price === undefined) one.units = fill(holdings.currenciesOf(account))
    else {
      const currency = fill(holdings.costCurrenciesOf(account))
      if (one.cost === null) one.cost = currency
      if (one.price === null) one.price = currency
    }
    put(
      bucketOf(one) ?? isNot(`nothing says in which currency the posting of line ${one.source.line} is.`),
      one,
    )
  }
  for (const group of groups.values())
    for (const one of group) {
      const [held, another] = one.units === null ? holdings.currenciesOf(one.source.account) : []
      if (held !== undefined && another === undefined) one.units = held
    }
  const [auto, second] = autos
  if (second) isNot(`${autos.length} postings have no amount, and only one may.`)
  if (auto)
    for (const [currency, group] of groups)
      group.push({ source: auto, units: currency, cost: undefined, price: undefined })
  return groups
}

function partOf({ source, units, cost, price }: CurrenciesFound): Completing {
  const lacks = (what: string): never =>
    isNot(`nothing says in which currency the ${what} of line ${source.line} is.`)
  return {
    source,
    number: source.number,
    currency: units ?? lacks('amount'),
    price: source.price && { ...source.price, currency: price ?? lacks('price') },
    spec: source.cost && { ...source.cost, currency: cost ?? lacks('cost') },
    cost: undefined,
  }
}

/** A posting at cost that reduces the holding takes its lots, and becomes a part for each of them. */
function withLots(
  part: Completing,
  { date }: BeancountTransaction,
  holdings: HeldLots,
  methodOf: (account: string) => Method,
): Completing[] {
  const { number, spec, currency, source } = part
  if (spec === undefined || number === undefined) return [part]
  const method = methodOf(source.account)
  if (method === 'NONE' || !holdings.isReduced(source.account, currency, number))
    return [{ ...part, spec: { ...spec, date: spec.date ?? date } }]
  return holdings
    .reduce(source.account, currency, number, spec, method)
    .map(({ cost, units }) => ({ ...part, number: units, spec: undefined, cost }))
}

/** Computes the one number that a group leaves out. */
function interpolated(
  parts: readonly Completing[],
  currency: string,
  { date }: BeancountTransaction,
  tolerances: (currency: string) => Num | undefined,
): BookedAtCost[] {
  const isOpen = ({ number, spec, price }: Completing) => [
    number === undefined,
    spec?.per === undefined && spec !== undefined,
    spec?.total === undefined && spec !== undefined,
    price?.number === undefined && price !== undefined,
  ]
  const open = parts.filter((part) => isOpen(part).includes(true))
  const count = open.reduce((all, part) => all + isOpen(part).filter(Boolean).length, 0)
  if (count > 1) isNot(`more than one number is missing in ${currency}.`)
  const booked = new Map(
    parts.filter((part) => !open.includes(part)).map((part) => [part, bookedOf(part, date)]),
  )
  const [missing] = open
  if (missing === undefined) return [...booked.values()]
  const left = negative(sumOf([...booked.values()].map(({ weight }) => weight.number)))
  const filled = filledIn(missing, left, tolerances)
  return parts.flatMap((part) =>
    part !== missing ? (booked.get(part) ?? []) : filled === undefined ? [] : bookedOf(filled, date),
  )
}

/** The part with its missing number, so that it weighs this much; undefined if it weighs nothing. */
function filledIn(
  part: Completing,
  left: Num,
  tolerances: (currency: string) => Num | undefined,
): Completing | undefined {
  const { number, spec, price, currency, source } = part
  if (number === undefined) {
    if (isNone(left)) return undefined
    const divided = (one: Num, rest: Num) =>
      isNone(one)
        ? isNot(`the amount of line ${source.line} cannot be computed from what is there.`)
        : over(rest, one)
    const units = spec
      ? divided(spec.per ?? ZERO, minus(left, spec.total ?? ZERO))
      : price?.number
        ? divided(price.number, left)
        : left
    return { ...part, number: quantized(units, tolerances(currency)) }
  }
  if (isNone(number)) return undefined
  if (spec?.per === undefined && spec !== undefined)
    return { ...part, spec: { ...spec, per: over(minus(left, spec.total ?? ZERO), number) } }
  if (spec !== undefined && spec.total === undefined)
    return { ...part, spec: { ...spec, total: minus(left, by(spec.per ?? ZERO, number)) } }
  if (spec !== undefined || part.cost !== undefined)
    isNot(`the price of line ${source.line} cannot be computed, since the posting has a cost.`)
  return price && { ...part, price: { ...price, isTotal: false, number: absolute(over(left, number)) } }
}

/** Numbers that are computed have as many decimals as the others of their currency, if that is a tidy number. */
function quantized(number: Num, tolerance: Num | undefined): Num {
  if (tolerance === undefined || isNone(tolerance)) return number
  const { digits, scale } = trimmed(plus(tolerance, tolerance))
  return digits.toString().length < 5 ? withDecimals(number, Math.min(scale, 28)) : number
}

function bookedOf(
  { source, number, currency, price, spec, cost: lot }: Completing,
  date: BeancountTransaction['date'],
): BookedAtCost {
  const units = number ?? ZERO
  const one = spec && (isNone(units) ? undefined : costOfOne(spec, units))
  if (spec && one === undefined) isNot(`the posting of line ${source.line} has a cost and no amount.`)
  if (one && one.digits < 0n) isNot(`the cost of line ${source.line} is below 0.`)
  const cost: Cost | undefined =
    lot ??
    (spec && one && { number: one, currency: spec.currency, date: spec.date ?? date, label: spec.label })
  const sized = (total: Num) => (units.digits < 0n ? negative(total) : total)
  const weight = cost
    ? // A cost for all is kept as it is, not divided and multiplied again.
      {
        currency: cost.currency,
        number: spec?.total && !spec.per?.digits ? sized(spec.total) : by(cost.number, units),
      }
    : price
      ? {
          currency: price.currency,
          number: price.isTotal
            ? isNone(units)
              ? ZERO
              : sized(price.number ?? ZERO)
            : by(price.number ?? ZERO, units),
        }
      : { currency, number: units }
  return { source, units, currency, cost, weight }
}

/** How much a transaction may be off: a part of the last decimal that its amounts have, in each currency. */
function tolerancesOf(
  postings: readonly BeancountPosting[],
  { standard, multiplier, isFromCost }: Tolerances,
) {
  const found = new Map(standard)
  const costs = new Map<string, Num>()
  const atMost = (a: Num, b: Num) => (isBelow(a, b) ? a : b)
  const raise = (all: Map<string, Num>, currency: string, tolerance: Num) => {
    const known = all.get(currency)
    if (known === undefined || isBelow(known, tolerance)) all.set(currency, tolerance)
  }
  for (const { number, currency, cost, price } of postings) {
    if (number === undefined || currency === undefined || number.scale === 0) continue
    const tolerance = by({ digits: 1n, scale: number.scale }, multiplier)
    raise(found, currency, tolerance)
    if (!isFromCost) continue
    for (const [other, numbers] of [
      [cost?.currency, [cost?.total, cost?.per]],
      [
        price?.currency,
        [
          price?.isTotal
            ? over(price.number ?? ZERO, isNone(number) ? ONE : absolute(number))
            : price?.number,
        ],
      ],
    ] as const) {
      if (other === undefined) continue
      const least = numbers.reduce<Num>((min, one) => (one ? atMost(min, by(tolerance, one)) : min), HALF)
      costs.set(other, plus(costs.get(other) ?? ZERO, least))
    }
  }
  for (const [currency, tolerance] of costs) raise(found, currency, tolerance)
  return (currency: string): Num | undefined => found.get(currency) ?? found.get('*')
}
const ONE: Num = { digits: 1n, scale: 0 }
/** The most that the costs of a posting add to a tolerance. */
const HALF: Num = { digits: 5n, scale: 1 }

function checkBalance(
  booked: readonly BookedAtCost[],
  tolerances: (currency: string) => Num | undefined,
): void {
  const groups = Map.groupBy(booked, ({ weight }) => weight.currency)
  const left = [...groups].flatMap(([currency, all]) => {
    const rest = sumOf(all.map(({ weight }) => weight.number))
    return isBelow(tolerances(currency) ?? ZERO, absolute(rest)) ? `${shown(rest)} ${currency}` : []
  })
  if (left.length > 0) isNot(`the postings do not balance: ${left.join(' and ')} is left.`)
}

/** A number for a sentence, with no more decimals than help. */
export const shown = (number: Num): string => {
  const text = numberText(number)
  return text.length > 20 ? decimalText(trimmed(withDecimals(number, 8))) : text
}
