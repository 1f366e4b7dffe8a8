import type { Socket } from 'node:net'

const HEAD_BYTES = 4

/**
 * Messages over a stream: each is its length in four bytes, then JSON. Messages of one turn of the event loop travel in one write, and are
 * read by the other end in one piece.
 */
export function openFrames(socket: Socket, onFrame: (frame: unknown) => void): (frame: unknown) => void {
  let pieces: Buffer[] = []
  let unread: Buffer = Buffer.alloc(0)

  socket.on('data', (chunk: Buffer) => {
    const bytes = unread.length === 0 ? chunk : Buffer.concat([unread, chunk])
    let at = 0
    while (bytes.length >= at + HEAD_BYTES) {
      const end = at + HEAD_BYTES + bytes.readUInt32BE(at)
      if (bytes.length < end) break
      onFrame(JSON.parse(bytes.toString('utf8', at + HEAD_BYTES, end)))
      at = end
    }
    unread = bytes.subarray(at)
  })

  function flush(): void {
    const [only] = pieces
    const bytes = pieces.length === 1 && only ? only : Buffer.concat(pieces)
    pieces = []
    if (socket.writable) socket.write(bytes)
  }

  return (frame) => {
    const text = JSON.stringify(frame)
    const bytes = Buffer.allocUnsafe(HEAD_BYTES + Buffer.byteLength(text))
    bytes.writeUInt32BE(bytes.length - HEAD_BYTES)
    bytes.write(text, HEAD_BYTES)
    if (pieces.push(bytes) === 1) setImmediate(flush)
  }
}
