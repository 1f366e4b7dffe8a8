import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAccount, getAccount, listAccounts } from '../../contract/accounts.ts'
import { getBook } from '../../contract/books.ts'
import { listTransactions } from '../../contract/budgeting.ts'
import { listCategories } from '../../contract/categories.ts'
import { listChanges, undoChange } from '../../contract/changes.ts'
import { createContact } from '../../contract/contacts.ts'
import { getImport, listImportRows } from '../../contract/imports.ts'
import { getObligation } from '../../contract/obligations.ts'
import { account, balances, bank, category, publish, spend } from '../../test/books.ts'
import { lender } from '../../test/debts.ts'
import { commit, stage } from '../../test/imports.ts'
import { makeWorld, type Person, refused } from '../../test/world.ts'
import { change, rows, transaction } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { verify } from '../verify/verify.ts'

const world = await makeWorld()

const undo = (ana: Person, version: number) => ana.call(undoChange, { params: { version: String(version) } })
const listed = async (ana: Person) =>
  (await ana.call(listTransactions, { query: { sort: 'created_at', limit: 500 } })).data

test('the chosen rows become one change, with what they need, and one undo takes all of it back', async () => {
  const ana = await world.person()
  const [money, cash, food] = [
    await account(ana, 'Bank'),
    await account(ana, 'Cash'),
    await category(ana, 'Food'),
  ]
  const bela = await ana.call(createContact, { body: { name: 'Bela' } })
  const made = await stage(world, ana, money.id, [
    {
      amount: -1250n,
      draft: { category_id: food.id, contact_id: bela.id, notes: 'n', tags: ['t'], memo: 'm' },
    },
    { amount: 300000n, date: '2026-11-03' },
    { amount: 500n, draft: { kind: 'expense', category_id: food.id, category_name: null, is_refund: true } },
    { amount: -2000n, draft: { kind: 'transfer', category_name: null, other_account_id: cash.id } },
    { amount: 700n, draft: { kind: 'transfer', category_name: null, other_account_id: cash.id } },
    { amount: -100n, is_chosen: false },
    {
      amount: -1000n,
      draft: {
        category_name: null,
        splits: [
          { category_id: food.id, category_name: null, amount: 4, memo: 'a' },
          { category_id: null, category_name: 'New', amount: 6, memo: null },
        ],
      },
    },
  ])
  const { version } = await ana.call(getBook)
  const done = await commit(ana, made.id)
  assert.equal(done.version, version + 1)
  assert.deepEqual(
    [done.import.status, done.import.committed_version, done.import.is_undone],
    ['committed', done.version, false],
  )
  const { added, ...read } = await ana.call(getImport, { params: { id: made.id } })
  assert.deepEqual({ ...read, added: [] }, done.import)
  assert.deepEqual(
    added.map(({ kind, category_name, count, amount }) => [kind, category_name, count, amount]),
    [
      ['income', 'Other income', 1, 3000],
      ['transfer', null, 2, 27],
      ['expense', 'Food', 3, 11.5],
      ['expense', 'New', 1, 6],
    ],
  )
  const all = await listed(ana)
  assert.deepEqual(
    all.map(({ kind, date, amount, is_refund, category_name, memo }) => [
      kind,
      date,
      amount,
      is_refund,
      category_name,
      memo,
    ]),
    [
      ['expense', '2026-11-02', 12.5, false, 'Food', 'm'],
      ['income', '2026-11-03', 3000, false, 'Other income', 'Row 2'],
      ['expense', '2026-11-02', 5, true, 'Food', 'Row 3'],
      ['transfer', '2026-11-02', 20, false, null, 'Row 4'],
      ['transfer', '2026-11-02', 7, false, null, 'Row 5'],
      ['expense', '2026-11-02', 10, false, 'Food', null],
    ],
  )
  assert.deepEqual([all[0]?.contact_id, all[0]?.notes, all[0]?.tags], [bela.id, 'n', ['t']])
  assert.deepEqual(
    all[5]?.splits.map(({ category_name, amount, memo }) => [category_name, amount, memo]),
    [
      ['Food', 4, 'a'],
      ['New', 6, null],
    ],
  )
  assert.deepEqual(await balances(ana, money.id), { USD: 2969.5 })
  assert.deepEqual(await balances(ana, cash.id), { USD: 13 })
  const became = (await ana.call(listImportRows, { params: { id: made.id } })).data.map(
    (row) => row.transaction_id,
  )
  assert.deepEqual(became, [...all.slice(0, 5).map(({ id }) => id), null, all[5]?.id])
  const { data } = await ana.call(listChanges, { query: { since: version } })
  assert.deepEqual([...new Set(data.map((one) => one.version))], [done.version])
  assert.deepEqual(await verify(world.db), [])

  const undone = await undo(ana, done.version)
  assert.deepEqual([await listed(ana), await balances(ana, money.id)], [[], {}])
  assert.deepEqual(
    (await ana.call(listCategories)).data.map(({ name }) => name),
    ['Food'],
  )
  assert.equal((await ana.call(getImport, { params: { id: made.id } })).is_undone, true)
  await undo(ana, undone.version)
  assert.deepEqual(await balances(ana, money.id), { USD: 2969.5 })
  assert.equal((await ana.call(getImport, { params: { id: made.id } })).is_undone, false)
  assert.deepEqual(await verify(world.db), [])
})

