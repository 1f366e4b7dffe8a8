import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TObject } from 'typebox'
import { api } from '../contract/api.ts'
import { login, register } from '../contract/auth.ts'
import { addressOf, type Client, client } from '../contract/client.ts'
import { id as exampleIds } from '../contract/examples/ids.ts'
import { exampleBody } from '../contract/examples.ts'
import type { Route } from '../contract/route.ts'
import { created } from '../contract/webauthn.ts'
import { registrationOf, start, startedFolder, stop, theServerOf } from './instance.ts'
import { makeMeter, makeOther, type Taken, timesOf } from './meter.ts'
import {
  DAY,
  type Filled,
  FULL,
  fillWide,
  SHORT,
  untilRead,
  wideFile,
  wideRule,
  wideTransactions,
} from './wide-book.ts'

/**
 * Makes a book as wide as the contract's limits allow (longest texts, most parts, rules, contacts, plans) and asks every operation of the
 * contract once, measuring the processor time of the service and of PostgreSQL, and the memory of the service. Operations are taken
 * from the contract, so that a new one is measured without being named. `WIDE=full npm test -- wide` makes the book in its full width.
 */
const isFull = process.env.WIDE === 'full'
const MAX_MS = isFull ? 500 : 300
const MAX_MB = 100
/** In the full width a thread that reads or judges may have 600 MB; in the short one a set-off of debts with 250 kB of notes each takes 70 to 90. */
const MAX_SIZED_MB = isFull ? 600 : 150
/**
 * Operations that look through the whole book, which has 140 MB of text and 500 plans with their years in the full width: bounds for
 * that width alone.
 */
const FULL_MS: Readonly<Record<string, number>> = {
  'listTransactions (wide)': 2_500, // searches all texts, and adds up the hits
  'listExpenses (wide)': 2_500,
  'listAccountLines (wide)': 2_500,
  'spending (wide)': 1_000,
  'forecast (wide)': 1_000, // a year of 500 plans
  'listUpcoming (wide)': 1_000,
}
/** The refusals in the full width: a limit on the number of records, or on the size of one request, is reached. */
const FULL_REFUSED = [
  'createPlan plans_too_many',
  'createImportRule rules_too_many',
  'forecast forecast_too_long',
  'cashFlow (wide) invalid',
  'setOff change_too_large',
]
/** The requests of somebody else may take this many times longer than in quiet, at the 95th percentile of at least this many. */
const MAX_TIMES = 5
const ENOUGH = 20
/** A read is repeated until somebody else has made this many requests: of few requests, one that waited for another reason decides. */
const PLENTY = 100

/**
 * Operations whose work grows with a size that their own limits bound: each works in slices, which the tests of slices bound, and in
 * pieces, so that its memory does not grow with its size.
 */
const SIZED: Readonly<Record<string, string>> = {
  createTransactions: 'a batch of up to 10,000',
  bulkTransactions: 'a bulk change of up to 10,000',
  undoChange: 'the undo of a batch',
  createImport: 'a file is read in a thread',
  updateImport: 'a file is read again in a thread',
  commitImport: 'up to 25,000 rows in one change',
  applyImportRule: 'up to 10,000 transactions in one change',
  previewNewRule: 'up to 100,000 transactions are looked through in a thread',
  previewImportRule: 'as a new rule',
  exportBook: 'the whole book in a file',
  setOff: 'up to 1,000 debts in one change',
  mergeCategories: 'up to 20,000 transactions in one change, of up to 100 parts each',
  deleteMe: 'the whole book is removed',
}

