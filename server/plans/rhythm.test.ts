import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays } from '../../contract/day.ts'
import { findRhythm, isOver, type Payment } from './rhythm.ts'

const paid = (...all: readonly (readonly [date: string, amount: number])[]): Payment[] =>
  all.map(([date, amount], index) => ({ id: `${index}`, date, amount: BigInt(Math.round(amount * 100)) }))

/** A rhythm in short: how often, which day, the working-day rule, when next, and of how many payments. */
const said = (payments: readonly Payment[]): string => {
  const found = findRhythm(payments)
  if (!found) return 'none'
  const { every, unit, on, working_days } = found.schedule
  return [every, unit, JSON.stringify(on), working_days, found.expected, found.payments.length].join(' ')
}
const equal = (amount: number, ...dates: string[]) => paid(...dates.map((date) => [date, amount] as const))

test('the same amount on the same day of three months comes every month', () => {
  assert.equal(said(equal(12.99, '2026-09-03', '2026-10-03', '2026-11-03')), '1 month 3 none 2026-12-03 3')
  const two = ['2026-10-03', '2026-11-03'] as const
  assert.equal(said(equal(12.99, ...two)), '1 month 3 none 2026-12-03 2', 'two, and nothing differs')
  assert.equal(said(paid([two[0], 12.99], [two[1], 13.99])), 'none', 'two that differ are not enough')
  assert.equal(said(equal(12.99, '2026-10-07', '2026-11-04')), 'none', 'nor two of other days')
  assert.equal(said(equal(12.99, '2026-07-20', ...two)), 'none', 'nor with another one beside them')
})

test('the last day of each month is one rhythm, however long the months are', () => {
  const salary = equal(2500, '2025-12-31', '2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30')
  assert.equal(said(salary), '1 month "last" none 2026-05-31 5')
})

test('a bank that waits for the Monday after, or pays on the Friday before, is known by it', () => {
  // The 1st of August and of November 2026 are a Saturday and a Sunday.
  const rent = equal(900, '2026-07-01', '2026-08-03', '2026-09-01', '2026-10-01', '2026-11-02')
  assert.equal(said(rent), '1 month 1 after 2026-12-01 5')
  const early = equal(900, '2026-07-01', '2026-07-31', '2026-09-01', '2026-10-01', '2026-10-30')
  assert.equal(said(early), '1 month 1 before 2026-12-01 5')
})

test('days that move by up to four, around the end of months too, are one rhythm', () => {
  assert.match(said(equal(40, '2026-06-29', '2026-08-01', '2026-08-30', '2026-10-02')), /^1 month/)
  assert.equal(said(equal(40, '2026-06-05', '2026-07-18', '2026-08-04', '2026-09-22')), 'none')
})

test('weeks, two weeks and four weeks are told from months', () => {
  const every = (days: number, count: number) =>
    equal(25, ...Array.from({ length: count }, (_, index) => addDays('2026-05-04', index * days)))
  assert.equal(said(every(7, 6)), '1 week null none 2026-06-15 6')
  assert.equal(said(every(14, 5)), '2 week null none 2026-07-13 5')
  assert.equal(said(every(28, 5)), '4 week null none 2026-09-21 5')
  assert.equal(said(every(7, 3)), 'none', 'three of a week are a coincidence')
})

test('quarters, half years and years', () => {
  assert.equal(
    said(equal(60, '2026-01-15', '2026-04-15', '2026-07-15', '2026-10-15')),
    '3 month 15 none 2027-01-15 4',
  )
  assert.equal(said(equal(60, '2025-09-01', '2026-03-01', '2026-09-01')), '6 month 1 none 2027-03-01 3')
  assert.equal(said(paid(['2025-10-20', 119], ['2026-10-20', 124])), '1 year 20 none 2027-10-20 2')
  assert.equal(said(paid(['2025-10-20', 119], ['2026-10-20', 160])), 'none', 'two years with other amounts')
})

