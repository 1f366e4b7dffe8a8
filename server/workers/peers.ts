import { hash } from 'node:crypto'
import type { Socket } from 'node:net'
import { type Code, Refusal } from '../../contract/refusals.ts'
import type { Route } from '../../contract/route.ts'
import { admitting, forgetVerified } from '../auth/session.ts'
import { refusalOf } from '../database/failures.ts'
import type { PerMinute } from '../http/per-minute.ts'
import type { Answered, Checked, KeyCounts, Peers, SignedIn } from '../http/request.ts'
import type { Collected } from '../metrics/metrics.ts'
import { arrived, carried } from '../process/carried.ts'
import { ClientGone } from '../process/slices.ts'
import { openFrames } from './frames.ts'

/** The kinds of messages between processes: the first item of a frame. */
const SAYS = {
  contract: 0,
  ask: 1,
  answer: 2,
  gone: 3,
  leaving: 4,
  left: 5,
  counts: 6,
  collect: 7,
  forget: 8,
  tally: 9,
} as const

/** How often waiting requests are checked. */
const LOOK_MS = 250
/**
 * Longer than the largest undo takes after the longest wait for the writer, 10 s, and than the leader waits for a worker that hangs, 15 s.
 * A change that is written later than this was answered as unavailable.
 */
const PATIENCE_MS = 20_000
const COLLECT_MS = 2_000
/** At most this many requests wait for one process; further ones are served where they came in. */
const MAX_WAITING = 1_000
const COUNTS_MS = 100

/** A request as it travels: the same facts in fewer bytes. */
type SentRequest = [
  ...request: [route: number, Checked['params'], query: object, ignored: string[], body: unknown],
  ...person: [id: string, tokenId: string, secretHash: string, role: string, book: SignedIn['book']],
  program: SignedIn['program'],
  isNamed: boolean,
  ...guards: [ifMatch: string | null, key: string | null, keyHash: string | null],
]

/** The result of a request: its answer, a refusal, a bug (its message), or null if the asking process is to serve it. */
type PeerResult = { done: Answered } | { refused: Code; detail: unknown } | { bug: string } | null

type WaitingRequest = {
  readonly settle: (result: unknown) => void
  readonly lose: () => void
  readonly isGone: () => boolean
  readonly until: number
}

/** The way to another process. */
type Link = {
  readonly send: (frame: unknown) => void
  /** The requests that this process waits for, by number. */
  readonly waiting: Map<number, WaitingRequest>
  /** The requests that the other process waits for. */
  readonly served: Map<number, { isGone: boolean }>
  /**
   * Whether the other one has the same contract: a request that was checked here is then one that its function can take. A process that was
   * renewed after the files on the disk have changed has another.
   */
  isAlike: boolean
  /** Whether the other one asked to be handed nothing more. */
  isLeaving: boolean
  /** Whether it has left a request unanswered and sent no message since: it may hang. */
  isSilent: boolean
  /** Whether it has said that it hands us nothing more. */
  hasLeft: boolean
  /** Its counts by key (`shareTally`). */
  tally: ReadonlyMap<string, number>
}

type PeerLogger = { error: (fields: object, text: string) => void }

/** The process that writes a book, by the last digits of the book's id, which are random. */
export const ownerProcess = (bookId: string, count: number): number =>
  1 + (Number.parseInt(bookId.slice(-8), 16) % count)

export type Links = Peers & {
  /** A way to the process of this number has opened, in the place of the one before. */
  readonly open: (number: number, socket: Socket) => void
  /** Takes the function that collects this process's metrics; returns one that collects those of all processes. */
  readonly collecting: (own: () => Promise<Collected>) => () => Promise<Collected[]>
  /** Asks the others to hand on nothing more, and resolves once they have agreed and all they asked for is answered. */
  readonly leave: () => Promise<void>
}