/** Refused here, since they need a link or a code that no request gives: they look at one person, whose book does not matter to them. */
const OF_THE_DOOR = [
  'askRecovery mail_off',
  'confirmEmail mail_off',
  'sendConfirmation mail_off',
  'confirmSecondFactor second_factor_off',
  'renewRecoveryCodes second_factor_off',
  'endSecondFactor second_factor_off',
  'addPasskey passkey_wrong',
  'renamePasskey method_not_allowed', // there is none, so its address has no id
  'removePasskey method_not_allowed',
  'passkeySignIn passkey_refused',
  'passkeyRegister passkey_wrong',
  'linkOidc oidc_off',
  'prepareOidc oidc_off',
  'unlinkOidc oidc_unlinked',
  'removeMember last_owner',
  'deleteBook book_is_default',
]

const bodies: Readonly<Record<string, (book: Book) => string | object>> = {
  updateExpense: () => ({ notes: 'm'.repeat(10_000) }),
  writeOff: ({ of }) => ({ category_id: of('travel'), amount: 1, notes: 'w'.repeat(10_000) }),
  createAccount: () => ({ name: 'wide'.padEnd(255, 'w'), type: 'asset', currency_id: 'EUR' }),
  createTransactions: ({ of }) => ({
    transactions: wideTransactions(800, { category_id: of('travel'), notes: 'n'.repeat(10_000) }),
  }),
  bulkTransactions: ({ plainIds }) => ({ ids: plainIds, set: { add_tags: ['2026'] } }),
  previewNewRule: ({ of }) => ({ when: wideRule(0, '').when, set: { category_id: of('travel') } }),
  applyImportRule: () => ({}),
  createImportRule: ({ of }) => wideRule(0, of('travel')),
  addExchangeRates: () => `Date,USD,JPY,\n${DAY},1.25,200,\n`,
  createImport: () => wideFile(isFull ? FULL.rows : SHORT.rows),
  setOff: () => ({ currency_id: 'EUR', date: DAY }),
  settleOccurrence: () => ({ action: 'post' }),
  mergeCategories: ({ of }) => ({ into: of('travel') }),
  updateImport: () => ({ mapping: { decimal: '.' } }),
  updateMember: () => ({ role: 'owner' }),
  updateObligation: () => ({ notes: 'm'.repeat(250_000) }),
  revokeOtherDevices: () => ({ current_password: PASSWORD }),
  deleteMe: () => ({ current_password: BETTER }),
  register: () => registrationOf('Bela'),
  passkeyRegisterOptions: () => ({ name: 'Bela', email: 'bela@keys.example' }),
  passkeyRegister: () => ({ name: 'Bela', email: 'bela@keys.example', passkey: created }),
}
const { email: EMAIL, password: PASSWORD } = registrationOf('Ana')
const BETTER = 'better horse battery'

type Book = { of: (name: string) => string; plainIds: string[]; filled: Filled; ana: Client }

