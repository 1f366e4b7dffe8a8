import { getAccount, listAccountLines } from '../contract/accounts.ts'
import { getExpense, listExpenses, listTransactions } from '../contract/budgeting.ts'
import { trialBalance } from '../contract/reports.ts'
import { type Figure, median, timeMs } from './figures.ts'
import { analyze, type Filled, filledBook, fillMore } from './fill.ts'
import { load } from './load.ts'
import { createText, newPeople } from './people.ts'
import { startService } from './processes.ts'
import { inDatabase } from './tpcb.ts'

const CLIENTS = 16
const SECONDS = 2
const MORE = 40_000
const ROUNDS = 40

const operations: Record<string, (book: Filled) => Promise<unknown>> = {
  'read an expense': ({ call, expenseId }) => call(getExpense, { params: { id: expenseId } }),
  'page of 50 expenses': ({ call }) => call(listExpenses, { query: { limit: 50 } }),
  'page of 50 in the timeline': ({ call }) => call(listTransactions, { query: { limit: 50 } }),
  'balance of an account': ({ call, accountId }) => call(getAccount, { params: { id: accountId } }),
  'register of an account': ({ call, accountId }) => call(listAccountLines, { params: { id: accountId } }),
  'trial balance': ({ call }) => call(trialBalance, {}),
}

/**
 * A new instance that fills up before PostgreSQL has looked at any table: what was planned for empty ones must not stay. Creating at the very
 * start and later; then reads of a full book on the connections that knew it empty, before and after an ANALYZE.
 */
export async function cold(): Promise<Figure[]> {
  const service = await startService()
  try {
    for (const statement of ['alter system set autovacuum = off', 'select pg_reload_conf()'])
      await inDatabase(service.owner, statement)
    const people = await newPeople(service, CLIENTS)
    const crowd = { clients: people.map((person) => [createText(person)]), pauseMs: 0 }
    const first = (await load(service.port, SECONDS, { crowd })).crowd
    const book = await filledBook(service, 1)
    for (let n = 0; n < ROUNDS; n++) for (const operation of Object.values(operations)) await operation(book)
    await fillMore(service, book, MORE)
    const later = (await load(service.port, SECONDS, { crowd })).crowd
    const before = await timesOf(book)
    await analyze(service)
    const after = await timesOf(book)
    return [
      {
        ...{ name: 'create, filled up, to the first seconds', value: later.perSecond / first.perSecond },
        ...{ unit: 'ratio', atLeast: 0.7 },
        from: { 'first creates/s': first.perSecond, 'later creates/s': later.perSecond },
      },
      ...Object.keys(operations).map((name): Figure => {
        const [slow, quick] = [before[name] ?? Number.NaN, after[name] ?? Number.NaN]
        const from = { 'ms before ANALYZE': slow, 'ms after it': quick }
        return { name: `never analysed: ${name}`, value: slow / quick, unit: 'ratio', atMost: 2, from }
      }),
    ]
  } finally {
    await service.stop()
  }
}

async function timesOf(book: Filled): Promise<Record<string, number>> {
  const times: Record<string, number> = {}
  for (const [name, operation] of Object.entries(operations)) {
    const all: number[] = []
    for (let n = 0; n < ROUNDS; n++) all.push(await timeMs(() => operation(book)))
    times[name] = median(all)
  }
  return times
}
