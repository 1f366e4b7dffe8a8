import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { decimalText } from '../../../contract/money.ts'
import { amountInCell } from './amount.ts'
import { csvRecords } from './cells.ts'
import { dayIn } from './days.ts'
import { mayBeAmount, mayBeDay, startEvidence } from './evidence.ts'

const grouped = (whole: string, mark: string) => whole.replace(/\B(?=(\d{3})+$)/g, mark)
/** As in India: a last group of three, and groups of two before it. */
const inLakhs = (whole: string, mark: string) =>
  whole.length < 4
    ? whole
    : `${whole.slice(0, -3).replace(/\B(?=(\d{2})+$)/g, mark)}${mark}${whole.slice(-3)}`

/** Ways of writing a number without its sign: with a decimal mark, thousands, and text beside it. */
const marks = [
  ['.', ''],
  [',', ''],
  ['.', ','],
  [',', '.'],
  [',', ' '],
  ['.', ' '],
  [',', '\u00a0'],
  [',', '\u202f'],
  ['.', "'"],
  ['.', '’'],
] as const
const negatives = [
  (n: string) => `-${n}`,
  (n: string) => `- ${n}`,
  (n: string) => `−${n}`,
  (n: string) => `–${n}`,
  (n: string) => `${n}-`,
  (n: string) => `${n} -`,
  (n: string) => `(${n})`,
  (n: string) => `-${n} €`,
  (n: string) => `- ${n} EUR`,
  (n: string) => `€ -${n}`,
  (n: string) => `-€${n}`,
  (n: string) => `-$${n}`,
  (n: string) => `($${n})`,
  (n: string) => `${n} S`,
  (n: string) => `${n} DR`,
  (n: string) => `${n}Dr`,
  (n: string) => `EUR ${n}-`,
  (n: string) => `-kr ${n}`,
  (n: string) => `-${n} zł`,
  (n: string) => `-${n} Ft`,
  (n: string) => ` -${n} `,
]
const positives = [
  (n: string) => n,
  (n: string) => `+${n}`,
  (n: string) => `+ ${n}`,
  (n: string) => `${n} H`,
  (n: string) => `${n} CR`,
  (n: string) => `${n}Cr.`,
  (n: string) => `$${n}`,
  (n: string) => `£ ${n}`,
  (n: string) => `${n} CHF`,
  (n: string) => `Rs. ${n}`,
  (n: string) => `${n} Kč`,
]

test('any amount reads back exactly, whichever way it is written', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }),
      fc.constantFrom(...marks),
      fc.constantFrom(grouped, inLakhs),
      fc.nat(),
      fc.constantFrom(0, 2, 3),
      (minor, [decimal, mark], group, style, scale) => {
        const exact = decimalText({ digits: minor, scale })
        const [whole = '', fraction] = exact.replace('-', '').split('.')
        const number = `${mark === '' ? whole : group(whole, mark)}${fraction === undefined ? '' : decimal + fraction}`
        const ways = minor < 0n ? negatives : positives
        const cell = ways[style % ways.length]?.(number) ?? ''
        assert.equal(amountInCell(cell, decimal)?.amount, exact, cell)
      },
    ),
    { numRuns: 3_000 },
  )
})

test('text that is not an amount is not read as one', () => {
  const cells = [
    '',
    '-',
    'abc',
    '1-2',
    '--5',
    '1.2.3,4',
    '12 EUR USD',
    '5 apples',
    '1,2,3',
    '1e5',
    '0x10',
    '1 2',
    '(5',
    '(-5)',
    '-(5)x',
    '٣',
    'NaN',
    '∞',
    '1..2',
  ]
  for (const cell of cells) assert.equal(amountInCell(cell, '.'), undefined, cell)
  assert.equal(amountInCell('12,-', ',')?.amount, '12')
  assert.equal(amountInCell('12.–', '.')?.amount, '12')
  assert.equal(amountInCell('-0,00', ',')?.amount, '0.00')
  assert.equal(amountInCell('12.50 USD', '.')?.currency, 'USD')
})

