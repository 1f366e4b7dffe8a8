import assert from 'node:assert/strict'
import { test } from 'node:test'
import { updateBook } from '../../contract/books.ts'
import { overview } from '../../contract/overview.ts'
import { spending } from '../../contract/reports.ts'
import { category, spend } from '../../test/books.ts'
import { type Person, sharedWorld } from '../../test/world.ts'

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

/** The range that days are compared with a year before, and the amounts before; every list behind them adds up. */
async function yearBefore(
  person: Person,
  date_from: string,
  date_to: string,
  by = 'category' as 'category' | 'month' | 'day',
) {
  const report = await person.call(spending, { query: { date_from, date_to, by, compare: 'year' } })
  for (const { previous, previous_explain } of report.rows)
    if (previous_explain === null) assert.equal(previous, 0)
    else assert.equal((await person.send({ url: previous_explain })).body.meta.sum_base, previous)
  const { previous_date_from, previous_date_to, previous_total } = report
  return {
    days: [previous_date_from, previous_date_to],
    total: previous_total,
    rows: report.rows.map(({ previous }) => previous),
  }
}

test('compare=year is the same days a year before, 29 February is compared with no day', async () => {
  const ana = await world.person({ base_currency_id: 'EUR' })
  const { id: category_id } = await category(ana, 'Food')
  for (const [date, amount] of [
    ['2019-02-28', 1],
    ['2019-03-01', 2],
    ['2020-02-10', 4],
    ['2020-02-28', 8],
    ['2020-02-29', 16],
    ['2020-03-01', 32],
    ['2021-02-28', 64],
  ] as const)
    await spend(ana, { amount, category_id, date })
  const days = (from: string, to: string, total: number, rows: number[]) => ({
    days: [from, to],
    total,
    rows,
  })
  // Whole months, a whole year.
  assert.deepEqual(
    await yearBefore(ana, '2020-02-01', '2020-02-29'),
    days('2019-02-01', '2019-02-28', 1, [1]),
  )
  assert.deepEqual(
    await yearBefore(ana, '2021-02-01', '2021-02-28'),
    days('2020-02-01', '2020-02-29', 28, [28]),
  )
  assert.deepEqual(
    await yearBefore(ana, '2021-02-01', '2021-03-31', 'month'),
    days('2020-02-01', '2020-03-31', 60, [28, 32]),
  )
  assert.equal((await yearBefore(ana, '2020-01-01', '2020-12-31')).total, 3)
  // Parts of months: up to the end of February in any year, and the day after 28 February as its own.
  assert.deepEqual(
    await yearBefore(ana, '2021-02-11', '2021-02-28'),
    days('2020-02-11', '2020-02-29', 24, [24]),
  )
  assert.deepEqual(
    await yearBefore(ana, '2020-02-28', '2020-03-01', 'day'),
    days('2019-02-28', '2019-03-01', 3, [1, 0, 2]),
  )
  assert.deepEqual(
    await yearBefore(ana, '2021-02-28', '2021-03-01', 'day'),
    days('2020-02-28', '2020-03-01', 56, [24, 32]),
  )
  assert.deepEqual(
    await yearBefore(ana, '2020-02-29', '2020-02-29'),
    days('2019-03-01', '2019-02-28', 0, [0]),
  )
  // A year that starts on a leap day ends before the day it starts with.
  assert.deepEqual((await yearBefore(ana, '2020-02-29', '2021-02-28')).days, ['2019-03-01', '2020-02-28'])
})

test('compare=year: a month of the book is compared with that month, whatever day it starts on', async () => {
  const ana = await world.person({ base_currency_id: 'EUR' })
  await ana.call(updateBook, { body: { month_starts_on: 'last_working_day' } })
  // November 2025 is from Friday, 31 October to 27 November; November 2024 from Thursday, 31 October to 28 November.
  assert.deepEqual((await yearBefore(ana, '2025-10-31', '2025-11-27')).days, ['2024-10-31', '2024-11-28'])
  assert.deepEqual((await yearBefore(ana, '2020-12-31', '2021-12-30')).days, ['2019-12-31', '2020-12-30'])
  // December 2020 starts on Monday, 30 November; December 2019 on Friday, 29 November.
  assert.deepEqual((await yearBefore(ana, '2020-11-30', '2020-12-30')).days, ['2019-11-29', '2019-12-30'])
  await ana.call(updateBook, { body: { month_starts_on: 25 } })
  assert.deepEqual((await yearBefore(ana, '2020-02-25', '2020-03-24')).days, ['2019-02-25', '2019-03-24'])
})

test('compare=year of a time that is not over is compared up to the same day', async () => {
  const ana = await world.person({ base_currency_id: 'EUR' })
  const today = Temporal.Now.plainDateISO('UTC')
  const year = today.year
  const { days } = await yearBefore(ana, `${year}-01-01`, `${year}-12-31`)
  const isLeapDay = today.month === 2 && today.day === 29
  const last = isLeapDay ? `${year - 1}-02-28` : `${year - 1}-${today.toString().slice(5)}`
  const isEnd = today.month === 2 && today.day === 28 && today.subtract({ years: 1 }).inLeapYear
  assert.deepEqual(days, [`${year - 1}-01-01`, isEnd ? `${year - 1}-02-29` : last])
})

test('compare=year takes at most a year, and nothing else', async () => {
  const ana = await world.person({ base_currency_id: 'EUR' })
  const faults = async (query: string) => {
    const { status, body } = await ana.send({ url: `/reports/spending?${query}` })
    return [status, Object.keys(body.errors ?? {})]
  }
  assert.deepEqual(await faults('date_from=2024-01-01&date_to=2024-12-31&compare=year'), [200, []])
  assert.deepEqual(await faults('date_from=2024-01-01&date_to=2025-01-01&compare=year'), [422, ['compare']])
  assert.deepEqual(await faults('compare=decade'), [422, ['compare']])
  assert.deepEqual(await faults('date_from=1900-01-01&date_to=1900-12-31&compare=year'), [200, []])
  assert.deepEqual(await faults('date_from=2200-01-01&date_to=2200-12-31&compare=year&by=day'), [200, []])
})

test('an overview of the last day of a month compares whole months, as spending does, even with a longer one', async () => {
  const ana = await world.person({ base_currency_id: 'EUR' })
  const { id: category_id } = await category(ana, 'Food')
  for (const [date, amount] of [
    ['2026-01-10', 1],
    ['2026-01-31', 2],
    ['2026-02-10', 8],
  ] as const)
    await spend(ana, { amount, category_id, date })
  const february = { date_from: '2026-02-01', date_to: '2026-02-28' }
  const report = await ana.call(spending, { query: february })
  const { spent, because } = await ana.call(overview, { query: { date: february.date_to } })
  assert.deepEqual([report.previous_total, spent.previous, because[0]?.previous], [3, 3, 3])
  assert.equal(spent.previous_explain, report.previous_explain)
  const { spent: earlier } = await ana.call(overview, { query: { date: '2026-02-27' } })
  assert.equal(earlier.previous, 1, 'before that, the same days')
})
