import { fault } from '../contract/faults.ts'
import './records/kinds.ts' // gives the ledger the kinds of records
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { api } from '../contract/api.ts'
import { Refusal, refuse } from '../contract/refusals.ts'
import { isOfBook, type Route } from '../contract/route.ts'
import { accounts } from './accounts/accounts.routes.ts'
import { auth } from './auth/auth.routes.ts'
import { mail } from './auth/mail.routes.ts'
import { oidc } from './auth/oidc.routes.ts'
import { passkeys } from './auth/passkeys.routes.ts'
import { hashing } from './auth/passwords.ts'
import { programs } from './auth/programs.routes.ts'
import { secondFactor } from './auth/second-factor.routes.ts'
import { authenticate, checkPerson, forgetVerified, tokenFirst } from './auth/session.ts'
import { books } from './books/books.routes.ts'
import { budgets } from './budgets/budgets.routes.ts'
import { categories } from './categories/categories.routes.ts'
import { changes } from './changes/changes.routes.ts'
import { contacts } from './contacts/contacts.routes.ts'
import { currencies } from './currencies/currencies.routes.ts'
import { forLookUp, row } from './database/database.ts'
import { isAnswering } from './database/replica.ts'
import { sql } from './database/sql.ts'
import type { reference } from './docs/reference.ts'
import { goals } from './goals/goals.routes.ts'
import { writerOf } from './http/answer.ts'
import { checkText, readBodies } from './http/body.ts'
import { compressAnswers } from './http/compress.ts'
import { answerInTurn, limitConnections, readBeforeClosing } from './http/connections.ts'
import { addFirstHooks, answerHeaders, rateLimit } from './http/door.ts'
import {
  connectHandler,
  type ErrorContext,
  errorHandler,
  LIMITS,
  type Observer,
  rawErrorHandler,
  refuseFailing,
} from './http/errors.ts'
import { isStrict, namesIn, shortened } from './http/ignored.ts'
import { measureRequests, serveMetrics } from './http/measure.ts'
import { networkOf } from './http/network.ts'
import { perMinute } from './http/per-minute.ts'
import { proxyTest } from './http/proxies.ts'
import { checkAbility, checkRight, isGone, isPlainChange, type SignedIn } from './http/request.ts'
import { makeSparing } from './http/sparing.ts'
import { makeTurns, type Turns } from './http/turns.ts'
import { imports } from './imports/imports.routes.ts'
import { unreadFiles } from './imports/read/read.ts'
import { looking } from './imports/read/thread.ts'
import { importRules } from './imports/rules/rules.routes.ts'
import { stopReading } from './imports/stage.ts'
import { restoring } from './imports/whole-book.ts'
import { timeAhead } from './ledger/log.ts'
import { makeWriter } from './ledger/writer.ts'
import { between } from './members/between.routes.ts'
import { members } from './members/members.routes.ts'
import { makeFacts } from './metrics/facts.ts'
import { type Metrics, metricsOf, metricsText } from './metrics/metrics.ts'
import { obligations } from './obligations/obligations.routes.ts'
import { plans } from './plans/plans.routes.ts'
import { atMost } from './process/at-most.ts'
import { newId } from './process/ids.ts'
import { newWork, working } from './process/slices.ts'
import { checkOf, readBody } from './process/validation.ts'
import { reconciliations } from './reconciliations/reconciliations.routes.ts'
import { reports } from './reports/reports.routes.ts'
import { addressesOf, BASE, type House, ignoredIn, knownQuery } from './serve.ts'
import { isHttps } from './settings.ts'
import { streams as streamRoutes } from './streams/streams.routes.ts'
import { streamsOf } from './streams/streams.ts'
import { transactions } from './transactions/transactions.routes.ts'
import { values } from './values/values.routes.ts'
import { isAppFile, serveWeb } from './web/pages.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    route?: Route
  }
}

/** Everything Florin answers. */
const features = [
  auth,
  programs,
  secondFactor,
  passkeys,
  mail,
  oidc,
  books,
  members,
  between,
  streamRoutes,
  contacts,
  obligations,
  categories,
  transactions,
  budgets,
  accounts,
  values,
  reconciliations,
  importRules,
  currencies,
  plans,
  goals,
  imports,
  reports,
  changes,
]

