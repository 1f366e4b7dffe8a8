import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listAccounts } from '../../contract/accounts.ts'
import { getBook } from '../../contract/books.ts'
import { listTransactions, type Transaction } from '../../contract/budgeting.ts'
import { listCategories } from '../../contract/categories.ts'
import { addressOf } from '../../contract/client.ts'
import { listContacts } from '../../contract/contacts.ts'
import { createObligation, listObligations, updateObligation } from '../../contract/obligations.ts'
import { createPlan, deletePlan, listPlans, settleOccurrence } from '../../contract/plans.ts'
import type { QueryOf } from '../../contract/route.ts'
import { category, spend } from '../../test/books.ts'
import { lender } from '../../test/debts.ts'
import { richWorld } from '../../test/prepared.ts'
import { type Person, sharedWorld } from '../../test/world.ts'

const world = await sharedWorld()

type Query = QueryOf<typeof listTransactions>

const everything = async (person: Person, query: Query = {}): Promise<Transaction[]> =>
  (await person.call(listTransactions, { query: { ...query, limit: 1000 } })).data

const idsOf = (records: readonly { id: string }[]) => records.map(({ id }) => id)

const known = new Map<string, Promise<Transaction[]>>()
/** The same list once more costs nothing. */
function whole(person: Person, query: Query): Promise<Transaction[]> {
  const key = JSON.stringify([person.book_id, query])
  const found = known.get(key) ?? everything(person, query)
  known.set(key, found)
  return found
}

/** A list with a filter has exactly those of the whole list that fit, in its order, with any other parameters. */
async function agrees(person: Person, filter: Query, fits: (one: Transaction) => boolean): Promise<number> {
  const days = { date_from: '2026-03-01', date_to: '2026-12-31' }
  const { version } = await person.call(getBook)
  const others: Query[] = [
    {},
    { sort: 'amount' as const },
    { kind: 'expense,payment' },
    days,
    { deleted: 'only' as const },
    { section: 'money' },
    { known_at: String(version) },
    { known_at: String(version - 40) },
    { known_at: String(version - 40), deleted: 'only' },
  ]
  let count = 0
  for (const other of others) {
    const expected = (await whole(person, other)).filter(fits)
    const query = { ...other, ...filter }
    const { data, meta } = await person.call(listTransactions, {
      query: { ...query, limit: 1000, include: 'total,sum' },
    })
    const said = JSON.stringify(query)
    assert.deepEqual(idsOf(data), idsOf(expected), said)
    assert.equal(meta.total, expected.length, said)
    const sum = data.reduce((sum, { counted_base = 0 }) => sum + counted_base, 0)
    assert.equal(meta.sum_base?.toFixed(2), sum.toFixed(2), said)
    const file = await person.send({
      url: addressOf(listTransactions, { query: { ...query, format: 'json' } }),
    })
    assert.deepEqual(idsOf(file.body.data), idsOf(expected), said)
    count += expected.length
  }
  return count
}

test('transactions are found by obligation, by plan and by their ids, live, in the trash and as they were', async () => {
  const { ana } = await richWorld()
  const all = { limit: 1000 }
  const debts = [
    ...(await ana.call(listObligations, { query: all })).data,
    ...(await ana.call(listObligations, { query: { ...all, deleted: 'only' } })).data,
  ]
  const plans = [
    ...(await ana.call(listPlans, { query: all })).data,
    ...(await ana.call(listPlans, { query: { ...all, deleted: 'only' } })).data,
  ]
  assert(debts.some(({ expense_id }) => expense_id !== null) && plans.length > 0)
  const ofDebt = (id: string) => (one: Transaction) =>
    one.obligation_id === id || one.shares.some(({ obligation_id }) => obligation_id === id)
  for (const { id } of debts.slice(0, 3)) await agrees(ana, { obligation_id: id }, ofDebt(id))
  const ids = idsOf(debts)
  const count = await agrees(ana, { obligation_id: ids.join(', ') }, (one) =>
    ids.some((id) => ofDebt(id)(one)),
  )
  assert(count > 30, `${count} of debts`)
  const planIds = idsOf(plans)
  const posted = await agrees(ana, { plan_id: planIds.join() }, ({ plan_id }) =>
    planIds.includes(plan_id ?? ''),
  )
  assert(posted > 4, `${posted} of plans`)
  const some = idsOf(await everything(ana)).filter((_, index) => index % 3 === 0)
  await agrees(ana, { id: [...some, 'nonsense', ana.book_id].join() }, ({ id }) => some.includes(id))
  const [one = ''] = some
  await agrees(ana, { id: one }, ({ id }) => id === one)
  await agrees(ana, { id: 'nonsense' }, () => false)
  await agrees(ana, { id: some.join(), obligation_id: ids.join() }, (one) =>
    some.includes(one.id) ? ids.some((id) => ofDebt(id)(one)) : false,
  )
})

