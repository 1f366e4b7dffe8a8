import { type Day, todayIn } from '../../contract/day.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Statement } from '../../contract/statement.ts'
import { type Db, row } from '../database/database.ts'
import { join, type Sql, sql } from '../database/sql.ts'
import { amountToApi } from '../ledger/amounts.ts'
import type { BookRow } from '../ledger/book.ts'
import { countsAt, recordsAt, storedAt } from '../ledger/known-at.sql.ts'
import { balanceOf } from './balance.sql.ts'

const LATEST = 1_000
/** A statement shows the beginning of long notes; the transaction has all of them. */
const NOTES_CHARACTERS = 500

/** The age groups of late amounts, with their largest number of days. */
const BUCKETS = { not_due: 0, days_1_30: 30, days_31_60: 60, days_61_90: 90 } as const
type AgeBucket = keyof typeof BUCKETS | 'older'

type OpenRow = {
  currency_id: string
  direction: 'payable' | 'receivable'
  bucket: AgeBucket
  amount: string
  base_amount: string
}
type MovementRow = {
  date: Day
  kind: string
  transaction_id: string
  obligation_id: string
  name: string
  direction: 'payable' | 'receivable'
  currency_id: string
  amount: string
  base_amount: string
  notes: string | null
}

type StatementRow = { name: string; is_deleted: boolean; open: OpenRow[]; latest: MovementRow[] }

/** The outstanding amounts of a contact's obligations, by currency, direction and how late they are: a few rows for any number of obligations. */
const openWith = (book: BookRow, contactId: string, today: Day, version?: number): Sql => sql`
  select currency_id, direction, case ${join(
    Object.entries(BUCKETS).map(
      ([bucket, days]) =>
        sql`when ${today}::date - coalesce(due_date, ${today}::date) <= ${days} then ${bucket}`,
    ),
    sql` `,
  )} else 'older' end as bucket, sum(outstanding_amount)::text as amount, sum(outstanding_base)::text as base_amount
  from ${recordsAt(book, 'obligations', version)} o
  where contact_id = ${contactId} and deleted_at is null and outstanding_amount > 0
  group by 1, 2, 3 order by 1, 2, 3`

/** The entries `e` of an obligation `o` on its claim account: the live ones, or those live at a version. */
const entriesOfClaim = (book: BookRow, version?: number): Sql =>
  sql`e.book_id = ${book.id} and e.obligation_id = o.id and ${countsAt(version, sql`e.`)}
       and o.claim_account_id in (e.debit_account_id, e.credit_account_id)`

/** An amount of an entry: positive where the contact owes me more, or I owe less. */
const signedSum = (column: Sql): Sql =>
  sql`sum(case when e.debit_account_id = o.claim_account_id then e.${column} else -e.${column} end)::text`

/** The beginning of the notes of a transaction `m.transaction_id`, as they are now or were at a version. */
function notesOf(book: BookRow, version?: number): Sql {
  const notes =
    version === undefined
      ? sql`t.notes`
      : sql`case when t.version <= ${version} then t.notes
                 else (select stored.after->>'notes' from ${storedAt(book, sql`t.id`, version)} stored) end`
  return sql`(select left(${notes}, ${NOTES_CHARACTERS}) from transactions t where t.book_id = ${book.id} and t.id = m.transaction_id)`
}

/**
 * The latest movements on a contact's claims, the latest first. Live entries are looked up by their obligation (a subquery with an offset
 * is not joined in another way): in a book that was just filled, a planner without statistics compared all of them instead. Entries of
 * the past have no index by obligation.
 */
