import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { TObject } from 'typebox'
import { todayIn } from '../contract/day.ts'
import { refuse, refuseField } from '../contract/refusals.ts'
import {
  type BodyOf,
  belowBook,
  isAuth,
  isList,
  isOfBook,
  type Listed,
  type ParamsOf,
  type QueryOf,
  type ReplyOf,
  type Route,
  takesIdempotencyKey,
} from '../contract/route.ts'
import { type Database, near, queuedAs } from './database/database.ts'
import { judge } from './http/annotating.ts'
import { announceEnd, replyText, replyWriter, sendWritten, writePage, writtenOf } from './http/answer.ts'
import { LIMITS } from './http/errors.ts'
import { type File, sendFile } from './http/file.ts'
import { parseInSlices } from './http/json.ts'
import { type Format, formatOf, listFile } from './http/list-file.ts'
import {
  type Answered,
  addVary,
  type Checked,
  checkAbility,
  checkRight,
  isGone,
  isPlainChange,
  type OfConnection,
  type Peers,
  prove,
  proving,
  type SignedIn,
} from './http/request.ts'
import type { Streams } from './http/streams.ts'
import { fillingIn } from './http/who.ts'
import type { BookRow } from './ledger/book.ts'
import type { RequestKey } from './ledger/repeats.ts'
import type { Guard, Size, Verb, Versioned } from './ledger/verb.ts'
import type { Writer } from './ledger/writer.ts'
import { type CursorSeal, cursorSeal, type HistoryPage, type Page } from './lists/lists.ts'
import type { Collected, Metrics } from './metrics/metrics.ts'
import { isId } from './process/ids.ts'
import { allowFor, newWork, working } from './process/slices.ts'
import type { Settings } from './settings.ts'
import type { Web } from './web/pages.ts'

/** Dependencies of all routes. `instanceKey` signs cursors and device cookies. `now` is the clock of changes; only tests set it. */
export type House = {
  db: Database
  settings: Settings
  instanceKey: Uint8Array
  /** Writes to books. A process shares one: two writers would treat each other as other instances. */
  writer?: Writer
  /** The open streams of this process. */
  streams?: Streams
  now?: () => string
  /** Whether the disk of the database is full, where the database is ours to look after. */
  isFull?: () => boolean
  /** When the latest of the daily backups was made; left out where none are made. */
  lastBackup?: () => string | null
  /** The metrics of this process, where metrics are wanted; `collectAll` collects those of all processes. */
  metrics?: Metrics
  collectAll?: () => Promise<readonly Collected[]>
  /** The web app, unless this instance has only the API. */
  web?: Web | undefined
  /** Which of several processes this one is, and the others. */
  worker?: { number: number; peers: Peers; lastBackup: () => string | null }
}

/** The argument of a route's function: the checked request, and the ways to read and change the book. */
export type Asked<R extends Route> = House & {
  streams: Streams
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
  /** The Idempotency-Key of a POST, if it has one. `write` handles it; a route that writes without it has to handle the key itself. */
  key: RequestKey | undefined
  /** Hands the verb to the writer, which answers once the change is kept. */
  write: <T>(verb: Verb<T>) => Promise<T>
  /** Undefined for a plain change (`OfConnection`). */
  request: OfConnection<R, FastifyRequest>
  reply: OfConnection<R, FastifyReply>
}

type Binding = { route: Route; bind: (app: FastifyInstance, house: House, writer: Writer) => void }

/** The return value of a route's function: a list as it was read, anything else as it is sent. */
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

/** The paths at which a route answers: one of a book also below the book's own. */
export const addressesOf = (route: Route): string[] =>
  isOfBook(route)
    ? [
        ...(route.path.startsWith('/books/current') ? [] : [route.path]),
        `/books/{book_id}${belowBook(route)}`,
      ]
    : [route.path]