/** The ways of the process `own` to the others, of which there are `count` with it. */
export function makePeers(own: number, count: number, log: () => PeerLogger): Links {
  const links = new Map<number, Link>()
  const routes: { route: Route; answer: Parameters<Peers['serve']>[1] }[] = []
  const indexes = new Map<Route, number>()
  const counters = new Map<string, PerMinute>()
  const counts = new Map<string, Map<string, number>>()
  let last = 0
  let isLeaving = false
  let whenIdle = () => {}
  let collect: () => Promise<Collected> = async () => []
  let ownTally: () => KeyCounts = () => []
  let isTallying = false

  function look(link: Link): void {
    for (const [id, { isGone, until, lose }] of link.waiting) {
      if (isGone()) link.send([SAYS.gone, id])
      if (performance.now() < until) continue
      link.waiting.delete(id)
      lose()
    }
  }

  async function serve(link: Link, id: number, sent: SentRequest): Promise<void> {
    const state = { isGone: false }
    link.served.set(id, state)
    const result = isLeaving ? null : await resultOf(sent, () => state.isGone)
    link.served.delete(id)
    link.send([SAYS.answer, id, result])
    whenIdle()
  }

  async function resultOf(sent: SentRequest, isGone: () => boolean): Promise<PeerResult> {
    const known = routes[sent[0]]
    if (!known) return null
    try {
      return { done: await known.answer(unpacked(sent), isGone) }
    } catch (error) {
      const refusal = error instanceof Refusal ? error : refusalOf(error)
      if (refusal)
        return sameAfterJson(refusal) ? { refused: refusal.code, detail: carried(refusal.detail) } : null
      if (error instanceof ClientGone) return null
      log().error({ err: error }, 'bug')
      return { bug: (error as Error).message }
    }
  }

  function hear(link: Link, frame: unknown): void {
    const [says, first, second] = frame as [number, never, unknown] // as `SAYS` has them; only our own processes hold the other end
    link.isSilent = false
    if (says === SAYS.contract) link.isAlike = first === contract()
    else if (says === SAYS.ask) void serve(link, first, second as SentRequest)
    else if (says === SAYS.answer) {
      link.waiting.get(first)?.settle(second)
      link.waiting.delete(first)
    } else if (says === SAYS.gone) {
      const state = link.served.get(first)
      if (state) state.isGone = true
    } else if (says === SAYS.leaving) {
      link.isLeaving = true
      link.send([SAYS.left])
    } else if (says === SAYS.left) {
      link.hasLeft = true
      whenIdle()
    } else if (says === SAYS.collect) {
      void collect().then((collected) => link.send([SAYS.answer, first, collected]))
    } else if (says === SAYS.forget) forgetVerified((frame as [number, string])[1])
    else if (says === SAYS.tally) link.tally = new Map((frame as [number, KeyCounts])[1])
    else if (says === SAYS.counts) {
      for (const [name, keys] of Object.entries((frame as [number, Record<string, [string, number][]>])[1]))
        for (const [key, times] of keys) counters.get(name)?.hear(key, times)
    }
  }

  /** The hash of this process's routes: two processes with the same hash number their routes alike. */
  const contract = () => hash('sha256', JSON.stringify(routes.map(({ route }) => route)), 'base64')

  function sendCounts(): void {
    const told = Object.fromEntries([...counts].map(([name, keys]) => [name, [...keys]]))
    counts.clear()
    for (const link of links.values()) link.send([SAYS.counts, told])
  }

  return {
    serve(route, answer) {
      indexes.set(route, routes.length)
      routes.push({ route, answer })
    },

    handOn(route, checked, isGone) {
      const owner = ownerProcess(checked.user.book.id, count)
      const link = owner === own ? undefined : links.get(owner)
      const index = indexes.get(route)
      if (!link?.isAlike || link.isLeaving || link.isSilent || index === undefined) return undefined
      if (link.waiting.size >= MAX_WAITING) return undefined
      return new Promise((resolve, reject) => {
        const id = ++last
        const lose = () => {
          link.isSilent = true
          // With a key the change cannot happen twice. Without one, it is unknown whether the change was written.
          if (checked.key) resolve(undefined)
          else reject(new Refusal('unavailable', {}))
        }
        const settle = (answer: unknown) => {
          const result = answer as PeerResult // it was asked for one
          if (result === null) resolve(undefined)
          else if ('done' in result) resolve(result.done)
          else if ('refused' in result) reject(arrivedAs(result.refused, result.detail))
          else reject(new Error(`the process that writes this book failed: ${result.bug}`))
        }
        link.waiting.set(id, { settle, lose, isGone, until: performance.now() + PATIENCE_MS })
        link.send([SAYS.ask, id, packed(index, checked)])
      })
    },

    collecting(own) {
      collect = own
      const ofOther = (link: Link) =>
        new Promise<Collected>((resolve) => {
          const id = ++last
          const lose = () => resolve([]) // its series are missing this time, which is not a count of zero
          const settle = (answer: unknown) => resolve(answer as Collected) // it was asked for this
          link.waiting.set(id, { settle, lose, isGone: () => false, until: performance.now() + COLLECT_MS })
          link.send([SAYS.collect, id])
        })
      return () => Promise.all([own(), ...[...links.values()].map(ofOther)])
    },

    share(name, counter) {
      counters.set(name, counter)
      counter.tell = (key) => {
        if (links.size === 0) return
        if (counts.size === 0) setTimeout(sendCounts, COUNTS_MS)
        const keys = counts.get(name) ?? new Map<string, number>()
        counts.set(name, keys.set(key, (keys.get(key) ?? 0) + 1))
      }
    },

    shareTally(own) {
      ownTally = own
      const send = () => {
        isTallying = false
        for (const link of links.values()) link.send([SAYS.tally, own()])
      }
      const countOf = ({ tally }: Link, key: string | undefined) =>
        key === undefined ? [...tally.values()].reduce((sum, count) => sum + count, 0) : (tally.get(key) ?? 0)
      return {
        changed() {
          if (!isTallying && links.size > 0) setTimeout(send, COUNTS_MS).unref()
          isTallying = links.size > 0
        },
        others: (key) => [...links.values()].reduce((sum, link) => sum + countOf(link, key), 0),
      }
    },

    forget(userId) {
      for (const link of links.values()) link.send([SAYS.forget, userId])
    },

    open(number, socket) {
      const link: Link = {
        send: openFrames(socket, (frame) => hear(link, frame)),
        waiting: new Map(),
        served: new Map(),
        isAlike: false,
        isLeaving: false,
        isSilent: false,
        hasLeft: false,
        tally: new Map(),
      }
      links.set(number, link)
      const looking = setInterval(look, LOOK_MS, link)
      looking.unref()
      socket.on('error', () => undefined) // `close` follows
      socket.on('close', () => {
        clearInterval(looking)
        if (links.get(number) === link) links.delete(number)
        link.hasLeft = true
        link.served.clear()
        for (const { lose } of link.waiting.values()) lose()
        whenIdle()
      })
      socket.resume()
      link.send([SAYS.contract, contract()])
      link.send([SAYS.tally, ownTally()])
      if (isLeaving) link.send([SAYS.leaving])
    },

    async leave() {
      isLeaving = true
      const all = [...links.values()]
      for (const { send } of all) send([SAYS.leaving])
      await new Promise<void>((resolve) => {
        whenIdle = () => {
          if (all.every(({ hasLeft, served }) => hasLeft && served.size === 0)) resolve()
        }
        whenIdle()
      })
    },
  }
}

