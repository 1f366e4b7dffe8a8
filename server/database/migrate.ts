import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { change, type Database, row, rows, script, transaction } from './database.ts'
import { sql } from './sql.ts'
import { StartError } from './start-error.ts'

type Migration = { id: string; text: string; checksum: string }

/** The migrations of this version, in order: `0001_what.sql`. */
export async function migrations(): Promise<Migration[]> {
  const folder = new URL('./migrations/', import.meta.url)
  const names = (await readdir(folder)).filter((name) => /^\d{4}_\w+\.sql$/.test(name)).sort()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, folder), 'utf8')
      return { id: name.replace('.sql', ''), text, checksum: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

/** Refuses a server on which Florin's promises would not hold. */
async function checkServer(db: Database): Promise<void> {
  const settings = await rows<{ name: string; setting: string }>(
    db,
    sql`select name, setting from pg_settings
        where name in ('server_version_num', 'server_encoding', 'fsync', 'full_page_writes', 'synchronous_commit')`,
  )
  const setting = Object.fromEntries(settings.map(({ name, setting }) => [name, setting]))
  if (Number(setting.server_version_num) < 150_000) {
    throw new StartError('DATABASE_URL names a PostgreSQL older than 15. Florin needs 15 or later.')
  }
  if (setting.server_encoding !== 'UTF8') {
    throw new StartError(
      `The database of DATABASE_URL is encoded as ${setting.server_encoding}. Create one with encoding UTF8.`,
    )
  }
  for (const name of ['fsync', 'full_page_writes', 'synchronous_commit']) {
    if (setting[name] === 'off') {
      throw new StartError(
        `The database of DATABASE_URL runs with ${name} = off and can lose what it confirmed. Turn it on.`,
      )
    }
  }
}

// Any number will do, as long as every instance takes the same.
const MIGRATION_LOCK = 0x666c6f72

/**
 * Brings the database to this version: forward only, each migration in a transaction of its own, one instance at a
 * time. Refuses a database that has a migration this version does not have, or has it with other words.
 */
export async function migrate(db: Database): Promise<string[]> {
  await checkServer(db)
  const known = await migrations()
  await transaction(db, async (tx) => {
    await change(tx, sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`)
    await change(
      tx,
      sql`create table if not exists migrations (
            id text primary key, checksum text not null, applied_at timestamptz not null default now())`,
    )
  })
  const unknown = await rows<{ id: string }>(
    db,
    sql`select id from migrations where not id = any (${known.map(({ id }) => id)}) order by id`,
  )
  if (unknown[0]) {
    throw new StartError(
      `The database was made by a newer Florin (it has ${unknown[0].id}). Start that version instead.`,
    )
  }

  const applied: string[] = []
  for (const migration of known) {
    const isNew = await transaction(db, async (tx) => {
      await change(tx, sql`set local lock_timeout = '60s'`)
      await change(tx, sql`set local statement_timeout = '1h'`)
      await change(tx, sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`)
      const done = await row<{ checksum: string }>(
        tx,
        sql`select checksum from migrations where id = ${migration.id}`,
      )
      if (done && done.checksum !== migration.checksum) {
        throw new StartError(
          `Migration ${migration.id} was applied with other words than this version of Florin has. ` +
            'Applied migrations are never edited: start the version that made this database, or restore a backup.',
        )
      }
      if (done) return false
      await script(tx, migration.text)
      await change(
        tx,
        sql`insert into migrations (id, checksum) values (${migration.id}, ${migration.checksum})`,
      )
      return true
    })
    if (isNew) applied.push(migration.id)
  }
  return applied
}
