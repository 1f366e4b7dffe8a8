import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deleteExpense, listTransactions } from '../../contract/budgeting.ts'
import { undoChange } from '../../contract/changes.ts'
import { listImportRows } from '../../contract/imports.ts'
import { account } from '../../test/books.ts'
import { csv, rowsOf, sendFile } from '../../test/importing.ts'
import { commit, stage } from '../../test/imports.ts'
import { makeWorld } from '../../test/world.ts'
import { change, rows, transaction } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { newId } from '../process/ids.ts'
import { verify } from '../verify/verify.ts'

const world = await makeWorld()

test('deleting a transaction for good erases the texts of its imported row, except the hash of the line', async () => {
  const ana = await world.person()
  const money = await account(ana, 'Bank')
  const secret = 'zsofia-the-secret'
  const draft = { memo: secret, notes: secret }
  const suggestion = {
    category_id: null,
    category_name: null,
    contact_id: null,
    contact_name: null,
    words: [secret],
    count: 1,
    of_count: 1,
    rule_id: null,
    rule_name: null,
  }
  const made = await stage(world, ana, money.id, [
    { amount: -4711n, draft, file_row: { text: secret, payee: secret } },
    { amount: -100n },
  ])
  await transaction(world.db, (tx) =>
    change(
      tx,
      sql`update import_rows set line_key = 'key 1', search = ${secret}, reason = ${secret}, suggestion = ${JSON.stringify(suggestion)}
          where import_id = ${made.id} and n = 1`,
    ),
  )
  await commit(ana, made.id)
  const [first] = (await ana.call(listImportRows, { params: { id: made.id } })).data
  const params = { id: first?.transaction_id ?? '' }
  await ana.call(deleteExpense, { params })
  await ana.call(deleteExpense, { params, query: { forever: true } })
  const kept = await rows<{ all: string }>(
    world.db,
    sql`select row_to_json(r)::text as all from import_rows r where import_id = ${made.id} and n = 1`,
  )
  const [{ all } = assert.fail()] = kept
  assert.doesNotMatch(all, /secret|4711|2026-11-02/)
  assert.match(all, /"line_key":"key 1"/)
  const shown = await ana.call(listImportRows, { params: { id: made.id } })
  assert.deepEqual(
    shown.data.map(({ text, amount, draft, transaction_id }) => [
      text,
      amount,
      draft === null,
      transaction_id,
    ]),
    [
      ['', null, true, params.id],
      ['', -1, false, shown.data[1]?.transaction_id],
    ],
  )
  assert.deepEqual(await verify(world.db), [])
})

test('a file does not bring back in silence what was deleted for good', async () => {
  const ana = await world.person({ base_currency_id: 'EUR' })
  const money = await account(ana, 'Bank')
  const query = { account_id: money.id, filename: 'bank.csv' }
  const file = csv('2026-11-02,COFFEE,-3.50', '2026-11-03,SHOP,-20.00')
  const made = await sendFile(ana, query, file)
  await commit(ana, made.id)
  const [coffee] = await rowsOf(ana, made)
  const params = { id: coffee?.transaction_id ?? '' }
  await ana.call(deleteExpense, { params })
  await ana.call(deleteExpense, { params, query: { forever: true } })
  const again = await rowsOf(ana, await sendFile(ana, query, file))
  assert.deepEqual(
    again.map(({ verdict, is_chosen }) => [verdict, is_chosen]),
    [
      ['duplicate', false],
      ['duplicate', false],
    ],
  )
  assert.match(again[0]?.reason ?? '', /You deleted it for good since/)
})

test('a row that became half of a transfer counts as that transfer, until the transfer is undone', async () => {
  const ana = await world.person({ base_currency_id: 'EUR' })
  const [money, cash] = [await account(ana, 'Bank'), await account(ana, 'Cash')]
  const query = { account_id: cash.id, filename: 'cash.csv' }
  const file = csv('2026-11-02,MYSTERY,-20.00')
  const made = await sendFile(ana, query, file)
  await commit(ana, made.id)
  const [half] = await rowsOf(ana, made)
  const of_record = {
    kind: 'transaction' as const,
    id: half?.transaction_id ?? '',
    date: '2026-11-02',
    amount: 20,
    currency_id: 'EUR',
    name: 'MYSTERY',
  }
  const draft = { kind: 'transfer' as const, category_name: null, other_account_id: cash.id }
  const other = await stage(world, ana, money.id, [
    { amount: 2000n, currency_id: 'EUR', verdict: 'transfer', of_record, draft },
  ])
  const { version } = await commit(ana, other.id)
  const [transfer] = (await ana.call(listTransactions)).data
  const [seen] = await rowsOf(ana, await sendFile(ana, query, file))
  assert.deepEqual([seen?.verdict, seen?.of?.id], ['duplicate', transfer?.id])
  assert.doesNotMatch(seen?.reason ?? '', /deleted/)
  await ana.call(undoChange, { params: { version: String(version) } })
  const [back] = await rowsOf(ana, await sendFile(ana, query, file))
  assert.deepEqual([back?.verdict, back?.of?.id], ['duplicate', half?.transaction_id])
})

test('verify names a row that became what the book does not have, and an import that the log does not know', async () => {
  const ana = await world.person()
  const money = await account(ana, 'Bank')
  const made = await stage(world, ana, money.id, [{ amount: -100n }, { amount: -200n }])
  const open = await stage(world, ana, money.id, [{ amount: -300n }])
  const { version } = await commit(ana, made.id)
  await ana.call(undoChange, { params: { version: String(version) } })
  assert.deepEqual(await verify(world.db), [], 'what was undone is in the trash, and still there')
  await transaction(world.db, async (tx) => {
    const became = (to: string | null, importId: string, n: number) =>
      change(
        tx,
        sql`update import_rows set transaction_id = ${to} where import_id = ${importId} and n = ${n}`,
      )
    const [first] = await rows<{ id: string }>(
      tx,
      sql`select transaction_id as id from import_rows where import_id = ${made.id} and n = 1`,
    )
    await became(first?.id ?? '', open.id, 1)
    await became(newId(), made.id, 1)
    await became(null, made.id, 2)
    await change(tx, sql`update imports set committed_version = 999 where id = ${made.id}`)
  })
  const found = (await verify(world.db)).join('\n')
  assert.match(found, /recorded as version 999/)
  assert.match(found, /row 1: it became [0-9a-f-]{36}, which/)
  assert.match(found, /row 2: it became nothing/)
  assert.match(found, /row 1: its import is not committed/)
  assert.equal((await ana.call(listTransactions)).data.length, 0)
})
