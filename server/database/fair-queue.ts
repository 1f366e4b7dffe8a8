import { Refusal } from '../../contract/refusals.ts'

/** A fair queue: `take` resolves to a function that releases the slot. */
export type FairQueue = {
  /** `node` has the rows that the slot is for, where there are several nodes. */
  take: (key: string, node?: string) => Promise<() => void>
  /** How many wait. */
  waiting: () => number
  /** Refuses everybody who waits, and everybody who would have to. */
  stop: () => void
}

type Slots = {
  /** How many slots there are. */
  slots: number
  /** How many of them one key may hold at a time; while others hold some too, one less, but at least one. */
  perKey: number
  /** How many of them may be held at a time for one node of a cluster, so that one that hangs leaves some to the others. */
  perNode?: number
  /** If a key has more work waiting while others are served, its slot stays empty for as long as it was held, up to this time. */
  restMs?: number
  /** How many processes have such a queue. A key rests that many times longer in each, so that it gets no more in all than in one. */
  processes?: number
  /** How many of one key may wait: a flood costs no memory. */
  maxWaiting?: number
}

// A request that waits longer than this in one queue is refused with `busy`. It is less than a request may take to arrive, so that
// the one who sent it is told why.
const PATIENCE_MS = 10_000

/** For each other process, a key rests as long as its last turn took, but no longer than this: a longer turn mostly waited for a client to read. */
const LONG_REST_MS = 200

/**
 * Hands out slots, a few at most to each key. Those who wait are served key by key, so that a person with sixty requests delays
 * a person with one by one request at most.
 */
export function makeFairQueue({
  slots,
  perKey,
  perNode = slots,
  restMs = 0,
  processes = 1,
  maxWaiting = 200,
}: Slots): FairQueue {
  const held = new Map<string, number>()
  const heldFor = new Map<string, number>() // by node
  const waiting = new Map<string, { node: string; begin: () => void }[]>() // in the order in which keys are served
  const givingUp = new Set<(code: 'busy' | 'stopping') => void>()
  let isStopped = false
  let free = slots

  const holds = (key: string) => held.get(key) ?? 0
  const hasRoom = (node: string) => (heldFor.get(node) ?? 0) < perNode
  function mayHoldMore(key: string): boolean {
    const others = held.size - (held.has(key) ? 1 : 0)
    return holds(key) < (others === 0 ? perKey : Math.max(1, perKey - 1))
  }

  function serveWaiting(): void {
    for (const [key, queue] of waiting) {
      if (free === 0) return
      const next = mayHoldMore(key) ? queue.findIndex(({ node }) => hasRoom(node)) : -1
      if (next < 0) continue
      waiting.delete(key)
      const [one] = queue.splice(next, 1)
      if (queue.length > 0) waiting.set(key, queue) // behind all other keys, and looked at again after them
      one?.begin()
    }
  }

  function hold(key: string, node: string): () => void {
    free--
    heldFor.set(node, (heldFor.get(node) ?? 0) + 1)
    held.set(key, holds(key) + 1)
    const since = performance.now()
    let isHeld = true
    const release = () => {
      free++
      heldFor.set(node, (heldFor.get(node) ?? 1) - 1)
      if (holds(key) === 1) held.delete(key)
      else held.set(key, holds(key) - 1)
      serveWaiting()
    }
    return () => {
      if (!isHeld) return // a caller may release from several places
      isHeld = false
      const heldMs = performance.now() - since
      if (restMs > 0 && waiting.has(key) && held.size > 1)
        setTimeout(release, Math.min(restMs, heldMs) + (processes - 1) * Math.min(LONG_REST_MS, heldMs))
      // Requests that wait for nothing are served while their sockets are read, 64 of them in one turn of the event loop: a slot
      // is held until the loop has turned, so that they queue as well.
      else if (restMs > 0) setImmediate(release)
      else release()
    }
  }

  return {
    take(key, node = '') {
      if (free > 0 && mayHoldMore(key) && hasRoom(node)) return Promise.resolve(hold(key, node))
      const { promise, resolve, reject } = Promise.withResolvers<() => void>()
      if (isStopped) return Promise.reject(new Refusal('stopping', {}))
      const queue = waiting.get(key) ?? []
      if (queue.length >= maxWaiting) return Promise.reject(new Refusal('busy', {}))
      const begin = () => {
        clearTimeout(patience)
        givingUp.delete(giveUp)
        resolve(hold(key, node))
      }
      const one = { node, begin }
      const giveUp = (code: 'busy' | 'stopping') => {
        clearTimeout(patience)
        givingUp.delete(giveUp)
        queue.splice(queue.indexOf(one), 1)
        if (queue.length === 0 && waiting.get(key) === queue) waiting.delete(key)
        reject(new Refusal(code, {}))
      }
      const patience = setTimeout(giveUp, PATIENCE_MS, 'busy')
      givingUp.add(giveUp)
      queue.push(one)
      waiting.set(key, queue)
      return promise
    },
    waiting: () => givingUp.size,
    stop() {
      isStopped = true
      for (const giveUp of givingUp) giveUp('stopping')
    },
  }
}
