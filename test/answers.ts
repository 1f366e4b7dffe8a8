import assert from 'node:assert/strict'
import { api } from '../contract/api.ts'
import type { Person } from './world.ts'

/**
 * Every answer about a book: each GET of the contract, with every order, every filter that has few values, the trash, and the records
 * of the book as parameters. Two books are alike if all their answers are.
 */

/** The history belongs to one book, and the log, books and memberships to one person; imports and currencies are not part of the book. */
const NOT_ASKED =
  /^\/(auth|changes|imports|currencies)|^\/books$|^\/books\/current\/(export|members|invitations|events)$/

const gets = api
  .map(({ route }) => route)
  .filter(({ method, path }) => method === 'GET' && !NOT_ASKED.test(path))

/** Where the values of a path's parameters come from: the lists whose records have them. */
const lists: Readonly<Record<string, string>> = {
  '/contacts/': '/contacts',
  '/obligations/': '/obligations',
  '/budgeting/categories/': '/budgeting/categories',
  '/budgeting/expenses/': '/budgeting/expenses',
  '/budgeting/incomes/': '/budgeting/incomes',
  '/budgeting/transfers/': '/budgeting/transfers',
  '/budgeting/transactions/': '/budgeting/transactions',
  '/accounts/': '/accounts',
  '/plans/': '/plans',
  '/import-rules/': '/import-rules',
}

const DATES = { date_from: '2026-01-10', date_to: '2026-06-20', date: '2026-03-31', month: '2026-03' }

type Schema = { type?: string; format?: string; enum?: unknown[] }

/** The queries that are tried: one field at a time. */
function queriesOf(query: { properties: Record<string, Schema> } | undefined, ids: Ids): string[] {
  const range = query?.properties.date_from ? `date_from=${DATES.date_from}&date_to=${DATES.date_to}&` : ''
  const tried = Object.entries(query?.properties ?? {}).flatMap(([name, { type, format, enum: values }]) => {
    if (name === 'format') return [] // the same rows in a file
    if (values) return values.map((value) => `${range}${name}=${value}`)
    if (type === 'boolean') return [`${name}=true`, `${name}=false`]
    if (name === 'q') return ['q=a', 'q=o']
    if (name === 'kind') return ['kind=opening', 'kind=payment,write_off,obligation']
    if (name === 'currency_id') return ['currency_id=EUR', 'currency_id=USD']
    if (name === 'tag') return ['tag=box']
    if (name.endsWith('_id') && ids[name]) return ids[name].slice(0, 2).map((id) => `${range}${name}=${id}`)
    if (name in DATES && !range) return [`${name}=${DATES[name as keyof typeof DATES]}`] // one of its keys
    if (format === 'date' && name.startsWith('due')) return [`${name}=2026-03-15`]
    if (name === 'amount_min') return ['amount_min=20']
    return []
  })
  return [...(range ? [range] : []), '', ...tried]
}

/** This many records of a list are asked about in every way; the others in one. */
const WITH_QUERIES = 3

type Ids = Record<string, string[]>
type Answer = { data?: Record<string, unknown>[]; meta?: { next_cursor?: string | null } }

/** The fields that only the book itself can have. */
const isOwn = (name: string) => ['version', 'seal', 'next_cursor', 'created_by', 'changed_by'].includes(name)

/** Files that wait to be recorded are no part of a book's file. */
const isInFile = ({ kind }: { kind: string }) => kind !== 'open_imports'