test('words that are too long for the notes of a split are cut between two characters', async () => {
  const ana = await world.person()
  const part = { category_id: null, category_name: 'New', memo: 'a' }
  const splits = [
    { ...part, amount: 4 },
    { ...part, amount: 6 },
  ]
  const draft = { category_name: null, memo: 'Shop', notes: '🍕'.repeat(10_000), splits }
  const made = await stage(world, ana, (await account(ana, 'Bank')).id, [{ amount: -1000n, draft }])
  await commit(ana, made.id)
  assert.equal((await listed(ana))[0]?.notes, `Shop\n${'🍕'.repeat(10_000 - 'Shop\n'.length)}`)
  assert.deepEqual(await verify(world.db), [], 'the tables say what the log says')
})

test('the transactions of an import are listed by it, and no others', async () => {
  const ana = await world.person()
  const [money, food] = [await account(ana, 'Bank'), await category(ana, 'Food')]
  await spend(ana, { date: '2026-11-02', category_id: food.id, asset_account_id: money.id, amount: 1 })
  const rows = [{ amount: -200n }, { amount: -300n }, { amount: -400n, is_chosen: false }]
  const { id } = await stage(world, ana, money.id, rows)
  const query = { import_id: id, sort: 'amount' as const }
  const amounts = async () => (await ana.call(listTransactions, { query })).data.map(({ amount }) => amount)
  assert.deepEqual(await amounts(), [], 'nothing is recorded yet')
  await commit(ana, id)
  assert.deepEqual(await amounts(), [2, 3])
})

test('a committed import is recorded once, however often and by whatever key it is asked for, and its file is gone', async () => {
  const ana = await world.person()
  const money = await account(ana, 'Bank')
  const made = await stage(world, ana, money.id, [{ amount: -100n }])
  const path = { method: 'POST' as const, url: `/imports/${made.id}/commit` }
  const keyed = { ...path, headers: { 'idempotency-key': 'k' } }
  const first = await ana.send(keyed)
  const again = await ana.send(keyed)
  assert.deepEqual([first.status, again.status, again.headers['idempotency-replayed']], [200, 200, 'true'])
  assert.deepEqual(again.body, first.body)
  assert.deepEqual((await ana.send(path)).body, first.body)
  assert.equal((await listed(ana)).length, 1)
  const files = await rows(world.db, sql`select from import_files where book_id = ${ana.book_id}`)
  assert.equal(files.length, 0)
})

