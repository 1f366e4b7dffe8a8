import { setTimeout as sleep } from 'node:timers/promises'
import { getAccount, listAccountLines } from '../contract/accounts.ts'
import { getExpense, listExpenses, listTransactions } from '../contract/budgeting.ts'
import { incomeStatement, trialBalance } from '../contract/reports.ts'
import type { Figure } from './figures.ts'
import { analyze, type Filled, filledBook, fillMore } from './fill.ts'
import { compare } from './growth.ts'
import { load } from './load.ts'
import { createText, newPeople } from './people.ts'
import { type Service, startService } from './processes.ts'
import { inDatabase } from './tpcb.ts'

const CLIENTS = 16
const SECONDS = 2
const MORE = 40_000
const ROUNDS = 20
const ALLOWED = 2
/** Sessions renew their kept plans once a minute: for that long, a plan for an empty table may stay. */
const PLANS_MS = 65_000

const today = Temporal.Now.plainDateISO()
const year = { date_from: today.subtract({ days: 364 }).toString(), date_to: today.toString() }

const operations: Record<string, (book: Filled) => Promise<unknown>> = {
  'read an expense': ({ call, expenseId }) => call(getExpense, { params: { id: expenseId } }),
  'page of 50 expenses': ({ call }) => call(listExpenses, { query: { limit: 50 } }),
  'page of 50 in the timeline': ({ call }) => call(listTransactions, { query: { limit: 50 } }),
  'balance of an account': ({ call, accountId }) => call(getAccount, { params: { id: accountId } }),
  'register of an account': ({ call, accountId }) => call(listAccountLines, { params: { id: accountId } }),
  'trial balance': ({ call }) => call(trialBalance, {}),
  'income statement of a year': ({ call }) => call(incomeStatement, { query: { ...year, by: 'month' } }),
}

/**
 * Two new instances that fill up before PostgreSQL has looked at any table: plans for empty tables must not stay. Creating at the very
 * start and later; then reads of a full book on the connections that knew it empty, in turn with the instance that was analysed.
 */
export async function cold(): Promise<Figure[]> {
  const services = [await startService(), await startService()] as const
  try {
    const [creating, never] = await fillUp(services[0])
    const [, analysed] = await fillUp(services[1])
    await analyze(services[1])
    await sleep(PLANS_MS)
    const labels: [string, string] = ['ms analysed', 'never']
    const reads = await compare('never analysed', operations, analysed, never, () => ALLOWED, labels)
    return [creating, ...reads]
  } finally {
    for (const service of services) await service.stop()
  }
}

/** Creates from the very start, asks while there is nothing, fills a book, and creates again. */
async function fillUp(service: Service): Promise<[Figure, Filled]> {
  for (const statement of ['alter system set autovacuum = off', 'select pg_reload_conf()'])
    await inDatabase(service.owner, statement)
  const people = await newPeople(service, CLIENTS)
  const crowd = { clients: people.map((person) => [createText(person)]), pauseMs: 0 }
  const first = (await load(service.port, SECONDS, { crowd })).crowd
  const book = await filledBook(service, 1)
  for (let n = 0; n < ROUNDS; n++) for (const operation of Object.values(operations)) await operation(book)
  await fillMore(service, book, MORE)
  const later = (await load(service.port, SECONDS, { crowd })).crowd
  const creating: Figure = {
    name: 'create, filled up, to the first seconds',
    value: later.perSecond / first.perSecond,
    unit: 'ratio',
    atLeast: 0.7,
    from: { 'first creates/s': first.perSecond, 'later creates/s': later.perSecond },
  }
  return [creating, book]
}
