import { change, type Database, queuedAs, rows, type Tx, transaction } from '../database/database.ts'
import { type Sql, sql } from '../database/sql.ts'
import { KEPT_DAYS } from '../ledger/repeats.ts'
import { keepDoing } from '../process/jobs.ts'
import type { Say } from '../process/say.ts'
import { totalLife, unusedLife } from './auth.sql.ts'
import { eraseStep, ownerless } from './erase.sql.ts'
import { oldJobs } from './mail.sql.ts'

/** The number of rows that one step removes, which takes a few milliseconds. */
export const STEP = 1_000
const LOCK = 0x686f75
const FIRST_MS = 60_000
const EVERY_MS = 3_600_000

/** Called with the number of rows that each step has removed. */
type StepObserver = (what: string, count: number) => void

/** A time before any row. */
export const OLDEST = '-infinity'

const isForgotten = sql`status <> 'committed' and created_at < now() - interval '30 days'`

/**
 * Outdated rows. A statement deletes one step of them by an index on their age, the oldest first, and returns their times. The next one
 * begins at the last of these, and so skips rows that were removed and not yet vacuumed.
 */
export const outdated: Readonly<Record<string, (from: string) => Sql>> = {
  'tokens by age': (from) =>
    sql`delete from tokens where (user_id, id) in
          (select user_id, id from tokens where created_at >= ${from} and created_at < now() - ${totalLife} and abilities is null
           order by created_at limit ${STEP}) returning created_at as at`,
  'tokens by use': (from) =>
    sql`delete from tokens where (user_id, id) in
          (select user_id, id from tokens where last_used_at >= ${from} and last_used_at < now() - ${unusedLife} and abilities is null
           order by last_used_at limit ${STEP}) returning last_used_at as at`,
  // They stay in the list for a while after their end.
  'ended keys of programs': (from) =>
    sql`delete from tokens where (user_id, id) in
          (select user_id, id from tokens where expires_at >= ${from} and expires_at < now() - interval '90 days'
           order by expires_at limit ${STEP}) returning expires_at as at`,
  // The slowest counter drains within nine hours.
  'failed attempts': (from) =>
    sql`delete from login_attempts where (email_key, address) in
          (select email_key, address from login_attempts where succeeded_at is null and at >= ${from} and at < now() - interval '1 day'
           order by at limit ${STEP}) returning at`,
  'known addresses': (from) =>
    sql`delete from login_attempts where (email_key, address) in
          (select email_key, address from login_attempts where succeeded_at >= ${from} and succeeded_at < now() - interval '90 days'
           order by succeeded_at limit ${STEP}) returning succeeded_at as at`,
  // They stay in the list for a while after their end.
  'ended invitations': (from) =>
    sql`delete from invitations where id in
          (select id from invitations where expires_at >= ${from} and expires_at < now() - interval '30 days'
           order by expires_at limit ${STEP}) returning expires_at as at`,
  'ended invitations to books': (from) =>
    sql`delete from book_invitations where (book_id, id) in
          (select book_id, id from book_invitations where expires_at >= ${from} and expires_at < now() - interval '30 days'
           order by expires_at limit ${STEP}) returning expires_at as at`,
  'ended recovery links': (from) =>
    sql`delete from recovery_links where (user_id, id) in
          (select user_id, id from recovery_links where expires_at >= ${from} and expires_at < now() - interval '1 day'
           order by expires_at limit ${STEP}) returning expires_at as at`,
  'ended challenges': (from) =>
    sql`delete from used_challenges where (user_id, nonce) in
          (select user_id, nonce from used_challenges where expires_at >= ${from} and expires_at < now() - interval '1 hour'
           order by expires_at limit ${STEP}) returning expires_at as at`,
  'ended confirmation links': (from) =>
    sql`delete from email_links where (user_id, id) in
          (select user_id, id from email_links where expires_at >= ${from} and expires_at < now() - interval '1 day'
           order by expires_at limit ${STEP}) returning expires_at as at`,
  'mails that nobody sent': (from) =>
    sql`delete from jobs where id in
          (select id from jobs where due_at >= ${from} and due_at < ${oldJobs} order by due_at limit ${STEP}) returning due_at as at`,
  'states of single sign-on': (from) =>
    sql`delete from oidc_states where id in
          (select id from oidc_states where expires_at >= ${from} and expires_at < now() - interval '1 day'
           order by expires_at limit ${STEP}) returning expires_at as at`,
  'idempotency keys': (from) =>
    sql`delete from idempotency_keys where (book_id, key) in
          (select book_id, key from idempotency_keys where created_at >= ${from} and created_at < now() - make_interval(days => ${KEPT_DAYS})
           order by created_at limit ${STEP}) returning created_at as at`,
  // An import that nobody committed for a month. It can no longer be committed before its rows go.
  'forgotten imports': (from) =>
    sql`update imports set status = 'failed', fault = 'It was not committed within 30 days.' where (book_id, id) in
          (select book_id, id from imports where created_at >= ${from} and ${isForgotten} and status <> 'failed'
           order by created_at limit ${STEP}) returning created_at as at`,
}

