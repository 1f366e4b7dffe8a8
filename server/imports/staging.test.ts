import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createContact } from '../../contract/contacts.ts'
import { createImportRule } from '../../contract/import-rules.ts'
import {
  commitImport,
  createImport,
  deleteImport,
  getImport,
  listImportRows,
  listImports,
  updateImport,
  updateImportRow,
  updateImportRows,
} from '../../contract/imports.ts'
import { account, category } from '../../test/books.ts'
import { csv, rowsOf, sendFile, untilRead } from '../../test/importing.ts'
import { until } from '../../test/until.ts'
import { makeWorld, type Person, refused } from '../../test/world.ts'
import { forgetThePast } from '../auth/housekeeping.ts'
import { change, rows, transaction } from '../database/database.ts'
import { type Sql, sql } from '../database/sql.ts'
import { newId } from '../process/ids.ts'
import { finishReading, noCounts } from './imports.sql.ts'
import { replaceRows, rowsOfImport } from './rows.sql.ts'
import { resumeReading } from './stage.ts'

const world = await makeWorld()
const past = (statement: Sql) => transaction(world.db, (tx) => change(tx, statement))
const silent = { warn: () => undefined }
const FILE = csv('2026-11-02,BILLA,-22.10', '2026-11-03,SALARY,3000.00', 'nonsense,X,1.00')

async function staged() {
  const ana = await world.person({ base_currency_id: 'EUR' })
  const bank = await account(ana, 'Bank')
  const made = await sendFile(ana, { account_id: bank.id, filename: 'nov.csv' }, FILE)
  return { ana, bank, made, params: { id: made.id } }
}

/** Leaves an import as a process does that is killed while it reads. */
const abandon = (ana: Person, id: string) =>
  past(sql`update imports set status = 'reading', progress = 0.3, reader_id = ${newId()}, reading_at = now() - interval '1 minute'
           where book_id = ${ana.book_id} and id = ${id}`)

/** The id in the answer, or the code of the refusal. */
const idOf = async (answer: Response) => (await answer.json()) as { id?: string; code?: string } // an import or a problem

test('the same key gives the same import, and another file under it is refused', async () => {
  const ana = await world.person()
  const send = (body: string, account_id?: string) =>
    ana.ask(createImport, {
      body,
      headers: { 'idempotency-key': 'once' },
      query: { ...(account_id && { account_id }) },
    })
  const [first, second] = await Promise.all([send(FILE), send(FILE)])
  assert.deepEqual([first.status, second.status], [200, 200])
  assert.equal((await idOf(first)).id, (await idOf(second)).id)
  assert.equal((await ana.call(listImports)).data.length, 1)
  assert.equal((await idOf(await send('other'))).code, 'idempotency_key_reused')
  const bank = await account(ana, 'Bank')
  assert.equal((await idOf(await send(FILE, bank.id))).code, 'idempotency_key_reused')
})

test('an import whose reader died is taken up by the next look at it, and by whoever watches, without a second row', async (t) => {
  const { ana, made, params } = await staged()
  await abandon(ana, made.id)
  const taken = await untilRead(ana, await ana.call(getImport, { params }))
  assert.deepEqual([taken.status, taken.counts.rows, (await rowsOf(ana, made)).length], ['ready', 3, 3])

  const stop = resumeReading(world.service, silent)
  t.after(stop)
  await sleep(300) // it has looked by then, and looks again
  await abandon(ana, made.id)
  const statusOf = async () =>
    (
      await rows<{ status: string }>(
        world.db,
        sql`select status from imports where book_id = ${ana.book_id} and id = ${made.id}`,
      )
    )[0]?.status
  await until(async () => (await statusOf()) === 'ready', 20_000)
  assert.equal((await rowsOf(ana, made)).length, 3)
})

test('a reader that another one has taken over from writes nothing', async () => {
  const { ana, made } = await staged()
  await abandon(ana, made.id)
  const read = {
    status: 'ready' as const,
    format: null,
    mapping: null,
    account_id: null,
    counts: noCounts(),
    fault: null,
    fault_said: null,
    date_from: null,
    date_to: null,
    checked_version: 1,
  }
  assert.equal(
    await transaction(world.service, (tx) => finishReading(tx, ana.book_id, made.id, newId(), read)),
    false,
  )
})

