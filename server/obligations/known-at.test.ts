import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getBook } from '../../contract/books.ts'
import { createContact, deleteContact, updateContact } from '../../contract/contacts.ts'
import {
  createPayment,
  deleteObligation,
  getObligation,
  listObligations,
  type Obligation,
  updateObligation,
} from '../../contract/obligations.ts'
import { lender } from '../../test/debts.ts'
import { type Person, refused, sharedWorld } from '../../test/world.ts'

const world = await sharedWorld()

/** Every question that the list answers, as known at a version if one is given. */
const ask = (ana: Person, contact_id: string, at: { known_at?: string }) =>
  Promise.all(
    [
      {},
      { status: 'open' as const },
      { status: 'settled' as const },
      { direction: 'receivable' as const },
      { q: 'piano' },
      { q: 'friend' },
      { contact_id },
      { due_to: '2026-06-01' },
      { overdue: true },
      { deleted: 'only' as const },
      { sort: 'name' as const },
      { include: 'total,sum' as const },
    ].map(async (query) => {
      const { data, meta } = await ana.call(listObligations, { query: { ...query, ...at } })
      return { query, data, total: meta.total, sum: meta.sum_base }
    }),
  )

test('obligations as known at a version are what they were then, whatever was paid, changed and deleted since', async () => {
  const { ana, friend, owe } = await lender(world)
  const [lent, gone] = [await owe('Receivables'), await owe('Receivables')]
  const change = (one: Obligation, body: object) =>
    ana.call(updateObligation, { params: { id: one.id }, body: { ...one, ...body } })
  await change(lent, { name: 'Piano', notes: 'for the piano', due_date: '2026-05-01' })
  const other = await ana.call(createContact, { body: { name: 'Other' } })
  const then = await ask(ana, friend.id, {})
  const [open] = then.find(({ query }) => 'q' in query && query.q === 'piano')?.data ?? []
  const { version } = await ana.call(getBook)
  const at = { known_at: String(version) }

  await ana.call(createPayment, { params: { id: lent.id }, body: { amount: lent.outstanding_amount } })
  const paid = await ana.call(getObligation, { params: { id: lent.id } })
  await change(paid, { name: 'Flute', notes: null, contact_id: other.id, due_date: null })
  await ana.call(deleteObligation, { params: { id: gone.id } })
  await owe('Receivables')
  assert.notDeepEqual(await ask(ana, friend.id, {}), then)
  assert.deepEqual(await ask(ana, friend.id, at), then)
  assert.deepEqual(await ana.call(getObligation, { params: { id: lent.id }, query: at }), open)
  assert.equal(
    (await ana.call(getObligation, { params: { id: gone.id }, query: at })).outstanding_amount,
    gone.outstanding_amount,
    'it was not in the trash yet',
  )
  const early = await refused(ana.call(getObligation, { params: { id: lent.id }, query: { known_at: '1' } }))
  assert.equal(early.code, 'not_found', 'it did not exist yet')
})

test('the pages of obligations as known at a time are all of one version, and names are those of today', async () => {
  const { ana, friend, owe } = await lender(world)
  const made = [await owe('Receivables'), await owe('Receivables'), await owe('Receivables')]
  const { version } = await ana.call(getBook)
  await ana.call(updateContact, { params: { id: friend.id }, body: { name: 'Renamed' } })
  const query = { known_at: String(version), limit: 2, sort: 'created_at' as const }
  const first = await ana.call(listObligations, { query })
  for (const { id } of made) await ana.call(deleteObligation, { params: { id } })
  const rest = await ana.call(listObligations, { query: { ...query, cursor: first.meta.next_cursor ?? '' } })
  const pages = [...first.data, ...rest.data]
  assert.deepEqual(
    pages.map(({ id, contact }) => [id, contact.name]),
    made.map(({ id }) => [id, 'Renamed']),
  )
})

test('an obligation is known with a contact that it had then, and that was deleted for good since', async () => {
  const { ana, owe } = await lender(world)
  const debt = await owe('Receivables')
  const brief = await ana.call(createContact, { body: { name: 'Brief' } })
  const change = (contact_id: string) =>
    ana.call(updateObligation, { params: { id: debt.id }, body: { ...debt, contact_id } })
  await change(brief.id)
  const { version } = await ana.call(getBook)
  await change(debt.contact_id)
  await ana.call(deleteContact, { params: { id: brief.id } })
  await ana.call(deleteContact, { params: { id: brief.id }, query: { forever: true } })
  const { data } = await ana.call(listObligations, { query: { known_at: String(version) } })
  assert.deepEqual(
    data.map(({ id, contact }) => [id, contact]),
    [[debt.id, { id: brief.id, name: '' }]],
  )
})
