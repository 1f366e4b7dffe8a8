import { allCurrencies, type CurrencyFacts, endedCurrencies } from '../../contract/iso4217.ts'
import { change, type Database, row, rows, transaction } from './database.ts'
import { BUILT_IN, checkMigrated, migrate } from './migrate.ts'
import { grantPrivileges, mayActAsRole, type Privileges, tellNodes } from './privileges.ts'
import { placedShards, type Shard } from './shards.ts'
import { rowsOf, sql } from './sql.ts'

export type Prepared = {
  /** The key that signs cursors and device cookies. */
  instanceKey: Uint8Array
  /** Whether the owner may work as the service's role, which has only the service's privileges. */
  hasServiceRole: boolean
  /** The shards of a cluster; none where the database is not a cluster. */
  shards: Shard[]
  /** The last migration that the data has been through. */
  schema: string
}

/** Writes the currencies that differ from those that are there: on a cluster, every node has a copy of each. */
async function saveCurrencies(owner: Database): Promise<void> {
  const stored = await rows<Omit<CurrencyFacts, 'until'>>(
    owner,
    sql`select id, name, symbol, decimals from currencies`,
  )
  const known = new Map(stored.map((one) => [one.id, one]))
  const differing = [...allCurrencies, ...endedCurrencies].filter(
    ({ id, name, symbol }) => known.get(id)?.name !== name || known.get(id)?.symbol !== symbol,
  )
  if (differing.length === 0) return
  const values = rowsOf(differing.map(({ id, name, symbol, decimals }) => [id, name, symbol, decimals]))
  await transaction(owner, (tx) =>
    change(
      tx,
      sql`insert into currencies (id, name, symbol, decimals) values ${values}
          on conflict (id) do update set name = excluded.name, symbol = excluded.symbol`,
    ),
  )
}

const isCluster = async (db: Database): Promise<boolean> =>
  (await rows(db, sql`select where to_regclass('pg_catalog.pg_dist_shard') is not null`)).length > 0

/** Whether this node of a cluster is not the one that all changes of tables and privileges go through. */
const isWorker = async (db: Database): Promise<boolean> =>
  (await isCluster(db)) &&
  (await rows(db, sql`select from pg_dist_local_group where groupid <> 0`)).length > 0

/**
 * Makes the database ready for this version, as its owner: its tables, the currencies that the contract knows, the service's role. A worker
 * of a cluster gets them from its coordinator. `ofRecords` are the
 * service's privileges on the tables of records; `before` is called before data of an earlier version is migrated.
 */
export async function prepareDatabase(
  owner: Database,
  ofRecords: Privileges,
  source = BUILT_IN,
  before?: (first: string, last: string) => Promise<void>,
): Promise<Prepared> {
  const atWorker = await isWorker(owner).catch(() => false) // a server that does not let us in is told of below
  if (atWorker) await checkMigrated(owner, source)
  else await migrate(owner, source, before && { before })
  if (!atWorker) await saveCurrencies(owner)
  const hasServiceRole = atWorker ? await mayActAsRole(owner) : await grantPrivileges(owner, ofRecords)
  const shards = (await isCluster(owner)) ? await rows<Shard>(owner, placedShards) : []
  if (!atWorker && shards.length > 0) await tellNodes(owner)
  const instance = await row<{ key: Buffer }>(owner, sql`select key from instance`)
  const last = await row<{ id: string }>(owner, sql`select id from migrations order by id desc limit 1`)
  if (!instance || !last) throw new Error('the instance has no key')
  return { instanceKey: instance.key, hasServiceRole, shards, schema: last.id }
}