test('an import that is being read is not decided about, can be removed meanwhile, and leaves no row', async () => {
  const { ana, made, params } = await staged()
  await past(
    sql`update imports set status = 'reading', reader_id = ${newId()}, reading_at = now() where id = ${made.id}`,
  )
  for (const request of [
    () => ana.call(updateImport, { params, body: { mapping: { decimal: ',' } } }),
    () => ana.call(updateImportRow, { params: { ...params, n: '1' }, body: { is_chosen: false } }),
    () => ana.call(updateImportRows, { params, body: { set: { is_chosen: false } } }),
    () => ana.call(commitImport, { params }),
  ])
    assert.equal((await refused(request())).code, 'import_reading')
  await ana.call(deleteImport, { params })
  const many = csv(...Array.from({ length: 3_000 }, (_, index) => `2026-11-02,SHOP ${index},-1.00`))
  const sent = ana.call(createImport, { body: many })
  const { id } = await sent
  await ana.call(deleteImport, { params: { id } })
  const left = await rows(world.db, sql`select from import_rows where book_id = ${ana.book_id}`)
  assert.equal(left.length, 0)
  assert.equal((await refused(ana.call(getImport, { params: { id } }))).code, 'not_found')
})

test('a correction keeps what a person decided about rows that are still the same', async () => {
  const { ana, params } = await staged()
  const food = await category(ana, 'Food')
  await ana.call(updateImportRow, {
    params: { ...params, n: '1' },
    body: { draft: { category_id: food.id } },
  })
  await ana.call(updateImportRow, { params: { ...params, n: '2' }, body: { is_chosen: false } })
  const again = await untilRead(
    ana,
    await ana.call(updateImport, { params, body: { mapping: { date_order: 'year_first' } } }),
  )
  const [first, second] = (await ana.call(listImportRows, { params })).data
  assert.deepEqual([first?.draft?.category_name, first?.is_changed], ['Food', true])
  assert.deepEqual([second?.is_chosen, again.counts.chosen], [false, 1])
})

test('other columns for the words of rows, and back, keep what a person decided about them', async () => {
  const { ana, params } = await staged()
  const columns = (await ana.call(getImport, { params })).mapping?.columns ?? []
  await ana.call(updateImportRow, { params: { ...params, n: '1' }, body: { is_chosen: false } })
  const decided = async () =>
    (await ana.call(listImportRows, { params })).data.map(({ is_changed, is_chosen }) => [
      is_changed,
      is_chosen,
    ])
  const before = await decided()
  const read = async (role?: 'notes') => {
    const roles = columns.map((one) => (role && one.role === 'text' ? { ...one, role } : one))
    const body = { mapping: { columns: roles.map(({ name, role }) => ({ name, role })) } }
    await untilRead(ana, await ana.call(updateImport, { params, body }))
    return (await ana.call(listImportRows, { params })).data[0]?.text
  }
  const text = await read()
  assert.notEqual(await read('notes'), text)
  assert.deepEqual(await decided(), before)
  assert.equal(await read(), text)
  assert.deepEqual([await decided(), before[0]], [before, [true, false]])
})

test('decisions at the same time come one after the other', async () => {
  const { ana, params } = await staged()
  const texts = ['a', 'b', 'c', 'd']
  await Promise.all([
    ...texts.map((memo) =>
      ana.call(updateImportRow, { params: { ...params, n: '1' }, body: { draft: { memo } } }),
    ),
    ana.call(updateImportRows, { params, body: { set: { is_chosen: false } } }),
    ana.call(updateImportRow, { params: { ...params, n: '2' }, body: { is_chosen: true } }),
  ])
  const { counts } = await ana.call(getImport, { params })
  const { data } = await ana.call(listImportRows, { params })
  assert.equal(counts.chosen, data.filter(({ is_chosen }) => is_chosen).length)
})

/** Adds committed imports like one that was sent, with other names in their mappings. */
const copies = (id: string, count: number, mapping: Sql) =>
  past(sql`insert into imports select copy.* from imports i, generate_series(1, ${count}) n, jsonb_populate_record(i, jsonb_build_object(
             'id', md5(i.id || '-' || n), 'status', 'committed', 'mapping', ${mapping})) copy
           where i.id = ${id}`)

test('a file is read beside all names that earlier imports can have', async () => {
  const { ana, made } = await staged()
  // As many characters as one file may have in names, of four bytes each: 36 MB.
  await copies(
    made.id,
    90,
    sql`i.mapping::jsonb || jsonb_build_object('accounts', jsonb_build_array(
          jsonb_build_object('name', repeat('\u{1F4B6}', 100000), 'account_id', gen_random_uuid())))`,
  )
  assert.equal((await sendFile(ana, {}, FILE)).status, 'ready')
})

test('a file that takes more reading at once than Florin does is given up at once, and says so', async () => {
  const { ana, bank, made } = await staged()
  await copies(made.id, 1, sql`jsonb_build_object('columns', repeat('x', 34000000))`)
  const given = await sendFile(ana, { account_id: bank.id }, FILE)
  assert.deepEqual(
    [given.status, given.fault?.slice(0, 86)],
    ['failed', 'To judge the rows of this file, Florin would have to read more than 32 MiB of the book'],
  )
})

