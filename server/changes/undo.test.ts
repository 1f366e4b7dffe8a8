import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getBook, updateBook } from '../../contract/books.ts'
import { listChanges, undoChange } from '../../contract/changes.ts'
import {
  createContact,
  deleteContact,
  getContact,
  restoreContact,
  updateContact,
} from '../../contract/contacts.ts'
import { makeWorld, type Person, refused } from '../../test/world.ts'
import { verify } from '../verify/verify.ts'

const world = await makeWorld()

const add = (person: Person, name = 'Bela') => person.call(createContact, { body: { name } })
const undo = (person: Person, version: number) =>
  person.call(undoChange, { params: { version: String(version) } })
const historyOf = async (person: Person, version: number) =>
  (await person.call(listChanges, { query: { since: version - 1 } })).data.filter(
    (one) => one.version === version,
  )

test('undoing a change puts back what it changed, and the history says which change was undone by which', async () => {
  const ana = await world.person()
  const bela = await add(ana)
  const params = { id: bela.id }
  const renamed = await ana.call(updateContact, { params, body: { name: 'Béla', phone: '1' } })
  const undone = await undo(ana, renamed.version)
  assert.equal(undone.version, renamed.version + 1)
  assert.equal(undone.count, 1)
  const [item] = undone.data
  assert.equal(item?.action, 'updated')
  assert.equal(item?.undoes, renamed.version)
  assert.equal(item?.user_name, 'Ana')
  assert.deepEqual(item?.before, renamed)
  const back = await ana.call(getContact, { params })
  assert.deepEqual(item?.after, back)
  assert.deepEqual({ ...back, version: 0, updated_at: '' }, { ...bela, version: 0, updated_at: '' })
  assert.deepEqual(await historyOf(ana, undone.version), undone.data)
  assert.equal((await historyOf(ana, renamed.version))[0]?.undone_by, undone.version)
  assert.deepEqual(await verify(world.db), [])
})
