import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  deleteImport,
  getImport,
  listImportRows,
  listImports,
  updateImport,
  updateImportRow,
  updateImportRows,
} from '../../contract/imports.ts'
import { account, category } from '../../test/books.ts'
import { sendFile, untilRead } from '../../test/importing.ts'
import { refused, sharedWorld } from '../../test/world.ts'

const world = await sharedWorld()

const FILE = 'date,text,amount\n2026-11-02,BILLA GRAZ,-22.10\n2026-11-03,SALARY,3000.00\nnonsense,X,1\n'

test('a file is read, and its rows are listed; nothing is in the book', async () => {
  const ana = await world.person()
  const bank = await account(ana, 'Bank')
  const query = { account_id: bank.id, filename: 'nov.csv' }
  const made = await sendFile(ana, query, FILE)
  assert.deepEqual(
    [made.status, made.progress, made.format, made.filename, made.account_id],
    ['ready', 1, 'csv', 'nov.csv', bank.id],
  )
  assert.equal(made.counts.rows, 3)
  assert.equal(made.counts.new, 2)
  assert.equal(made.counts.invalid, 1)
  const { data } = await ana.call(listImportRows, { params: { id: made.id } })
  assert.deepEqual(
    data.map(({ n, line, verdict, amount, is_chosen }) => [n, line, verdict, amount, is_chosen]),
    [
      [1, 2, 'new', -22.1, true],
      [2, 3, 'new', 3000, true],
      [3, 4, 'invalid', null, false],
    ],
  )
  assert.deepEqual((await ana.call(listImports)).data, [{ ...made, left_out: [] }])
  assert.deepEqual(await ana.call(getImport, { params: { id: made.id } }), made)
})

test('a person decides about rows, one by one or several, and the counts follow', async () => {
  const ana = await world.person()
  const bank = await account(ana, 'Bank')
  const food = await category(ana, 'Food')
  const { id } = await sendFile(ana, { account_id: bank.id }, FILE)
  const changed = await ana.call(updateImportRow, {
    params: { id, n: '1' },
    body: { draft: { category_id: food.id, memo: 'Groceries' } },
  })
  assert.deepEqual(
    [changed.draft?.category_name, changed.draft?.memo, changed.is_changed],
    ['Food', 'Groceries', true],
  )
  const none = await ana.call(updateImportRows, { params: { id }, body: { set: { is_chosen: false } } })
  assert.equal(none.counts.chosen, 0)
  const one = await ana.call(updateImportRows, {
    params: { id },
    body: { q: 'salary', set: { is_chosen: true } },
  })
  assert.equal(one.counts.chosen, 1)
  const misplaced = await ana.send({
    method: 'PUT',
    url: `/imports/${id}/rows?q=coffee&verdict=new&page=2`,
    payload: { set: { is_chosen: true } },
  })
  assert.deepEqual(misplaced.body.errors, {
    q: ['q belongs in the body of this request: in the address it has no effect.'],
    verdict: ['verdict belongs in the body of this request: in the address it has no effect.'],
  })
  assert.equal((await ana.call(getImport, { params: { id } })).counts.chosen, 1)
  const wrong = ana.call(updateImportRow, { params: { id, n: '3' }, body: { is_chosen: true } })
  assert.equal((await refused(wrong)).code, 'row_invalid')
})

test('rows are counted and listed by what becomes of them, and by their verdict as before', async () => {
  const ana = await world.person()
  const bank = await account(ana, 'Bank')
  const savings = await account(ana, 'Cash')
  const { id, counts } = await sendFile(ana, { account_id: bank.id }, FILE)
  assert.deepEqual([counts.becomes.new, counts.becomes.transfer, counts.becomes.invalid], [2, 0, 1])
  await ana.call(updateImportRow, {
    params: { id, n: '1' },
    body: { draft: { kind: 'transfer', other_account_id: savings.id } },
  })
  const after = (await ana.call(getImport, { params: { id } })).counts
  assert.deepEqual([after.new, after.transfer], [2, 0], 'the verdict stays')
  assert.deepEqual([after.becomes.new, after.becomes.transfer], [1, 1])
  const listed = async (query: { verdict?: string; becomes?: string }) =>
    (await ana.call(listImportRows, { params: { id }, query })).data.map(({ n }) => n)
  assert.deepEqual(await listed({ becomes: 'transfer' }), [1])
  assert.deepEqual(await listed({ becomes: 'new,invalid' }), [2, 3])
  assert.deepEqual(await listed({ verdict: 'new' }), [1, 2])
})

test('a correction reads the file again, and a removed import is gone', async () => {
  const ana = await world.person()
  const { id } = await sendFile(ana, {}, FILE)
  const bank = await account(ana, 'Bank')
  const sent = await ana.call(updateImport, { params: { id }, body: { account_id: bank.id } })
  const corrected = await untilRead(ana, sent)
  assert.deepEqual([corrected.status, corrected.account_id, corrected.counts.rows], ['ready', bank.id, 3])
  await ana.call(deleteImport, { params: { id } })
  assert.equal((await refused(ana.call(getImport, { params: { id } }))).code, 'not_found')
})