const movementsOf = (book: BookRow, contactId: string, version?: number): Sql => sql`
  select m.date, m.kind, m.transaction_id, m.obligation_id, m.name, m.direction, m.currency_id, ${notesOf(book, version)} as notes,
         m.amount, m.base_amount
  from (select e.date, e.kind, e.transaction_id, o.id as obligation_id, o.name, o.direction, o.currency_id,
               e.created_version, e.created_position, ${signedSum(sql`amount`)} as amount, ${signedSum(sql`base_amount`)} as base_amount
        from ${recordsAt(book, 'obligations', version)} o
        ${
          version === undefined
            ? sql`cross join lateral (select e.* from entries e where ${entriesOfClaim(book)} offset 0) e`
            : sql`join entries e on ${entriesOfClaim(book, version)}`
        }
        where o.contact_id = ${contactId} and o.deleted_at is null
        group by e.date, e.kind, e.transaction_id, o.id, o.name, o.direction, o.currency_id, e.created_version, e.created_position
        order by e.date desc, e.created_version desc, e.created_position desc, o.id desc limit ${LATEST + 1}) m
  order by m.date desc, m.created_version desc, m.created_position desc, m.obligation_id desc`

/** All of it in one statement, so that outstanding amounts and movements are of one moment. */
const findStatement = (
  db: Db,
  book: BookRow,
  contactId: string,
  today: Day,
  version?: number,
): Promise<StatementRow | undefined> =>
  row(
    db,
    sql`select today.name, c.deleted_at is not null as is_deleted,
               (select coalesce(json_agg(one), '[]') from (${openWith(book, contactId, today, version)}) one) as open,
               (select coalesce(json_agg(one), '[]') from (${movementsOf(book, contactId, version)}) one) as latest
        from ${recordsAt(book, 'contacts', version)} c join contacts today on today.book_id = ${book.id} and today.id = c.id
        where c.id = ${contactId}`,
  )

/** The statement of a contact; for a contact in the trash, as long as an amount is outstanding. */
export async function readStatement(
  db: Db,
  book: BookRow,
  contactId: string,
  version?: number,
): Promise<Statement> {
  const today = todayIn(book.time_zone)
  const found = await findStatement(db, book, contactId, today, version)
  if (!found || (found.is_deleted && found.open.length === 0)) return refuse('not_found')
  const { name, open, latest } = found
  const base = book.base_currency_id
  return {
    contact: { id: contactId.toLowerCase(), name },
    date: today,
    base_currency_id: base,
    ...balanceOf(book, open),
    ageing: [...Map.groupBy(open, ({ currency_id, direction }) => `${currency_id} ${direction}`)].map(
      ([, rows]) => {
        const { currency_id = base, direction = 'payable' } = rows[0] ?? {}
        const late = (bucket: AgeBucket) =>
          amountToApi(BigInt(rows.find((one) => one.bucket === bucket)?.amount ?? 0), currency_id)
        return {
          currency_id,
          direction,
          not_due: late('not_due'),
          days_1_30: late('days_1_30'),
          days_31_60: late('days_31_60'),
          days_61_90: late('days_61_90'),
          older: late('older'),
        }
      },
    ),
    ...withBalances(book, open, latest),
  }
}

/** Movements from the oldest shown to the latest, each with the balance after it, computed back from the outstanding amounts. */
function withBalances(book: BookRow, open: readonly OpenRow[], latest: readonly MovementRow[]) {
  const balances = new Map<string, bigint>()
  for (const { currency_id, direction, amount } of open) {
    const signed = direction === 'receivable' ? BigInt(amount) : -BigInt(amount)
    balances.set(currency_id, (balances.get(currency_id) ?? 0n) + signed)
  }
  const movements = latest.slice(0, LATEST).map((movement) => {
    const { currency_id, amount, base_amount, ...rest } = movement
    const balance = balances.get(currency_id) ?? 0n
    balances.set(currency_id, balance - BigInt(amount))
    return {
      ...rest,
      currency_id,
      amount: amountToApi(BigInt(amount), currency_id),
      base_amount: amountToApi(BigInt(base_amount), book.base_currency_id),
      balance: amountToApi(balance, currency_id),
    }
  })
  const opening = [...balances].filter(([, amount]) => amount !== 0n)
  return {
    opening: opening.map(([currency_id, amount]) => ({
      currency_id,
      amount: amountToApi(amount, currency_id),
    })),
    movements: movements.reverse(),
    is_complete: latest.length <= LATEST,
  }
}
