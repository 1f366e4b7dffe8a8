import assert from 'node:assert/strict'
import { test } from 'node:test'
import { updateBook } from '../../contract/books.ts'
import { following, listChanges, type Resource } from '../../contract/changes.ts'
import { richWorld } from '../../test/prepared.ts'

/** Where a record of the feed is read by its id. */
const addresses: Partial<Record<Resource, string>> = {
  account: '/accounts',
  category: '/budgeting/categories',
  contact: '/contacts',
  expense: '/budgeting/transactions',
  income: '/budgeting/transactions',
  transfer: '/budgeting/transactions',
  opening: '/budgeting/transactions',
  obligation: '/obligations',
  obligation_posting: '/budgeting/transactions',
  payment: '/budgeting/transactions',
  write_off: '/budgeting/transactions',
  plan: '/plans',
  import_rule: '/import-rules',
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
        if (after && 'deleted_at' in after && after.deleted_at === null)
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
  const kinds = new Set<Resource>()
  for (const { resource, id, after } of mirror.values()) {
    const list = addresses[resource]
    if (!list) continue
    kinds.add(resource)
    const { status, body } = await ana.send({ url: `${list}/${id}` })
    assert.equal(status, 200, `${resource} ${id}`)
    const kind = list === '/budgeting/transactions' ? 'transaction' : resource
    for (const field of differences(after, body)) found.add(`${kind} ${field}`)
  }
  assert.deepEqual([...kinds].sort(), Object.keys(addresses).sort(), 'the rich book has every kind')
  const said = Object.entries(following).flatMap(([kind, fields]) =>
    Object.keys(fields).map((field) => `${kind} ${field}`),
  )
  assert.deepEqual(
    [...found].filter((one) => !said.includes(one)),
    [],
    'fields that nobody was told about',
  )
  // A day that passes, and an account of a debt that is no system account, are not part of this.
  const unseen = [
    'transaction lines.reconciliation_id',
    'obligation account.name',
    'obligation account.code',
    'obligation is_overdue',
  ]
  assert.deepEqual(
    said.filter((one) => !found.has(one)),
    unseen,
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