/** The writer found that the token has ended, that its person has left the book, or that another book is the default since. */
const OUTDATED: readonly string[] = ['unauthenticated', 'book_not_found', 'default_book_moved']

const NO_PROXY =
  "PUBLIC_URL is set but TRUST_PROXY is not. Behind a proxy, all clients appear with the proxy's IP, so a limit on one applies to all. Set TRUST_PROXY to the number of proxies."

const OPEN_DOOR =
  'Anybody who finds PUBLIC_URL can open an account here. Set REGISTRATION to invited or closed, unless this is meant; the first person always gets in.'

/** The app, without a port: `serving.ts` gives it one, the tests ask it directly. */
export function makeApp(
  house: House,
  observe: Observer = () => undefined,
  log: { write: (line: string) => void } = process.stdout, // the logger's own writer never lets go of a closed terminal
): FastifyInstance {
  const { settings } = house
  const isProxy = proxyTest(settings.trustProxy)
  const metrics = house.metrics ?? metricsOf(settings)
  const counters = {
    failures: perMinute(settings.failuresPerMinute),
    requests: perMinute(settings.rateLimitPerMinute),
  }
  for (const [name, counter] of Object.entries(counters)) house.worker?.peers.share(name, counter)
  const errorContext: ErrorContext = {
    observe: metrics ? counted(observe, metrics) : observe,
    headers: answerHeaders(settings),
    failuresPerMinute: settings.failuresPerMinute,
    countFailure: counters.failures,
    sparing: makeSparing(),
    isFull: () => house.isFull?.() ?? false,
  }
  const answerError = errorHandler(errorContext)
  const app: FastifyInstance = fastify({
    logger: {
      level: settings.logLevel,
      stream: log,
      base: { pid: process.pid, ...(house.worker && { worker: house.worker.number }) },
    },
    logController: new LogController({ disableRequestLogging: true }), // one line a request is written by the door
    childLoggerFactory: (logger) => logger, // none of its own for each request: our lines have its id
    genReqId: newId,
    requestIdHeader: false,
    trustProxy: settings.trustProxy !== false && isProxy,
    bodyLimit: LIMITS.bodyBytes,
    requestTimeout: 12_000,
    connectionTimeout: 20_000, // an answer that nobody reads; one that is being made has its time (`answerInTurn`)
    keepAliveTimeout: 65_000, // longer than proxies keep theirs (60 s): a proxy must not send on a connection that closes
    // Node looks for requests that take too long only so often; every second keeps the limits honest.
    http: {
      maxHeaderSize: LIMITS.headerBytes,
      headersTimeout: 10_000,
      connectionsCheckingInterval: 1_000,
      requireHostHeader: false, // Node's own answer has none of our headers; the door looks at Host
    },
    forceCloseConnections: 'idle',
    return503OnClosing: false, // the framework's answer has neither our shape nor our headers
    routerOptions: {
      ignoreTrailingSlash: true,
      ignoreDuplicateSlashes: true,
      maxParamLength: LIMITS.urlCharacters,
    },
    frameworkErrors: (error, request, reply) => answerError(error, request as FastifyRequest, reply),
    clientErrorHandler: rawErrorHandler(errorContext, () => app.log),
  })
  answerInTurn(app.server)
  readBeforeClosing(app.server)
  limitConnections(app.server, (address) => isProxy(address, 0))
  app.server.maxHeadersCount = 100
  // Node would answer an unknown Expect by itself, without any of our headers; we answer the request.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
  app.server.on(
    'connect',
    connectHandler(errorContext, () => app.log),
  )
  if (settings.publicUrl && settings.trustProxy === false) app.log.warn(NO_PROXY)
  if (isHttps(settings) && settings.registration === 'open') app.log.warn(OPEN_DOOR)
  app.decorateRequest('signedIn', undefined)
  app.decorateRequest('proof', undefined)
  app.decorateRequest('verify', undefined)
  app.decorateRequest('securitySubject', undefined)
  app.decorateRequest('turn', undefined)
  app.decorateRequest('work', null as never) // set with the first hook
  app.setValidatorCompiler(({ schema, httpPart }) => checkOf(schema as object, httpPart === 'querystring'))
  app.setSerializerCompiler(({ schema }) => writerOf(schema as object))
  app.setErrorHandler(async (error: Error, request, reply) =>
    answerError(await tokenFirst(request, error), request, reply),
  )
  app.setNotFoundHandler(notFound)
  readBodies(app)
  if (metrics) measureRequests(app, metrics)
  addFirstHooks(app, settings, errorContext)

  let isStopping = false
  app.addHook('preClose', async () => {
    isStopping = true
  })
  app.addHook('onRequest', async () => {
    if (isStopping) refuse('stopping')
  })

  app.addHook('onRequest', async (request, reply) => {
    request.work = newWork(() => isGone(reply))
  })

  // Who is asking, and whether they may, comes before anything else about a request.
  const turns = makeTurns(app)
  const limit = rateLimit(settings.rateLimitPerMinute, counters.requests)
  app.addHook('onRequest', async (request, reply) => {
    const { route } = request.routeOptions.config
    if (route && !route.open) {
      const { authorization, cookie } = request.headers
      await turns.take('credential', `${request.ip} ${authorization ?? cookie}`, request, reply)
      const network = networkOf(request.ip)
      const db = forLookUp(house.db, network, () => isGone(reply))
      request.signedIn = await authenticate(db, settings, request, () => refuseFailing(errorContext, network))
      checkPerson(request, request.signedIn.id)
      if (isOfBook(route)) reply.header('book', request.signedIn.book.id)
      checkRight(request.signedIn.role, route)
      checkArchived(route, request.signedIn.book)
      checkAbility(request.signedIn.program, route)
      await turns.take('person', request.signedIn.id, request, reply)
    }
    if (!isAppFile(house.web, request)) limit(request)
  })
  app.addHook('onError', async ({ signedIn }, _, error) => {
    const code = error instanceof Refusal ? (error as Refusal).code : undefined
    if (signedIn && code && OUTDATED.includes(code)) forgetVerified(signedIn.id)
  })
  compressAnswers(app)
  // With a callback, so that everything from here on, the route's function too, is the work of this request.
  app.addHook('preValidation', (request, _, done) => working(request.work, done))
  app.addHook('preValidation', async (request) => {
    checkText(knownQuery(request))
    if (request.routeOptions.config.route?.body && request.body === undefined) request.body = {}
  })
  app.addHook('preHandler', async (request, reply) => {
    const { route } = request.routeOptions.config
    if (route) await readRequest(route, request, reply)
    if (route && isPlainChange(route)) turns.giveBack(request, reply)
  })

  app.addHook('preClose', () => stopReading(house.db))
  const writer = house.writer ?? makeWriter(house.db)
  const streams = house.streams ?? streamsOf(house)
  app.addHook('preClose', async () => streams.end())
  for (const binding of features.flat()) binding.bind(app, { ...house, streams }, writer)
  pages(app, house)
  if (metrics) {
    watch(metrics, house, writer.waiting, turns)
    metrics.watchStreams(streams.count)
    const facts = makeFacts(house.db, settings)
    const collectAll = house.collectAll ?? (async () => [await metrics.collect()])
    serveMetrics(app, settings, async () => metricsText([...(await collectAll()), await facts()]), notFound)
  }
  return app
}

