import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getBook, updateBook } from '../../contract/books.ts'
import {
  type BudgetDraft,
  copyBudgets,
  deleteBudget,
  getBudget,
  getBudgets,
  putBudget,
  putBudgets,
  type SheetRow,
} from '../../contract/budgets.ts'
import { deleteCategory, restoreCategory } from '../../contract/categories.ts'
import { listChanges, undoChange } from '../../contract/changes.ts'
import { todayIn } from '../../contract/day.ts'
import { addMonths, type Month, monthOfDay } from '../../contract/month.ts'
import { overview } from '../../contract/overview.ts'
import { category, spend } from '../../test/books.ts'
import { type Person, refused, sharedWorld } from '../../test/world.ts'
import { newId } from '../process/ids.ts'

const world = await sharedWorld()

type Named = { id: string }
const put = (person: Person, { id }: Named, month: Month, body: BudgetDraft, headers = {}) =>
  person.call(putBudget, { params: { category_id: id, month }, body, headers })
const end = (person: Person, { id }: Named, month: Month, headers = {}) =>
  person.call(deleteBudget, { params: { category_id: id, month }, headers })
const read = (person: Person, { id }: Named, month: Month) =>
  person.call(getBudget, { params: { category_id: id, month } })
const sheet = (person: Person, month: Month, query: object = {}) =>
  person.call(getBudgets, { query: { month, ...query } })
const setAll = (person: Person, month: Month, rows: SheetRow[]) =>
  person.call(putBudgets, { params: { month }, body: { rows } })
const undo = (person: Person, version: number) =>
  person.call(undoChange, { params: { version: String(version) } })
const seal = async (person: Person) => (await person.call(getBook)).seal

/** Planned, since and only of the one category with a budget, month by month; a dash where there is none. */
const course = (person: Person, months: readonly Month[], query: object = {}) =>
  Promise.all(
    months.map(async (month) => {
      const [row] = (await sheet(person, month, query)).rows
      return row?.planned == null ? '-' : `${row.planned} ${row.only ? 'only' : row.since}`
    }),
  )

const [jan, feb, mar, apr, may, jun] = ['01', '02', '03', '04', '05', '06'].map((name) => `2026-${name}`) as [
  Month,
  Month,
  Month,
  Month,
  Month,
  Month,
]

test('a budget goes on until the next one is given; a month alone interrupts it', async () => {
  const ana = await world.person()
  const food = await category(ana, 'Food')
  const first = await put(ana, food, feb, { amount: 100 })
  await put(ana, food, may, { amount: 120 })
  const alone = await put(ana, food, mar, { amount: 80, only: true })
  assert.deepEqual([alone.only, alone.since], [true, mar])
  assert.deepEqual(alone.running, { amount: 100, rollover: false, since: feb, until: null })
  assert.deepEqual(await course(ana, [jan, feb, mar, apr, may, jun, '2199-12']), [
    '-',
    `100 ${feb}`,
    '80 only',
    `100 ${feb}`,
    `120 ${may}`,
    `120 ${may}`,
    `120 ${may}`,
  ])
  const held = await read(ana, food, apr)
  assert.deepEqual(
    [held.id, held.month, held.amount, held.since, held.version],
    [`${food.id}/${apr}`, apr, 100, feb, first.version],
  )
  assert.equal((await refused(read(ana, food, jan))).code, 'not_found')
  const before = await seal(ana)
  for (const month of [feb, mar, apr, jun]) await put(ana, food, month, await read(ana, food, month))
  assert.deepEqual(await seal(ana), before, 'a budget that was read and is sent back changes nothing')
  assert.equal((await put(ana, food, apr, { rollover: true })).amount, 100, 'the amount that holds')
  assert.deepEqual(await course(ana, [mar, apr]), ['80 only', `100 ${apr}`])
})

