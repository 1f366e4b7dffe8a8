import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAccount } from '../contract/accounts.ts'
import { updateExpense } from '../contract/budgeting.ts'
import { createContact, listContacts } from '../contract/contacts.ts'
import { change, transaction } from '../server/database/database.ts'
import { type Sql, sql } from '../server/database/sql.ts'
import { category, spend } from './books.ts'
import { lender } from './debts.ts'
import { makeWorld } from './world.ts'

const world = await makeWorld()
const COUNT = 150

/** Copies the rows of a table many times, with a text that almost matches everywhere. Computed columns are left out. */
const multiply = (table: Sql, columns: Sql, change: Sql) => sql`
  insert into ${table} (${columns}) select ${columns} from (
    select copy.* from ${table} one, generate_series(1, ${COUNT}) n,
      jsonb_populate_record(one, jsonb_build_object('id', md5(one.id::text || n)::uuid) || ${change}) copy) copies`

test('the longest text costs no more to look for than a short one, whatever the notes are', async () => {
  const { ana, owe } = await lender(world)
  const food = await category(ana, 'Food')
  await spend(ana, { amount: 1, category_id: food.id })
  await owe('Receivables')
  await transaction(world.db, async (tx) => {
    await change(
      tx,
      multiply(
        sql`transactions`,
        sql`book_id, id, kind, date, currency_id, amount, base_amount, fx_rate, fx_source, fx_date, category_id, account_id, is_refund,
            tags, search, category_ids, created_version, created_position, version, created_at, updated_at`,
        sql`jsonb_build_object('created_position', 1000 + n, 'search', repeat('a', 10000))`,
      ),
    )
    await change(
      tx,
      multiply(
        sql`contacts`,
        sql`book_id, id, name, notes, created_version, version, created_at, updated_at`,
        sql`jsonb_build_object('notes', repeat('a', 10000))`,
      ),
    )
    await change(
      tx,
      multiply(
        sql`obligations`,
        sql`book_id, id, name, notes, opened_date, direction, original_amount, outstanding_amount, outstanding_base, currency_id,
            contact_id, account_id, claim_account_id, counter_account_id, fx_rate, fx_source, fx_date, created_version, version,
            created_at, updated_at`,
        sql`jsonb_build_object('notes', repeat('a', 100000))`,
      ),
    )
  })
  for (const path of ['/budgeting/transactions', '/contacts', '/obligations']) {
    const time = async (q: string) => {
      const started = performance.now()
      const answer = await ana.send({ url: `${path}?q=${q}` })
      assert.deepEqual([answer.status, answer.body?.data], [200, []], answer.text)
      return performance.now() - started
    }
    const short = Math.min(await time('ab'), await time('ab'), await time('ab'))
    for (const long of [`${'a'.repeat(254)}b`, `b${'a'.repeat(254)}`]) {
      let took = await time(long)
      // The least of several measurements, in case a busy machine got in between.
      for (let n = 0; n < 10 && took >= 8 * short + 20; n++) took = Math.min(took, await time(long))
      assert(
        took < 8 * short + 20,
        `${path}: ${Math.round(took)} ms, ${Math.round(short)} ms for two letters`,
      )
    }
  }
})

test('text is looked for as it is written, whatever its case', async () => {
  const ana = await world.person()
  const names = ['50% off_er', 'A.B*C', 'ÁRVÍZTŰRŐ', 'back\\slash', '(paren', '***=x']
  for (const name of names) await ana.call(createContact, { body: { name } })
  const found = async (q: string) =>
    (await ana.call(listContacts, { query: { q } })).data.map(({ name }) => name)
  for (const name of names) {
    assert.deepEqual(await found(name), [name])
    assert.deepEqual(await found(name.toLowerCase()), [name])
  }
  for (const q of ['.*', 'a.c', '_er$', '%%', '\\w']) assert.deepEqual(await found(q), [], q)
})

test('text is found with or without its accents, in every list, however it is composed', async () => {
  const { ana, owe } = await lender(world)
  const names = ['Café Señor', 'Łódź', 'STRASSE', 'İstanbul', 'Σίσυφος', 'smørrebrød', 'Æsop', 'Đà Nẵng']
  const asked = ['cafe senor', 'lodz', 'straße', 'istanbul', 'σισυφοσ', 'SMORREBROD', 'aesop', 'da nang']
  for (const [index, name] of names.entries()) {
    const food = await category(ana, name)
    await ana.call(createContact, { body: { name: 'Somebody', notes: name } })
    await owe('Receivables', { name })
    await ana.call(createAccount, { body: { name: `${name} account`, type: 'asset' } })
    await spend(ana, { amount: 1, category_id: food.id, notes: name, date: '2026-01-01' })
    for (const q of [name, name.normalize('NFD'), name.toUpperCase(), asked[index] ?? '']) {
      for (const path of [
        '/contacts',
        '/obligations',
        '/accounts?type=asset',
        '/budgeting/categories',
        '/budgeting/expenses',
      ]) {
        const url = `${path}${path.includes('?') ? '&' : '?'}q=${encodeURIComponent(q)}`
        const { body, text } = await ana.send({ url })
        assert.equal(body.data?.length, 1, `${url}: ${text}`)
      }
    }
  }
})

test('transactions are found by their notes, memos and tags, and by the names of contact and category', async () => {
  const ana = await world.person()
  const [food, friend] = [
    await category(ana, 'Épicerie'),
    await ana.call(createContact, { body: { name: 'Zoë' } }),
  ]
  const made = await spend(ana, {
    amount: 1,
    category_id: food.id,
    contact_id: friend.id,
    notes: 'crème',
    memo: 'brûlée',
    tags: ['Noël', 'à la maison'],
  })
  const found = async (q: string) => {
    const { body } = await ana.send({ url: `/budgeting/transactions?q=${encodeURIComponent(q)}` })
    return body.data.length
  }
  for (const q of ['creme', 'brulee', 'noel', 'NOËL', 'la mais', 'epicerie', 'zoe'])
    assert.equal(await found(q), 1, q)
  // A text ends where the next one begins, and an accent alone is not a text.
  for (const q of ['creme brulee', 'noela', 'noell']) assert.equal(await found(q), 0, q)
  assert.equal(await found('\u0301'), 1)
  await ana.call(updateExpense, { params: { id: made.id }, body: { tags: ['autre'] } })
  assert.deepEqual([await found('noel'), await found('autre')], [0, 1])
})
