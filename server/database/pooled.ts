import { setTimeout as sleep } from 'node:timers/promises'
import { StartError } from '../process/start-error.ts'
import { change, type Database, onlyRow, row, script, transaction } from './database.ts'
import { isConnectionLost } from './failures.ts'
import { sessionSettings } from './session.ts'
import { sql } from './sql.ts'

/** The settings in the form of the catalog. */
const wanted = Object.entries(sessionSettings).map(([name, value]) => `${name}=${value}`)

/**
 * Behind a pooler in transaction mode no session can be told its settings, so the role that signs in has them, in this database. A role
 * may set its own. The sessions that the pooler opened before, which do not have them, are ended.
 */
export async function keepSettings(db: Database): Promise<void> {
  const stored = await row<{ settings: string[] }>(
    db,
    sql`select setconfig as settings from pg_db_role_setting
        where setrole = (select oid from pg_roles where rolname = current_user)
          and setdatabase = (select oid from pg_database where datname = current_database())`,
  )
  if (!wanted.every((setting) => stored?.settings.includes(setting))) {
    await transaction(db, (tx) => script(tx, alterRole))
    const { now } = await onlyRow<{ now: string }>(db, sql`select clock_timestamp()::text as now`)
    await endSessions(db)
    await untilGone(db, now)
  }
  const session = await onlyRow<{ access: string }>(
    db,
    sql`select current_setting('default_transaction_read_only') as access`,
  )
  if (session.access !== sessionSettings.default_transaction_read_only)
    throw new StartError(
      'The sessions behind DATABASE_URL do not have the settings of their role. Is it a pooler in transaction mode? ' +
        'Then have it open new sessions (RECONNECT in the console of pgbouncer), and start again.',
    )
}

const alterRole = `do $$ begin
  ${Object.entries(sessionSettings)
    .map(
      ([name, value]) =>
        `execute format('alter role current_user in database %I set ${name} = %L', current_database(), '${value}');`,
    )
    .join('\n  ')}
end $$`

async function endSessions(db: Database): Promise<void> {
  const end = (which: typeof others) =>
    transaction(db, (tx) =>
      change(
        tx,
        sql`select pg_terminate_backend(pid) from pg_stat_activity
            where datname = current_database() and usename = current_user and pid ${which} pg_backend_pid()`,
      ),
    )
  const others = sql`<>`
  await end(others)
  await end(sql`=`).catch((error) => {
    if (!isConnectionLost(error)) throw error
  })
}

/** Until a session that has ended is gone, the pooler may still hand it out, and every statement on it fails. */
async function untilGone(db: Database, since: string): Promise<void> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const left = await onlyRow<{ count: number }>(
      db,
      sql`select count(*)::int as count from pg_stat_activity
          where datname = current_database() and usename = current_user and backend_start < ${since}::timestamptz`,
    ).catch((error) => {
      if (!isConnectionLost(error)) throw error
      return undefined
    })
    if (left?.count === 0) return
    await sleep(PAUSE_MS)
  }
}

const MAX_TRIES = 40
const PAUSE_MS = 50