test('a month alone in the month in which a budget starts: removed, the running one holds there again', async () => {
  const ana = await world.person()
  const food = await category(ana, 'Food')
  await put(ana, food, feb, { amount: 100, rollover: true })
  await put(ana, food, feb, { amount: 80, only: true })
  assert.deepEqual(await course(ana, [feb, mar]), ['80 only', `100 ${feb}`])
  const gone = await end(ana, food, feb)
  assert.deepEqual([gone.amount, gone.only], [80, true])
  assert.deepEqual(await course(ana, [feb, mar]), [`100 ${feb}`, `100 ${feb}`])
  await undo(ana, gone.version)
  assert.deepEqual(await course(ana, [feb, mar]), ['80 only', `100 ${feb}`])
  await put(ana, food, feb, { amount: 90 })
  assert.deepEqual(
    await course(ana, [feb, mar]),
    [`90 ${feb}`, `90 ${feb}`],
    'from the month on, it replaces both',
  )
})

test('deleting a month ends the running budget from there until the next one given, and the one before does not come back', async () => {
  const ana = await world.person()
  const food = await category(ana, 'Food')
  await put(ana, food, jan, { amount: 10 })
  await put(ana, food, may, { amount: 50 })
  const ended = await end(ana, food, mar)
  assert.deepEqual([ended.amount, ended.since], [10, jan])
  assert.deepEqual(await course(ana, [jan, feb, mar, apr, may]), [
    `10 ${jan}`,
    `10 ${jan}`,
    '-',
    '-',
    `50 ${may}`,
  ])
  assert.equal((await read(ana, food, feb)).running?.until, mar)
  assert.equal((await refused(end(ana, food, apr))).code, 'not_found')
  await undo(ana, ended.version)
  const started = await end(ana, food, may)
  assert.deepEqual(await course(ana, [apr, may, jun]), [`10 ${jan}`, '-', '-'])
  await undo(ana, started.version)
  assert.deepEqual(await course(ana, [apr, may, jun]), [`10 ${jan}`, `50 ${may}`, `50 ${may}`])
  await put(ana, food, jan, { amount: 11 })
  await end(ana, food, may)
  await end(ana, food, jan)
  await put(ana, food, jan, { amount: 12 })
  assert.deepEqual(
    await course(ana, [jan, jun]),
    [`12 ${jan}`, `12 ${jan}`],
    'an end is gone with its budget',
  )
})

test('what was given stays: an amount that already ran, and an end', async () => {
  const ana = await world.person()
  const food = await category(ana, 'Food')
  await put(ana, food, jan, { amount: 150 })
  const given = await put(ana, food, mar, { amount: 150 })
  assert.equal(given.since, mar)
  await setAll(ana, apr, [{ category_id: food.id, amount: 150 }])
  await end(ana, food, jun)
  await put(ana, food, jan, { amount: 200 })
  assert.deepEqual(await course(ana, [jan, feb, mar, apr, may, jun]), [
    `200 ${jan}`,
    `200 ${jan}`,
    `150 ${mar}`,
    `150 ${apr}`,
    `150 ${apr}`,
    '-',
  ])
  const later = await put(ana, food, may, { amount: 170 })
  assert.equal(later.running?.until, jun)
  await put(ana, food, feb, { rollover: true })
  assert.deepEqual(await course(ana, [feb, mar, may, jun]), [`200 ${feb}`, `150 ${mar}`, `170 ${may}`, '-'])
  await put(ana, food, '2026-08', { amount: 80 })
  assert.deepEqual(await course(ana, [jun, '2026-08', '2026-12']), ['-', '80 2026-08', '80 2026-08'])
})

