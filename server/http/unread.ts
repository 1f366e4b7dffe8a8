import type { Socket } from 'node:net'
import type { Readable } from 'node:stream'

const held = new WeakMap<Socket, Readable>()

/** Counts the bytes that a stream has ready for a connection among those that wait for the reader there. */
export function holdFor(socket: Socket, stream: Readable): void {
  held.set(socket, stream)
}

/** Bytes of answers that wait in memory for the reader of a connection. */
export const unreadOn = (socket: Socket): number =>
  socket.writableLength + (held.get(socket)?.readableLength ?? 0)
