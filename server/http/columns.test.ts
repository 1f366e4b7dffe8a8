import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TArray, TObject } from 'typebox'
import { getAccount, listAccountLines, listAccounts } from '../../contract/accounts.ts'
import { createExpense, getExpense, listExpenses, listTransactions } from '../../contract/budgeting.ts'
import { listCategories } from '../../contract/categories.ts'
import { createContact, listContacts } from '../../contract/contacts.ts'
import { createPayment, listObligations } from '../../contract/obligations.ts'
import { listPlans } from '../../contract/plans.ts'
import { listAllPayments } from '../../contract/settlements.ts'
import { category } from '../../test/books.ts'
import { listening } from '../../test/ran.ts'
import { sharedWorld } from '../../test/world.ts'
import { type JoinedRow, transactionOf } from '../ledger/read.sql.ts'
import { writerOf } from './answer.ts'

const world = await sharedWorld()

type Asking = { text: string; found: object[]; callback: (error: Error | null) => void }

/** The columns that are read while `work` runs and never used, by statement. */
async function unreadIn(work: () => Promise<unknown>): Promise<Map<string, string[]>> {
  const unread = new Map<string, Set<string>>()
  const watched = (row: object, left: Set<string>) =>
    new Proxy(row, {
      get(target, name, receiver) {
        left.delete(String(name))
        return Reflect.get(target, name, receiver)
      },
    })
  await listening((asked) => {
    const asking = asked as Partial<Asking>
    const { found, callback, text = '' } = asking
    if (!found || !callback) return
    asking.callback = (error) => {
      const left = unread.get(text) ?? new Set(Object.keys(found[0] ?? {}))
      unread.set(text, left)
      for (const [index, row] of found.entries()) found[index] = watched(row, left)
      callback.call(asking, error)
    }
  }, work)
  return new Map([...unread].map(([text, left]) => [text, [...left]] as const))
}

test('no list reads a column that it makes nothing of', async () => {
  const ana = await world.person()
  const food = await category(ana, 'Food')
  const ben = await ana.call(createContact, { body: { name: 'Ben' } })
  const expense = await ana.call(createExpense, {
    body: {
      amount: 12,
      category_id: food.id,
      contact_id: ben.id,
      notes: 'Lunch',
      tags: ['town'],
      shares: [{ contact_id: ben.id, amount: 4 }],
    },
  })
  const [debt] = (await ana.call(listObligations, {})).data
  await ana.call(createPayment, { params: { id: debt?.id ?? '' }, body: { amount: 1 } })
  const lists: Record<string, () => Promise<unknown>> = {
    expenses: () => ana.call(listExpenses, { query: { include: 'total,sum' } }),
    'an expense': () => ana.call(getExpense, { params: { id: expense.id } }),
    timeline: () => ana.call(listTransactions, { query: { sort: 'amount' } }),
    accounts: () => ana.call(listAccounts, {}),
    'an account': () => ana.call(getAccount, { params: { id: expense.asset_account_id ?? '' } }),
    register: () => ana.call(listAccountLines, { params: { id: expense.asset_account_id ?? '' } }),
    categories: () => ana.call(listCategories, {}),
    contacts: () => ana.call(listContacts, {}),
    obligations: () => ana.call(listObligations, {}),
    payments: () => ana.call(listAllPayments, {}),
    plans: () => ana.call(listPlans, {}),
  }
  const needless: Record<string, string[]> = {}
  for (const [name, list] of Object.entries(lists)) {
    const unread = await unreadIn(list)
    assert(unread.size > 0, `${name} reads something`)
    const columns = [...unread.values()].flat()
    if (columns.length > 0) needless[name] = columns
  }
  assert.deepEqual(needless, {})
})

test('a page of transactions has what their schema has, and nothing else, though it is written without it', async () => {
  const ana = await world.person()
  const [food, fun] = [await category(ana, 'Food'), await category(ana, 'Fun')]
  const ben = await ana.call(createContact, { body: { name: 'Ben' } })
  const splits = [food, fun].map(({ id }) => ({ category_id: id, amount: 6, memo: 'half' }))
  await ana.call(createExpense, { body: { amount: 12, splits, shares: [] } })
  const shares = [{ contact_id: ben.id, amount: 4 }]
  await ana.call(createExpense, { body: { amount: 12, category_id: food.id, shares } })
  const { text } = await ana.send({ url: '/budgeting/transactions?include=sum' })
  const { data } = JSON.parse(text) as { data: unknown[] }
  const write = writerOf((listTransactions.reply as TObject<{ data: TArray }>).properties.data.items)
  assert.deepEqual(
    data.map((record) => JSON.parse(write(record))),
    data,
  )
  assert.equal(data.length, 2)
})

test('every column of a stored transaction and its entry is part of what is made of it', () => {
  const stored = [
    '01a1e2b3-a86b-7975-8264-307459790f0e',
    'expense',
    '2026-11-16',
    'EUR',
    '1',
    '2',
    '3',
    'base',
    '2026-11-15',
    'c',
    'a',
    '4',
    'to',
    '5',
    'USD',
    'given',
    'contact',
    'debt',
    'plan',
    'f',
    '6',
    '"2026-11-16 04:53:09.5+00"',
    '"2026-11-17 04:53:09+00"',
    '"2026-11-18 04:53:09.541+00"',
    '5',
    'd',
    'c',
    'dl',
    'cl',
    'EUR',
    '7',
    '8',
    'g',
    'o',
  ]
  const texts = { notes: null, tags: null, external_id: null, memo: '' }
  const row: JoinedRow = { stored: `(${stored.join(',')})`, ...texts }
  const made = transactionOf(row)
  assert.deepEqual(
    [made.created_at, made.updated_at, made.deleted_at],
    ['2026-11-16T04:53:09.500Z', '2026-11-17T04:53:09.000Z', '2026-11-18T04:53:09.541Z'],
  )
  for (const place of stored.keys()) {
    const other = stored.with(
      place,
      place === 19 ? 't' : /^"/.test(stored[place] ?? '') ? '"2020-01-01 00:00:00+00"' : '9',
    )
    assert.notDeepEqual(transactionOf({ ...row, stored: `(${other.join(',')})` }), made, `column ${place}`)
  }
})
