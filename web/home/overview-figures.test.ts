import assert from 'node:assert/strict'
import { test } from 'node:test'
import { balanceOn, columnsOf, daysExplained, isNew, monthLines, worthQuery } from './overview-figures.ts'

const days = (first: string, amounts: number[]) =>
  amounts.map((amount, index) => ({
    date: `${first.slice(0, 8)}${String(Number(first.slice(8)) + index).padStart(2, '0')}`,
    amount,
  }))

const spent = (from: string, to: string, now: number[], before: ReturnType<typeof days>) =>
  ({
    date_from: from,
    date_to: to,
    days: days(from, now),
    previous_month: { days: before },
  }) as unknown as Parameters<typeof monthLines>[0] // the fields that it looks at

test('the days of this month stand beside those of the month before, and days to come have no value yet', () => {
  const lines = monthLines(
    spent(
      '2026-11-01',
      '2026-11-30',
      [5, 8],
      days(
        '2026-10-01',
        Array.from({ length: 31 }, (_, index) => index),
      ),
    ),
  )
  assert.deepEqual(lines.slice(0, 3), [
    { date: '2026-11-01', value: 5, second: 0 },
    { date: '2026-11-02', value: 8, second: 1 },
    { date: '2026-11-03', value: undefined, second: 2 },
  ])
  assert.deepEqual(
    lines.at(-1),
    { date: '2026-11-30', value: undefined, second: 30 },
    'there is no 31 November, and the line ends in the total of October',
  )
})

test('where the month before is the shorter one, its line ends before', () => {
  const lines = monthLines(
    spent(
      '2026-03-01',
      '2026-03-31',
      [1],
      days('2026-02-01', Array.from({ length: 28 }).fill(1) as number[]),
    ),
  )
  assert.equal(lines.length, 31)
  assert.deepEqual(lines.at(-1), { date: '2026-03-31', value: undefined, second: undefined })
})

test('a book with balances at the start alone is new', () => {
  const book = (...kinds: string[]) =>
    ({ latest: kinds.map((kind) => ({ kind })) }) as Parameters<typeof isNew>[0] // the field that it looks at
  assert.deepEqual([book(), book('opening', 'opening'), book('expense', 'opening')].map(isNew), [
    true,
    true,
    false,
  ])
})

test('net worth has closer points for shorter times', () => {
  assert.deepEqual(worthQuery('3m', '2026-05-31', '2020-01-01'), { date_from: '2026-02-28', by: 'week' })
  assert.deepEqual(worthQuery('all', '2026-11-15', '2023-11-16'), { date_from: '2023-11-16', by: 'month' })
  assert.deepEqual(worthQuery('all', '2026-11-15', '2026-02-01'), { date_from: '2026-02-01', by: 'week' })
  assert.deepEqual(worthQuery('all', '2026-11-15', '2026-11-01'), { date_from: '2026-11-01', by: 'day' })
  assert.deepEqual(
    worthQuery('all', '2026-11-15', '2026-11-15'),
    { date_from: '2026-11-14', by: 'day' },
    'one day alone is not a line',
  )
})

test('the forecast of a day is the balance after the last change up to it', () => {
  const point = (date: string, balance: number, account_id = 'a', currency_id = 'EUR') => ({
    date,
    balance,
    account_id,
    currency_id,
  })
  const points = [
    point('2026-11-15', 100),
    point('2026-11-20', 60),
    point('2026-11-20', 5, 'b'),
    point('2026-11-20', 7, 'a', 'JPY'),
    point('2026-12-01', 40),
  ] as Parameters<typeof balanceOn>[0]['points'] // the fields that it looks at
  assert.equal(balanceOn({ points }, 'a', 'EUR', '2026-11-30'), 60)
  assert.equal(balanceOn({ points }, 'a', 'EUR', '2026-12-31'), 40)
  assert.equal(balanceOn({ points }, 'c', 'EUR', '2026-12-31'), undefined)
})

test('the days of a figure come from the address that explains it', () => {
  assert.deepEqual(daysExplained('/accounts/1/lines?date_from=2026-10-01&date_to=2026-10-15&include=sum'), {
    from: '2026-10-01',
    to: '2026-10-15',
  })
  assert.equal(daysExplained(null), undefined)
})

test('cards fill their rows: the last of a row takes the room that is left', () => {
  const all = ['worth', 'spent', 'budgets', 'where', 'owed', 'latest', 'coming', 'goals']
  assert.deepEqual(columnsOf(all, 3), [4, 2, 2, 2, 2, 4, 2, 6], 'in sixths')
  assert.deepEqual(columnsOf(all, 2), [2, 1, 1, 1, 1, 2, 2, 2])
  const few = ['worth', 'spent', 'where', 'owed', 'latest']
  assert.deepEqual(columnsOf(few, 3), [4, 2, 3, 3, 6], 'Where it went and Owed have half a row each')
  assert.deepEqual(columnsOf(few, 2), [2, 1, 1, 2, 2], 'Owed has no neighbour')
  assert.deepEqual(columnsOf([], 3), [])
})
