import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { NetWorth } from '../../contract/reports.ts'
import { sumOf } from '../ui/money.ts'
import {
  apart,
  beginLater,
  changeFigures,
  changeOver,
  drawnLine,
  knownFrom,
  onFirstDays,
  partsOfChange,
  pointText,
  reasons,
  reasonsIn,
  sinceKnown,
  worthEffect,
  worthFigures,
  worthLine,
  worthMonths,
} from './worth.ts'

const point = (
  date: string,
  [assets, liabilities, net, opening = 0]: [number, number, number, number?],
  is_complete = true,
  later = 0,
) => ({
  opening,
  begins_later: { assets: later, liabilities: 0 },
  date,
  assets,
  liabilities,
  net,
  is_complete,
  explain: `/reports/valuation?date=${date}`,
})
const report: NetWorth = {
  base_currency_id: 'EUR',
  date_from: '2026-10-01',
  date_to: '2026-11-15',
  points: [
    point('2026-09-30', [100.1, 0, 100.1], true, 5.1),
    point('2026-10-31', [100.4, 0.1, 100.3], true, 5.1),
    point('2026-11-15', [200, 10, 190, 5.1], false),
  ],
  changes: {
    income: 120,
    expense: 30.4,
    exchange: 0.3,
    revalued: 0,
    value: -2,
    other: 12.4,
    opening: 5.1,
    between: 7,
  },
  explains: {
    income: '/i',
    expense: '/e',
    exchange: '/x',
    value: '/v',
    other: '/o?',
    opening: '/accounts/a3/lines',
    between: '/b',
  },
  began_with: null,
  is_complete: true,
  missing_rates: [],
}

test('a month has its own change to the cent, apart from the balances that accounts began with', () => {
  const months = worthMonths(report, 1)
  assert.deepEqual(
    months.map(({ month, date_from, date, net, change, opening }) => ({
      month,
      date_from,
      date,
      net,
      change,
      opening,
    })),
    [
      {
        month: '2026-10',
        date_from: '2026-10-01',
        date: '2026-10-31',
        net: 100.3,
        change: 20n,
        opening: 0,
      },
      {
        month: '2026-11',
        date_from: '2026-11-01',
        date: '2026-11-15',
        net: 190,
        change: 8_460n,
        opening: 5.1,
      },
    ],
  )
  assert.deepEqual(changeOver(months, 'EUR'), { change: 8_480n, began: 510n })
})

test('the accounts that begin later are named, with the first day on which they count', () => {
  const began = {
    net: 12_084.2,
    accounts: [
      { account_id: 'a1', account_name: 'Bank', date: '2026-09-01', net: 84.2 },
      { account_id: 'a2', account_name: 'Savings', date: '2026-11-18', net: 12_000 },
    ],
  }
  assert.deepEqual(
    beginLater(began, '2026-10-31').map(({ account_name }) => account_name),
    ['Savings'],
  )
  assert.deepEqual(beginLater(began, '2026-11-18'), [])
  assert.deepEqual(beginLater(null, '2026-10-31'), [])
  const said = (id: string, date: string) => ({ id, balance_as_of: { date, amount: 1, includes_day: false } })
  assert.deepEqual(
    onFirstDays(began.accounts, [said('a1', '2026-11-19'), said('a2', '2026-11-19')]).map(({ date }) => date),
    ['2026-09-02', '2026-11-19'],
    'the opening of a balance as of 19 November is dated the day before, and so is one that earlier entries have moved',
  )
  assert.deepEqual(onFirstDays(began.accounts, [{ id: 'a2', balance_as_of: null }]), began.accounts)
})

test('assets and debts open their parts of the list behind net worth', () => {
  const figures = worthFigures(worthMonths(report, 1)).filter(({ key }) => key.endsWith('2026-10'))
  assert.deepEqual(
    figures.map(({ key, amount, explain }) => [key, amount, explain]),
    [
      ['have.2026-10', 100.4, '/reports/valuation?date=2026-10-31&section=money,claim,thing'],
      ['owe.2026-10', 0.1, '/reports/valuation?date=2026-10-31&section=liability'],
      ['net.2026-10', 100.3, '/reports/valuation?date=2026-10-31'],
    ],
  )
})

test('the reasons add up to the change, and spending takes away', () => {
  const effects = reasons.map((reason) => worthEffect(reason, report))
  assert.equal(sumOf(effects, 'EUR'), 9_520n)
  assert.deepEqual(
    changeFigures(report, '2026-11').map(({ amount }) => amount),
    [120, 30.4, 0.3, -2, 7, 0.3, 5.1],
  )
  assert.deepEqual(
    changeFigures(report, '2026-11').map(({ explain }) => explain),
    [
      '/i',
      '/e',
      '/x',
      '/v',
      '/b',
      '/o?&except_account_id=a3&kind=expense,income,opening,value,obligation,payment,write_off',
      '/accounts/a3/lines',
    ],
  )
})

