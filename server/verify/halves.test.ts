import assert from 'node:assert/strict'
import { test } from 'node:test'
import { twoBooks } from '../../test/between.ts'
import { inTurn } from '../../test/corruption.ts'
import { makeWorld } from '../../test/world.ts'
import { change, transaction } from '../database/database.ts'
import { type Sql, sql } from '../database/sql.ts'
import { differences, verify } from './verify.ts'

const world = await makeWorld()

test('halves that are no pair are named', async () => {
  const { ana, book, move } = await twoBooks(world)
  const [{ transfer, other_half }, another] = [await move(), await move()]
  const found = (statement: Sql) =>
    transaction(
      world.db,
      async (tx) => {
        await inTurn(tx)
        await change(tx, statement)
        const texts = await differences(tx)
        return texts.flatMap((text) => / between two books, and (.*)\.$/.exec(text)?.[1] ?? [])
      },
      () => false,
    )
  const there = sql`book_id = ${book.id} and id = ${other_half.transaction_id}`
  assert.deepEqual(await found(sql`update transactions set amount = amount + 1 where ${there}`), [
    'the other one is of another amount',
    'the other one is of another amount',
  ])
  assert.deepEqual(await found(sql`update transactions set date = date + 1 where ${there}`), [
    'the other one is of another day',
    'the other one is of another day',
  ])
  assert.deepEqual(await found(sql`update transactions set deleted_at = now() where ${there}`), [
    'one of them is in the trash',
    'one of them is in the trash',
  ])
  assert.deepEqual(await found(sql`delete from book_halves where book_id = ${book.id}`), [
    'the other one is half of another',
    'the other one is half of another',
  ])
  const swapped = sql`update book_halves set other_transaction_id = ${another.transfer.id}
                      where book_id = ${book.id} and transaction_id = ${other_half.transaction_id}`
  assert.ok((await found(swapped)).includes('the other one is half of another'))
  assert.deepEqual(
    await found(
      sql`update transactions set to_currency_id = 'USD' where id = ${transfer.id} and book_id = ${ana.book_id}`,
    ),
    ['it is not a transfer in one currency'],
  )
  assert.deepEqual(await verify(world.db), [])
})
