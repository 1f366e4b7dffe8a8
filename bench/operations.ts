import { getAccount, listAccountLines } from '../contract/accounts.ts'
import { getMe, register } from '../contract/auth.ts'
import { createExpense, deleteExpense, listExpenses, listTransactions } from '../contract/budgeting.ts'
import { incomeStatement } from '../contract/reports.ts'
import { closeDatabase, openDatabase } from '../server/database/open.ts'
import { prepareDatabase } from '../server/database/prepare.ts'
import { lanesOf, sizesOf } from '../server/database/sizes.ts'
import { recordPrivileges } from '../server/records/kinds.ts'
import { type Figure, median } from './figures.ts'
import { type Filled, filledBook } from './fill.ts'
import { load } from './load.ts'
import { createRequest, newPeople, type Person, type Request, registration, wireText } from './people.ts'
import { type Owner, PROCESSES, type Service } from './processes.ts'
import { type Recorder, recorder, type Statement } from './record.ts'
import { once, perSecond } from './replay.ts'
import { inDatabase } from './tpcb.ts'

const CLIENTS = 16
const ROUNDS = 3
const SECONDS = 2
const TRANSACTIONS = 2_000
/** Two people's statements stand for those of all: each session of pgbench plans every one of them first. */
const REPLAYED = 2

const today = Temporal.Now.plainDateISO()
const year = `date_from=${today.subtract({ days: 364 })}&date_to=${today}`
const at = ({ path }: { path: string }, id: string) => path.replace('{id}', id)

/** The most frequent reads, each with the part of its SQL's own speed that it has to reach over HTTP. */
const reads: Record<string, { request: (book: Filled) => Request; atLeast: number; goal?: number }> = {
  'check a sign-in': { request: () => getMe, atLeast: 0.2 },
  'read an expense': {
    request: ({ expenseId }) => ({ method: 'GET', path: `${createExpense.path}/${expenseId}` }),
    atLeast: 0.3,
  },
  'page of 50 expenses': { request: () => get(`${listExpenses.path}?limit=50`), atLeast: 0.4, goal: 0.5 },
  'page of 50 in the timeline': {
    request: () => get(`${listTransactions.path}?limit=50`),
    atLeast: 0.4,
    goal: 0.5,
  },
  'register of an account': {
    request: ({ accountId }) => get(`${at(listAccountLines, accountId)}?limit=50`),
    atLeast: 0.4,
  },
  'balance of an account': { request: ({ accountId }) => get(at(getAccount, accountId)), atLeast: 0.3 },
  'income statement of a year': {
    request: () => get(`${incomeStatement.path}?${year}&by=month`),
    atLeast: 0.3,
  },
  'search for a word': { request: () => get(`${listExpenses.path}?q=c4ca4238&limit=20`), atLeast: 0.4 },
}
const get = (path: string): Request => ({ method: 'GET', path })

/** The requests that each client sends in turn, over and over. */
const writes: Record<string, { requests: (who: Person, expenseId: string) => Request[]; atLeast: number }> = {
  'create an expense': { requests: (who) => [createRequest(who)], atLeast: 0.2 },
  'change an expense': {
    requests: (_, id) =>
      [12.5, 13.75].map((amount) => ({
        method: 'PUT',
        path: `${createExpense.path}/${id}`,
        body: { amount },
      })),
    atLeast: 0.2,
  },
  'delete an expense, restore it': {
    requests: (_, id) => [
      { method: 'DELETE', path: at(deleteExpense, id) },
      { method: 'POST', path: `${at(deleteExpense, id)}/restore` },
    ],
    atLeast: 0.2,
  },
}

/**
 * Each main operation over HTTP against its own SQL: the statements that Florin sends for it, with their values, sent to the same server
 * without Florin. Rounds of the two take turns.
 */
export async function operations(service: Service): Promise<Figure[]> {
  return [...(await readFigures(service)), ...(await writeFigures(service))]
}

type Measured = { http: number[]; sql: number[]; generator: number[] }

function figureOf(
  name: string,
  budget: Pick<Figure, 'atLeast' | 'goal'>,
  { http, sql, generator }: Measured,
): Figure {
  const [overHttp, alone] = [median(http), median(sql)]
  return {
    name: `${name}, to its own SQL`,
    value: overHttp / alone,
    unit: 'ratio',
    ...budget,
    from: { 'over HTTP/s': overHttp, 'its SQL/s': alone, 'load generator, cores': median(generator) },
  }
}

