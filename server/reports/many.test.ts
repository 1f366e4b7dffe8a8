import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTransactions } from '../../contract/batches.ts'
import { createCategory } from '../../contract/categories.ts'
import { moneyFlow } from '../../contract/flow.ts'
import { spending } from '../../contract/reports.ts'
import { spend } from '../../test/books.ts'
import { type Person, sharedWorld } from '../../test/world.ts'

const world = await sharedWorld()
const january = { date_from: '2026-01-01', date_to: '2026-01-31' }

/** A group with so many categories, and one expense in each of them. */
async function groupOf(person: Person, count: number) {
  const add = (name: string, parent_id: string | null) =>
    person.call(createCategory, { body: { name, parent_id } })
  const group = await add('Food', null)
  const ids: string[] = []
  while (ids.length < count) {
    const some = Array.from({ length: Math.min(50, count - ids.length) }, (_, index) => ids.length + index)
    ids.push(...(await Promise.all(some.map((at) => add(`Food ${at}`, group.id)))).map(({ id }) => id))
  }
  const expense = (category_id: string) => ({
    ...{ kind: 'expense' as const, amount: 1, category_id, date: '2026-01-10' },
  })
  await person.call(createTransactions, { body: { transactions: ids.map(expense) } })
  return { group, ids, add }
}

test('a group of 100 categories and one refund names them in the address of its list, one of 101 has none', async () => {
  const ana = await world.person({ base_currency_id: 'EUR' })
  const { group, add } = await groupOf(ana, 100)
  const explain = async () =>
    (await ana.call(moneyFlow, { query: january })).links.find(({ to }) => to === `group:${group.account.id}`)
  const whole = await explain()
  assert.match(whole?.explain ?? '', /group_id=/, 'all of the group')
  const [refunded, more] = [await add('Refunded', group.id), await add('More', group.id)]
  await spend(ana, { amount: 5, category_id: refunded.id, date: '2026-01-11', is_refund: true })
  const named = await explain()
  assert.equal(named?.amount, 100)
  assert.equal((await ana.send({ url: named?.explain ?? '' })).body.meta.sum_base, 100)
  await spend(ana, { amount: 1, category_id: more.id, date: '2026-01-12' })
  const unnamed = await explain()
  assert.deepEqual([unnamed?.amount, unnamed?.explain], [101, null])
})

test('spending says that it is not complete if the groups have more categories than are shown', async () => {
  const ana = await world.person({ base_currency_id: 'EUR' })
  const { ids, add, group } = await groupOf(ana, 1_000)
  const report = () => ana.call(spending, { query: { ...january, by_group: true } })
  const full = await report()
  assert.deepEqual([full.rows.length, full.rows[0]?.children?.length, full.is_complete], [1, 1_000, true])
  const { id: category_id } = await add('One more', group.id)
  await spend(ana, { amount: 0.5, category_id, date: '2026-01-12' })
  const { rows, total, is_complete } = await report()
  assert.deepEqual([rows.length, rows[0]?.children?.length, is_complete], [1, 1_000, false])
  assert.deepEqual(
    [rows[0]?.amount, total],
    [ids.length + 0.5, ids.length + 0.5],
    'the sums have all of them',
  )
})
