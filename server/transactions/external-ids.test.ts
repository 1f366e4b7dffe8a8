import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTransactions } from '../../contract/batches.ts'
import { getBook, updateBook } from '../../contract/books.ts'
import {
  createExpense,
  createIncome,
  createTransfer,
  deleteExpense,
  getExpense,
  listExpenses,
  listTransactions,
  restoreExpense,
  type Transaction,
  type TransactionChange,
  updateExpense,
  updateIncome,
  updateTransfer,
} from '../../contract/budgeting.ts'
import { listChanges, undoChange } from '../../contract/changes.ts'
import { createContact } from '../../contract/contacts.ts'
import { createPlan } from '../../contract/plans.ts'
import { account, back, category } from '../../test/books.ts'
import { statements } from '../../test/ran.ts'
import { fileOf, type Json, restoreInto, sealed } from '../../test/round-trip.ts'
import { makeWorld, type Person, refused, shards, signedIn } from '../../test/world.ts'
import { verify } from '../verify/verify.ts'

const world = await makeWorld()

/** Somebody with a category, who spends with an external id. */
async function somebody() {
  const ana = await world.person()
  const { id: category_id } = await category(ana, 'Food')
  const draft = { amount: 5, category_id, date: '2026-03-01' }
  const put = (id: string, body: TransactionChange) => ana.call(updateExpense, { params: { id }, body })
  return {
    ana,
    draft,
    put,
    spend: (external_id: string | null) => ana.call(createExpense, { body: { ...draft, external_id } }),
    undo: (version: number) => ana.call(undoChange, { params: { version: String(version) } }),
    count: async () => (await ana.call(listTransactions)).data.length,
  }
}

/** A refusal that says which transaction has the external id. */
async function taken(work: Promise<unknown>, { id, external_id }: Transaction): Promise<void> {
  const { status, code, params, detail } = await refused(work)
  assert.deepEqual([status, code, params.id], [409, 'external_id_taken', id], detail)
  assert(detail.includes(`"${external_id}"`), detail)
}

test('every kind takes an external id, shows it in every answer, keeps it in a change without it, and gives it back for null', async () => {
  const { ana, draft, spend, put } = await somebody()
  const [cash, bank, pay] = [
    await account(ana, 'Cash'),
    await account(ana, 'Bank'),
    await category(ana, 'Pay', 'income'),
  ]
  const expense = await spend('a, "b" (c)\\')
  assert.equal((await spend(null)).external_id, null)
  assert.equal((await ana.call(createExpense, { body: draft })).external_id, null)
  const income = await ana.call(createIncome, {
    body: { amount: 1, category_id: pay.id, external_id: 'income' },
  })
  const transfer = await ana.call(createTransfer, {
    body: { amount: 1, from_account_id: cash.id, to_account_id: bank.id, external_id: 'transfer' },
  })
  await taken(
    ana.call(updateTransfer, { params: { id: transfer.id }, body: { external_id: 'income' } }),
    income,
  )
  await taken(
    ana.call(createIncome, { body: { amount: 1, category_id: pay.id, external_id: 'transfer' } }),
    transfer,
  )
  await taken(
    ana.call(updateIncome, { params: { id: income.id }, body: { external_id: 'transfer' } }),
    transfer,
  )
  await taken(
    ana.call(createTransfer, {
      body: { amount: 1, from_account_id: cash.id, to_account_id: bank.id, external_id: 'income' },
    }),
    income,
  )
  const ofTransfer = { params: { id: transfer.id } }
  assert.equal(
    (await ana.call(updateTransfer, { ...ofTransfer, body: { notes: 'x' } })).external_id,
    'transfer',
  )
  const params = { id: expense.id }
  assert.equal((await ana.call(getExpense, { params })).external_id, 'a, "b" (c)\\')
  const { version } = await ana.call(getBook)
  assert.deepEqual(await put(expense.id, back(expense)), expense, 'its own, sent back, changes nothing')
  assert.equal((await ana.call(getBook)).version, version)
  assert.equal((await put(expense.id, { notes: 'x' })).external_id, 'a, "b" (c)\\')
  const named = await put(expense.id, { external_id: 'z' })
  assert.equal((await put(expense.id, { external_id: null })).external_id, null)
  const [last] = (await ana.call(listChanges, { query: { since: named.version } })).data
  assert.deepEqual(
    [last?.before, last?.after].map((one) => (one as Transaction).external_id),
    ['z', null],
  )
  const query = { external_id: 'z', known_at: String(named.version) }
  assert.deepEqual((await ana.call(listExpenses, { query })).data[0]?.external_id, 'z')
  assert.equal((await spend('z')).external_id, 'z', 'one that was given back is free')
  const file = await ana.send({ url: '/budgeting/transactions?format=csv' })
  const [headings = '', ...rows] = file.text.trim().split(/\r?\n/)
  assert.match(headings, /,external_id$/, 'new columns of a file come last')
  assert(rows.some((row) => row.endsWith(',income')))
  assert.deepEqual(await verify(world.db), [])
})

