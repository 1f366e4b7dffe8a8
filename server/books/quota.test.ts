import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listAccounts } from '../../contract/accounts.ts'
import { changePassword, updateMe } from '../../contract/auth.ts'
import { createTransactions } from '../../contract/batches.ts'
import { createExpense, deleteExpense, listExpenses, updateExpense } from '../../contract/budgeting.ts'
import { createCategory } from '../../contract/categories.ts'
import { listChanges } from '../../contract/changes.ts'
import { createContact, deleteContact } from '../../contract/contacts.ts'
import { createObligation, createPayment } from '../../contract/obligations.ts'
import { statements } from '../../test/ran.ts'
import { makeWorld, personOf, refused } from '../../test/world.ts'

const world = await makeWorld()

test('a book that has as many rows as it may takes no more; it can be read, and what is in it deleted', async () => {
  const app = world.another({ bookMaxRows: 20 })
  const ana = await personOf(app)
  const category = await ana.call(createCategory, { body: { name: 'Food' } })
  const expenses: string[] = []
  const spend = () => ana.call(createExpense, { body: { amount: 1, category_id: category.id } })
  let problem: Awaited<ReturnType<typeof refused>> | undefined
  for (let n = 0; n < 20 && !problem; n++)
    await spend().then(
      ({ id }) => expenses.push(id),
      async () => {
        problem = await refused(spend())
      },
    )
  assert.equal(problem?.code, 'quota_exceeded')
  assert.match(String(problem?.detail), /^The book is full: (19|20) of 20 rows, /)
  assert(expenses.length > 2 && expenses.length < 10, `${expenses.length} fitted`)

  const { version } = (await ana.call(listChanges)).data.at(-1) ?? assert.fail()
  const [id = ''] = expenses
  const change = ana.call(updateExpense, { params: { id }, body: { notes: 'more' } })
  assert.equal((await refused(change)).code, 'quota_exceeded')
  assert.equal((await ana.call(listChanges)).data.at(-1)?.version, version, 'nothing changed')
  await ana.call(deleteExpense, { params: { id } })
  assert.equal((await ana.call(listExpenses)).data.length, expenses.length - 1)
})

test('what is kept for deletions has an end too; a profile and a password need no room in the book', async () => {
  const ana = await personOf(world.another({ bookMaxRows: 20 }))
  const made: string[] = []
  const add = () => ana.call(createContact, { body: { name: 'Bela' } })
  while (
    made.length < 40 &&
    (await add().then(
      ({ id }) => made.push(id),
      () => false,
    ))
  );
  assert.equal((await refused(add())).code, 'quota_exceeded')
  const remove = (id = '') => ana.call(deleteContact, { params: { id } })
  await remove(made[0])
  await remove(made[1])
  assert.equal((await refused(remove(made[2]))).code, 'quota_exceeded')
  const rebased = ana.call(updateMe, { body: { base_currency_id: 'EUR' } })
  assert.equal((await refused(rebased)).code, 'quota_exceeded')
  const password = 'another long one'
  await ana.call(updateMe, { body: { name: 'Anna' } })
  await ana.call(changePassword, {
    body: { current_password: ana.password, password, password_confirmation: password },
  })
})

test('a payment of a full book can be deleted', async () => {
  const [roomy, full] = [world.another(), world.another({ bookMaxRows: 1 })]
  const ana = await personOf(roomy)
  const contact = await ana.call(createContact, { body: { name: 'Bela' } })
  const [cash] = (await ana.call(listAccounts, { query: { q: 'Cash' } })).data
  const body = { name: 'Loan', opened_date: '2026-01-01', original_amount: 10, outstanding_amount: 10 }
  const refers = { contact_id: contact.id, account_id: cash?.id ?? '', currency_id: 'USD' }
  const { id } = await ana.call(createObligation, { body: { ...body, ...refers } })
  const payment = await ana.call(createPayment, { params: { id }, body: { amount: 1 } })
  const url = `/api/v1/obligations/${id}/payments/${payment.id}`
  const headers = { authorization: `Bearer ${ana.token}` }
  const remove = (app: typeof full) => app.inject({ method: 'DELETE', url, headers })
  assert.equal((await remove(full)).statusCode, 409)
  const size = (await ana.call(listChanges)).data.length
  assert.equal((await remove(world.another({ bookMaxRows: 2 * size }))).statusCode, 200)
})

test('a book that has as many bytes as it may takes no more', async () => {
  const ana = await personOf(world.another({ bookMaxBytes: 95_000 }))
  const body = { name: 'Bela', notes: 'n'.repeat(9_000) }
  for (let n = 0; n < 4; n++) await ana.call(createContact, { body })
  const problem = await refused(ana.call(createContact, { body }))
  assert.equal(problem.code, 'quota_exceeded')
  await ana.call(createContact, { body: { name: 'Bela' } })
})

test('of a large batch that a book has no room for, nothing is sent to PostgreSQL', async () => {
  for (const limits of [{ bookMaxRows: 1_500 }, { bookMaxBytes: 900_000 }]) {
    const ana = await personOf(world.another(limits))
    const { id: category_id } = await ana.call(createCategory, { body: { name: 'Food' } })
    const transactions = Array.from({ length: 1_001 }, () => ({
      kind: 'expense' as const,
      amount: 1,
      category_id,
    }))
    const ran = await statements(async () => {
      const problem = await refused(ana.call(createTransactions, { body: { transactions } }))
      assert.equal(problem.code, 'quota_exceeded')
    })
    assert.deepEqual(
      ran.filter((words) => /^(insert|update|with)/.test(words)),
      [],
    )
    assert.equal(ran.filter((words) => words === 'begin read').length, 1, 'it is not attempted again')
  }
})
