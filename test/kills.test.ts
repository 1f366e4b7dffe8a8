import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { createAccount } from '../contract/accounts.ts'
import { createTransactions } from '../contract/batches.ts'
import { listTransactions } from '../contract/budgeting.ts'
import { createCategory } from '../contract/categories.ts'
import { client, Refused } from '../contract/client.ts'
import { commitImport, createImport, getImport } from '../contract/imports.ts'
import type { Route } from '../contract/route.ts'
import { randomFrom } from '../demo/random.ts'
import { newId } from '../server/process/ids.ts'
import { csv } from './importing.ts'
import {
  askServer,
  type Florin,
  isProcess,
  killHard,
  registers,
  start,
  startedFolder,
  stop,
  theServerOf,
} from './instance.ts'
import { until } from './until.ts'

/**
 * `kill -9` of Florin, of its PostgreSQL or of both, at random moments of work: while a file is read and judged, while it is recorded, and while a batch is written. KILLS
 * says how often, KILLS_SEED which moments; `KILLS=100 npm test -- kills` takes about ten minutes.
 */
const KILLS = Number(process.env.KILLS ?? 3)
const SEED = Number(process.env.KILLS_SEED ?? 7)
const ROWS = 600
const ITEMS = 300

/** A started piece of work: how many records it makes, how they are counted, and how it is sent again. */
type Work = {
  readonly records: number
  readonly count: () => Promise<number>
  readonly send: () => Promise<void>
}