test('no operation of the contract takes more than 0.5 s of processor time (0.3 s in the short width) or 100 MB in the widest book', async (t) => {
  if (process.platform !== 'linux') return t.skip('what a process takes is read from /proc, which Linux has')
  const dataDir = await startedFolder()
  const florin = await start(
    { DATA_DIR: dataDir, DEFAULT_CURRENCY: 'EUR' },
    {
      command: (program, args) => [
        program,
        ['--expose-gc', '--import', './test/collect-on-signal.ts', ...args],
      ],
    },
  )
  const meter = makeMeter(florin.pid, theServerOf(dataDir).pid)
  const base = `${florin.address}api/v1`
  let { token } = await client(fetch, base).call(register, { body: registrationOf('Ana') })
  const ana = client(fetch, base, token)
  await client(fetch, base).call(login, { body: { email: EMAIL, password: PASSWORD } }) // a device to sign out
  const began = Date.now()
  const filled = await fillWide(ana, isFull ? FULL : SHORT)
  t.diagnostic(`filled in ${((Date.now() - began) / 1_000).toFixed(1)} s`)
  const get: Get = async (path) => {
    const answer = await fetch(`${base}${path}`, { headers: { authorization: `Bearer ${token}` } })
    return answer.ok ? ((await answer.json()) as Awaited<ReturnType<Get>>) : undefined // a list or a record
  }
  const names = new Map(Object.entries(exampleIds).map(([name, id]) => [name, filled.of.get(id) ?? id]))
  const of = (name: string) => names.get(name) ?? ''
  const plain = await get(`/budgeting/expenses?limit=1000&account_id=${of('savings')}`)
  const book: Book = { of, plainIds: plain?.data?.map(({ id }) => id) ?? [], filled, ana }

  let spare = ''
  const others = isFull ? await makeOther(base, meter) : undefined
  const found: string[] = []
  const refused: string[] = []
  const measured: (Omit<Taken, 'waits'> & {
    name: string
    status: number
    waits?: { times: number; of: number }
  })[] = []
  for (const { name, route } of [...api].sort((a, b) => rank(a) - rank(b))) {
    if (route.stream) continue // it has no end
    for (const query of route.method === 'GET' ? [undefined, wideQuery(route)] : [undefined]) {
      const params = await paramsOf(route, book, get)
      const init = await initOf(name, route, book, get, params)
      const url = `${base}${addressOf(route, { params, query: query ?? requiredQuery(route) })}`
      const ask = async () => {
        const answer = await fetch(url, {
          redirect: 'manual', // a page that a browser is led to is not of the contract
          ...init,
          headers: { authorization: `Bearer ${name === 'logout' ? spare : token}`, ...init.headers },
        })
        const text = await beginningOf(answer)
        if (answer.ok && /^(create|update)Import$/.test(name)) await untilRead(ana, JSON.parse(text).id)
        if (answer.ok && name === 'login') ({ token: spare } = JSON.parse(text))
        if (answer.ok && name === 'changePassword') ({ token } = JSON.parse(text)) // it ends the one before
        return { status: answer.status, text }
      }
      if (name === 'commitImport') await ask() // the book has changed since: the rows are judged again, and the next one commits
      let taken = await meter.during(ask, others)
      // The first request of a kind compiles, and a machine may be slow for a while; the cost of a read itself shows every time.
      const asked = query ? `${name} (wide)` : name
      const maxMs = (isFull && FULL_MS[asked]) || MAX_MS
      const waited = taken.waits?.took ?? []
      const isFew = () => waited.length >= ENOUGH && waited.length < PLENTY
      for (let n = 0; n < 5 && route.method === 'GET' && (isTooMuch(taken, maxMs) || isFew()); n++) {
        const next = await meter.during(ask, others)
        waited.push(...(next.waits?.took ?? []))
        if (next.ms < taken.ms) taken = next
      }
      const { done, ms, ofDatabase, mb } = taken
      const waits = taken.waits && { times: timesOf({ ...taken.waits, took: waited }), of: waited.length }
      const seen = {
        name: asked,
        status: done.status,
        ms,
        ofDatabase,
        mb,
        ...(waits && { waits }),
      }
      measured.push(seen)
      if (done.status >= 400) refused.push(`${seen.name} ${JSON.parse(done.text).code}`)
      if (done.status >= 500) found.push(`${seen.name}: ${done.status} ${done.text.slice(0, 300)}`)
      if (waits && waits.of >= ENOUGH && waits.times > MAX_TIMES)
        found.push(`${seen.name}: others waited ${waits.times.toFixed(1)} times as long as in quiet`)
      if (mb > (name in SIZED ? MAX_SIZED_MB : MAX_MB)) found.push(`${seen.name}: ${mb} MB`)
      if (name in SIZED) continue
      if (ms > maxMs)
        found.push(`${seen.name}: ${ms} ms of processor time, PostgreSQL's ${ofDatabase} included`)
    }
  }
  for (const { name, status, ms, ofDatabase, mb, waits } of measured
    .sort((a, b) => b.ms - a.ms)
    .slice(0, isFull ? 200 : 10))
    t.diagnostic(
      `${String(ms).padStart(6)} ms (PostgreSQL ${ofDatabase}) ${String(mb).padStart(5)} MB  ${status} ${name}${waits ? `, others ${waits.times.toFixed(1)} times (${waits.of})` : ''}`,
    )
  const done = measured.filter(({ status }) => status < 300).length
  t.diagnostic(`${measured.length} asked, ${done} done, refused: ${refused.join(', ')}`)
  await stop(florin)
  assert.deepEqual(found, [])
  // Two of them need a second book.
  const isMeant = (one: string) => / link_invalid$|^(getOtherHalf|moveBetween) /.test(one)
  const known = [...OF_THE_DOOR, ...(isFull ? FULL_REFUSED : [])]
  assert.deepEqual(
    refused.filter((one) => !isMeant(one) && !known.includes(one)),
    [],
    'A refused operation is not measured: give it a fitting body in `bodies`, or a record in `paramsOf`.',
  )
})