test('a month alone stays one when only its rollover changes; without an amount it is removed, and the running budget holds', async () => {
  const ana = await world.person()
  const food = await category(ana, 'Food')
  const [row] = [{ category_id: food.id, amount: null, only: true }]
  await put(ana, food, jan, { amount: 100 })
  const before = await seal(ana)
  const refusal = await refused(setAll(ana, mar, [row]))
  assert.match(String(refusal.errors?.['rows.0.amount']), /only takes 2026-03 alone/)
  assert.deepEqual(await seal(ana), before)
  await put(ana, food, mar, { amount: 80, only: true })
  const changed = await put(ana, food, mar, { rollover: true })
  assert.deepEqual([changed.amount, changed.only, changed.rollover], [80, true, true])
  assert.deepEqual(await course(ana, [feb, mar, apr]), [`100 ${jan}`, '80 only', `100 ${jan}`])
  const { data } = await setAll(ana, mar, [row])
  assert.deepEqual(data, [await read(ana, food, mar)])
  assert.deepEqual(await course(ana, [mar, apr]), [`100 ${jan}`, `100 ${jan}`])
  await put(ana, food, jan, { amount: 70, only: true })
  assert.deepEqual((await setAll(ana, jan, [row])).data, [await read(ana, food, jan)])
})

test('an undo of the start of a budget is blocked by its end, and a later amount stays when its end is undone', async () => {
  const ana = await world.person()
  const food = await category(ana, 'Food')
  await put(ana, food, jan, { amount: 10, only: true })
  const started = await put(ana, food, jan, { amount: 20 })
  const ended = await end(ana, food, mar)
  const blocked = await refused(undo(ana, started.version))
  assert.deepEqual(blocked.blockers, [
    { version: ended.version, resource: 'budget', id: `${food.id}/${jan}` },
  ])
  await put(ana, food, jan, { amount: 30 })
  assert.deepEqual(await course(ana, [feb, mar]), [`30 ${jan}`, '-'], 'a new amount is no new budget')
  await undo(ana, ended.version)
  assert.deepEqual(await course(ana, [feb, mar]), [`30 ${jan}`, `30 ${jan}`])
  const { data } = await ana.call(listChanges, { query: { resource: 'budget' } })
  assert.deepEqual(
    data.map(({ after }) => {
      const { amount, only, running } = Object(after)
      return `${amount} ${only} ${running?.until}`
    }),
    ['10 true undefined', '20 false null', `20 false ${mar}`, `30 false ${mar}`, '30 false null'],
  )
})

test('running months are an unbroken row for what is carried, whatever interrupts them, and a month without rollover ends it', async () => {
  const ana = await world.person()
  const food = await category(ana, 'Food')
  await put(ana, food, jan, { amount: 100, rollover: true })
  await put(ana, food, mar, { amount: 10, rollover: true, only: true })
  await spend(ana, { amount: 50, category_id: food.id, date: '2026-02-10' })
  const carried = async (month: Month) => (await sheet(ana, month)).rows[0]?.carried
  assert.deepEqual(await Promise.all([jan, feb, mar, apr, may].map(carried)), [0, 100, 150, 160, 260])
  assert.equal((await ana.call(overview, { query: { date: '2026-05-02' } })).budgets.left, 360)
  await put(ana, food, mar, { rollover: false, only: true })
  assert.deepEqual(await Promise.all([mar, apr, may].map(carried)), [150, 0, 100])
  await end(ana, food, may)
  const [after] = (await sheet(ana, may)).rows
  assert.deepEqual([after?.planned, after?.carried, after?.since], [null, 100, null], 'carried into its end')
  assert.deepEqual((await sheet(ana, jun)).rows, [])
})

test('a budget that runs from 1901 is one stretch, and its figures are exact', async () => {
  const ana = await world.person()
  const food = await category(ana, 'Food')
  await put(ana, food, '1901-01', { amount: 9_999_999_999_999, rollover: true })
  const answer = await ana.send({ url: '/budgeting/budgets?month=2199-12' })
  assert.match(answer.text, /"carried":35869999999996413,/) // 299 years less a month
})

test('budgets as they were known: those that ran, and those that were ended since', async () => {
  const ana = await world.person()
  const food = await category(ana, 'Food')
  const { version } = await put(ana, food, jan, { amount: 100, rollover: true })
  await end(ana, food, mar)
  const ended = await put(ana, food, apr, { amount: 7, only: true })
  await put(ana, food, jan, { amount: 90 })
  assert.deepEqual(await course(ana, [feb, mar, apr]), [`90 ${jan}`, '-', '7 only'])
  const at = (known_at: number) => course(ana, [feb, mar, apr], { known_at: String(known_at) })
  assert.deepEqual(await at(version), [`100 ${jan}`, `100 ${jan}`, `100 ${jan}`])
  assert.deepEqual(await at(ended.version), [`100 ${jan}`, '-', '7 only'])
})

