import { nothing, type Sql, sql } from '../database/sql.ts'
import type { Entry, Transaction } from './journal.ts'
import { countsAt } from './known-at.sql.ts'

/** The live entries `e` of a transaction `t`; the last ones if it is in the trash. */
export const entriesOf = (bookId: string, version?: number): Sql => sql`
  entries e where e.book_id = ${bookId} and e.transaction_id = t.id
    and case when t.deleted_at is null then ${countsAt(version, sql`e.`)} else e.until_version = t.version end`

/**
 * A transaction `t` in stored shape with its entries, as one JSON array: PostgreSQL writes it, and JSON.parse reads it, in half the time
 * that 28 columns take the driver. Inside JSON a bigint is text, so that none is rounded on its way. `ofEach` is what else is read of
 * each entry `e`. The entries of a transaction that count at the same time are of one version, so that the primary key has them in order.
 */
export const storedColumn = (bookId: string, version?: number, ofEach: Sql = nothing): Sql => sql`
  json_build_array(
    t.id, t.kind, t.date, t.currency_id, t.amount::text, t.base_amount::text, t.fx_rate::text, t.fx_source, t.fx_date, t.category_id,
    t.account_id, t.charged_amount::text, t.to_account_id, t.to_amount::text, t.to_currency_id, t.other_source, t.contact_id,
    t.obligation_id, t.plan_id, t.is_refund, t.notes, t.tags, t.created_version, t.created_position, t.version, t.created_at,
    t.updated_at, t.deleted_at,
    (select json_agg(json_build_array(
       e.debit_account_id, e.credit_account_id, e.debit_line_id, e.credit_line_id, e.currency_id, e.amount::text, e.base_amount::text,
       e.category_id, e.obligation_id, e.memo ${ofEach}) order by e.version, e.ordinal)
     from ${entriesOf(bookId, version)})) as stored`

type StoredEntry<More extends unknown[]> = [
  ...[debit: string, credit: string, debitLine: string, creditLine: string, currency: string],
  ...[amount: string, base: string, category: string | null, obligation: string | null, memo: string],
  ...more: More,
]

/** What `storedColumn` reads. */
export type Stored<More extends unknown[] = []> = [
  ...[id: string, kind: Transaction['kind'], date: string, currency: string, amount: string, base: string],
  ...[fxRate: string, fxSource: Transaction['fx_source'], fxDate: string, category: string | null],
  ...[account: string | null, charged: string | null, toAccount: string | null, toAmount: string | null],
  ...[toCurrency: string | null, otherSource: Transaction['other_source'], contact: string | null],
  ...[
    obligation: string | null,
    plan: string | null,
    isRefund: boolean,
    notes: string | null,
    tags: string[],
  ],
  ...[createdVersion: number, createdPosition: number, version: number],
  ...[createdAt: string, updatedAt: string, deletedAt: string | null],
  entries: StoredEntry<More>[],
]

/** An entry, in the order of `storedColumn`. */
const entryOf = (stored: StoredEntry<unknown[]>): Entry => {
  const [debit, credit, debitLine, creditLine, currency_id, amount, base, category_id, obligation_id, memo] =
    stored
  return {
    debit_account_id: debit,
    credit_account_id: credit,
    debit_line_id: debitLine,
    credit_line_id: creditLine,
    currency_id,
    amount: BigInt(amount),
    base_amount: BigInt(base),
    category_id,
    obligation_id,
    memo,
  }
}

const amountOf = (text: string | null): bigint | null => (text === null ? null : BigInt(text))

const WITH_MILLISECONDS = '2026-01-01T00:00:00.000+00:00'.length

/** A time as it is everywhere else: with milliseconds, in UTC. JSON of PostgreSQL's leaves out zeros at the end. */
const timeOf = (text: string): string =>
  text.length === WITH_MILLISECONDS ? `${text.slice(0, 23)}Z` : new Date(text).toISOString()

export const transactionOf = (stored: Stored<unknown[]>): Transaction => ({
  id: stored[0],
  kind: stored[1],
  date: stored[2],
  currency_id: stored[3],
  amount: BigInt(stored[4]),
  base_amount: BigInt(stored[5]),
  fx_rate: stored[6],
  fx_source: stored[7],
  fx_date: stored[8],
  category_id: stored[9],
  account_id: stored[10],
  charged_amount: amountOf(stored[11]),
  to_account_id: stored[12],
  to_amount: amountOf(stored[13]),
  to_currency_id: stored[14],
  other_source: stored[15],
  contact_id: stored[16],
  obligation_id: stored[17],
  plan_id: stored[18],
  is_refund: stored[19],
  notes: stored[20],
  tags: stored[21],
  created_version: stored[22],
  created_position: stored[23],
  version: stored[24],
  created_at: timeOf(stored[25]),
  updated_at: timeOf(stored[26]),
  deleted_at: stored[27] === null ? null : timeOf(stored[27]),
  entries: stored[28].map(entryOf),
})