test('two commits at once, and other writers beside them, record the rows once', async () => {
  const ana = await world.person()
  const money = await account(ana, 'Bank')
  const food = await category(ana, 'Food')
  const made = await stage(
    world,
    ana,
    money.id,
    Array.from({ length: 30 }, () => ({ amount: -100n })),
  )
  const answers = await Promise.all([
    ...Array.from({ length: 3 }, () => commit(ana, made.id)),
    ...Array.from({ length: 5 }, () => spend(ana, { amount: 1, category_id: food.id })),
  ])
  assert.equal(new Set(answers.slice(0, 3).map(({ version }) => version)).size, 1)
  assert.equal((await listed(ana)).length, 35)
  assert.deepEqual(await balances(ana, money.id), { USD: -30 })
  assert.deepEqual(await verify(world.db), [])
})

test('several payments of one obligation in one import see what those before them have paid', async () => {
  const { ana, owe } = await lender(world)
  const money = await account(ana, 'Bank')
  const debt = await owe('Payables', { original_amount: 10, outstanding_amount: 10 })
  const isOut = debt.direction === 'payable'
  const pay = (amount: bigint) => ({
    amount: isOut ? -amount : amount,
    draft: { kind: 'payment' as const, category_name: null, obligation_id: debt.id },
  })
  const { version } = await ana.call(getBook)
  const tooMuch = await stage(world, ana, money.id, [pay(400n), pay(400n), pay(300n)])
  const problem = await refused(commit(ana, tooMuch.id))
  assert.deepEqual([problem.code, problem.status], ['row_refused', 409])
  assert.match(problem.detail, /^Row 3 \(line 4 of the file\): .*Nothing was recorded\.$/)
  assert.equal((await ana.call(getBook)).version, version)
  const right = await stage(world, ana, money.id, [pay(400n), pay(400n), pay(200n)])
  const done = await commit(ana, right.id)
  const paid = await ana.call(getObligation, { params: { id: debt.id } })
  assert.deepEqual([paid.outstanding_amount, paid.settled_at !== null], [0, true])
  await undo(ana, done.version)
  assert.equal((await ana.call(getObligation, { params: { id: debt.id } })).outstanding_amount, 10)
  assert.deepEqual(await verify(world.db), [])
})

test('a transfer to another currency says what arrived, and one from it what left', async () => {
  const ana = await world.person()
  await publish(world, '2026-11-01', { USD: '1.25' })
  const [money, euros] = [await account(ana, 'Bank'), await bank(ana, 'Euros', 'EUR')]
  const draft = { kind: 'transfer' as const, category_name: null, other_account_id: euros.id }
  const made = await stage(world, ana, money.id, [
    { amount: -10000n, draft: { ...draft, other_amount: 81 } },
    { amount: 5000n, draft: { ...draft, other_amount: 40 } },
    { amount: -2500n, draft },
  ])
  await commit(ana, made.id)
  assert.deepEqual(
    [await balances(ana, money.id), await balances(ana, euros.id)],
    [{ USD: -75 }, { EUR: 61 }],
  )
  const unknown = await stage(world, ana, money.id, [{ amount: 5000n, draft, file_row: { part: 'may.csv' } }])
  const problem = await refused(commit(ana, unknown.id))
  assert.deepEqual([problem.code, problem.params?.part], ['row_refused', 'may.csv'])
  assert.match(problem.detail, /^Row 1 \(line 2 of "may.csv"\): /)
})

test('accounts and opening balances that only the file has are made in the same change, and go with its undo', async () => {
  const ana = await world.person()
  await publish(world, '2026-10-30', { USD: '1.25' })
  const open = { is_opening: true as const }
  const rows = [
    { account_id: null, amount: 50000n, date: '2026-10-31', file_row: { account: 'Giro', ...open } },
    { account_id: null, amount: -1000n, file_row: { account: 'Giro' } },
    {
      account_id: null,
      amount: -2000n,
      file_row: { account: 'Giro', to_account: 'Purse' },
      draft: { kind: 'transfer' as const, category_name: null },
    },
    { account_id: null, amount: -300n, currency_id: 'EUR', file_row: { account: 'Tagesgeld' } },
  ]
  const mapping = {
    accounts: ['Giro', 'Purse', 'Tagesgeld'].map((name) => ({
      name,
      account_id: null,
      count: 1,
      is_own: true,
    })),
    categories: [],
  }
  const made = await stage(world, ana, null, rows, mapping)
  const done = await commit(ana, made.id)
  const { data } = await ana.call(listAccounts)
  const named = (name: string) => data.find((one) => one.name === name) ?? assert.fail(name)
  assert.deepEqual(await balances(ana, named('Giro').id), { USD: 470 })
  assert.deepEqual(await balances(ana, named('Purse').id), { USD: 20 })
  assert.deepEqual([named('Tagesgeld').currency_id, named('Giro').currency_id], ['EUR', null])
  assert.deepEqual([named('Giro').opening_balance, named('Giro').opening_date], [500, '2026-10-31'])
  await undo(ana, done.version)
  const after = await ana.call(listAccounts)
  assert.deepEqual(
    after.data.filter(({ name }) => ['Giro', 'Purse', 'Tagesgeld'].includes(name)),
    [],
  )
  assert.deepEqual(await verify(world.db), [])
})

