import { promisify } from 'node:util'
import { createGzip, type Gzip, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isAuth } from '../../contract/route.ts'
import { partOf } from '../process/share.ts'

const zip = promisify(gzip)

const MIN_BYTES = 1_024
// Two of the four threads that Node has for such work; hashing passwords has the others.
const AT_ONCE = partOf(2)
let running = 0

/** Reads a header such as Accept: each value with its weight. */
export const weightsIn = (accepted = ''): Map<string, number> =>
  new Map(
    accepted.split(',').map((one) => {
      const [name = '', ...parameters] = one.split(';').map((part) => part.trim().toLowerCase())
      const weight = parameters.find((parameter) => parameter.startsWith('q='))
      return [name, weight === undefined ? 1 : Number(weight.slice(2))] as const
    }),
  )

/** Whether a client takes a coding: it names it, or anything, and not with a weight of 0. */
export function takes(accepted: string | undefined, coding: 'br' | 'gzip'): boolean {
  const weights = weightsIn(accepted)
  return (weights.get(coding) ?? weights.get(`x-${coding}`) ?? weights.get('*') ?? 0) > 0
}

/**
 * Whether an answer may be compressed at all. Answers with a secret are not compressed; neither are answers to pages of other sites, which
 * could learn from the size of an answer whether text that they put into the address is in it.
 */
const mayBeZipped = (request: FastifyRequest): boolean => {
  const { route } = request.routeOptions.config
  return !(route && isAuth(route)) && request.headers['sec-fetch-site'] !== 'cross-site'
}

/** The ETag of one coding of an answer: a strong one must differ where the bytes do. */
export const zippedTag = (etag: string) => etag.replace(/"$/, '-gzip"')

/** The ETag of the answer itself, whatever coding it was sent in. */
export const plainTag = (etag: string): string =>
  etag
    .trim()
    .replace(/^W\//, '')
    .replace(/-gzip"$/, '"')

/** Adds a header of the request to Vary. */
export function addVary(reply: FastifyReply, name: string): void {
  const names = String(reply.getHeader('vary') ?? '').split(', ')
  reply.header('vary', [...new Set([...names, name])].filter((one) => one !== '').join(', '))
}

/** Makes a gzip stream for a client that accepts it; undefined (so uncompressed) if too many are already running. */
export function zipFor(request: FastifyRequest, reply: FastifyReply): Gzip | undefined {
  if (!mayBeZipped(request) || running >= AT_ONCE || !takes(request.headers['accept-encoding'], 'gzip'))
    return
  running++
  reply.header('content-encoding', 'gzip')
  return createGzip({ level: 1 }).once('close', () => running--)
}

/** Sends answers of more than 1 kB gzipped to clients that accept it, a few at a time; other answers are sent uncompressed. */
export function compressAnswers(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (!mayBeZipped(request)) return payload
    addVary(reply, 'Accept-Encoding')
    if (typeof payload !== 'string' || reply.statusCode !== 200 || running >= AT_ONCE) return payload
    if (payload.length < MIN_BYTES || !takes(request.headers['accept-encoding'], 'gzip')) return payload
    running++
    try {
      const zipped = await zip(payload, { level: 1 })
      reply.header('content-encoding', 'gzip')
      reply.removeHeader('content-length')
      const etag = reply.getHeader('etag')
      if (typeof etag === 'string') reply.header('etag', zippedTag(etag))
      return zipped
    } finally {
      running--
    }
  })
}
