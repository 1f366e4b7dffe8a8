import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createContact, listContacts } from '../../contract/contacts.ts'
import { makeWorld, personOf } from '../../test/world.ts'

test('/ready says that a book is ahead of the clock by more than an hour, once the book was read or changed', async () => {
  const world = await makeWorld()
  const ready = async () => (await world.app.inject('/ready')).json()
  const person = async (minutes: number) => {
    const at = new Date(Date.now() + minutes * 60_000).toISOString()
    const ana = await personOf(world.another({}, world.service, () => at)) // while the clock was ahead
    await ana.call(createContact, { body: { name: 'Before' } })
    return { ...ana, at }
  }
  const near = await person(50)
  await near.call(listContacts)
  assert.equal((await ready()).book_ahead_until, undefined)
  const reader = await person(120)
  await reader.call(listContacts)
  assert.deepEqual(await ready(), { status: 'ready', book_ahead_until: reader.at })
  const writer = await person(180)
  await writer.call(createContact, { body: { name: 'After' } })
  assert.equal((await ready()).book_ahead_until, writer.at)
})