const packed = (index: number, { user, key, ...checked }: Checked): SentRequest => [
  index,
  checked.params,
  checked.query,
  checked.ignored,
  checked.body,
  user.id,
  user.token_id,
  user.secretHash.toString('base64'),
  user.role,
  user.book,
  user.program,
  user.isNamed,
  checked.ifMatch ?? null,
  key?.key ?? null,
  key?.hash.toString('base64') ?? null,
]

function unpacked(sent: SentRequest): Checked {
  const [, params, query, ignored, body, id, token_id, secret, role, book, program, isNamed, ...rest] = sent
  const [ifMatch, key, keyHash] = rest
  const secretHash = Buffer.from(secret, 'base64')
  return {
    params,
    query,
    ignored,
    body: body ?? undefined,
    ifMatch: ifMatch ?? undefined,
    user: { id, token_id, secretHash, role, book, program, isNamed, admit: admitting(secretHash) },
    key: key === null || keyHash === null ? undefined : { key, hash: Buffer.from(keyHash, 'base64') },
  }
}

/** Whether a refusal says the same after a journey as JSON. One that does not is made again where the request came in. */
const sameAfterJson = ({ code, detail, message }: Refusal): boolean =>
  arrivedAs(code, JSON.parse(JSON.stringify(carried(detail)))).message === message

const arrivedAs = (code: Code, detail: unknown): Refusal =>
  new Refusal(code, arrived(detail) as Record<string, unknown>) // it was carried as one