/** Refuses changes beside the writer, which looks at this itself, of a book that is put away. Its members may still leave, and its owner may delete it. */
function checkArchived(route: Route, { is_archived, name }: SignedIn['book']): void {
  if (is_archived && route.looksUp && route.needs === 'write') refuse('book_archived', { name })
}

/** Reads the body. Parameters and fields that the route does not know are named in a header, or, if its client wants it so, refused. */
async function readRequest(route: Route, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { body, ignored } = route.body
    ? await readBody(route.body, request.body, route.method === 'PUT' ? route.reply : undefined)
    : { body: request.body, ignored: namesIn(request.body) }
  request.body = body
  const unfit = route.ignores?.(body as never) ?? [] // of this route
  const unknown = shortened([...ignoredIn(request), ...ignored, ...unfit])
  if (unknown.length === 0) return
  if (isStrict(request))
    refuse('invalid', { faults: unknown.map((name) => fault(name, 'unknown_field', {})) })
  reply.header('ignored', unknown.map(encodeURIComponent).join(', '))
}

const counted =
  (observe: Observer, { refused }: Metrics): Observer =>
  (code, route) => {
    refused(code)
    observe(code, route)
  }

/** Registers the length of every queue as a metric. */
function watch(metrics: Metrics, { db }: House, writes: () => number, turns: Turns): void {
  metrics.watchPools(db)
  const queues: Record<string, () => number> = {
    writes,
    passwords: hashing.waiting,
    credentials: () => turns.waiting('credential'),
    people: () => turns.waiting('person'),
    connections: db.queues.connections.waiting,
    look_ups: db.queues.lookUps.waiting,
    exports: db.queues.exports.waiting,
    imports: unreadFiles,
    looks: looking.waiting,
    restores: restoring.waiting,
  }
  for (const [name, waiting] of Object.entries(queues)) metrics.watchQueue(name, waiting)
}

