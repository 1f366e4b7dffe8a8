import { quotedName, tablesOf } from '../database/copy.ts'
import { change, type Database, type Db, onlyRow, row, rows, script, type Tx } from '../database/database.ts'
import { alone } from '../database/migrate.ts'
import { SERVICE } from '../database/pools.ts'
import { SERVICE_ROLE } from '../database/privileges.ts'
import { references } from '../database/shards.ts'
import { sql } from '../database/sql.ts'
import { StartError } from '../process/start-error.ts'
import { delegated, functions, local } from './functions.ts'

/** The columns that decide on which shard a row is, where that is not its book's id. A person's rows are together; e-mails are apart from both. */
const byColumn: Readonly<Record<string, string>> = {
  books: 'id',
  users: 'id',
  user_events: 'user_id',
  tokens: 'user_id',
  second_factors: 'user_id',
  recovery_codes: 'user_id',
  recovery_links: 'user_id',
  passkeys: 'user_id',
  used_challenges: 'user_id',
  email_links: 'user_id',
  oidc_states: 'id',
  members: 'user_id',
  logins: 'email_key',
  login_attempts: 'email_key',
}

/** Every node has them, also if they were made before the database became one of a cluster. */
const erasing = ['erase_book(uuid, integer)', 'erase_records(uuid, bigint)', 'remove_chart(uuid)']

type ShardPlace = { table: string; column: string; beside: string }

/** The shard of a table's rows. Ids of people and of books are placed alike, so that a person is beside a book with the same id. */
export function placeOf(table: string, columns: readonly string[]): ShardPlace {
  const column = byColumn[table] ?? (columns.includes('book_id') ? 'book_id' : undefined)
  if (column === undefined) throw new Error(`nothing says on which shard a row of ${table} is`)
  const first = column === 'email_key' ? 'logins' : 'books'
  return { table, column, beside: first === table ? 'none' : first }
}

/** The foreign keys of the tables, as statements: to leave them out, and to put them back. */
const foreignKeys = (db: Db): Promise<{ table: string; name: string; definition: string }[]> =>
  rows(
    db,
    sql`select r.relname::text as table, c.conname::text as name, pg_get_constraintdef(c.oid) as definition
        from pg_constraint c join pg_class r on r.oid = c.conrelid
        where c.contype = 'f' and r.relnamespace = 'public'::regnamespace
        order by r.relname, c.conname`,
  )

/** Refuses a database without Citus, or without a node to put anything on. */
async function checkCluster(db: Db): Promise<void> {
  if (!(await row(db, sql`select from pg_extension where extname = 'citus'`)))
    throw new StartError(
      'This PostgreSQL has no Citus: create the extension in this database, on every node, and add the nodes with citus_add_node.',
    )
  if (!(await row(db, sql`select from pg_dist_node where shouldhaveshards and isactive`)))
    throw new StartError('This Citus has no node that takes shards: add some with citus_add_node.')
}

/**
 * Refuses while a Florin uses the database: it would not notice the distribution, and would fail. Its sessions are recognised by their name, which
 * also tells behind a pooler, where a lock of a session would not hold.
 */
async function checkAlone(db: Db): Promise<void> {
  const name = `^${SERVICE}( - |$)` // a pooler may add the client's address
  const { count } = await onlyRow<{ count: number }>(
    db,
    sql`select count(*)::integer as count from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and application_name ~ ${name}`,
  )
  if (count > 0)
    throw new StartError(
      `A Florin works with this database (${count} ${count === 1 ? 'session' : 'sessions'}): nothing was spread. Stop every instance, run this again, ` +
        'and start them. Sessions that a pooler keeps open end with RECONNECT in the console of pgbouncer.',
    )
}

/** A node gets this many shards, unless a number is given: then twice as many machines can share them later. */
const SHARDS_OF_NODE = 2
const FEWEST_SHARDS = 4

