import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createIncome } from '../../contract/budgeting.ts'
import { createCategory, updateCategory } from '../../contract/categories.ts'
import { createContact } from '../../contract/contacts.ts'
import { type MoneyFlow, moneyFlow } from '../../contract/flow.ts'
import { createObligation, createPayment } from '../../contract/obligations.ts'
import { randomFrom } from '../../demo/random.ts'
import { bank, publish, spend } from '../../test/books.ts'
import { flowAgrees } from '../../test/reports.ts'
import { makeWorld, type Person } from '../../test/world.ts'

const world = await makeWorld()
await publish(world, '2026-01-01', { USD: '1.25' })
await publish(world, '2026-01-20', { USD: '1' })
await publish(world, '2026-01-30', { USD: '2' })
const january = { date_from: '2026-01-01', date_to: '2026-01-31' }

async function household() {
  const ana = await world.person({ base_currency_id: 'EUR' })
  const add = (name: string, more: object = {}) => ana.call(createCategory, { body: { name, ...more } })
  const pay = await add('Pay', { kind: 'income' })
  const food = await add('Food')
  const [groceries, out] = [
    await add('Groceries', { parent_id: food.id }),
    await add('Eating out', { parent_id: food.id }),
  ]
  return { ana, pay, food, groceries, out, rent: await add('Rent') }
}

/** The links by the names of their nodes; nodes of groups and categories of one name differ by kind. */
function shown({ nodes, links }: MoneyFlow): [string, string, number][] {
  const byId = new Map(nodes.map((one) => [one.id, one]))
  const nameOf = (id: string) => {
    const { kind, name } = byId.get(id) ?? assert.fail(`no node ${id}`)
    return `${kind} ${name}`
  }
  return links.map(({ from, to, amount }) => [nameOf(from), nameOf(to), amount])
}

const flow = (person: Person, more: object = {}) => person.call(moneyFlow, { query: { ...january, ...more } })

test('money flows from incomes over groups to categories, and the rest is kept', async () => {
  const { ana, pay, food, groceries, out, rent } = await household()
  await ana.call(createIncome, { body: { amount: 2000, category_id: pay.id, date: '2026-01-02' } })
  await spend(ana, { amount: 300, category_id: groceries.id, date: '2026-01-10' })
  await spend(ana, { amount: 20, category_id: out.id, date: '2026-01-11' })
  await spend(ana, { amount: 5, category_id: food.id, date: '2026-01-12' })
  await spend(ana, { amount: 900, category_id: rent.id, date: '2026-01-01' })
  const found = await flow(ana)
  assert.deepEqual(shown(found), [
    ['income Pay', 'total Income', 2000],
    ['total Income', 'category Rent', 900],
    ['total Income', 'group Food', 325],
    ['total Income', 'kept Kept', 775],
    ['group Food', 'category Groceries', 300],
    ['group Food', 'category Eating out', 20],
    ['group Food', 'category Food', 5],
  ])
  const group = found.nodes.find(({ kind }) => kind === 'group')
  assert.deepEqual([group?.category_id, group?.account_id], [food.id, food.account.id])
  await flowAgrees(ana, january)
})

test('without any spending, all is kept; without anything, there are no nodes', async () => {
  const { ana, pay } = await household()
  const { nodes, links } = await flow(ana)
  assert.deepEqual([nodes, links], [[], []])
  await ana.call(createIncome, { body: { amount: 10, category_id: pay.id, date: '2026-01-02' } })
  assert.deepEqual(shown(await flow(ana)), [
    ['income Pay', 'total Income', 10],
    ['total Income', 'kept Kept', 10],
  ])
})

test('if more is spent than comes in, the rest comes from what one had', async () => {
  const { ana, pay, rent } = await household()
  await ana.call(createIncome, { body: { amount: 100, category_id: pay.id, date: '2026-01-02' } })
  await spend(ana, { amount: 900, category_id: rent.id, date: '2026-01-01' })
  const found = await flow(ana)
  assert.deepEqual(shown(found), [
    ['income Pay', 'total All together', 100],
    ['from_savings From what you had', 'total All together', 800],
    ['total All together', 'category Rent', 900],
  ])
  const behind = await ana.send({ url: found.links[1]?.explain ?? '' })
  assert.equal(behind.body.meta.sum_base, -800)
  await ana.call(createIncome, { body: { amount: 800, category_id: pay.id, date: '2026-01-03' } })
  assert.deepEqual(
    (await flow(ana)).nodes.map(({ kind }) => kind),
    ['income', 'total', 'category'],
    'neither kept nor taken from savings',
  )
})

