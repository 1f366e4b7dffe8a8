import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import pg from 'pg'
import { closeDatabase, openDatabase } from '../server/database/open.ts'
import { COMMAND } from '../server/database/pools.ts'
import { prepareDatabase } from '../server/database/prepare.ts'
import { SERVICE_ROLE } from '../server/database/privileges.ts'
import type { Shard } from '../server/database/shards.ts'
import { startEmbedded } from '../server/postgres/embedded.ts'
import { recordPrivileges } from '../server/records/kinds.ts'
import { distribute } from '../server/scale/distribute.ts'

export type Login = { host: string; port?: number; user: string; password?: string; database: string }

/** The PostgreSQL of a run: its owner, the service's role, and every node that has a part of each database. */
type Server = {
  owner: Login
  service: Login
  nodes: Login[]
  shards: Shard[]
  instanceKey: Uint8Array
  stop: () => Promise<void>
}

const quiet = { info: () => undefined, warn: () => undefined }

/**
 * Starts one, with a migrated database; or takes that of TEST_DATABASE_URL, which may be the coordinator of a Citus cluster. `copyTo` gets a copy of
 * the data folder as a first start leaves it.
 */
export async function startServer(dataDir: string, copyTo?: string): Promise<Server> {
  const url = process.env.TEST_DATABASE_URL
  if (url) return joinServer(url)
  let started = await startEmbedded(dataDir, quiet)
  const { instanceKey, shards } = await prepare(started.owner as Login) // it is not an address
  if (copyTo) {
    await started.stop()
    await promisify(execFile)('cp', ['-a', dataDir, copyTo])
    started = await startEmbedded(dataDir, quiet)
  }
  const [owner, service] = [started.owner as Login, started.connection as Login] // neither is an address
  return { owner, service, nodes: [owner], shards, instanceKey, stop: () => started.stop() }
}

export async function prepare(owner: Login, isCluster = false) {
  const template = openDatabase(owner, () => undefined, { isPatient: true, name: COMMAND })
  try {
    const prepared = await prepareDatabase(template, recordPrivileges)
    if (isCluster) await distribute(template)
    return isCluster ? await prepareDatabase(template, recordPrivileges) : prepared
  } finally {
    await closeDatabase(template)
  }
}

/** Each test file clones this database, on every node: nobody may be connected to it then, not even Citus. */
async function joinServer(url: string): Promise<Server> {
  const { host, port, user = '', password } = new pg.Client(url)
  const [database, secret] = [`florin_${randomBytes(4).toString('hex')}`, randomBytes(16).toString('hex')]
  const given = { host, port, user, ...(password !== undefined && { password }), database }
  const found = await ask(
    url,
    `select nodename as host, nodeport as port from pg_dist_node where noderole = 'primary' order by groupid`,
  ).catch(() => [])
  const nodes = found.length > 0 ? found.map((node) => ({ ...given, ...node })) : [given]
  const isCluster = found.length > 0
  await onAll(nodes, [`create database ${database} encoding 'UTF8' template template0`])
  if (isCluster) await joinNodes(nodes)
  const { instanceKey, shards } = await prepare(given, isCluster)
  await ask({ ...given, database }, `alter role ${SERVICE_ROLE} login password '${secret}'`)
  await onAll(nodes, closed(database))
  const service = { ...given, user: SERVICE_ROLE, password: secret }
  const stop = async () => {
    const made = await ask<{ name: string }>(
      url,
      `select datname as name from pg_database where datname like '%${database}'`,
    )
    for (const { name } of made) await onAll(nodes, [`drop database ${name} with (force)`])
  }
  return { owner: given, service, nodes, shards, instanceKey, stop }
}

/** Makes the same, still empty, database of all nodes a database of the cluster. */
export async function joinNodes(nodes: readonly Login[]): Promise<void> {
  for (const node of nodes) await ask(node, 'create extension citus')
  const [coordinator, ...workers] = nodes
  if (!coordinator) return
  await ask(coordinator, `select citus_set_coordinator_host('${coordinator.host}', ${coordinator.port})`)
  for (const { host, port } of workers) await ask(coordinator, `select citus_add_node('${host}', ${port})`)
}

/** The statements that make a database a template: nobody is or gets connected to it, not even Citus. */
export const closed = (database: string): string[] => [
  `alter database ${database} allow_connections false`,
  `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${database}'`,
]

type Node = { host: string; port: number }

export async function ask<Row extends object = Node>(login: Login | string, text: string): Promise<Row[]> {
  const session = new pg.Client(login)
  session.on('error', () => undefined)
  await session.connect()
  try {
    return (await session.query<Row>(text)).rows
  } finally {
    await session.end()
  }
}

/** Statements about a database, on every node. */
export async function onAll(nodes: readonly Login[], texts: readonly string[]): Promise<void> {
  for (const node of nodes) for (const text of texts) await ask({ ...node, database: 'postgres' }, text)
}