test('a decision or a mapping that does not fit is refused by its code', async () => {
  const { ana, bank, params } = await staged()
  const income = await category(ana, 'Pay', 'income')
  const bela = await ana.call(createContact, { body: { name: 'Bela' } })
  const row = (n: string, draft: object) =>
    ana.call(updateImportRow, { params: { ...params, n }, body: { draft } })
  const map = (mapping: object) => ana.call(updateImport, { params, body: { mapping } })
  const wrong: [() => Promise<unknown>, string][] = [
    [() => row('1', { category_id: newId() }), 'category_not_found'],
    [() => row('1', { category_id: income.id, kind: 'expense' }), 'category_not_found'],
    [() => row('1', { contact_id: newId() }), 'contact_not_found'],
    [() => row('1', { kind: 'transfer', other_account_id: newId() }), 'account_not_usable'],
    [() => row('1', { kind: 'transfer', other_account_id: bank.id }), 'row_invalid'],
    [() => row('1', { kind: 'transfer' }), 'row_invalid'],
    [() => row('1', { kind: 'payment', obligation_id: newId() }), 'obligation_not_payable'],
    [() => row('1', { kind: 'payment' }), 'row_invalid'],
    [() => row('1', { is_refund: true }), 'row_invalid'],
    [() => row('3', { memo: 'x' }), 'row_invalid'],
    [() => row('4', { memo: 'x' }), 'not_found'],
    [() => row('x', { memo: 'x' }), 'not_found'],
    [() => ana.call(updateImportRows, { params, body: { n: [3], set: { is_chosen: true } } }), 'row_invalid'],
    [() => ana.call(createImport, { body: '' }), 'file_empty'],
    [() => ana.call(createImport, { body: FILE, query: { account_id: newId() } }), 'account_not_usable'],
    [() => map({ encoding: 'klingon' }), 'mapping_invalid'],
    [() => map({ separator: '"' }), 'mapping_invalid'],
    [() => map({ columns: [{ role: 'date' }] }), 'mapping_invalid'],
    [() => map({ columns: [{ role: 'date' }, { role: 'text' }, { role: 'text' }] }), 'mapping_invalid'],
    [() => map({ accounts: [{ name: 'Nowhere', account_id: bank.id }] }), 'mapping_invalid'],
    [() => map({ categories: [{ name: 'Nothing', kind: 'expense', category_id: null }] }), 'mapping_invalid'],
  ]
  for (const [request, code] of wrong) assert.equal((await refused(request())).code, code)
  const { data } = await ana.call(listImportRows, { params })
  assert(data.every(({ is_changed }) => !is_changed))
  await row('1', { contact_id: bela.id })
})

test('why a row or a rule does not fit is said whole in the language of the request, and in English as before', async () => {
  const { ana, bank, params } = await staged()
  const rows = `/imports/${params.id}/rows`
  const saidOf = async (path: string, payload: object, language: string) => {
    const headers = { 'accept-language': language }
    const [method, url] = path.startsWith('/import-rules') ? ['POST', path] : ['PUT', `${rows}${path}`]
    return (await ana.send({ method, url, payload, headers })).body.message
  }
  const when = { match: 'all', conditions: [{ field: 'text', is: 'contains', value: 'shop' }] }
  const said: [path: string, payload: object, english: string, german: string][] = [
    [
      '/1',
      { draft: { kind: 'transfer' } },
      'draft.other_account_id: row 1 is a transfer, and needs the account on the other side.',
      'draft.other_account_id: Zeile 1 ist eine Umbuchung und braucht das Konto auf der anderen Seite.',
    ],
    [
      '/1',
      { draft: { kind: 'transfer', other_account_id: bank.id } },
      'draft.other_account_id: row 1 has the same account on both sides: a transfer needs two.',
      'draft.other_account_id: Zeile 1 hat auf beiden Seiten dasselbe Konto: Eine Umbuchung braucht zwei.',
    ],
    [
      '/1',
      { draft: { kind: 'payment' } },
      'draft.obligation_id: row 1 is a payment, and needs the obligation that it pays.',
      'draft.obligation_id: Zeile 1 ist eine Zahlung und braucht die Schuld, die sie bezahlt.',
    ],
    [
      '',
      { n: [3], set: { is_chosen: true } },
      'set.is_chosen: row 3 cannot be read, and so cannot be recorded.',
      'set.is_chosen: Zeile 3 kann nicht gelesen und darum nicht eingetragen werden.',
    ],
    [
      '/import-rules',
      { name: 'Shops', when, set: {} },
      'set: it sets nothing. Send at least one of category_id, contact_id, add_tags, notes and to_account_id.',
      'set: sie setzt nichts. Sende mindestens eines von category_id, contact_id, add_tags, notes und to_account_id.',
    ],
  ]
  for (const [path, payload, english, german] of said)
    assert.deepEqual(
      [await saidOf(path, payload, 'en'), await saidOf(path, payload, 'de')],
      [english, german],
    )
})

