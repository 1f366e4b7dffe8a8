import { change, type Database, transaction } from '../database/database.ts'
import { type Sql, sql } from '../database/sql.ts'
import { KEPT_DAYS } from '../ledger/repeats.ts'
import { totalLife, unusedLife } from './auth.sql.ts'
import { eraseOwnerless } from './erase.sql.ts'

const STEP = 1_000

const isForgotten = sql`status <> 'committed' and created_at < now() - interval '30 days'`

/** Rows that no longer count. Each statement removes a step's worth, by an index on the age, and answers with what it removed. */
export const outdated: readonly Sql[] = [
  sql`delete from tokens where (user_id, id) in
        (select user_id, id from tokens where created_at < now() - ${totalLife} limit ${STEP}) returning 1`,
  sql`delete from tokens where (user_id, id) in
        (select user_id, id from tokens where last_used_at < now() - ${unusedLife} limit ${STEP}) returning 1`,
  // The slowest counter has drained within nine hours.
  sql`delete from login_attempts where (email_key, address) in
        (select email_key, address from login_attempts
         where succeeded_at is null and at < now() - interval '1 day' limit ${STEP}) returning 1`,
  sql`delete from login_attempts where (email_key, address) in
        (select email_key, address from login_attempts
         where succeeded_at < now() - interval '90 days' limit ${STEP}) returning 1`,
  sql`delete from idempotency_keys where (book_id, key) in
        (select book_id, key from idempotency_keys where created_at < now() - make_interval(days => ${KEPT_DAYS}) limit ${STEP}) returning 1`,
  // An import that nobody committed for a month. It can no longer be committed before its rows go.
  sql`update imports set status = 'failed', fault = 'It was not committed within 30 days.' where (book_id, id) in
        (select book_id, id from imports where ${isForgotten} and status <> 'failed' limit ${STEP}) returning 1`,
  sql`delete from import_rows where (book_id, import_id, n) in
        (select r.book_id, r.import_id, r.n from imports i join import_rows r on r.book_id = i.book_id and r.import_id = i.id
         where ${isForgotten} limit ${STEP}) returning 1`,
  sql`delete from import_files where (book_id, import_id) in
        (select f.book_id, f.import_id from imports i join import_files f on f.book_id = i.book_id and f.import_id = i.id
         where ${isForgotten} limit ${STEP}) returning 1`,
  sql`delete from imports where (book_id, id) in (select book_id, id from imports where ${isForgotten} limit ${STEP}) returning 1`,
]

/** Removes what nobody needs any more, in steps that hold nobody up: ended sessions, old attempts, old replies, deleted books. */
export async function forgetThePast(db: Database): Promise<void> {
  for (const statement of outdated) {
    let removed = STEP
    while (removed === STEP) removed = (await transaction(db, (tx) => change(tx, statement))).length
  }
  await eraseOwnerless(db)
}