/** Imports to remove, once no more of them can be committed. */
export const failedImports = sql`select book_id, id from imports where ${isForgotten} and status = 'failed' order by created_at limit 100`

/** A failed import may be resumed meanwhile: then nothing of it is removed. */
const isStillFailed = (bookId: string, importId: string): Sql =>
  sql`exists (select from imports i where i.book_id = ${bookId} and i.id = ${importId} and i.status = 'failed')`

export const importRows = (bookId: string, importId: string, from: number): Sql =>
  sql`delete from import_rows where book_id = ${bookId} and import_id = ${importId} and ${isStillFailed(bookId, importId)}
        and n >= ${from} and n <=
        (select max(n) from (select n from import_rows where book_id = ${bookId} and import_id = ${importId} and n >= ${from}
                             order by n limit ${STEP}) step) returning n`

/** One step of a run; undefined if another instance is running one. */
type InTransaction = <T>(work: (tx: Tx) => Promise<T>) => Promise<T | undefined>

/**
 * The lock belongs to the transaction, so that it also works behind a pooler. A step is planned for the table as it is now: a plan from
 * when it was empty, or a table that was not analysed yet, must not lead it over every row.
 */
const begin = sql`select pg_try_advisory_xact_lock(${LOCK}) as is_ours, set_config('plan_cache_mode', 'force_custom_plan', true),
  set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true), set_config('enable_sort', 'off', true),
  set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true)`

export const stepOf =
  (db: Database): InTransaction =>
  (work) =>
    transaction(db, async (tx) => {
      const [taken] = await change<{ is_ours: boolean }>(tx, begin)
      return taken?.is_ours ? work(tx) : undefined
    })

/**
 * Removes rows that are no longer needed, in small steps that do not delay others: ended sessions, old attempts, old replies, forgotten
 * imports, deleted books. Each step is a transaction, so the next run continues one that was interrupted. False if another instance is
 * doing it.
 */
export async function forgetThePast(db: Database, observe: StepObserver = () => undefined): Promise<boolean> {
  const turn = queuedAs(db, 'housekeeping')
  const step = stepOf(turn)
  for (const [what, statement] of Object.entries(outdated))
    if (!(await removeAll(step, statement, OLDEST, (count) => observe(what, count)))) return false
  return (await removeImports(turn, step, observe)) && (await eraseBooks(turn, step, observe))
}

/** Repeats steps until one removes less than a full step. */
async function removeAll<Place extends string | number>(
  step: InTransaction,
  statement: (from: Place) => Sql,
  first: Place,
  observe: (count: number) => void,
): Promise<boolean> {
  for (let from = first; ; ) {
    const removed = await step((tx) => change<{ at?: Place; n?: Place }>(tx, statement(from)))
    if (!removed) return false
    observe(removed.length)
    if (removed.length < STEP) return true
    for (const { at, n } of removed) {
      const place = at ?? n
      if (place !== undefined && place > from) from = place
    }
  }
}

async function removeImports(db: Database, step: InTransaction, observe: StepObserver): Promise<boolean> {
  for (;;) {
    const some = await rows<{ book_id: string; id: string }>(db, failedImports)
    for (const { book_id, id } of some) {
      const rowsOf = (from: number) => importRows(book_id, id, from)
      if (!(await removeAll(step, rowsOf, 0, (count) => observe('rows of imports', count)))) return false
    }
    const isRemoved = await step(async (tx) => {
      for (const { book_id, id } of some) {
        await change(
          tx,
          sql`delete from import_files where book_id = ${book_id} and import_id = ${id} and ${isStillFailed(book_id, id)}`,
        )
        await change(
          tx,
          sql`delete from imports where book_id = ${book_id} and id = ${id} and ${isForgotten} and status = 'failed'`,
        )
      }
      return true
    })
    if (!isRemoved) return false
    if (some.length === 0) return true
    observe('imports', some.length)
  }
}

async function eraseBooks(db: Database, step: InTransaction, observe: StepObserver): Promise<boolean> {
  for (;;) {
    const some = await rows<{ id: string }>(db, ownerless)
    for (const { id } of some) {
      for (let isLeft: boolean | undefined = true; isLeft; ) {
        isLeft = await step((tx) => eraseStep(tx, id))
        if (isLeft === undefined) return false
      }
      observe('books', 1)
    }
    if (some.length === 0) return true
  }
}

/** Runs housekeeping in the background, soon after the start and every hour. Returns a function that stops it. */
export function keepHouse(db: Database, log: Pick<Say, 'warn'>, observe?: StepObserver): () => Promise<void> {
  return keepDoing(
    { firstMs: FIRST_MS, everyMs: EVERY_MS },
    () => forgetThePast(db, observe),
    (error) => log.warn(`Housekeeping has to wait: ${error.message}`),
  )
}
