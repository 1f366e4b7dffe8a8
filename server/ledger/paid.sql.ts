import { sql } from '../database/sql.ts'
import type { Changed } from './log.ts'
import { booksIn, type Part, valuesAs } from './parts.sql.ts'
import { type Column, type Debt, tables } from './records.ts'
import { valuesOf } from './stored.ts'
import type { RecordChange } from './verb.ts'

const paidTypes = {
  ...{ book_id: 'uuid', id: 'uuid', outstanding_amount: 'bigint', outstanding_base: 'bigint' },
  ...{ settled_at: 'timestamptz', version: 'bigint', updated_at: 'timestamptz' },
}
const paidColumns: { readonly [name: string]: Column } = Object.fromEntries(
  Object.entries(tables.obligation.columns).filter(([name]) => name in paidTypes),
)

/** Whether a change moves an obligation's outstanding amount and nothing else, as payments and write-offs do. */
export function isPaid({ kind, before, after }: RecordChange): boolean {
  if (kind !== 'obligation' || !before || !after) return false
  return Object.keys(tables.obligation.columns).every(
    (name) => name in paidTypes || before[name as keyof Debt] === after[name as keyof Debt], // a column is a field
  )
}

/** Obligations that were paid. The notes stay where they are: folding those of 800 debts for the search took longer than a statement may. */
export const paidPart = (saved: readonly Changed[]): Part => ({
  rows: saved.flatMap(({ book, changes }) =>
    changes.flatMap((change) =>
      change.after && isPaid(change) ? [[book.id, ...valuesOf(paidColumns, change.after)]] : [],
    ),
  ),
  isLong: true,
  write: (rows) => sql`
    update obligations set outstanding_amount = v.outstanding_amount, outstanding_base = v.outstanding_base, settled_at = v.settled_at,
      version = v.version, updated_at = v.updated_at
    from ${valuesAs(paidTypes, rows)}
    where obligations.book_id = any (${booksIn(rows)}) and obligations.book_id = v.book_id and obligations.id = v.id`,
})
