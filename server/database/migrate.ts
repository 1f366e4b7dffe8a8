import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { change, type Database, type Db, rows, script, type Tx, transaction } from './database.ts'
import { sql } from './sql.ts'
import { StartError } from './start-error.ts'

type Migration = { id: string; text: string; checksum: string }

/** The migrations of this version, in order: `0001_what.sql`. */
export async function migrationsOf(): Promise<Migration[]> {
  const folder = new URL('./migrations/', import.meta.url)
  const names = (await readdir(folder)).filter((name) => /^\d{4}_\w+\.sql$/.test(name)).sort()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, folder), 'utf8')
      return { id: name.replace('.sql', ''), text, checksum: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

/** The source of a connection is the setting that it comes from, or this. */
export const BUILT_IN = 'the built-in PostgreSQL'

/** Refuses a server on which Florin's promises would not hold. */
async function checkServer(db: Database, source: string): Promise<void> {
  const settings = await rows<{ name: string; setting: string }>(
    db,
    sql`select name, setting from pg_settings
        where name in ('server_version_num', 'server_encoding', 'fsync', 'full_page_writes', 'synchronous_commit')`,
  ).catch((error: Error) => {
    throw new StartError(`The database of ${source} does not let us in: ${error.message}.`)
  })
  const setting = Object.fromEntries(settings.map(({ name, setting }) => [name, setting]))
  if (Number(setting.server_version_num) < 150_000) {
    throw new StartError(`The server of ${source} is a PostgreSQL older than 15. Florin needs 15 or later.`)
  }
  if (setting.server_encoding !== 'UTF8') {
    throw new StartError(
      `The database of ${source} is encoded as ${setting.server_encoding}. Create one with encoding UTF8.`,
    )
  }
  for (const name of ['fsync', 'full_page_writes', 'synchronous_commit']) {
    if (setting[name] === 'off') {
      throw new StartError(
        `The database of ${source} runs with ${name} = off and can lose what it confirmed. Turn it on.`,
      )
    }
  }
}

// Any number will do, as long as every instance takes the same.
const MIGRATION_LOCK = 0x666c6f72

/** A transaction that no other instance migrates beside: it waits for as long as the other's migration takes. */
export const alone = <T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> =>
  transaction(db, async (tx) => {
    await change(tx, sql`set local statement_timeout = '1h'`)
    await change(tx, sql`set local lock_timeout = 0`)
    await change(tx, sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`)
    await change(tx, sql`set local lock_timeout = '60s'`)
    return work(tx)
  })

type Applied = { id: string; checksum: string }

/** The ids of the applied migrations. Fails if one is unknown to this version or was edited. */
async function applied(db: Db, known: Migration[]): Promise<Set<string>> {
  const done = await rows<Applied>(db, sql`select id, checksum from migrations order by id`)
  for (const { id, checksum } of done) {
    const migration = known.find((migration) => migration.id === id)
    if (!migration)
      throw new StartError(
        `The database was made by a newer Florin (it has ${id}). Start that version instead.`,
      )
    if (migration.checksum !== checksum)
      throw new StartError(
        `Migration ${id} differs from the one that was applied to this database. ` +
          'Applied migrations are never edited: start the version that made this database, or restore a backup.',
      )
  }
  return new Set(done.map(({ id }) => id))
}

async function makeMigrationsTable(db: Database, source: string): Promise<void> {
  const statement = sql`create table if not exists migrations (
    id text primary key, checksum text not null, applied_at timestamptz not null default now())`
  try {
    await alone(db, (tx) => change(tx, statement))
  } catch (error) {
    const { code, message } = error as Error & { code?: string }
    if (code !== '42501') throw error
    throw new StartError(
      `The user of ${source} may not make tables: ${message}. Make it the owner of its database.`,
    )
  }
}

/** The statements of a migration: a cluster takes them one by one. A semicolon in a comment, a text or a function's body ends none. */
export function statementsIn(text: string): string[] {
  const parts = text.matchAll(/--[^\n]*|'[^']*'|(\$\w*\$)[\s\S]*?\1|;|[^-'$;]+|[-$]/g)
  const statements = ['']
  for (const [part] of parts) {
    if (part === ';') statements.push('')
    else if (!part.startsWith('--')) statements[statements.length - 1] += part
  }
  return statements.map((statement) => statement.trim()).filter((statement) => statement !== '')
}

/**
 * Brings the database to this version: forward only, each migration in a transaction of its own, one instance at a
 * time; with a count, only the first ones, for data of an earlier version. Fails on a database that has a migration which is unknown to this version or was edited.
 */
export async function migrate(db: Database, source: string, count?: number): Promise<void> {
  await checkServer(db, source)
  const known = await migrationsOf()
  await makeMigrationsTable(db, source)
  const done = await applied(db, known)
  for (const { id, text, checksum } of known.slice(0, count).filter(({ id }) => !done.has(id))) {
    await alone(db, async (tx) => {
      if ((await applied(tx, known)).has(id)) return // another instance was faster
      for (const statement of statementsIn(text)) await script(tx, statement)
      await change(tx, sql`insert into migrations (id, checksum) values (${id}, ${checksum})`)
    })
  }
}

/** For a command that only reads: refuses a database that is not at this version, and leaves it as it is. */
export async function checkMigrated(db: Database, source: string): Promise<void> {
  await checkServer(db, source)
  const known = await migrationsOf()
  const table = await rows(db, sql`select where to_regclass('migrations') is not null`)
  const done = table.length === 0 ? new Set() : await applied(db, known)
  const missing = known.find(({ id }) => !done.has(id))
  if (missing)
    throw new StartError(
      `The database has not been through ${missing.id} yet. Start this Florin on it first.`,
    )
}