test('a plan leads to what it opened, also after it was deleted for good', async () => {
  const { ana, draft } = await lender(world)
  const { opened_date: _, ...debt } = await draft('Payables', { name: 'Rent' })
  const food = await category(ana, 'Food')
  const schedule = { start: '2026-03-01', every: 1, unit: 'month' as const }
  const planOf = (kind: 'expense' | 'obligation', draft: object) =>
    ana.call(createPlan, { body: { name: kind, kind, auto: false, schedule, draft } as never }) // as the kind says
  const plans = [
    await planOf('expense', { amount: 5, category_id: food.id }),
    await planOf('obligation', debt),
  ]
  for (const { id } of plans)
    await ana.call(settleOccurrence, { params: { id, date: '2026-03-01' }, body: { action: 'post' } })
  await spend(ana, { amount: 5, category_id: food.id })
  await ana.call(createObligation, { body: await draft('Payables') })
  const [of, owed] = plans
  const found = async (plan_id = '') => (await everything(ana, { plan_id })).map(({ kind }) => kind)
  assert.deepEqual([await found(of?.id), await found(owed?.id)], [['expense'], ['obligation']])
  const [opened] = (await ana.call(listObligations, { query: { q: 'Rent' } })).data
  const params = { id: opened?.id ?? '' }
  await ana.call(updateObligation, { params, body: { ...opened, outstanding_amount: 1 } as never }) // as it was read
  assert.deepEqual(await found(owed?.id), ['obligation'], 'a correction is not of the plan')
  for (const { id } of plans)
    for (const forever of [false, true]) await ana.call(deletePlan, { params: { id }, query: { forever } })
  assert.deepEqual([await found(of?.id), await found(owed?.id)], [['expense'], ['obligation']])
  const other = await world.person()
  assert.deepEqual(await everything(other, { plan_id: owed?.id ?? '' }), [])
})

test('several tags are asked for one by one, and only transactions with all of them are found', async () => {
  const ana = await world.person()
  const { id: category_id } = await category(ana, 'Food')
  const notes = async (query: string) => {
    const { body, text } = await ana.send({ url: `/budgeting/expenses?sort=created_at&${query}` })
    assert(body.data, text)
    return body.data.map((one: Transaction) => one.notes).join(' ')
  }
  for (const tags of [['work'], ['work', 'trip'], ['work', 'trip', 'a, b'], []])
    await spend(ana, { amount: 1, category_id, tags, notes: String(tags.length) })
  assert.equal(await notes('tag=work'), '1 2 3')
  assert.equal(await notes('tag=trip&tag=work'), '2 3')
  assert.equal(await notes('tag=work&tag=a%2C%20b'), '3')
  assert.equal(await notes('tag=work&tag=home'), '')
  assert.equal(await notes(`tag=work&tag=trip&category_id=${category_id}`), '2 3')
  const { data } = await ana.call(listTransactions, { query: { tag: ['work', 'trip'] } })
  assert.equal(data.length, 2)
  const { body } = await ana.send({ url: '/budgeting/expenses?sort=created_at&tag=work&tag=trip&limit=1' })
  const cursor = encodeURIComponent(body.meta.next_cursor)
  assert.equal(await notes(`tag=work&tag=trip&limit=1&cursor=${cursor}`), '3')
  const refusedFor = async (query: string) =>
    (await ana.send({ url: `/budgeting/expenses?${query}` })).body.errors
  assert.deepEqual(await refusedFor(Array(21).fill('tag=x').join('&')), {
    tag: ['tag must have at most 20 entries; this has 21.'],
  })
  assert.deepEqual(Object.keys(await refusedFor(`tag=x&tag=${'y'.repeat(51)}`)), ['tag.1'])
  assert.deepEqual(Object.keys(await refusedFor(`tag=${'y'.repeat(51)}`)), ['tag'])
})

test('lists of accounts, categories, contacts, obligations and plans have the records of some ids', async () => {
  const { ana } = await richWorld()
  for (const route of [listAccounts, listCategories, listContacts, listObligations, listPlans]) {
    const { data } = (await ana.send({ url: route.path })).body as { data: { id: string }[] }
    const ids = idsOf(data).filter((_, index) => index % 2 === 0)
    const id = [...ids, 'nonsense', ana.book_id].reverse().join()
    const some = (await ana.send({ url: `${route.path}?include=total&id=${id}` })).body
    assert.deepEqual(idsOf(some.data), ids, route.path)
    assert.equal(some.meta.total, ids.length)
    const file = (await ana.send({ url: `${route.path}?format=json&id=${ids[0]}` })).body
    assert.deepEqual(idsOf(file.data), ids.slice(0, 1))
  }
})
