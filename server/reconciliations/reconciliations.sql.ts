import type { Reconciliation, ReconciliationSummary } from '../../contract/reconciliations.ts'
import { refuse } from '../../contract/refusals.ts'
import { type Db, row } from '../database/database.ts'
import { type Sql, sql } from '../database/sql.ts'
import type { BookRow } from '../ledger/book.ts'
import { byCreation, type Page, page } from '../lists/lists.ts'
import { idOrNone } from '../process/ids.ts'
import type { ReconciliationRow } from '../records/reconciliation.ts'
import { reconciliationToApi } from './to-api.ts'

/** A reconciliation as it is read. The lines of an open one are looked up (in the trash it has none); those of a finished one are stored with it. */
type ReadRow = Omit<ReconciliationRow, 'created_version' | 'version'> & {
  created_version: bigint
  version: bigint
  account_name: string
  /** The sum of the live lines on the account's normal side, and their ids; null for a finished one. */
  live_amount: string | null
  live_ids: string[] | null
  cleared_count: number
}

/** The live entries of an open reconciliation `r` with the line `ticked.id`. */
const linesOn = (book: BookRow, line: Sql, account: Sql, amount: Sql): Sql => sql`
  select ${amount} as amount from entries e
  where e.book_id = ${book.id} and e.${line} = ticked.id and e.until_version is null
    and e.${account} = r.account_id and e.currency_id = r.currency_id`

/** The start of `r`. The first of a chain starts with the balance that was said of account `a`, which may change until it is finished. */
const startNow = (book: BookRow): Sql => sql`
  case when r.finished_at is null and r.deleted_at is null and not exists (
      select from reconciliations o where o.book_id = ${book.id} and o.account_id = r.account_id and o.currency_id = r.currency_id
        and o.deleted_at is null and o.finished_at is not null)
    then case when a.as_of_currency_id = r.currency_id and r.date >= a.as_of_date then a.as_of_amount else 0 end
    else r.start_amount end`

const reconciliationsOf = (book: BookRow, accountId: string): Sql => sql`
  (select r.id, r.account_id, r.currency_id, r.date, r.statement_amount, ${startNow(book)} as start_amount, r.adjustment_id, r.finished_at, r.created_version,
          r.version, r.created_at, r.updated_at, r.deleted_at, a.name as account_name, r.cleared_line_ids, live.ids as live_ids,
          (case when a.type = 'asset' then live.amount else -live.amount end)::text as live_amount,
          case when r.finished_at is null then coalesce(cardinality(live.ids), 0) else cardinality(r.cleared_line_ids) end as cleared_count
   from reconciliations r join accounts a on a.book_id = ${book.id} and a.id = r.account_id
   cross join lateral (
     select sum(e.amount) as amount, array_agg(ticked.id order by ticked.place) as ids
     from unnest(case when r.finished_at is null and r.deleted_at is null then r.cleared_line_ids end) with ordinality ticked (id, place)
     cross join lateral (
       ${linesOn(book, sql`debit_line_id`, sql`debit_account_id`, sql`e.amount`)} union all
       ${linesOn(book, sql`credit_line_id`, sql`credit_account_id`, sql`-e.amount`)} offset 0) e) live
   where r.book_id = ${book.id} and r.account_id = ${idOrNone(accountId)}) reconciliation`

function rowToApi(found: ReadRow): Reconciliation {
  const { created_version, version, account_name, live_amount, live_ids, cleared_count: _, ...rest } = found
  const stored = { ...rest, created_version: Number(created_version), version: Number(version) }
  const cleared =
    stored.finished_at === null
      ? { ids: live_ids ?? [], amount: BigInt(live_amount ?? 0) }
      : { ids: stored.cleared_line_ids, amount: stored.statement_amount - stored.start_amount }
  return reconciliationToApi(stored, { name: account_name }, cleared)
}

export async function readReconciliation(
  db: Db,
  book: BookRow,
  accountId: string,
  id: string,
): Promise<Reconciliation> {
  const found = await row<ReadRow>(
    db,
    sql`select reconciliation.* from ${reconciliationsOf(book, accountId)}
        join accounts a on a.book_id = ${book.id} and a.id = reconciliation.account_id and a.deleted_at is null
        where reconciliation.id = ${idOrNone(id)} and reconciliation.deleted_at is null`,
  )
  return found ? rowToApi(found) : refuse('not_found')
}

/** The reconciliations of an account, without the ids of their lines. */
export async function listReconciliationsOf(
  db: Db,
  book: BookRow,
  accountId: string,
  query: Parameters<typeof page>[1] & { deleted?: 'only' },
): Promise<Page<ReconciliationSummary>> {
  const account = await row(
    db,
    sql`select from accounts where book_id = ${book.id} and id = ${idOrNone(accountId)} and deleted_at is null`,
  )
  if (!account) refuse('not_found')
  return page<ReadRow, ReconciliationSummary>(db, query, {
    columns: sql`id, account_id, currency_id, date, statement_amount, start_amount, adjustment_id, finished_at, created_version, version,
      created_at, updated_at, deleted_at, account_name, live_amount, cleared_count, array[]::uuid[] as cleared_line_ids, null as live_ids`,
    from: reconciliationsOf(book, accountId),
    where: [query.deleted ? sql`deleted_at is not null` : sql`deleted_at is null`],
    order: '-date',
    orders: { date: { key: sql`date`, type: 'date' } },
    ties: byCreation,
    record: (found) => {
      const { cleared_line_ids: _, ...summary } = rowToApi(found)
      return { ...summary, cleared_count: found.cleared_count }
    },
  })
}
