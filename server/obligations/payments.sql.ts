import type { Payment } from '../../contract/obligations.ts'
import { refuse } from '../../contract/refusals.ts'
import { type Db, rows } from '../database/database.ts'
import { type Sql, sql } from '../database/sql.ts'
import { idOrNone } from '../ids.ts'
import { countsAt } from '../ledger/known-at.sql.ts'
import { gather, type StoredRow, storedColumns, transactionOf, withEntries } from '../ledger/read.sql.ts'
import type { BookRow, Debt } from '../ledger/records.ts'
import { type Page, page } from '../lists.ts'
import { debtOf, requireObligationRow } from './obligations.sql.ts'
import { paymentToApi } from './to-api.ts'

type PaymentRow = StoredRow & { outstanding: string }

/** The effect of an entry on the outstanding amount of a debt. */
const effectOn = ({
  claim_account_id,
  direction,
}: Debt): Sql => sql`${direction === 'receivable' ? sql`1` : sql`-1`} *
  case ${claim_account_id}::uuid when debit_account_id then amount when credit_account_id then -amount else 0 end`

/** The live entries of a debt. */
const entriesOf = (book: BookRow, { id }: Debt): Sql =>
  sql`entries e where e.book_id = ${book.id} and e.obligation_id = ${id} and ${countsAt(undefined, sql`e.`)}`

/**
 * Transactions `t` of a debt, each `posted` with the amount outstanding after it: added up once, in the order of the book, for all
 * of its payments together.
 */
const paymentsOf = (book: BookRow, debt: Debt): Sql => sql`transactions t join (
      select transaction_id, sum(sum(${effectOn(debt)})) over (order by created_version, created_position) as outstanding
      from ${entriesOf(book, debt)}
      group by transaction_id, created_version, created_position) posted on posted.transaction_id = t.id`

const livePayments = (book: BookRow, debt: Debt): Sql =>
  sql`t.book_id = ${book.id} and t.obligation_id = ${debt.id} and t.kind = 'payment' and t.deleted_at is null`

const payment: Sql = sql`t.*, posted.outstanding`

/** What is read of payments, `t`. */
const besideThem = (book: BookRow) => ({
  columns: sql`${storedColumns}, t.outstanding::text`,
  from: withEntries(book.id),
  order: sql`e.ordinal`,
  gather: gather<PaymentRow>,
})

const rowToApi = (book: BookRow, debt: Debt, row: PaymentRow): Payment =>
  paymentToApi(book, debt, transactionOf(row), BigInt(row.outstanding))

export async function readPayment(db: Db, book: BookRow, id: string, paymentId: string): Promise<Payment> {
  const debt = debtOf(await requireObligationRow(db, book, id))
  const { columns, from, order } = besideThem(book)
  const found = await rows<PaymentRow>(
    db,
    sql`select ${columns} from (
          select ${payment} from ${paymentsOf(book, debt)} where ${livePayments(book, debt)} and t.id = ${idOrNone(paymentId)}) t
        ${from} order by ${order}`,
  )
  const [one] = gather(found)
  return one ? rowToApi(book, debt, one) : refuse('not_found')
}

/** The live payments of an obligation, each with the amount outstanding once it and all recorded before it are counted. */
export async function listPaymentsOf(
  db: Db,
  book: BookRow,
  id: string,
  query: Parameters<typeof page>[1],
): Promise<Page<Payment>> {
  const debt = debtOf(await requireObligationRow(db, book, id))
  return page<PaymentRow, Payment>(db, query, {
    columns: payment,
    beside: besideThem(book),
    from: paymentsOf(book, debt),
    where: [livePayments(book, debt)],
    order: '-date',
    orders: { date: { key: sql`t.date`, type: 'date' } },
    ties: [
      { key: sql`t.created_version`, type: 'bigint' },
      { key: sql`t.created_position`, type: 'integer' },
    ],
    record: (found) => rowToApi(book, debt, found),
  })
}
