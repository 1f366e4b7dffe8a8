import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, Socket } from 'node:net'
import { join } from 'node:path'

/**
 * Two ends of one connection, for two processes. It is made in a private folder, which is removed before the ends are handed over, so that
 * no other process can connect. Neither end is read from here.
 */
export async function makePair(): Promise<[Socket, Socket]> {
  const folder = await mkdtemp('/tmp/florin-') // with mode 0700; a socket's path has room for about 100 bytes
  const server = createServer({ pauseOnConnect: true })
  try {
    const path = join(folder, 'pair')
    server.listen(path)
    await once(server, 'listening')
    const one = new Socket()
    one.pause()
    const accepted = once(server, 'connection')
    one.connect(path)
    const [[other]] = await Promise.all([accepted, once(one, 'connect')])
    return [one, other as Socket] // the argument of `connection`
  } finally {
    server.close()
    await rm(folder, { recursive: true, force: true })
  }
}
