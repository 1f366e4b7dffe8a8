import { type AddressInfo, connect, createServer } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** A real port of an app, to write bytes to. */
export type Port = {
  port: number
  /** Writes text, and reads the answer until the connection is closed. */
  send: (text: string, from?: string) => Promise<string>
}

export async function listen(app: FastifyInstance): Promise<Port> {
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo // a port, not a pipe
  const send = (text: string, localAddress = '127.0.0.1') =>
    new Promise<string>((resolve, reject) => {
      let answer = ''
      const socket = connect({ port, host: '127.0.0.1', localAddress }, () => socket.write(text, 'latin1'))
      socket.on('data', (chunk) => (answer += chunk))
      socket.on('error', reject)
      socket.on('close', () => resolve(answer))
    })
  return { port, send }
}

/** A request that needs neither sign-in nor database. */
export const HEALTH = 'GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'

/** A port that nobody listens at. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // a port, not a pipe
  await new Promise((resolve) => server.close(resolve))
  return port
}
