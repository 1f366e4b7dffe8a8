import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTransactions } from '../../contract/batches.ts'
import { getExpense } from '../../contract/budgeting.ts'
import { category, spend } from '../../test/books.ts'
import { isWrite, lineUp, post } from '../../test/line.ts'
import { makeWorld } from '../../test/world.ts'
import { rows } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { verify } from '../verify/verify.ts'

/** The writer sends rows as text inside lists: no text can end its row or its list, or be read as something else. */
const world = await makeWorld()

const texts = [
  '"',
  '\\',
  '\\"',
  '","',
  '(',
  '),(',
  '{',
  '}","{',
  'NULL',
  'null',
  ' ',
  '\\x00',
  "'",
  '\t',
  'a\nb',
  'é😀',
  '$1',
]
const all = texts.join('')

test('any text comes back as it was sent, from the tables and from the log', async () => {
  const ana = await world.person()
  const food = await category(ana, `Food ${all}`)
  const tags = texts.filter((text) => text.trim() === text && !text.includes('\n'))
  for (const text of [...texts, all]) {
    const { id } = await spend(ana, {
      amount: 1,
      category_id: food.id,
      notes: `${text}n`,
      memo: `${text}m`,
      tags,
    })
    const { notes, memo, tags: kept, category_name } = await ana.call(getExpense, { params: { id } })
    assert.deepEqual([notes, memo, kept, category_name], [`${text}n`, `${text}m`, tags, food.name])
  }
  const transactions = [...texts, all].map((text) => ({
    kind: 'expense' as const,
    amount: 1,
    category_id: food.id,
    notes: `${text}n`,
    memo: `${text}m`,
    tags,
  }))
  const { data } = await ana.call(createTransactions, { body: { transactions } })
  assert.deepEqual(
    data.map(({ notes, memo }) => [notes, memo]),
    transactions.map(({ notes, memo }) => [notes, memo]),
  )
  const many = transactions.flatMap((one) => Array.from({ length: 16 }, () => one))
  const { data: copied } = await ana.call(createTransactions, { body: { transactions: many } })
  const last = copied.at(-1) ?? assert.fail('none was made')
  const { notes, tags: kept } = await ana.call(getExpense, { params: { id: last.id } })
  assert.deepEqual([notes, kept], [`${all}n`, tags], 'many rows go another way')
  assert.deepEqual(await verify(world.db), [], 'the tables say what the log says')
})

test('the columns of tables are in the order in which the writer sends them', async () => {
  const { line, app } = await lineUp(world)
  const ana = await world.person()
  const { id: category_id } = await category(ana, 'Order')
  await post(app, ana.token, '/budgeting/expenses', { amount: 1, category_id })
  const sent = [
    ...(line.statements.findLast(isWrite) ?? '').matchAll(/unnest\(\$\d+::(\w+)\[\][^()]*\) v \(([^)]*)\)/g),
  ]
  const columns = await rows<{ table: string; names: string[] }>(
    world.db,
    sql`select table_name as table, array_agg(column_name::text order by ordinal_position) as names
        from information_schema.columns where table_schema = 'public' group by table_name`,
  )
  const compared = sent.flatMap(([, table = '', list = '']) => {
    const names = columns.find((one) => one.table === table)?.names
    if (!names) return [] // a list of one column
    const inOrder = list.split(', ').filter((name) => !name.endsWith('_apart'))
    assert.deepEqual(
      inOrder.map((name, index) => (name.startsWith('unwritten_') ? names[index] : name)),
      names,
      table,
    )
    return [table]
  })
  assert.deepEqual(
    new Set(compared),
    new Set(['changes', 'events', 'transactions', 'entries', 'balances', 'totals']),
  )
})