/** Asks for everything, or for a part: every nth record of a list, and every third of the ways to ask for a list. */
export async function answersOf(person: Person, everyNth = 1): Promise<Map<string, string>> {
  const answers = new Map<string, string>()
  const limit = everyNth === 1 ? '&limit=1000' : '&limit=100'
  const get = async (path: string): Promise<Answer> => {
    const { status, text } = await person.send({ url: path })
    const body = status === 200 ? JSON.parse(text) : {}
    const plain = JSON.stringify(status < 400 ? body : status, (name, value) =>
      isOwn(name) ? undefined : name === 'todo' ? value.filter(isInFile) : value,
    )
    answers.set(path, plain.replaceAll(person.book_id, 'book'))
    return body
  }
  const all = async (path: string): Promise<Record<string, unknown>[]> => {
    const found: Record<string, unknown>[] = []
    for (let cursor = '', page = 0; ; page++) {
      const { status, body } = await person.send({
        url: `${path}${path.includes('?') ? '&' : '?'}limit=1000${cursor}`,
      })
      assert.equal(status, 200, path)
      found.push(...body.data)
      if (!body.meta.next_cursor || page > 100) return found
      cursor = `&cursor=${encodeURIComponent(body.meta.next_cursor)}`
    }
  }
  const idsOf = async (path: string) => (await all(path)).map(({ id }) => String(id))
  const ids: Ids = {
    account_id: await idsOf('/accounts'),
    category_id: await idsOf('/budgeting/categories'),
    contact_id: await idsOf('/contacts'),
    plan_id: await idsOf('/plans'),
  }
  ids.asset_account_id = ids.except_account_id = ids.account_id ?? []

  for (const { path, query } of gets.filter(({ path }) => !path.includes('{')))
    for (const one of queriesOf(query as never, ids).filter((_, index) => everyNth === 1 || index % 3 === 0))
      await get(`${path}?${one}${/limit/.test(JSON.stringify(query)) ? limit : ''}`)
  for (const [prefix, list] of Object.entries(lists)) {
    const some = (await idsOf(list)).filter((_, index) => index % everyNth === 0)
    for (const { path, query } of gets.filter(
      (one) => /^\{\w+\}(\/[\w-]+)?$/.test(one.path.slice(prefix.length)) && one.path.startsWith(prefix),
    ))
      for (const [index, id] of some.entries())
        for (const one of index < WITH_QUERIES ? queriesOf(query as never, ids) : [''])
          await get(`${path.replace(/\{\w+\}/, id)}?${one}`)
  }
  for (const id of ids.account_id ?? []) {
    const { data = [] } = await get(`/accounts/${id}/reconciliations?limit=1000`)
    for (const one of data) await get(`/accounts/${id}/reconciliations/${one.id}`)
  }
  for (const debt of await all('/obligations')) {
    const { data = [] } = await get(`/obligations/${debt.id}/payments`)
    for (const one of data) await get(`/obligations/${debt.id}/payments/${one.id}`)
  }
  for (const { from, to, date } of await all('/exchange-rates'))
    await get(`/exchange-rates/${from}/${to}/${date}`)
  for (const id of ids.category_id ?? [])
    for (const month of ['2026-03', '2026-04', '2026-11']) await get(`/budgeting/budgets/${id}/${month}`)
  answers.set('pages', JSON.stringify((await walk(person, '/budgeting/transactions?limit=7')).slice(0, 200)))
  return answers
}

/** The ids of a list, page by page. */
async function walk(person: Person, path: string): Promise<unknown[]> {
  const found: unknown[] = []
  for (let cursor = ''; found.length < 200; ) {
    const { body } = await person.send({ url: `${path}${cursor}` })
    found.push(...body.data.map(({ id }: { id: string }) => id))
    if (!body.meta.next_cursor) break
    cursor = `&cursor=${encodeURIComponent(body.meta.next_cursor)}`
  }
  return found
}

/** Compares all answers, and names the first question that is answered differently. */
export function assertSameAnswers(actual: Map<string, string>, expected: Map<string, string>): void {
  for (const [question, answer] of expected) {
    const other = actual.get(question)
    if (other !== answer) assert.deepEqual(JSON.parse(other ?? 'null'), JSON.parse(answer), question)
  }
  assert.deepEqual([...actual.keys()], [...expected.keys()])
}