test('any day reads back, whichever way it is written', () => {
  const months = (locale: string, month: 'long' | 'short') => (date: Temporal.PlainDate) =>
    date.toLocaleString(locale, { day: 'numeric', month, year: 'numeric' })
  const two = (n: number) => String(n).padStart(2, '0')
  const ways: readonly (readonly [
    order: 'day_first' | 'month_first' | 'year_first',
    (d: Temporal.PlainDate) => string,
  ])[] = [
    ['year_first', (d) => d.toString()],
    ['day_first', (d) => `${d.toString()}T23:59:59+14:00`],
    ['month_first', (d) => d.toString().replaceAll('-', '')],
    ['year_first', (d) => d.toString().replaceAll('-', '/')],
    ['year_first', (d) => `${d.year}. ${d.month}. ${d.day}.`],
    ['year_first', (d) => `${d.year}.${two(d.month)}.${two(d.day)}.`],
    ['day_first', (d) => `${d.day}.${d.month}.${d.year}`],
    ['day_first', (d) => `${two(d.day)}.${two(d.month)}.${d.year} 13:45`],
    ['day_first', (d) => `${two(d.day)}/${two(d.month)}/${two(d.year % 100)}`],
    ['day_first', (d) => `${two(d.day)}-${two(d.month)}-${d.year}, 1:45 PM`],
    ['day_first', (d) => `${two(d.day)}${two(d.month)}${d.year}`],
    ['month_first', (d) => `${d.month}/${d.day}/${d.year}`],
    ['month_first', (d) => `${d.month}/${d.day}/${two(d.year % 100)} 9:05:01 AM`],
    [
      'month_first',
      (d) => `${two(d.day)}-${d.toLocaleString('en', { month: 'short' }).toUpperCase()}-${two(d.year % 100)}`,
    ],
    ['day_first', (d) => `${d.year}年${d.month}月${d.day}日`],
    ['day_first', (d) => d.toLocaleString('en-US', { dateStyle: 'full' })],
    ...['en-US', 'en-GB', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'pl', 'cs', 'tr', 'ru', 'sv'].map(
      (locale) => ['day_first', months(locale, 'long')] as const,
    ),
    ...['en-US', 'en-GB', 'de', 'fr', 'es', 'it', 'nl', 'pl', 'hu'].map(
      (locale) => ['day_first', months(locale, 'short')] as const,
    ),
  ]
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 35 * 365 }), fc.constantFrom(...ways), (days, [order, write]) => {
      const date = Temporal.PlainDate.from('1999-12-31').add({ days })
      assert.equal(dayIn(write(date), order), date.toString(), write(date))
    }),
    { numRuns: 3_000 },
  )
})

test('text that is not a day is not read as one', () => {
  for (const cell of [
    '',
    '2026',
    '12.5',
    '32.01.2026',
    '31.02.2026',
    '2026-13-01',
    '1/2',
    '4 Foo 2026',
    '45678',
    '1.2.3.4',
    'Nov 2026',
    '2026-11-04-05',
    '0000-00-00',
  ])
    for (const order of ['day_first', 'month_first', 'year_first'] as const)
      assert.equal(dayIn(cell, order), undefined, cell)
})

test('cells are split as csv-parse splits them', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', 'é', '"', ';', ',', '\n', ' ', '1'), maxLength: 6 })
  fc.assert(
    fc.property(
      fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 5 }),
      (table) => {
        const text = table
          .map((row) => row.map((one) => `"${one.replaceAll('"', '""')}"`).join(';'))
          .join('\r\n')
        const ours = [...csvRecords(text, ';')].map(({ cells }) => cells)
        assert.deepEqual(ours, parse(text, { delimiter: ';', relax_column_count: true }))
        const bare = table.map((row) => row.map((one) => one.replace(/["\n;]/g, '')).join(';')).join('\n')
        assert.deepEqual(
          [...csvRecords(bare, ';')].map(({ cells }) => cells),
          parse(bare, { delimiter: ';', relax_column_count: true }),
        )
      },
    ),
    { numRuns: 500 },
  )
})

test('hostile cells take no longer than others', () => {
  const cells = [
    '1'.repeat(60),
    '1 '.repeat(30),
    '-'.repeat(60),
    '1,1'.repeat(20),
    '(((((('.repeat(10),
    'a'.repeat(60),
    '1.'.repeat(30),
    `${' '.repeat(59)}x`,
    'x'.repeat(1_000_000),
    ' '.repeat(1_000_000),
  ]
  const start = process.cpuUsage()
  const evidence = startEvidence()
  for (const cell of cells)
    for (let n = 0; n < 100; n++) {
      mayBeDay(cell)
      mayBeAmount(cell)
      evidence.day(cell)
      evidence.amount(cell)
    }
  const { user } = process.cpuUsage(start)
  assert(user < 15_000_000, `${user / 1_000} ms of the processor`)
})

test('days as a few banks write them: with colons, with a zone, with another day behind "as of"', () => {
  for (const [cell, order, day] of [
    ['2012:03:01', 'year_first', '2012-03-01'],
    ['20091224120000[0:GMT]', 'year_first', '2009-12-24'],
    ['20091224120000.000[-5:EST]', 'year_first', '2009-12-24'],
    ['11/14/2020 as of 11/13/2020', 'month_first', '2020-11-14'],
    ['10:11:12', 'day_first', undefined], // a time
  ] as const)
    assert.equal(dayIn(cell, order), day, cell)
})
