import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getBook } from '../../contract/books.ts'
import { deleteExpense, listTransactions, restoreExpense, updateExpense } from '../../contract/budgeting.ts'
import { category, spend } from '../../test/books.ts'
import { makeWorld, type Person } from '../../test/world.ts'

const world = await makeWorld()

/** Every question that a list answers, as known at a version if one is given. */
async function ask(ana: Person, food: string, account: string, known_at?: string) {
  const at = known_at === undefined ? {} : { known_at }
  const questions = [
    {},
    { q: 'bread' },
    { tag: 'weekly' },
    { category_id: food },
    { account_id: account },
    { category_id: food, account_id: account },
    { date_from: '2026-01-02' },
    { amount_min: 10, sort: 'amount' as const },
    { deleted: 'only' as const },
    { deleted: 'only' as const, category_id: food },
    { include: 'total,sum' as const, category_id: food },
    { include: 'sum' as const },
  ]
  return Promise.all(
    questions.map(async (query) => {
      const { data, meta } = await ana.call(listTransactions, { query: { ...query, ...at } })
      return { query, data, total: meta.total, sum: meta.sum_base }
    }),
  )
}

test('a list as known at a version is what it was then, whatever was changed, deleted and restored since', async () => {
  const ana = await world.person()
  const [food, fun] = [await category(ana, 'Food'), await category(ana, 'Fun')]
  const bread = await spend(ana, {
    ...{ amount: 12, category_id: food.id, date: '2026-01-01', notes: 'bread', tags: ['weekly'] },
  })
  const cinema = await spend(ana, { amount: 9, category_id: fun.id, date: '2026-01-03' })
  const cake = await spend(ana, { amount: 20, category_id: food.id, date: '2026-01-02', memo: 'bread cake' })
  await ana.call(deleteExpense, { params: { id: cake.id } })
  const account = bread.asset_account_id ?? ''
  const then = await ask(ana, food.id, account)
  const { version } = await ana.call(getBook)

  await ana.call(updateExpense, {
    params: { id: bread.id },
    body: { amount: 500, date: '2025-05-05', notes: 'rolls', tags: [], category_id: fun.id },
  })
  await ana.call(deleteExpense, { params: { id: cinema.id } })
  await ana.call(restoreExpense, { params: { id: cake.id } })
  await spend(ana, { amount: 1, category_id: food.id, notes: 'bread again' })
  assert.notDeepEqual(await ask(ana, food.id, account), then)
  assert.deepEqual(await ask(ana, food.id, account, String(version)), then)
})