test('more refunds than expenses are no income, and their group has what the others cost', async () => {
  const { ana, pay, groceries, out } = await household()
  await spend(ana, { amount: 300, category_id: groceries.id, date: '2026-01-10' })
  await spend(ana, { amount: 50, category_id: out.id, date: '2026-01-11', is_refund: true })
  const found = await flow(ana)
  assert.deepEqual(shown(found), [
    ['refunds Refunds', 'total All together', 50],
    ['from_savings From what you had', 'total All together', 250],
    ['total All together', 'group Food', 300],
    ['group Food', 'category Groceries', 300],
  ])
  assert.equal(found.income, 0)
  assert.match(found.links[2]?.explain ?? '', new RegExp(`category_id=${groceries.id}&`))
  await flowAgrees(ana, january)
  await ana.call(createIncome, { body: { amount: 1000, category_id: pay.id, date: '2026-01-02' } })
  const earned = await flow(ana)
  assert.deepEqual(shown(earned).slice(0, 2), [
    ['income Pay', 'total Income and refunds', 1000],
    ['refunds Refunds', 'total Income and refunds', 50],
  ])
  assert.equal(earned.income, 1000)
  await flowAgrees(ana, january)
})

test('refunds of several categories are one node, whose list is that of all of them', async () => {
  const { ana, out, rent } = await household()
  await spend(ana, { amount: 50, category_id: out.id, date: '2026-01-11', is_refund: true })
  await spend(ana, { amount: 412, category_id: rent.id, date: '2026-01-12', is_refund: true })
  const found = await flow(ana)
  assert.deepEqual(shown(found), [
    ['refunds Refunds', 'total Income and refunds', 462],
    ['total Income and refunds', 'kept Kept', 462],
  ])
  const behind = await ana.send({ url: found.links[0]?.explain ?? '' })
  assert.equal(behind.body.meta.sum_base, -462)
  await flowAgrees(ana, january)
})

test('exchange gains are among the incomes, and losses among the categories without a group', async () => {
  const { ana, rent, food } = await household()
  await ana.call(updateCategory, { params: { id: rent.id }, body: { parent_id: food.id } })
  const dollars = await bank(ana, 'Dollars', 'USD', { opening_balance: 100, opening_date: '2026-01-01' })
  const bea = await ana.call(createContact, { body: { name: 'Bea' } })
  /** Somebody paid ten dollars for me, which I pay back when the dollar is worth more or less. */
  const owe = async (paidOn: string) => {
    const amounts = { currency_id: 'USD', original_amount: 10, outstanding_amount: 10 }
    const debt = {
      name: 'Dinner',
      contact_id: bea.id,
      account_id: rent.account.id,
      opened_date: '2026-01-02',
    }
    const { id } = await ana.call(createObligation, { body: { ...debt, ...amounts } })
    const body = { amount: 10, date: paidOn, asset_account_id: dollars.id }
    await ana.call(createPayment, { params: { id }, body })
  }
  await owe('2026-01-20')
  assert.deepEqual(shown(await flow(ana)), [
    ['from_savings From what you had', 'total All together', 10],
    ['total All together', 'group Food', 8],
    ['total All together', 'category Exchange gains and losses', 2],
    ['group Food', 'category Rent', 8],
  ])
  await flowAgrees(ana, january)
  await owe('2026-01-30')
  await owe('2026-01-30')
  assert.deepEqual(shown(await flow(ana)).slice(0, 2), [
    ['income Exchange gains and losses', 'total All together', 4],
    ['from_savings From what you had', 'total All together', 20],
  ])
  await flowAgrees(ana, january)
})

test('books of random amounts, moves and refunds flow without a cent lost, as the income statement has them', async () => {
  const random = randomFrom(30)
  for (let round = 0; round < 4; round++) {
    const { ana, pay, food, groceries, out, rent } = await household()
    const all = [food, groceries, out, rent]
    for (let n = 0; n < 25; n++) {
      const date = `2026-01-${String(1 + random.below(31)).padStart(2, '0')}`
      const amount = (1 + random.below(100_000)) / 100
      const is_refund = random.chance(0.4)
      if (random.chance(0.2))
        await ana.call(createIncome, { body: { amount, category_id: pay.id, date, is_refund } })
      else await spend(ana, { amount, category_id: random.pick(all).id, date, is_refund })
      if (n % 8 === 0) {
        const parent_id = random.chance(0.5) ? food.id : null
        const { id } = random.pick([groceries, out, rent])
        await ana.call(updateCategory, { params: { id }, body: { parent_id } })
      }
      if (n % 5 === 0) await flowAgrees(ana, { date_from: '2026-01-01', date_to: date })
    }
    const { version } = (await ana.send({ url: '/books/current' })).body
    await flowAgrees(ana, { ...january, known_at: String(version - 9) })
  }
})

test('days in the wrong order and an unknown version are refused, and somebody else sees none of it', async () => {
  const { ana, pay } = await household()
  await ana.call(createIncome, { body: { amount: 100, category_id: pay.id, date: '2026-01-02' } })
  const ask = async (query: string) => (await ana.send({ url: `/reports/flow?${query}` })).body
  assert.deepEqual(Object.keys((await ask('date_from=2026-02-02&date_to=2026-02-01')).errors), ['date_to'])
  assert.deepEqual(Object.keys((await ask('date_from=2026-02-30')).errors), ['date_from'])
  assert.equal((await ask('known_at=999')).code, 'known_at_future')
  assert.equal((await ask('known_at=0')).code, 'known_at_too_early')
  const bea = await world.person({ base_currency_id: 'EUR' })
  assert.deepEqual((await flow(bea)).nodes, [])
})