async function readFigures(service: Service): Promise<Figure[]> {
  const books: Filled[] = []
  for (let n = 0; n < CLIENTS; n++) books.push(await filledBook(service, TRANSACTIONS))
  const listening = recorder(service.owner)
  const figures: Figure[] = []
  for (const [name, { request, ...budget }] of Object.entries(reads)) {
    const lists: Statement[][] = []
    for (const book of books.slice(0, REPLAYED)) {
      const ask = () => listening.ask(book, request(book))
      await ask() // the first look-up of a token may record its use
      lists.push(await listening.during(ask))
    }
    const crowd = { clients: books.map((book) => [wireText(book, request(book))]), pauseMs: 0 }
    await load(service.port, 1, { crowd })
    const measured: Measured = { http: [], sql: [], generator: [] }
    for (let round = 0; round < ROUNDS; round++) {
      const outcome = (await load(service.port, SECONDS, { crowd })).crowd
      measured.http.push(outcome.perSecond)
      measured.generator.push(outcome.generator)
      measured.sql.push(await perSecond(service.owner, lists, CLIENTS, SECONDS))
    }
    figures.push(figureOf(name, budget, measured))
  }
  await listening.close()
  return figures
}

/** A set of people for each group that the service writes at the same time, and how many requests each person sends. */
const LANES = PROCESSES * lanesOf({ writers: { options: { max: sizesOf(PROCESSES).writers } } }, 1).group
const TURNS = 60

async function writeFigures(service: Service): Promise<Figure[]> {
  const { port, owner } = service
  const people = await newPeople(service, CLIENTS)
  const ids: string[] = []
  for (const person of people) ids.push((await person.call(createExpense, createRequest(person) as never)).id) // the body is that of an expense
  const source = await recordedDatabase(owner)
  const figures: Figure[] = []
  for (const [name, { requests, ...budget }] of Object.entries(writes)) {
    const clients = people.map((person, index) =>
      requests(person, ids[index] ?? '').map((request) => wireText(person, request)),
    )
    const crowd = { clients, pauseMs: 0, isWhole: true }
    await load(port, 1, { crowd })
    const lists = await source.record(requests)
    const measured: Measured = { http: [], sql: [], generator: [] }
    for (let round = 0; round < ROUNDS; round++) {
      const outcome = (await load(port, SECONDS, { crowd })).crowd
      measured.http.push(outcome.perSecond)
      measured.generator.push(outcome.generator)
      measured.sql.push((LANES * CLIENTS * TURNS) / (await source.replay(lists)))
    }
    figures.push(figureOf(name, budget, measured))
  }
  return figures
}

/**
 * A database with people whose writes are recorded in one copy of it, and sent again to other copies: these are then in the state that the
 * statements expect, so that all of them are valid as they are.
 */
async function recordedDatabase(owner: Owner) {
  const copyOf = async (name: string, template: string) => {
    await inDatabase(owner, `drop database if exists ${name} with (force)`)
    await inDatabase(owner, `create database ${name} template ${template}`)
    return { ...owner, database: name }
  }
  await copyOf('bench_source', 'template0')
  const prepared = openDatabase({ ...owner, database: 'bench_source' }, () => undefined, { isPatient: true })
  await prepareDatabase(prepared, recordPrivileges)
  await closeDatabase(prepared)
  const listening = recorder({ ...owner, database: 'bench_source' })
  const lanes: { who: Person; expenseId: string }[][] = []
  for (let lane = 0; lane < LANES; lane++)
    lanes.push(await Promise.all(Array.from({ length: CLIENTS }, () => newcomer(listening))))
  await listening.close()
  return {
    async record(requests: (who: Person, expenseId: string) => Request[]): Promise<Statement[][]> {
      const listening = recorder(await copyOf('bench_recorded', 'bench_source'))
      const lists: Statement[][] = []
      for (const lane of lanes) {
        const turn = (n: number) =>
          lane.map(({ who, expenseId }) => {
            const all = requests(who, expenseId)
            return listening.ask(who, all[n % all.length] ?? get(''))
          })
        lists.push(
          await listening.during(async () => {
            for (let n = 0; n < TURNS; n++) await Promise.all(turn(n))
          }),
        )
      }
      await listening.close()
      // Which statements a session deallocates depends on the session.
      return lists.map((list) => list.filter(({ text }) => !text.startsWith('deallocate')))
    },
    replay: async (lists: Statement[][]) => once(await copyOf('bench_replayed', 'bench_source'), lists),
  }
}

/** Somebody in the recorded database, with an expense. */
async function newcomer({ ask }: Recorder): Promise<{ who: Person; expenseId: string }> {
  const answer = async <T>(token: string, request: Request) => JSON.parse(await ask({ token }, request)) as T // the reply of its route
  const { token } = await answer<{ token: string }>('', { ...register, body: registration() })
  const category = await answer<{ id: string }>(token, {
    method: 'POST',
    path: '/budgeting/categories',
    body: { name: 'Food' },
  })
  const { data } = await answer<{ data: { id: string }[] }>(token, get('/accounts?q=Cash'))
  const who = { token, categoryId: category.id, accountId: data[0]?.id ?? '' } as Person // nobody calls through it
  return { who, expenseId: (await answer<{ id: string }>(token, createRequest(who))).id }
}