test(`${KILLS} kills lose, halve and double nothing (KILLS_SEED=${SEED})`, {
  timeout: 2 ** 31 - 1,
}, async (t) => {
  const random = randomFrom(SEED)
  const folder = await startedFolder()
  const env = { DATA_DIR: folder }
  let florin: Florin = await start(env)
  const token = await registers('Ana', florin)
  const api: ReturnType<typeof client> = {
    ...client(fetch, '', token),
    // At its current address.
    call: ((route: Route, ...input: []) =>
      client(fetch, `${florin.address}api/v1`, token).call(route, ...input)) as ReturnType<
      typeof client
    >['call'],
  }
  const { id: bank } = await api.call(createAccount, { body: { name: 'Giro', type: 'asset' } })
  const { id: food } = await api.call(createCategory, { body: { name: 'Food', kind: 'expense' } })
  const counts = new Map<string, number>()
  // Also of a run that failed, or was ended.
  t.after(() => {
    for (const [what, count] of [...counts].sort()) console.log(`${count} × ${what}`)
  })
  const note = (what: string) => counts.set(what, (counts.get(what) ?? 0) + 1)
  const totalOf = async (query: object) =>
    (await api.call(listTransactions, { query: { ...query, include: 'total', limit: 1 } })).meta.total ?? 0
  /** How long each kind of work takes undisturbed: the moment of a kill is anywhere in it. */
  const lastsMs = new Map([
    ['reading', 700],
    ['commit', 500],
    ['batch', 300],
  ])
  const ready: string[] = []
  const imported: string[] = []
  let [files, batches] = [0, 0]

  const isReady = async (id: string) => (await api.call(getImport, { params: { id } })).status === 'ready'

  /** A file to read. Its rows are there all at once, or not at all. */
  function reading(): Work {
    const file = ++files
    const cents = String(file % 100).padStart(2, '0')
    const rows = Array.from(
      { length: ROWS },
      (_, n) => `2026-0${1 + (n % 9)}-1${n % 7},FILE ${file} ${n},-${n + 1}.${cents}`,
    )
    const headers = { 'idempotency-key': newId() }
    let id: string | undefined
    return {
      records: ROWS,
      count: async () => {
        if (id === undefined) return 0
        const [found] = await askServer(
          folder,
          `select count(*)::int as count from import_rows where import_id = '${id}'`,
        )
        return Number(found?.count)
      },
      send: async () => {
        const sent = await api.call(createImport, {
          query: { account_id: bank },
          body: csv(...rows),
          headers,
        })
        id = sent.id
        await until(() => isReady(sent.id), 120_000)
        if (!ready.includes(sent.id)) ready.push(sent.id)
      },
    }
  }

  function commit(id: string): Work {
    imported.push(id)
    return {
      records: ROWS,
      count: () => totalOf({ import_id: id }),
      send: async () => {
        const { import: made } = await api.call(commitImport, { params: { id } })
        assert.deepEqual([made.status, made.counts.chosen], ['committed', ROWS])
      },
    }
  }

  function batch(): Work {
    const tag = `batch-${++batches}`
    const one = { kind: 'expense' as const, amount: 1, category_id: food, date: '2025-05-05', tags: [tag] }
    const headers = { 'idempotency-key': newId() }
    return {
      records: ITEMS,
      count: () => totalOf({ tag }),
      send: async () => {
        await api.call(createTransactions, { body: { transactions: Array(ITEMS).fill(one) }, headers })
      },
    }
  }

  /** Sent again while the service is not there yet, or has no database yet. */
  async function untilDone(work: Work): Promise<void> {
    for (const deadline = Date.now() + 120_000; ; await sleep(100)) {
      try {
        return await work.send()
      } catch (error) {
        const isLater = error instanceof Refused ? error.problem.status === 503 : error instanceof TypeError
        if (!isLater || Date.now() > deadline) throw error
      }
    }
  }

  /** Asks again until the database is there again. */
  async function untilAnswered<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    for (const deadline = Date.now() + 60_000; ; await sleep(100))
      try {
        return await ask()
      } catch (error) {
        if (Date.now() > deadline) throw error
      }
  }

  async function kill(what: string): Promise<void> {
    const server = theServerOf(folder)
    if (what !== 'florin') process.kill(server.pid, 'SIGKILL')
    if (what === 'postgres') return
    await killHard(florin)
    // Wait for the end of every killed process before the next start.
    if (what === 'both') await until(() => !isProcess(server.pid, folder), 20_000)
    florin = await start(env)
  }

  for (let kills = 0; kills < KILLS; kills++) {
    const kind =
      (['reading', 'commit', 'batch'] as const)[KILLS < 10 ? kills % 3 : random.below(3)] ?? 'batch'
    if (kind === 'commit' && ready.length === 0) await untilDone(reading())
    const work = kind === 'reading' ? reading() : kind === 'batch' ? batch() : commit(ready.shift() ?? '')
    const begun = performance.now()
    const sent = work.send().then(
      () => 'acknowledged',
      () => 'unanswered',
    )
    const isOver = await Promise.race([sent, sleep(random.below(lastsMs.get(kind) ?? 0))])
    if (isOver) lastsMs.set(kind, performance.now() - begun)
    const what = random.pick(['florin', 'florin', 'florin', 'postgres', 'both'])
    await kill(what)
    // A dead reader is replaced ten seconds after its last sign of life: as if they had passed.
    const ended = kind === 'reading' && what !== 'postgres' ? 'unanswered' : await sent
    await untilAnswered(async () =>
      askServer(
        folder,
        `update imports set reading_at = now() - interval '11 seconds' where status = 'reading'`,
      ),
    )
    const left = await untilAnswered(work.count)
    const isWhole = left === work.records
    note(
      `${kind}: ${what} killed, ${isOver ? 'after its end' : ended}, ${isWhole ? 'all of it there' : 'nothing of it there'}`,
    )
    assert(
      isWhole || (left === 0 && ended !== 'acknowledged'),
      `${left} of ${work.records} are there, ${ended}`,
    )
    await untilDone(work)
    assert.equal(await untilAnswered(work.count), work.records, 'each once')
  }

  const all = batches * ITEMS + imported.length * ROWS
  assert.equal(await untilAnswered(() => totalOf({})), all, 'everything that was recorded, and nothing else')
  const verified = await promisify(execFile)(
    process.execPath,
    ['--import', './runtime.mjs', 'server/verify/main.ts'],
    { env: { PATH: process.env.PATH ?? '', ...env } },
  )
  assert.match(verified.stdout, /the log is whole/)
  assert.equal(await stop(florin), 0)
  console.log(`KILLS_SEED=${SEED}: ${KILLS} kills, ${all} transactions. ${verified.stdout.trim()}`)
})