/** Reads a whole answer, and keeps its beginning: the file of the widest book is longer than the longest string. */
async function beginningOf({ body }: Response): Promise<string> {
  const kept: Uint8Array[] = []
  for await (const piece of body ?? []) if (kept.length < 100) kept.push(piece)
  return Buffer.concat(kept).toString()
}

const isTooMuch = ({ ms, mb }: Taken, maxMs: number): boolean => ms > maxMs || mb > MAX_MB

/** Reads first, then changes, then deletions, of parts before those of the whole, then restorations from the trash; the person goes last. */
function rank({ name, route: { method, path } }: { name: string; route: Route }): number {
  const ofPerson = ['login', 'logout', 'updateMe', 'changePassword', 'register', 'deleteMe'].indexOf(name)
  if (ofPerson >= 0) return 5 + ofPerson
  if (name === 'mergeCategories') return 4.5 // it leaves a category and its account in the trash, where restorations would find them
  if (path.endsWith('/restore')) return 4
  if (method === 'DELETE') return 4 - path.split('/').length / 100
  return ['GET', 'PUT', 'POST'].indexOf(method)
}

type Schema = {
  enum?: string[]
  maximum?: number
  format?: string
  maxLength?: number
  type?: string
  pattern?: string
}
const propertiesOf = (shape: TObject | undefined) =>
  Object.entries(shape?.properties ?? {}) as [string, Schema][] // a schema is a plain object

const VALUES: Readonly<Record<string, string>> = {
  q: 'shop',
  date_from: '2026-01-01',
  date_to: '2026-12-31',
  until: '2027-05-20',
  date: DAY,
  month: '2026-05',
}

/** The widest query of a route. */
function wideQuery({ query }: Route): Record<string, string> {
  const all = propertiesOf(query).flatMap(([name, { enum: values, maximum }]): [string, string][] => {
    if (name === 'limit') return [[name, String(maximum)]]
    if (name === 'include') return [[name, values?.toSorted((a, b) => b.length - a.length)[0] ?? '']]
    if (name === 'by') return [[name, values?.includes('day') ? 'day' : (values?.[0] ?? '')]]
    const value = VALUES[name]
    return value === undefined ? [] : [[name, value]]
  })
  return { ...requiredQuery({ query }), ...Object.fromEntries(all) }
}

const requiredQuery = ({ query }: { query?: TObject | undefined }): Record<string, string> =>
  Object.fromEntries(
    propertiesOf(query).flatMap(([name, { enum: values }]) =>
      query?.required?.includes(name) ? [[name, VALUES[name] ?? values?.at(-1) ?? '']] : [],
    ),
  )

type Get = (path: string) => Promise<Got | undefined>
type Got = { id?: string; data?: { id: string; is_current?: boolean }[] }

