import cluster, { type Worker } from 'node:cluster'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { atMost } from '../process/at-most.ts'
import type { Say } from '../process/say.ts'
import { StartError } from '../process/start-error.ts'
import type { Facts, Start, ToLeader, ToWorker } from './messages.ts'
import { makePair } from './pairs.ts'

/** A worker that lived this long did not fail at its start. */
const LONG_MS = 60_000
const MAX_PAUSE_MS = 30_000
/** If this many workers in one place die young, one after another, and no other worker is left either, Florin gives up. */
const MAX_FAILURES = 10
/** A worker that takes the place of another, and does not answer after this time, hangs. */
const START_MS = 60_000
const LEAVE_MS = 25_000
const LOOK_MS = 500
/** How long a stop waits for connections that were accepted to reach a worker. It is part of the time that a stop has. */
const HAND_OVER_MS = 500
/**
 * A worker that has answered none of this many questions, 15 s of them, hangs. They are counted, since a machine that slept, or a service that was
 * suspended, has asked none meanwhile.
 */
const MAX_UNANSWERED = 30

type Member = {
  readonly number: number
  readonly worker: Worker
  readonly since: number
  readonly ready: Promise<string>
  readonly ended: Promise<void>
  isReady: boolean
  unanswered: number
  /** Whether it was told to go. */
  isLeaving: boolean
}

export type Crew = {
  /** Starts answering; resolves with the address once all of them do. */
  readonly serve: (
    start: Omit<Start, 'facts'>,
    facts: () => Pick<Facts, 'access' | 'isFull'>,
  ) => Promise<string>
  /** Puts a new worker in the place of each, one after another, while the others answer. */
  readonly renew: () => Promise<void>
  readonly stop: (reason: string, withinMs: number) => Promise<void>
}

type WorkerPair = Awaited<ReturnType<typeof makePair>>

/**
 * Several processes that answer requests behind one port. They are started at once, so that they load while PostgreSQL starts. `giveUp` is
 * called when none of them can be kept running.
 */
