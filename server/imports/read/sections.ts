import { isPendingTitle } from './booked.ts'
import type { Cells } from './cells.ts'
import { bad, shortValue } from './file-values.ts'
import { folded } from './headings.ts'
import { isHeadings, isRow, type Layout } from './layout.ts'
import { type BadRow, type FileRow, isBad } from './row.ts'
import { cannot, type RowFault } from './row-faults.ts'

/**
 * Follows the titles and the headings within a table: rows below "Pending transactions" have moved no money, those below a second title with
 * headings may be of another account, and those below other headings have other columns.
 */
export function startSections({ header, title: above = '' }: Pick<Layout, 'header' | 'title'>) {
  const key = (cells: readonly string[]) => cells.map(folded).join('|').replace(/\|+$/, '')
  const own = header && key(header)
  const belowTitle = (title: string): RowFault | undefined =>
    isPendingTitle(title) ? cannot('not_moved_below', { title: shortValue(title) }) : undefined
  const isFirstPending = belowTitle(above) !== undefined
  let pending = belowTitle(above)
  let [other, title]: [RowFault?, string?] = []
  return {
    /** A line that is no entry. */
    note({ line, cells }: Cells): void {
      const used = cells.map((cell) => cell.trim()).filter(Boolean)
      if (used.length === 0) return
      if (used.length > 1 && own !== undefined && isHeadings(cells)) {
        if (key(cells) !== own) other = cannot('other_headings', { other_line: line })
        else if (title !== undefined && !isFirstPending)
          other = cannot('other_title', { title: shortValue(title) })
        title = undefined
      } else if (used.length <= 2 && !isRow({ line, cells }) && /\p{L}{3}/u.test(used[0] ?? '')) {
        title = used.join(' ')
        if (used.length > 1) return
        pending = belowTitle(title)
      }
    },
    /** An entry as it is, or with the fault of its place. */
    entry(row: FileRow | BadRow): FileRow | BadRow {
      title = undefined
      const fault = pending ?? other
      if (fault === undefined || isBad(row)) return row
      return bad(row.n, row.line, row.text, ['line', fault])
    },
  }
}
