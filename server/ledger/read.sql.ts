import { type Sql, sql } from '../database/sql.ts'
import type { Entry, ReadTransaction, Transaction } from './journal.ts'
import { countsAt } from './known-at.sql.ts'

/** The live entries `e` of a transaction `t`; the last ones if it is in the trash. */
export const entriesAt = (bookId: string, version?: number): Sql => sql`
  entries e where e.book_id = ${bookId} and e.transaction_id = t.id
    and case when t.deleted_at is null then ${countsAt(version, sql`e.`)} else e.until_version = t.version end`

/**
 * Joins each transaction `t` with its entries `e`. They are looked up one transaction after another, whatever number of rows PostgreSQL expects;
 * those that count at the same time are of one version, so that `ordinal` is their order.
 */
export const withEntries = (bookId: string, version?: number): Sql =>
  sql`cross join lateral (select * from ${entriesAt(bookId, version)} offset 0) e`

/**
 * A row of a transaction `t` and one of its entries `e`, in the order in which `transactionOf` and `entryOf` read it. Ids, numbers, days, times
 * and names of our own are one text, which PostgreSQL writes, and Node reads, in less time than as many columns or a JSON array. Notes, tags
 * and the external id come with the first entry alone.
 */
export const storedColumns: Sql = sql`
  row(t.id, t.kind, t.date, t.currency_id, t.amount, t.base_amount, t.fx_rate, t.fx_source, t.fx_date, t.category_id, t.account_id,
      t.charged_amount, t.to_account_id, t.to_amount, t.to_currency_id, t.other_source, t.contact_id, t.obligation_id, t.plan_id,
      t.is_refund, t.version, t.created_at, t.updated_at, t.deleted_at, t.created_version,
      e.debit_account_id, e.credit_account_id, e.debit_line_id, e.credit_line_id, e.currency_id, e.amount, e.base_amount,
      e.category_id, e.obligation_id)::text as stored,
  case when e.ordinal = 0 then t.notes end as notes,
  case when e.ordinal = 0 and t.tags <> '{}' then to_json(t.tags) end as tags,
  case when e.ordinal = 0 then t.external_id end as external_id, e.memo`

/** A row of a transaction and one of its entries, and, once they are gathered, the rows of its other entries. */
export type JoinedRow = {
  stored: string
  notes: string | null
  tags: string[] | null
  external_id: string | null
  memo: string
  others?: JoinedRow[]
}

/** The text of each column of `stored`, empty where there is none: nothing in it has a comma. */
const textsOf = (stored: string): string[] => stored.slice(1, -1).split(',')

const ID_END = '(12345678-1234-1234-1234-123456789012'.length

/** Whether two rows are of one transaction: its id is the first of their columns. */
const isSame = (one: JoinedRow, other: JoinedRow): boolean =>
  one.stored.slice(0, ID_END) === other.stored.slice(0, ID_END)

/** Makes one row of those of one transaction, which come one after another. */
export function gather<Row extends JoinedRow>(rows: Row[]): Row[] {
  const gathered: Row[] = []
  let last: Row | undefined
  for (const row of rows) {
    if (last && isSame(last, row)) {
      last.others ??= []
      last.others.push(row)
    } else {
      last = row
      gathered.push(row)
    }
  }
  return gathered
}

const orNull = (text = ''): string | null => (text === '' ? null : text)

const amountOf = (text = ''): bigint | null => (text === '' ? null : BigInt(text))

/** The place of the first column of an entry. */
const ENTRY = 25

/** An entry, from the texts of its row. */
const entryOf = (texts: string[], memo: string): Entry => ({
  debit_account_id: texts[ENTRY] ?? '',
  credit_account_id: texts[ENTRY + 1] ?? '',
  debit_line_id: texts[ENTRY + 2] ?? '',
  credit_line_id: texts[ENTRY + 3] ?? '',
  currency_id: texts[ENTRY + 4] ?? '',
  amount: BigInt(texts[ENTRY + 5] ?? ''),
  base_amount: BigInt(texts[ENTRY + 6] ?? ''),
  category_id: orNull(texts[ENTRY + 7]),
  obligation_id: orNull(texts[ENTRY + 8]),
  memo,
})

const [TIME, TIME_END, WHOLE_SECONDS, MILLISECONDS] = [12, '+00"'.length, '12:34:56', '12:34:56.000']

/** A time in the common form: with milliseconds, in UTC. PostgreSQL leaves out zeros at the end, and quotes texts with a space. */
function timeOf(text = ''): string {
  const time = text.slice(TIME, -TIME_END)
  const whole = time.length === WHOLE_SECONDS.length ? `${time}.` : time
  return `${text.slice(1, TIME - 1)}T${whole.padEnd(MILLISECONDS.length, '0')}Z`
}

/** A transaction with its entries, from gathered rows. */
export function transactionOf({
  stored,
  notes,
  tags,
  external_id,
  memo,
  others = [],
}: JoinedRow): ReadTransaction {
  const texts = textsOf(stored)
  return {
    id: texts[0] ?? '',
    kind: texts[1] as Transaction['kind'], // verify checks the names of kinds and sources
    date: texts[2] ?? '',
    currency_id: texts[3] ?? '',
    amount: BigInt(texts[4] ?? ''),
    base_amount: BigInt(texts[5] ?? ''),
    fx_rate: texts[6] ?? '',
    fx_source: texts[7] as Transaction['fx_source'],
    fx_date: texts[8] ?? '',
    category_id: orNull(texts[9]),
    account_id: orNull(texts[10]),
    charged_amount: amountOf(texts[11]),
    to_account_id: orNull(texts[12]),
    to_amount: amountOf(texts[13]),
    to_currency_id: orNull(texts[14]),
    other_source: orNull(texts[15]) as Transaction['other_source'],
    contact_id: orNull(texts[16]),
    obligation_id: orNull(texts[17]),
    plan_id: orNull(texts[18]),
    is_refund: texts[19] === 't',
    notes,
    tags: tags ?? [],
    external_id,
    created_version: Number(texts[24]),
    version: Number(texts[20]),
    created_at: timeOf(texts[21]),
    updated_at: timeOf(texts[22]),
    deleted_at: texts[23] === '' ? null : timeOf(texts[23]),
    entries: [entryOf(texts, memo), ...others.map((row) => entryOf(textsOf(row.stored), row.memo))],
  }
}