test('amounts may vary a little, and only a little', () => {
  const days = ['2026-07-10', '2026-08-11', '2026-09-10', '2026-10-12']
  const of = (...amounts: number[]) =>
    paid(...amounts.map((amount, index) => [days[index] ?? '', amount] as const))
  assert.match(said(of(61.2, 74.9, 66.1, 70)), /^1 month/)
  assert.match(said(of(12.99, 12.99, 14.99)), /^1 month/, 'a price that rose')
  assert.equal(said(of(20, 74.9, 41.3, 70)), 'none')
})

test('with six payments one may be missing, and a beginning without rhythm is left out', () => {
  const gap = ['2026-03-05', '2026-04-05', '2026-05-05', '2026-07-05', '2026-08-05', '2026-09-05']
  assert.equal(said(equal(9, ...gap)), '1 month 5 none 2026-10-05 6')
  assert.equal(said(equal(9, ...gap.slice(1, 5))), 'none')
  assert.match(said(equal(9, '2026-01-17', ...gap.slice(0, 3), '2026-06-05')), / 4$/)
})

test('a rhythm is over when its next payment is missing among later ones, or for long', () => {
  const found = findRhythm(equal(9, '2026-07-05', '2026-08-05', '2026-09-05')) ?? assert.fail()
  assert.equal(found.expected, '2026-10-05')
  assert.equal(isOver(found, '2026-09-30', '2026-10-20'), false, 'the file ends before its day')
  assert.equal(isOver(found, '2026-10-20', '2026-10-20'), true)
  assert.equal(isOver(found, '2026-09-30', '2026-12-20'), true)
})

/** Random numbers that a seed repeats. */
function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) | 0
    const mixed = Math.imul(state ^ (state >>> 12), 0x297a2d39)
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32
  }
}

test('of 3,000 shops that are visited at random, next to none has a rhythm', () => {
  const next = random(42)
  let found = 0
  for (let shop = 0; shop < 3_000; shop++) {
    const visits = 2 + Math.floor(next() * 40)
    const usual = 5 + next() * 95
    const days = Array.from({ length: visits }, () => Math.floor(next() * 790)).sort((a, b) => a - b)
    const all = paid(
      ...days.map((day) => [addDays('2024-09-17', day), usual * (0.6 + next() * 0.8)] as const),
    )
    if (findRhythm(all)) found++
  }
  assert(found <= 6, `${found} of 3,000`)
})

test('of 3,000 shops with few prices that are visited twice within ten weeks, next to none has a rhythm', () => {
  const next = random(11)
  let found = 0
  for (let shop = 0; shop < 3_000; shop++) {
    const visit = () => [addDays('2026-09-01', Math.floor(next() * 70)), 3 + Math.floor(next() * 10)] as const
    const all = [visit(), visit()].sort(([a], [b]) => (a < b ? -1 : 1))
    if (findRhythm(paid(...all))) found++
  }
  assert(found <= 30, `${found} of 3,000`)
})

test('groceries on every Saturday with the amounts of groceries have none', () => {
  const next = random(7)
  let found = 0
  for (let home = 0; home < 200; home++) {
    const weeks = 3 + Math.floor(next() * 30)
    const all = paid(
      ...Array.from(
        { length: weeks },
        (_, week) => [addDays('2026-01-03', week * 7), 25 + next() * 90] as const,
      ),
    )
    if (findRhythm(all)) found++
  }
  assert.equal(found, 0)
})

test('payments of real rhythms are found, whatever day they are on and however a bank moves them', () => {
  const next = random(3)
  let missed = 0
  for (let one = 0; one < 300; one++) {
    const on = 1 + Math.floor(next() * 31)
    const amount = 5 + Math.floor(next() * 900)
    const all = Array.from({ length: 4 + Math.floor(next() * 8) }, (_, month) => {
      const first = Temporal.PlainDate.from('2025-11-01').add({ months: month })
      const day = first.with({ day: Math.min(on, first.daysInMonth) }).add({ days: Math.floor(next() * 4) })
      return [day.toString(), amount * (1 + next() * 0.1)] as const
    })
    if (!findRhythm(paid(...all))?.schedule.unit.startsWith('month')) missed++
  }
  assert(missed <= 3, `${missed} of 300`)
})
