import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { StartError } from '../process/start-error.ts'
import { change, type Database, type Db, rows, script, type Tx, transaction } from './database.ts'
import { sql } from './sql.ts'

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
    if (!migration) throw new StartError(`The database ${unknownTo(known, id, done.at(-1)?.id ?? id)}`)
    if (migration.checksum !== checksum)
      throw new StartError(
        `Migration ${id} differs from the one that was applied to this database: another Florin made it. ${ONLY_BY_BOOKS}`,
      )
  }
  return new Set(done.map(({ id }) => id))
}

/** The sentence for a database or a backup with a migration that this version does not know. */
export function unknownTo(known: Migration[], id: string, latest: string): string {
  const own = known.at(-1)?.id ?? 'none'
  return id > own
    ? `was made by a newer Florin: it is at ${latest}, and this Florin knows no later one than ${own}. Use that version, or a later one.`
    : `was made by another Florin: it has been through ${id}, which this one, at ${own}, does not know. ${ONLY_BY_BOOKS}`
}

/** The advice for data of a Florin with other migrations: a backup has the same migrations as its database. */
export const ONLY_BY_BOOKS =
  'Start the version that made it. Its backups are of the same make, so that only the file of each book leads from there to this version: ' +
  'download it there (Settings), and restore it in an empty Florin here.'

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

/** The statements of a migration: a cluster takes them one by one. A semicolon in a comment, a text or a function's body does not end a statement. */
export function statementsIn(text: string): string[] {
  const parts = text.matchAll(/--[^\n]*|'[^']*'|(\$\w*\$)[\s\S]*?\1|;|[^-'$;]+|[-$]/g)
  const statements = ['']
  for (const [part] of parts) {
    if (part === ';') statements.push('')
    else if (!part.startsWith('--')) statements[statements.length - 1] += part
  }
  return statements.map((statement) => statement.trim()).filter((statement) => statement !== '')
}

/** Whether the database has data that an upgrade could lose. */
async function isFilled(db: Db): Promise<boolean> {
  if ((await rows(db, sql`select where to_regclass('books') is not null`)).length === 0) return false
  return (
    (await rows(db, sql`select where exists (select from users) or exists (select from books)`)).length > 0
  )
}

type Upgrade = {
  /** Only the first migrations, for data of an earlier version. */
  count?: number
  /** Is called before anything of a database with data is changed, under the lock: given the first missing migration and the last one. */
  before?: (first: string, last: string) => Promise<void>
}

/**
 * Brings the database to this version: forward only, each migration in a transaction of its own, one instance at a
 * time. A second instance that comes between two migrations goes on with the next, and backs up that state first. Fails on a database that has a migration which is unknown to this version or was edited.
 */
export async function migrate(db: Database, source: string, { count, before }: Upgrade = {}): Promise<void> {
  await checkServer(db, source)
  const known = await migrationsOf()
  await makeMigrationsTable(db, source)
  const done = await applied(db, known)
  const missing = known.slice(0, count).filter(({ id }) => !done.has(id))
  const [first, last] = [missing[0]?.id ?? '', missing.at(-1)?.id ?? '']
  for (const { id, text, checksum } of missing) {
    await alone(db, async (tx) => {
      if ((await applied(tx, known)).has(id)) return // another instance was faster, and made the backup too
      if (id === first && before && (await isFilled(tx))) {
        await change(tx, sql`set local idle_in_transaction_session_timeout = 0`)
        await before(first, last)
      }
      for (const statement of statementsIn(text)) await script(tx, statement)
      await change(tx, sql`insert into migrations (id, checksum) values (${id}, ${checksum})`)
    })
  }
}

/** For a command that copies: refuses a database of a newer or another Florin. One of an older version is as good. */
export async function checkKnown(db: Database, source: string): Promise<void> {
  await checkServer(db, source)
  const [table] = await rows(db, sql`select where to_regclass('migrations') is not null`)
  if (!table) throw new StartError(`Florin has never run on the database of ${source}.`)
  await applied(db, await migrationsOf())
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