test('of many that record the same at once, one does, and the others hear of it, in one process or two', async () => {
  const { ana, draft, count } = await somebody()
  const here = signedIn(world.another(), ana)
  const there = signedIn(world.another(), ana)
  for (const [name, people] of [
    ['one process', [here]],
    ['two', [here, there]],
  ] as [string, Person[]][]) {
    const before = await count()
    const body = { ...draft, external_id: name }
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        (people[n % people.length] ?? here).send({
          method: 'POST',
          url: '/budgeting/expenses',
          payload: body,
        }),
      ),
    )
    const made = answers.filter(({ status }) => status === 201 || status === 200)
    assert.equal(made.length, 1, name)
    for (const { status, body: problem } of answers.filter((one) => one !== made[0]))
      assert.deepEqual(
        [status, problem.code, problem.params?.id],
        [409, 'external_id_taken', made[0]?.body.id],
      )
    assert.equal((await count()) - before, 1)
  }
  const others = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      ana.call(createExpense, { body: { ...draft, external_id: `other ${n}` } }),
    ),
  )
  assert.equal(new Set(others.map(({ id }) => id)).size, 20, 'others are not in the way')
})

test('requests of a book that are decided together see what those before them took and gave back', async () => {
  const { ana, put, spend } = await somebody()
  const [one, other] = [await spend('x'), await spend('y')]
  // In the order of their arrival, whichever are decided together: x is given back before it is taken, and y is not.
  const [, moved, second] = await Promise.allSettled([
    put(one.id, { external_id: null }),
    put(other.id, { external_id: 'x' }),
    spend('x'),
    spend('new'),
    spend('new'),
  ])
  assert.equal(moved?.status === 'fulfilled' && moved.value.external_id, 'x')
  assert.equal(second?.status, 'rejected')
  const all = (await ana.call(listExpenses)).data.map(({ external_id }) => external_id)
  assert.deepEqual(all.sort(), ['new', null, 'x'].sort())
  assert.deepEqual(await verify(world.db), [])
})

test('the external id of a transaction in the trash is taken, until it is deleted for good', async () => {
  const { ana, spend, put } = await somebody()
  const [first, other] = [await spend('x'), await spend('y')]
  const params = { id: first.id }
  const trashed = await ana.call(deleteExpense, { params })
  await taken(spend('x'), trashed)
  await taken(put(other.id, { external_id: 'x' }), trashed)
  assert.deepEqual((await ana.call(listExpenses, { query: { external_id: 'x' } })).data, [])
  const found = await ana.call(listExpenses, { query: { external_id: 'x', deleted: 'only' } })
  assert.deepEqual(
    found.data.map(({ id }) => id),
    [first.id],
  )
  assert.equal((await ana.call(restoreExpense, { params })).external_id, 'x')
  await ana.call(deleteExpense, { params })
  await ana.call(deleteExpense, { params, query: { forever: true } })
  assert.equal((await spend('x')).external_id, 'x')
  assert.deepEqual(await verify(world.db), [])
})

