import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deleteGoal } from '../../contract/goals.ts'
import { bank } from '../../test/books.ts'
import { inTurn } from '../../test/corruption.ts'
import { saver, whole } from '../../test/saver.ts'
import { makeWorld } from '../../test/world.ts'
import { change, transaction } from '../database/database.ts'
import { type Sql, sql } from '../database/sql.ts'
import { differences } from './verify.ts'

const world = await makeWorld()

test('a live goal that counts what is not own money in its currency is named, and one in the trash is not', async () => {
  const { ana, savings, goal } = await saver(world)
  const pot = await bank(ana, 'Pot', 'EUR')
  const purse = await bank(ana, 'Purse', 'EUR', { currency_id: null })
  const [envelope, both] = [await goal({}), await goal({ name: 'Flat', ...whole(pot.id, purse.id) })]
  const trashed = await goal({ name: 'Gone', ...whole(pot.id) })
  await ana.call(deleteGoal, { params: { id: trashed.id } })
  const found = (account: { id: string }, set: Sql) =>
    transaction(
      world.db,
      async (tx) => {
        await inTurn(tx)
        await change(
          tx,
          sql`update accounts set ${set} where book_id = ${ana.book_id} and id = ${account.id}`,
        )
        return (await differences(tx)).flatMap((text) => / (the goal .* counts .*)\.$/.exec(text)?.[1] ?? [])
      },
      () => false,
    )
  const counts = (name: string, { id }: { id: string }, account: { id: string; name: string }) => [
    `the goal "${name}" (${id}) in EUR counts "${account.name}" (${account.id}), which is not money of one's own in that currency`,
  ]
  for (const set of [
    sql`type = 'liability'`,
    sql`is_claim = true`,
    sql`is_valued = true`,
    sql`role = 'value_changes'`,
    sql`currency_id = 'USD'`,
  ]) {
    assert.deepEqual(await found(savings, set), counts('Japan', envelope, savings))
    assert.deepEqual(await found(pot, set), counts('Flat', both, pot))
  }
  for (const set of [sql`currency_id = 'EUR'`, sql`currency_id = null`, sql`deleted_at = now()`])
    assert.deepEqual(await found(purse, set), [])
})
