import type { Day } from '../../../contract/day.ts'
import { type BadRow, type FileRow, isBad } from './row.ts'

/**
 * Whether a file has its latest row first, so that the rows of a day have to be recorded from the last to the first. The days of the whole
 * file decide; where they do not, as in a file of one day, the balances that it states may have proven it. Otherwise the rows stay as they are. The files of a zip were put into this
 * order one by one (`parts.ts`).
 */
export function isNewestFirst(rows: Iterable<FileRow | BadRow>, isProven: boolean | undefined): boolean {
  let before: Day | undefined
  let [later, earlier] = [0, 0]
  for (const row of rows) {
    if (row.part !== undefined) return false
    if (isBad(row)) continue
    if (before !== undefined && row.date > before) later++
    if (before !== undefined && row.date < before) earlier++
    before = row.date
  }
  return later === earlier ? isProven === true : earlier > later
}