test('a batch with an external id that is taken, or that it has twice, records nothing and says which item it is', async () => {
  const { ana, draft, spend, count } = await somebody()
  const first = await spend('x')
  const batch = (...names: (string | null)[]) =>
    ana.call(createTransactions, {
      body: {
        transactions: names.map((external_id) => ({ kind: 'expense' as const, ...draft, external_id })),
      },
    })
  for (const more of [0, 30]) {
    const others = Array.from({ length: more }, (_, n) => `many ${n}`)
    await taken(batch('a', 'x', ...others), first)
    const named = await refused(batch('a', 'x', ...others))
    assert.equal(named.params.at, 'transactions.1')
    assert.match(
      named.detail,
      /^transactions\.1\.external_id: another transaction \([\da-f-]{36}\) already has "x"/,
    )
    const twice = await refused(batch(null, 'a', null, 'a', ...others))
    assert.deepEqual(
      [twice.status, twice.code, twice.params],
      [409, 'external_id_taken', { external_id: 'a', first: 'transactions.1', at: 'transactions.3' }],
    )
    assert.equal(await count(), 1)
  }
  const { data } = await batch('a', 'A', null, null)
  assert.deepEqual(
    data.map(({ external_id }) => external_id),
    ['a', 'A', null, null],
    'upper and lower case differ',
  )
  assert.equal((await refused(batch('X', 'x'))).params.at, 'transactions.1', 'also beside each other')
})

test('an undo that would bring back an external id is refused while another transaction has it', async () => {
  const { ana, spend, put, undo } = await somebody()
  const one = await spend('x')
  const renamed = await put(one.id, { external_id: 'y', notes: 'other' })
  const other = await spend('x')
  await taken(undo(renamed.version), other)
  assert.equal((await ana.call(getExpense, { params: { id: one.id } })).notes, 'other', 'nothing was undone')
  const free = await put(other.id, { external_id: null })
  await undo(renamed.version)
  const { external_id, notes } = await ana.call(getExpense, { params: { id: one.id } })
  assert.deepEqual([external_id, notes], ['x', null])
  await taken(undo(free.version), { ...one, external_id: 'x' })

  // An undo that is undone: x was set, taken back, and is somebody else's by then.
  const set = await put(one.id, { external_id: 'z' })
  const { version: taking } = await undo(set.version)
  const third = await spend('z')
  await taken(undo(taking), third)
  // A created one goes to the trash with its external id, and comes back with it.
  const { version: gone } = await undo(third.version)
  await taken(spend('z'), third)
  await undo(gone)
  assert.equal((await ana.call(getExpense, { params: { id: third.id } })).external_id, 'z')
  assert.deepEqual(await verify(world.db), [])
})

test('an external id has 1 to 255 characters and is compared exactly; one that is blank or longer is refused', async () => {
  const { ana, spend, draft } = await somebody()
  const longest = '𝄞'.repeat(255)
  const made = await spend(longest)
  assert.equal(made.external_id, longest)
  await taken(spend(longest), made)
  assert.equal((await spend('')).external_id, null, 'an empty text is none')
  for (const bad of ['  ', `${longest}x`, 7]) {
    const body = { ...draft, external_id: bad as string }
    const problem = await refused(ana.call(createExpense, { body }))
    assert.deepEqual([problem.code, Object.keys(problem.errors ?? {})], ['invalid', ['external_id']])
  }
  for (const name of ['Ä', 'ä', 'a\u0308', ' ä', 'ä ']) assert.equal((await spend(name)).external_id, name)
  const found = await ana.call(listTransactions, { query: { external_id: 'Ä', include: 'total' } })
  assert.deepEqual([found.data[0]?.external_id, found.meta.total], ['Ä', 1])
  const several = await ana.send({
    url: '/budgeting/transactions?external_id=%C3%84&external_id=nobody&external_id=%20%C3%A4',
  })
  assert.deepEqual(several.body.data.map((one: { external_id: string }) => one.external_id).sort(), [
    ' ä',
    'Ä',
  ])
  const cash = await account(ana, 'Cash')
  const onCash = await ana.call(listTransactions, { query: { external_id: 'ä', account_id: cash.id } })
  assert.deepEqual(
    onCash.data.map(({ external_id }) => external_id),
    ['ä'],
  )
})

