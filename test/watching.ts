import { once } from 'node:events'
import { connect } from 'node:net'
import { after } from 'node:test'
import { until } from './until.ts'

const opened: (() => void)[] = []
after(() => {
  for (const close of opened) close()
})

/** A stream as its reader sees it. */
export type Watched = {
  status: number
  headers: string
  /** All that came after the headers, without the lines of the transfer coding. */
  text: () => string
  versions: () => number[]
  isOpen: () => boolean
  ended: Promise<unknown>
  close: () => void
}

/** Watches a book as a client without any library does: bytes on a socket. */
export async function watch(
  at: number,
  token: string,
  { bookId = 'current', headers = '', query = '', method = 'GET', from = '127.0.0.1' } = {},
): Promise<Watched> {
  const socket = connect({ port: at, host: '127.0.0.1', localAddress: from })
  let said = ''
  socket.on('data', (chunk: Buffer) => (said += chunk))
  socket.on('error', () => undefined) // `close` follows
  const ended = once(socket, 'close')
  const close = () => socket.destroy()
  opened.push(close)
  socket.write(
    `${method} /api/v1/books/${bookId}/events${query} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nAccept-Encoding: gzip\r\n${headers}\r\n`,
  )
  await until(() => said.includes('\r\n\r\n'), 5_000)
  const [head = ''] = said.split('\r\n\r\n', 1)
  const text = () =>
    said
      .slice(head.length + 4)
      .replaceAll(/^[0-9a-f]+\r\n/gm, '')
      .replaceAll('\r\n', '')
  return {
    status: Number(head.slice(9, 12)),
    headers: head,
    text,
    versions: () =>
      [...text().matchAll(/^id: (\d+)\ndata: \{"version": \1\}\n\n/gm)].map(([, id]) => Number(id)),
    isOpen: () => !socket.closed && !socket.readableEnded,
    ended,
    close,
  }
}

/** Waits until a stream has shown a version, no longer than anybody should wait for it. */
export const shows = (stream: Watched, version: number): Promise<void> =>
  until(() => stream.versions().at(-1) === version, 2_000, stream.text)

/** Waits until a stream has ended, no longer than that may take. */
export const endsSoon = (stream: Watched): Promise<void> => until(() => !stream.isOpen(), 2_000, stream.text)
