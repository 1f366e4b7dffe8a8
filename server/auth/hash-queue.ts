import { Refusal, refuse } from '../../contract/refusals.ts'

/** Lines that are served in turn, so that a flood in one holds up none of the others. */
export type HashPurpose = 'login' | 'known_device' | 'registration' | 'session'

/** Who asks: the network that the request came from, and a signal that nobody waits for the answer any more. */
export type Sender = { address: string; gone: AbortSignal }

type Waiter = { begin: () => void; giveUp: () => void }
type Limits = {
  /** How many work at once. */
  atOnce: number
  /** How many wait for each sender. */
  each: number
  /** How many wait in each line. Every line has its own places to wait, so that a full one fills no other. */
  perLine: number
}

/**
 * Hands out places for password work. The lines are served in turn, and in each line its senders: somebody who asks once waits
 * for at most one hash of each other sender. When a line is full, its sender with the most waiting requests loses the latest one.
 * A sender is always a network, since one network can have any number of accounts and devices. A request whose client has gone
 * leaves its line: its password is not hashed for nobody.
 */
export function makeHashQueue({ atOnce, each, perLine }: Limits) {
  const lines = new Map<HashPurpose, Map<string, Waiter[]>>() // both in the order in which they are served next
  let running = 0

  function leave(line: HashPurpose, sender: string, waiter: Waiter | undefined): Waiter | undefined {
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
    // Move the line and the sender to the end of their queues.
    senders.delete(sender)
    senders.set(sender, queue)
    lines.delete(line)
    lines.set(line, senders)
    leave(line, sender, queue[0])?.begin()
  }

  /** Makes room in a line by turning away the latest of its sender with the most waiting. */
  function makeRoom(line: HashPurpose, senders: Map<string, Waiter[]>, own: number): void {
    const [sender, longest] = [...senders].reduce((a, b) => (b[1].length > a[1].length ? b : a))
    if (longest.length <= own) refuse('busy')
    leave(line, sender, longest.at(-1))?.giveUp()
  }

  function wait(line: HashPurpose, { address, gone }: Sender): Promise<void> {
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
  async function inTurn<T>(line: HashPurpose, sender: Sender, work: () => Promise<T>): Promise<T> {
    if (sender.gone.aborted) refuse('busy')
    if (running >= atOnce) await wait(line, sender)
    else running++
    try {
      return await work()
    } finally {
      serveNext() // the place is handed over, not freed
    }
  }
  return Object.assign(inTurn, { waiting })
}