test('an external id on a closed day may change, as notes may; other books have their own; a plan has none', async () => {
  const { ana, spend, put, draft } = await somebody()
  const { spend: spendElsewhere } = await somebody()
  const first = await spend('x')
  assert.equal((await spendElsewhere('x')).external_id, 'x')
  await ana.call(updateBook, { body: { closed_through: '2026-03-31' } })
  assert.equal((await put(first.id, { external_id: 'late' })).external_id, 'late')
  const plan = await ana.send({
    method: 'POST',
    url: createPlan.path,
    payload: {
      name: 'Box',
      kind: 'expense',
      schedule: { start: '2026-06-01', unit: 'week' },
      draft: { amount: 1, category_id: draft.category_id, external_id: 'x' },
    },
  })
  assert.equal(plan.body.draft.external_id, undefined, plan.text)
})

test('a shared expense is found by its external id, also behind other changes of the same group', async () => {
  const { ana, draft, spend } = await somebody()
  const { id } = await ana.call(createContact, { body: { name: 'Bela' } })
  const shared = (external_id: string) =>
    ana.call(createExpense, { body: { ...draft, external_id, shares: [{ contact_id: id, amount: 2 }] } })
  const [one, , again] = await Promise.allSettled([shared('s'), spend('t'), shared('s')])
  assert.deepEqual([one?.status, again?.status], ['fulfilled', 'rejected'])
})

test('the file of a book has the external ids; one without them is restored, and one with the same twice refused', async () => {
  const { ana, spend } = await somebody()
  const [first] = [await spend('x'), await spend('y')]
  await ana.call(deleteExpense, { params: { id: first.id } })
  const file = await fileOf(ana)
  const restored = async (bytes: Uint8Array) => {
    const bob = await world.person()
    return { bob, answer: await restoreInto(bob, bytes) }
  }
  const { bob, answer } = await restored(Buffer.from(file))
  assert.equal(answer.status, 200, answer.text)
  const food = await category(bob, 'More')
  await taken(bob.call(createExpense, { body: { amount: 1, category_id: food.id, external_id: 'x' } }), first)

  const [head = '', ...rest] = file.trimEnd().split('\n')
  const lines = rest.slice(0, -2).map((line) => JSON.parse(line.replace(/,$/, '')) as Json)
  const withNames = (nameOf: (at: number) => string | undefined) =>
    lines.map((line, at) =>
      line.transaction ? { transaction: { ...line.transaction, external_id: nameOf(at) } } : line,
    )
  const old = await restored(
    sealed(
      head,
      withNames(() => undefined),
    ),
  )
  assert.equal(old.answer.status, 200, old.answer.text)
  assert.deepEqual(
    (await old.bob.call(listExpenses)).data.map(({ external_id }) => external_id),
    [null],
  )
  const twice = await restored(
    sealed(
      head,
      withNames(() => 'same'),
    ),
  )
  assert.match(JSON.stringify(twice.answer.body), /external_id \\+"same\\+" is that of another transaction/)
  assert.deepEqual(await verify(world.db), [])
})

test('a transaction without an external id costs no statement for it, and one with an external id none but the load', async () => {
  const { spend } = await somebody()
  await spend(null)
  const onShard = ['select *', 'select write_on_shard($1::uuid,'] // a cluster's own functions, see `on-shard.ts`
  const write = shards.length > 0 ? onShard : ['select $1', 'with part_0']
  assert.deepEqual(await statements(() => spend(null)), shards.length > 0 ? write : ['with part_0'])
  assert.deepEqual(await statements(() => spend('x')), write)
})
