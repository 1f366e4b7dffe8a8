import type { Day } from '../../contract/day.ts'
import { startSlice } from '../slices.ts'
import type { BookKnows, KnownLine, Remembered } from './known.ts'
import type { Resolved } from './resolve.ts'
import { wordsOf } from './words.ts'

/** What a row was found to be: a row of an earlier import, or a transaction that the book has. */
export type Match = {
  readonly remembered?: Remembered
  readonly line?: KnownLine
  /** Whether a person should look: the row is probably this, and not certainly. */
  readonly isDoubtful: boolean
}

/** How many days a bank may be later, or earlier, than what a person entered. */
export const NEAR_DAYS = 4

/** How few rows of a file have to be known for a doubt: a bank that numbers its rows anew each time gives many at once. */
const FEW = 3

const dayNumber = new Map<Day, number>()
/** The days between two days. Files have few distinct days, so each is read once. */
export function daysBetween(a: Day, b: Day): number {
  const number = (day: Day) => {
    const known = dayNumber.get(day) ?? Date.parse(day) / 86_400_000
    if (dayNumber.size > 20_000) dayNumber.clear()
    dayNumber.set(day, known)
    return known
  }
  return Math.abs(number(a) - number(b))
}

/** What is found for each row, by its number, and the lines of the book that are taken: each is one row at most. */
export type Matches = { readonly of: ReadonlyMap<number, Match>; readonly taken: ReadonlySet<KnownLine> }

/** Finds the rows that the book has already: first what was imported from a file, then what was entered otherwise. */
export async function findMatches(rows: readonly Resolved[], knows: BookKnows): Promise<Matches> {
  const of = new Map<number, Match>()
  const isNumbered = await matchRemembered(rows, knows.remembered, of)
  const taken = new Set<KnownLine>()
  const known = new Set(
    [...of.values()].flatMap(({ remembered }) => (remembered ? [placeOf(remembered)] : [])),
  )
  for (const line of knows.lines) if (known.has(placeOf(line))) taken.add(line)
  await matchLines(rows, knows, of, taken, isNumbered)
  return { of, taken }
}

/** A transaction as one account sees it. */
const placeOf = ({
  transaction_id,
  account_id,
}: {
  transaction_id: string | null
  account_id: string | null
}) => `${transaction_id} ${account_id}`

const groupKey = ({ account_id, line_key }: { account_id: string | null; line_key: string }) =>
  `${account_id} ${line_key}`

/** The bank's own number of a row. Banks use a number twice, so it counts with its day and amount only. */
const referenceKey = (account_id: string | null, date: Day, amount: bigint, reference: string) =>
  `${account_id} ${date} ${amount} ${reference}`

/**
 * Rows that say the same as rows of earlier imports are the same, one by one: the first of two alike is the first of earlier ones. Where
 * the bank's own numbers have proved to stay the same, they decide; where none of them has, they say nothing. Answers with whether they have.
 */
async function matchRemembered(
  rows: readonly Resolved[],
  all: readonly Remembered[],
  of: Map<number, Match>,
): Promise<boolean> {
  if (all.length === 0) return false
  const groups = new Map<string, Map<number, Remembered>>()
  const byReference = new Map<string, Remembered>()
  for (const one of all) {
    const group = groups.get(groupKey(one)) ?? new Map<number, Remembered>()
    groups.set(groupKey(one), group)
    // Of several imports, the latest knows best what became of it; one that left the row out knows least.
    if (one.transaction_id !== null || !group.has(one.occurrence)) group.set(one.occurrence, one)
    if (one.reference !== null)
      byReference.set(referenceKey(one.account_id, one.date, one.amount, one.reference), one)
  }
  const slice = startSlice()
  const used = new Set<Remembered>()
  const found = (row: Resolved) =>
    row.row.reference === undefined
      ? undefined
      : byReference.get(referenceKey(row.account_id, row.date, row.amount, row.row.reference))
  for (const row of rows) {
    const one = found(row)
    if (one && !used.has(one)) {
      used.add(one)
      of.set(row.n, { remembered: one, isDoubtful: false })
    }
    if (slice.isOver()) await slice.next()
  }
  const isStable = of.size > 0
  const renumbered: number[] = []
  for (const row of rows) {
    if (of.has(row.n)) continue
    const left = [...(groups.get(groupKey(row))?.values() ?? [])].filter((one) => !used.has(one))
    const one = isStable
      ? left.find(({ reference }) => reference === null || row.row.reference === undefined)
      : left[0]
    if (one === undefined) continue
    used.add(one)
    const isRenumbered = one.reference !== null && row.row.reference !== undefined
    if (isRenumbered) renumbered.push(row.n)
    of.set(row.n, { remembered: one, isDoubtful: false })
    if (slice.isOver()) await slice.next()
  }
  if (renumbered.length < FEW) for (const n of renumbered) of.set(n, { ...of.get(n), isDoubtful: true })
  return isStable
}

type Pair = {
  readonly row: Resolved
  readonly line: KnownLine
  readonly days: number
  readonly shared: number
}

/**
 * Rows whose amount is on the same account within a few days are what a person or a plan recorded; each transaction is one row. A
 * transaction that came from a file of this very account is only taken for a row of the same day: the bank has told both of them apart.
 */
async function matchLines(
  rows: readonly Resolved[],
  knows: BookKnows,
  of: Map<number, Match>,
  taken: Set<KnownLine>,
  isNumbered: boolean,
): Promise<void> {
  const amountKey = (one: { account_id: string | null; currency_id: string; amount: bigint }) =>
    `${one.account_id} ${one.currency_id} ${one.amount}`
  const lines = Map.groupBy(
    knows.lines.filter((line) => !taken.has(line)),
    amountKey,
  )
  if (lines.size === 0) return
  const imported = new Map(knows.remembered.map((one) => [placeOf(one), one]))
  const open = Map.groupBy(
    rows.filter(({ n, account_id }) => account_id !== null && !of.has(n)),
    amountKey,
  )
  const slice = startSlice()
  for (const [key, group] of open) {
    const pairs: Pair[] = []
    for (const line of lines.get(key) ?? []) {
      const earlier = imported.get(placeOf(line))
      const nearest = earlier ? 0 : NEAR_DAYS
      const words = wordsOf(line.memo ?? '')
      for (const row of group) {
        const days = daysBetween(row.date, line.date)
        if (days > nearest) continue
        if (isNumbered && earlier?.reference && row.row.reference !== undefined) continue
        const shared = words.filter((word) => row.words.some(({ folded }) => folded === word.folded)).length
        pairs.push({ row, line, days, shared })
      }
      if (slice.isOver()) await slice.next()
    }
    pairs.sort((a, b) => a.days - b.days || b.shared - a.shared || a.row.n - b.row.n)
    for (const { row, line, days, shared } of pairs) {
      if (of.has(row.n) || taken.has(line)) continue
      taken.add(line)
      const remembered = imported.get(placeOf(line))
      const isFar = days > 1 && shared === 0 && line.kind !== 'transfer'
      of.set(row.n, { line, ...(remembered && { remembered }), isDoubtful: isFar })
    }
  }
}
