import { readBack } from '../../../contract/formula-cells.ts'
import type { ColumnRole } from '../../../contract/import-mapping.ts'
import type { Cells } from './cells.ts'
import { type HeadedColumn, isOut } from './columns.ts'
import { type Evidence, mayBeDay, startEvidence } from './evidence.ts'
import { isRow, type Layout } from './layout.ts'

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
  /** Whether a fee is not 0, and whether every row has the same words. */
  readonly hasFees: boolean
  readonly isOneText: boolean
  /** Whether some rows have the same words. */
  readonly isRepeated: boolean
  /** How many amounts have a mark for money in, such as CR, one for money out, and neither. */
  readonly marks: { readonly in: number; readonly out: number; readonly none: number }
  /** How many rows have a word for money out, for money in, and none, in the column that says the side. */
  readonly sides: {
    readonly out: number
    readonly outNegative: number
    readonly in: number
    readonly blank: number
  }
  /** How many debits, and credits, have a minus, and how many have none. */
  readonly minuses: Record<'debit' | 'credit', { readonly with: number; readonly without: number }>
}

/** A mark beside an amount. */
const markOf = (cell: string): 'in' | 'out' | 'none' =>
  /\d\s*(?:cr|h|haben|bij)\.?$/i.test(cell)
    ? 'in'
    : /[-−(]|\d\s*(?:dr|db|s|soll|af)\.?$/i.test(cell)
      ? 'out'
      : 'none'

/** The records of several tables, each with the place of its table. */
export function* recordsOf(tables: readonly Layout[]): Generator<readonly [table: number, Cells]> {
  for (const [table, { records }] of tables.entries()) for (const record of records()) yield [table, record]
}

export function scanned(
  tables: readonly Layout[],
  columns: readonly HeadedColumn[],
  roles: readonly ColumnRole[],
): Scan {
  const evidence = startEvidence()
  const accounts = new Set<string>()
  const references = new Set<string>()
  const categories = new Set<string>()
  const marks = { in: 0, out: 0, none: 0 }
  const texts = new Set<string>()
  let [hasFees, isRepeated] = [false, false]
  const sides = { out: 0, outNegative: 0, in: 0, blank: 0 }
  const amountAt = roles.indexOf('amount')
  const minuses = { debit: { with: 0, without: 0 }, credit: { with: 0, without: 0 } }
  const areDays = columns.map(({ values }, at) => roles[at] === 'ignore' && values.some(mayBeDay))
  let [isReferenceUnique, count] = [true, 0]
  for (const [table, { cells }] of recordsOf(tables)) {
    if (++count > MAX_SCANNED) break
    roles.forEach((role, at) => {
      const cell = cells[at]?.trim() ?? ''
      if (role === 'direction') {
        const isMoneyOut = isOut(cell)
        if (isMoneyOut !== undefined) sides[isMoneyOut ? 'out' : 'in']++
        if (isMoneyOut && /[-−(]/.test(cells[amountAt] ?? '')) sides.outNegative++
        else if (cell === '' && isRow({ line: 0, cells: [...cells] })) sides.blank++
      }
      if ((role === 'text' || role === 'payee') && texts.size < 50) {
        if (texts.has(cell)) isRepeated = true
        texts.add(cell)
      }
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
      if (role === 'fee' && /[1-9]/.test(cell)) hasFees = true
      if (role === 'amount' && /[1-9]/.test(cell)) marks[markOf(cell)]++
      if (role === 'account' && accounts.size < 2) accounts.add(cell)
      if (role === 'category' && categories.size <= MAX_CATEGORIES) categories.add(cell)
      if (role === 'reference' && isReferenceUnique) {
        // Statements overlap: another table may have the same row.
        isReferenceUnique = !references.has(`${table} ${cell}`)
        references.add(`${table} ${cell}`)
      }
    })
  }
  return {
    evidence: evidence.end(),
    accounts: accounts.size,
    isReferenceUnique,
    areCategoriesNames:
      categories.size <= MAX_CATEGORIES && [...categories].every(({ length }) => length <= 60),
    hasFees,
    isOneText: texts.size === 1,
    isRepeated,
    marks,
    sides,
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
