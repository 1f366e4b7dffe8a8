import assert from 'node:assert/strict'
import { test } from 'node:test'
import { exampleBook, TODAY } from './example-book.ts'
import { readEntry } from './grammar.ts'
import { recurringForm } from './recurring.ts'
import { unreadWords } from './unread.ts'

const book = exampleBook()
const unread = (text: string, noted: string[] = []) =>
  unreadWords(text, readEntry(text, book), book, noted).map(({ text: word, offers }) => [
    word,
    ...offers.map((offer) =>
      offer.does === 'plan' ? [offer.rhythm.every, offer.rhythm.unit, offer.memo].join(' ') : offer.label,
    ),
  ])

test('a word that says how often offers a plan, and the note without it', () => {
  assert.deepEqual(unread('29.90 lunch monthly'), [['monthly', '1 month lunch']])
  assert.deepEqual(unread('29.90 groceries every week'), [['every week', '1 week ']])
  assert.deepEqual(unread('890 rent monthly'), [['monthly', '1 month ']])
  assert.deepEqual(unread('100 quarterly bank > savings'), [['quarterly', '3 month ']])
  assert.deepEqual(unread('lent sam 20 monthly'), [], 'a debt does not come again')
})

test('names of the book that were not read offer what they may be', () => {
  assert.deepEqual(unread('18 gifts for noor'), [
    ['for'],
    ['noor', 'With Noor Haddad', 'Split with Noor Haddad'],
  ])
  assert.deepEqual(unread('30 groceries visa'), [['visa', 'From Visa card']])
  assert.deepEqual(unread('got 30 interest savings bank'), [['bank']], 'its account is named')
  assert.deepEqual(unread('got 30 interest noor'), [['noor', 'From Noor Haddad']])
  assert.deepEqual(unread('20 lunch with anna'), [['with anna', 'With Anna (new)', 'Split with Anna (new)']])
  assert.deepEqual(unread('90 dinner split'), [['split', 'Split it with people']])
})

test('an offer writes its meaning into the line', () => {
  const text = '30 groceries visa yesterday'
  const [word] = unreadWords(text, readEntry(text, book), book)
  const [offer] = word?.offers ?? []
  assert.equal(offer?.does === 'text' && offer.text, '30 groceries !"Visa card" yesterday')
  const dinner = '20 lunch with anna'
  const offers = unreadWords(dinner, readEntry(dinner, book), book)[0]?.offers ?? []
  assert.deepEqual(
    offers
      .map((one) => one.does === 'text' && readEntry(one.text, book))
      .map((read) => read && [read.contact?.name, read.people.length, read.memo]),
    [
      ['Anna', 0, 'lunch'],
      [undefined, 1, 'lunch'],
    ],
  )
})

test('other words beside those that named the category are marked, and not asked about', () => {
  assert.deepEqual(unread('73.20 groceries lidl'), [['lidl']])
  assert.deepEqual(unread('12 thing'), [], 'they wait for a category')
  assert.deepEqual(unread('12 groceries "monthly"'), [], 'in quotes they are the note')
  assert.deepEqual(unread('29.90 lunch monthly', ['monthly']), [['monthly']], 'it was said to be the note')
})

test('a plan has the fields of the entry', () => {
  const text = '890 rent from bank monthly'
  const reading = readEntry(text, book)
  const offer = unreadWords(text, reading, book)[0]?.offers[0]
  assert(offer?.does === 'plan')
  const { kind, name, amount, category_id, asset_account_id, every, unit, start } = recurringForm(
    reading,
    offer,
    book,
  )
  assert.deepEqual(
    [kind, name, amount, category_id, asset_account_id, every, unit, start],
    ['expense', 'Rent', '890', 'category Rent', 'account Erste Bank', '1', 'month', TODAY],
  )
})
