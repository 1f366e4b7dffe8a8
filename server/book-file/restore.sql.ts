import { type Db, onlyRow } from '../database/database.ts'
import { names, type Sql, sql } from '../database/sql.ts'
import { fromList, listOf } from '../ledger/stored.ts'
import type { AccountRow } from '../records/account.ts'
import type { CategoryRow } from '../records/category.ts'
import { kinds } from '../records/kinds.ts'

/** The contents of a book before another one is restored into it. */
export type Present = {
  readonly accounts: AccountRow[]
  readonly categories: CategoryRow[]
  /** How many records it has beside accounts and categories, trash included. */
  readonly count: number
  /** The ids that its log knows. */
  readonly ids: ReadonlySet<string>
}

/** A book whose log has more records than this is in use, even if few of them are left. */
export const MAX_KNOWN = 10_000

/** The tables of people's records; ready-made accounts and categories do not count, nor the occurrences of plans. */
const recorded = Object.values(kinds).flatMap(({ name, table }) =>
  ['account', 'category', 'plan_occurrence', 'book'].includes(name) ? [] : [names(table)],
)

export async function presentIn(db: Db, bookId: string): Promise<Present> {
  const count = (table: Sql) => sql`(select count(*) from ${table} where book_id = ${bookId})`
  const all = (kind: 'account' | 'category', table: Sql) => sql`
    (select coalesce(json_agg(json_build_array(${listOf(kinds[kind].columns, 'r')}) order by r.id), '[]')
     from ${table} r where r.book_id = ${bookId})`
  const found = await onlyRow<{
    accounts: unknown[][]
    categories: unknown[][]
    count: number
    ids: string[]
  }>(
    db,
    sql`select ${all('account', sql`accounts`)} as accounts, ${all('category', sql`categories`)} as categories,
               (${recorded.map(count).reduce((sum, one) => sql`${sum} + ${one}`)})::float8 as count,
               array(select distinct record_id from events where book_id = ${bookId} limit ${MAX_KNOWN + 1}) as ids`,
  )
  return {
    accounts: found.accounts.map((list) => fromList(kinds.account.columns, list) as AccountRow),
    categories: found.categories.map((list) => fromList(kinds.category.columns, list) as CategoryRow),
    count: found.count,
    ids: new Set(found.ids),
  }
}
