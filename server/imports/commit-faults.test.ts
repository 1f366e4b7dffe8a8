import assert from 'node:assert/strict'
import { test } from 'node:test'
import { undoChange } from '../../contract/changes.ts'
import { createImport, getImport } from '../../contract/imports.ts'
import { account, balances, bank, publish } from '../../test/books.ts'
import { commit, stage } from '../../test/imports.ts'
import { killHard, start } from '../../test/instance.ts'
import { makeLine, post } from '../../test/line.ts'
import { longestTurn } from '../../test/longest-turn.ts'
import { until } from '../../test/until.ts'
import { databaseUrl, makeWorld, type Person, refused } from '../../test/world.ts'
import { change, onlyRow, row, transaction } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { verify } from '../verify/verify.ts'

const world = await makeWorld()

const fileOf = (count: number) =>
  `Date;Text;Amount\n${Array.from({ length: count }, (_, n) => `2026-0${1 + (n % 9)}-11;SHOP ${n};-1.00\n`).join('')}`

/** Uploads a file, and waits until it was read. */
async function upload(ana: Person, count: number) {
  const money = await account(ana, 'Bank')
  const { id } = await ana.call(createImport, { query: { account_id: money.id }, body: fileOf(count) })
  await until(async () => (await ana.call(getImport, { params: { id } })).status === 'ready', 20_000)
  return { id, money }
}

const countOf = async (ana: Person) =>
  (
    await onlyRow<{ count: number }>(
      world.db,
      sql`select count(*)::int as count from transactions where book_id = ${ana.book_id} and deleted_at is null`,
    )
  ).count

test('a process that is killed in the middle of a commit leaves nothing of it, and the next one records it once', async () => {
  const ROWS = 3_000
  const ana = await world.person({ base_currency_id: 'EUR' })
  const { id, money } = await upload(ana, ROWS)
  const florin = await start({ DATABASE_URL: await databaseUrl(world) })
  const headers = { authorization: `Bearer ${ana.token}` }
  const isWriting = sql`select from pg_stat_activity where datname = current_database() and query ~ '^(copy entries|delete from import_files)'`
  // The file is deleted at the end of a commit. Nobody can do so meanwhile, and so the commit does not end before the process is killed.
  await transaction(world.db, async (tx) => {
    await change(tx, sql`lock table import_files in share row exclusive mode`)
    const sent = fetch(`${florin.address}api/v1/imports/${id}/commit`, { method: 'POST', headers })
    sent.catch(() => undefined) // nobody answers any more
    const seen = async () => {
      await row(tx, sql`select pg_stat_clear_snapshot()`)
      return (await row(tx, isWriting)) !== undefined
    }
    await until(seen, 20_000, florin.said)
    await killHard(florin)
  })
  const isOpen = sql`select from pg_stat_activity where datname = current_database() and application_name = 'florin' and xact_start is not null
    and query ~ '^(insert into|copy) '`
  await until(async () => (await row(world.db, isOpen)) === undefined, 20_000)
  assert.deepEqual([await countOf(ana), (await ana.call(getImport, { params: { id } })).status], [0, 'ready'])
  const done = await commit(ana, id)
  assert.deepEqual([done.import.status, await countOf(ana)], ['committed', ROWS])
  assert.deepEqual(await balances(ana, money.id), { EUR: -ROWS })
  assert.deepEqual(await verify(world.db), [])
})

test('a row that is refused when those before it were written takes all of them back, and the session goes on', async () => {
  const ROWS = 1_300
  const ana = await world.person({ base_currency_id: 'EUR' })
  const { id, money } = await upload(ana, ROWS)
  const setLast = (amount: bigint) =>
    transaction(world.db, (tx) =>
      change(
        tx,
        sql`update import_rows set amount = ${amount} where book_id = ${ana.book_id} and import_id = ${id} and n = ${ROWS}`,
      ),
    )
  await setLast(0n)
  assert.match(
    (await refused(commit(ana, id))).detail,
    /^Row 1300 \(line 1301 of the file\): Its amount is 0\./,
  )
  assert.deepEqual([await countOf(ana), await balances(ana, money.id)], [0, {}])
  await setLast(-100n)
  await commit(ana, id)
  assert.deepEqual(await balances(ana, money.id), { EUR: -ROWS })
  assert.deepEqual(await verify(world.db), [])
})

test('a row that looks at more than was loaded takes those before it back, and all are recorded with the next attempt', async () => {
  const ana = await world.person({ base_currency_id: 'EUR' })
  const dollars = await bank(ana, 'Dollars', 'USD')
  await publish(world, '2026-11-01', { USD: '1.2' })
  const draft = { kind: 'transfer' as const, category_name: null, other_account_id: dollars.id }
  const row = { amount: -600n, currency_id: 'EUR', date: '2026-11-03', draft }
  const { id } = await stage(world, ana, (await account(ana, 'Bank')).id, [row])
  const line = await makeLine(world)
  const { status } = await post(world.another({}, line.db), ana.token, `/imports/${id}/commit`, {})
  const countOf = (start: string) => line.statements.filter((text) => text.startsWith(start)).length
  assert.deepEqual(
    { status, attempts: countOf('select from books'), taken_back: countOf('rollback') },
    { status: 200, attempts: 2, taken_back: 1 },
  )
  assert.deepEqual(await balances(ana, dollars.id), { USD: 7.2 })
})

test('a large import, its commit and its undo never hold up the event loop', async (t) => {
  const ROWS = 4_000
  const ana = await world.person({ base_currency_id: 'EUR' })
  const { id } = await upload(await world.person({ base_currency_id: 'EUR' }), 500)
  assert(id, 'whatever runs for the first time is compiled first')
  const uploading = await longestTurn(() => upload(ana, ROWS))
  const committing = await longestTurn(() => commit(ana, uploading.done.id))
  const params = { version: String(committing.done.version) }
  const undoing = await longestTurn(() => ana.call(undoChange, { params }))
  const turns = { upload: uploading.ms, commit: committing.ms, undo: undoing.ms }
  assert.equal(await countOf(ana), 0)
  assert.deepEqual(await verify(world.db), [])
  t.diagnostic(`the longest turns, in ms: ${JSON.stringify(turns)}`)
  for (const [what, ms] of Object.entries(turns)) assert(ms < 30, `${what}: ${ms} ms`)
})
