import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isAuth } from '../../contract/route.ts'

const zip = promisify(gzip)

const SMALLEST_BYTES = 1_024
// Two of the four threads that Node has for such work; hashing passwords has the others.
const AT_ONCE = 2

/** Whether a client takes a coding: it names it, or anything, and not with a weight of 0. */
export function takes(accepted: string | undefined, coding: 'br' | 'gzip'): boolean {
  const weights = new Map(
    (accepted ?? '').split(',').map((one) => {
      const [name = '', ...parameters] = one.split(';').map((part) => part.trim().toLowerCase())
      const weight = parameters.find((parameter) => parameter.startsWith('q='))
      return [name, weight === undefined ? 1 : Number(weight.slice(2))] as const
    }),
  )
  return (weights.get(coding) ?? weights.get(`x-${coding}`) ?? weights.get('*') ?? 0) > 0
}

/**
 * Whether an answer may be compressed at all. Nothing that carries a secret is; nor is anything for a page of another site, which
 * could learn from the size of an answer how much of its own text in the address was in it too.
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

/** Sends answers of more than 1 kB gzipped to clients that take it, a few at a time; the others go out as they are. */
export function compressAnswers(app: FastifyInstance): void {
  let running = 0
  app.addHook('onSend', async (request, reply, payload) => {
    if (!mayBeZipped(request)) return payload
    const vary = reply.getHeader('vary') ?? 'Accept-Encoding'
    reply.header('vary', String(vary).includes('Accept-Encoding') ? vary : `${vary}, Accept-Encoding`)
    if (typeof payload !== 'string' || reply.statusCode !== 200 || running >= AT_ONCE) return payload
    if (payload.length < SMALLEST_BYTES || !takes(request.headers['accept-encoding'], 'gzip')) return payload
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
