import { Refusal, refuse } from '../../contract/refusals.ts'

/** Lines that are served in turn, so that a flood in one holds up none of the others. */
export type Line = 'login' | 'known_device' | 'registration' | 'session'

type Waiter = { begin: () => void; giveUp: () => void }
type Limits = {
  /** How many work at once. */
  atOnce: number
  /** How many wait for each sender. */
  each: number
  /** How many wait in all. */
  total: number
}

/**
 * Hands out places for password work. The lines are served in turn, and in each line its senders: somebody who asks once waits
 * for at most one hash of each other sender. When the queue is full, the sender with the most
 * waiting requests loses its latest one.
 */
export function makeHashQueue({ atOnce, each, total }: Limits) {
  const lines = new Map<Line, Map<string, Waiter[]>>() // both in the order in which they are served next
  let running = 0
  let waiting = 0

  function leave(line: Line, sender: string, waiter: Waiter | undefined): Waiter | undefined {
    const senders = lines.get(line)
    const queue = senders?.get(sender)
    if (!senders || !queue || !waiter) return undefined
    waiting--
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
    // Move the line and the sender to the end of their queues.
    senders.delete(sender)
    senders.set(sender, queue)
    lines.delete(line)
    lines.set(line, senders)
    leave(line, sender, queue[0])?.begin()
  }

  /** Makes room by turning away the latest of the sender with the most waiting. */
  function makeRoom(own: number): void {
    const all = [...lines].flatMap(([line, senders]) =>
      [...senders].map(([sender, queue]) => ({ line, sender, queue })),
    )
    const longest = all.reduce((a, b) => (b.queue.length > a.queue.length ? b : a))
    if (longest.queue.length <= own) refuse('busy')
    leave(longest.line, longest.sender, longest.queue.at(-1))?.giveUp()
  }

  function wait(line: Line, sender: string): Promise<void> {
    const own = lines.get(line)?.get(sender)?.length ?? 0
    if (own >= each) refuse('busy')
    if (waiting >= total) makeRoom(own + 1)
    const senders = lines.get(line) ?? new Map<string, Waiter[]>()
    const queue = senders.get(sender) ?? []
    waiting++
    lines.set(line, senders.set(sender, queue))
    return new Promise((begin, reject) => {
      const giveUp = () => reject(new Refusal('busy', {}))
      queue.push({ begin, giveUp })
    })
  }

  /** Runs the work when its turn has come. */
  return async <T>(line: Line, sender: string, work: () => Promise<T>): Promise<T> => {
    if (running >= atOnce) await wait(line, sender)
    else running++
    try {
      return await work()
    } finally {
      serveNext() // the place is handed over, not freed
    }
  }
}
