import type pg from 'pg'
import { Refusal } from '../../contract/refusals.ts'
import { query } from './asking.ts'
import { placedShards, type Shard, shardFinder } from './shards.ts'
import { type Sql, sql } from './sql.ts'

/** Nodes that are looked at together. */
export const LOOKERS = 2

/** The nodes of a cluster: which one has a book, and which ones do not answer. */
export type Nodes = {
  readonly all: () => readonly string[]
  /** The node that has the rows of a book, or of a person. */
  readonly of: (id: string) => string
  /** The nodes that do not answer. */
  readonly silent: () => string[]
  /** Refuses at once a request that only a silent node could answer. */
  readonly check: (node: string) => void
  /** Notes that work on a node begins; the function it returns notes the end. Work that fails or takes long has the node looked at. */
  readonly begin: (node: string) => (hasFailed: boolean) => void
  /** Looks at every node, unless that was done a moment ago. */
  readonly look: () => Promise<unknown>
  readonly close: () => Promise<void>
}

/** Asks the database which node has which shard, and whether a node answers. */
type Inquiry = {
  readonly placed: () => Promise<readonly Shard[]>
  readonly isAnswering: (node: string) => Promise<boolean>
  readonly close: () => Promise<void>
}

/** How long a node may take to accept a connection. */
const LOOK_MS = 2_000

/** Each look has a session of its own: one that is in use already might ask the node over a connection that hangs. */
export function inquiryOn(pool: pg.Pool): Inquiry {
  async function ask<Row>(statement: Sql): Promise<Row[]> {
    const client = await pool.connect()
    try {
      return (await query(client, statement)).rows as Row[] // the caller names the columns it selects
    } finally {
      client.release(true)
    }
  }
  return {
    placed: () => ask<Shard>(placedShards),
    async isAnswering(node) {
      const [, host = '', port = ''] = /^(.*):(\d+)$/.exec(node) ?? []
      const [found] = await ask<{ is_up: boolean }>(
        sql`select set_config('citus.node_connection_timeout', ${String(LOOK_MS)}, true),
                   citus_check_connection_to_node(${host}, ${Number(port)}) as is_up`,
      )
      return found?.is_up ?? false
    },
    close: () => pool.end(),
  }
}

/** Work that takes longer may be waiting for a node that hangs. */
const LONG_MS = 1_000
/** The least time between two looks at a node that answers, however much fails, and at one that does not. */
const PAUSE_MS = 1_000

/**
 * Leaves a node alone that does not answer: its requests are refused at once, and one look now and then finds out when it is back. Only such a look
 * says that a node is silent, never a request: a slow statement of one person would otherwise take the node away from everybody.
 */
export function makeNodes(
  shards: readonly Shard[],
  { placed, isAnswering, close }: Inquiry,
  say: (text: string) => void,
): Nodes {
  let known = shards
  let shardOf = shardFinder(shards.map(({ first }) => first))
  const silent = new Set<string>()
  const underWay = new Map<string, Promise<void>>()
  const answeredAt = new Map<string, number>()
  const timers = new Set<NodeJS.Timeout>()
  let isClosed = false

  const of = (id: string) => known[shardOf(id)]?.node ?? ''
  const all = () => [...new Set(known.map(({ node }) => node))]

  function learn(found: readonly Shard[]): void {
    known = found
    shardOf = shardFinder(found.map(({ first }) => first))
    for (const node of silent) if (!all().includes(node)) silent.delete(node) // it has no books any more
  }

  async function ask(node: string): Promise<void> {
    learn(await placed()) // shards may have moved
    if (!all().includes(node)) return
    if (await isAnswering(node)) {
      answeredAt.set(node, performance.now())
      if (silent.delete(node)) say(`The node ${node} answers again.`)
    } else if (!silent.has(node)) {
      silent.add(node)
      say(`The node ${node} does not answer: requests for its books are refused until it does.`)
    }
  }

  function look(node: string): Promise<void> {
    const isFresh = performance.now() - (answeredAt.get(node) ?? Number.NEGATIVE_INFINITY) < PAUSE_MS
    if (node === '' || isClosed || isFresh) return Promise.resolve()
    const asked =
      underWay.get(node) ??
      ask(node)
        .catch(() => undefined) // the database itself does not answer, so that nothing is known of its nodes
        .finally(() => {
          underWay.delete(node)
          if (silent.has(node)) later(PAUSE_MS, () => look(node))
        })
    underWay.set(node, asked)
    return asked
  }

  function later(ms: number, what: () => unknown): NodeJS.Timeout {
    const timer = setTimeout(() => {
      timers.delete(timer)
      what()
    }, ms).unref()
    timers.add(timer)
    return timer
  }

  return {
    all,
    of,
    silent: () => [...silent].sort(),
    check(node) {
      if (silent.has(node)) throw new Refusal('unavailable', {})
    },
    begin(node) {
      const timer = later(LONG_MS, () => look(node))
      return (hasFailed) => {
        clearTimeout(timer)
        timers.delete(timer)
        if (hasFailed) void look(node)
      }
    },
    look: () => Promise.all(all().map(look)),
    close() {
      isClosed = true
      for (const timer of timers) clearTimeout(timer)
      return close()
    },
  }
}
