import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listExpenses } from '../contract/budgeting.ts'
import { todayIn } from '../contract/day.ts'
import { createPlan } from '../contract/plans.ts'
import { row } from '../server/database/database.ts'
import { sql } from '../server/database/sql.ts'
import { verify } from '../server/verify/verify.ts'
import { category } from './books.ts'
import { killHard, launch, start, stop } from './instance.ts'
import { until } from './until.ts'
import { databaseUrl, makeWorld } from './world.ts'

const BOOKS = 2
const DAYS = 40

test('a process that is killed in the middle of posting, and two that go on at once, post every occurrence exactly once', async () => {
  const world = await makeWorld()
  const days = Array.from({ length: DAYS }, (_, index) =>
    Temporal.PlainDate.from(todayIn('UTC'))
      .subtract({ days: DAYS - 1 - index })
      .toString(),
  )
  const people = await Promise.all(
    Array.from({ length: BOOKS }, async () => {
      const ana = await world.person()
      const { id: category_id } = await category(ana, 'Bread')
      const schedule = { start: days[0] ?? '', unit: 'day' as const, count: DAYS }
      await ana.call(createPlan, {
        body: { name: 'Bread', kind: 'expense', draft: { amount: 3, category_id }, schedule, auto: true },
      })
      return ana
    }),
  )
  const posted = async () =>
    (await row<{ count: number }>(world.db, sql`select count(*)::int as count from plan_occurrences`))
      ?.count ?? 0
  const env = { DATABASE_URL: await databaseUrl(world) }
  const first = launch(env)
  await until(async () => (await posted()) >= 5, 30_000, first.said)
  await killHard(first)
  const count = await posted()
  assert(count < BOOKS * DAYS, 'it was killed before it was done')
  const both = await Promise.all([start(env), start(env)])
  await until(
    async () => (await posted()) >= BOOKS * DAYS,
    30_000,
    () => both.map((one) => one.said()).join('\n'),
  )
  assert.deepEqual(await Promise.all(both.map((one) => stop(one))), [0, 0])
  for (const ana of people) {
    const { data } = await ana.call(listExpenses, { query: { sort: 'date' } })
    assert.deepEqual(
      data.map(({ date }) => date),
      days,
    )
  }
  assert.deepEqual(await verify(world.db), [])
})
