import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { partOf } from '../process/share.ts'
import { networkOf } from './network.ts'

const MIB = 1024 * 1024

/**
 * The most open connections, in all and per address; the most requests that may wait on a connection behind the one being answered; and the
 * most bytes of unread answers, per address and in all. A fast reader may have more than that under way for a moment, so that only a
 * connection answered for some time counts as slow.
 */
export const CONNECTIONS = {
  most: partOf(1_000),
  perNetwork: partOf(500),
  pipelined: 16,
  unreadBytes: partOf(64 * MIB),
  slowMs: 5_000,
  unreadBytesOfAll: partOf(256 * MIB),
}

/** The idle and busy connections of one address, each in the order in which they became idle or busy; busy ones with the time. */
type Held = { idle: Set<Socket>; busy: Map<Socket, number> }

const countOf = ({ idle, busy }: Held) => idle.size + busy.size

/** Bytes of answers that wait in memory for their readers. */
function unreadOf({ busy }: Held): number {
  let bytes = 0
  for (const socket of busy.keys()) bytes += unreadOn(socket)
  return bytes
}

const LOOK_MS = 1_000

/**
 * A value that changes whenever bytes are passed to the operating system: the bytes of finished writes, and the rest of the current write,
 * the only figure that Node gives.
 */
function goneOut(socket: Socket): string {
  const { _handle: handle } = socket as Socket & { _handle?: { writeQueueSize: number } | null }
  return `${socket.bytesWritten - socket.writableLength} ${handle?.writeQueueSize}`
}

/**
 * Closes connections whose answer is not read, once nothing has been sent for the server's timeout. Node's own timer restarts with every
 * byte that comes in, and counts the first part of an answer, which fits into the buffers of the operating system, as read.
 */
function closeUnread(server: Server, answering: ReadonlySet<Socket>): void {
  const seen = new WeakMap<Socket, { gone: string; at: number }>()
  const look = () => {
    const now = performance.now()
    for (const socket of answering) {
      const gone = goneOut(socket)
      const last = seen.get(socket)
      if (unreadOn(socket) === 0 || last?.gone !== gone) seen.set(socket, { gone, at: now })
      else if (now - last.at >= server.timeout) socket.destroy()
    }
  }
  const looking = setInterval(look, Math.min(LOOK_MS, server.timeout / 4)).unref()
  server.once('close', () => clearInterval(looking))
}

/**
 * Serves one request of a connection at a time: the next one begins when the answer before it has been passed to the operating system. So a
 * connection has at most one unread answer in memory. A connection that sends many requests without waiting for answers is closed, and so
 * is an idle connection, or one whose answer is not read; but not while its answer is being made: a large change may take longer than that
 * on a busy machine.
 */
export function answerInTurn(server: Server): void {
  const waiting = new WeakMap<Socket, (() => void)[]>() // for each connection that is being answered
  const answers = new WeakMap<Socket, ServerResponse>()
  const answering = new Set<Socket>()
  server.once('listening', () => closeUnread(server, answering))
  server.on('timeout', (socket: Socket) => {
    const answer = answers.get(socket)
    if (answer && !answer.headersSent) socket.setTimeout(server.timeout)
    else socket.destroy()
  })
  const [handle] = server.listeners('request')
  server.removeAllListeners('request')
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request
    const begin = () => {
      answers.set(socket, response)
      answering.add(socket)
      response.once('close', () => {
        answering.delete(socket)
        const next = waiting.get(socket)?.shift()
        if (next && socket.writable)
          next() // it is not after an answer that ends the connection
        else waiting.delete(socket)
      })
      handle?.call(server, request, response)
    }
    const queue = waiting.get(socket)
    if (queue && queue.length >= CONNECTIONS.pipelined) socket.destroy()
    else if (queue) queue.push(begin)
    else {
      waiting.set(socket, [])
      begin()
    }
  })
}

/**
 * Has the server close idle connections only after it has read the bytes that have arrived on them: if they were closed at once, a request
 * that waits in the memory of the operating system would be lost. The first turn of the event loop may be half over; the second turn reads
 * everything.
 */
export function readBeforeClosing(server: Server): void {
  const close = server.closeIdleConnections.bind(server)
  server.closeIdleConnections = () => void setImmediate(setImmediate, close)
}

