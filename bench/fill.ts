import { listAccounts } from '../contract/accounts.ts'
import { listExpenses } from '../contract/budgeting.ts'
import { createCategory } from '../contract/categories.ts'
import { createContact } from '../contract/contacts.ts'
import type { Route } from '../contract/route.ts'
import { change, transaction } from '../server/database/database.ts'
import { closeDatabase, openDatabase } from '../server/database/open.ts'
import { sql } from '../server/database/sql.ts'
import { newPerson, type Person } from './people.ts'
import type { Service, Started } from './processes.ts'

const YEARS = 10
const BATCH = 10_000

/** Somebody whose book has this many expenses, over ten years. */
export type Filled = Person & {
  count: number
  expenseId: string
  /** A day in the middle of those years, and of its month. */
  middle: string
  /** A version of the book that had about half of them. */
  halfVersion: number
}

/** Spreads expenses over the years evenly; if the number of the last two years is given, the others are before them. */
function daysAgo(n: number, inLastTwo: number | undefined): number {
  if (inLastTwo === undefined) return (n * 7919) % (YEARS * 365)
  return n < inLastTwo ? (n * 7919) % 730 : 730 + ((n * 7919) % ((YEARS - 2) * 365))
}

/** More of the same in a book that has some. */
export async function fillMore(service: Started, book: Filled, count: number): Promise<void> {
  const choices = { categoryIds: [book.categoryId], contactIds: [], accountIds: [book.accountId] }
  await fill(service, book, count, choices)
}

export async function filledBook(service: Started, count: number, inLastTwo?: number): Promise<Filled> {
  const person = await newPerson(service)
  const { call } = person
  const categoryIds = [person.categoryId]
  const contactIds: string[] = []
  for (let n = 1; n < 40; n++)
    categoryIds.push((await call(createCategory, { body: { name: `Category ${n}` } })).id)
  for (let n = 0; n < 40; n++)
    contactIds.push((await call(createContact, { body: { name: `Contact ${n}` } })).id)
  const accounts = (await call(listAccounts, { query: { type: 'asset' } })).data
  const accountIds = accounts.filter(({ is_claim }) => !is_claim).map(({ id }) => id)
  const halfVersion = await fill(service, person, count, {
    categoryIds,
    contactIds,
    accountIds,
    inLastTwo,
  })
  const [expense] = (await call(listExpenses, { query: { limit: 1 } })).data
  const middle = Temporal.Now.plainDateISO()
    .subtract({ days: Math.floor((YEARS * 365) / 2) })
    .with({ day: 15 })
  return { ...person, count, expenseId: expense?.id ?? '', middle: middle.toString(), halfVersion }
}

type Choices = {
  categoryIds: string[]
  contactIds: string[]
  accountIds: string[]
  inLastTwo?: number | undefined
}

/** Expenses that differ in every field that lists are filtered and sorted by; the same ones in every run. */
export function drafts(
  from: number,
  count: number,
  { categoryIds, contactIds, accountIds, inLastTwo }: Choices,
): object[] {
  const today = Temporal.Now.plainDateISO()
  return Array.from({ length: count }, (_, index) => {
    const n = from + index
    return {
      kind: 'expense',
      date: today.subtract({ days: daysAgo(n, inLastTwo) }).toString(),
      amount: (100 + ((n * 7907) % 100_000)) / 100,
      category_id: categoryIds[n % categoryIds.length],
      asset_account_id: accountIds[n % accountIds.length],
      ...(n % 3 === 0 && { contact_id: contactIds[n % contactIds.length] }),
      ...(n % 50 === 0 && { tags: ['travel'] }),
      notes: `note ${((n * 2654435761) % 2 ** 32).toString(16).padStart(8, '0')}`,
    }
  })
}

/** Fills a book by batches; gives back the version at which it had about half. */
async function fill(service: Started, person: Person, count: number, choices: Choices): Promise<number> {
  let halfVersion = 0
  for (let from = 0; from < count; from += BATCH) {
    const answer = await ask(service, person, 'POST', '/budgeting/transactions', {
      transactions: drafts(from, Math.min(BATCH, count - from), choices),
    })
    const { data } = JSON.parse(answer.text) as { data: { version: number }[] } // the reply of this route
    if (from <= count / 2) halfVersion = data[0]?.version ?? 0
  }
  return halfVersion
}

/** Sends a request, and gives back the text of the answer and the time until all of it was there. */
export async function ask(
  { port }: Started,
  { token }: Person,
  method: Route['method'],
  path: string,
  body?: object,
): Promise<{ text: string; ms: number }> {
  const sent = body && JSON.stringify(body)
  const start = performance.now()
  const response = await fetch(`http://127.0.0.1:${port}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(sent && { 'content-type': 'application/json' }) },
    ...(sent && { body: sent }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${path}: ${text.slice(0, 1000)}`)
  return { text, ms: performance.now() - start }
}

/** Analyses the filled tables, as PostgreSQL would have done by itself over the years. */
export async function analyze({ owner }: Service): Promise<void> {
  const db = openDatabase(owner, () => undefined, { isPatient: true })
  try {
    await transaction(db, async (tx) => {
      await change(tx, sql`set local statement_timeout = '10min'`)
      await change(tx, sql`analyze`)
    })
  } finally {
    await closeDatabase(db)
  }
}
