import { createHash, type Hash, hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { endHeaders } from '../../contract/headers.ts'
import type { Deprecated } from '../../contract/route.ts'
import type { CursorSeal } from '../lists/cursors.ts'
import { type HistoryPage, MAX_PAGE_BYTES, type Page } from '../lists/lists.ts'
import { startSlice } from '../process/slices.ts'
import { plainTag, zippedTag } from './compress.ts'
import { itemWriter } from './list-file.ts'
import type { ReplyWriter } from './reply-writer.ts'
import type { Answered } from './request.ts'

const JSON_TYPE = 'application/json; charset=utf-8'

/** An answer that is ready to send: its text (if any), its ETag, and its headers. */
type WrittenAnswer = { text?: string | undefined; etag?: string; headers?: Record<string, string> }

/** An answer that is not a list. The ETag of a record is its version and a hash of its text, because names inside it can change without a new version. */
export function writtenOf({ text, version, isReplayed }: Answered): WrittenAnswer {
  const headers = { ...(isReplayed && { 'idempotency-replayed': 'true' }) }
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
  if (text === undefined) reply.code(204).send()
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
  reply: FastifyReply,
  page: Page<unknown> & Partial<HistoryPage<unknown>>,
  cursors: CursorSeal,
  ignored: readonly string[],
): Promise<WrittenAnswer> {
  const { data, positions, isMore, isExact, meta, mostBytes = MAX_PAGE_BYTES, nextSince } = page
  const write = isExact ? (item: unknown) => JSON.stringify(item) : itemWriter(reply)
  const { items, hash } = await writeItems(write, data, mostBytes)
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
