import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { networkOf } from './network.ts'

/** How many connections are open at once, and how many of them may be one address's. */
export const CONNECTIONS = { most: 1_000, perNetwork: 500 }

/** The connections of one address, each in the order in which they became so. */
type Held = { idle: Set<Socket>; busy: Set<Socket> }

const countOf = ({ idle, busy }: Held) => idle.size + busy.size

/**
 * Keeps the door open for everybody: at its limit an address loses the connection that has been idle longest, and when
 * there are too many in all, the address that holds most of them does. Proxies, which speak for many, count only in all.
 */
export function limitConnections(server: Server, isProxy: (address: string | undefined) => boolean): void {
  const networks = new Map<string, Held>()
  const answering = new WeakMap<Socket, number>()
  let total = 0

  function forget(network: string, socket: Socket): void {
    const held = networks.get(network)
    if (!held || (!held.idle.delete(socket) && !held.busy.delete(socket))) return
    total--
    if (countOf(held) === 0) networks.delete(network)
  }
  function closeOne(network: string, held: Held): void {
    const [socket] = held.idle.size > 0 ? held.idle : held.busy
    if (!socket) return
    forget(network, socket)
    socket.destroy()
  }

  server.on('connection', (socket: Socket) => {
    const network = networkOf(socket.remoteAddress ?? '')
    const held = networks.get(network) ?? { idle: new Set(), busy: new Set() }
    if (countOf(held) >= CONNECTIONS.perNetwork && !isProxy(socket.remoteAddress)) closeOne(network, held)
    else if (total >= CONNECTIONS.most) {
      const [largest] = [...networks].sort(([, one], [, other]) => countOf(other) - countOf(one))
      if (largest) closeOne(...largest)
    }
    networks.set(network, held)
    held.idle.add(socket)
    total++
    socket.once('close', () => forget(network, socket))
  })

  server.on('request', ({ socket }, reply) => {
    const held = networks.get(networkOf(socket.remoteAddress ?? ''))
    if (!held?.idle.has(socket) && !held?.busy.has(socket)) return
    answering.set(socket, (answering.get(socket) ?? 0) + 1)
    held.idle.delete(socket)
    held.busy.add(socket)
    reply.once('close', () => {
      const left = (answering.get(socket) ?? 1) - 1
      answering.set(socket, left)
      if (left === 0 && held.busy.delete(socket)) held.idle.add(socket)
    })
  })
}
