import { createHash, timingSafeEqual } from 'node:crypto'
import type { Server } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Metrics } from '../metrics/metrics.ts'
import { StartError } from '../process/start-error.ts'
import type { Settings } from '../settings.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Ends the time of a request whose answer is a stream, which has begun; other answers are timed until their end. */
    measured?: (() => void) | undefined
  }
}

const PATH = '/metrics'
const TYPE = 'text/plain; version=0.0.4; charset=utf-8'

/** Counts and times every request. */
export function measureRequests(app: FastifyInstance, { begin }: Metrics): void {
  app.decorateRequest('measured', undefined)
  app.addHook('onRequest', (request, reply, done) => {
    const end = begin()
    const measured = () => {
      reply.raw.off('close', measured)
      end(request.routeOptions.url, request.method, reply.raw.headersSent ? reply.statusCode : undefined)
    }
    request.measured = measured
    // The only event that always fires, also if the client is gone before the answer.
    reply.raw.once('close', measured)
    done()
  })
}

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Compares in constant time. */
function tokenTest(token: string): (authorization: string | undefined) => boolean {
  const expected = digest(`Bearer ${token}`)
  return (authorization = '') => timingSafeEqual(digest(authorization), expected)
}

/**
 * Serves the metrics: on a port of its own if METRICS_PORT is set, else at /metrics for requests with METRICS_TOKEN. Without the token, the
 * answer is that of an address that does not exist.
 */
export function serveMetrics(
  app: FastifyInstance,
  { metricsPort, metricsToken, host }: Settings,
  page: () => Promise<string>,
  notFound: (request: FastifyRequest) => never,
): void {
  const isAllowed = metricsToken === '' ? () => true : tokenTest(metricsToken)
  if (metricsPort === undefined) {
    app.get(PATH, async (request, reply) => {
      if (!isAllowed(request.headers.authorization)) return notFound(request)
      return reply.type(TYPE).send(await page())
    })
    return
  }
  // Without a token, only this machine may read it.
  const address = metricsToken === '' || host === 'localhost' ? '127.0.0.1' : host
  let server: Server | undefined
  app.addHook('onReady', async () => {
    const { createServer } = await import('node:http') // imported with the others, it has every start load the code of `fetch`
    server = createServer({ requestTimeout: 5_000, headersTimeout: 5_000 }, (request, response) => {
      const isFor = request.method === 'GET' && request.url?.split('?')[0] === PATH
      if (!isFor || !isAllowed(request.headers.authorization)) return response.writeHead(404).end()
      return page().then(
        (text) => response.writeHead(200, { 'content-type': TYPE, 'cache-control': 'no-store' }).end(text),
        () => response.writeHead(503).end(),
      )
    })
    server.maxConnections = 20
    const { promise: opened, resolve, reject } = Promise.withResolvers<void>()
    server.once('error', ({ message }) =>
      reject(new StartError(`METRICS_PORT ${metricsPort} cannot be opened at ${address}: ${message}.`)),
    )
    server.listen(metricsPort, address, resolve)
    await opened
  })
  app.addHook('preClose', async () => {
    server?.close()
    server?.closeAllConnections()
  })
}
