import { type FairQueue, makeFairQueue } from '../process/fair-queue.ts'

/** How many sessions a process has for each purpose. */
export type Sizes = {
  /** Shared fairly, a few at a time for each person. */
  readonly common: number
  readonly perPerson: number
  /** Kept for look-ups of tokens. */
  readonly lookUps: number
  /** Kept for sign-ins. */
  readonly signIns: number
  /** Changes travel in groups, so a few sessions carry all of them. One person can hold one of those for lone requests, with an import. */
  readonly writers: number
  /** Exports at a time, one for each person. */
  readonly exporters: number
}

/**
 * The sizes for one of several processes on a machine. Together they have about as many sessions as a single one: 20, 24 for two, 36 for
 * four. None has less than two of a kind that one person could hold one of, so that another person always finds one; look-ups of tokens last for a moment.
 */
export function sizesOf(processes: number): Sizes {
  const part = (all: number, least: number) => Math.max(least, Math.ceil(all / processes))
  return {
    common: part(8, 2),
    perPerson: part(2, 1),
    lookUps: part(3, 1),
    signIns: 1,
    writers: part(4, 3),
    exporters: part(4, 2),
  }
}

/** From this many nodes of a cluster on, each has one lane of a kind. */
const MANY_NODES = 5

/**
 * The sizes on a cluster of so many nodes. The writer has sessions for each node, so that one that hangs holds up its own books alone; of all other
 * sessions, one node can hold half at most.
 */
export const spreadOver = (nodes: number, sizes: Sizes): Sizes =>
  nodes === 0
    ? sizes
    : {
        ...sizes,
        lookUps: Math.max(2, sizes.lookUps),
        writers: nodes * (nodes < MANY_NODES ? sizes.writers : 2),
      }

/** The queues that decide who takes a connection next. */
export type Queues = {
  readonly connections: FairQueue
  readonly lookUps: FairQueue
  readonly exports: FairQueue
}

/** The queues for so many common sessions, and those of the sizes that are kept for a purpose. */
export function queuesOf(common: number, { perPerson, lookUps, exporters }: Sizes, nodes: number): Queues {
  const queueOf = (slots: number, perKey: number, maxWaiting = 200) =>
    makeFairQueue({ slots, perKey, perNode: nodes > 1 ? Math.ceil(slots / 2) : slots, maxWaiting })
  return {
    connections: queueOf(common, perPerson),
    // Connections bound how many wait here: each has one request at work, and a whole network may be behind one address.
    lookUps: queueOf(lookUps, perPerson, 1_000),
    exports: queueOf(exporters, 1, 20),
  }
}

/**
 * How many groups of requests, and how many lone requests, the writer serves at once, for each node of a cluster: each has a session, and
 * none waits for one.
 */
export function lanesOf(
  { writers }: { writers: { options: { max?: number } } },
  nodes: number,
): { group: number; alone: number } {
  const sessions = (writers.options.max ?? 2) / nodes
  return { group: Math.floor(sessions / 2), alone: Math.ceil(sessions / 2) }
}