const apart = new WeakMap<Socket, () => void>()

/** Takes a connection out of the limits below: one with a stream, of which each person has few. */
export const setApart = (socket: Socket): void => apart.get(socket)?.()

const heldBy = new WeakMap<Server, ReadonlyMap<string, Held>>()

/**
 * Closes connections after this idle time, rather than at once: a client that is about to send its next request would lose it with its
 * connection.
 */
export function closeIdleIn(server: Server, ms: number): void {
  for (const { idle } of heldBy.get(server)?.values() ?? []) for (const socket of idle) socket.setTimeout(ms)
}

/**
 * Keeps the port open for everybody: at its limit an address loses its longest idle connection, and if there are too many connections in
 * all, the address with the most connections does. An address that reads its answers too slowly loses the connection that has been answered
 * longest; so does the address with the most unread bytes if there are too many in all. Proxies, which serve many clients, count only in
 * the total.
 */
export function limitConnections(server: Server, isProxy: (address: string | undefined) => boolean): void {
  const networks = new Map<string, Held>()
  heldBy.set(server, networks)
  const answering = new WeakMap<Socket, number>()
  let total = 0

  function forget(network: string, socket: Socket): void {
    const held = networks.get(network)
    if (!held || (!held.idle.delete(socket) && !held.busy.delete(socket))) return
    total--
    if (countOf(held) === 0) networks.delete(network)
  }
  function closeOne(network: string, { idle, busy }: Held): void {
    const [socket] = idle.size > 0 ? idle : busy.keys()
    if (socket) close(network, socket)
  }
  function close(network: string, socket: Socket): void {
    forget(network, socket)
    socket.destroy()
  }
  function closeSlow(network: string, { busy }: Held, slowMs: number): void {
    const before = performance.now() - slowMs
    const slow = [...busy].find(([socket, since]) => since <= before && unreadOn(socket) > 0)
    if (slow) close(network, slow[0])
  }
  function closeSlowestOfAll(): void {
    let bytes = 0
    for (const held of networks.values()) bytes += unreadOf(held)
    if (bytes <= CONNECTIONS.unreadBytesOfAll) return
    const [network, held] = [...networks].reduce((a, b) => (unreadOf(b[1]) > unreadOf(a[1]) ? b : a))
    closeSlow(network, held, 0)
  }

  server.on('connection', (socket: Socket) => {
    const network = networkOf(socket.remoteAddress ?? '')
    const held = networks.get(network) ?? { idle: new Set(), busy: new Map() }
    if (countOf(held) >= CONNECTIONS.perNetwork && !isProxy(socket.remoteAddress)) closeOne(network, held)
    else if (total >= CONNECTIONS.most) {
      const [largest] = [...networks].sort(([, one], [, other]) => countOf(other) - countOf(one))
      if (largest) closeOne(...largest)
    }
    networks.set(network, held)
    held.idle.add(socket)
    total++
    const leave = () => forget(network, socket)
    socket.once('close', leave)
    apart.set(socket, leave)
  })

  server.on('request', ({ socket }, reply) => {
    const network = networkOf(socket.remoteAddress ?? '')
    const held = networks.get(network)
    if (!held?.idle.has(socket) && !held?.busy.has(socket)) return
    if (!isProxy(socket.remoteAddress) && unreadOf(held) > CONNECTIONS.unreadBytes)
      closeSlow(network, held, CONNECTIONS.slowMs)
    closeSlowestOfAll()
    if (socket.destroyed) return
    answering.set(socket, (answering.get(socket) ?? 0) + 1)
    held.idle.delete(socket)
    if (!held.busy.has(socket)) held.busy.set(socket, performance.now())
    reply.once('close', () => {
      const left = (answering.get(socket) ?? 1) - 1
      answering.set(socket, left)
      if (left === 0 && held.busy.delete(socket)) held.idle.add(socket)
    })
  })
}

const held = new WeakMap<Socket, Readable>()

/** Counts the bytes that a stream has ready for a connection among those that wait for the reader there. */
export function holdFor(socket: Socket, stream: Readable): void {
  held.set(socket, stream)
}

/** Bytes of answers that wait in memory for the reader of a connection. */
export const unreadOn = (socket: Socket): number =>
  socket.writableLength + (held.get(socket)?.readableLength ?? 0)