test('what one began with is no reason of a change, and the rest is shown only where there is any', () => {
  assert.deepEqual(reasonsIn(report), [...reasons])
  const shown = ({ value = 0, other = 0, opening = 0, between = 0 }) =>
    reasonsIn({ ...report, changes: { ...report.changes, value, other, opening, between } }).slice(3)
  assert.deepEqual(shown({}), [])
  assert.deepEqual(shown({ other: 5, opening: 5 }), [])
  assert.deepEqual(shown({ other: 9, opening: 5, between: 4 }), ['between'])
  assert.deepEqual(shown({ other: 10, opening: 5, between: 4 }), ['between', 'other'])
  assert.deepEqual(shown({ other: 5 }), ['other'])
  assert.deepEqual(shown({ value: -2 }), ['value'])
})

test('net worth is shown from the first day of the book, as it was on that day', () => {
  const line = (...points: [assets: number, owed: number, opening?: number][]) =>
    worthLine(
      points.map(([assets, owed, opening = 0]) =>
        point('2026-10-31', [assets, owed, assets - owed, opening]),
      ),
    ).map(({ net }) => net)
  assert.deepEqual(line([0, 0], [0, 0], [9, 1, 8], [9, 0, 0]), [8, 9], 'no climb from 0')
  assert.deepEqual(line([0, 0], [0, 0], [5, 0]), [0, 5], 'an income is one')
  assert.deepEqual(line([3, 0], [0, 0], [5, 0]), [3, 0, 5])
  assert.deepEqual(line([0, 0], [0, 0]), [0, 0])
  assert.deepEqual(
    [0, 5].map((opening) => pointText('31 October', point('2026-10-31', [9, 0, 9, opening]))),
    ['31 October', '31 October, new accounts included'],
  )
})

test('where values or exchange rates have changed, what was kept stands apart from them', () => {
  const of = (gained: bigint, value: number, between = 0, revalued = 0) =>
    partsOfChange(gained, { value, between, revalued }, 'EUR').map(({ amount, part }) => `${amount} ${part}`)
  assert.deepEqual(of(70_690n, -1100), ['180690 kept', '110000 stated-less'])
  assert.deepEqual(of(60_000n, 900), ['30000 taken', '90000 stated-more'])
  assert.deepEqual(of(90_000n, 900), ['90000 stated-more'])
  assert.deepEqual(of(5n, 0), [])
  assert.deepEqual(of(67_020n, 0, 800), ['12980 taken', '80000 came'])
  assert.deepEqual(of(-80_000n, 0, -800), ['80000 went'])
  assert.deepEqual(of(1_052n, 0, 0, 0.52), ['1000 kept', '52 rated-more'])
})

test('a balance that was said as of a later day is no rise: the line begins with it, or is pale before it', () => {
  const began = (...later: [date: string, net: number][]) => ({
    net: 0,
    accounts: later.map(([date, net]) => ({ account_id: date, account_name: date, date, net })),
  })
  const points = (...nets: number[]) =>
    nets.map((net, index) => point(`2026-0${index + 1}-28`, [net, 0, net]))
  const drawn = (line: ReturnType<typeof points>, ...later: [string, number][]) =>
    drawnLine(line, began(...later), 'EUR').map((one) =>
      one.isPart ? [apart(one).second] : apart(one).value,
    )
  assert.deepEqual(drawn(points(600, 8900, 10_000), ['2026-02-01', 8000]), [8900, 10_000])
  assert.deepEqual(drawn(points(600, 650, 10_000), ['2026-03-01', 8000]), [[600], [650], 10_000])
  assert.deepEqual(drawn(points(600, 650, 700), ['2026-03-01', 20]), [600, 650, 700], 'of no weight')
  assert.deepEqual(
    drawn(points(600, 650, 700, 720), ['2026-02-01', 20], ['2026-03-01', 20]),
    [650, 700, 720],
    'of weight together',
  )
  assert.deepEqual(drawn(points(600, 650), ['2026-09-01', 8000]), [600, 650], 'begun after all of them')
  assert.equal(knownFrom(null, points(1)[0], 'EUR'), undefined)

  const months = worthMonths({ ...report, points: points(1, 600, 8900, 10_000) }, 1)
  const { parts, since, counted } = sinceKnown(months, began(['2026-03-01', 8000]), 'EUR')
  assert.deepEqual([parts, since, counted.length], [1, '2026-03-28', 1])
  assert.equal(sinceKnown(months, began(['2026-04-01', 8000]), 'EUR').counted.length, 3, 'no end but today')
})
