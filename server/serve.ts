import { createHash, type Hash, hash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { TObject } from 'typebox'
import { todayIn } from '../contract/day.ts'
import { refuse } from '../contract/refusals.ts'
import {
  type BodyOf,
  isAuth,
  isList,
  type Listed,
  type ParamsOf,
  type QueryOf,
  type ReplyOf,
  type Route,
  takesIdempotencyKey,
} from '../contract/route.ts'
import { type CursorSeal, cursorSeal } from './cursors.ts'
import { type Database, queuedAs } from './database/database.ts'
import { addVary, plainTag, zippedTag } from './http/compress.ts'
import { LIMITS } from './http/errors.ts'
import { writeExactly } from './http/exact.ts'
import { type File, sendFile } from './http/file.ts'
import { formatOf, itemWriter, listFile } from './http/list-file.ts'
import { isGone } from './http/turns.ts'
import { isId } from './ids.ts'
import type { StoredToken } from './ledger/load.ts'
import type { BookRow } from './ledger/records.ts'
import type { RequestKey } from './ledger/repeats.ts'
import type { Guard, Size, Verb, Versioned } from './ledger/verb.ts'
import type { Writer } from './ledger/writer.ts'
import { type HistoryPage, PAGE_BYTES, type Page } from './lists.ts'
import type { Collected, Metrics } from './metrics/metrics.ts'
import { checkRight } from './roles.ts'
import type { Settings } from './settings.ts'
import { startSlice } from './slices.ts'
import type { Web } from './web/pages.ts'

/** Who a request comes from, the book they work in as it was when they asked, and their role there. */
export type SignedIn = {
  id: string
  token_id: string
  book: BookRow
  role: string
  /** Refuses the token as the writer finds it: it may have been revoked since the request came. */
  admit: (stored: StoredToken | undefined) => void
}

declare module 'fastify' {
  interface FastifyRequest {
    signedIn: SignedIn | undefined
  }
}

/** Dependencies of all routes. `instanceKey` signs cursors and device cookies. `now` is the clock of changes; only tests set it. */
export type House = {
  db: Database
  settings: Settings
  instanceKey: Uint8Array
  now?: () => string
  /** Whether the disk of the database is full, where the database is ours to look after. */
  isFull?: () => boolean
  /** When the latest of the daily backups was made; left out where none are made. */
  lastBackup?: () => string | null
  /** What this process measures, where metrics are wanted; several processes each bring theirs, and collect those of all. */
  metrics?: Metrics
  collectAll?: () => Promise<readonly Collected[]>
  /** The web app, unless this instance has only the API. */
  web?: Web | undefined
}

/** What a route's function is asked: the checked request, and what it may do with the book. */
export type Asked<R extends Route> = House & {
  /** The database, in turn with everybody else who asks. */
  db: Database
  params: ParamsOf<R>
  /** Checked against the schema. A list's `cursor` is opened: it is the position that its last page ended with. */
  query: QueryOf<R>
  /** The names of the query parameters that the route does not know. */
  ignored: string[]
  /** Of a route that takes a file: its bytes. */
  body: R['raw'] extends true ? Buffer | undefined : BodyOf<R>
  user: SignedIn
  /** The book as it was when the request came: for reading. `write` hands in the one to decide by. */
  book: BookRow
  guard: Guard
  /** The Idempotency-Key of a POST, if it has one. `write` looks after it; what is written past the book has to. */
  key: RequestKey | undefined
  /** Hands the verb to the writer, which answers once the change is kept. */
  write: <T>(verb: Verb<T>) => Promise<T>
  request: FastifyRequest
  reply: FastifyReply
}

export type Binding = { route: Route; bind: (app: FastifyInstance, house: House, writer: Writer) => void }

/** What a route's function answers with: a list as it was read, anything else as it is sent. */
type Answer<R extends Route> = R extends { file: object } ? File : Reply<R>
type Reply<R extends Route> =
  ReplyOf<R> extends { ignored: string[] }
    ? Omit<ReplyOf<R>, 'ignored'>
    : ReplyOf<R> extends Listed<infer Item>
      ? ReplyOf<R> extends { meta: { next_since: number } }
        ? HistoryPage<Item>
        : Page<Item>
      : ReplyOf<R> extends { data: (infer Item)[]; meta: infer Meta }
        ? { data: Iterable<Item>; meta: Meta }
        : ReplyOf<R>

export const BASE = '/api/v1'
const JSON_TYPE = 'application/json; charset=utf-8'

/** Binds a route of the contract to the function that answers it. */
export const serve = <const R extends Route>(
  route: R,
  answer: (asked: Asked<R>) => Answer<R> | Promise<Answer<R>>,
): Binding => ({
  route,
  bind(app, house, writer) {
    app.route({
      method: route.method,
      url: BASE + route.path.replace(/\{(\w+)\}/g, ':$1'),
      config: { route },
      ...(isAuth(route) && { bodyLimit: LIMITS.authBodyBytes }),
      ...(route.maxBodyBytes && { bodyLimit: route.maxBodyBytes }),
      schema: {
        ...(route.query && { querystring: route.query }),
        ...(route.body && { body: route.body }),
        ...(route.reply && { response: { 200: route.reply } }),
      },
      async handler(request, reply) {
        const params = request.params as ParamsOf<R> // the router fills in exactly the names in the path
        if ('id' in params && !isId(String(params.id))) refuse('not_found')
        if ('version' in params && !isVersion(String(params.version))) refuse('not_found')
        const cursors = isList(route) ? cursorsOf(house.instanceKey, request) : undefined
        const query = inOrder(knownQuery(request)) as QueryOf<R> // checked against the schema these types come from
        const format = cursors && formatOf(request, query)
        const asked = {
          ...house,
          db: request.signedIn ? queuedAs(house.db, request.signedIn.id, () => isGone(reply)) : house.db,
          params,
          query: opened(query, cursors),
          ignored: ignoredIn(request),
          body: request.body as Asked<R>['body'], // likewise
          user: request.signedIn as SignedIn, // open routes do not ask
          book: (request.signedIn as SignedIn)?.book,
          guard: guardOf(request),
          key: takesIdempotencyKey(route) ? keyOf(request, route) : undefined,
          request,
          reply,
        }
        let replayed: string | undefined
        let written: { record: unknown; text: string } | undefined
        const write: Asked<R>['write'] = async (verb) => {
          const outcome = await writer.write({
            bookId: asked.book.id,
            verb,
            token: { userId: asked.user.id, id: asked.user.token_id },
            admit(stored) {
              asked.user.admit(stored)
              if (route.needs) checkRight(stored?.role ?? '', route.needs)
            },
            key: asked.key,
            command: `${route.method} ${route.path}`,
            most: mostOf(route, house),
            serialise: async (answer) => (await slicedText(reply, answer)) ?? serialised(reply, answer),
            isGone: () => isGone(reply),
            now: house.now,
          })
          if (outcome.isReplayed) {
            replayed = outcome.text
            return JSON.parse(outcome.text)
          }
          written = { record: outcome.answer, text: outcome.text }
          return outcome.answer
        }
        if (cursors) addVary(reply, 'Accept')
        if (format) {
          const read = (db: Database, query: object) =>
            answer({ ...asked, write, db, query } as Asked<R>) as Promise<Page<unknown>> // as `Answer` says of a list
          const today = todayIn(asked.book?.time_zone ?? 'UTC')
          return sendFile(
            asked.db,
            request,
            reply,
            listFile({ format, reply, query, ignored: asked.ignored, today, read }),
          )
        }
        const answered = (await answer({ ...asked, write })) as object | undefined // as `Answer` says
        if (route.file) return sendFile(asked.db, request, reply, answered as File)
        // An answer that is no list names beside its figures what a list names in `meta`.
        const value = namesIgnored(route) ? { ...answered, ignored: asked.ignored } : answered
        if (route.reply === undefined) return reply.code(204).send()
        if (cursors) return sendPage(request, reply, value as Page<unknown>, cursors) // as `Answer` says of a list
        if (replayed !== undefined) reply.header('idempotency-replayed', 'true')
        const text =
          written?.record === value && written
            ? written.text
            : ((await slicedText(reply, value)) ?? serialised(reply, value))
        return send(request, reply, value, replayed ?? text)
      },
    })
  },
})

const namesIgnored = ({ reply }: Route): boolean =>
  Object.hasOwn((reply as Partial<TObject> | undefined)?.properties ?? {}, 'ignored')

/** Digits alone, few enough for a number. */
const isVersion = (text: string) => /^\d{1,15}$/.test(text)

/** How large a book may become. A tenth is kept for deletions, so that a full book is no trap. */
function mostOf(route: Route, { settings }: House): Size {
  const reserve = route.method === 'DELETE' ? 1.1 : 1
  return { rows: settings.bookMaxRows * reserve, bytes: settings.bookMaxBytes * reserve }
}

/** By the route's own schema: what is not in it is not sent. */
const serialised = (reply: FastifyReply, value: unknown): string =>
  writeExactly(
    reply.routeOptions.config.route?.reply ?? {},
    value,
    () => reply.serializeInput(value as Record<string, unknown>, '200') as string, // the compiled schema writes text
  )

/** A record carries an ETag: its version, and a hash of all of it, since names inside it can change without it. */
function send(request: FastifyRequest, reply: FastifyReply, value: unknown, payload: string) {
  const version = (value as Partial<Versioned> | undefined)?.version
  if (version === undefined) return reply.type(JSON_TYPE).send(payload)
  const digest = hash('sha256', payload, 'base64url').slice(0, 16)
  return sendTagged(request, reply, `"${version}-${digest}"`, payload)
}

/** Sends an answer with its ETag, or 304 to a client that has it already, in whatever coding. */
function sendTagged(request: FastifyRequest, reply: FastifyReply, etag: string, payload: string) {
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  const known = isRead ? request.headers['if-none-match']?.split(',') : undefined
  const same = known?.find((tag) => plainTag(tag) === etag || tag.trim() === '*')
  if (same === undefined) return reply.header('etag', etag).type(JSON_TYPE).send(payload)
  return reply
    .code(304)
    .header('etag', same.includes('-gzip') ? zippedTag(etag) : etag)
    .send()
}

/** The query parameters that the route declares; others are ignored and named in `meta.ignored`. */
export function knownQuery(request: FastifyRequest): object {
  const known = request.routeOptions.config.route?.query?.properties ?? {}
  return Object.fromEntries(
    Object.entries(request.query as object).filter(([name]) => Object.hasOwn(known, name)),
  )
}

/** Cursors of the list that a request asks for: of this person and book, in this order, with these filters. */
function cursorsOf(key: Uint8Array, request: FastifyRequest): CursorSeal {
  const { route } = request.routeOptions.config
  const query = request.query as Record<string, unknown>
  const filters = Object.keys(route?.query?.properties ?? {})
    .filter((name) => !['limit', 'cursor', 'include', 'format'].includes(name))
    .map((name) => [name, query[name] ?? null])
  const { signedIn } = request
  return cursorSeal(key, [signedIn?.id, signedIn?.book.id, route?.path, request.params, filters])
}

/** Refuses a range of days that ends before it starts. */
function inOrder(query: { date_from?: string; date_to?: string }): object {
  const { date_from, date_to } = query
  if (date_from !== undefined && date_to !== undefined && date_to < date_from) {
    const sentence = `date_to must not be before date_from; ${date_to} is before ${date_from}.`
    refuse('invalid', { errors: { date_to: [sentence] } })
  }
  return query
}

const opened = <Q>(query: Q, cursors: CursorSeal | undefined): Q => {
  const { cursor } = query as { cursor?: string }
  return cursors && cursor !== undefined ? { ...query, cursor: cursors.open(cursor) } : query
}

const ignoredIn = (request: FastifyRequest): string[] => {
  const known = request.routeOptions.config.route?.query?.properties ?? {}
  return Object.keys(request.query as object).filter((name) => !Object.hasOwn(known, name))
}

/**
 * Writes records one by one and hashes them for an ETag, letting others in between, and ends early once they are as large as a page
 * may be.
 */
async function writeItems(
  reply: FastifyReply,
  data: Iterable<unknown>,
  mostBytes: number,
): Promise<{ items: string[]; hash: Hash }> {
  const write = itemWriter(reply)
  const items: string[] = []
  const hash = createHash('sha256')
  let bytes = 0
  const slice = startSlice()
  for (const item of data) {
    const text = write(item)
    bytes += Buffer.byteLength(text) + 1
    if (bytes > mostBytes && items.length > 0) break
    items.push(text)
    hash.update(text)
    if (slice.isOver()) await slice.next()
  }
  return { items, hash }
}

/** The text of a reply that has many records beside a version or `meta`, but no cursor; undefined for any other. */
async function slicedText(reply: FastifyReply, value: unknown): Promise<string | undefined> {
  const { data, ...rest } = (value ?? {}) as { data?: Iterable<unknown>; meta?: object; version?: number }
  if (data === undefined || (rest.meta === undefined && rest.version === undefined)) return undefined
  const { items } = await writeItems(reply, data, Number.POSITIVE_INFINITY)
  return `{"data":[${items.join(',')}],${JSON.stringify(rest).slice(1)}`
}

/** Writes a page of a list. A list that goes on says where, also for clients that follow links. */
async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  {
    data,
    positions,
    isMore,
    meta,
    mostBytes = PAGE_BYTES,
    nextSince,
  }: Page<unknown> & Partial<HistoryPage<unknown>>,
  cursors: CursorSeal,
) {
  const { items, hash } = await writeItems(reply, data, mostBytes)
  const last = positions[items.length - 1]
  const goesOn = isMore || items.length < positions.length
  const next_cursor = goesOn && last ? cursors.seal(JSON.stringify(last)) : null
  if (next_cursor) {
    const url = new URL(`http://florin${request.url.replace(/^\/+/, '/')}`) // a client would take //api for a host
    url.searchParams.set('cursor', next_cursor)
    reply.header('link', `<${url.pathname}${url.search}>; rel="next"`)
  }
  const next_since = nextSince?.(items.length)
  const tail = JSON.stringify({ ...meta, next_cursor, next_since, ignored: ignoredIn(request) })
  const etag = `"${hash.update(tail).digest('base64url').slice(0, 16)}"`
  return sendTagged(request, reply, etag, `{"data":[${items.join(',')}],"meta":${tail}}`)
}

function guardOf(request: FastifyRequest): Guard {
  const expected = request.headers['if-match']
  return (record) => {
    if (expected === undefined || expected.trim() === '*') return
    // Some clients leave out the quotes of a version that they have as a number.
    const tags = /^\s*\d+\s*$/.test(expected) ? `"${expected.trim()}"` : expected
    const versions = [...tags.matchAll(/"(\d+)(?:-[^"]*)?"/g)].map((match) => Number(match[1]))
    if (!versions.includes(record.version))
      refuse('stale', { expected: expected.slice(0, 100), version: record.version })
  }
}

function keyOf(request: FastifyRequest, { raw }: Route): RequestKey | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key)) {
    const sentence = 'Idempotency-Key must have 1 to 255 visible ASCII characters.'
    refuse('invalid', { errors: { 'Idempotency-Key': [sentence] } })
  }
  const [path] = raw ? [request.url] : request.url.split('?') // a file is all of the body: what is asked of it is in the query
  const body = Buffer.isBuffer(request.body) ? request.body : JSON.stringify(request.body ?? null)
  return { key, hash: createHash('sha256').update(`${path}\n`).update(body).digest() }
}
