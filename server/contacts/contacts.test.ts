import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  createContact,
  deleteContact,
  getContact,
  listContacts,
  restoreContact,
  updateContact,
} from '../../contract/contacts.ts'
import { makeWorld, refused } from '../../test/world.ts'

const world = await makeWorld()

test('a contact is created, read, changed, put into the trash and brought back', async () => {
  const ana = await world.person()
  const made = await ana.call(createContact, {
    body: { name: 'Bela', phone: '+36 1', email: 'Bela@Example.com', notes: 'met in Pécs' },
  })
  assert.equal(made.email, 'Bela@Example.com')
  assert.equal(made.deleted_at, null)
  assert.deepEqual(await ana.call(getContact, { params: { id: made.id } }), made)

  const changed = await ana.call(updateContact, { params: { id: made.id }, body: { phone: '' } })
  assert.deepEqual(changed, {
    ...made,
    phone: null,
    version: made.version + 1,
    updated_at: changed.updated_at,
  })

  const trashed = await ana.call(deleteContact, { params: { id: made.id } })
  assert.notEqual(trashed.deleted_at, null)
  assert.equal((await refused(ana.call(getContact, { params: { id: made.id } }))).code, 'not_found')
  assert.equal((await refused(ana.call(deleteContact, { params: { id: made.id } }))).code, 'not_found')
  assert.equal(
    (await refused(ana.call(updateContact, { params: { id: made.id }, body: {} }))).code,
    'not_found',
  )
  assert.deepEqual((await ana.call(listContacts)).data, [])
  assert.deepEqual((await ana.call(listContacts, { query: { deleted: 'only' } })).data, [trashed])

  const restored = await ana.call(restoreContact, { params: { id: made.id } })
  assert.equal(restored.deleted_at, null)
  assert.deepEqual((await ana.call(listContacts)).data, [restored])
  assert.deepEqual(await ana.call(restoreContact, { params: { id: made.id } }), restored)
})
