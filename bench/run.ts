import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { getAccount, listAccountLines, listAccounts } from '../contract/accounts.ts'
import { register } from '../contract/auth.ts'
import { getBook } from '../contract/books.ts'
import {
  createExpense,
  deleteExpense,
  getExpense,
  listExpenses,
  listTransactions,
  updateExpense,
} from '../contract/budgeting.ts'
import { createCategory, listCategories } from '../contract/categories.ts'
import { type Client, client } from '../contract/client.ts'
import { createContact } from '../contract/contacts.ts'
import { trialBalance } from '../contract/reports.ts'
import { makeApp } from '../server/app.ts'
import { change, closeDatabase, openDatabase, transaction } from '../server/database/database.ts'
import { startEmbedded } from '../server/database/embedded.ts'
import { prepareDatabase } from '../server/database/prepare.ts'
import { sql } from '../server/database/sql.ts'
import { readSettings } from '../server/settings.ts'
import { fill } from './fill.ts'

/**
 * What an operation costs in a large book, as a multiple of what it costs in a small one, both in one run, turn by turn.
 * `npm run bench -- 100000` takes another size than a million.
 */
const SMALL = 1_000
const LARGE = Number(process.argv[2] ?? 1_000_000)
const ROUNDS = 60
const ALLOWED = 1.5

const folder = await mkdtemp(join(tmpdir(), 'florin-bench-'))
await chmod(folder, 0o711) // a root's PostgreSQL runs as another account, which has to get through
const postgres = await startEmbedded(join(folder, 'data'), { info: () => undefined, warn: console.error })
const db = openDatabase(postgres.owner, () => undefined)
const { instanceKey } = await prepareDatabase(db)
const serviceDb = openDatabase(postgres.connection, () => undefined)
const app = makeApp({ db: serviceDb, instanceKey, settings: readSettings({ LOG_LEVEL: 'silent' }) })

type Book = {
  call: Client['call']
  id: string
  accountId: string
  categoryId: string
  expenseId: string
  middle: string
  year: string
}

async function open(count: number, years: number): Promise<Book> {
  const body = {
    name: `Book of ${count}`,
    email: `bench-${count}@example.com`,
    password: 'correct horse',
    password_confirmation: 'correct horse',
  }
  const { token } = await client(through(app), '/api/v1').call(register, { body })
  const { call } = client(through(app), '/api/v1', token)
  const { id } = await call(getBook)
  for (let n = 0; n < 40; n++) await call(createCategory, { body: { name: `Category ${n}` } })
  for (let n = 0; n < 40; n++) await call(createContact, { body: { name: `Contact ${n}` } })
  await fill(db, id, count, years)
  const [account] = (await call(listAccounts, { query: { q: 'Cash' } })).data
  const [category] = (await call(listCategories, { query: { q: 'Category 7' } })).data
  const [expense] = (await call(listExpenses, { query: { limit: 1 } })).data
  const middle = Temporal.Now.plainDateISO().subtract({ days: Math.floor((years * 365) / 2) })
  return {
    call,
    id,
    accountId: account?.id ?? '',
    categoryId: category?.id ?? '',
    expenseId: expense?.id ?? '',
    middle: middle.toString(),
    year: middle.add({ days: 20 }).toString(),
  }
}

/** The contract's client without a network. */
const through = (app: FastifyInstance) => async (url: string, init: RequestInit) => {
  const answer = await app.inject({ url, ...init } as InjectOptions) // plain headers and text only
  return new Response(answer.statusCode === 204 ? null : answer.payload, { status: answer.statusCode })
}

