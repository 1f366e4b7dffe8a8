import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readText, sample, short } from '../../../test/samples.ts'

test('MT940 of a German bank: SWIFT blocks, fields cut at 27 characters, days around New Year, a reversed debit', () => {
  const { rows, bad } = readText('mt940', sample('german-swift.sta'))
  assert.deepEqual(bad, [], 'the balances agree')
  assert.deepEqual(rows.map(short), [
    '2026-01-02 -12.50 EUR Sportverein Nord e.V. Beitrag Januar, Mitglied 4711',
    '2025-12-31 0.37 EUR Zinsen fuer das vierte Quartal',
    '2026-01-05 20.00 EUR Fitness Kiel',
  ])
  assert.deepEqual(rows[0], {
    n: 1,
    line: 6,
    account: '50050000/9876543210',
    date: '2026-01-02',
    amount: '-12.50',
    currency: 'EUR',
    payee: 'Sportverein Nord e.V.',
    text: 'Sportverein Nord e.V. Beitrag Januar, Mitglied 4711',
    reference: '0102A7',
    counter_account: 'DE02120300000000202051',
  })
  assert.equal(rows[2]?.notes, 'A reversal.')
})

test('MT940 of Dutch banks: names between slashes, continued lines, two statements', () => {
  const { rows } = readText('mt940', sample('dutch.mt940'))
  assert.deepEqual(rows.map(short), [
    '2026-11-07 -12.95 EUR Paper and Pen BV Invoice 88, 50% off/paid',
    '2026-11-07 100.00 EUR Sanne de Wit Dinner',
    '2026-11-08 -1.05 EUR Bakkerij Klaver Broodjes',
  ])
  assert.deepEqual(
    rows.map(({ account, counter_account, reference }) => [account, counter_account, reference]),
    [
      ['NL44RABO0123456789', undefined, undefined],
      ['NL44RABO0123456789', 'NL55RABO0300000008', undefined],
      ['NL44RABO0123456789', 'NL55INGB0000000000', 'X-1'],
    ],
  )
})

test('MT940: an expected entry, one that cannot be read, and a closing balance that does not agree say so', () => {
  const { bad } = readText('mt940', sample('dutch.mt940'))
  assert.deepEqual(
    bad.map(({ line, faults }) => [line, faults[0]?.field, faults[0]?.message]),
    [
      [19, 'status', 'Line 19: the bank expects this entry of "5,00", and has not booked it.'],
      [21, 'amount', 'Line 21: "26113XD5,00" is not an entry: day, side, amount and kind are expected.'],
      [
        22,
        'balance',
        'Line 22: the statement opens with 337.05 EUR, its entries lead to 336, and it closes with 330.00. An entry is missing, or cannot be read.',
      ],
    ],
  )
})

test('MT942: entries without balances take the currency of the floor limit', () => {
  const { rows } = readText('mt940', sample('interim.mt942'))
  assert.deepEqual(rows.map(short), ['2026-11-08 350 CHF Sammelgutschrift'])
})

test('MT940: a statement without its closing balance at the end of the file is truncated, and is refused', () => {
  const text = sample('german-swift.sta')
  assert.throws(() => readText('mt940', text.slice(0, text.indexOf(':62F:'))), {
    message:
      'The file ends at line 13, before the closing balance of the statement that begins at line 5: a part of it is missing. Download it again.',
  })
  assert.throws(() => readText('mt940', ':20:X\n:25:Y\n'), /has no balance/)
})

test('MT940 as some banks write it: blanks in an entry, 30 February as a value day, a point as decimal mark', () => {
  const statement = (entries: string) =>
    `:20:1\n:25:1/2\n:60F:C260131EUR100,00\n${entries}\n:62F:C260301EUR89,50\n-\n`
  const entries = [
    ':61:2602300227D5,25NMSC//A1\n:86:Interest',
    ':61:260228    D1.25 NMSCNONREF\n:86:Blanks for the day of the entry',
    ':61:2602280228D4,00N MSCNONREF\n:86:A blank in the kind',
  ]
  const { rows, bad } = readText('mt940', statement(entries.join('\n')))
  assert.deepEqual(bad, [], 'the balances agree')
  assert.deepEqual(rows.map(short), [
    '2026-02-27 -5.25 EUR Interest',
    '2026-02-28 -1.25 EUR Blanks for the day of the entry',
    '2026-02-28 -4.00 EUR A blank in the kind',
  ])
  const alone = readText('mt940', statement(':61:260230D10,50NMSC\n:86:Interest'))
  assert.deepEqual(alone.rows.map(short), ['2026-02-28 -10.50 EUR Interest'])
  assert.equal(readText('mt940', statement(':61:260431D10,50NMSC\n:86:x')).bad[0]?.faults[0]?.field, 'date')
})
