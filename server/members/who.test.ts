import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  createExpense,
  deleteExpense,
  getExpense,
  listExpenses,
  listTransactions,
  restoreExpense,
  updateExpense,
} from '../../contract/budgeting.ts'
import { putBudget } from '../../contract/budgets.ts'
import { type Change, listChanges, undoChange } from '../../contract/changes.ts'
import { client } from '../../contract/client.ts'
import { createContact, getContact, listContacts, updateContact } from '../../contract/contacts.ts'
import { acceptInvitation, createBookInvitation, type Role } from '../../contract/members.ts'
import { incomeStatement, spending } from '../../contract/reports.ts'
import { answersOf } from '../../test/answers.ts'
import { category } from '../../test/books.ts'
import { richBook } from '../../test/rich-book.ts'
import { makeWorld, type Person, through } from '../../test/world.ts'
import { verify } from '../verify/verify.ts'

const world = await makeWorld()

/** Somebody in a book, at an instance of the service. */
const inBook = ({ token }: Person, bookId: string, app = world.app) =>
  client(through(app), '/api/v1', token, bookId)

async function join(owner: Person, person: Person, role: Role = 'editor') {
  const { token } = await owner.call(createBookInvitation, { body: { role } })
  await person.call(acceptInvitation, { body: { token } })
  return inBook(person, owner.book_id)
}

/** Ana's book, with Kai and Eva in it. */
async function household() {
  const [ana, kai, eva] = [
    await world.person({ name: 'Ana' }),
    await world.person({ name: 'Kai' }),
    await world.person({ name: 'Eva' }),
  ] as const
  const food = await category(ana, 'Food')
  return { ana, kai, eva, food, byKai: await join(ana, kai), byEva: await join(ana, eva) }
}

const whoOf = ({ created_by, changed_by }: { created_by?: string; changed_by?: string | null }) => [
  created_by,
  changed_by,
]

test('records say who created them and who changed them last, in every answer, then as now', async () => {
  const { ana, kai, eva, food, byKai, byEva } = await household()
  const [a, k, e] = [ana.user.id, kai.user.id, eva.user.id]
  const made = await ana.call(createExpense, {
    body: { amount: 12, category_id: food.id, date: '2026-03-04' },
  })
  assert.deepEqual(whoOf(made), [a, a])
  const params = { id: made.id }
  const changed = await byKai.call(updateExpense, { params, body: { amount: 13 } })
  assert.deepEqual(whoOf(changed), [a, k], 'the change is not yet in the log as it is answered')
  assert.deepEqual(
    whoOf(await byEva.call(updateExpense, { params, body: { amount: 13 } })),
    [a, k],
    'nothing has changed',
  )
  assert.deepEqual(whoOf(await byEva.call(deleteExpense, { params })), [a, e])
  assert.deepEqual(whoOf(await ana.call(restoreExpense, { params })), [a, a])
  const tagged = await byKai.call(updateExpense, { params, body: { tags: ['x'] } })
  const undo = await byEva.call(undoChange, { params: { version: String(tagged.version) } })
  assert.deepEqual(
    [undo.data[0]?.before, undo.data[0]?.after].map((one) => whoOf(one as never)),
    [
      [a, k],
      [a, e],
    ],
  )
  const budget = await byKai.call(putBudget, {
    params: { category_id: food.id, month: '2026-03' },
    body: { amount: 100 },
  })
  assert.equal(budget.changed_by, k)

  const fresh = world.another()
  for (const someone of [ana, byKai, inBook(eva, ana.book_id, fresh)]) {
    assert.deepEqual(whoOf(await someone.call(getExpense, { params })), [a, e])
    assert.deepEqual((await someone.call(listTransactions)).data.map(whoOf), [[a, e]])
    const then = await someone.call(listTransactions, { query: { known_at: String(changed.version) } })
    assert.deepEqual(then.data.map(whoOf), [[a, k]])
    const { data } = await someone.call(listChanges, { query: { resource: 'expense' } })
    const shown = data.map(({ action, user_id, before, after }: Change) => [
      action,
      user_id,
      before && whoOf(before as never)[1],
      after && whoOf(after as never)[1],
    ])
    assert.deepEqual(shown, [
      ['created', a, null, a],
      ['updated', k, a, k],
      ['deleted', e, k, e],
      ['restored', a, e, a],
      ['updated', k, a, k],
      ['updated', e, k, e],
    ])
  }
  const file = await ana.send({ url: '/budgeting/transactions?format=json' })
  assert.deepEqual(file.body.data.map(whoOf), [[a, e]])
  assert.equal((await ana.send({ url: '/budgeting/transactions?format=csv' })).text.includes(e), false)
  assert.deepEqual(await verify(world.db), [])
})

