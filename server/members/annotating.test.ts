import assert from 'node:assert/strict'
import { test } from 'node:test'
import { updateMe } from '../../contract/auth.ts'
import { bulkTransactions, createTransactions } from '../../contract/batches.ts'
import { getBook, updateBook } from '../../contract/books.ts'
import {
  createIncome,
  createTransfer,
  getTransaction,
  type Transaction,
  updateExpense,
} from '../../contract/budgeting.ts'
import { undoChange } from '../../contract/changes.ts'
import { createContact } from '../../contract/contacts.ts'
import { commitImport } from '../../contract/imports.ts'
import { createPlan, settleOccurrence } from '../../contract/plans.ts'
import { account, bank, category, spend } from '../../test/books.ts'
import { join } from '../../test/household.ts'
import { csv, sendFile } from '../../test/importing.ts'
import { makeWorld, type Person, refused } from '../../test/world.ts'
import { verify } from '../verify/verify.ts'

/** An annotator sorts transactions and records nothing, by whatever request; an editor leaves the settings of the book alone. */
const world = await makeWorld()
const [ana, anton, edda] = [
  await world.person({ name: 'Ana', base_currency_id: 'EUR' }),
  await world.person({ name: 'Anton' }),
  await world.person({ name: 'Edda' }),
]
await join(world, ana, ana.book_id, anton, 'annotator')
await join(world, ana, ana.book_id, edda, 'editor')
for (const person of [anton, edda]) await person.call(updateMe, { body: { default_book_id: ana.book_id } })
const [food, fun] = [await category(ana, 'Food'), await category(ana, 'Fun')]
const [pay, gifts] = [await category(ana, 'Pay', 'income'), await category(ana, 'Gifts', 'income')]
const [cash, giro, dollars] = [
  await account(ana, 'Cash'),
  await bank(ana, 'Giro', 'EUR'),
  await bank(ana, 'Dollars', 'USD'),
]
const kai = await ana.call(createContact, { body: { name: 'Kai' } })
const date = '2026-03-05'
const plain = { amount: 30, category_id: food.id, asset_account_id: cash.id, date }

const versionNow = async () => (await ana.call(getBook)).version

/** Each shape of a transaction. */
const shapes: Record<string, () => Promise<Transaction>> = {
  'an expense': () => spend(ana, plain),
  'a refund': () => spend(ana, { ...plain, is_refund: true }),
  'a split expense': () =>
    spend(ana, {
      amount: 30,
      asset_account_id: cash.id,
      date,
      splits: [
        { category_id: food.id, amount: 10 },
        { category_id: fun.id, amount: 20 },
      ],
    }),
  'a shared expense': () => spend(ana, { ...plain, shares: [{ contact_id: kai.id, amount: 10 }] }),
  'an expense in another currency': () =>
    spend(ana, { ...plain, asset_account_id: giro.id, currency_id: 'USD', charged_amount: 28 }),
  'an income': () => ana.call(createIncome, { body: { ...plain, category_id: pay.id } }),
  'a transfer': () =>
    ana.call(createTransfer, {
      body: { from_account_id: cash.id, to_account_id: dollars.id, amount: 30, to_amount: 33, date },
    }),
  "a plan's expense": async () => {
    const { date: _, ...draft } = plain
    const plan = await ana.call(createPlan, {
      body: { name: 'Rent', kind: 'expense', draft, schedule: { start: '2026-03-01', unit: 'month' } },
    })
    const params = { id: plan.id, date: '2026-03-01' }
    await ana.call(settleOccurrence, { params, body: { action: 'post' } })
    const { body } = await ana.send({ url: `/budgeting/transactions?plan_id=${plan.id}&limit=1` })
    return body.data[0]
  },
}

/** Another value for each field that an annotator has to leave alone. */
const closed = (record: Transaction): Record<string, unknown> =>
  record.kind === 'transfer'
    ? {
        amount: 31,
        to_amount: 34,
        date: '2026-03-06',
        from_account_id: giro.id,
        to_account_id: giro.id,
        memo: 'x',
        external_id: 'x',
      }
    : {
        amount: 31,
        currency_id: 'GBP',
        date: '2026-03-06',
        asset_account_id: record.asset_account_id === giro.id ? cash.id : giro.id,
        fx_rate: 0.5,
        charged_amount: 29,
        memo: 'x',
        external_id: 'x',
        is_refund: !record.is_refund,
        splits: [
          { category_id: record.kind === 'income' ? pay.id : food.id, amount: 15 },
          { category_id: record.kind === 'income' ? gifts.id : fun.id, amount: 15 },
        ],
        ...(record.kind === 'expense' && { shares: [{ contact_id: kai.id, amount: 5 }] }),
      }