export function startCrew(count: number, say: Say, giveUp: (reason: string) => void): Crew {
  const members = new Map<number, Member>() // by number: the one that counts
  const failures = new Map<number, number>()
  let told:
    | { start: Omit<Start, 'facts'>; facts: Facts; look: () => Pick<Facts, 'access' | 'isFull'> }
    | undefined
  let isServing = false
  let isStopping = false
  let handedOver = 0 // connections, to any worker
  let renewing: Promise<void> | undefined
  /** The pending work on a place, or on the connections between workers, one after another: two at once would leave an unknown worker. */
  const turns = new Map<number | 'ways', Promise<unknown>>()

  function inTurn<T>(what: number | 'ways', work: () => Promise<T>): Promise<T> {
    const done = (turns.get(what) ?? Promise.resolve()).then(work)
    turns.set(
      what,
      done.catch(() => undefined),
    )
    return done
  }

  function fork(number: number): Member {
    cluster.setupPrimary({
      exec: join(import.meta.dirname, 'worker.ts'),
      args: [String(number), String(count)],
    })
    const worker = cluster.fork()
    worker.process.setMaxListeners(0) // Node adds one for each connection to another worker
    worker.on('error', () => undefined) // that it has ended, `exit` says
    if (worker.process.pid === undefined) throw new Error('the system starts no process now')
    closeWhatItDidNotTake(worker, () => handedOver++)
    const ready = Promise.withResolvers<string>()
    const ended = Promise.withResolvers<void>()
    ready.promise.catch(() => undefined) // it is waited for where it matters
    const member: Member = {
      number,
      worker,
      since: performance.now(),
      isReady: false,
      unanswered: 0,
      isLeaving: false,
      ready: ready.promise,
      ended: ended.promise,
    }
    worker.on('message', (message: ToLeader) => {
      if (message.is === 'ready') {
        member.isReady = true
        ready.resolve(message.address)
      }
      if (message.is === 'failed')
        ready.reject(message.isStartError ? new StartError(message.sentence) : new Error(message.sentence))
      if (message.is === 'pong') member.unanswered = 0
      if (message.is === 'web') note({ isWebDone: true })
      if (message.is === 'backup') note({ lastBackup: message.at })
      if (message.is === 'ahead') note({ timeAhead: message.at })
    })
    worker.on('exit', (code, signal) => {
      ready.reject(new Error(`worker ${number} ended with ${signal ?? code} before it was ready`))
      ended.resolve()
      if (members.get(number) === member && !isStopping && isServing)
        void replace(member, signal ?? `code ${code}`)
    })
    return member
  }

  function tell({ worker }: Member, message: ToWorker): void {
    if (worker.isConnected()) worker.send(message)
  }

  function note(part: Partial<Facts>): void {
    if (!told) return
    told.facts = { ...told.facts, ...part }
    for (const member of members.values()) tell(member, { is: 'facts', facts: told.facts })
  }

  /** Starts a worker that was forked, and resolves once it answers. */
  async function begin(member: Member): Promise<string> {
    if (!told) throw new Error('nothing is known yet')
    tell(member, { is: 'start', start: { ...told.start, facts: told.facts } })
    return member.ready
  }

  /** Starts a worker that takes the place of another. One that hangs is given up. */
  async function beginInTime(member: Member): Promise<void> {
    if ((await atMost(START_MS, begin(member))) === undefined)
      throw new Error(`it did not answer within ${START_MS / 1_000} s`)
  }

  /** Hands each of two workers one end of a connection. */
  function connect(one: Member, other: Member, ends: WorkerPair): void {
    for (const [member, peer, end] of [
      [one, other, ends[0]],
      [other, one, ends[1]],
    ] as const) {
      if (member.worker.isConnected()) member.worker.send({ is: 'peer', number: peer.number }, end)
      else end.destroy()
    }
  }

  /** Puts a worker into its place, and opens its ways to the others: to all of them, or it throws and nothing has changed. */
  const takePlace = (member: Member) =>
    inTurn('ways', async () => {
      const others = [...members.values()].filter(
        ({ number, isReady }) => isReady && number !== member.number,
      )
      const pairs: { other: Member; ends: WorkerPair }[] = []
      try {
        for (const other of others) pairs.push({ other, ends: await makePair() })
        if (member.worker.isDead()) throw new Error('it ended at once')
      } catch (error) {
        for (const { ends } of pairs) for (const end of ends) end.destroy()
        throw error
      }
      members.set(member.number, member)
      note({}) // the facts of its start may be outdated
      for (const { other, ends } of pairs) connect(member, other, ends)
    })

  /** A worker has died. Another one takes its place: at once, or after a pause if it died young. */
  async function replace(dead: Member, how: string): Promise<void> {
    const { number } = dead
    const isYoung = performance.now() - dead.since < LONG_MS
    const count = isYoung ? (failures.get(number) ?? 0) + 1 : 0
    failures.set(number, count)
    const isLast = ![...members.values()].some(
      (member) => member !== dead && member.isReady && !member.worker.isDead(),
    )
    if (count >= MAX_FAILURES && isLast) return giveUp(`worker ${number} ended ${count} times`)
    const pause = count <= 1 ? 0 : Math.min(MAX_PAUSE_MS, 500 * 2 ** (count - 1))
    say.warn(
      `Worker ${number} (process ${dead.worker.process.pid}) ended with ${how}; another one starts${pause > 0 ? ` in ${pause / 1_000} s` : ''}.`,
    )
    // These timers keep this process running: while no worker does, there may be nothing else.
    await sleep(pause)
    while (!(await inTurn(number, () => putAnother(dead)))) await sleep(MAX_PAUSE_MS)
  }

  /** Answers whether there is a process in the place of a dead one. */
  async function putAnother(dead: Member): Promise<boolean> {
    const { number } = dead
    if (isStopping || members.get(number) !== dead) return true // a renewal was first
    let member: Member | undefined
    try {
      member = fork(number)
      members.set(number, member)
      await beginInTime(member)
    } catch (error) {
      if (!isStopping) say.warn(`Worker ${number} did not start: ${(error as Error).message}`)
      member?.worker.process.kill('SIGKILL') // its end starts the next one
      return member !== undefined
    }
    await takePlace(member).catch((error: Error) => {
      // Connections between workers only save time: a worker answers without them too.
      if (!isStopping)
        say.warn(`Worker ${number} has no way to the others until it is renewed: ${error.message}`)
    })
    if (number === 1) tell(member, { is: 'jobs' })
    return true
  }

  async function renewAll(): Promise<void> {
    let isWhole = true
    for (const number of [...members.keys()].sort((a, b) => a - b)) {
      if (isStopping) return
      isWhole = (await inTurn(number, () => renewOne(number))) && isWhole
    }
    if (isWhole && !isStopping) say.info('All workers were renewed.')
  }

  /** Answers whether there is a new worker in this place. */
  async function renewOne(number: number): Promise<boolean> {
    const old = members.get(number)
    let member: Member | undefined
    try {
      member = fork(number)
      await beginInTime(member)
      await takePlace(member)
    } catch (error) {
      member?.worker.process.kill('SIGKILL')
      if (!isStopping)
        say.warn(
          `Worker ${number} stays as it is, because a new one did not start: ${(error as Error).message}`,
        )
      return false
    }
    if (old) await dismiss(old)
    if (number === 1) tell(member, { is: 'jobs' })
    return true
  }

  async function dismiss(old: Member): Promise<void> {
    old.isLeaving = true
    tell(old, { is: 'leave' })
    await atMost(LEAVE_MS, old.ended)
    if (!old.worker.isDead()) old.worker.process.kill('SIGKILL')
  }

  /** Asks each worker whether it can hear, and ends one that cannot: another one then takes its place. */
  function ask(): void {
    for (const member of members.values()) {
      const { number, worker, isReady, isLeaving } = member
      if (!isReady || isLeaving || worker.isDead()) continue
      if (++member.unanswered === MAX_UNANSWERED) {
        say.warn(`Worker ${number} (process ${worker.process.pid}) hangs and is ended.`)
        worker.process.kill('SIGKILL')
      } else tell(member, { is: 'ping' })
    }
  }

  /**
   * Lets every connection that has been accepted reach a worker, before the workers stop and connections that none of them has are closed without a word.
   * A worker takes messages in their order, so that one that answers a question has taken the connections before it, and asked for the next one.
   */
  async function handOverAll(workers: Worker[]): Promise<void> {
    const until = performance.now() + HAND_OVER_MS
    const asked = workers.map((worker) => {
      let round = -1
      let heard = () => {}
      worker.on('message', (message: ToLeader) => message.is === 'pong' && message.round === round && heard())
      worker.on('exit', () => heard())
      return (next: number) =>
        new Promise<void>((resolve) => {
          round = next
          heard = resolve
          if (worker.isConnected()) worker.send({ is: 'ping', round } satisfies ToWorker)
          else resolve()
        })
    })
    let before: number
    do {
      before = handedOver
      await atMost(until - performance.now(), Promise.all(asked.map((ask) => ask(before))))
    } while (handedOver > before && performance.now() < until)
  }

  function look(): void {
    ask()
    if (!told) return
    const { access, isFull } = told.look()
    if (isFull !== told.facts.isFull || access?.sockets !== told.facts.access?.sockets)
      note({ isFull, ...(access && { access }) })
  }

  for (let number = 1; number <= count; number++) members.set(number, fork(number))

  return {
    async serve(start, facts) {
      told = { start, facts: { ...facts(), isWebDone: false, lastBackup: null }, look: facts }
      const all = [...members.values()]
      const [address = ''] = await Promise.all(all.map(begin))
      for (const [index, one] of all.entries())
        for (const other of all.slice(index + 1)) connect(one, other, await makePair())
      isServing = true
      for (const member of all) if (member.worker.isDead()) void replace(member, 'no reason')
      if (members.get(1)) tell(members.get(1) as Member, { is: 'jobs' })
      setInterval(look, LOOK_MS).unref()
      return address
    },
    renew() {
      renewing ??= renewAll().finally(() => {
        renewing = undefined
      })
      return renewing
    },
    async stop(reason, withinMs) {
      isStopping = true
      const until = performance.now() + withinMs
      const all = Object.values(cluster.workers ?? {}).flatMap(
        (worker) => (worker?.process.pid === undefined ? [] : [worker]), // one that could not be started never ends
      )
      const ended = all.map((worker) => new Promise<void>((resolve) => worker.once('exit', () => resolve())))
      if (isServing) await handOverAll(all)
      for (const worker of all)
        if (worker.isConnected()) worker.send({ is: 'stop', reason } satisfies ToWorker)
      await atMost(until - performance.now(), Promise.all(ended))
      for (const worker of all) if (!worker.isDead()) worker.process.kill('SIGKILL')
    },
  }
}

type Handle = { close: () => void }
const holders = new WeakMap<Handle, Worker>()

/**
 * A connection that was handed to a worker is released when the worker confirms it. node:cluster would keep that of a worker killed before it
 * confirmed for ever: its client would wait for ever.
 */
function closeWhatItDidNotTake(worker: Worker, whenHandedOver: () => void): void {
  const child = worker.process
  const send = child.send.bind(child)
  let latest: Handle | undefined // node:cluster hands over one at a time
  child.send = ((message: { act?: string }, ...rest: [Handle]) => {
    if (message.act === 'newconn') {
      ;[latest] = rest
      whenHandedOver()
      holders.set(latest, worker)
    }
    return send(message, ...(rest as unknown as []))
  }) as unknown as typeof child.send // it is called as before
  worker.on('exit', () => {
    if (latest && holders.get(latest) === worker) latest.close()
  })
}
