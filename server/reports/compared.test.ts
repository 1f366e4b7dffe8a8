import assert from 'node:assert/strict'
import { test } from 'node:test'
import { updateBook } from '../../contract/books.ts'
import { overview } from '../../contract/overview.ts'
import { spending } from '../../contract/reports.ts'
import { category, spend } from '../../test/books.ts'
import { sharedWorld } from '../../test/world.ts'

const world = await sharedWorld()

test('spending is compared: months with months, this month with the same days, other days with as many', async () => {
  const ana = await world.person({ base_currency_id: 'EUR' })
  const { id: category_id } = await category(ana, 'Food')
  for (const [date, amount] of [
    ['2025-12-25', 1],
    ['2026-01-01', 2],
    ['2026-01-27', 4],
    ['2026-01-31', 8],
    ['2026-02-28', 16],
    ['2026-03-30', 32],
  ] as const)
    await spend(ana, { amount, category_id, date })
  const compare = async (
    date_from: string,
    date_to: string,
    by = 'category' as 'category' | 'month' | 'day',
  ) => {
    const report = await ana.call(spending, { query: { date_from, date_to, by } })
    for (const { previous, previous_explain } of [
      ...report.rows,
      { ...report, previous: report.previous_total },
    ])
      if (previous_explain === null) assert.equal(previous, 0)
      else
        assert.equal(
          (await ana.send({ url: previous_explain })).body.meta.sum_base,
          previous,
          previous_explain,
        )
    return {
      days: [report.previous_date_from, report.previous_date_to],
      total: report.previous_total,
      rows: report.rows.map(({ previous }) => previous),
    }
  }
  assert.deepEqual(await compare('2026-02-01', '2026-02-28'), {
    days: ['2026-01-01', '2026-01-31'],
    total: 14,
    rows: [14],
  })
  assert.deepEqual(await compare('2026-02-01', '2026-03-31', 'month'), {
    days: ['2025-12-01', '2026-01-31'],
    total: 15,
    rows: [1, 14],
  })
  // The last day of a short month is compared with all that are left of a longer one; a long month has days without any.
  const february = await compare('2026-02-01', '2026-02-28', 'day')
  assert.deepEqual([february.rows[0], february.rows[26], february.rows[27], february.total], [2, 4, 8, 14])
  const march = await compare('2026-03-01', '2026-03-31', 'day')
  assert.deepEqual([march.rows[27], march.rows.slice(28)], [16, [0, 0, 0]])
  assert.deepEqual(await compare('2026-02-01', '2026-02-27'), {
    days: ['2026-01-05', '2026-01-31'],
    total: 12,
    rows: [12],
  })
  assert.equal((await compare('1900-01-01', '1900-01-31')).total, 0)
  await ana.call(updateBook, { body: { month_starts_on: 25 } })
  assert.deepEqual(await compare('2026-01-25', '2026-02-24'), {
    days: ['2025-12-25', '2026-01-24'],
    total: 3,
    rows: [3],
  })
})

test('this month, while it lasts, is compared with the same days of the month before, as in the overview', async () => {
  const ana = await world.person({ base_currency_id: 'EUR' })
  const { id: category_id } = await category(ana, 'Food')
  const today = Temporal.Now.plainDateISO('UTC')
  const [start, before] = [today.with({ day: 1 }), today.with({ day: 1 }).subtract({ months: 1 })]
  for (let day = 0; day < before.daysInMonth; day++)
    await spend(ana, { amount: 1, category_id, date: before.add({ days: day }).toString() })
  const isOver = today.day === today.daysInMonth
  const days = isOver ? before.daysInMonth : Math.min(today.day, before.daysInMonth)
  for (const query of [{}, { date_from: start.toString(), date_to: today.toString() }]) {
    const report = await ana.call(spending, { query })
    assert.deepEqual(
      [report.previous_date_from, report.previous_date_to, report.previous_total],
      [before.toString(), before.add({ days: days - 1 }).toString(), days],
    )
  }
  if (!isOver) assert.equal((await ana.call(overview)).spent.previous, days)
})
