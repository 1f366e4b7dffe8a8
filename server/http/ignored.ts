import type { FastifyRequest } from 'fastify'
import { MAX_IGNORED } from '../process/validation.ts'

const MAX_IGNORED_BYTES = 4_000

/** The fields of a body that its route takes none of. */
export const namesIn = (body: unknown): string[] =>
  typeof body === 'object' && body !== null && Object.getPrototypeOf(body) === Object.prototype
    ? Object.keys(body)
    : []

/**
 * The first of some names that a client has made up, as many as a header may have, which clients read up to 16 KiB of; each no longer than somebody could
 * mean it, and cut without half a character, which cannot be encoded.
 */
export function shortened(names: readonly string[]): string[] {
  const taken: string[] = []
  let bytes = 0
  for (const name of names.slice(0, MAX_IGNORED)) {
    const short = name.slice(0, 100).toWellFormed()
    bytes += encodeURIComponent(short).length + 2
    if (bytes > MAX_IGNORED_BYTES) break
    taken.push(short)
  }
  return taken
}

/** Whether a client wants requests refused of which a part would be ignored (RFC 7240). */
export const isStrict = ({ headers: { prefer = '' } }: FastifyRequest): boolean =>
  /(^|[,;])\s*handling\s*=\s*"?strict"?\s*($|[,;])/i.test(String(prefer))
