import { Refusal } from '../../contract/refusals.ts'

/** A fair queue: `take` resolves to a function that releases the slot. */
export type FairQueue = {
  take: (key: string, wish?: Wish) => Promise<() => void>
  /** How many wait. */
  waiting: () => number
  /** Refuses everybody who waits, and everybody who would have to. */
  stop: () => void
}

type Wish = {
  /** Lines are served in turn, and in each line its keys, so that a flood in one line holds up none of the others. */
  line?: string
  /** The node that has the rows that the slot is for, where there are several. */
  node?: string
  /** Aborts when nobody needs the slot any more. */
  signal?: AbortSignal | undefined
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
  /** How many of one key may wait in a line: a flood costs no memory. */
  maxWaiting?: number
  /** How many may wait in a line. When it is full, the key with the most waiting requests loses its latest one. */
  maxInLine?: number
  /** Whoever waits longer is refused with `busy`. */
  patienceMs?: number
}

// It is less than a request may take to arrive, so that the one who sent it is told why.
const PATIENCE_MS = 10_000

/** For each other process, a key rests as long as its last turn took, but no longer than this: a longer turn mostly waited for a client to read. */
const LONG_REST_MS = 200

type Waiter = {
  readonly node: string
  readonly begin: () => void
  readonly giveUp: (code: 'busy' | 'stopping') => void
}

/**
 * Hands out slots, a few at most to each key. Those who wait are served key by key, first the keys that hold no slot, so that a person with
 * sixty requests delays a person with one by one request at most.
 */
export function makeFairQueue({
  slots,
  perKey,
  perNode = slots,
  restMs = 0,
  processes = 1,
  maxWaiting = 200,
  maxInLine = Number.POSITIVE_INFINITY,
  patienceMs = PATIENCE_MS,
}: Slots): FairQueue {
  const held = new Map<string, number>()
  const heldFor = new Map<string, number>() // by node
  const lines = new Map<string, Map<string, Waiter[]>>() // both in the order in which they are served next
  const waiting = new Set<Waiter>()
  let isStopped = false
  let free = slots

  const holds = (key: string) => held.get(key) ?? 0
  const hasRoom = (node: string) => (heldFor.get(node) ?? 0) < perNode
  function mayHoldMore(key: string): boolean {
    const others = held.size - (held.has(key) ? 1 : 0)
    return holds(key) < (others === 0 ? perKey : Math.max(1, perKey - 1))
  }
  const isWaiting = (key: string) => lines.values().some((keys) => keys.has(key))

  function remove(line: string, key: string, waiter: Waiter): void {
    const keys = lines.get(line)
    const queue = keys?.get(key)
    const index = queue?.indexOf(waiter) ?? -1
    if (!keys || !queue || index < 0) return
    queue.splice(index, 1)
    waiting.delete(waiter)
    if (queue.length === 0) keys.delete(key)
    if (keys.size === 0) lines.delete(line)
  }

  function serveWaiting(): void {
    if (waiting.size === 0) return
    for (const isFirst of [true, false])
      for (const [line, keys] of lines) {
        if (free === 0) return
        const found = nextOf(keys, isFirst)
        if (!found) continue
        const [key, queue, waiter] = found
        // Both go behind all others, and are looked at again after them.
        keys.delete(key)
        keys.set(key, queue)
        lines.delete(line)
        lines.set(line, keys)
        remove(line, key, waiter)
        waiter.begin()
      }
  }

  /** The next of a line who may have a slot: of a key that holds none, or of one that does. */
  function nextOf(keys: Map<string, Waiter[]>, isFirst: boolean): [string, Waiter[], Waiter] | undefined {
    for (const [key, queue] of keys) {
      if ((holds(key) === 0) !== isFirst || !mayHoldMore(key)) continue
      const waiter = queue.find(({ node }) => hasRoom(node))
      if (waiter) return [key, queue, waiter]
    }
    return undefined
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
      if (restMs > 0 && held.size > 1 && isWaiting(key))
        setTimeout(release, Math.min(restMs, heldMs) + (processes - 1) * Math.min(LONG_REST_MS, heldMs))
      // Requests that wait for nothing are served while their sockets are read, 64 of them in one turn of the event loop: a slot
      // is held until the loop has turned, so that they queue as well.
      else if (restMs > 0) setImmediate(release)
      else release()
    }
  }

  /** Makes room in a full line, unless nobody in it has more waiting than the one who comes. */
  function makeRoom(keys: Map<string, Waiter[]> | undefined, own: number): void {
    let [count, longest]: [number, Waiter[]] = [0, []]
    for (const queue of keys?.values() ?? []) {
      count += queue.length
      if (queue.length > longest.length) longest = queue
    }
    if (count < maxInLine) return
    if (longest.length <= own + 1) throw new Refusal('busy', {})
    longest.at(-1)?.giveUp('busy')
  }

  function wait(key: string, { line = '', node = '', signal }: Wish): Promise<() => void> {
    if (isStopped) throw new Refusal('stopping', {})
    const own = lines.get(line)?.get(key)?.length ?? 0
    if (own >= maxWaiting || signal?.aborted) throw new Refusal('busy', {})
    if (maxInLine < Number.POSITIVE_INFINITY) makeRoom(lines.get(line), own)
    const { promise, resolve, reject } = Promise.withResolvers<() => void>()
    const gone = () => waiter.giveUp('busy')
    const end = () => {
      clearTimeout(patience)
      signal?.removeEventListener('abort', gone)
    }
    const waiter: Waiter = {
      node,
      begin() {
        end()
        resolve(hold(key, node))
      },
      giveUp(code) {
        end()
        remove(line, key, waiter)
        reject(new Refusal(code, {}))
      },
    }
    const patience =
      patienceMs === Number.POSITIVE_INFINITY ? undefined : setTimeout(waiter.giveUp, patienceMs, 'busy')
    signal?.addEventListener('abort', gone)
    const keys = lines.get(line) ?? new Map<string, Waiter[]>()
    const queue = keys.get(key) ?? []
    queue.push(waiter)
    lines.set(line, keys.set(key, queue))
    waiting.add(waiter)
    return promise
  }

  return {
    async take(key, wish = {}) {
      const { node = '', signal } = wish
      const isFree = free > 0 && mayHoldMore(key) && hasRoom(node) && !signal?.aborted
      return isFree ? hold(key, node) : wait(key, wish)
    },
    waiting: () => waiting.size,
    stop() {
      isStopped = true
      for (const { giveUp } of [...waiting]) giveUp('stopping')
    },
  }
}
