import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { createZstdDecompress } from 'node:zlib'
import { type CopiedTable, copyIn, quotedName, tablesOf } from '../database/copy.ts'
import { type Database, onlyRow, rows, script, type Tx } from '../database/database.ts'
import { alone, migrate, migrationsOf, ONLY_BY_BOOKS, unknownTo } from '../database/migrate.ts'
import { sql } from '../database/sql.ts'
import { StartError } from '../process/start-error.ts'
import type { Bar } from './bar.ts'
import { BACKUP_FORMAT, CHECKSUM_BYTES, FIRST_LINE, type Header, piecesIn, Unusable } from './format.ts'

/** A file whose checksum was compared, and whose version we know. */
type CheckedBackup = { handle: FileHandle; header: Header }

/** Opens a backup and checks all of it, so that nothing is touched for one that is damaged. */
export async function openBackup(file: string): Promise<CheckedBackup> {
  const handle = await open(file).catch((error: NodeJS.ErrnoException) => {
    throw new StartError(`${file} cannot be read: ${error.message}.`)
  })
  try {
    await checkFile(handle, file)
    const first = await piecesOf(handle).next()
    const header = JSON.parse(String(first.value?.content)) as Header // a file whose checksum fits is as we wrote it
    await checkVersion(header)
    return { handle, header }
  } catch (error) {
    await handle.close()
    throw error
  }
}

/** Fills an empty database with a backup, and brings it to this version. */
export async function restoreBackup(
  db: Database,
  source: string,
  backup: CheckedBackup,
  bar: Bar,
): Promise<void> {
  await restoreAsMade(db, source, backup, bar)
  await migrate(db, source)
}

/** Fills an empty database with a backup, in the version that the backup was made in. */
export async function restoreAsMade(
  db: Database,
  source: string,
  { handle, header }: CheckedBackup,
  bar: Bar,
): Promise<void> {
  try {
    if (await isTooNew(db, header)) await removeTables(db)
    await migrate(db, source, { count: header.migrations.length })
    bar.expect((await handle.stat()).size)
    await alone(db, (tx) => fill(tx, header, piecesOf(handle, bar)))
  } finally {
    await handle.close()
  }
}

/** Compares the first line, and the checksum of everything. */
async function checkFile(handle: FileHandle, file: string): Promise<void> {
  const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(64), position: 0 })
  const [line = ''] = buffer.toString('latin1', 0, bytesRead).split('\n')
  const format = /^florin-backup (\d{1,9})$/.exec(line)?.[1]
  if (format === undefined) throw new Unusable(`${file} is not a backup of Florin.`)
  if (Number(format) > BACKUP_FORMAT)
    throw new Unusable(`${file} was made by a newer Florin. Restore it with that version.`)
  const { size } = await handle.stat()
  const end = Math.max(0, size - CHECKSUM_BYTES)
  const whole = createHash('sha256')
  if (end > 0) for await (const chunk of reading(handle, 0, end)) whole.update(chunk)
  const last = await handle.read({ buffer: Buffer.alloc(CHECKSUM_BYTES), position: end })
  if (last.buffer.toString('latin1', 0, last.bytesRead) !== `${whole.digest('hex')}\n`)
    throw new Unusable(`${file} is damaged: its checksum does not match its content. Use another copy of it.`)
}

/** The bytes of a file from a place up to another one. */
const reading = (handle: FileHandle, start: number, end: number) =>
  handle.createReadStream({ start, end: end - 1, autoClose: false, highWaterMark: 1 << 20 })

/** The pieces of a file, from its beginning. */
async function* piecesOf(handle: FileHandle, bar?: Bar) {
  const { size } = await handle.stat()
  const packed = reading(handle, FIRST_LINE.length, size - CHECKSUM_BYTES)
  if (bar) packed.on('data', (chunk) => bar.add(chunk.length))
  const unpacked = createZstdDecompress({ chunkSize: 1 << 20 })
  packed.on('error', (error) => unpacked.destroy(error))
  yield* piecesIn(packed.pipe(unpacked) as AsyncIterable<Buffer>)
}
type Pieces = ReturnType<typeof piecesOf>

/** A backup of this version, or of an earlier one: its migrations are the first ones of ours. */
async function checkVersion({ migrations }: Header): Promise<void> {
  const known = await migrationsOf()
  migrations.forEach(({ id, checksum }, index) => {
    if (known[index]?.id !== id)
      throw new Unusable(`The backup ${unknownTo(known, id, migrations.at(-1)?.id ?? id)}`)
    if (known[index]?.checksum !== checksum)
      throw new Unusable(`The backup was made with another ${id} than this Florin has. ${ONLY_BY_BOOKS}`)
  })
}

/**
 * Checks that the database is empty and that nobody uses it: a restore would overwrite records, and a running service would not notice. Returns
 * whether its tables are of a newer version than the backup.
 */
async function isTooNew(db: Database, { migrations }: Header): Promise<boolean> {
  const [hasTables] = await rows(db, sql`select where to_regclass('books') is not null`)
  if (hasTables) await checkEmpty(db)
  const { others } = await onlyRow<{ others: bigint }>(
    db,
    sql`select count(*) as others from pg_stat_activity
        where datname = current_database() and backend_type = 'client backend' and application_name = 'florin'
          and pid <> pg_backend_pid()`,
  )
  if (others > 0n)
    throw new StartError('Florin is running on this database. Stop it, then restore. Nothing was restored.')
  const done = hasTables ? await rows(db, sql`select id from migrations`) : []
  return done.length > migrations.length
}

