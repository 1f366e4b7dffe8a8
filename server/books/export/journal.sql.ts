import { type Database, onlyRow, rows } from '../../database/database.ts'
import { type Sql, sql } from '../../database/sql.ts'
import { batchesOf } from '../../database/stream.ts'
import { entriesAt } from '../../ledger/read.sql.ts'
import type { JournalAccount } from './accounts.ts'

/** The records of a journal, each in the order in which it is written. Records in the trash are left out. */

export type BookLine = { name: string; base: string; version: number }
export type ContactLine = {
  id: string
  name: string
  phone: string | null
  email: string | null
  notes: string | null
}
export type RateLine = { date: string; from_id: string; to_id: string; rate: string }
export type ObligationLine = {
  id: string
  name: string
  contact: string
  direction: string
  reference: string | null
  notes: string | null
  opened_date: string
  due_date: string | null
  currency_id: string
  original_amount: bigint
  outstanding_amount: bigint
}
export type TransactionLine = {
  id: string
  date: string
  kind: string
  contact: string | null
  obligation_id: string | null
  obligation: string | null
  is_refund: boolean
  notes: string | null
  tags: string[]
  /** Debit, credit, currency, amount, base amount, the category's account, memo. */
  entries: [string, string, string, string, string, string | null, string][]
}

/** The book's own row, as of the moment at which all of its records are read. */
export const headingOf = (db: Database, book: string): Promise<BookLine> =>
  onlyRow(
    db,
    sql`select name, base_currency_id as base, version::float8 as version from books where id = ${book}`,
  )

/** The accounts that are in use or could be: one in the trash, such as that of a deleted category, may have entries all the same. */
export const exportedAccounts = (db: Database, book: string): Promise<JournalAccount[]> => {
  const isUsed = (side: Sql) =>
    sql`exists (select from entries e where e.book_id = ${book} and ${side} = a.id and e.until_version is null)`
  return rows(
    db,
    sql`select id, name, code, type, role,
          (select p.account_id from categories c join categories p on p.book_id = ${book} and p.id = c.parent_id
           where c.book_id = ${book} and c.account_id = a.id) as parent
        from accounts a
        where book_id = ${book} and (deleted_at is null or ${isUsed(sql`e.debit_account_id`)} or ${isUsed(sql`e.credit_account_id`)})
        order by code`,
  )
}

/** The accounts that have entries in the base currency alone. */
export const withDifferences = (db: Database, book: string): Promise<{ id: string }[]> =>
  rows(
    db,
    sql`select distinct side.id from entries e, lateral (values (e.debit_account_id), (e.credit_account_id)) side (id)
        where e.book_id = ${book} and e.until_version is null and e.amount = 0`,
  )

/** The currencies that amounts, rates or debts are in. */
export const exportedCurrencies = (db: Database, book: string): Promise<{ id: string; name: string }[]> =>
  rows(
    db,
    sql`select id, name from currencies where id in (
          select base_currency_id from books where id = ${book}
          union select currency_id from totals where book_id = ${book}
          union select currency_id from accounts where book_id = ${book} and currency_id is not null
          union select from_id from book_rates where book_id = ${book}
          union select to_id from book_rates where book_id = ${book}
          union select currency_id from obligations where book_id = ${book}
          union select currency_id from transactions where book_id = ${book} and deleted_at is null) order by id`,
  )

export const exportedContacts = (db: Database, book: string) =>
  batchesOf<ContactLine>(
    db,
    'contacts_of_journal',
    sql`select id, name, phone, email, notes from contacts where book_id = ${book} and deleted_at is null
        order by name collate "und-x-icu", created_version, id`,
  )

/** The book's own rates, and those that transactions were recorded at, once for each day and pair; the book's own come first. */
export const ratesOf = (db: Database, book: string, base: string) =>
  batchesOf<RateLine>(
    db,
    'rates_of_journal',
    sql`select distinct on (date, from_id, to_id) date, from_id, to_id, rate from (
          select date, from_id, to_id, rate, 0 as rank from book_rates where book_id = ${book}
          union all
          select fx_date, currency_id, ${base}::text, fx_rate, 1 from transactions
          where book_id = ${book} and deleted_at is null and currency_id <> ${base}) used
        order by date, from_id, to_id, rank, rate`,
  )

export const exportedObligations = (db: Database, book: string) =>
  batchesOf<ObligationLine>(
    db,
    'obligations_of_journal',
    sql`select o.id, o.name, c.name as contact, o.direction, o.reference, o.notes, o.opened_date, o.due_date, o.currency_id,
               o.original_amount, o.outstanding_amount
        from obligations o join contacts c on c.book_id = ${book} and c.id = o.contact_id
        where o.book_id = ${book} and o.deleted_at is null order by o.opened_date, o.created_version, o.id`,
  )

export const tagsOf = (db: Database, book: string) =>
  batchesOf<{ tag: string }>(
    db,
    'tags_of_journal',
    sql`select distinct unnest(tags) as tag from transactions
        where book_id = ${book} and deleted_at is null and tags <> '{}' order by tag`,
  )

export const transactionsOf = (db: Database, book: string) =>
  batchesOf<TransactionLine>(
    db,
    'transactions_of_journal',
    sql`select t.id, t.date, t.kind, c.name as contact, t.obligation_id, o.name as obligation, t.is_refund, t.notes, t.tags,
               ${entries(book)} as entries
        from transactions t
        left join contacts c on c.book_id = ${book} and c.id = t.contact_id
        left join obligations o on o.book_id = ${book} and o.id = t.obligation_id
        where t.book_id = ${book} and t.deleted_at is null
        order by t.date, t.created_version, t.created_position`,
  )

/** Found by their transaction, as everywhere: a plain condition that they are live offers indexes of the whole book to a planner without statistics. */
const entries = (book: string): Sql => sql`
  (select json_agg(json_build_array(e.debit_account_id, e.credit_account_id, e.currency_id, e.amount::text, e.base_amount::text,
            (select account_id from categories k where k.book_id = ${book} and k.id = e.category_id), e.memo) order by e.ordinal)
   from ${entriesAt(book)})`