/** The record that an operation is about: the one that stands for the example, else the first of its list; of the trash, for a restoration. */
async function paramsOf(
  { method, path }: Route,
  { of, filled }: Book,
  get: Get,
): Promise<Record<string, string>> {
  const trash = path.endsWith('/restore') ? '?deleted=only' : ''
  const listed = async (list: string) =>
    (await get(`${list}${trash}`))?.data?.find((one) => !one.is_current)?.id ?? ''
  const [collection = ''] = path.split('/{id}')
  const known = {
    '/contacts': 'bela',
    '/obligations': 'debt',
    '/accounts': 'savings',
    '/plans': 'plan',
    '/goals': 'goal',
    '/budgeting/categories': 'travel',
    '/budgeting/expenses': 'expense',
    '/imports': 'bankFile',
    '/budgeting/incomes': 'income',
    '/budgeting/transfers': 'transfer',
    '/budgeting/transactions': 'expense',
    '/import-rules': 'importRule',
  }[collection]
  if (method === 'DELETE' && path === '/accounts/{id}') return { id: await listed('/accounts?q=widew') } // the one that was created here
  if (method === 'DELETE' && path === '/imports/{id}')
    return { id: (await get('/imports'))?.data?.find(({ id }) => id !== of('bankFile'))?.id ?? '' } // the other one is committed
  // The categories of the widest expenses are merged into the one that other operations need.
  if (method === 'POST' && path === '/budgeting/categories/{id}/merge')
    return {
      id:
        (await get('/budgeting/categories?kind=expense'))?.data?.find(({ id }) => id !== of('travel'))?.id ??
        '',
    }
  if (method === 'POST' && path === '/accounts/{id}/reconciliations') return { id: of('cash') } // the other one has an open one
  const isOwn = known && !path.endsWith(`${collection}/{id}/restore`)
  const id = path.includes('{id}') ? (isOwn ? of(known) : await listed(collection)) : ''
  return {
    id,
    user_id: (await get('/auth/me'))?.id ?? '',
    payment_id: of('payment'),
    move_id: of('goalMove'),
    category_id: of('travel'),
    month: '2026-05',
    n: '1',
    code: 'EUR',
    from: 'JPY',
    to: 'EUR',
    date: path.startsWith('/plans') ? '2026-10-01' : '2026-01-01',
    version: String(filled.version),
    reconciliation_id: path.endsWith('{reconciliation_id}/restore')
      ? await listed(`/accounts/${id}/reconciliations`)
      : of('reconciliation'),
  }
}

/** The body of a request: a wider one from `bodies`, a stored record with another text, or the contract's example with the longest texts. */
async function initOf(
  name: string,
  route: Route,
  book: Book,
  get: Get,
  params: Record<string, string>,
): Promise<{ method: string; body?: string; headers?: Record<string, string> }> {
  const { method, raw } = route
  if (method === 'GET' || !(route.body || raw)) return { method }
  const found = method === 'PUT' ? await get(addressOf(route, { params })) : undefined
  const stored = found?.data ? undefined : found // a list is not sent back
  const example = JSON.parse(
    JSON.stringify(exampleBody(route) ?? {}),
    (_, value) => book.filled.of.get(value) ?? value,
  )
  const wider = bodies[name]?.(book)
  const body =
    typeof wider === 'string'
      ? wider
      : wider
        ? { ...stored, ...wider }
        : widened(route, { ...stored, ...example })
  if (raw) return { method, body: String(body), headers: { 'content-type': 'text/csv' } }
  return { method, body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
}

/** Texts that have a longest length and no form are as long as they may be. No two operations have the same external_id. */
const widened = ({ method, path, body }: Route, value: Record<string, unknown>): unknown => ({
  ...value,
  ...Object.fromEntries(
    propertiesOf(body).flatMap(([name, { maxLength = 0, format }]) =>
      format || maxLength < 200 || /password|zone|device/.test(name)
        ? []
        : [
            [
              name,
              String(name === 'external_id' ? method + path : (value[name] ?? '')).padEnd(maxLength, 'w'),
            ],
          ],
    ),
  ),
})