test('If-Match is compared with the budget that holds in the month', async () => {
  const ana = await world.person()
  const food = await category(ana, 'Food')
  const { version } = await put(ana, food, jan, { amount: 100 }, { 'if-match': '"0"' })
  const { etag } = (await ana.send({ url: `/budgeting/budgets/${food.id}/${mar}` })).headers
  assert.match(String(etag), new RegExp(`^"${version}-`))
  assert.equal((await refused(put(ana, food, mar, { amount: 1 }, { 'if-match': '"0"' }))).code, 'stale')
  await put(ana, food, mar, { amount: 110 }, { 'if-match': etag })
  assert.equal((await refused(end(ana, food, apr, { 'if-match': etag }))).code, 'stale')
  const [row] = (await sheet(ana, apr)).rows
  await end(ana, food, apr, { 'if-match': `"${row?.version}"` })
  assert.deepEqual(await course(ana, [feb, mar, apr]), [`100 ${jan}`, `110 ${mar}`, '-'])
})

test('a sheet is one change with one undo: budgets that go on, months alone, ends, and incomes too', async () => {
  const ana = await world.person()
  const [food, home, fun] = [
    await category(ana, 'Food'),
    await category(ana, 'Home'),
    await category(ana, 'Fun'),
  ]
  const pay = await category(ana, 'Pay', 'income')
  await put(ana, fun, jan, { amount: 5 })
  const shown = async (month: Month) =>
    (await sheet(ana, month)).rows.map(
      ({ category_name, planned, only }) => `${category_name} ${planned} ${only}`,
    )
  const set = await setAll(ana, mar, [
    { category_id: food.id.toUpperCase(), amount: 100, rollover: true },
    { category_id: home.id, amount: 50.5, only: true },
    { category_id: fun.id, amount: null },
    { category_id: pay.id, amount: 2000 },
  ])
  assert.deepEqual(
    set.data.map(({ category_name, amount, version }) => [category_name, amount, version]),
    [
      ['Food', 100, set.version],
      ['Home', 50.5, set.version],
      ['Pay', 2000, set.version],
    ],
  )
  assert.deepEqual(await shown(mar), ['Food 100 false', 'Home 50.5 true'])
  assert.deepEqual(await shown(apr), ['Food 100 false'])
  const { totals } = await sheet(ana, mar)
  assert.deepEqual([totals.planned, totals.income_planned, totals.to_plan], [150.5, 2000, 1849.5])
  assert.deepEqual((await sheet(ana, mar, { kind: 'income' })).totals.to_plan, 0)
  const again = await setAll(ana, mar, [
    { category_id: food.id, amount: 100, rollover: true, version: set.version },
    { category_id: fun.id, amount: null },
  ])
  assert.equal(again.version, set.version, 'nothing changed')
  assert.equal((await undo(ana, set.version)).count, 4)
  assert.deepEqual([await shown(mar), await shown(apr)], [['Fun 5 false'], ['Fun 5 false']])
})