const pathOf = ({ kind, id }: Transaction) => `/budgeting/${kind}s/${id}`
const put = (person: Person, record: Transaction, payload: object) =>
  person.send({ method: 'PUT', url: pathOf(record), payload })

/** Fields that belong to others: the refusal may name one of them. */
const alike: Record<string, string[]> = {
  currency_id: ['amount', 'fx_rate', 'charged_amount'],
  splits: ['category_id', 'amount', 'memo'],
  is_refund: ['splits', 'account_id'],
  shares: ['splits', 'obligation'],
  fx_rate: ['amount', 'charged_amount'],
  charged_amount: ['fx_rate', 'splits'],
  to_account_id: ['to_amount', 'to_currency_id'],
}

for (const [name, make] of Object.entries(shapes))
  test(`of ${name}, an annotator changes category, tags, notes and contact, and no other field`, async () => {
    const record = await make()
    const before = JSON.stringify(await ana.call(getTransaction, { params: { id: record.id } }))
    const version = await versionNow()
    for (const [field, value] of Object.entries(closed(record))) {
      const { status, body, text } = await put(anton, record, { [field]: value, notes: 'with it' })
      assert(status === 403 || status === 422, `${field}: ${text.slice(0, 400)}`)
      if (status === 422) continue // it is not possible for anybody
      assert.equal(body.code, 'field_not_allowed', text)
      assert(
        [field, ...(alike[field] ?? [])].includes(body.params.field),
        `${field}: the refusal names ${body.params.field}`,
      )
    }
    assert.equal(await versionNow(), version, 'nothing was written')
    assert.equal(JSON.stringify(await ana.call(getTransaction, { params: { id: record.id } })), before)
    const more = await put(anton, record, { amount: 31 })
    assert.equal(more.body.params?.field, name === 'a split expense' ? undefined : 'amount', more.text)
    const isSorted = record.kind !== 'transfer' && name !== 'a split expense'
    const sorted = {
      ...record,
      tags: ['home'],
      notes: 'sorted',
      contact_id: kai.id,
      ...(isSorted && { category_id: record.kind === 'income' ? gifts.id : fun.id }),
    }
    const done = await put(anton, record, sorted)
    assert.equal(done.status, 200, done.text)
    assert.partialDeepStrictEqual(done.body, { tags: ['home'], notes: 'sorted', amount: record.amount })
    if (isSorted) assert.equal(done.body.category_id, sorted.category_id)
  })

test('a part of a split goes to another category, and its amount stays', async () => {
  const make = shapes['a split expense'] ?? assert.fail()
  const record = await make()
  const parts = (first: string, amount: number) => [
    { category_id: first, amount },
    { category_id: fun.id, amount: 30 - amount },
  ]
  const pets = await category(ana, 'Pets')
  assert.equal((await put(anton, record, { splits: parts(pets.id, 10) })).status, 200)
  const { status, body } = await put(anton, record, { splits: parts(pets.id, 11) })
  assert.deepEqual([status, body.params.field], [403, 'splits'])
  const fewer = await put(anton, record, { splits: [], category_id: food.id })
  assert.deepEqual(
    [fewer.status, fewer.body.params.field],
    [403, 'category_id' in fewer.body ? '' : 'splits'],
  )
  const other = await put(anton, await spend(ana, plain), { category_id: pay.id })
  assert.equal(other.status, 422, 'a category of the other kind is refused to everybody')
})

test('many at once are judged each, and the trash is not for annotators', async () => {
  const { data } = await ana.call(createTransactions, {
    body: { transactions: Array.from({ length: 300 }, () => ({ kind: 'expense' as const, ...plain })) },
  })
  const ids = data.map(({ id }) => id)
  const version = await versionNow()
  const bulk = (body: object) =>
    anton.send({ method: 'POST', url: '/budgeting/transactions/bulk', payload: { ids, ...body } })
  for (const [body, field] of [
    [{ set: { date: '2026-03-07', notes: 'x' } }, 'date'],
    [{ set: { asset_account_id: giro.id } }, 'asset_account_id'],
    [{ delete: true }, 'deleted_at'],
  ] as const) {
    const { status, body: said } = await bulk(body)
    assert.deepEqual([status, said.code, said.params?.field], [403, 'field_not_allowed', field])
  }
  assert.equal(await versionNow(), version)
  const sorted = await anton.call(bulkTransactions, {
    body: { ids, set: { category_id: fun.id, add_tags: ['all'], notes: 'n', contact_id: kai.id } },
  })
  assert.equal(sorted.data.length, 300)
  const undone = await anton.call(undoChange, { params: { version: String(sorted.version) } })
  await anton.call(undoChange, { params: { version: String(undone.version) } })
})

