import type { Payment } from '../../contract/obligations.ts'
import { refuse } from '../../contract/refusals.ts'
import { type Db, row } from '../database/database.ts'
import { type Sql, sql } from '../database/sql.ts'
import { idOrNull } from '../ids.ts'
import type { BookRow } from '../ledger/book.ts'
import { type TransactionRow, transactionColumns, transactionOf } from '../ledger/read.sql.ts'
import { type Page, page } from '../lists.ts'
import type { Debt } from './debt.ts'
import { type DebtRow, debtOf, obligationsOf } from './obligations.sql.ts'
import { shownPayment } from './shown.ts'

type PaymentRow = TransactionRow & { outstanding: string }

/**
 * Transactions `t` of a debt, each `posted` with what was left of it then: added up once, in the order of the book, for all
 * of its payments together.
 */
const paymentsOf = (book: BookRow, debt: Debt): Sql => sql`transactions t join (
      select transaction_id, ${debt.direction === 'receivable' ? sql`1` : sql`-1`} * sum(sum(
               case ${debt.claim_account_id}::uuid when debit_account_id then amount when credit_account_id then -amount else 0 end
             )) over (order by created_version, created_position) as outstanding
      from entries where book_id = ${book.id} and obligation_id = ${debt.id} and not is_deleted
      group by transaction_id, created_version, created_position) posted on posted.transaction_id = t.id`

async function requireDebt(db: Db, book: BookRow, id: string): Promise<Debt> {
  const found = await row<DebtRow>(
    db,
    sql`select * from ${obligationsOf(book.id)} o where id = ${id} and deleted_at is null`,
  )
  return found ? debtOf(found) : refuse('not_found')
}

export async function readPayment(db: Db, book: BookRow, id: string, paymentId: string): Promise<Payment> {
  const debt = await requireDebt(db, book, id)
  const found = await row<PaymentRow>(
    db,
    sql`select ${transactionColumns(book.id)}, posted.outstanding::text from ${paymentsOf(book, debt)}
        where t.book_id = ${book.id} and t.id = ${idOrNull(paymentId)} and t.obligation_id = ${id} and t.kind = 'payment'
          and t.deleted_at is null`,
  )
  if (!found) return refuse('not_found')
  const { outstanding, ...stored } = found
  return shownPayment(book, debt, transactionOf(stored), BigInt(outstanding))
}

/** The payments of an obligation that count, each with what was left once it and all that was recorded before it is reckoned. */
export async function listPaymentsOf(
  db: Db,
  book: BookRow,
  id: string,
  query: Parameters<typeof page>[1],
): Promise<Page<Payment>> {
  const debt = await requireDebt(db, book, id)
  return page<PaymentRow, Payment>(db, query, {
    columns: sql`${transactionColumns(book.id)}, posted.outstanding::text`,
    from: paymentsOf(book, debt),
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