test('one refused row refuses the sheet, with its place, and changes nothing', async () => {
  const [ana, eve] = [await world.person(), await world.person()]
  const [food, home] = [await category(ana, 'Food'), await category(ana, 'Home')]
  const [gone, hers] = [await category(ana, 'Gone'), await category(eve, 'Hers')]
  await ana.call(deleteCategory, { params: { id: gone.id } })
  const before = await seal(ana)
  const good = { category_id: food.id, amount: 1 }
  for (const [row, status, field, sentence] of [
    [{ category_id: home.id, amount: -1 }, 422, 'rows.1.amount', /at least 0; -1 is not/],
    [{ category_id: home.id, amount: 1.234 }, 422, 'rows.1.amount', /USD has 2 decimals; 1.234 has more/],
    [{ category_id: home.id, amount: 1e14 }, 422, 'rows.1.amount', /15 digits/],
    [{ category_id: home.id }, 422, 'rows.1.amount', /required/],
    [{ category_id: gone.id, amount: 1 }, 422, 'rows.1.category_id', /no such category; GET/],
    [{ category_id: hers.id, amount: 1 }, 422, 'rows.1.category_id', /no such category/],
    [{ category_id: newId(), amount: null }, 422, 'rows.1.category_id', /no such category/],
    [{ category_id: 'x', amount: 1 }, 422, 'rows.1.category_id', /no such category/],
    [good, 422, 'rows.1.category_id', /must not name a category twice/],
    [
      { category_id: home.id, amount: 1, version: 7 },
      412,
      'rows.1',
      /rows\.1: You sent version 7, but there is no/,
    ],
  ] as const) {
    const payload = { rows: [good, row] }
    const answer = await ana.send({ method: 'PUT', url: `/budgeting/budgets/${mar}`, payload })
    assert.equal(answer.status, status, answer.text)
    if (status === 412) assert.equal(answer.body.params.at, field)
    assert.match(
      status === 412 ? answer.body.message : (answer.body.errors[field]?.[0] ?? answer.text),
      sentence,
    )
  }
  for (const [url, payload] of [
    ['/budgeting/budgets/2026-13', { rows: [good] }],
    [`/budgeting/budgets/${mar}`, { rows: [] }],
    [`/budgeting/budgets/${mar}`, {}],
  ] as const)
    assert.equal((await ana.send({ method: 'PUT', url, payload })).status, 422, url)
  assert.deepEqual(await seal(ana), before)
})

test('copying writes months alone, and another start of months moves days, not budgets', async () => {
  const ana = await world.person()
  const food = await category(ana, 'Food')
  await put(ana, food, jan, { amount: 100 })
  const copied = await ana.call(copyBudgets, { params: { month: apr }, body: { from: feb } })
  assert.deepEqual([copied.data[0]?.only, copied.data[0]?.running?.since], [true, jan])
  await put(ana, food, feb, { amount: 1 })
  await ana.call(updateBook, { body: { month_starts_on: 25 } })
  assert.deepEqual(await course(ana, [jan, feb, mar, apr, may]), [
    `100 ${jan}`,
    `1 ${feb}`,
    `1 ${feb}`,
    '100 only',
    `1 ${feb}`,
  ])
})

test('the running budget of a category in the trash counts up to the month in which it was deleted', async () => {
  const ana = await world.person()
  const food = await category(ana, 'Food')
  const now = monthOfDay(todayIn('UTC'), 1)
  const months = [addMonths(now, -1), now, addMonths(now, 1)] as const
  await put(ana, food, months[0], { amount: 100, rollover: true })
  const planned = async () => Promise.all(months.map(async (one) => (await sheet(ana, one)).totals.planned))
  await ana.call(deleteCategory, { params: { id: food.id } })
  assert.deepEqual(await planned(), [100, 100, 0])
  const [carried] = (await sheet(ana, months[2])).rows
  assert.deepEqual([carried?.carried, carried?.planned], [200, null])
  await ana.call(restoreCategory, { params: { id: food.id } })
  assert.deepEqual(await planned(), [100, 100, 100])
})

test('a since that is not a month is refused by its field, and changes nothing', async () => {
  const ana = await world.person({ base_currency_id: 'EUR' })
  const food = await category(ana, 'Food')
  await put(ana, food, feb, { amount: 100 })
  const before = await seal(ana)
  for (const since of ['2026-3', 'march', '', '2026-13']) {
    const one = await refused(put(ana, food, mar, { amount: 100, since }))
    assert.deepEqual([one.code, Object.keys(one.errors ?? {})], ['invalid', ['since']], since)
    const rows = await refused(setAll(ana, mar, [{ category_id: food.id, amount: 100, since }]))
    assert.deepEqual([rows.code, Object.keys(rows.errors ?? {})], ['invalid', ['rows.0.since']], since)
  }
  assert.deepEqual(await seal(ana), before)
})
