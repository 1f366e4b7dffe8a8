import assert from 'node:assert/strict'
import { test } from 'node:test'
import { matchingContacts } from './contact-matching.ts'

const contact = (name: string, email: string | null = null) => ({ name, email, phone: null, notes: null })
const all = [
  contact('Anna Bela'),
  contact('Bela Kovács', 'bela@example.com'),
  contact('Mia', 'mia@example.com'),
]
const names = (search: string) => matchingContacts(all, search).map(({ name }) => name)

test('every word is looked for in all that is known of a contact, without accents and case', () => {
  assert.deepEqual(names('KOVACS bel'), ['Bela Kovács'])
  assert.deepEqual(names('example.com'), ['Bela Kovács', 'Mia'])
  assert.deepEqual(names('nobody'), [])
  assert.deepEqual(names(' '), ['Anna Bela', 'Bela Kovács', 'Mia'])
})

test('whose name begins with the search comes first', () => {
  assert.deepEqual(names('bel'), ['Bela Kovács', 'Anna Bela'])
})
