import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { NetWorth } from '../../contract/reports.ts'
import { sumOf } from '../ui/money.ts'
import {
  begunWithin,
  changeFigures,
  reasons,
  reasonsIn,
  sinceStart,
  worthEffect,
  worthFigures,
  worthMonths,
} from './worth.ts'

const point = (
  date: string,
  [assets, liabilities, net, opening = 0]: [number, number, number, number?],
  is_complete = true,
) => ({
  opening,
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
    point('2026-09-30', [100.1, 0, 100.1]),
    point('2026-10-31', [100.4, 0.1, 100.3]),
    point('2026-11-15', [200, 10, 190, 5.1], false),
  ],
  changes: { income: 120, expense: 30.4, exchange: 0.3, other: 5.4, opening: 5.1 },
  explains: { income: '/i', expense: '/e', exchange: '/x', other: '/o?', opening: '/accounts/a3/lines' },
  is_complete: true,
  missing_rates: [],
}

test('the first point is where the changes start, and each month knows its own change to the cent, without what one began with', () => {
  const months = worthMonths(report, 1)
  assert.deepEqual(
    months.map(({ month, date_from, date, opening, change, isComplete }) => ({
      month,
      date_from,
      date,
      opening,
      change,
      isComplete,
    })),
    [
      {
        month: '2026-10',
        date_from: '2026-10-01',
        date: '2026-10-31',
        opening: 0n,
        change: 20n,
        isComplete: true,
      },
      {
        month: '2026-11',
        date_from: '2026-11-01',
        date: '2026-11-15',
        opening: 510n,
        change: 8_460n,
        isComplete: false,
      },
    ],
  )
})

test('assets and debts open their parts of the list behind net worth', () => {
  const figures = worthFigures(worthMonths(report, 1)).filter(({ key }) => key.endsWith('2026-10'))
  assert.deepEqual(
    figures.map(({ key, amount, explain }) => [key, amount, explain]),
    [
      ['have.2026-10', 100.4, '/reports/valuation?date=2026-10-31&section=money,claim'],
      ['owe.2026-10', 0.1, '/reports/valuation?date=2026-10-31&section=liability'],
      ['net.2026-10', 100.3, '/reports/valuation?date=2026-10-31'],
    ],
  )
})

test('the reasons add up to the change, and spending takes away', () => {
  const effects = reasons.map((reason) => worthEffect(reason, report))
  assert.equal(sumOf(effects, 'EUR'), 9_530n)
  assert.deepEqual(
    changeFigures(report, '2026-11').map(({ amount }) => amount),
    [120, 30.4, 0.3, 5.1, 0.3],
  )
  assert.deepEqual(
    changeFigures(report, '2026-11').map(({ explain }) => explain),
    ['/i', '/e', '/x', '/accounts/a3/lines', '/o?&except_account_id=a3'],
  )
})

test('what one began with is apart from the rest, and neither is shown where there is none', () => {
  assert.deepEqual(reasonsIn(report), [...reasons])
  const shown = ({ other, opening }: { other: number; opening: number }) =>
    reasonsIn({ ...report, changes: { ...report.changes, other, opening } }).slice(3)
  assert.deepEqual(shown({ other: 0, opening: 0 }), [])
  assert.deepEqual(shown({ other: 5, opening: 5 }), ['opening'])
  assert.deepEqual(shown({ other: 5, opening: 0 }), ['other'])
})

test('net worth is shown from the last point before there was anything, and not before money that was there already', () => {
  const points = (...assets: number[]) =>
    assets.map((amount) => ({ assets: amount, liabilities: 0, opening: 0 }))
  const begun = { assets: 9, liabilities: 0, opening: 8 }
  assert.deepEqual(sinceStart([...points(0, 0), begun]), [begun], 'it did not climb from 0')
  assert.deepEqual(sinceStart([...points(0, 3), begun]), [...points(0, 3), begun])
  assert.equal(begunWithin([begun, ...points(3), begun, begun], 'EUR'), 1600n)
  assert.deepEqual(sinceStart(points(0, 0, 0, 5, 0, 7)), points(0, 5, 0, 7))
  assert.deepEqual(sinceStart(points(3, 0, 5)), points(3, 0, 5))
  assert.deepEqual(sinceStart(points(0, 0)), points(0, 0))
  assert.equal(sinceStart([...points(0, 0), { assets: 0, liabilities: 4, opening: 0 }]).length, 2)
})
