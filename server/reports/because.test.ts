import assert from 'node:assert/strict'
import { test } from 'node:test'
import { overview } from '../../contract/overview.ts'
import { category, spend } from '../../test/books.ts'
import { sharedWorld } from '../../test/world.ts'

const world = await sharedWorld()

type Sums = readonly (readonly [name: string, before: number, now: number])[]

/** Somebody who spent these amounts on the same days of two months. */
async function spent(sums: Sums) {
  const ana = await world.person({ base_currency_id: 'EUR' })
  for (const [name, before, now] of sums) {
    const { id: category_id } = await category(ana, name)
    if (before > 0) await spend(ana, { amount: before, category_id, date: '2026-09-04' })
    if (now > 0) await spend(ana, { amount: now, category_id, date: '2026-10-04' })
  }
  return ana
}

/** The rule in plain sums of whole units: three along, one against, none below a twentieth. */
function expected(sums: Sums): [string, number][] {
  const changes = sums.map(([name, before, now]): [string, number] => [name, now - before])
  const whole = changes.reduce((sum, [, change]) => sum + change, 0)
  const way = Math.sign(whole)
  const large = changes.filter(([, change]) => Math.abs(change) >= Math.abs(whole) / 20)
  const along = large.filter(([, change]) => change * way > 0).sort(([, a], [, b]) => (b - a) * way)
  const against = large.filter(([, change]) => change * way < 0).sort(([, a], [, b]) => (a - b) * way)
  return [...along.slice(0, 3), ...against.slice(0, 1)]
}

const rise: Sums = [
  ['Rent', 1140, 1140],
  ['Groceries', 214, 496],
  ['Household', 49, 275],
  ['Utilities', 96, 155],
  ['Eating out', 20, 52],
  ['Leisure', 64, 22],
  ['Gifts', 30, 0],
  ['Parking', 0, 3],
]

const fall: Sums = rise.map(([name, before, now]) => [name, now, before])

test('an overview says why spending rose or fell, as a plain sum of its categories does', async () => {
  for (const sums of [rise, fall]) {
    const ana = await spent(sums)
    const { because, spent: whole } = await ana.call(overview, { query: { date: '2026-10-31' } })
    const named = because.map(({ name, change }) => [name, change])
    assert.deepEqual(named, expected(sums))
    assert.equal(named.length, 4)
    assert.equal(
      whole.change,
      sums.reduce((sum, [, before, now]) => sum + now - before, 0),
    )
    for (const { category_id, amount, explain } of because) {
      assert.ok(category_id)
      assert.equal((await ana.send({ url: explain })).body.meta.sum_base, amount)
    }
  }
})

test('many small changes name no category, and neither does a change of nothing', async () => {
  const many = await spent(Array.from({ length: 21 }, (_, index) => [`Category ${index}`, 0, 10] as const))
  const { because, spent: whole } = await many.call(overview, { query: { date: '2026-10-31' } })
  assert.deepEqual([because, whole.change], [[], 210])
  const same = await spent([
    ['Food', 10, 30],
    ['Fun', 30, 10],
  ])
  assert.deepEqual((await same.call(overview, { query: { date: '2026-10-31' } })).because, [])
})