test('a book has a bounded number of imports and of their bytes that are not committed', async () => {
  const ana = await world.person()
  const fill = (count: number, bytes: number) =>
    past(sql`insert into imports (book_id, id, filename, bytes, status, progress, counts, created_at)
             select ${ana.book_id}, gen_random_uuid(), 'x', ${bytes}, 'ready', 1, ${JSON.stringify(noCounts())}, now()
             from generate_series(1, ${count})`)
  await fill(4, 12_500_000)
  const large = await refused(ana.call(createImport, { body: FILE }))
  assert.deepEqual([large.code, large.params.most_megabytes], ['imports_too_large', 50])
  await past(sql`update imports set bytes = 1 where book_id = ${ana.book_id}`)
  await fill(46, 1)
  assert.equal((await refused(ana.call(createImport, { body: FILE }))).code, 'imports_too_many')
})

test('housekeeping removes an import that was not committed for a month, with its file and its rows', async () => {
  const { ana, made } = await staged()
  const young = await sendFile(ana, {}, FILE)
  await past(
    sql`update imports set created_at = now() - interval '31 days' where book_id = ${ana.book_id} and id = ${made.id}`,
  )
  await forgetThePast(world.service)
  assert.deepEqual(
    (await ana.call(listImports)).data.map(({ id }) => id),
    [young.id],
  )
  const left = await rows<{ count: number }>(
    world.db,
    sql`select (select count(*) from import_rows where import_id = ${made.id})::int
             + (select count(*) from import_files where import_id = ${made.id})::int as count`,
  )
  assert.equal(left[0]?.count, 0)
})

/** The longest turn of the event loop while work is under way, in milliseconds of this thread's processor time, so that other programs do not count. */
async function longestTurn(work: Promise<unknown>): Promise<number> {
  let isDone = false
  void work.finally(() => (isDone = true)).catch(() => undefined)
  let longest = 0
  for (let before = process.threadCpuUsage(); !isDone; ) {
    await sleep(1)
    const { user, system } = process.threadCpuUsage(before)
    longest = Math.max(longest, (user + system) / 1_000)
    before = process.threadCpuUsage()
  }
  return longest
}

test('a file of thousands of rows is staged whole, while the event loop stays free', async () => {
  const ana = await world.person()
  const bank = await account(ana, 'Bank')
  const lines = Array.from(
    { length: 5_000 },
    (_, index) => `2026-${String(1 + (index % 11)).padStart(2, '0')}-05,SHOP ${index},-${index % 90}.10`,
  )
  const made = await ana.call(createImport, { query: { account_id: bank.id }, body: csv(...lines) })
  const reading = untilRead(ana, made)
  const longest = await longestTurn(reading)
  const read = await reading
  assert.deepEqual([read.status, read.counts.rows, read.counts.chosen], ['ready', 5_000, 5_000])
  assert(longest < 50, `${longest} ms`)
})

test('an import can be removed while it is read again, however long its rows take to judge', async () => {
  const { ana, bank } = await staged()
  const food = await category(ana, 'Food')
  const file = csv(...Array.from({ length: 1_500 }, (_, n) => `2026-11-02,Number ${n} of many,-${n + 1}.00`))
  const { id } = await sendFile(ana, { account_id: bank.id }, file)
  const texts = Array.from(
    { length: 50 },
    (_, n) => ({ field: 'text', is: 'contains', value: `none ${n}` }) as const,
  )
  const group = { field: 'group', match: 'any', conditions: texts } as const
  const when = { match: 'any' as const, conditions: [group, group] }
  for (let rule = 1; rule <= 200; rule++)
    await ana.call(createImportRule, { body: { name: `Rule ${rule}`, when, set: { category_id: food.id } } })
  await ana.call(updateImport, { params: { id }, body: { mapping: { is_reversed: true } } })
  await ana.call(deleteImport, { params: { id } })
  assert.equal((await ana.call(listImports)).data.length, 1)
})

test('rows that take longer to judge than a statement may take are written', async () => {
  const { ana, made } = await staged()
  const [first] = await rowsOfImport(world.db, ana.book_id, made.id)
  assert(first)
  const [bell, each] = [new Int32Array(new SharedArrayBuffer(4)), { count: 12, ms: 500 }]
  const slowly = Array.from({ length: each.count }, (_, index) => ({ ...first, n: index + 1 }))
    .values()
    .map((row) => {
      Atomics.wait(bell, 0, 0, each.ms)
      return row
    })
  await transaction(world.service, (tx) => replaceRows(tx, ana.book_id, made.id, slowly))
  assert.equal((await rowsOf(ana, made)).length, each.count)
})
