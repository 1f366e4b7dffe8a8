import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTransactions } from '../../contract/batches.ts'
import { getExpense } from '../../contract/budgeting.ts'
import { category, spend } from '../../test/books.ts'
import { makeWorld } from '../../test/world.ts'
import { verify } from '../verify/verify.ts'

/** The writer sends rows as text inside lists: no text can end its row or its list, or be taken for something else. */
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
    ...{
      kind: 'expense' as const,
      amount: 1,
      category_id: food.id,
      notes: `${text}n`,
      memo: `${text}m`,
      tags,
    },
  }))
  const { data } = await ana.call(createTransactions, { body: { transactions } })
  assert.deepEqual(
    data.map(({ notes, memo }) => [notes, memo]),
    transactions.map(({ notes, memo }) => [notes, memo]),
  )
  assert.deepEqual(await verify(world.db), [], 'the tables say what the log says')
})