const operations: Record<string, (book: Book) => Promise<unknown>> = {
  'create an expense': ({ call, categoryId, accountId }) =>
    call(createExpense, {
      body: { amount: 12.5, category_id: categoryId, asset_account_id: accountId, notes: 'a note' },
    }),
  'change an expense': ({ call, expenseId }) =>
    call(updateExpense, {
      params: { id: expenseId },
      body: { amount: 1 + Math.floor(Math.random() * 1e6) / 100 },
    }),
  'create and delete an expense': async ({ call, categoryId }) => {
    const { id } = await call(createExpense, { body: { amount: 12.5, category_id: categoryId } })
    await call(deleteExpense, { params: { id } })
  },
  'read an expense': ({ call, expenseId }) => call(getExpense, { params: { id: expenseId } }),
  'first page of expenses': ({ call }) => call(listExpenses, {}),
  'first page of the timeline': ({ call }) => call(listTransactions, {}),
  'page by date, from the middle': ({ call, middle }) => call(listExpenses, { query: { date_to: middle } }),
  'page by category': ({ call, categoryId }) =>
    call(listExpenses, { query: { category_id: categoryId, limit: 20 } }),
  'page by category, from the middle': ({ call, categoryId, middle }) =>
    call(listExpenses, { query: { category_id: categoryId, date_to: middle, limit: 10 } }),
  'page by account': ({ call, accountId }) => call(listExpenses, { query: { account_id: accountId } }),
  'page by account and date': ({ call, accountId, middle }) =>
    call(listExpenses, { query: { account_id: accountId, date_to: middle } }),
  'page by amount': ({ call }) => call(listExpenses, { query: { sort: '-amount' } }),
  'balance of an account': ({ call, accountId }) => call(getAccount, { params: { id: accountId } }),
  'all accounts': ({ call }) => call(listAccounts, {}),
  'register of an account': ({ call, accountId }) => call(listAccountLines, { params: { id: accountId } }),
  'second page of the register': async ({ call, accountId }) => {
    const { meta } = await call(listAccountLines, { params: { id: accountId }, query: { limit: 100 } })
    await call(listAccountLines, {
      params: { id: accountId },
      query: { limit: 100, cursor: meta.next_cursor ?? '' },
    })
  },
  'trial balance': ({ call, year }) => call(trialBalance, { query: { date: year } }),
  'search for a word': ({ call }) => call(listExpenses, { query: { q: 'c4ca4238', limit: 20 } }),
  'search for a category': ({ call }) => call(listExpenses, { query: { q: 'Category 7', limit: 20 } }),
  'by tag': ({ call }) => call(listExpenses, { query: { tag: 'travel', limit: 20 } }),
}

/** What need not stay within the allowance: text search may cost more, and a tag or a month has more in a larger book. */
const unbounded = ['search for a word', 'search for a category', 'by tag', 'trial balance']

const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

async function time(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

try {
  console.log(`Filling a book of ${SMALL} and one of ${LARGE} transactions …`)
  const small = await open(SMALL, 1)
  const filled = performance.now()
  const large = await open(LARGE, 10)
  console.log(`filled in ${Math.round((performance.now() - filled) / 1000)} s`)
  await transaction(db, (tx) =>
    change(tx, sql`set local statement_timeout = '10min'`).then(() => change(tx, sql`analyze`)),
  )

  console.log(
    `${'operation'.padEnd(36)}${'small ms'.padStart(10)}${'large ms'.padStart(10)}${'ratio'.padStart(8)}`,
  )
  const over: string[] = []
  for (const [name, operation] of Object.entries(operations)) {
    for (const book of [small, large, small, large]) await operation(book)
    const times: [number[], number[]] = [[], []]
    for (let round = 0; round < ROUNDS; round++) {
      times[0].push(await time(() => operation(small)))
      times[1].push(await time(() => operation(large)))
    }
    const [low, high] = times.map(median) as [number, number]
    const ratio = high / low
    const isOver = ratio > ALLOWED && !unbounded.includes(name)
    if (isOver) over.push(name)
    console.log(
      `${name.padEnd(36)}${low.toFixed(2).padStart(10)}${high.toFixed(2).padStart(10)}${ratio.toFixed(2).padStart(8)}${isOver ? '  over' : ''}`,
    )
  }
  if (over.length > 0) {
    console.error(`More than ${ALLOWED} times as much in the large book: ${over.join(', ')}.`)
    process.exitCode = 1
  }
} finally {
  await app.close()
  for (const one of [db, serviceDb]) await closeDatabase(one)
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}
