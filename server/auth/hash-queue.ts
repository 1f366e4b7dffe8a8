import { Refusal, refuse } from '../../contract/refusals.ts'

/** Queues that are served in turn, so that a flood in one does not delay the others. */
export type Line = 'login' | 'known_device' | 'registration' | 'session'

/** The sender: the network of the request, and a signal that aborts when the client is gone. */
export type Sender = { address: string; gone: AbortSignal }

type Waiter = { begin: () => void; giveUp: () => void }
type Limits = {
  /** How many work at once. */
  atOnce: number
  /** How many wait for each sender. */
  each: number
  /** How many wait in each queue. Every queue has its own limit, so that a full queue does not affect the others. */
  perLine: number
}

/**
 * Hands out slots for password hashing. The queues are served in turn, and in each queue its senders: a single request waits for at most
 * one hash of each other sender. When a queue is full, its sender with the most waiting requests loses the latest one. A sender is always a
 * network, since one network can have any number of accounts and devices. A request whose client is gone leaves its queue, and its password
 * is not hashed.
 */
export function makeHashQueue({ atOnce, each, perLine }: Limits) {
  const lines = new Map<Line, Map<string, Waiter[]>>() // both in the order in which they are served next
  let running = 0

  function leave(line: Line, sender: string, waiter: Waiter | undefined): Waiter | undefined {
    const senders = lines.get(line)
    const queue = senders?.get(sender)
    if (!senders || !queue || !waiter || !queue.includes(waiter)) return undefined
    queue.splice(queue.indexOf(waiter), 1)
    if (queue.length === 0) senders.delete(sender)
    if (senders.size === 0) lines.delete(line)
    return waiter
  }

  function serveNext(): void {
    const [line, senders] = lines.entries().next().value ?? []
    const [sender, queue] = senders?.entries().next().value ?? []
    if (line === undefined || !senders || sender === undefined || !queue) {
      running--
      return
    }
    // Move the queue and the sender to the end of their orders.
    senders.delete(sender)
    senders.set(sender, queue)
    lines.delete(line)
    lines.set(line, senders)
    leave(line, sender, queue[0])?.begin()
  }

  /** Makes room in a queue by refusing the latest request of the sender with the most waiting requests. */
  function makeRoom(line: Line, senders: Map<string, Waiter[]>, own: number): void {
    const [sender, longest] = [...senders].reduce((a, b) => (b[1].length > a[1].length ? b : a))
    if (longest.length <= own) refuse('busy')
    leave(line, sender, longest.at(-1))?.giveUp()
  }

  function wait(line: Line, { address, gone }: Sender): Promise<void> {
    const before = lines.get(line) ?? new Map<string, Waiter[]>()
    const own = before.get(address)?.length ?? 0
    if (own >= each) refuse('busy')
    if ([...before.values()].flat().length >= perLine) makeRoom(line, before, own + 1)
    const senders = lines.get(line) ?? before
    const queue = senders.get(address) ?? []
    lines.set(line, senders.set(address, queue))
    return new Promise((begin, reject) => {
      const giveUp = () => reject(new Refusal('busy', {}))
      const waiter = { begin, giveUp }
      queue.push(waiter)
      gone.addEventListener('abort', () => leave(line, address, waiter)?.giveUp(), { once: true })
    })
  }

  /** How many wait. */
  const waiting = () =>
    [...lines.values()].reduce((sum, senders) => sum + [...senders.values()].flat().length, 0)

  /** Runs the work when its turn has come. */
  async function inTurn<T>(line: Line, sender: Sender, work: () => Promise<T>): Promise<T> {
    if (sender.gone.aborted) refuse('busy')
    if (running >= atOnce) await wait(line, sender)
    else running++
    try {
      return await work()
    } finally {
      serveNext() // the slot is passed on, not freed
    }
  }
  return Object.assign(inTurn, { waiting })
}
