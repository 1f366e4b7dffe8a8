import { readBack } from '../../../contract/formula-cells.ts'
import type { ColumnRole } from '../../../contract/import-mapping.ts'
import type { HeadedColumn } from './columns.ts'
import { type Evidence, mayBeDay, startEvidence } from './evidence.ts'
import type { Layout } from './layout.ts'

const MAX_SCANNED = 100_000
/** With more names than this, the column of a bank has no categories. */
const MAX_CATEGORIES = 100

/** Facts that only a scan of the whole file gives. */
export type Scan = {
  readonly evidence: Evidence
  readonly accounts: number
  readonly isReferenceUnique: boolean
  /** Whether the cells of the category are few names, and not texts of their own. */
  readonly areCategoriesNames: boolean
  /** How many debits, and credits, have a minus, and how many have none. */
  readonly minuses: Record<'debit' | 'credit', { readonly with: number; readonly without: number }>
}

export function scanned(
  layout: Layout,
  columns: readonly HeadedColumn[],
  roles: readonly ColumnRole[],
): Scan {
  const evidence = startEvidence()
  const accounts = new Set<string>()
  const references = new Set<string>()
  const categories = new Set<string>()
  const minuses = { debit: { with: 0, without: 0 }, credit: { with: 0, without: 0 } }
  const areDays = columns.map(({ values }, at) => roles[at] === 'ignore' && values.some(mayBeDay))
  let [isReferenceUnique, count] = [true, 0]
  for (const { cells } of layout.records()) {
    if (++count > MAX_SCANNED) break
    roles.forEach((role, at) => {
      const cell = cells[at]?.trim() ?? ''
      if (cell === '' || role === 'text') return
      if (role === 'ignore') {
        if (areDays[at] && mayBeDay(cell)) evidence.otherDay(cell)
        return
      }
      if (role === 'date') evidence.day(cell)
      else if (role === 'amount' || role === 'debit' || role === 'credit') evidence.amount(readBack(cell))
      else if (role === 'balance' || role === 'fee') evidence.number(readBack(cell))
      if ((role === 'debit' || role === 'credit') && /[1-9]/.test(cell))
        minuses[role][/[-−(]/.test(cell) ? 'with' : 'without']++
      if (role === 'account' && accounts.size < 2) accounts.add(cell)
      if (role === 'category' && categories.size <= MAX_CATEGORIES) categories.add(cell)
      if (role === 'reference' && isReferenceUnique) {
        isReferenceUnique = !references.has(cell)
        references.add(cell)
      }
    })
  }
  return {
    evidence: evidence.end(),
    accounts: accounts.size,
    isReferenceUnique,
    areCategoriesNames:
      categories.size <= MAX_CATEGORIES && [...categories].every(({ length }) => length <= 60),
    minuses,
  }
}

/**
 * A guess that the whole file contradicts: a reference that several rows share is not a reference; an account that all rows have is the
 * file's own; of a file that names no accounts, many different names, or long ones, are no categories.
 */
export function tempered(role: ColumnRole, scan: Scan): ColumnRole {
  if (role === 'reference' && !scan.isReferenceUnique) return 'ignore'
  if (role === 'account' && scan.accounts < 2) return 'ignore'
  if (role === 'category' && scan.accounts < 2 && !scan.areCategoriesNames) return 'ignore'
  return role
}
