import type { BadRow } from './read/row.ts'
import type { Resolved } from './resolve.ts'

/**
 * Finds rows that an earlier file of the same zip has as well: statements overlap. Two equal rows of one file are two, so a row is counted
 * as often as the file that has it most often. The bank's number decides with day and amount; if no number is in two files, a bank may give
 * new ones with each download, so day, amount and words decide, and different numbers are a question.
 */
export function withOverlaps(all: readonly (Resolved | BadRow)[]): readonly (Resolved | BadRow)[] {
  const rows = all.filter((row): row is Resolved => !('faults' in row))
  if (rows.every(({ row }) => row.part === undefined)) return all
  const account = ({ account_id, row }: Resolved) => account_id ?? row.account ?? ''
  const byNumber = repeated(rows, (row) =>
    row.row.reference === undefined
      ? undefined
      : `${account(row)} ${row.date} ${row.currency_id} ${row.amount} ${row.row.reference}`,
  )
  const areStable = byNumber.size > 0
  const byWords = repeated(rows, (row) =>
    areStable && row.row.reference !== undefined ? undefined : `${account(row)} ${row.line_key}`,
  )
  const kept = new Map<string, number>()
  const occurrences = new Map<number, number>()
  return all.map((row) => {
    if ('faults' in row) return row
    const same = byNumber.get(row.n) ?? byWords.get(row.n)
    const key = `${account(row)} ${row.line_key}`
    const occurrence = same ? (occurrences.get(same.n) ?? 0) : (kept.get(key) ?? 0)
    occurrences.set(row.n, occurrence)
    if (!same) {
      kept.set(key, occurrence + 1)
      return { ...row, occurrence }
    }
    const isDoubtful =
      row.row.reference !== undefined && row.row.reference !== (same.row.reference ?? row.row.reference)
    return { ...row, occurrence, overlaps: { with: same.row, isDoubtful } }
  })
}

/** The rows that repeat a row of an earlier file, by their numbers, and that row: the second equal one of a file repeats the second. */
function repeated(
  rows: readonly Resolved[],
  keyOf: (row: Resolved) => string | undefined,
): ReadonlyMap<number, Resolved> {
  const [firsts, counts] = [new Map<string, Resolved>(), new Map<string, number>()]
  const found = new Map<number, Resolved>()
  for (const row of rows) {
    const key = keyOf(row)
    if (key === undefined) continue
    const inPart = JSON.stringify([row.row.part, key])
    const count = counts.get(inPart) ?? 0
    counts.set(inPart, count + 1)
    const first = firsts.get(`${count} ${key}`)
    if (first) found.set(row.n, first)
    else firsts.set(`${count} ${key}`, row)
  }
  return found
}
