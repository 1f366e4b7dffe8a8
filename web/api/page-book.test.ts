import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  addressIn,
  beginInBook,
  bookIn,
  bookOfPage,
  kindOfPage,
  shownAddress,
  withoutBook,
} from './page-book.ts'

const BOOK = '019a8c9e-0000-7000-8000-000000000001'

test('an address names its book, and the routes see it without', () => {
  for (const path of ['/', '/transactions', `/accounts/${BOOK}/reconcile`]) {
    assert.equal(bookIn(addressIn(BOOK, path)), BOOK)
    assert.equal(withoutBook(addressIn(BOOK, path)), path)
    assert.equal(bookIn(path), undefined)
    assert.equal(withoutBook(path), path)
  }
  assert.equal(bookIn('/b/mine/transactions'), undefined)
})

test('addresses are as before until the book is named in them, and the pages of the door never name it', () => {
  assert.equal(shownAddress('/transactions'), '/transactions')
  beginInBook(BOOK, false)
  assert.equal(bookOfPage(), BOOK)
  assert.equal(shownAddress('/transactions'), '/transactions')
  beginInBook(BOOK, true)
  assert.equal(shownAddress('/transactions'), `/b/${BOOK}/transactions`)
  assert.equal(shownAddress('/'), `/b/${BOOK}`)
  assert.equal(shownAddress('/sign-in'), '/sign-in')
})

test('another book opens at the same kind of page, and never at a record of this one', () => {
  assert.equal(kindOfPage(`/b/${BOOK}/transactions`), '/transactions')
  assert.equal(kindOfPage('/reports/net-worth'), '/reports/net-worth')
  assert.equal(kindOfPage('/settings/book'), '/settings/book')
  assert.equal(kindOfPage(`/b/${BOOK}/accounts/${BOOK}/reconcile`), '/accounts')
  assert.equal(kindOfPage(`/contacts/${BOOK}`), '/contacts')
  assert.equal(kindOfPage('/'), '/')
})
