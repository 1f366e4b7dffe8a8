import { Refusal, refuse } from '../../contract/refusals.ts'
import type { ChosenRow } from './commit.sql.ts'

/** Refuses an import because of one of its rows. */
export const refuseRow = ({ n, file_row }: ChosenRow, reason: string): never =>
  refuse('row_refused', { n, line: file_row.line, reason })

/** Turns the refusal of a verb into one that names the row and its line. */
export function ofRow<T>(row: ChosenRow, record: () => T): T {
  try {
    return record()
  } catch (error) {
    if (!(error instanceof Refusal) || error.code === 'row_refused') throw error
    return refuseRow(row, error.message)
  }
}
