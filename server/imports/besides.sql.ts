import type { Brings } from '../../contract/import-brings.ts'
import type { PlanKind } from '../../contract/plans.ts'
import { change, type Db, row, rows, type Tx } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { manyRows } from '../database/stream.ts'
import type { RuleRow } from '../records/import-rule.ts'
import { type Basics, earlierNames } from './book-knows.sql.ts'
import type { KeptBesides } from './read/besides.ts'

/** What a file has besides rows, until it is committed. */
export const besidesOf = async (db: Db, bookId: string, id: string): Promise<KeptBesides | undefined> =>
  (
    await row<{ besides: KeptBesides | null }>(
      db,
      sql`select besides from imports where book_id = ${bookId} and id = ${id}`,
    )
  )?.besides ?? undefined

/** Stores what is said of it. */
export const saveBrings = async (
  tx: Tx,
  bookId: string,
  id: string,
  brings: readonly Brings[],
): Promise<void> => {
  await change(
    tx,
    sql`update imports set brings = ${JSON.stringify(brings)} where book_id = ${bookId} and id = ${id}`,
  )
}

/** The records of the book that names in a file may stand for, those that are not in use too, and those that it may repeat. */
export type BookRecords = {
  readonly accounts: readonly {
    readonly id: string
    readonly name: string
    readonly currency_id: string | null
  }[]
  readonly categories: readonly {
    readonly id: string
    readonly kind: 'expense' | 'income'
    readonly name: string
    readonly parent_id: string | null
  }[]
  readonly contacts: readonly { readonly id: string; readonly name: string }[]
  readonly plans: readonly {
    readonly kind: PlanKind
    readonly name: string
    readonly amount: string | null
  }[]
  readonly rules: readonly Pick<RuleRow, 'name' | 'conditions' | 'actions'>[]
  /** The records that names in earlier files stood for, the latest last. */
  readonly names: Basics['names']
}

/** Of records with the same name, those in use come first, and then the oldest. */
export const recordsOf = async (db: Db, bookId: string): Promise<BookRecords> => ({
  accounts: await rows(
    db,
    sql`select id, name, currency_id from accounts
        where book_id = ${bookId} and role is null and deleted_at is null and (type = 'asset' and not is_claim or type = 'liability')
        order by is_active desc, created_version, id limit 10000`,
  ),
  categories: await rows(
    db,
    sql`select id, kind, name, parent_id from categories where book_id = ${bookId} and deleted_at is null
        order by is_active desc, created_version, id limit 10000`,
  ),
  contacts: await rows(
    db,
    sql`select id, name from contacts where book_id = ${bookId} and deleted_at is null order by created_version, id limit 10000`,
  ),
  plans: await rows(
    db,
    sql`select kind, name, draft ->> 'amount' as amount from plans where book_id = ${bookId} and deleted_at is null limit 500`,
  ),
  rules: await rows(
    db,
    sql`select name, conditions, actions from import_rules where book_id = ${bookId} and deleted_at is null limit 500`,
  ),
  names: await manyRows(db, earlierNames(bookId)),
})
