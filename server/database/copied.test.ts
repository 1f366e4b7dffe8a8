import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { makeWorld } from '../../test/world.ts'
import { copier, type Type } from './copied.ts'
import { change, changeInTurn, onlyRow, onWriter, script, transaction, transactionOn } from './database.ts'
import { names, sql, type Value } from './sql.ts'

const world = await makeWorld()

const random = <T>(of: fc.Arbitrary<T>): T[] => fc.sample(of, 200)
/** PostgreSQL keeps neither U+0000 nor half a character. */
const isKept = (text: string) => text.isWellFormed() && !/\0|\\u(0000|d[89a-f])/i.test(text)
const times = fc.date({
  min: new Date('0001-01-01T00:00:00Z'),
  max: new Date('9999-12-31T23:59:59Z'),
  noInvalidDate: true,
})
const numbers = fc
  .tuple(fc.bigInt(-(10n ** 20n), 10n ** 20n), fc.stringMatching(/^[0-9]{1,20}$/))
  .map(([whole, decimals]) => `${whole}.${decimals}`)
const longNumbers = fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n)

/** Values of each type: those at its limits, and random ones. */
const values: Record<Type, readonly Value[]> = {
  uuid: [
    '00000000-0000-0000-0000-000000000000',
    'ABCDEF01-2345-7BCD-8EFA-ABCDEFabcdef',
    ...random(fc.uuid()),
  ],
  text: ['', 'a\tb\n\\N', '"{}', 'Ärger 😀', 'ä'.repeat(300_000), ...random(fc.string().filter(isKept))],
  json: ['null', '{"a":"\\u00e4 \\\\"}', ...random(fc.json().filter(isKept))],
  boolean: [true, false],
  smallint: [0, 32_767, -32_767],
  integer: [0, 2_147_483_647, -2_147_483_647],
  bigint: [0, 5, 2n ** 63n - 1n, -(2n ** 63n), Number.MAX_SAFE_INTEGER, ...random(longNumbers)],
  date: [
    '2000-01-01',
    '0001-01-01',
    '9999-12-31',
    '2024-02-29',
    ...random(times.map((time) => time.toISOString().slice(0, 10))),
  ],
  timestamptz: [
    '2000-01-01T00:00:00.000Z',
    '1969-12-31T23:59:59.999Z',
    '2200-12-31T23:59:59.999Z',
    ...random(times.map((time) => time.toISOString())),
  ],
  numeric: [
    '0',
    '0.000',
    '1',
    '-1.50',
    '10000',
    '0.0001',
    '0.00001',
    '123456789.0000000001',
    '99990000.00010000',
    ...random(numbers),
  ],
  bytea: [Buffer.alloc(0), Buffer.from([0, 255, 92])],
  'text[]': [[], ['a'], ['', '"', '{,}', 'NULL', 'ä'], ...random(fc.array(fc.string().filter(isKept)))],
  'uuid[]': [[], ...random(fc.array(fc.uuid()))],
}

test('a value that is copied is what PostgreSQL reads in its text', async () => {
  const types = Object.keys(values) as Type[]
  for (const [place, type] of types.entries()) {
    const table = `kept_${String.fromCharCode(97 + place)}`
    await transaction(world.db, async (tx) => {
      await script(tx, `create table ${table} (n integer, copied ${type}, read ${type})`)
      await script(tx, `grant select, insert, update on ${table} to public`)
    })
    const copy = copier(table, { n: 'integer', copied: type })
    const all = [null, ...values[type]]
    await onWriter(world.db, (session) =>
      transactionOn(session, async (tx) => {
        await changeInTurn(tx, [copy(all.map((value, n) => [n, value]))])
        for (const [n, value] of all.entries())
          await change(tx, sql`update ${names(table)} set read = ${value} where n = ${n}`)
      }),
    )
    const { count, other } = await onlyRow<{ count: number; other: string[] | null }>(
      world.db,
      sql`select count(*)::int as count,
                 array_agg(copied::text || ' is not ' || read::text) filter (where copied::text is distinct from read::text) as other
          from ${names(table)}`,
    )
    assert.deepEqual([count, other], [all.length, null], type)
  }
})

test('many rows are as one row many times, wherever room is made for more', () => {
  const [head, end, count] = [19, 2, 40_000]
  for (const [type, [, value]] of Object.entries(values)) {
    const rowsOf = (rows: Value[][]) =>
      copier('kept', { value: type as Type })(rows).bytes.subarray(head, -end)
    const [one, many] = [rowsOf([[value]]), rowsOf(Array.from({ length: count }, () => [value]))]
    assert(many.equals(Buffer.concat(Array.from({ length: count }, () => one))), type)
  }
})

test('a value of another type is refused, and not copied as another value', () => {
  const bad: [Type, Value][] = [
    ['uuid', ''],
    ['uuid', 'x'.repeat(36)],
    ['uuid', '00000000-0000-0000-0000-00000000000'],
    ['uuid', '00000000-0000-0000-0000-0000000000000'],
    ['uuid', '00000000:0000-0000-0000-000000000000'],
    ['smallint', 32_768],
    ['integer', 2 ** 31],
    ['integer', 1.5],
    ['integer', 'none'],
    ['bigint', 2n ** 63n],
    ['bigint', 1.5],
    ['bigint', ''],
    ['bigint', true],
    ['boolean', 'true'],
    ['boolean', 1],
    ['date', '2026-13-01'],
    ['date', '2026-02-30'],
    ['date', '2026-02'],
    ['date', 'March 1, 2026'],
    ['date', '2026-01-01T12:00:00Z'],
    ['timestamptz', 'tomorrow'],
    ['timestamptz', '2026-02-30T12:00:00.000Z'],
    ['timestamptz', '2026-01-31T12:00:00'],
    ['timestamptz', '2026-01-31T12:00:00.0006Z'],
    ['numeric', '1e5'],
    ['numeric', ''],
    ['numeric', `1.${'1'.repeat(2 ** 16)}`],
    ['bytea', 'abc'],
  ]
  for (const [type, value] of bad)
    assert.throws(() => copier('kept', { value: type })([[value]]), `${type} ${String(value)}`)
  assert.throws(() => copier('kept', { value: 'text' })([['a', 'b']]), 'a row with too many values')
})