async function countShards(db: Db): Promise<number> {
  const { nodes } = await onlyRow<{ nodes: number }>(
    db,
    sql`select count(*)::integer as nodes from pg_dist_node where shouldhaveshards and isactive and noderole = 'primary'`,
  )
  return Math.max(FEWEST_SHARDS, SHARDS_OF_NODE * nodes)
}

/** The tables that were spread, over so many shards. */
export type Spread = { tables: string[]; shards: number }

/**
 * Spreads the tables over the nodes of a Citus cluster, with their rows, in one transaction: all of them, or none. Foreign keys would have to
 * be between tables that are spread already, so they are left out meanwhile.
 */
export const distribute = (owner: Database, shards?: number): Promise<Spread> =>
  alone(owner, async (tx) => {
    await checkAlone(tx)
    await checkCluster(tx)
    const count = shards ?? (await countShards(tx))
    const spread = new Set(
      (
        await rows<{ name: string }>(
          tx,
          sql`select logicalrelid::regclass::text as name from pg_dist_partition`,
        )
      ).map(({ name }) => name),
    )
    const missing = (await tablesOf(tx)).filter(({ name }) => !spread.has(name))
    const global = references.filter((name) => !spread.has(name))
    const places = missing
      .filter(({ name }) => !references.includes(name))
      .map(({ name, columns }) => placeOf(name, columns))
    if (global.length + places.length === 0) {
      await makeFunctions(tx)
      return { tables: [], shards: 0 }
    }
    await script(tx, "set local citus.multi_shard_modify_mode = 'sequential'")
    await letServiceIn(tx)
    const keys = await foreignKeys(tx)
    for (const { table, name } of keys)
      await script(tx, `alter table ${quotedName(table)} drop constraint ${quotedName(name)}`)
    for (const name of global) await change(tx, sql`select create_reference_table(${name}::regclass)`)
    for (const place of [...places].sort((a, b) => Number(a.beside !== 'none') - Number(b.beside !== 'none')))
      await spreadTable(tx, place, count)
    for (const name of erasing)
      await change(tx, sql`select create_distributed_function(${name}::regprocedure)`)
    for (const { table, name, definition } of keys)
      await script(tx, `alter table ${quotedName(table)} add constraint ${quotedName(name)} ${definition}`)
    await makeFunctions(tx)
    await checkAlone(tx) // one that was just starting, and knew of no cluster yet
    return { tables: [...global, ...places.map(({ table }) => table)], shards: count }
  })

/** The rows have gone to the shards by then; those left in the old place would count in no query, and take room. */
async function spreadTable(tx: Tx, { table, column, beside }: ShardPlace, shards: number): Promise<void> {
  const count = beside === 'none' ? sql`, shard_count => ${shards}::integer` : sql`` // beside another table it is that table's
  await change(
    tx,
    sql`select create_distributed_table(${table}::regclass, ${column}::text, colocate_with => ${beside}::text ${count})`,
  )
  await change(tx, sql`select truncate_local_data_after_distributing_table(${table}::regclass)`)
}

/** Makes the functions of this version, on every node. */
async function makeFunctions(tx: Tx): Promise<void> {
  await script(tx, functions)
  for (const name of local) await change(tx, sql`select create_distributed_function(${name}::regprocedure)`)
  for (const name of delegated)
    await change(
      tx,
      sql`select create_distributed_function(${name}::regprocedure, 'book', colocate_with => 'books')`,
    )
  const all = [...local, ...delegated].join(', ')
  await script(tx, `revoke execute on function ${all} from public`)
  if (await row(tx, sql`select from pg_roles where rolname = ${SERVICE_ROLE}`))
    await script(tx, `grant execute on function ${all} to ${SERVICE_ROLE}`)
}

/** A node connects to the others as whoever asks it, so the service's role has to be able to sign in. */
async function letServiceIn(tx: Tx): Promise<void> {
  const role = await row(tx, sql`select from pg_roles where rolname = ${SERVICE_ROLE} and not rolcanlogin`)
  if (role) await script(tx, `alter role ${SERVICE_ROLE} login`)
}
