import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTransactions } from '../../contract/batches.ts'
import { getBook, updateBook } from '../../contract/books.ts'
import { type Change, following, leftOut, listChanges, type Resource } from '../../contract/changes.ts'
import { createContact, updateContact } from '../../contract/contacts.ts'
import { plainResources } from '../../contract/resources.ts'
import { randomFrom } from '../../demo/random.ts'
import { category } from '../../test/books.ts'
import { richWorld } from '../../test/prepared.ts'

/** Where a record of the feed is read by its id; some need more than that. */
const addresses: Partial<Record<Resource, string | ((after: Record<string, string>) => string)>> = {
  account: '/accounts',
  category: '/budgeting/categories',
  ...Object.fromEntries(plainResources.map(({ name, list }) => [name, list.path])),
  expense: '/budgeting/transactions',
  income: '/budgeting/transactions',
  transfer: '/budgeting/transactions',
  opening: '/budgeting/transactions',
  obligation: '/obligations',
  obligation_posting: '/budgeting/transactions',
  payment: '/budgeting/transactions',
  write_off: '/budgeting/transactions',
  plan: '/plans',
  goal: '/goals',
  import_rule: '/import-rules',
  reconciliation: ({ account_id, id }) => `/accounts/${account_id}/reconciliations/${id}`,
  budget: ({ category_id, month }) => `/budgeting/budgets/${category_id}/${month}`,
  value: ({ account_id, date }) => `/accounts/${account_id}/values/${date}`,
  book: () => '/books/current',
}

test('a mirror of the feed is the book, but for the fields that are said to follow other records', async () => {
  const { ana } = await richWorld()
  const mirror = new Map<string, { resource: Resource; id: string; after: object }>()
  let since = 0
  const follow = async () => {
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: Awaited<ReturnType<typeof ana.call<typeof listChanges>>> = await ana.call(listChanges, {
        query: { limit: 1000, since, ...(cursor && { cursor }) },
      })
      for (const { resource, id, after } of page.data)
        if (after && ((after as { deleted_at?: string | null }).deleted_at ?? null) === null)
          mirror.set(`${resource} ${id}`, { resource, id, after })
        else mirror.delete(`${resource} ${id}`)
      cursor = page.meta.next_cursor
      if (cursor === null) since = page.meta.next_since
    }
  }
  const rename = async (list: string) => {
    const { data } = (await ana.send({ url: list })).body
    for (const { id, name, ...record } of data) {
      const payload = { ...record, name: `${name} anew` }
      const { status, body, text } = await ana.send({ method: 'PUT', url: `${list}/${id}`, payload })
      assert(status === 200 || /^account_(is_system|of_category)$/.test(body.code), text)
    }
  }
  await follow()
  for (const list of ['/contacts', '/budgeting/categories', '/accounts']) await rename(list)
  await ana.call(updateBook, { body: { closed_through: '2026-10-31' } })
  await follow()
  const found = new Set<string>()
  const lacking = new Set<string>()
  const kinds = new Set<Resource>()
  for (const { resource, id, after } of mirror.values()) {
    const list = addresses[resource]
    if (!list) continue
    kinds.add(resource)
    const url = typeof list === 'string' ? `${list}/${id}` : list(after as Record<string, string>)
    const { status, body } = await ana.send({ url })
    assert.equal(status, 200, `${resource} ${id}`)
    const kind = list === '/budgeting/transactions' ? 'transaction' : resource
    for (const field of differences(after, body)) found.add(`${kind} ${field}`)
    for (const field of Object.keys(body)) if (!(field in after)) lacking.add(`${resource} ${field}`)
  }
  assert.deepEqual(kinds, new Set(Object.keys(addresses)), 'the rich book has every kind')
  const saidToLack = Object.entries(leftOut).flatMap(([kind, fields]) =>
    fields.map((field) => `${kind} ${field}`),
  )
  assert.deepEqual([...lacking].sort(), saidToLack.sort(), 'fields that records in the feed do not have')
  const said = Object.entries(following).flatMap(([kind, fields]) =>
    Object.keys(fields).map((field) => `${kind} ${field}`),
  )
  assert.deepEqual(
    [...found].filter((one) => !said.includes(one)),
    [],
    'fields that nobody was told about',
  )
  // A day that passes, an account of a debt that is not Florin's own, a ticked line that changes, and a book that was not the last to change are not part of this.
  const unseen = [
    'transaction lines.reconciliation_id',
    'obligation account.name',
    'obligation account.code',
    'obligation is_overdue',
    'reconciliation cleared_line_ids',
    'book version',
  ]
  assert.deepEqual(
    said.filter((one) => !found.has(one)),
    unseen,
  )
})

test('a mirror of one kind of record misses no change while the book changes, in pages of 3', async () => {
  const { ana } = await richWorld()
  const random = randomFrom(7)
  const { id: category_id } = await category(ana, 'Home')
  const contact = await ana.call(createContact, { body: { name: 'Bela' } })
  const seen = new Map<string, Change>()
  let [since, isDone] = [(await ana.call(getBook)).version, false]
  const start = since
  /** Reads the feed to its end, or, where a page ends between two versions, goes on from there without its cursor. */
  const follow = async () => {
    for (let cursor = ''; ; ) {
      const query = { resource: 'expense', limit: 3, since, ...(cursor && { cursor }) }
      const { data, meta } = await ana.call(listChanges, { query })
      for (const one of data) seen.set(`${one.version} ${one.id}`, one)
      assert(meta.next_since >= since)
      const isPast = meta.next_since > since && random.chance(0.5)
      if (meta.next_cursor === null || isPast) since = meta.next_since
      if (meta.next_cursor === null) return
      cursor = isPast ? '' : meta.next_cursor
    }
  }
  const writing = async () => {
    for (let count = 0; count < 200; count++) {
      const drafts = Array.from({ length: 1 + random.below(5) }, () => ({
        kind: 'expense' as const,
        amount: 1,
        category_id,
      }))
      if (random.chance(0.4)) await ana.call(createTransactions, { body: { transactions: drafts } })
      else
        await ana.call(updateContact, { params: { id: contact.id }, body: { name: `Bela ${count} of 200` } })
    }
    isDone = true
  }
  const following = async () => {
    while (!isDone) await follow()
  }
  await Promise.all([writing(), following()])
  await ana.call(updateContact, { params: { id: contact.id }, body: { name: 'Bela' } })
  await follow()
  assert.equal(since, (await ana.call(getBook)).version)
  const all = await ana.send({ url: `/changes?format=json&since=${start}` })
  const expected = (all.body.data as Change[]).filter(({ resource }) => resource === 'expense')
  assert(expected.length > 150)
  assert.deepEqual(
    [...seen.keys()],
    expected.map(({ version, id }) => `${version} ${id}`),
  )
})

/** The fields in which what the feed has of a record differs from the record, `lines.account_name` for one inside. */
function differences(mirrored: unknown, read: unknown, path = ''): string[] {
  if (Array.isArray(mirrored) && Array.isArray(read) && mirrored.length === read.length)
    return mirrored.flatMap((one, index) => differences(one, read[index], path))
  if (isObject(mirrored) && isObject(read))
    return [...new Set([...Object.keys(mirrored), ...Object.keys(read)])].flatMap((key) =>
      differences(mirrored[key], read[key], path ? `${path}.${key}` : key),
    )
  return JSON.stringify(mirrored) === JSON.stringify(read) ? [] : [path]
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