test('an opening balance goes to an account that has none, and is refused where one is', async () => {
  const ana = await world.person()
  const money = await account(ana, 'Bank')
  const row = { amount: 12300n, date: '2026-01-01', file_row: { is_opening: true as const } }
  await commit(ana, (await stage(world, ana, money.id, [row])).id)
  const { opening_balance, opening_date } = await ana.call(getAccount, { params: { id: money.id } })
  assert.deepEqual([opening_balance, opening_date], [123, '2026-01-01'])
  const problem = await refused(commit(ana, (await stage(world, ana, money.id, [row])).id))
  assert.deepEqual(
    [problem.code, /opening balance already, of 123\.00 USD/.test(problem.detail)],
    ['row_refused', true],
  )
  await ana.call(createAccount, { body: { name: 'X', type: 'asset' } })
})

test('a row of 0, and an account that cannot be opened, are refused by row and line', async () => {
  const ana = await world.person()
  const money = await account(ana, 'Bank')
  const zero = await refused(commit(ana, (await stage(world, ana, money.id, [{ amount: 0n }])).id))
  assert.match(zero.detail, /^Row 1 \(line 2 of the file\): Its amount is 0\./)
  const opening = { account: 'Yen', is_opening: true as const }
  const rows = [{ account_id: null, amount: 100n, currency_id: 'JPY', date: '1990-01-01', file_row: opening }]
  const mapping = { accounts: [{ name: 'Yen', account_id: null, count: 1 }], categories: [] }
  const yen = await refused(commit(ana, (await stage(world, ana, null, rows, mapping)).id))
  assert.deepEqual([yen.code, /^Row 1 /.test(yen.detail)], ['row_refused', true])
})

test('a row in another currency without a rate is refused without naming fields that no row has', async () => {
  const ana = await world.person({ base_currency_id: 'EUR' })
  const money = await account(ana, 'Bank')
  const made = await stage(world, ana, money.id, [{ currency_id: 'JPY', amount: -900n, date: '2026-03-01' }])
  const { detail } = await refused(commit(ana, made.id))
  assert.match(
    detail,
    /any other day either\. Store a rate with PUT \/exchange-rates\/JPY\/EUR\/2026-03-01\./,
  )
})

test('more rows than one change can have are refused before any of them is looked at', async () => {
  const ana = await world.person()
  const money = await account(ana, 'Bank')
  const made = await stage(world, ana, money.id, [{ amount: -100n }])
  await transaction(world.db, (tx) =>
    change(
      tx,
      sql`update imports set counts = ${JSON.stringify({ ...made.counts, chosen: 100_000 })} where id = ${made.id}`,
    ),
  )
  const problem = await refused(commit(ana, made.id))
  assert.deepEqual([problem.code, problem.status], ['change_too_large', 413])
  assert.match(problem.detail, /^100000 rows are chosen; at most 25000 can be/)
})

test('an import with nothing to record is refused, and so is one of another book', async () => {
  const [ana, eve] = [await world.person(), await world.person()]
  const money = await account(ana, 'Bank')
  const made = await stage(world, ana, money.id, [{ amount: -100n, is_chosen: false }])
  assert.equal((await refused(commit(ana, made.id))).code, 'import_nothing')
  assert.equal((await refused(commit(eve, made.id))).code, 'not_found')
})