test('an undo takes back, whoever did it, what an annotator could have done, and nothing more', async () => {
  const change = (person: Person, id: string, body: object) =>
    person.call(updateExpense, { params: { id }, body })
  const undo = (person: Person, version: number) =>
    person.send({ method: 'POST', url: `/changes/${version}/undo` })
  const one = await spend(ana, plain)
  const sorted = await change(ana, one.id, { category_id: fun.id, notes: 'Ana' })
  const undone = await undo(anton, sorted.version)
  assert.equal(undone.status, 200, undone.text)
  assert.equal((await undo(anton, undone.body.version)).status, 200, 'and does it again')
  const refusedOf = async (version: number, field: string) => {
    const before = await versionNow()
    const { status, body, text } = await undo(anton, version)
    assert.deepEqual([status, body.code, body.params?.field], [403, 'field_not_allowed', field], text)
    assert.equal(await versionNow(), before)
  }
  await refusedOf((await change(ana, one.id, { amount: 35, category_id: food.id })).version, 'amount')
  await refusedOf((await spend(ana, plain)).version, 'deleted_at')
  const shared = await spend(ana, { ...plain, shares: [{ contact_id: kai.id, amount: 10 }] })
  await refusedOf(shared.version, 'deleted_at')
  await refusedOf((await ana.call(createContact, { body: { name: 'New' } })).version, 'contact records')
  const many = await ana.call(createTransactions, {
    body: { transactions: [{ kind: 'expense', ...plain }] },
  })
  await refusedOf(many.version, 'deleted_at')
  const file = await sendFile(ana, { account_id: giro.id }, csv('2026-01-05,BILLA,-5.00'))
  await ana.send({
    method: 'PUT',
    url: `/imports/${file.id}/rows`,
    payload: { set: { category_id: food.id, is_chosen: true } },
  })
  const { version } = await ana.call(commitImport, { params: { id: file.id } })
  await refusedOf(version as number, 'deleted_at')
  const trashed = await ana.send({ method: 'DELETE', url: `/budgeting/expenses/${one.id}` })
  await refusedOf(trashed.body.version, 'deleted_at')
})

test("the settings of the book are its owner's, by an undo too, and an undo does not put away the default book", async () => {
  const renamed = await ana.call(updateBook, { body: { name: 'Ours', closed_through: '2026-01-31' } })
  for (const person of [edda, anton]) {
    const { status, body } = await person.send({
      method: 'POST',
      url: `/changes/${renamed.version}/undo`,
    })
    assert.deepEqual([status, body.code, body.params.needs], [403, 'not_allowed', 'own'])
  }
  assert.equal((await ana.call(getBook)).name, 'Ours')
  const second = (await ana.send({ method: 'POST', url: '/books', payload: { name: 'Flat' } })).body
  const put = (is_archived: boolean) =>
    ana.send({ method: 'PUT', url: `/books/${second.id}`, payload: { is_archived } })
  await put(true)
  const taken = await put(false)
  await ana.call(updateMe, { body: { default_book_id: second.id } })
  const undone = await ana.send({
    method: 'POST',
    url: `/books/${second.id}/changes/${taken.body.version}/undo`,
  })
  assert.deepEqual([undone.status, undone.body.code], [409, 'book_is_default'], undone.text)
  await ana.call(updateMe, { body: { default_book_id: ana.book_id } })
})

test('on a closed day an annotator changes tags and notes, as everybody, and not the category', async () => {
  const old = await spend(ana, { ...plain, date: '2026-02-02' })
  await ana.call(updateBook, { body: { closed_through: '2026-02-28' } })
  const moved = await refused(
    anton.call(updateExpense, { params: { id: old.id }, body: { category_id: fun.id } }),
  )
  assert.equal(moved.code, 'locked')
  await anton.call(updateExpense, { params: { id: old.id }, body: { notes: 'late', tags: ['x'] } })
  assert.deepEqual(await verify(world.db), [])
})