async function checkEmpty(db: Database): Promise<void> {
  const { people, books } = await onlyRow<{ people: bigint; books: bigint }>(
    db,
    sql`select (select count(*) from users) as people, (select count(*) from books) as books`,
  )
  if (people > 0n || books > 0n)
    throw new StartError(
      `This Florin is not empty: it has ${people} ${people === 1n ? 'person' : 'people'} and ${books} ${books === 1n ? 'book' : 'books'}. ` +
        'Restore into an empty one: another DATA_DIR, or a new database. Nothing was restored.',
    )
}

/**
 * Removes the tables and functions of our migrations from an empty database of a later version than the backup: the rows go into tables of their own
 * version and take every later migration from there. On a cluster this would also undo how tables are spread.
 */
async function removeTables(db: Database): Promise<void> {
  const [isSpread] = await rows(db, sql`select where to_regclass('pg_catalog.pg_dist_shard') is not null`)
  if (isSpread)
    throw new StartError(
      'This database is empty, but already of a newer version than the backup. Restore into one where Florin has never run. Nothing was restored.',
    )
  const texts = (await migrationsOf()).map(({ text }) => text).join('\n')
  const made = (what: string) =>
    [...texts.matchAll(new RegExp(`^create (?:or replace )?${what} (\\w+)`, 'gm'))].map(([, name]) => name)
  await alone(db, async (tx) => {
    await script(tx, `drop table if exists migrations, ${made('table').join(', ')}`)
    await script(tx, `drop function if exists ${[...new Set(made('function'))].join(', ')}`)
  })
}

/** Whether both have the same tables with the same columns, in whatever order. */
const areAlike = (some: CopiedTable[], others: CopiedTable[]) =>
  namesOf(some).symmetricDifference(namesOf(others)).size === 0 && some.length === others.length
const namesOf = (tables: CopiedTable[]) =>
  new Set(tables.flatMap(({ name, columns }) => columns.map((column) => `${name}.${column}`)))

/** Fills the tables, all in one transaction. Rows that a new database has from its migrations give way to those of the backup. */
async function fill(tx: Tx, header: Header, pieces: Pieces): Promise<void> {
  const tables = await tablesOf(tx)
  if (!areAlike(tables, header.tables))
    throw new Unusable('The backup has other tables than its version of Florin.')
  await script(tx, `truncate ${tables.map(({ name }) => quotedName(name)).join(', ')}`)
  const later = await setAside(tx)
  for (;;) {
    const { value, done } = await pieces.next()
    if (done) break
    const table = value.kind === 'T' && header.tables.find(({ name }) => name === value.content.toString())
    if (table) await copyTable(tx, table, pieces)
  }
  await script(tx, MEANS)
  for (const statement of later) await script(tx, statement)
  await script(tx, 'analyze')
}

/** Copies the rows that come next, up to the end of their table. `fill` has compared its name and columns with the catalog's. */
async function copyTable(tx: Tx, table: CopiedTable, pieces: Pieces): Promise<void> {
  let expected = -1
  async function* rowsOfTable(): AsyncGenerator<Buffer> {
    for (;;) {
      const { value, done } = await pieces.next()
      if (done) return
      if (value.kind === 'D') yield value.content
      else {
        expected = Number(value.content)
        return
      }
    }
  }
  const copied = await copyIn(tx, table, rowsOfTable(), { isEmptied: true })
  assert.equal(copied, expected, `rows of ${table.name}`)
}

/** Up to this size, keys and indexes are sorted in memory, and by several processes if there is as much for each. */
const MEANS = `set local maintenance_work_mem = '256MB'`

type TableKey = { place: string; name: string; definition: string; is_foreign: boolean }

/**
 * Drops all keys, foreign keys and indexes, and returns the statements that make them again. Making them of all rows at once takes a fraction
 * of the time of row by row.
 */
async function setAside(tx: Tx): Promise<string[]> {
  const keys = await rows<TableKey>(
    tx,
    sql`select c.relname::text as place, k.conname::text as name, pg_get_constraintdef(k.oid) as definition, k.contype = 'f' as is_foreign
        from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
        where n.nspname = 'public' and k.contype in ('p', 'u', 'f') and c.relname <> 'migrations'
        order by is_foreign desc, place, name`,
  )
  for (const { place, name } of keys)
    await script(tx, `alter table ${quotedName(place)} drop constraint ${quotedName(name)}`)
  const indexes = await rows<{ name: string; definition: string }>(
    tx,
    sql`select c.relname::text as name, pg_get_indexdef(i.indexrelid) as definition
        from pg_index i join pg_class c on c.oid = i.indexrelid join pg_class t on t.oid = i.indrelid
          join pg_namespace n on n.oid = t.relnamespace
        where n.nspname = 'public' and t.relname <> 'migrations' order by name`,
  )
  for (const { name } of indexes) await script(tx, `drop index ${quotedName(name)}`)
  const made = ({ place, name, definition }: TableKey) =>
    `alter table ${quotedName(place)} add constraint ${quotedName(name)} ${definition}`
  return [
    ...keys.filter(({ is_foreign }) => !is_foreign).map(made),
    ...indexes.map(({ definition }) => definition),
    ...keys.filter(({ is_foreign }) => is_foreign).map(made),
  ]
}
