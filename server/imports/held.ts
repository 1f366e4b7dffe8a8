import type { Day } from '../../contract/day.ts'
import type { ImportRow } from '../../contract/import-rows.ts'
import type { Db } from '../database/database.ts'
import { type Sql, sql } from '../database/sql.ts'
import type { BookRow } from '../ledger/book.ts'
import { heldBy, heldThrough } from './held-by.ts'
import type { StoredRow } from './rows.sql.ts'
import { saidBalances } from './said.sql.ts'

/** Why a commit would refuse a row as the book is now, whatever was found when the row was judged. */
export type Holds = {
  readonly of: (row: StoredRow) => ImportRow['held']
  /** A condition on rows that a filter may choose. */
  readonly isFree: Sql
}

export async function readHolds(db: Db, book: BookRow): Promise<Holds> {
  const said = await saidBalances(db, book.id)
  const closed: Day | null = book.closed_through
  const holding = (row: StoredRow): ImportRow['held'] => {
    const { date, currency_id, account_id, draft } = row
    if (date === null || draft === null || (row.verdict === 'duplicate' && !row.is_chosen)) return null
    if (closed !== null && date <= closed) return { by: 'closed', account_id }
    for (const id of [account_id, draft.other_account_id]) {
      const balance = id === null ? undefined : said.get(id)
      if (!balance || date > balance.through || currency_id !== balance.currency_id) continue
      const by = heldBy(date, balance, closed)
      if (by) return { by, account_id: id }
    }
    return null
  }
  const held = [...said].flatMap(([id, balance]) => {
    const through = heldThrough(balance, closed)
    return through === null ? [] : [{ id, currency_id: balance.currency_id, through }]
  })
  const isCovered = sql`exists (
    select from unnest(${held.map(({ id }) => id)}::uuid[], ${held.map((one) => one.currency_id)}::text[],
                       ${held.map((one) => one.through)}::date[]) held (account_id, currency_id, through)
    where held.account_id::text in (import_rows.account_id::text, import_rows.draft ->> 'other_account_id')
      and held.currency_id = import_rows.currency_id and import_rows.date <= held.through)`
  const isOpen = sql`(${closed}::date is null or date > ${closed}::date)`
  return { of: holding, isFree: sql`${isOpen} and not ${isCovered}` }
}
