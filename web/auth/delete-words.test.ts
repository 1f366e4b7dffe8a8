import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endOfBooks } from './delete-words.ts'

const alone = (name: string) => ({ name, others: [] })
const shared = (name: string) => ({ name, others: [{ user_id: 'kai', name: 'Kai' }] })

test('with the account go the books of nobody else; shared ones stay, without the name', () => {
  assert.equal(endOfBooks([alone('Ana’s book')]), '“Ana’s book” is erased with everything in it.')
  assert.equal(
    endOfBooks([alone('Ana’s book'), shared('Annenstraße'), alone('Choir')]),
    '“Ana’s book” and “Choir” are erased with everything in them. “Annenstraße” stays for the others, with what you recorded, without your name.',
  )
  assert.equal(
    endOfBooks([shared('Flat'), shared('Trip')]),
    'No book is deleted: other people are in each of them. “Flat” and “Trip” stay for the others, with what you recorded, without your name.',
  )
})
