import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deleteCategory } from '../../contract/categories.ts'
import { category } from '../../test/books.ts'
import { inTurn } from '../../test/corruption.ts'
import { makeWorld } from '../../test/world.ts'
import { change, transaction } from '../database/database.ts'
import { type Sql, sql } from '../database/sql.ts'
import { newId } from '../process/ids.ts'
import { differences } from './verify.ts'

const world = await makeWorld()

test('a category in itself, in another kind, in the trash or in nothing is named', async () => {
  const ana = await world.person()
  const [food, fun, old, pay] = [
    await category(ana, 'Food'),
    await category(ana, 'Fun'),
    await category(ana, 'Old'),
    await category(ana, 'Pay', 'income'),
  ]
  await ana.call(deleteCategory, { params: { id: old.id } })
  const nothing = newId()
  const into = (one: { id: string }, id: string): Sql =>
    sql`update categories set parent_id = ${id} where book_id = ${ana.book_id} and id = ${one.id}`
  const found = await transaction(
    world.db,
    async (tx) => {
      await inTurn(tx)
      for (const statement of [
        into(food, food.id),
        into(pay, food.id),
        into(fun, old.id),
        into(old, nothing),
      ])
        await change(tx, statement)
      return (await differences(tx)).flatMap((text) => / (the category .*)\.$/.exec(text)?.[1] ?? [])
    },
    () => false,
  )
  assert.deepEqual(
    new Set(found),
    new Set([
      'the category "Food" stands in "Food", which stands in a group itself',
      'the category "Pay" stands in "Food", which is one of expenses',
      'the category "Fun" stands in "Old", which is in the trash',
      `the category "Old" stands in ${nothing}, which does not exist`,
    ]),
  )
})
