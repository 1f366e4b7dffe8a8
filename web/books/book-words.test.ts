import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BookOfPerson } from '../../contract/members.ts'
import { mayRecord } from '../page/me.ts'
import { withRole } from './book-words.ts'

const book = (part: Partial<BookOfPerson>): BookOfPerson => ({
  id: 'one',
  name: 'Annenstraße',
  base_currency_id: 'EUR',
  time_zone: 'Europe/Vienna',
  is_archived: false,
  role: 'owner',
  is_default: false,
  is_shared: false,
  others: [],
  created_at: '',
  ...part,
})
const others = (...names: string[]) => names.map((name) => ({ user_id: name, name }))

test('a book is described by the people in it and by what one may do', () => {
  assert.equal(withRole(book({ others: others('Kai Sommer', 'Lea Hofer') })), 'with Kai and Lea · you own it')
  assert.equal(withRole(book({ is_default: true })), 'only you · opens first')
  assert.equal(withRole(book({ others: others('Kai'), role: 'viewer' })), 'with Kai · you may look')
  assert.equal(
    withRole(book({ others: others('Kai', 'Lea', 'Tom', 'Mia', 'Sam'), role: 'editor' })),
    'with Kai, Lea, Tom and 2 more · you record',
  )
})

test('owners and editors record, unless the book is put away', () => {
  assert.equal(mayRecord(book({ role: 'editor' })), true)
  assert.equal(mayRecord(book({ role: 'annotator' })), false)
  assert.equal(mayRecord(book({ is_archived: true })), false)
})