/** Binds a route of the contract to the function that answers it. */
export const serve = <const R extends Route>(
  route: R,
  answer: (asked: Asked<R>) => Answer<R> | Promise<Answer<R>>,
): Binding => ({
  route,
  bind(app, house, writer) {
    const peers = house.worker?.peers
    const write = replyWriter(app, route)
    const fillIn = fillingIn(route)
    const [isPlain, isOfList, takesKey] = [isPlainChange(route), isList(route), takesIdempotencyKey(route)]
    const [isBook, hasQuery] = [isOfBook(route), route.query !== undefined]
    const hasParams = /\{(id|version)\}/.test(route.path)

    /** Runs the route's function. Its answer comes with its text, if the writer or an earlier request has made one. */
    async function run(checked: Checked, isGone: () => boolean, http?: Http): Promise<Made> {
      const { user, key } = checked
      let made: Omit<Made, 'value'> = { isReplayed: false }
      let record: unknown
      const asked = {
        ...house,
        ...checked,
        ...http,
        db: http?.db ?? (user ? near(queuedAs(house.db, user.id, isGone), user.id) : house.db),
        book: user?.book,
        guard: guardOf(checked.ifMatch),
        async write<T>(verb: Verb<T>): Promise<T> {
          const verify = http?.request.verify
          const outcome = await writer.write({
            bookId: user.book.id,
            verb,
            token: { userId: user.id, id: user.token_id },
            admit(stored) {
              if (http) http.request.verify = verify // what was remembered of the token may have been admitted before
              if (!stored) return refuse('book_not_found') // or its token has ended: `verify` tells
              user.admit(stored)
              // Another instance has made another book the default, within the minute for which this one remembers the token.
              if (!user.isNamed && !stored.is_default && stored.program?.bookId == null)
                refuse('default_book_moved')
              if (http) http.request.verify = undefined
              checkRight(stored.role, route)
              checkAbility(stored.program, route)
            },
            admitElsewhere(stored) {
              if (!stored) return refuse('to_book_unknown')
              user.admit(stored)
              checkRight(stored.role, { needs: 'write' })
              checkAbility(stored.program, route)
            },
            judge,
            key,
            command: `${route.method} ${route.path}`,
            most: mostOf(route, house),
            serialise: async (answer, book, db) =>
              replyText(write, await fillIn(answer, { db, user, book, writing: book.version })),
            isGone,
            now: house.now,
          })
          allowFor(Number.POSITIVE_INFINITY) // the change is kept: its answer is not refused any more
          made = { text: outcome.text, isReplayed: outcome.isReplayed }
          record = outcome.isReplayed ? await parseInSlices(outcome.text) : outcome.answer
          return record as T // the answer of the verb, from this or an earlier request
        },
      }
      const value = (await answer(asked as unknown as Asked<R>)) as object | undefined // checked by the schemas that these types come from
      if (!made.isReplayed && record !== value) made = { isReplayed: false } // the text is of something else
      if (made.text !== undefined || value === undefined) return { ...made, value }
      return { ...made, value: await fillIn(value, { db: asked.db, user, book: user?.book }) }
    }

    /** An answer that is not a list has `ignored` beside its figures; a list has it in `meta`. */
    async function answered({ value, text, isReplayed }: Made, ignored: string[]): Promise<Answered> {
      if (route.reply === undefined) return { isReplayed }
      const { version } = (value ?? {}) as Partial<Versioned>
      const sent = namesIgnored(route) ? { ...value, ignored } : value
      return {
        text: text !== undefined && (isReplayed || sent === value) ? text : await replyText(write, sent),
        ...(version !== undefined && { version }),
        isReplayed,
      }
    }

    if (isPlain)
      peers?.serve(route, (checked, isGone) =>
        working(newWork(isGone), async () => answered(await run(checked, isGone), checked.ignored)),
      )

    for (const path of addressesOf(route))
      app.route({
        method: route.method,
        url: BASE + path.replace(/\{(\w+)\}/g, ':$1'),
        config: { route },
        ...(route.deprecated && { onSend: announceEnd(route.deprecated) }),
        ...(isAuth(route) && { bodyLimit: LIMITS.authBodyBytes }),
        ...(route.maxBodyBytes && { bodyLimit: route.maxBodyBytes }),
        schema: {
          ...(route.query && { querystring: route.query }),
          ...(route.body && { body: route.body }),
        },
        // It returns no promise: for one that gives a reply, the framework waits until that reply's stream has ended, with seven listeners.
        handler(request, reply) {
          respond(request, reply).catch((error: unknown) =>
            // A thrown value that is not an Error would be sent as a successful answer.
            reply.send(error instanceof Error ? error : new Error('no error was thrown', { cause: error })),
          )
        },
      })

    async function respond(request: FastifyRequest, reply: FastifyReply): Promise<void> {
      if (hasParams) checkParams(request)
      const query = hasQuery ? inOrder(knownQuery(request)) : {}
      const format = isOfList && mayAskForFile(request) ? formatOf(request, query) : undefined
      if (format || route.file) await prove(request) // a file is sent while it is made
      const send = await proving(request, () => answering(request, reply, query, format))
      if (isBook && request.signedIn) reply.header('book', request.signedIn.book.id) // another one is the default since
      await send()
    }

    /** Prepares the answer to a request, and returns a function that sends it. */
    async function answering(
      request: FastifyRequest,
      reply: FastifyReply,
      query: object,
      format: Format | undefined,
    ): Promise<() => void | Promise<void>> {
      const cursors = isOfList ? cursorsOf(house.instanceKey, request) : undefined
      const checked = checkedOf(
        request,
        cursors ? opened(query, cursors) : query,
        takesKey && request.headers['idempotency-key'] !== undefined ? keyOf(request, route) : undefined,
      )
      const gone = () => isGone(reply)
      const { user, ignored } = checked
      const own = user ? near(queuedAs(house.db, user.id, gone), user.id) : house.db
      const db = request.proof ? { ...own, ahead: request.proof.ahead } : own
      if (cursors) addVary(reply, 'Accept')
      if (format) {
        const read = async (moment: Database, query: object) =>
          (await run({ ...checked, query }, gone, { request, reply, db: moment })).value as Page<unknown> // as `Answer` says of a list
        const today = todayIn(user?.book.time_zone ?? 'UTC')
        return () => sendFile(db, request, reply, listFile({ format, reply, query, ignored, today, read }))
      }
      if (isPlain) {
        const done = await peers?.handOn(route, checked, gone)
        if (done) return () => sendWritten(request, reply, writtenOf(done))
      }
      const made = await run(checked, gone, { request, reply, db })
      if (route.stream) return () => undefined // it is open
      if (route.file) return () => sendFile(db, request, reply, made.value as File)
      const written = cursors
        ? await writePage(request, write, made.value as Page<unknown>, cursors, ignored) // as `Answer` says of a list
        : writtenOf(await answered(made, ignored))
      return () => sendWritten(request, reply, written)
    }
  },
})

