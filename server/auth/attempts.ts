import { refuse } from '../../contract/refusals.ts'
import { change, type Db, row, type Tx } from '../database/database.ts'
import { sql } from '../database/sql.ts'

/**
 * Failed sign-ins, counted in PostgreSQL so that every instance knows them. Ten from one address within fifteen minutes
 * shut that address out of that account. A hundred from anywhere slow down addresses that never signed in to it, one
 * guess in thirty seconds, without shutting out its owner.
 */
const WINDOW_MS = 15 * 60_000
const PER_ADDRESS = 10
const PER_ACCOUNT = 100
const SLOWED_TO_MS = 30_000

/** Who tries, on which account. */
export type Attempt = { emailKey: string; address: string }

const ago = (ms: number) => new Date(Date.now() - ms).toISOString()

/** Refuses an attempt that comes too soon. */
export async function checkAttempt(db: Db, { emailKey, address }: Attempt): Promise<void> {
  const since = ago(WINDOW_MS)
  const past = await row<{
    total: number
    last_failed_at: string
    mine: number
    first_failed_at: string
    known: boolean
  }>(
    db,
    sql`select coalesce(sum(failures) filter (where first_failed_at > ${since}), 0)::int as total,
               max(last_failed_at) as last_failed_at,
               coalesce(max(failures) filter (where address = ${address} and first_failed_at > ${since}), 0) as mine,
               max(first_failed_at) filter (where address = ${address}) as first_failed_at,
               coalesce(bool_or(succeeded_at is not null) filter (where address = ${address}), false) as known
        from login_attempts where email_key = ${emailKey}`,
  )
  if (!past) return
  const until =
    past.mine >= PER_ADDRESS
      ? Date.parse(past.first_failed_at) + WINDOW_MS
      : past.total >= PER_ACCOUNT && !past.known
        ? Date.parse(past.last_failed_at) + SLOWED_TO_MS
        : 0
  if (until > Date.now()) refuse('too_many_attempts', { retry_after: Math.ceil((until - Date.now()) / 1000) })
}

export async function countFailure(tx: Tx, { emailKey, address }: Attempt): Promise<void> {
  const now = ago(0)
  await change(
    tx,
    sql`insert into login_attempts (email_key, address, failures, first_failed_at, last_failed_at)
        values (${emailKey}, ${address}, 1, ${now}, ${now})
        on conflict (email_key, address) do update set
          failures = case when login_attempts.first_failed_at > ${ago(WINDOW_MS)} then login_attempts.failures + 1 else 1 end,
          first_failed_at = case when login_attempts.first_failed_at > ${ago(WINDOW_MS)}
                                 then login_attempts.first_failed_at else excluded.first_failed_at end,
          last_failed_at = excluded.last_failed_at`,
  )
}

export async function countSuccess(tx: Tx, { emailKey, address }: Attempt): Promise<void> {
  await change(
    tx,
    sql`insert into login_attempts (email_key, address, succeeded_at) values (${emailKey}, ${address}, ${ago(0)})
        on conflict (email_key, address) do update set failures = 0, succeeded_at = excluded.succeeded_at`,
  )
}

/** Forgets attempts that no longer count. */
export async function forgetAttempts(tx: Tx): Promise<void> {
  await change(
    tx,
    sql`delete from login_attempts where succeeded_at is null and last_failed_at < ${ago(WINDOW_MS)}`,
  )
}
