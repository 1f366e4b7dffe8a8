import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createExpense } from '../../contract/budgeting.ts'
import { account, balances, category, spend } from '../../test/books.ts'
import { csv, sendFile } from '../../test/importing.ts'
import { commit } from '../../test/imports.ts'
import { post } from '../../test/line.ts'
import { makeWorld, refused } from '../../test/world.ts'
import { verify } from '../verify/verify.ts'

const world = await makeWorld()
const ROWS = 60

/** Somebody with so many files that are read. */
async function withFiles(count: number) {
  const ana = await world.person()
  const [money, food] = [await account(ana, 'Bank'), await category(ana, 'Food')]
  const rows = (file: number) =>
    Array.from(
      { length: ROWS },
      (_, n) => `2026-0${1 + (n % 9)}-1${n % 7},SHOP ${file} ${n},-${file}.${10 + n}`,
    )
  const ids: string[] = []
  for (let file = 1; file <= count; file++)
    ids.push((await sendFile(ana, { account_id: money.id }, csv(...rows(file)))).id)
  return { ana, money, food, ids }
}
type Ready = Awaited<ReturnType<typeof withFiles>>

/** Changes the book again and again, each time as soon as it can, until `stop` says how often. */
function keepChanging(app: typeof world.app, { ana, food }: Ready) {
  let [isOver, count] = [false, 0]
  const body = { amount: 1, category_id: food.id, date: '2020-01-01' }
  const one = async () => {
    while (!isOver) {
      const { status, text } = await post(app, ana.token, createExpense.path, body)
      assert(status === 200 || status === 503, text) // `busy`, on a machine that has much else to do
      count++
    }
  }
  const all = Promise.all([one(), one(), one()])
  return async () => {
    isOver = true
    await all
    return count
  }
}

for (const [where, files, instance] of [
  ['in the same process', 8, () => world.app],
  ['in another instance', 7, () => world.another()],
] as const)
  test(`a file is recorded beside somebody who changes the book without a pause ${where}`, async () => {
    const ready = await withFiles(files)
    const { ana, money, ids } = ready
    const stop = keepChanging(instance(), ready)
    for (const id of ids) assert.equal((await commit(ana, id)).import.status, 'committed')
    assert((await stop()) > files, 'the book was changed all the while')
    const cents = ids.flatMap((_, file) => Array.from({ length: ROWS }, (_, n) => (file + 1) * 100 + 10 + n))
    assert.deepEqual(await balances(ana, money.id), { USD: -cents.reduce((sum, one) => sum + one, 0) / 100 })
    assert.deepEqual(await verify(world.db), [])
  })

test('a row that is seen differently meanwhile is shown before it is recorded, also beside a steady writer', async () => {
  const ready = await withFiles(1)
  const { ana, money, food, ids } = ready
  await spend(ana, { amount: 1.1, category_id: food.id, asset_account_id: money.id, date: '2026-01-10' })
  const stop = keepChanging(world.app, ready)
  const id = ids.at(-1) ?? ''
  assert.equal((await refused(commit(ana, id))).code, 'import_changed')
  assert.equal((await commit(ana, id)).import.status, 'committed')
  await stop()
})
