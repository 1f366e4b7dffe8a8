import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAccount } from '../../contract/accounts.ts'
import { updateBook } from '../../contract/books.ts'
import { createExpense, getExpense, listTransactions } from '../../contract/budgeting.ts'
import { undoChange } from '../../contract/changes.ts'
import { createContact } from '../../contract/contacts.ts'
import { listImportRows } from '../../contract/imports.ts'
import { listObligations } from '../../contract/obligations.ts'
import { account, balances, bank, category, publish, spend } from '../../test/books.ts'
import { commit, stage } from '../../test/imports.ts'
import { makeWorld, type Person, refused } from '../../test/world.ts'
import { verify } from '../verify/verify.ts'

const world = await makeWorld()

const undo = (ana: Person, version: number) => ana.call(undoChange, { params: { version: String(version) } })
const listed = async (ana: Person) =>
  (await ana.call(listTransactions, { query: { sort: 'created_at', limit: 500 } })).data

test('a transfer takes the place of the half that was recorded as an expense; an undo brings that back', async () => {
  const ana = await world.person()
  const [money, cash] = [await account(ana, 'Bank'), await account(ana, 'Cash')]
  const food = await category(ana, 'Food')
  const half = await ana.call(createExpense, {
    body: {
      amount: 20,
      category_id: food.id,
      asset_account_id: cash.id,
      date: '2026-11-01',
      notes: 'kept',
      tags: ['x'],
    },
  })
  const of_record = {
    kind: 'transaction' as const,
    id: half.id,
    date: half.date,
    amount: 20,
    currency_id: 'USD',
    name: 'Food',
  }
  const row = {
    amount: 2000n,
    verdict: 'transfer' as const,
    of_record,
    draft: { kind: 'transfer' as const, category_name: null, other_account_id: cash.id },
  }
  const made = await stage(world, ana, money.id, [row])
  const done = await commit(ana, made.id)
  const [transfer, ...rest] = await listed(ana)
  assert.deepEqual(
    [
      transfer?.kind,
      transfer?.from_account_id,
      transfer?.to_account_id,
      transfer?.notes,
      transfer?.tags,
      rest,
    ],
    ['transfer', cash.id, money.id, 'kept', ['x'], []],
  )
  assert.deepEqual([await balances(ana, money.id), await balances(ana, cash.id)], [{ USD: 20 }, { USD: -20 }])
  await undo(ana, done.version)
  const back = await ana.call(getExpense, { params: { id: half.id } })
  assert.equal(back.deleted_at, null)
  assert.deepEqual([await balances(ana, money.id), await balances(ana, cash.id)], [{}, { USD: -20 }])

  await ana.call(updateBook, { body: { closed_through: '2026-11-01' } })
  const closed = await refused(commit(ana, (await stage(world, ana, money.id, [row])).id))
  assert.equal(closed.code, 'row_refused')
  assert.match(closed.detail, /2026-11-01/)
})

test('a transfer that takes the place of a shared expense closes what others owed of it', async () => {
  const ana = await world.person()
  const [money, cash] = [await account(ana, 'Bank'), await account(ana, 'Cash')]
  const { id: contact_id } = await ana.call(createContact, { body: { name: 'Bela' } })
  const half = await ana.call(createExpense, {
    body: {
      amount: 60,
      category_id: (await category(ana, 'Food')).id,
      asset_account_id: cash.id,
      date: '2026-11-01',
      shares: [{ contact_id, amount: 20 }],
    },
  })
  const of_record = {
    kind: 'transaction' as const,
    id: half.id,
    date: half.date,
    amount: 60,
    currency_id: 'USD',
    name: 'Food',
  }
  const made = await stage(world, ana, money.id, [
    {
      amount: 6000n,
      verdict: 'transfer' as const,
      of_record,
      draft: { kind: 'transfer' as const, category_name: null, other_account_id: cash.id },
    },
    { amount: -400n },
  ])
  await commit(ana, made.id)
  assert.deepEqual(
    (await ana.call(listObligations, { query: { contact_id } })).data.map(
      ({ outstanding_amount }) => outstanding_amount,
    ),
    [],
  )
  assert.deepEqual(await verify(world.db), [])
})

test('two rows of one file that are the halves of a transfer become one', async () => {
  const ana = await world.person()
  await publish(world, '2026-11-01', { USD: '1.25' })
  const [money, euros] = [await account(ana, 'Bank'), await bank(ana, 'Euros', 'EUR')]
  const transfer = { kind: 'transfer' as const, category_name: null }
  const made = await stage(world, ana, null, [
    {
      account_id: euros.id,
      amount: 8000n,
      currency_id: 'EUR',
      pair_n: 2,
      draft: { ...transfer, other_account_id: money.id },
    },
    {
      account_id: money.id,
      amount: -10000n,
      date: '2026-11-01',
      pair_n: 1,
      verdict: 'duplicate',
      is_chosen: false,
      draft: { ...transfer, other_account_id: euros.id },
    },
  ])
  await commit(ana, made.id)
  const [one, ...rest] = await listed(ana)
  assert.deepEqual(rest, [])
  assert.deepEqual(
    [one?.date, one?.amount, one?.currency_id, one?.to_amount, one?.to_currency_id],
    ['2026-11-01', 100, 'USD', 80, 'EUR'],
  )
  const became = (await ana.call(listImportRows, { params: { id: made.id } })).data.map(
    (row) => row.transaction_id,
  )
  assert.deepEqual(became, [one?.id, one?.id])
})

test('a transfer to another account than that of the half leaves the half alone', async () => {
  const ana = await world.person()
  const [money, cash] = [await account(ana, 'Bank'), await account(ana, 'Cash')]
  const savings = await ana.call(createAccount, { body: { name: 'Savings', type: 'asset' } })
  const food = await category(ana, 'Food')
  const half = await spend(ana, { amount: 20, category_id: food.id, asset_account_id: cash.id })
  const of_record = {
    kind: 'transaction' as const,
    id: half.id,
    date: half.date,
    amount: 20,
    currency_id: 'USD',
    name: 'Food',
  }
  const draft = { kind: 'transfer' as const, category_name: null, other_account_id: savings.id }
  const row = { amount: 2000n, verdict: 'transfer' as const, of_record, draft }
  await commit(ana, (await stage(world, ana, money.id, [row])).id)
  assert.deepEqual(
    [await balances(ana, cash.id), await balances(ana, savings.id), await balances(ana, money.id)],
    [{ USD: -20 }, { USD: -20 }, { USD: 20 }],
  )
})
