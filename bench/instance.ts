import { randomUUID } from 'node:crypto'
import { quotedName, tablesOf } from '../server/database/copy.ts'
import { change, onlyRow, rows, script, type Tx, transaction } from '../server/database/database.ts'
import { closeDatabase, openDatabase } from '../server/database/open.ts'
import { names, sql } from '../server/database/sql.ts'
import { type ChangeFacts, digestOf, type Event, NO_HASH, sealOf } from '../server/ledger/log.ts'
import type { Service } from './processes.ts'

/** Working data, and rows that are made for each book separately. */
const NOT_COPIED = new Set([
  'books',
  'members',
  'changes',
  'idempotency_keys',
  'imports',
  'import_files',
  'import_rows',
])

type Change = Omit<ChangeFacts, 'book_id'> & { undone_by: number | null }
type Digest = { version: number; ordinal: number; digest: Buffer }
type Source = {
  bookId: string
  userId: string
  changes: Change[]
  digests: Digest[]
  own: (Event & { version: number })[]
}

/**
 * Makes an instance of this many transactions, out of its one book: copies of it with ids of their own, each with its own log, sealed
 * again, since the id of a book is part of its hashes. `verify` finds no difference in any of them.
 */
export async function manyBooks({ owner }: Service, transactions: number): Promise<number> {
  const db = openDatabase(owner, () => undefined, { max: 2, isPatient: true })
  try {
    return await transaction(db, async (tx) => {
      await script(tx, "set local statement_timeout = 0; set local session_replication_role = 'replica'")
      const { id, count } = await onlyRow<{ id: string; count: number }>(
        tx,
        sql`select book_id as id, count(*)::float8 as count from transactions group by 1 order by 2 desc limit 1`,
      )
      const source = await sourceOf(tx, id)
      const indexes = await dropIndexes(tx)
      const copies = Math.ceil(transactions / count) - 1
      for (let done = 0; done < copies; done++) await copyBook(tx, source)
      for (const definition of indexes) await script(tx, definition)
      await script(tx, 'analyze')
      return count * (copies + 1)
    })
  } finally {
    await closeDatabase(db)
  }
}

/** Drops the indexes that copying a book does not use, and returns the statements that create them again. */
async function dropIndexes(tx: Tx): Promise<string[]> {
  const found = await rows<{ name: string; definition: string }>(
    tx,
    sql`select c.relname::text as name, pg_get_indexdef(i.indexrelid) as definition
        from pg_index i join pg_class c on c.oid = i.indexrelid join pg_namespace n on n.oid = c.relnamespace
        where n.nspname = 'public' and not i.indisunique`,
  )
  for (const { name } of found) await script(tx, `drop index ${quotedName(name)}`)
  return found.map(({ definition }) => definition)
}

export async function sourceOf(tx: Tx, bookId: string): Promise<Source> {
  const { user_id: userId } = await onlyRow<{ user_id: string }>(
    tx,
    sql`select user_id from members where book_id = ${bookId}`,
  )
  return {
    bookId,
    userId,
    changes: await rows<Change>(
      tx,
      sql`select version::float8 as version, id, at, user_id, device_name, command, undoes::float8 as undoes, undone_by::float8 as undone_by
          from changes where book_id = ${bookId} order by version`,
    ),
    digests: await rows<Digest>(
      tx,
      sql`select version::float8 as version, ordinal, digest from events where book_id = ${bookId} order by version, ordinal`,
    ),
    own: await rows<Event & { version: number }>(
      tx,
      sql`select version::float8 as version, ordinal, action, resource, record_id, before::text as before, after::text as after, salt, digest
          from events where book_id = ${bookId} and resource = 'book'`,
    ),
  }
}

/** The events of the book itself name its id, and so have other digests. */
const renamed = ({ own, bookId }: Source, id: string) =>
  own.map((event) => {
    const text = (json: string | null) => json?.replaceAll(bookId, id) ?? null
    const content = { ...event, record_id: id, before: text(event.before), after: text(event.after) }
    return { ...content, digest: digestOf(event.salt, content) }
  })

/** A copy of a book, for the person whose it is, or for somebody else. */
export async function copyBook(
  tx: Tx,
  source: Source,
  owner: { userId: string; isDefault: boolean } = { userId: source.userId, isDefault: false },
): Promise<void> {
  const id = randomUUID()
  const own = renamed(source, id)
  for (const { name, columns } of await tablesOf(tx)) {
    if (NOT_COPIED.has(name) || !columns.includes('book_id')) continue
    const others = columns.filter((column) => column !== 'book_id')
    await change(
      tx,
      sql`insert into ${names(name)} (book_id, ${names(...others)}) select ${id}, ${names(...others)} from ${names(name)}
          where book_id = ${source.bookId}${name === 'events' ? sql` and resource <> 'book'` : sql``}`,
    )
  }
  for (const { version, ordinal, action, before, after, salt, digest } of own)
    await change(
      tx,
      sql`insert into events (book_id, version, ordinal, action, resource, record_id, before, after, salt, digest)
          values (${id}, ${version}, ${ordinal}, ${action}, 'book', ${id}, ${before}, ${after}, ${salt}, ${digest})`,
    )
  await writeBook(tx, source, id, own)
  await change(
    tx,
    sql`insert into members (user_id, book_id, role, is_default, created_at) values (${owner.userId}, ${id}, 'owner', ${owner.isDefault}, now())`,
  )
}

/** The changes with their hashes, and the book with the last of them. */
async function writeBook(tx: Tx, source: Source, id: string, own: readonly Digest[]): Promise<void> {
  const place = ({ version, ordinal }: Digest) => `${version} ${ordinal}`
  const other = new Map(own.map((event) => [place(event), event.digest]))
  const byVersion = Map.groupBy(source.digests, ({ version }) => version)
  let hash: Buffer = NO_HASH
  const hashes = source.changes.map((facts) => {
    const digests = (byVersion.get(facts.version) ?? []).map((one) => other.get(place(one)) ?? one.digest)
    hash = sealOf(hash, { ...facts, book_id: id }, digests)
    return hash
  })
  const column = <Name extends keyof Change>(name: Name) => source.changes.map((one) => one[name])
  await change(
    tx,
    sql`insert into changes (book_id, version, id, at, user_id, device_name, command, undoes, undone_by, hash)
        select ${id}, * from unnest(${column('version')}::bigint[], ${column('id')}::uuid[], ${column('at')}::timestamptz[],
          ${column('user_id')}::uuid[], ${column('device_name')}::text[], ${column('command')}::text[], ${column('undoes')}::bigint[],
          ${column('undone_by')}::bigint[], ${hashes}::bytea[])`,
  )
  await change(
    tx,
    sql`insert into books (id, name, base_currency_id, time_zone, closed_through, month_starts_on, ecb_rates, row_count, byte_count, version, hash, changed_at,
          created_at, updated_at)
        select ${id}, name, base_currency_id, time_zone, closed_through, month_starts_on, ecb_rates, row_count, byte_count, version, ${hash}, changed_at,
          created_at, updated_at from books where id = ${source.bookId}`,
  )
}