test('a book of one person names that person, before it was shared and after', async () => {
  const ana = await world.person({ name: 'Ana' })
  const contact = await ana.call(createContact, { body: { name: 'Old' } })
  assert.deepEqual(whoOf(contact), [ana.user.id, ana.user.id])
  assert.deepEqual(
    whoOf(await ana.call(updateContact, { params: { id: contact.id }, body: contact })),
    whoOf(contact),
  )
  const byKai = await join(ana, await world.person({ name: 'Kai' }))
  assert.deepEqual(whoOf(await byKai.call(getContact, { params: { id: contact.id } })), whoOf(contact))
  assert.deepEqual((await byKai.call(listContacts)).data.map(whoOf), [whoOf(contact)])
})

test('every record of every kind is answered in a shared book as in one that is not', async () => {
  const ana = await richBook(world)
  const before = await answersOf(ana, 20)
  await join(ana, await world.person({ name: 'Kai' }))
  const after = await answersOf(ana, 20)
  const differ = [...before].filter(([question, answer]) => after.get(question) !== answer)
  assert.deepEqual(
    differ.map(([question]) => question.split('?')[0]).filter((path) => !path?.startsWith('/books')),
    [],
  )
})

test('transactions and changes are found by the person who made them', async () => {
  const { ana, kai, eva, food, byKai } = await household()
  const spent = (someone: Pick<Person, 'call'>, amount: number) =>
    someone.call(createExpense, { body: { amount, category_id: food.id, date: '2026-03-04' } })
  const alone = await world.person()
  const other = await category(alone, 'Food')
  await alone.call(createExpense, { body: { amount: 9, category_id: other.id } })
  const mine = await spent(ana, 1)
  await spent(byKai, 2)
  await byKai.call(updateExpense, { params: { id: mine.id }, body: { amount: 4 } })
  const amounts = async (someone: Pick<Person, 'call'>, created_by: string, more: object = {}) => {
    const { data } = await someone.call(listTransactions, { query: { created_by, ...more } })
    assert.deepEqual(
      (await someone.call(listExpenses, { query: { created_by, ...more } })).data.length,
      data.length,
    )
    return data.map(({ amount }) => amount)
  }
  assert.deepEqual(await amounts(ana, ana.user.id), [4])
  assert.deepEqual(await amounts(ana, kai.user.id.toUpperCase()), [2])
  assert.deepEqual(await amounts(byKai, kai.user.id, { category_id: food.id, include: 'sum' }), [2])
  assert.deepEqual(await amounts(ana, ana.user.id, { known_at: String(mine.version) }), [1])
  for (const nobody of [eva.user.id, alone.user.id, 'nobody'])
    assert.deepEqual(await amounts(ana, nobody), [])
  assert.deepEqual(await amounts(alone, alone.user.id), [9])
  assert.deepEqual(await amounts(alone, ana.user.id), [])
  const { meta } = await ana.call(listTransactions, {
    query: { created_by: kai.user.id, section: 'expense', include: 'sum' },
  })
  assert.equal(meta.sum_base, 2)
  const days = { date_from: '2026-03-01', date_to: '2026-03-31' }
  for (const [who, amount] of [
    [ana, 4],
    [kai, 2],
    [eva, 0],
  ] as const) {
    const created_by = who.user.id
    const report = await ana.call(spending, { query: { ...days, created_by } })
    assert.deepEqual([report.total, ...report.rows.map((one) => one.amount)], amount ? [amount, amount] : [0])
    const statement = await ana.call(incomeStatement, { query: { ...days, created_by } })
    assert.equal(statement.totals.expense.total, amount)
    const explained = [report, ...report.rows, statement.totals.expense, ...statement.expense]
    for (const { explain } of explained) {
      assert(explain.includes(`created_by=${created_by}`), explain)
      assert.equal((await ana.send({ url: explain })).body.meta.sum_base, amount, explain)
    }
  }
  const actions = async (created_by: string) =>
    (await ana.call(listChanges, { query: { created_by, resource: 'expense' } })).data.map(
      ({ action }) => action,
    )
  assert.deepEqual(await actions(kai.user.id), ['created', 'updated'])
  assert.deepEqual(await actions(eva.user.id), [])
})
