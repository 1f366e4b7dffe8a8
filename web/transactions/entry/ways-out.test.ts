import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Problem } from '../../../contract/problem.ts'
import { exampleBook } from './example-book.ts'
import { readEntry } from './grammar.ts'
import { refusalOf } from './ways-out.ts'

const book = exampleBook()
const refused = (text: string, code: string, params: Problem['params']) =>
  refusalOf(
    { code, params, type: '', title: '', status: 422, detail: 'No.', message: 'No.', request_id: '' },
    text,
    readEntry(text, book),
    book,
  )

test('paying too much offers what is owed', () => {
  assert.deepEqual(refused('sam paid 50 today', 'overpaid', { outstanding: 45, currency_id: 'EUR' }), {
    words: '€5.00 more than is owed.',
    way: { label: 'Record €45.00', text: 'sam paid 45 EUR today' },
  })
})

test('paying somebody who is owed nothing is spending or income', () => {
  const contact = { id: 'contact Sam', name: 'Sam Okafor' }
  const paid = refused('paid sam 20 groceries', 'nothing_owed', {})
  assert.deepEqual(paid, {
    words: 'You owe Sam Okafor nothing.',
    way: { label: 'Record it as spending', text: '20 groceries', choices: { contact } },
  })
  assert.equal(refused('sam paid 20', 'nothing_owed', {}).way?.text, 'got 20')
})

test('any other refusal is said as it is', () => {
  assert.deepEqual(refused('12 groceries', 'category_not_found', {}), { words: 'No.' })
})
