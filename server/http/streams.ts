import type { ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { refuse } from '../../contract/refusals.ts'
import { MAX_STREAMS } from '../../contract/streams.ts'
import { AS_LONG_AS_ITS_SIZE, working } from '../process/slices.ts'
import { setApart } from './connections.ts'
import type { Peers, SignedIn } from './request.ts'

/**
 * `lookMs`: how often the versions are asked for. `commentMs`: a stream on which nothing was sent for so long gets a comment, so that no proxy takes it
 * for dead; less than the 20 s after which a silent connection is closed. `unreadBytes`: one that has more than this unread is closed.
 */
export const STREAMS = { lookMs: 1_000, commentMs: 15_000, unreadBytes: 16 * 1024, retryMs: 2_000 }

/** Who watches which book, with which token. */
export type Watcher = { readonly userId: string; readonly tokenId: string; readonly bookId: string }

/** Finds the version of each watched book, for each watcher who may still read it. */
export type LookAt = (watchers: readonly Watcher[]) => Promise<(watcher: Watcher) => number | 'ended'>

type OpenStream = Watcher & { readonly raw: ServerResponse; version: number | undefined; writtenAt: number }

export type Streams = {
  /** Answers with a stream of the versions of the book, to a client that knows one of them or none. */
  readonly open: (request: FastifyRequest, reply: FastifyReply, known: number | undefined) => void
  /** Ends all streams, and opens no others. */
  readonly end: () => void
  readonly count: () => number
}

const eventOf = (version: number) => `id: ${version}\ndata: {"version": ${version}}\n\n`

/**
 * The open streams of a process. None of them has a turn, a database session or a slot of a queue: all of them together ask once a second, and not while
 * there are none. If the database does not answer, they stay open, and go on when it does.
 */
export function makeStreams(lookAt: LookAt, peers?: Peers): Streams {
  const streams = new Set<OpenStream>()
  const ofPerson = new Map<string, number>()
  const shared = peers?.shareTally(() => [...ofPerson])
  let ticking: NodeJS.Timeout | undefined
  let isLooking = false
  let isEnding = false

  function write(stream: OpenStream, text: string): void {
    const { raw } = stream
    if (raw.writableLength > STREAMS.unreadBytes) raw.destroy()
    else raw.write(text)
    stream.writtenAt = performance.now()
  }

  function tell(stream: OpenStream, version: number | 'ended'): void {
    if (version === 'ended') endOne(stream)
    else if (version !== stream.version) {
      stream.version = version
      write(stream, eventOf(version))
    }
  }

  /** If the client has not read everything, the connection is destroyed and not flushed. */
  function endOne({ raw }: OpenStream): void {
    if (raw.writableLength > 0) raw.destroy()
    else raw.end()
  }

  async function look(): Promise<void> {
    isLooking = true
    const all = [...streams] // one that opens meanwhile knows a later version than the answer
    try {
      const versionFor = await lookAt(all)
      for (const stream of all) if (streams.has(stream)) tell(stream, versionFor(stream))
    } catch {
      // The requests of everybody say so in the log; the next second asks again.
    } finally {
      isLooking = false
    }
  }

  function tick(): void {
    const quietSince = performance.now() - STREAMS.commentMs
    for (const stream of streams) if (stream.writtenAt <= quietSince) write(stream, ':\n\n')
    if (!isLooking) void look()
  }

  function countOne(userId: string, change: 1 | -1): void {
    const count = (ofPerson.get(userId) ?? 0) + change
    if (count > 0) ofPerson.set(userId, count)
    else ofPerson.delete(userId)
    shared?.changed()
  }

  function add(stream: OpenStream): void {
    streams.add(stream)
    countOne(stream.userId, 1)
    // Not the work of the request that happens to be the first: it would be kept, with its budget.
    ticking ??= working(AS_LONG_AS_ITS_SIZE, () => setInterval(tick, STREAMS.lookMs).unref())
    stream.raw.once('close', () => {
      streams.delete(stream)
      countOne(stream.userId, -1)
      if (streams.size > 0) return
      clearInterval(ticking)
      ticking = undefined
    })
  }

  function checkLimits(userId: string): void {
    const mine = (ofPerson.get(userId) ?? 0) + (shared?.others(userId) ?? 0)
    if (mine >= MAX_STREAMS.ofPerson) refuse('too_many_streams', { most: MAX_STREAMS.ofPerson })
    if (streams.size + (shared?.others() ?? 0) >= MAX_STREAMS.inAll)
      refuse('streams_full', { most: MAX_STREAMS.inAll })
  }

  return {
    open(request, reply, known) {
      const { id: userId, token_id: tokenId, book } = request.signedIn as SignedIn // the route is not open
      const isHead = request.method === 'HEAD'
      if (isEnding) refuse('stopping')
      if (!isHead) checkLimits(userId)

      // Nothing below this line refuses.
      const { raw } = reply.hijack()
      for (const [name, value] of Object.entries(reply.getHeaders()))
        if (value !== undefined) raw.setHeader(name, value)
      raw.writeHead(200, {
        'content-type': 'text/event-stream',
        'x-accel-buffering': 'no', // nginx would wait for more
        connection: 'close', // so that the end of a stream is the end of its connection, which nothing waits for
      })
      if (isHead) {
        raw.end()
        return
      }
      request.turn?.leaveAll()
      request.measured?.()
      setApart(request.raw.socket)
      const stream = { userId, tokenId, bookId: book.id, raw, version: known, writtenAt: performance.now() }
      add(stream)
      // Not the same for all, so that those of a process that ends do not come back together.
      write(stream, `retry: ${STREAMS.retryMs + Math.floor(Math.random() * STREAMS.retryMs)}\n\n`)
      tell(stream, book.version)
    },

    end() {
      isEnding = true
      for (const stream of streams) endOne(stream)
    },

    count: () => streams.size,
  }
}
