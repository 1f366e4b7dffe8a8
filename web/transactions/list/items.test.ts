import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Transaction } from '../../../contract/budgeting.ts'
import { type Item, itemsOf, rowBeside, rowsBetween } from './items.ts'

const page = (...dates: string[]) => ({
  data: dates.map((date, index) => ({ id: `${date}.${index}`, date }) as Transaction), // as much as the list reads
})
const plain = { monthStart: 1, hasDayLines: false } as const
const short = (items: readonly Item[]) =>
  items.map((item) => (item.type === 'row' ? `${item.isFirstOfDay ? '*' : ' '}${item.key}` : item.key))

test('a month has a heading, and the first transaction of a day shows the day', () => {
  assert.deepEqual(short(itemsOf([page('2026-11-02', '2026-11-01', '2026-11-01', '2026-10-31')], plain)), [
    '2026-11',
    '*2026-11-02.0',
    '*2026-11-01.1',
    ' 2026-11-01.2',
    '2026-10',
    '*2026-10-31.3',
  ])
})

test('where days stand alone, each has a line of its own', () => {
  assert.deepEqual(
    itemsOf([page('2026-11-02', '2026-11-02', '2026-11-01')], { ...plain, hasDayLines: true }).map(
      ({ type }) => type,
    ),
    ['month', 'day', 'row', 'row', 'day', 'row'],
  )
})

test('a month that starts on a payday has its heading there', () => {
  const items = itemsOf([page('2026-11-26', '2026-11-24')], { ...plain, monthStart: 25 })
  assert.deepEqual(
    items.map((item) => item.type === 'month' && item.month),
    ['2026-12', false, '2026-11', false],
  )
})

test('however a list is cut into pages, its items are the same', () => {
  const day = fc
    .integer({ min: 0, max: 90 })
    .map((days) => new Date(Date.UTC(2026, 8, 1 + days)).toISOString().slice(0, 10))
  fc.assert(
    fc.property(
      fc.array(day, { maxLength: 40 }),
      fc.array(fc.integer({ min: 0, max: 40 })),
      fc.boolean(),
      (days, cuts, hasDayLines) => {
        const { data } = page(...days.toSorted().reverse())
        const bounds = [0, ...cuts.filter((cut) => cut <= data.length).toSorted((a, b) => a - b), data.length]
        const pages = bounds.slice(1).map((end, index) => ({ data: data.slice(bounds[index], end) }))
        const shape = { monthStart: 1, hasDayLines } as const
        assert.deepEqual(itemsOf(pages, shape), itemsOf([{ data }], shape))
        assert.deepEqual(itemsOf(pages, shape), itemsOf([{ data }], shape), 'and so is the second answer')
      },
    ),
  )
})

test('next and previous step over headings and stop at the ends', () => {
  const items = itemsOf([page('2026-11-01', '2026-10-31')], plain)
  assert.equal(rowBeside(items, undefined, 1), 1)
  assert.equal(rowBeside(items, '2026-11-01.0', 1), 3)
  assert.equal(rowBeside(items, '2026-10-31.1', 1), undefined)
  assert.equal(rowBeside(items, '2026-10-31.1', -1), 1)
  assert.equal(rowBeside(items, '2026-11-01.0', -1), undefined)
})

test('a range has both of its ends, whichever was chosen first', () => {
  const items = itemsOf([page('2026-11-03', '2026-11-02', '2026-11-01')], plain)
  const ids = (a: string, b: string) => rowsBetween(items, a, b).map(({ id }) => id)
  assert.deepEqual(ids('2026-11-03.0', '2026-11-02.1'), ['2026-11-03.0', '2026-11-02.1'])
  assert.deepEqual(ids('2026-11-02.1', '2026-11-03.0'), ['2026-11-03.0', '2026-11-02.1'])
  assert.deepEqual(ids('gone', '2026-11-02.1'), ['2026-11-02.1'])
})

test('sorted by amount, the rows stand alone, each with its own day', () => {
  const items = itemsOf([page('2026-11-02', '2026-10-31', '2026-11-02')], { ...plain, isFlat: true })
  assert.deepEqual(short(items), ['*2026-11-02.0', '*2026-10-31.1', '*2026-11-02.2'])
})
