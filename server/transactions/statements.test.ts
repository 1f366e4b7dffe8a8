import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getExpense, listExpenses, updateExpense } from '../../contract/budgeting.ts'
import { category, spend } from '../../test/books.ts'
import { statements } from '../../test/ran.ts'
import { makeWorld, shards } from '../../test/world.ts'
import { onlyRow, rows, snapshot } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { type BookRow, bookColumns } from '../ledger/book.ts'
import { listTransactions } from './transactions.sql.ts'

const world = await makeWorld()

test('a write is one statement that loads, unless the book is remembered, and one that writes, and a page is one, after the one that says who asks', async () => {
  const ana = await world.person()
  const food = await category(ana, 'Food')
  const made = await spend(ana, { amount: 1, category_id: food.id })
  const onShard = ['select *', 'select write_on_shard($1::uuid,'] // a cluster's own functions, see `on-shard.ts`
  const write = shards.length > 0 ? onShard : ['select $1', 'with part_0']
  const again = shards.length > 0 ? write : ['with part_0'] // on a cluster nothing is remembered
  assert.deepEqual(await statements(() => spend(ana, { amount: 2, category_id: food.id })), again)
  const change = () => ana.call(updateExpense, { params: { id: made.id }, body: { amount: 3 } })
  assert.deepEqual(await statements(change), write)
  const page = ['select t.secret_hash,', 'select row(t.id,']
  assert.deepEqual(await statements(() => ana.call(getExpense, { params: { id: made.id } })), page)
  for (const query of [
    {},
    { category_id: food.id },
    { account_id: made.asset_account_id ?? '' },
    { date_to: '2099-01-01' },
  ]) {
    assert.deepEqual(await statements(() => ana.call(listExpenses, { query })), page)
  }
})

test('a page of a usual size is planned once, and not each time for its limit', async () => {
  const ana = await world.person()
  const plans = await snapshot(world.service, async (db) => {
    const book = await onlyRow<BookRow>(db, sql`select ${bookColumns} from books where id = ${ana.book_id}`)
    for (let n = 0; n < 8; n++) await listTransactions(db, book, 'expense', { limit: 50 })
    return rows<{ once: number }>(
      db,
      sql`select generic_plans::int as once from pg_prepared_statements where statement like '%from transactions t%'`,
    )
  })
  assert(
    plans.some(({ once }) => once > 0),
    'PostgreSQL goes by a plan that it has',
  )
})
