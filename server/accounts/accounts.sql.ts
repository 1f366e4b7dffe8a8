import type { Day } from '../../contract/day.ts'
import { type Db, row } from '../database/database.ts'
import { names, type Sql, sql } from '../database/sql.ts'
import { balancesThrough } from '../ledger/balances.sql.ts'
import type { BookRow } from '../ledger/book.ts'
import type { FxSource } from '../ledger/journal.ts'
import type { KnownRate } from '../ledger/known.ts'
import { accountsAt, countsAt, storedAt } from '../ledger/known-at.sql.ts'
import { knownRatesJson } from '../ledger/rates.ts'
import { type AccountRow, NOT_SAID } from '../records/account.ts'

/** An account as it is read, with its figures: bigints are text inside JSON, so that none is rounded. */
export type ReadAccount = Omit<AccountRow, 'as_of_amount'> & {
  as_of_amount: string | null
  balances: { currency_id: string; amount: string; base_amount: string }[]
  opening: {
    date: Day
    currency_id: string
    amount: string
    is_debit: boolean
    fx_rate: string
    fx_source: FxSource
  } | null
  /** Today's rates of its currencies; null as known at a version. */
  known_rates: KnownRate[] | null
}

/** The balance that was said as of a day, and whether the account is a thing. */
const asOfColumns = names(...Object.keys(NOT_SAID), 'is_valued')

/** The columns of an account, as read from `accountsOf`. */
export const accountColumns: Sql = sql`id, name, code, type, role, is_active, is_claim, is_default, currency_id, created_version, version, created_at, updated_at,
  deleted_at, ${asOfColumns}, balances, opening, known_rates`

/** When an account is read: today, and as known at which version. */
export type Moment = { today: Day; version: number | undefined }

/** Accounts of a book, each with its balances, its opening and, as known now, the rates of today. */
export const accountsOf = (book: BookRow, { today, version }: Moment, accountId?: string): Sql => sql`
  (select a.id, a.name, a.code, a.type, a.role, a.is_active, a.is_claim, a.is_default, a.currency_id, a.created_version,
          a.version::float8 as version, a.created_at, a.updated_at, a.deleted_at, ${asOfColumns}, coalesce(b.balances, '[]') as balances, o.opening,
          ${version === undefined ? knownRatesJson(book, sql`b.currencies`, today) : sql`null::json`} as known_rates
   from ${accountsAt(book, version)} a
   left join ${balancesOf(book, version, accountId)} on ${version === undefined ? sql`true` : sql`b.account_id = a.id`}
   left join lateral ${openingOf(book, version)} o on true) account`

/** Balances as lists. As known now, they are looked up for each account; as known at a version, the entries are read once for all accounts. */
function balancesOf(book: BookRow, version: number | undefined, accountId: string | undefined): Sql {
  const lists = sql`
    json_agg(json_build_object('currency_id', s.currency_id, 'amount', s.amount::text, 'base_amount', s.base_amount::text)
             order by s.currency_id) as balances,
    array_agg(s.currency_id) filter (where s.amount <> 0) as currencies`
  if (version === undefined)
    return sql`lateral (select ${lists} from totals s where s.book_id = ${book.id} and s.account_id = a.id) b`
  return sql`
    (select s.account_id, ${lists} from (
       select account_id, currency_id, sum(amount) as amount, sum(base_amount) as base_amount
       from ${balancesThrough(book, { accountId, version })} parts group by account_id, currency_id) s
     group by s.account_id) b`
}

/** The opening of account `a`, if it has one that is not in the trash. */
function openingOf(book: BookRow, version: number | undefined): Sql {
  const now = sql`
    select json_build_object('date', t.date, 'currency_id', t.currency_id, 'amount', t.amount::text,
                             'fx_rate', t.fx_rate::text, 'fx_source', t.fx_source,
                             'is_debit', exists (select from entries e where e.book_id = ${book.id} and e.transaction_id = t.id
                                                 and e.debit_account_id = a.id and ${countsAt(version, sql`e.`)})) as opening
    from transactions t where t.book_id = ${book.id} and t.account_id = a.id and t.kind = 'opening'`
  if (version === undefined) return sql`(${now} and t.deleted_at is null)`
  return sql`
   (${now} and t.deleted_at is null and t.version <= ${version}
    union all
    select json_build_object('date', s.after -> 'date', 'currency_id', s.after -> 'currency_id', 'amount', s.after -> 'amount',
                             'fx_rate', s.after -> 'fx_rate', 'fx_source', s.after -> 'fx_source',
                             'is_debit', s.after #>> '{entries,0,debit_account_id}' = a.id::text)
    from transactions t cross join lateral ${storedAt(book, sql`t.id`, version)} s
    where t.book_id = ${book.id} and t.account_id = a.id and t.kind = 'opening' and t.version > ${version}
      and s.after ->> 'deleted_at' is null)`
}

/** Finds an account, in the trash or not. */
export const findAccount = (
  db: Db,
  book: BookRow,
  moment: Moment,
  id: string,
): Promise<ReadAccount | undefined> =>
  row(db, sql`select ${accountColumns} from ${accountsOf(book, moment, id)} where id = ${id}`)

/** Whether an account has entries at a version, those of transactions in the trash included. */
export async function hasEntries(
  db: Db,
  book: BookRow,
  id: string,
  version: number | undefined,
): Promise<boolean> {
  const ofAccount = sql`${id} in (e.debit_account_id, e.credit_account_id)`
  const found =
    version === undefined
      ? sql`exists (select from entries e where e.book_id = ${book.id} and e.debit_account_id = ${id} and until_version is null)
         or exists (select from entries e where e.book_id = ${book.id} and e.credit_account_id = ${id} and until_version is null)
         or exists (select from transactions t join entries e on e.book_id = ${book.id} and e.transaction_id = t.id and e.until_version = t.version
                    where t.book_id = ${book.id} and t.deleted_at is not null and ${ofAccount})`
      : sql`exists (select from entries e where e.book_id = ${book.id} and ${ofAccount} and e.version <= ${version}
                      and (e.until_version is null or e.until_version > ${version}
                           or (e.until_version, 'deleted') = (
                             select x.version, x.action from events x
                             where x.book_id = ${book.id} and x.record_id = e.transaction_id::text and x.version <= ${version}
                             order by x.version desc limit 1)))`
  return (await row<{ found: boolean }>(db, sql`select ${found} as found`))?.found ?? false
}
