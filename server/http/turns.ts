import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type FairQueue, makeFairQueue } from '../process/fair-queue.ts'
import { partOf, processCount } from '../process/share.ts'
import { ClientGone } from '../process/slices.ts'
import { unreadOn } from './connections.ts'

// Two requests keep the event loop free for others; the short requests of a page are still served at once.
const REQUESTS_EACH = partOf(2)
/** How many small changes of one person may wait for their book in addition to those being served: they are written together. */
const WAITING_EACH = partOf(16)
const SMALL_BYTES = 4_096

/**
 * A request counts as being served until its answer has been passed to the operating system. A client on a slow connection may send more
 * requests after a second, unless this many bytes of this person's answers are waiting to be read.
 */
export const UNREAD = { bytesEach: partOf(32 * 1024 * 1024), patienceMs: 1_000 }

/** The slots of queues that a request holds, and a function that leaves them all. */
type Turn = { readonly leaves: (() => void)[]; readonly leaveAll: () => void }

declare module 'fastify' {
  interface FastifyRequest {
    turn: Turn | undefined
  }
}

export type Turns = {
  /** Waits until a request may be served: first in the queue of its credential, then in that of its person. */
  take: (
    whose: 'credential' | 'person',
    key: string,
    request: FastifyRequest,
    reply: FastifyReply,
  ) => Promise<void>
  /** Lets the next request of a person begin while a small change of theirs waits for its book; the change needs little more processor time. */
  giveBack: (request: FastifyRequest, reply: FastifyReply) => void
  /** How many wait. */
  waiting: (whose: 'credential' | 'person') => number
}

/** Whether the client has gone away without its answer. */
export const isGone = ({ raw }: FastifyReply): boolean => raw.destroyed && !raw.writableFinished

/**
 * Serves a few requests of one person at a time, and of one credential before its person is known. The others wait before their bodies are
 * read; a request whose client is gone when its turn comes is not served.
 */
export function makeTurns(app: FastifyInstance): Turns {
  const slots = {
    slots: Number.POSITIVE_INFINITY,
    perKey: REQUESTS_EACH,
    restMs: 5,
    processes: processCount(),
  }
  const queues: Record<'credential' | 'person', FairQueue> = {
    credential: makeFairQueue(slots),
    person: makeFairQueue(slots),
  }
  app.addHook('preClose', async () => {
    for (const queue of Object.values(queues)) queue.stop()
  })
  const answered = new Map<string, Set<Socket>>() // for each person, the connections that their answers are written to

  function unreadBy(person: string): number {
    let bytes = 0
    for (const socket of answered.get(person) ?? []) bytes += unreadOn(socket)
    return bytes
  }

  app.addHook('onSend', async (request, { raw }) => {
    const taken = request.turn
    if (!taken || raw.destroyed) return
    const { socket } = request.raw
    const person = request.signedIn?.id ?? ''
    const sockets = answered.get(person) ?? new Set()
    answered.set(person, sockets.add(socket))
    const patience = setTimeout(
      () => unreadBy(person) <= UNREAD.bytesEach && taken.leaveAll(),
      UNREAD.patienceMs,
    )
    raw.once('close', () => {
      clearTimeout(patience)
      sockets.delete(socket)
      if (sockets.size === 0 && answered.get(person) === sockets) answered.delete(person)
    })
  })

  /** Frees all slots of a request once its answer has been passed on or its client is gone. */
  function listen(request: FastifyRequest, { raw }: FastifyReply) {
    const leaves: (() => void)[] = []
    const taken: Turn = {
      leaves,
      leaveAll() {
        for (const leave of leaves) leave()
      },
    }
    request.turn = taken
    raw.once('finish', taken.leaveAll)
    raw.once('close', taken.leaveAll)
    return taken
  }

  const givenBack = new Map<string, number>() // for each person, how many are not answered yet
  const isSmall = ({ headers }: FastifyRequest) =>
    headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) <= SMALL_BYTES

  return {
    giveBack(request, reply) {
      const person = request.signedIn?.id ?? ''
      const count = givenBack.get(person) ?? 0
      if (count >= WAITING_EACH || !isSmall(request) || reply.raw.destroyed) return
      givenBack.set(person, count + 1)
      reply.raw.once('close', () => {
        const left = (givenBack.get(person) ?? 0) - 1
        if (left > 0) givenBack.set(person, left)
        else givenBack.delete(person)
      })
      request.turn?.leaveAll()
    },
    waiting: (whose) => queues[whose].waiting(),
    async take(whose, key, request, reply) {
      const leave = await queues[whose].take(key)
      const taken = request.turn ?? listen(request, reply)
      taken.leaves.push(leave)
      if (reply.raw.destroyed) taken.leaveAll()
      if (isGone(reply)) throw new ClientGone()
    },
  }
}
