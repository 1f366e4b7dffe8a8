import type { Payment } from '../../contract/obligations.ts'
import { refuse } from '../../contract/refusals.ts'
import { type Db, row } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import type { BookRow } from '../ledger/book.ts'
import { type TransactionRow, transactionColumns, transactionOf } from '../ledger/read.ts'
import { type Page, page } from '../lists.ts'
import { type DebtRow, debtOf, obligationsOf } from './obligations.sql.ts'
import { shownPayment } from './shown.ts'

type PaymentRow = TransactionRow & { outstanding: string }

/** The payments of an obligation that count, each with what was left once it and all that was recorded before it is reckoned. */
export async function listPaymentsOf(
  db: Db,
  book: BookRow,
  id: string,
  query: Parameters<typeof page>[1],
): Promise<Page<Payment>> {
  const found = await row<DebtRow>(
    db,
    sql`select * from ${obligationsOf(book.id)} o where id = ${id} and deleted_at is null`,
  )
  if (!found) return refuse('not_found')
  const debt = debtOf(found)
  const sign = debt.direction === 'receivable' ? sql`1` : sql`-1`
  return page<PaymentRow, Payment>(db, query, {
    columns: sql`${transactionColumns(book.id)}, posted.outstanding::text`,
    // Added up once, in the order of the book, for all of its payments together.
    from: sql`transactions t join (
      select transaction_id, ${sign} * sum(sum(
               case ${debt.claim_account_id}::uuid when debit_account_id then amount when credit_account_id then -amount else 0 end
             )) over (order by created_version, created_position) as outstanding
      from entries where book_id = ${book.id} and obligation_id = ${id} and not is_deleted
      group by transaction_id, created_version, created_position) posted on posted.transaction_id = t.id`,
    where: [
      sql`t.book_id = ${book.id} and t.obligation_id = ${id} and t.kind = 'payment' and t.deleted_at is null`,
    ],
    order: '-date',
    orders: { date: { key: sql`t.date`, type: 'date' } },
    ties: [
      { key: sql`t.created_version`, type: 'bigint' },
      { key: sql`t.created_position`, type: 'integer' },
    ],
    record: ({ outstanding, ...stored }) =>
      shownPayment(book, debt, transactionOf(stored), BigInt(outstanding)),
  })
}
