import assert from 'node:assert/strict'
import type { FastifyInstance } from 'fastify'
import { onlyRow } from '../server/database/database.ts'
import { sql } from '../server/database/sql.ts'
import type { Person, World } from './world.ts'

/** A request with `#3#` in place of the third id that appeared in a book. */
export type Ask = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  url: string
  body?: object
  headers?: Record<string, string>
}

/** The records that a book has had so far, by their use. */
export type Seen = {
  version: number
  ids: (kind: string) => readonly string[]
  versionOf: (id: string) => number | undefined
}

/** A book whose ids, times and hashes are replaced by placeholders, which are equal in a book with the same history. */
export type Twin = {
  readonly person: Person
  readonly ask: (app: FastifyInstance, ask: Ask) => Promise<Told>
}
export type Told = {
  readonly status: number
  readonly raw: string
  readonly headers: string
  text: () => string
}

const ID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g
const TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g
const HASH = /\b[\da-f]{64}\b/g

export function twinOf(person: Person): Twin {
  const numbers = new Map<string, number>()
  const ids: string[] = []
  const numbered = (id: string): string => {
    if (!numbers.has(id)) numbers.set(id, ids.push(id) - 1)
    return `#${numbers.get(id)}#`
  }
  const plain = (text: string) => text.replace(ID, numbered).replace(TIME, 'T').replace(HASH, 'H')
  const filled = (text: string) => text.replace(/#(\d+)#/g, (_, index) => ids[Number(index)] ?? '')
  return {
    person,
    async ask(app, { method, url, body, headers }) {
      const answer = await app.inject({
        method,
        url: `/api/v1${filled(url)}`,
        headers: { authorization: `Bearer ${person.token}`, ...headers },
        ...(body && { payload: JSON.parse(filled(JSON.stringify(body))) }),
      })
      const { etag, 'idempotency-replayed': replayed } = answer.headers
      const told = JSON.stringify({
        etag: method === 'GET' ? undefined : etag?.toString().split('-')[0],
        replayed,
      })
      // The ids get their numbers when the text is asked for: in the order of the requests, not of the answers.
      return {
        status: answer.statusCode,
        raw: answer.payload,
        headers: told,
        text: () => plain(answer.payload),
      }
    },
  }
}

/** Notes the records of the history, in which ids are numbers already. */
export function makeSeen(): Seen & { note: (changes: string) => void } {
  const kinds = new Map<string, string[]>()
  const versions = new Map<string, number>()
  const add = (kind: string, id: string) => {
    const list = kinds.get(kind) ?? []
    if (!list.includes(id)) list.push(id)
    kinds.set(kind, list)
  }
  const seen = {
    version: 0,
    ids: (kind: string) => kinds.get(kind) ?? [],
    versionOf: (id: string) => versions.get(id),
    note(text: string) {
      const { data } = JSON.parse(text) as { data: Item[] }
      for (const { resource, id, version, before, after } of data) {
        seen.version = version
        versions.set(id, version)
        const record = after ?? before
        const under = resource === 'reconciliation' ? record?.account_id : record?.obligation_id
        add(resource, resource === 'payment' || resource === 'reconciliation' ? `${under} ${id}` : id)
        if (resource === 'category') add(`${record?.kind}-category`, id)
        if (resource === 'category') add('any-category', id)
        if (resource === 'account' && record?.type !== 'equity')
          add(record?.is_claim || record?.type === 'liability' ? 'claim' : 'money', id)
        for (const line of record?.lines ?? []) add('line', `${line.account_id} ${line.id}`)
      }
    },
  }
  return seen
}
type Item = {
  resource: string
  id: string
  version: number
  before: Shown | null
  after: Shown | null
}
type Shown = {
  account_id?: string
  obligation_id?: string
  kind?: string
  type?: string
  is_claim?: boolean
  lines?: { id: string; account_id: string }[]
}

/** Everything that can be read of a book. */
export function allReads(seen: Seen): string[] {
  const of = (kind: string, path: (id: string) => string) => seen.ids(kind).map(path)
  return [
    '/books/current',
    '/accounts?limit=200',
    '/accounts?deleted=only&limit=200',
    '/contacts?include=balance&limit=200',
    '/contacts?deleted=only&limit=200',
    '/budgeting/categories?limit=200',
    '/budgeting/categories?deleted=only&limit=200',
    '/budgeting/transactions?limit=200&include=total,sum',
    '/budgeting/transactions?deleted=only&limit=200',
    '/obligations?limit=200&include=total,sum',
    '/obligations?deleted=only&limit=200',
    '/payments?limit=200&include=total,sum',
    '/exchange-rates?limit=200',
    '/plans?limit=200',
    '/plans?deleted=only',
    '/plans/upcoming?limit=200',
    '/import-rules',
    '/import-rules?deleted=only',
    '/budgeting/tags',
    '/budgeting/budgets?month=2026-09',
    '/budgeting/budgets?month=2026-10',
    '/budgeting/budgets?month=2026-11&kind=income',
    '/budgeting/budgets?month=2026-10&by_group=true',
    '/reports/spending?by_group=true&compare=year',
    '/reports/flow',
    '/reports/trial-balance',
    '/reports/balance-sheet',
    '/reports/overview',
    '/reports/valuation',
    '/reports/forecast',
    ...['income-statement', 'net-worth', 'spending', 'cash-flow'].map(
      (name) => `/reports/${name}?from=2026-08-01&to=2026-11-30`,
    ),
    '/books/current/export?format=json',
    '/books/current/export?format=hledger',
    ...of('money', (id) => `/accounts/${id}/lines?limit=200`),
    ...of('money', (id) => `/accounts/${id}/reconciliations`),
    ...of('contact', (id) => `/contacts/${id}/statement`),
    ...of('obligation', (id) => `/obligations/${id}/payments`),
    ...of('plan', (id) => `/plans/${id}/occurrences`),
  ]
}

/** How much a book has written, by its row. */
export const sizeOf = (world: World, { person }: Twin): Promise<object> =>
  onlyRow(
    world.db,
    sql`select version::int, row_count::int as rows, byte_count::int as bytes from books where id = ${person.book_id}`,
  )

/** Asserts that the history since the last look is the same in both books, or shows where they differ. */
export async function sameHistory(
  app: FastifyInstance,
  twins: readonly [Twin, Twin],
  seen: ReturnType<typeof makeSeen>,
): Promise<void> {
  const since = seen.version
  let cursor = ''
  do {
    const url = `/changes?since=${since}&limit=200${cursor}`
    const [one, other] = await Promise.all(twins.map((twin) => twin.ask(app, { method: 'GET', url })))
    const text = one?.text() ?? ''
    same(text, other?.text() ?? '', url)
    seen.note(text)
    const { next_cursor } = JSON.parse(one?.raw ?? '').meta
    cursor = next_cursor ? `&cursor=${encodeURIComponent(next_cursor)}` : ''
  } while (cursor !== '')
}

/** Asserts that two texts are the same, or shows where they begin to differ. */
export function same(one: string, other: string, where: string): void {
  if (one === other) return
  let at = 0
  while (one[at] === other[at]) at++
  const around = (text: string) => text.slice(Math.max(0, at - 200), at + 200)
  assert.fail(`${where}:\ntogether: …${around(one)}\nalone:    …${around(other)}`)
}
