import type { Day } from '../../contract/day.ts'
import { type Db, rows } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { manyRows } from '../database/stream.ts'
import type { BookRow } from '../ledger/book.ts'
import { idOrNone } from '../process/ids.ts'
import type { Payment } from './rhythm.ts'

/** How many transactions are looked through, so that an old book costs no more. */
const LATEST = 20_000
/** The characters of each text that are read, enough for its meaning. */
const MAX_WORDS = 200

/** A payment, with everything that tells whether it is like others. */
export type RecordedPayment = Payment & {
  readonly kind: 'expense' | 'income' | 'transfer'
  readonly currency_id: string
  readonly base_amount: bigint
  readonly category_id: string | null
  readonly contact_id: string | null
  readonly account_id: string
  readonly to_account_id: string | null
  readonly text: string
}

/** The latest payments between two days that no plan has recorded, in the order of their days. */
export const paymentsBetween = async (
  db: Db,
  book: BookRow,
  from: Day,
  to: Day,
): Promise<RecordedPayment[]> =>
  (
    await manyRows<RecordedPayment>(
      db,
      sql`select t.id, t.kind, t.date, t.amount, t.currency_id, t.base_amount, t.category_id, t.contact_id, t.account_id, t.to_account_id,
                 left(coalesce((select nullif(e.memo, '') from entries e where e.book_id = ${book.id} and e.transaction_id = t.id
                                order by e.version desc, e.ordinal limit 1), t.search), ${MAX_WORDS}) as text
          from (select * from transactions where book_id = ${book.id} and deleted_at is null and date between ${from} and ${to}
                order by date desc, created_version desc, created_position desc limit ${LATEST}) t
          where t.kind in ('expense', 'income', 'transfer') and not t.is_refund and t.plan_id is null and t.account_id is not null
            and t.amount > 0`,
    )
  ).reverse()

/** The words of a payment, and its category and contact, as far as they can still be used. */
export type PaymentWords = {
  readonly id: string
  readonly memo: string | null
  readonly notes: string | null
  readonly category_id: string | null
  readonly category_name: string | null
  readonly contact_id: string | null
  readonly contact_name: string | null
}

export const wordsOfPayments = (db: Db, book: BookRow, ids: readonly string[]): Promise<PaymentWords[]> =>
  rows(
    db,
    sql`select t.id, left(t.notes, 255) as notes,
               (select nullif(e.memo, '') from entries e where e.book_id = ${book.id} and e.transaction_id = t.id
                order by e.version desc, e.ordinal limit 1) as memo,
               g.id as category_id, g.name as category_name, p.id as contact_id, p.name as contact_name
        from transactions t
        left join categories g on g.book_id = ${book.id} and g.id = t.category_id and g.is_active and g.deleted_at is null
        left join contacts p on p.book_id = ${book.id} and p.id = t.contact_id and p.deleted_at is null
        where t.book_id = ${book.id} and t.id = any (${ids}::uuid[])`,
  )

/** Those among transactions that were recorded with an import. */
export const recordedWith = async (
  db: Db,
  book: BookRow,
  importId: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> => {
  const found = await rows<{ transaction_id: string }>(
    db,
    sql`select transaction_id from import_rows
        where book_id = ${book.id} and import_id = ${idOrNone(importId)} and is_chosen and transaction_id = any (${ids}::uuid[])`,
  )
  return new Set(found.map(({ transaction_id }) => transaction_id))
}
