import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listAccountLines } from '../../contract/accounts.ts'
import { undoChange } from '../../contract/changes.ts'
import { getImport } from '../../contract/imports.ts'
import { account } from '../../test/books.ts'
import { rowsOf, sendFile, zipOf } from '../../test/importing.ts'
import { commit } from '../../test/imports.ts'
import { sharedWorld } from '../../test/world.ts'

const world = await sharedWorld()

const HEADINGS = 'Date,Text,Amount,Reference,Balance\n'

/** A zip of such CSV files, each with its rows below the headings. */
const zipOfRows = (files: Readonly<Record<string, readonly string[]>>) =>
  zipOf(
    Object.fromEntries(
      Object.entries(files).map(([name, rows]) => [name, `${HEADINGS}${rows.join('\n')}\n`]),
    ),
  )

async function household() {
  const ana = await world.person({ base_currency_id: 'EUR' })
  return { ana, bank: await account(ana, 'Bank') }
}

test('the statements of a zip are one import, with one commit and one undo', async () => {
  const { ana, bank } = await household()
  const zip = await zipOfRows({
    '2026-02.csv': ['2026-02-01,Rent,-50.00,,50.00', '2026-02-03,Bakery,-5.00,,45.00'],
    '2026-01.csv': ['2026-01-30,Pay,100.00,,100.00'],
  })
  const made = await sendFile(ana, { account_id: bank.id, filename: 'year.zip' }, zip)
  assert.equal(made.status, 'ready', String(made.fault))
  assert.deepEqual(
    (await rowsOf(ana, made)).map(({ n, part, line, amount }) => [n, part, line, amount]),
    [
      [1, '2026-01.csv', 2, 100],
      [2, '2026-02.csv', 2, -50],
      [3, '2026-02.csv', 3, -5],
    ],
  )
  assert.deepEqual(
    made.balances.map(({ date, file, book, difference }) => [date, file, book, difference]),
    [
      ['2026-01-31', 100, 100, 0],
      ['2026-02-03', 45, 45, 0],
    ],
  )
  const { version } = await commit(ana, made.id)
  const lines = async () =>
    (await ana.call(listAccountLines, { params: { id: bank.id } })).data.map(({ memo }) => memo)
  assert.deepEqual(await lines(), ['Bakery', 'Rent', 'Pay'])
  await ana.call(undoChange, { params: { version: String(version) } })
  assert.deepEqual(await lines(), [])
  assert.equal((await ana.call(getImport, { params: { id: made.id } })).is_undone, true)
})

test('a booking that two statements have is recorded once, and two equal ones of a statement twice', async () => {
  const { ana, bank } = await household()
  const coffee = '2026-01-31,Coffee,-3.00,,'
  const zip = await zipOfRows({
    'jan.csv': ['2026-01-30,Pay,100.00,,', coffee],
    'jan-feb.csv': [coffee, coffee, '2026-02-01,Tea,-2.00,,'],
  })
  const made = await sendFile(ana, { account_id: bank.id, filename: 'two.zip' }, zip)
  assert.deepEqual(
    (await rowsOf(ana, made)).map(({ part, line, verdict, is_chosen, needs_attention, reason }) => [
      `${part}:${line}`,
      verdict,
      is_chosen,
      needs_attention,
      verdict === 'duplicate' ? reason : '',
    ]),
    [
      ['jan-feb.csv:2', 'new', true, false, ''],
      ['jan-feb.csv:3', 'new', true, false, ''],
      ['jan-feb.csv:4', 'new', true, false, ''],
      ['jan.csv:2', 'new', true, false, ''],
      ['jan.csv:3', 'duplicate', false, false, '"jan-feb.csv" has it already, in line 2.'],
    ],
  )
  await commit(ana, made.id)
  // Sent again, every row is known, and so are both of two equal ones.
  const again = await sendFile(ana, { account_id: bank.id, filename: 'again.zip' }, zip)
  assert.deepEqual(again.counts.duplicate, 5)
})

test('the number of the bank tells two equal bookings of two statements apart, if numbers last', async () => {
  const { ana, bank } = await household()
  const judged = async (...second: string[]) => {
    const zip = await zipOfRows({
      'a.csv': ['2026-01-31,Coffee,-3.00,R1,', '2026-01-31,Tea,-2.00,R2,'],
      'b.csv': second,
    })
    const made = await sendFile(ana, { account_id: bank.id, filename: 'two.zip' }, zip)
    return (await rowsOf(ana, made))
      .slice(2)
      .map((row) => [row.verdict, row.is_chosen, row.needs_attention, row.reason])
  }
  const lasting = await judged('2026-01-31,TEA SHOP,-2.00,R2,', '2026-01-31,Coffee,-3.00,R3,')
  assert.deepEqual(lasting[0], ['duplicate', false, false, '"a.csv" has it already, in line 3.'])
  assert.deepEqual(lasting[1]?.slice(0, 3), ['new', true, false])
  const renumbered = await judged('2026-01-31,Coffee,-3.00,R7,')
  assert.deepEqual(renumbered, [
    [
      'duplicate',
      false,
      true,
      '"a.csv" has one of the same day, amount and words in line 2, under another number of the bank. Is it the same?',
    ],
  ])
})

test('statements of one day each are recorded in the order of their days, whichever order their names have', async () => {
  const { ana, bank } = await household()
  const zip = await zipOfRows({
    'a.csv': ['2026-01-31,third,-1.00,,', '2026-01-31,fourth,-1.00,,'],
    'b.csv': ['2026-01-30,first,-1.00,,', '2026-01-30,second,-1.00,,'],
  })
  const made = await sendFile(ana, { account_id: bank.id, filename: 'days.zip' }, zip)
  await commit(ana, made.id)
  const { data } = await ana.call(listAccountLines, { params: { id: bank.id } })
  assert.deepEqual(
    data.map(({ memo }) => memo),
    ['fourth', 'third', 'second', 'first'],
  )
})

test('a file of a zip that cannot be read fails the import with its name, and nothing is staged', async () => {
  const { ana, bank } = await household()
  const bad = await zipOfRows({ 'a.csv': ['2026-01-31,Tea,1.00,,'], 'b.csv': ['2026-01-31,"Tea,1.00,,'] })
  const made = await sendFile(ana, { account_id: bank.id, filename: 'bad.zip' }, bad)
  assert.equal(made.status, 'failed')
  assert.match(made.fault ?? '', /^"b.csv" in the zip: Line 2: a quotation mark opens a cell/)
  assert.deepEqual([made.counts.rows, (await rowsOf(ana, made)).length], [0, 0])
})
