import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bulkTransactions, createTransactions } from '../../contract/batches.ts'
import { getBook } from '../../contract/books.ts'
import { listTransactions } from '../../contract/budgeting.ts'
import { undoChange } from '../../contract/changes.ts'
import { category, spend } from '../../test/books.ts'
import { ranIn } from '../../test/ran.ts'
import { refused, sharedWorld } from '../../test/world.ts'

const world = await sharedWorld()

test('a category for many is refused while one of them has several, and nothing changes', async () => {
  const ana = await world.person()
  const [food, fun] = [await category(ana, 'Food'), await category(ana, 'Fun')]
  const whole = await spend(ana, { amount: 5, category_id: food.id })
  const splits = [2, 3].map((amount) => ({ category_id: food.id, amount }))
  const split = await spend(ana, { amount: 5, splits })
  const body = { ids: [whole.id, split.id], set: { category_id: fun.id } }
  const problem = await refused(ana.call(bulkTransactions, { body }))
  assert.deepEqual([problem.status, problem.code], [422, 'bulk_kind'])
  assert.equal((await ana.call(getBook)).version, split.version)
})

test('many that are as they should be stay, and the answer names the version that they are in', async () => {
  const ana = await world.person()
  const food = await category(ana, 'Food')
  const one = await spend(ana, { amount: 5, category_id: food.id, tags: ['a'] })
  const other = await spend(ana, { amount: 6, category_id: food.id, tags: ['a'] })
  const body = { ids: [one.id, other.id], set: { add_tags: ['a'] } }
  const answer = await ana.call(bulkTransactions, { body })
  assert.deepEqual([answer.version, answer.data], [other.version, [one, other]])
  assert.equal((await ana.call(getBook)).version, other.version)
})

test('a statement writes a bounded amount of text, so that a batch of long notes ends in time', async () => {
  const ana = await world.person()
  const food = await category(ana, 'Food')
  const add = async (count: number) => {
    const transactions = Array.from({ length: count }, () => ({
      kind: 'expense' as const,
      amount: 1,
      category_id: food.id,
      notes: 'long '.repeat(1_800),
    }))
    const ran = await ranIn(() => ana.call(createTransactions, { body: { transactions } }))
    const lengths = ran.map(({ values = [] }) =>
      values.flat().reduce<number>((sum, value) => sum + String(value ?? '').length, 0),
    )
    assert(Math.max(...lengths) < 2_000_000, `${Math.max(...lengths)} characters in one statement`)
  }
  await add(150)
  await add(300)
})

test('whatever people write comes back as it was from a large batch, its edit and its undo', async () => {
  const ana = await world.person()
  const food = await category(ana, 'Food')
  const words = [
    '"quoted"',
    'a\\b\\\\',
    '{1,2}',
    'NULL',
    'null',
    ' ',
    "it's",
    'Größe, Ñandú',
    '\\x00',
    'a\nb\tc',
    '(,)',
    '🙂',
  ]
  const transactions = Array.from({ length: 300 }, (_, n) => ({
    kind: 'expense' as const,
    amount: 1,
    category_id: food.id,
    date: '2026-01-01',
    notes: words[n % words.length] ?? null,
    memo: words[(n + 1) % words.length] ?? null,
    tags: n % 3 === 0 ? [] : [`tag ${words[n % words.length]}`, 'b'],
  }))
  const made = await ana.call(createTransactions, { body: { transactions } })
  assert.deepEqual(
    made.data.map(({ notes, memo, tags }) => [notes, memo, tags]),
    transactions.map(({ notes, memo, tags }) => [notes, memo, tags]),
  )
  const read = async () =>
    (await ana.call(listTransactions, { query: { sort: 'created_at', limit: 500 } })).data
  assert.deepEqual(await read(), made.data)
  const body = { ids: made.data.map(({ id }) => id), set: { notes: '"other"' } }
  const edited = await ana.call(bulkTransactions, { body })
  assert.deepEqual(await read(), edited.data)
  await ana.call(undoChange, { params: { version: String(edited.version) } })
  const plain = (all: typeof made.data) => all.map(({ version: _, updated_at: __, ...rest }) => rest)
  assert.deepEqual(plain(await read()), plain(made.data))
})