/** The request that a function of this process serves, and the database to read. */
type Http = { request: FastifyRequest; reply: FastifyReply; db: Database }

/** The return value of a route's function, and its text, if there is one already. */
type Made = { value: object | undefined; text?: string; isReplayed: boolean }

const paramsOf = (request: FastifyRequest) => request.params as Record<string, string> // the router fills in exactly the names in the path

function checkParams(request: FastifyRequest): void {
  const { id, version } = paramsOf(request)
  if (id !== undefined && !isId(id)) refuse('not_found')
  if (version !== undefined && !isVersion(version)) refuse('not_found')
}

const checkedOf = (request: FastifyRequest, query: object, key: RequestKey | undefined): Checked => ({
  params: paramsOf(request),
  query,
  ignored: ignoredIn(request),
  body: request.body,
  user: request.signedIn as SignedIn, // open routes do not ask
  ifMatch: request.headers['if-match'],
  key,
})

const namesIgnored = ({ reply }: Route): boolean =>
  Object.hasOwn((reply as Partial<TObject> | undefined)?.properties ?? {}, 'ignored')

/** Whether a request for a list has to be looked at more closely: most ask for a page. */
const mayAskForFile = ({ headers, query }: FastifyRequest): boolean =>
  'format' in (query as object) || 'locale' in (query as object) || /csv/i.test(headers.accept ?? '')

/** Digits alone, few enough for a number. */
const isVersion = (text: string) => /^\d{1,15}$/.test(text)

