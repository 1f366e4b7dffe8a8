import assert from 'node:assert/strict'
import { createHash, type Hash, hash } from 'node:crypto'
import fastJsonStringify from 'fast-json-stringify'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { TArray, TObject } from 'typebox'
import { endHeaders } from '../../contract/headers.ts'
import type { Deprecated, Route } from '../../contract/route.ts'
import { type CursorSeal, type HistoryPage, MAX_PAGE_BYTES, type Page } from '../lists/lists.ts'
import { startSlice } from '../process/slices.ts'
import { onlyKnown } from '../process/validation.ts'
import { plainTag, zippedTag } from './compress.ts'
import type { Answered } from './request.ts'

const JSON_TYPE = 'application/json; charset=utf-8'

/** An answer that is ready to send: its text (if any), its ETag, and its headers. */
type WrittenAnswer = { text?: string | undefined; etag?: string; headers?: Record<string, string> }

/** An answer that is not a list. The ETag of a record is its version and a hash of its text, because names inside it can change without a new version. */
export function writtenOf({ text, version, isReplayed }: Answered): WrittenAnswer {
  // An answer that is kept under a key is in English.
  const headers = { ...(isReplayed && { 'idempotency-replayed': 'true', 'content-language': 'en' }) }
  if (text === undefined || version === undefined) return { text, headers }
  return { text, etag: `"${version}-${hash('sha256', text, 'base64url').slice(0, 16)}"`, headers }
}

/** Sends an answer with its ETag, or 304 to a client that already has it, in any content coding. */
export function sendWritten(
  request: FastifyRequest,
  reply: FastifyReply,
  { text, etag, headers = {} }: WrittenAnswer,
): void {
  reply.headers(headers)
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  const known = isRead && etag !== undefined ? request.headers['if-none-match']?.split(',') : undefined
  const same = known?.find((tag) => plainTag(tag) === etag || tag.trim() === '*')
  if (etag !== undefined) reply.header('etag', same?.includes('-gzip') ? zippedTag(etag) : etag)
  if (text === undefined) reply.code(reply.hasHeader('location') ? 303 : 204).send()
  else if (same !== undefined) reply.code(304).send()
  else reply.type(JSON_TYPE).send(text)
}

/** Writes records one by one in time slices and hashes them for an ETag; it ends early at the largest size of a page. */
async function writeItems(
  write: (item: unknown) => string,
  data: Iterable<unknown>,
  mostBytes: number,
): Promise<{ items: string[]; hash: Hash }> {
  const items: string[] = []
  const hash = createHash('sha256')
  let bytes = 0
  let slice: ReturnType<typeof startSlice> | undefined
  for (const item of data) {
    const text = write(item)
    slice ??= startSlice() // the first record of a route compiles its schema, once for all requests
    bytes += Buffer.byteLength(text) + 1
    if (bytes > mostBytes && items.length > 0) break
    items.push(text)
    hash.update(text)
    if (slice.isOver()) await slice.next()
  }
  return { items, hash }
}

/** The text of a reply. One that has many records beside a version or `meta`, but no cursor, is written in slices. */
export async function replyText(write: ReplyWriter, value: unknown): Promise<string> {
  const { data, ...rest } = (value ?? {}) as { data?: Iterable<unknown>; meta?: object; version?: number }
  if (data === undefined || (rest.meta === undefined && rest.version === undefined)) return write.whole(value)
  const { items } = await writeItems(write.item, data, Number.POSITIVE_INFINITY)
  return `{"data":[${items.join(',')}],${JSON.stringify(rest).slice(1)}`
}

/** Writes a page of a list. If there is a next page, its address is given, also as a link. */
export async function writePage(
  request: FastifyRequest,
  { item }: ReplyWriter,
  page: Page<unknown> & Partial<HistoryPage<unknown>>,
  cursors: CursorSeal,
  ignored: readonly string[],
): Promise<WrittenAnswer> {
  const { data, positions, isMore, isExact, meta, mostBytes = MAX_PAGE_BYTES, nextSince } = page
  const { items, hash } = await writeItems(isExact ? (one) => JSON.stringify(one) : item, data, mostBytes)
  const last = positions[items.length - 1]
  const goesOn = isMore || items.length < positions.length
  const next_cursor = goesOn && last ? cursors.seal(JSON.stringify(last)) : null
  const next_since = nextSince?.(items.length)
  const tail = JSON.stringify({ ...meta, next_cursor, next_since, ignored })
  return {
    text: `{"data":[${items.join(',')}],"meta":${tail}}`,
    etag: `"${hash.update(tail).digest('base64url').slice(0, 16)}"`,
    headers: next_cursor ? { link: linkTo(request, next_cursor) } : {},
  }
}

function linkTo(request: FastifyRequest, cursor: string): string {
  const url = new URL(`http://florin${request.url.replace(/^\/+/, '/')}`) // a client would take //api for a host
  url.searchParams.set('cursor', cursor)
  return `<${url.pathname}${url.search}>; rel="next"`
}

/** Announces the end of an operation with each of its answers, refusals too, beside the link to a next page. */
export const announceEnd = (deprecated: Deprecated) => async (_: unknown, reply: FastifyReply) => {
  const { link, ...headers } = endHeaders(deprecated)
  const next = reply.getHeader('link')
  reply.headers({ ...headers, link: next === undefined ? link : `${next}, ${link}` })
}

/** Writes the replies of a route by its schema: fields outside it are not sent. */
type ReplyWriter = {
  readonly whole: (value: unknown) => string
  /** One record of a reply that has many. */
  readonly item: (value: unknown) => string
}

/** A schema is compiled for the first reply: compiling all of them would slow down the start. */
export function replyWriter(app: FastifyInstance, route: Route): ReplyWriter {
  const { method, path: url, reply } = route
  const compiled = (schemaOf: () => object) => {
    let [schema, write]: [object, Write | undefined] = [{}, undefined]
    return (value: unknown) => {
      if (!write) {
        assert(app.serializerCompiler, 'the first route with the schema of its answer makes it')
        schema = schemaOf()
        write = app.serializerCompiler({ schema, method, url, httpStatus: '200' }) as Write // it writes any value that fits the schema
      }
      return writeExactly(schema, value, write)
    }
  }
  return {
    whole: compiled(() => reply ?? {}),
    item: compiled(() => (reply as TObject<{ data: TArray }>).properties.data.items), // only such a reply has records
  }
}

type Write = (value: unknown) => string

const written = new WeakMap<object, Write>()

/** Writes answers by their schema. It is compiled with the first answer: all schemas together take half a second of a start. */
export function writerOf(schema: object): Write {
  let write = written.get(schema)
  return (value) => {
    if (!write) {
      write = fastJsonStringify(schema) as Write // what the schema describes, or the answer is a bug
      written.set(schema, write)
    }
    return write(value)
  }
}

/** Whether a reply has a sum with more digits than a JavaScript number carries, as `showAmount` makes one. */
const hasLongSum = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (JSON.isRawJSON(value) || Object.values(value).some(hasLongSum))

/**
 * Writes a reply by its compiled schema. The schema supports only JavaScript numbers, and throws for a longer sum; such a reply is written
 * by JSON.stringify instead, with every digit.
 */
export function writeExactly(schema: object, value: unknown, write: (value: unknown) => string): string {
  try {
    return write(value)
  } catch (error) {
    if (!hasLongSum(value)) throw error
    return JSON.stringify(onlyKnown(schema, value))
  }
}
