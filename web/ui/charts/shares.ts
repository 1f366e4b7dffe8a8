import { t } from '../../../words/t.ts'
import { type Amount, minorOf, sumOf } from '../money.ts'

export type Share = {
  key: string
  name: string
  amount: Amount
  /** The colour that it has on every screen, if it has one. */
  colour?: number | undefined
}

/** How many shares have a colour of their own. */
export const MAX_COLOURS = 5

/** The key of those that share the last colour. An item that has it is a rest already, and stays last, however large it is. */
export const REST = 'rest'

/** The largest shares, and the rest: six have no rest of one, which would hide its name for nothing. */
export function sharesOf<Item extends Share>(
  items: readonly Item[],
  currency: string,
): { shown: Item[]; rest: Item[] } {
  const size = ({ amount }: Item) => minorOf(amount, currency)
  const sorted = items.toSorted((a, b) => {
    if (a.key === REST || b.key === REST) return a.key === REST ? 1 : -1
    return size(b) > size(a) ? 1 : size(b) < size(a) ? -1 : 0
  })
  const count = sorted.length <= MAX_COLOURS + 1 ? sorted.length : MAX_COLOURS
  return { shown: sorted.slice(0, count), rest: sorted.slice(count) }
}

const restWords = (count: number): string => t('{count, plural, one {# other} other {# others}}', { count })

/** The largest shares for a small list, and one row for all others, so that the rows add up to the whole. Nothing has no row. */
export function rowsWithRest(items: readonly Share[], currency: string): Share[] {
  const { shown, rest } = sharesOf(
    items.filter(({ amount }) => minorOf(amount, currency) !== 0n),
    currency,
  )
  const amounts = rest.map(({ amount }) => amount)
  return rest.length === 0
    ? shown
    : [...shown, { key: REST, name: restWords(rest.length), amount: sumOf(amounts, currency) }]
}

/** A number that is always the same for a key, and spreads keys evenly (FNV-1a). */
function hashOf(key: string): number {
  let hash = 2_166_136_261
  for (let at = 0; at < key.length; at++) hash = Math.imul(hash ^ key.charCodeAt(at), 16_777_619)
  return hash >>> 0
}

const allColours = Array.from({ length: MAX_COLOURS }, (_, index) => index)

/**
 * The colours of records, by their keys and not by their sizes, so that a record keeps its colour from month to month. Each has a colour of
 * its own that follows from its key; of two that share one, the later in the order of the keys takes a colour that is left. More than there
 * are colours have that of the rest: those at the end of the list. Those in `own` have their colour on every screen, and nothing else has it.
 */
export function coloursOf(
  keys: readonly string[],
  colours: readonly number[] = allColours,
  own: ReadonlyMap<string, number> = new Map(),
): ReadonlyMap<string, number> {
  const found = new Map([...own].filter(([key]) => keys.includes(key)))
  const others = keys.filter((key) => !found.has(key))
  const sorted = others.slice(0, Math.max(0, colours.length - found.size)).sort()
  const isFree = (colour: number) => ![...found.values()].includes(colour)
  for (const key of sorted) {
    const wanted = hashOf(key) % MAX_COLOURS
    if (colours.includes(wanted) && isFree(wanted)) found.set(key, wanted)
  }
  for (const key of sorted) if (!found.has(key)) found.set(key, colours.find(isFree) ?? MAX_COLOURS)
  for (const key of keys) if (!found.has(key)) found.set(key, MAX_COLOURS)
  return found
}

/** The colours of the shares of a whole; the rest has its own. */
export function shareColours(items: readonly Share[], currency: string): ReadonlyMap<string, number> {
  const { shown, rest } = sharesOf(items, currency)
  const keys = [...shown, ...rest].map(({ key }) => key).filter((key) => key !== REST)
  const few = rest.length === 0 ? keys : keys.slice(0, MAX_COLOURS)
  const own = new Map(items.flatMap(({ key, colour }) => (colour === undefined ? [] : [[key, colour]])))
  const colours = coloursOf(few, allColours, own)
  return new Map([...keys, REST].map((key) => [key, colours.get(key) ?? MAX_COLOURS]))
}

/** A budget for its bar: lengths, not amounts that anybody reads. */
export type Budgeted = {
  /** The budget of the month; null if there is none. */
  planned: number | null
  /** The amount carried over from the month before; negative if that was overspent. */
  carried: number
  spent: number
}

/** The parts of a bar from its start, as shares of it; `carried` is a part of the rest that nobody has spent yet. */
export type BarParts = {
  used: number
  over: number
  /** The end of the bar that was carried over; the bar may be filled up to there already. */
  carried: number
  /** The end of the bar that cannot be spent, because the month before took it. It is never filled. */
  notch: number
  /** How much of the budget is spent; over 100 if it is exceeded. */
  percent: number
}

/**
 * The bar of a budget. It is as long as the budget and the amount carried over, or as long as the spending if that is more. An overspent month
 * before takes its part from the end, so that the bar still shows spending against the budget.
 */
export function barOf({ planned, carried, spent }: Budgeted): BarParts | undefined {
  if (planned === null && carried === 0) return undefined
  const plan = planned ?? 0
  const all = Math.max(0, spent)
  const have = Math.max(0, plan + carried)
  const [used, over] = [Math.min(all, have), Math.max(0, all - have)]
  const taken = carried < 0 ? Math.min(-carried, plan) : 0
  const whole = have + over + taken
  const share = (part: number) => (whole === 0 ? 0 : part / whole)
  return {
    used: share(used),
    over: share(over),
    carried: over > 0 ? 0 : share(Math.max(0, Math.min(carried, have))),
    notch: whole === 0 && carried < 0 ? 1 : share(taken),
    percent: have > 0 ? Math.round((100 * all) / have) : all > 0 ? 100 : 0,
  }
}
