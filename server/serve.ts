import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { refuse } from '../contract/refusals.ts'
import {
  type BodyOf,
  isAuth,
  type Listed,
  type ParamsOf,
  type QueryOf,
  type ReplyOf,
  type Route,
  takesIdempotencyKey,
} from '../contract/route.ts'
import { type Database, type Tx, transaction } from './database/database.ts'
import { LIMITS } from './http/errors.ts'
import { isId } from './ids.ts'
import { type Book, type BookRow, type Guard, takeBook, type Versioned } from './ledger/book.ts'
import { earlierReply, rememberReply } from './ledger/repeats.ts'
import type { Settings } from './settings.ts'

/** Who a request comes from, and the book they work in as it was when they asked. */
export type SignedIn = { id: string; token_id: string; book: BookRow }

declare module 'fastify' {
  interface FastifyRequest {
    signedIn: SignedIn | undefined
  }
}

/** What the whole service shares. `now` is the clock that changes are stamped with: the machine's, unless a test brings its own. */
export type House = { db: Database; settings: Settings; now?: () => string }

/** What a route's function is asked: the checked request, and what it may do with the book. */
export type Asked<R extends Route> = House & {
  params: ParamsOf<R>
  query: QueryOf<R>
  body: BodyOf<R>
  user: SignedIn
  /** The book as it was when the request came: for reading. `write` hands in the one to decide by. */
  book: BookRow
  guard: Guard
  /**
   * Opens a transaction, takes the book's row, and hands both to the change. A record that comes back at an older
   * version than the book's was not changed, and nothing is kept.
   */
  write: <T extends Versioned>(change: (tx: Tx, book: Book) => Promise<T>) => Promise<T>
  request: FastifyRequest
  reply: FastifyReply
}

export type Binding = { route: Route; bind: (app: FastifyInstance, house: House) => void }

export const BASE = '/api/v1'
const JSON_TYPE = 'application/json; charset=utf-8'

/** Binds a route of the contract to the function that answers it. */
export const serve = <const R extends Route>(
  route: R,
  answer: (asked: Asked<R>) => ReplyOf<R> | Promise<ReplyOf<R>>,
): Binding => ({
  route,
  bind(app, house) {
    app.route({
      method: route.method,
      url: BASE + route.path.replace(/\{(\w+)\}/g, ':$1'),
      config: { route },
      ...(isAuth(route) && { bodyLimit: LIMITS.authBodyBytes }),
      schema: {
        ...(route.query && { querystring: route.query }),
        ...(route.body && { body: route.body }),
        ...(route.reply && { response: { 200: route.reply } }),
      },
      async handler(request, reply) {
        const params = request.params as ParamsOf<R> // the router fills in exactly the names in the path
        if ('id' in params && !isId(String(params.id))) refuse('not_found')
        const asked = {
          ...house,
          params,
          query: request.query as QueryOf<R>, // checked against the schema these types come from
          body: request.body as BodyOf<R>, // likewise
          user: request.signedIn as SignedIn, // open routes do not ask
          book: (request.signedIn as SignedIn)?.book,
          guard: guardOf(request),
          request,
          reply,
        }
        let replayed: string | undefined
        const write: Asked<R>['write'] = async (change) => {
          const key = takesIdempotencyKey(route) ? keyOf(request) : undefined
          const written = await transaction(
            house.db,
            async (tx) => {
              const book = await takeBook(tx, asked.book.id, asked.user.id, house.now?.())
              replayed = key && (await earlierReply(tx, book, key))
              if (replayed !== undefined) return { record: JSON.parse(replayed), isChange: false }
              const record = await change(tx, book)
              if (key) await rememberReply(tx, book, key, serialised(reply, record))
              return { record, isChange: record.version === book.version }
            },
            ({ isChange }) => isChange,
          )
          return written.record
        }
        const value = await answer({ ...asked, write })
        if (route.reply === undefined) return reply.code(204).send()
        if (replayed !== undefined) reply.header('idempotency-replayed', 'true')
        return send(request, reply, value, replayed ?? serialised(reply, value))
      },
    })
  },
})

/** By the route's own schema: what is not in it is not sent. */
const serialised = (reply: FastifyReply, value: unknown): string =>
  reply.serializeInput(value as Record<string, unknown>, '200') as string // the compiled schema writes text

/** A record carries an ETag: its version, and a hash of all of it, since names inside it can change without it. */
function send(request: FastifyRequest, reply: FastifyReply, value: unknown, payload: string) {
  const version = (value as Partial<Versioned> | undefined)?.version
  if (version === undefined) {
    linkNext(request, reply, value)
    return reply.type(JSON_TYPE).send(payload)
  }
  const etag = `"${version}-${createHash('sha256').update(payload).digest('base64url').slice(0, 16)}"`
  reply.header('etag', etag).header('cache-control', 'private, no-cache')
  const known =
    request.method === 'GET' || request.method === 'HEAD' ? request.headers['if-none-match'] : undefined
  const tags = known?.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  if (tags?.includes(etag) || tags?.includes('*')) return reply.code(304).send()
  return reply.type(JSON_TYPE).send(payload)
}

/** A list that goes on says where, for clients that follow links. */
function linkNext(request: FastifyRequest, reply: FastifyReply, value: unknown): void {
  const cursor = (value as Partial<Listed<unknown>> | undefined)?.meta?.next_cursor
  if (!cursor) return
  const url = new URL(`http://florin${request.url.replace(/^\/+/, '/')}`) // a client would take //api for a host
  url.searchParams.set('cursor', cursor)
  reply.header('link', `<${url.pathname}${url.search}>; rel="next"`)
}

function guardOf(request: FastifyRequest): Guard {
  const expected = request.headers['if-match']
  return (record) => {
    if (expected === undefined || expected.trim() === '*') return
    const versions = [...expected.matchAll(/"(\d+)(?:-[^"]*)?"/g)].map((match) => Number(match[1]))
    if (!versions.includes(record.version))
      refuse('stale', { expected: expected.slice(0, 100), version: record.version })
  }
}

function keyOf(request: FastifyRequest): { key: string; hash: Buffer } | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key)) {
    const sentence = 'Idempotency-Key must have 1 to 255 visible ASCII characters.'
    refuse('invalid', { errors: { 'Idempotency-Key': [sentence] } })
  }
  const [path] = request.url.split('?')
  const body = JSON.stringify(request.body ?? null)
  return { key, hash: createHash('sha256').update(`${path}\n${body}`).digest() }
}