const READY_MS = 1_000
const UP = { type: 'object', properties: { status: { type: 'string' } } }

/** Serves everything beside the API: whether the service is up, the document, the reference made from it, and the web app. */
function pages(app: FastifyInstance, { db, isFull, lastBackup, web }: House): void {
  // Loaded and made with the first reader: a start need not wait for them.
  let made: ReturnType<typeof reference> | undefined
  const docs = async () => (made ??= (await import('./docs/reference.ts')).reference())
  let text: string | undefined
  const document = async () => (text ??= JSON.stringify((await import('../contract/openapi.ts')).openapi()))
  const cached = { 'cache-control': 'public, max-age=300' }
  app.get('/health', { schema: { response: { 200: UP } } }, () => ({ status: 'up' }))
  let askedAt = Number.NEGATIVE_INFINITY
  let asked: Promise<unknown> | undefined
  let hasReplica = false
  const lookAtReplica = async () => {
    hasReplica = (await atMost(READY_MS, db.replica && isAnswering(db.replica))) === true
  }
  app.get('/ready', async () => {
    // Asked by anybody as often as they like, the database is asked once a second.
    if (performance.now() - askedAt > READY_MS) {
      askedAt = Number.POSITIVE_INFINITY // until the answer is there
      asked = Promise.all([
        row(db, sql`select id from migrations limit 1`),
        lookAtReplica(),
        atMost(READY_MS, db.nodes?.look()),
      ]).finally(() => {
        askedAt = performance.now()
      })
    }
    await asked
    if (isFull?.()) refuse('storage_full')
    const ahead = timeAhead()
    return {
      status: 'ready',
      ...(db.replica && { replica: hasReplica ? 'ready' : 'unavailable' }),
      ...(db.nodes && { silent_nodes: db.nodes.silent() }),
      ...(lastBackup && { last_backup: lastBackup() }),
      ...(ahead !== undefined && { book_ahead_until: ahead }),
    }
  })
  if (web) serveWeb(app, web, notFound)
  else app.get('/', (_, reply) => reply.redirect('/docs'))
  app.get('/favicon.ico', (_, reply) => reply.code(204).send())
  app.get('/docs', async (_, reply) => {
    const { html } = await docs()
    return reply.headers(cached).type('text/html; charset=utf-8').send(html)
  })
  app.get('/docs/reference.css', async (_, reply) => {
    const { css } = await docs()
    return reply.headers(cached).type('text/css; charset=utf-8').send(css)
  })
  app.get(`${BASE}/openapi.json`, async (_, reply) => {
    const json = await document()
    return reply.headers(cached).type('application/json; charset=utf-8').send(json)
  })
}

const patterns = api.flatMap(({ route }) =>
  addressesOf(route).map((path) => ({
    method: route.method,
    pattern: new RegExp(`^${BASE}${path.replace(/\{\w+\}/g, '[^/]+')}/?$`),
  })),
)

/** Nothing answers here: or something does, but to another method. */
function notFound(request: FastifyRequest): never {
  const path = (request.url.split('?')[0] ?? '').replace(/\/{2,}/g, '/')
  const methods = patterns.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method)
  if (methods.length === 0) refuse('route_not_found', { path: path.slice(0, 200) })
  const allow = [...new Set(methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])))]
  refuse('method_not_allowed', { method: request.method, allow: [...allow, 'OPTIONS'].join(', ') })
}
