import { notePooled, observeStatements } from './asking.ts'
import type { Database } from './database.ts'
import { inquiryOn, LOOKERS, makeNodes } from './nodes.ts'
import { type Connection, makePool, SERVICE } from './pools.ts'
import { forWriters, optionsOf, sessionSettings } from './session.ts'
import { type Shard, shardFinder } from './shards.ts'
import { queuesOf, sizesOf, spreadOver } from './sizes.ts'

type Options = {
  max?: number
  /** How long a session may take to begin. */
  connectMs?: number
  /** How many processes like this one share the machine, and so its sessions. */
  processes?: number
  /** The name of the sessions in `pg_stat_activity`. */
  name?: string
  /** The role to work as, with fewer privileges than the login role. */
  role?: string
  /** For migrations and commands, whose statements have no time limit. */
  isPatient?: boolean
  /** Whether a pooler in transaction mode is in between: each transaction may run on another session, and none keeps settings. */
  isPooled?: boolean
  /** The shards of a cluster, see `shards.ts`. */
  shards?: readonly Shard[]
  /** Told when a node of a cluster stops answering, and when it answers again. */
  say?: (text: string) => void
  /** For the tests: told the text of every statement that runs. */
  observe?: (text: string) => void
}

export function openDatabase(
  connection: Connection,
  onError: (error: Error) => void,
  options: Options = {},
): Database {
  const { processes = 1, max, role, shards = [], observe, name = SERVICE } = options
  const { connectMs, isPatient = false, isPooled = false, say = () => undefined } = options
  const poolOf = (max: number, { isWriting = false, min = 0 } = {}) => {
    const settings = {
      ...sessionSettings,
      ...(isWriting && forWriters(shards.length > 0)),
      ...(role !== undefined && { role }),
    }
    const pool = makePool(connection, onError, {
      min,
      max,
      name,
      isPipelined: isWriting, // the writer sends statements while those before them run
      connectMs,
      isPatient,
      ...(!isPooled && { options: optionsOf(settings) }),
    })
    if (isPooled) pool.on('connect', notePooled)
    if (observe) pool.on('connect', (client) => observeStatements(client, observe))
    return pool
  }
  const nodeCount = new Set(shards.map(({ node }) => node)).size
  const sizes = spreadOver(nodeCount, sizesOf(processes))
  const { common, lookUps, signIns, writers, exporters } = sizes
  const all = max ?? common + lookUps + signIns
  return {
    pool: poolOf(all, { min: 1 }), // an instance that is at rest is still seen by `npm run distribute`
    writers: poolOf(writers, { isWriting: true }),
    exporters: poolOf(exporters),
    queues: queuesOf(Math.max(1, all - lookUps - signIns), sizes, nodeCount),
    queueKey: '',
    shardOf: shardFinder(shards.map(({ first }) => first)),
    isCluster: shards.length > 0,
    ...(shards.length > 0 && { nodes: makeNodes(shards, inquiryOn(poolOf(LOOKERS)), say) }),
  } as unknown as Database // the brand exists only for the compiler
}

export const closeDatabase = async (db: Database): Promise<void> => {
  const { pool, writers, exporters, replica, nodes } = db
  const own = [pool.end(), writers.end(), exporters.end(), nodes?.close()]
  await Promise.all([...own, replica && closeDatabase(replica.db)])
}
