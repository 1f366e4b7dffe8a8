import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refuse, refuseField } from '../../contract/refusals.ts'
import { later } from '../../words/t.ts'
import { fieldName } from '../process/sentences.ts'
import { allowFor, startSlice, type Work, working } from '../process/slices.ts'
import { LIMITS } from './errors.ts'
import { parse, parseInSlices } from './json.ts'

const DEPTH = 32

/** Text that PostgreSQL cannot store, or half a surrogate pair. */
export const isBadText = (text: string): boolean => text.includes('\0') || !text.isWellFormed()

/** Checks a request for text that cannot be stored, and for too deep nesting. */
export function checkText(value: unknown): void {
  const path = pathOfBadText(value, 0)
  if (path) refuseText(path.join('.'))
}

/** The path is built only for an error: most of a large body is small values. */
function pathOfBadText(value: unknown, depth: number): (string | number)[] | undefined {
  if (typeof value === 'string') return isBadText(value) ? [] : undefined
  if (typeof value !== 'object' || value === null) return undefined
  if (depth === DEPTH)
    refuse('not_json', { reason: later('it is nested more than {depth} deep', { depth: DEPTH }) })
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) {
      const path = pathOfBadText(value[index], depth + 1)
      if (path) return [index, ...path]
    }
    return undefined
  }
  for (const key of Object.keys(value)) {
    const inner = (value as Record<string, unknown>)[key]
    if (isBadText(key)) return []
    if (isPoison(key, inner))
      refuse('not_json', {
        reason: later('it has the key {key}, which is not accepted', {
          key: key === '__proto__' ? key : `${key}.prototype`,
        }),
      })
    const path = pathOfBadText(inner, depth + 1)
    if (path) return [key, ...path]
  }
  return undefined
}

/** Checks a long body as `checkText` does, in slices: first everything except the lists directly inside it, then their items. */
export async function checkTextInSlices(body: unknown): Promise<void> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return checkText(body)
  const fields = Object.entries(body)
  checkText(Object.fromEntries(fields.map(([name, value]) => [name, Array.isArray(value) ? [] : value])))
  const slice = startSlice()
  for (const [name, list] of fields) {
    for (const [index, item] of Array.isArray(list) ? list.entries() : []) {
      const path = pathOfBadText(item, 2)
      if (path) refuseText([name, index, ...path].join('.'))
      if (slice.isOver()) await slice.next()
    }
  }
}

/** Keys that would change the prototype of the object that they are copied to. */
const isPoison = (key: string, inner: unknown) =>
  key === '__proto__' ||
  (key === 'constructor' && typeof inner === 'object' && inner !== null && 'prototype' in inner)

function refuseText(path: string): never {
  const field = fieldName(path || 'body')
  refuseField(field, 'no_text', {})
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The budget of its work in time slices. */
    work: Work
  }
}

/** The time limit of a body grows as by one record for this many characters: 10 MiB may take about 5 seconds, and take less than one. */
const CHARACTERS_PER_RECORD = 16_384

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Reads only JSON, unless the route takes a file; a body without a content type is read as JSON, an empty one counts as no body. */
export function readBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (request: FastifyRequest, bytes: Buffer) => {
    if (bytes.length === 0) return undefined
    const type = request.headers['content-type'] ?? ''
    const coding = request.headers['content-encoding'] ?? 'identity'
    const isFile = request.routeOptions.config.route?.raw === true
    if (!isFile && !/^\s*(application\/([\w.-]+\+)?json|text\/json)?\s*(;|$)/i.test(type))
      refuse('unsupported_media_type', { type })
    if (coding.toLowerCase() !== 'identity')
      refuse('unsupported_media_type', { type: later('encoded with {coding}', { coding }) })
    if (isFile) return bytes
    const isLong = bytes.length > LIMITS.bodyBytes
    const text = decode(bytes)
    if (isLong) return working(request.work, () => readLong(text))
    const body = parse(text)
    checkText(body)
    return body
  })
}

/** The time limit for a long body grows with its size, which the route limits. */
async function readLong(text: string): Promise<unknown> {
  allowFor(text.length / CHARACTERS_PER_RECORD)
  const body = await parseInSlices(text, LIMITS.bodyBytes)
  await checkTextInSlices(body)
  return body
}

function decode(bytes: Buffer): string {
  try {
    return utf8.decode(bytes)
  } catch {
    return refuse('not_json', { reason: later('it is not UTF-8') })
  }
}
