import { isSameName } from '../lists/words.ts'
import { mapInSlices } from '../process/slices.ts'
import { payerOf, REFUND_DAYS } from './history.ts'
import { daysBetween } from './match.ts'
import type { Resolved } from './resolve.ts'
import type { StoredRow } from './rows.sql.ts'

/** Refunds of rows of the same file. */

/** At most this many rows are examined to find the expense of a refund. */
const MAX_REFUNDED = 20

/** Finds the row that money in is a refund of. No row is refunded with more than it cost. */
export type FindRefunded = (row: Resolved) => Resolved | undefined

/**
 * Finds the expense of the same payee in the file that a refund is of. One of exactly its amount comes first, then the latest larger one, if
 * the row has a word of refunds alone: banks call any money in a Gutschrift. `spent` has the expenses by account, currency and amount.
 */
export function refundedFinder(spent: ReadonlyMap<string, Resolved[]>): FindRefunded {
  const refunded = new Map<number, bigint>()
  let byWord: ReadonlyMap<string, readonly Resolved[]> | undefined
  const isEarlier = (one: Resolved, row: Resolved) =>
    one.date <= row.date &&
    daysBetween(one.date, row.date) <= REFUND_DAYS &&
    isSameName(payerOf(row).words, payerOf(one).words)
  const exact = (row: Resolved) => {
    const rows = spent.get(`${row.account_id} ${row.currency_id} ${-row.amount}`) ?? []
    const isFit = (one: Resolved) => !refunded.has(one.n) && isEarlier(one, row)
    const index = rows.slice(0, MAX_REFUNDED).findIndex(isFit)
    return index < 0 ? undefined : rows.splice(index, 1)[0]
  }
  const larger = (row: Resolved) => {
    byWord ??= byWords(spent)
    const lists = [...payerOf(row).words].flatMap((word) => [byWord?.get(word) ?? []].filter(isAny))
    const [first = [], ...others] = lists
    const list = others.reduce((a, b) => (b.length < a.length ? b : a), first)
    const until = countUntil(list, row.date)
    return list
      .slice(Math.max(0, until - MAX_REFUNDED), until)
      .findLast(
        (one) =>
          one.account_id === row.account_id &&
          one.currency_id === row.currency_id &&
          -one.amount - (refunded.get(one.n) ?? 0n) >= row.amount &&
          isEarlier(one, row),
      )
  }
  return (row) => {
    const { isRefunding, isReturn } = payerOf(row)
    if (!isRefunding) return undefined
    const found = exact(row) ?? (isReturn ? larger(row) : undefined)
    if (found) refunded.set(found.n, (refunded.get(found.n) ?? 0n) + row.amount)
    return found
  }
}

const isAny = (list: readonly Resolved[]) => list.length > 0

/** The expenses with each word of their payees, the earliest first. */
function byWords(spent: ReadonlyMap<string, readonly Resolved[]>): ReadonlyMap<string, readonly Resolved[]> {
  const found = new Map<string, Resolved[]>()
  const all = [...spent.values()].flat()
  for (const one of all.sort((a, b) => (a.date === b.date ? a.n - b.n : a.date < b.date ? -1 : 1)))
    for (const word of payerOf(one).words) {
      const list = found.get(word)
      if (list) list.push(one)
      else found.set(word, [one])
    }
  return found
}

/** How many rows are of a day or earlier, in a list that is sorted by day. */
function countUntil(list: readonly Resolved[], day: string): number {
  let [low, high] = [0, list.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((list[middle]?.date ?? '') <= day) low = middle + 1
    else high = middle
  }
  return low
}

/** The number of the row that a row is a refund of, as long as nobody has decided about it. */
const refundedBy = ({ verdict, decision, reasons }: StoredRow): number | undefined => {
  const [first] = reasons ?? []
  return verdict === 'refund' && decision === null && first?.code === 'refund_of_row'
    ? Number(first.params.row)
    : undefined
}

/** A refund in the category that a person has chosen for the row that it is of. */
export function followed(refund: StoredRow, decided: ReadonlyMap<number, StoredRow>): StoredRow {
  const of = decided.get(refundedBy(refund) ?? 0)?.draft
  if (!refund.draft || of?.kind !== 'expense' || of.splits.length > 0) return refund
  const { category_id, category_name } = of
  return { ...refund, draft: { ...refund.draft, category_id, category_name } }
}

/** The rows of a file, whose refunds follow the rows that a person has decided about. */
export async function withRefunds(rows: StoredRow[]): Promise<StoredRow[]> {
  const decided = new Map(rows.flatMap((row) => (row.decision?.draft ? [[row.n, row]] : [])))
  return decided.size === 0 ? rows : mapInSlices(rows, (row) => followed(row, decided))
}
