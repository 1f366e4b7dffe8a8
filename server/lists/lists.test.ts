import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listAccountLines, listAccounts } from '../../contract/accounts.ts'
import { createExpense, getExpense, listExpenses, type Transaction } from '../../contract/budgeting.ts'
import { createCategory } from '../../contract/categories.ts'
import { createContact, listContacts } from '../../contract/contacts.ts'
import { createObligation, createPayment } from '../../contract/obligations.ts'
import type { ReplyOf } from '../../contract/route.ts'
import { sharedWorld } from '../../test/world.ts'

const world = await sharedWorld()
const PAGE_BYTES = 8 * 1024 * 1024

test('a page of wide records ends at 8 MiB with a cursor, and the pages together are the whole list', async () => {
  const ana = await world.person()
  const category = await ana.call(createCategory, { body: { name: 'Food' } })
  const cash = (await ana.call(listAccounts, { query: { q: 'Cash' } })).data[0] ?? assert.fail()
  // The widest there is: a hundred parts, each with as long a text as it may have, in characters of four bytes.
  const splits = Array.from({ length: 100 }, () => ({
    category_id: category.id,
    amount: 1,
    memo: '\u{1F4B6}'.repeat(255),
  }))
  const count = 36
  for (let n = 0; n < count; n++) await ana.call(createExpense, { body: { amount: 100, splits } })

  const seen: Transaction[] = []
  const sizes: number[] = []
  let cursor: string | null = null
  do {
    const query: string = cursor === null ? '' : `&cursor=${cursor}`
    const { status, body, text } = await ana.send({ url: `/budgeting/expenses?limit=1000${query}` })
    assert.equal(status, 200)
    assert(Buffer.byteLength(text) <= PAGE_BYTES + 1_000, `${Buffer.byteLength(text)} bytes`)
    sizes.push(body.data.length)
    seen.push(...body.data)
    cursor = body.meta.next_cursor
  } while (cursor !== null)
  assert(sizes.length > 1 && sizes.every((size) => size > 0), `pages of ${sizes}`)
  assert.equal(new Set(seen.map(({ id }) => id)).size, count)

  const ids = new Set<string>()
  let page: ReplyOf<typeof listAccountLines> | undefined
  do {
    const query = { limit: 1000, ...(page?.meta.next_cursor && { cursor: page.meta.next_cursor }) }
    page = await ana.call(listAccountLines, { params: { id: cash.id }, query })
    assert(page.data.length <= 1000)
    for (const { id } of page.data) ids.add(id)
  } while (page.meta.next_cursor !== null)
  assert.equal(ids.size, count * 100)
})

test('one record with everything that it may have comes whole, in a list and alone', async () => {
  const ana = await world.person()
  const [longest, most] = ['\u{1F4B6}', 100]
  const category_id = (await ana.call(createCategory, { body: { name: 'Food' } })).id
  const people = await Promise.all(
    Array.from({ length: most }, (_, n) => ana.call(createContact, { body: { name: `Contact ${n}` } })),
  )
  const body = {
    amount: 2 * most,
    notes: longest.repeat(10_000),
    tags: Array.from({ length: 20 }, (_, n) => `${n}${longest.repeat(48)}`),
    splits: Array.from({ length: most }, () => ({ category_id, amount: 1, memo: longest.repeat(255) })),
    shares: people.map(({ id }) => ({ contact_id: id, amount: 1 })),
  }
  const { id } = await ana.call(createExpense, { body })
  const alone = await ana.call(getExpense, { params: { id } })
  assert.deepEqual([alone.splits.length, alone.shares.length, alone.notes?.length], [most, most, 20_000])
  for (const limit of [1, 1000])
    assert.deepEqual((await ana.call(listExpenses, { query: { limit } })).data, [alone])
})

test('a page of narrow records has as many as were asked for', async () => {
  const ana = await world.person()
  for (let n = 0; n < 120; n++) await ana.call(createContact, { body: { name: `Contact ${n}` } })
  const page = await ana.call(listContacts, { query: { limit: 101 } })
  assert.equal(page.data.length, 101)
  const { meta, data } = await ana.call(listContacts, {
    query: { limit: 101, cursor: page.meta.next_cursor ?? '' },
  })
  assert.equal(data.length, 19)
  assert.equal(meta.next_cursor, null)
  assert.equal((await ana.call(listExpenses, {})).data.length, 0)
})

test('the history of wide records comes in parts too, each of whole versions', async () => {
  const ana = await world.person()
  const notes = '\u{1F4B6}'.repeat(9_900)
  for (let n = 0; n < 250; n++) await ana.call(createContact, { body: { name: `Contact ${n}`, notes } })
  let since = 0
  const versions: number[] = []
  for (let pages = 0; pages < 10; pages++) {
    const { body, text } = await ana.send({ url: `/changes?since=${since}&limit=1000` })
    assert(Buffer.byteLength(text) <= 1.3 * PAGE_BYTES, `${Buffer.byteLength(text)} bytes`)
    if (body.data.length === 0) break
    versions.push(...body.data.map(({ version }: { version: number }) => version))
    since = body.meta.next_since
  }
  assert.equal(new Set(versions).size, 251)
})

test('a contact statement has the beginning of long notes, so that it stays small', async () => {
  const ana = await world.person()
  const contact = await ana.call(createContact, { body: { name: 'Bela' } })
  const cash = (await ana.call(listAccounts, { query: { q: 'Cash' } })).data[0] ?? assert.fail()
  const { id } = await ana.call(createObligation, {
    body: {
      name: 'Loan',
      opened_date: '2026-01-01',
      original_amount: 10,
      outstanding_amount: 10,
      contact_id: contact.id,
      account_id: cash.id,
      currency_id: 'USD',
    },
  })
  const notes = 'n'.repeat(9_000)
  await ana.call(createPayment, { params: { id }, body: { amount: 1, notes } })
  const { body, text } = await ana.send({ url: `/contacts/${contact.id}/statement` })
  assert.equal(body.movements.at(-1).notes, notes.slice(0, 500))
  assert(text.length < 5_000)
})
