import assert from 'node:assert/strict'
import { test } from 'node:test'
import { found, withLatest } from './palette.ts'

const all = [
  { id: 'home', text: 'Home' },
  { id: 'bela', text: 'Bela Kovács', isHidden: true },
  { id: 'paid', text: 'Got paid by Bela Kovács', words: 'record a payment', isHidden: true },
  { id: 'theme', text: 'Switch to dark', words: 'theme look night' },
  { id: 'label', text: 'Label printer', isHidden: true },
]
const ids = (query: string, recent: string[] = []) => found(all, query, recent).map(({ id }) => id)

test('a name’s beginning comes before the beginning of a word, and that before any part', () => {
  assert.deepEqual(ids('bel'), ['bela', 'paid', 'label'])
})

test('accents and case do not matter, and every word has to fit', () => {
  assert.deepEqual(ids('KOVACS bela'), ['bela', 'paid'])
  assert.deepEqual(ids('bela zurich'), [])
})

test('other words find too, by their beginning', () => {
  assert.deepEqual(ids('night'), ['theme'])
  assert.deepEqual(ids('ight'), [])
  assert.deepEqual(ids('payment bela'), ['paid'])
})

test('without a query, what was chosen lately comes first, then everything that is not hidden', () => {
  assert.deepEqual(ids('', ['theme', 'bela', 'gone']), ['theme', 'bela', 'home'])
  assert.deepEqual(ids(''), ['home', 'theme'])
})

test('of two that fit as well, the one chosen lately comes first', () => {
  const two = [
    { id: 'a', text: 'Savings' },
    { id: 'b', text: 'Savings plan' },
  ]
  assert.deepEqual(
    found(two, 'sav', ['b']).map(({ id }) => id),
    ['b', 'a'],
  )
})

test('the latest choice is remembered first, and each once', () => {
  assert.deepEqual(withLatest(['a', 'b'], 'b'), ['b', 'a'])
  assert.deepEqual(withLatest(['1', '2', '3', '4', '5', '6'], '7'), ['7', '1', '2', '3', '4', '5'])
})