/** How large a book may become. A tenth is kept for deletions, so that a full book can be cleared. */
function mostOf(route: Route, { settings }: House): Size {
  const reserve = route.method === 'DELETE' ? 1.1 : 1
  return { rows: settings.bookMaxRows * reserve, bytes: settings.bookMaxBytes * reserve }
}

/** The query parameters that the route declares; others are ignored and named in `meta.ignored`. */
export function knownQuery(request: FastifyRequest): object {
  const known = request.routeOptions.config.route?.query?.properties ?? {}
  return Object.fromEntries(
    Object.entries(request.query as object).filter(([name]) => Object.hasOwn(known, name)),
  )
}

/** The names of the query parameters that the route does not declare. */
export const ignoredIn = (request: FastifyRequest): string[] => {
  const known = request.routeOptions.config.route?.query?.properties ?? {}
  return Object.keys(request.query as object).filter((name) => !Object.hasOwn(known, name))
}

/** Cursors of the list that a request asks for: of this person and book, in this order, with these filters. A filter that a later version adds ends none of them. */
function cursorsOf(key: Uint8Array, request: FastifyRequest): CursorSeal {
  const { route } = request.routeOptions.config
  const query = request.query as Record<string, unknown>
  const filters = Object.keys(route?.query?.properties ?? {})
    .filter((name) => !['limit', 'cursor', 'include', 'format'].includes(name) && query[name] !== undefined)
    .map((name) => [name, query[name]])
  const { signedIn } = request
  const { book_id: _, ...params } = paramsOf(request)
  return cursorSeal(key, [signedIn?.id, signedIn?.book.id, route?.path, params, filters])
}

/** Refuses a range of days that ends before it starts. */
function inOrder(query: { date_from?: string; date_to?: string }): object {
  const { date_from, date_to } = query
  if (date_from !== undefined && date_to !== undefined && date_to < date_from)
    refuseField('date_to', 'ends_before_it_starts', { date_from, date_to })
  return query
}

const opened = (query: { cursor?: string }, cursors: CursorSeal): object =>
  query.cursor === undefined ? query : { ...query, cursor: cursors.open(query.cursor) }

function guardOf(expected: string | undefined): Guard {
  return (record) => {
    if (expected === undefined || expected.trim() === '*') return
    // Some clients leave out the quotes of a version that they have as a number.
    const tags = /^\s*\d+\s*$/.test(expected) ? `"${expected.trim()}"` : expected
    const versions = [...tags.matchAll(/"(\d+)(?:-[^"]*)?"/g)].map((match) => Number(match[1]))
    if (!versions.includes(record.version))
      refuse('stale', { expected: expected.slice(0, 100), version: record.version })
  }
}

/** The key of a request. A program or a member repeats their own requests only: they get no answer that somebody else was given. */
function keyOf(request: FastifyRequest, { raw }: Route): RequestKey {
  const key = request.headers['idempotency-key']
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key))
    refuseField('Idempotency-Key', 'key_form', {})
  const url = withoutBook(request)
  const [path] = raw ? [url] : url.split('?') // a file is all of the body: its parameters are in the query
  const body = Buffer.isBuffer(request.body) ? request.body : JSON.stringify(request.body ?? null)
  const { program, token_id, id, book } = request.signedIn ?? {}
  const hash = createHash('sha256')
    .update(`${program ? `${token_id} ` : ''}${path}\n`)
    .update(body)
    .digest()
  // A person's first book has the person's id. Elsewhere keys are stored with their sender, so that two members may choose the same.
  return { key: id === book?.id ? key : `${id} ${key}`, hash }
}

/** The address of a request as it is without its book, of which the key is one: the same request is the same with and without the prefix. */
const withoutBook = ({ url, params, routeOptions }: FastifyRequest): string => {
  const { book_id } = params as Record<string, string> // as in `paramsOf`
  if (book_id === undefined) return url
  const isOfSettings = routeOptions.config.route?.path.startsWith('/books/current') ?? false
  return url.replace(/^\/api\/v1\/books\/[^/?]+/, isOfSettings ? '/api/v1/books/current' : '/api/v1')
}
