import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listAccountLines, listAccounts } from '../../contract/accounts.ts'
import { getBook, updateBook } from '../../contract/books.ts'
import { deleteExpense, listTransactions, restoreExpense, updateExpense } from '../../contract/budgeting.ts'
import { createContact } from '../../contract/contacts.ts'
import {
  createObligation,
  createPayment,
  deletePayment,
  getStatement,
  updateObligation,
} from '../../contract/obligations.ts'
import { deleteReconciliation, reopenReconciliation } from '../../contract/reconciliations.ts'
import { category, spend } from '../../test/books.ts'
import { at, banking, finish, lineOn, start, tick } from '../../test/reconciling.ts'
import { type Person, refused, sharedWorld } from '../../test/world.ts'

const world = await sharedWorld()

/** Every question that a list answers, as known at a version if one is given. */
async function ask(ana: Person, food: string, account: string, known_at?: string) {
  const at = known_at === undefined ? {} : { known_at }
  const questions = [
    {},
    { q: 'bread' },
    { tag: 'weekly' },
    { category_id: food },
    { account_id: account },
    { category_id: food, account_id: account },
    { date_from: '2026-01-02' },
    { amount_min: 10, sort: 'amount' as const },
    { deleted: 'only' as const },
    { deleted: 'only' as const, category_id: food },
    { include: 'total,sum' as const, category_id: food },
    { include: 'sum' as const },
  ]
  return Promise.all(
    questions.map(async (query) => {
      const { data, meta } = await ana.call(listTransactions, { query: { ...query, ...at } })
      return { query, data, total: meta.total, sum: meta.sum_base }
    }),
  )
}

test('a list as known at a version is what it was then, whatever was changed, deleted and restored since', async () => {
  const ana = await world.person()
  const [food, fun] = [await category(ana, 'Food'), await category(ana, 'Fun')]
  const bread = await spend(ana, {
    amount: 12,
    category_id: food.id,
    date: '2026-01-01',
    notes: 'bread',
    tags: ['weekly'],
  })
  const cinema = await spend(ana, { amount: 9, category_id: fun.id, date: '2026-01-03' })
  const cake = await spend(ana, { amount: 20, category_id: food.id, date: '2026-01-02', memo: 'bread cake' })
  await ana.call(deleteExpense, { params: { id: cake.id } })
  const account = bread.asset_account_id ?? ''
  const then = await ask(ana, food.id, account)
  const { version } = await ana.call(getBook)

  await ana.call(updateExpense, {
    params: { id: bread.id },
    body: { amount: 500, date: '2025-05-05', notes: 'rolls', tags: [], category_id: fun.id },
  })
  await ana.call(deleteExpense, { params: { id: cinema.id } })
  await ana.call(restoreExpense, { params: { id: cake.id } })
  await spend(ana, { amount: 1, category_id: food.id, notes: 'bread again' })
  assert.notDeepEqual(await ask(ana, food.id, account), then)
  assert.deepEqual(await ask(ana, food.id, account, String(version)), then)
})

test("a contact's statement as known at a version is what it was then", async () => {
  const ana = await world.person()
  const bela = await ana.call(createContact, { body: { name: 'Bela' } })
  const account = (await ana.call(listAccounts, { query: { q: 'Receivables' } })).data[0] ?? assert.fail()
  const body = {
    name: 'Loan',
    opened_date: '2026-01-01',
    due_date: '2026-02-01',
    original_amount: 100,
    outstanding_amount: 100,
    contact_id: bela.id,
    account_id: account.id,
    currency_id: 'USD',
  }
  const loan = await ana.call(createObligation, { body })
  const paid = await ana.call(createPayment, { params: { id: loan.id }, body: { amount: 30 } })
  const read = (query: object) => ana.call(getStatement, { params: { id: bela.id }, query })
  const then = await read({})
  const { version } = await ana.call(getBook)
  await ana.call(createPayment, { params: { id: loan.id }, body: { amount: 5 } })
  await ana.call(deletePayment, { params: { id: loan.id, payment_id: paid.id } })
  await ana.call(createObligation, { body: { ...body, name: 'Another' } })
  await ana.call(updateObligation, {
    params: { id: loan.id },
    body: { ...body, due_date: '2027-01-01', outstanding_amount: 70, name: 'Renamed' },
  })
  assert.notDeepEqual(await read({}), then)
  assert.deepEqual(await read({ known_at: String(version) }), then)
  const before = await refused(read({ known_at: '1' }))
  assert.equal(before.code, 'not_found', 'there was no such contact at that version')
})

test('what is still to come, or before the book, or no moment at all, is refused on every list', async () => {
  const ana = await world.person()
  const bela = await ana.call(createContact, { body: { name: 'Bela' } })
  const lists = ['transactions', 'expenses', 'incomes', 'transfers'].map((list) => `/budgeting/${list}`)
  for (const url of [...lists, `/contacts/${bela.id}/statement`, '/obligations', `/obligations/${bela.id}`])
    for (const [known_at, code] of [
      ['999', 'known_at_future'],
      ['2199-01-01T00:00:00Z', 'known_at_future'],
      ['0', 'known_at_too_early'],
      ['1999-01-01T00:00:00Z', 'known_at_too_early'],
      ['yesterday', 'invalid'],
    ] as const) {
      const answer = await ana.send({ url: `${url}?known_at=${known_at}` })
      assert.deepEqual([answer.status, answer.body.code], [422, code], answer.text)
      assert(answer.body.errors.known_at)
    }
})

test('ticks and locks as known at a version are those of then, in lists, in registers and in their filter', async () => {
  const { ana, bank, meal, salary } = await banking(world)
  const march = await start(ana, bank, '2026-03-31', 980)
  const versions: number[] = []
  const shown: unknown[] = []
  const read = async (at: { known_at?: string }) => {
    const params = { id: bank.id }
    const { data: timeline } = await ana.call(listTransactions, { query: at })
    const registers = [{}, { reconciliation_id: 'none' }, { reconciliation_id: march.id.toUpperCase() }]
    const lines = await Promise.all(
      registers.map((query) => ana.call(listAccountLines, { params, query: { ...query, ...at } })),
    )
    return [timeline, ...lines.map(({ data }) => data)]
  }
  const keep = async () => {
    versions.push((await ana.call(getBook)).version)
    shown.push(await read({}))
  }
  const close = (closed_through: string | null) => ana.call(updateBook, { body: { closed_through } })
  for (const act of [
    () => tick(ana, march, [lineOn(bank, salary), lineOn(bank, meal)]),
    () => finish(ana, march),
    () => close('2026-03-31'),
    () => close(null),
    () => ana.call(reopenReconciliation, at(march)),
    () => tick(ana, march, [lineOn(bank, salary)]),
    () => ana.call(deleteReconciliation, at(march)),
  ]) {
    await keep()
    await act()
  }
  for (const [index, version] of versions.entries())
    assert.deepEqual(await read({ known_at: String(version) }), shown[index], `version ${version}`)
  // Opened again it is as it was finished, and reopened as it was ticked.
  assert.equal(new Set(shown.map((one) => JSON.stringify(one))).size, 5)
})
