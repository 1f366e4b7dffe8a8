import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTransactions } from '../../contract/batches.ts'
import { createCategory } from '../../contract/categories.ts'
import { moneyFlow } from '../../contract/flow.ts'
import { spending } from '../../contract/reports.ts'
import { spend } from '../../test/books.ts'
import { makeWorld, type Person } from '../../test/world.ts'
import { change, transaction } from '../database/database.ts'
import { type Sql, sql } from '../database/sql.ts'

const world = await makeWorld()
const january = { date_from: '2026-01-01', date_to: '2026-01-31' }

/** A group with so many categories, copies of one of them, and one expense in each. */
async function groupOf(person: Person, count: number) {
  const add = (name: string, parent_id: string | null) =>
    person.call(createCategory, { body: { name, parent_id } })
  const group = await add('Food', null)
  const { id, account } = await add('Groceries', group.id)
  const copyOf = (column: Sql, more: Sql) => sql`
    jsonb_populate_record(one, jsonb_build_object('id', md5(one.id || '-' || n)::uuid, ${column}, ${more}))`
  const copies = await transaction(world.db, async (tx) => {
    await change(
      tx,
      sql`insert into accounts select copy.* from accounts one, generate_series(2, ${count}) n,
            ${copyOf(sql`'code'`, sql`'X' || n`)} copy where one.book_id = ${person.book_id} and one.id = ${account.id}`,
    )
    return change<{ id: string }>(
      tx,
      sql`insert into categories select copy.* from categories one, generate_series(2, ${count}) n,
            ${copyOf(sql`'account_id'`, sql`md5(one.account_id || '-' || n)::uuid`)} copy
          where one.book_id = ${person.book_id} and one.id = ${id} returning id`,
    )
  })
  const ids = [id, ...copies.map((one) => one.id)]
  const expense = (category_id: string) => ({
    kind: 'expense' as const,
    amount: 1,
    category_id,
    date: '2026-01-10',
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
