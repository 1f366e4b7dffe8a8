import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Language, languageTags } from '../../../words/languages.ts'
import { inLanguage } from '../../../words/t.ts'
import { idOfStep } from '../../api/plain-requests.ts'
import { emptyAdd, figureBeside, readingOfAdd } from './add-reading.ts'
import { requestsOf } from './entry-requests.ts'
import { exampleBook, TODAY } from './example-book.ts'
import { readEntry } from './grammar.ts'
import type { EntryKind } from './reading.ts'
import { writtenEntry } from './written.ts'

const book = exampleBook()
const account = (name: string) => book.accounts.find((one) => one.name === name) ?? null
const category = (name: string) => book.categories.find((one) => one.name === name) ?? null

test('the phone’s page is recorded like a line', () => {
  const draft = { ...emptyAdd, sum: '12.50+3', memo: 'Trattoria', category: category('Eating out') }
  const reading = readingOfAdd(draft, book)
  assert.deepEqual(reading.faults, [])
  assert.deepEqual(requestsOf(reading, book), [
    {
      path: '/budgeting/expenses',
      body: {
        amount: 15.5,
        currency_id: 'EUR',
        category_id: 'category Eating out',
        asset_account_id: 'account Cash',
        date: '2026-11-15',
        memo: 'Trattoria',
      },
    },
  ])
})

test('it says what is missing, in the order of the page', () => {
  const faults = (more: object) => readingOfAdd({ ...emptyAdd, ...more }, book).faults
  assert.deepEqual(faults({}), ['amount_missing', 'category_missing'])
  assert.deepEqual(faults({ sum: '12+' }), ['amount_incomplete', 'category_missing'])
  assert.deepEqual(faults({ sum: '3−5', memo: 'groceries' }), ['amount_missing'])
  assert.deepEqual(faults({ kind: 'moved', sum: '5' }), ['to_account_missing'])
  assert.deepEqual(faults({ kind: 'moved', sum: '5', to_account: account('Cash') }), ['same_account'])
  assert.deepEqual(faults({ kind: 'lent', sum: '5' }), ['contact_missing'])
  assert.deepEqual(faults({ kind: 'paid back', sum: '5', contact: { id: null, name: 'Anna' } }), [
    'contact_unknown',
  ])
  assert.deepEqual(faults({ kind: 'owe', sum: '5', contact: { id: 'x', name: 'Anna' }, memo: 'rent' }), [])
})

test('the currency is the chosen one, else the account’s, else the book’s', () => {
  const currency = (more: object) =>
    readingOfAdd({ ...emptyAdd, sum: '5', ...more }, book).amount?.currency_id
  assert.equal(currency({}), 'EUR')
  assert.equal(currency({ account: account('Travel card') }), 'USD')
  assert.equal(currency({ account: account('Travel card'), currency_id: 'JPY' }), 'JPY')
})

test('people are chosen, or read in the words, and owe their parts', () => {
  const dinner = { ...emptyAdd, sum: '100.01', memo: 'dinner split with Sam and Lea' }
  const read = readingOfAdd(dinner, book)
  assert.deepEqual(
    [read.memo, read.category?.name, read.people.map(({ name }) => name), read.shares],
    ['dinner', 'Eating out', ['Sam Okafor', 'Lea'], [3_333n, 3_333n]],
  )
  assert.deepEqual(readingOfAdd({ ...dinner, people: [] }, book).shares, [], 'everybody was taken out')
  const steps = requestsOf(read, book)
  assert.deepEqual(
    steps?.map(({ path }) => path),
    ['/contacts', '/budgeting/expenses'],
  )
  const shares = [
    { contact_id: 'contact Sam', amount: 33.33 },
    { contact_id: idOfStep(0), amount: 33.33 },
  ]
  assert.partialDeepStrictEqual(steps?.[1]?.body, { shares })
})

test('words that name nobody stay as they were written', () => {
  const memo = (words: string) => readingOfAdd({ ...emptyAdd, sum: '5', memo: words }, book).memo
  assert.equal(memo('for the "big" one #x'), 'for the "big" one #x')
})

test('without a figure on the keypad, the words are read as a line: their amount, currency, day and people', () => {
  const read = (memo: string, more: object = {}) => {
    const {
      amount,
      memo: note,
      category: found,
      people,
      day,
      faults,
    } = readingOfAdd({ ...emptyAdd, memo, ...more }, book)
    const sum = amount && `${amount.minor} ${amount.currency_id}`
    return [sum, note, found?.name, people.map(({ name }) => name).join(), day, faults.join()]
  }
  assert.deepEqual(read('12.50 lunch'), ['1250 EUR', 'lunch', 'Eating out', '', TODAY, ''])
  assert.deepEqual(read('dinner 90 split with Sam and Lea'), [
    '9000 EUR',
    'dinner',
    'Eating out',
    'Sam Okafor,Lea',
    TODAY,
    '',
  ])
  assert.deepEqual(read('1200 yen ramen groceries 12.11'), [
    '1200 JPY',
    'ramen',
    'Groceries',
    '',
    '2026-11-12',
    '',
  ])
  assert.deepEqual(read('-20 groceries'), ['2000 EUR', null, 'Groceries', '', TODAY, ''])
  assert.deepEqual(read('20 usd groceries', { currency_id: 'CHF' })[0], '2000 CHF', 'chosen by hand')
  assert.deepEqual(read('12.50+ lunch').at(-1), 'amount_incomplete')
})

test('without a figure on the keypad, the words say the kind, until one is chosen by hand', () => {
  const read = (memo: string, more: object = {}) => {
    const {
      kind,
      amount,
      contact,
      account,
      to_account,
      category,
      memo: note,
      faults,
    } = readingOfAdd({ ...emptyAdd, memo, ...more }, book)
    const sum = amount && `${amount.minor} ${amount.currency_id}`
    return [kind, sum, contact?.name, account?.name, to_account?.name, category?.name, note, faults.join()]
  }
  const [no, none] = [undefined, null]
  assert.deepEqual(read('lent Sam 100'), ['lent', '10000 EUR', 'Sam Okafor', 'Cash', no, no, none, ''])
  assert.deepEqual(read('got salary 9000'), ['got', '900000 EUR', no, 'Cash', no, 'Salary', none, ''])
  const moved = ['moved', '5000 EUR', no, 'Erste Bank', 'Savings', no, none, '']
  assert.deepEqual(read('moved 50 from erste bank to savings'), moved)
  assert.deepEqual(read('lent Sam 100', { currency_id: 'JPY' })[1], '100 JPY', 'a currency chosen by hand')
  assert.deepEqual(read('lent Sam 100.55', { currency_id: 'JPY' }).at(-1), 'amount_decimals')
  assert.deepEqual(read('lent Sam 100', { contact: { id: 'contact Mum', name: 'Mum' } })[2], 'Mum')
  assert.equal(read('lent Sam 100', { isKindChosen: true })[0], 'spent')
  assert.equal(read('lent Sam 100', { kind: 'borrowed', isKindChosen: true })[0], 'borrowed')
  assert.equal(read('lent Sam 100', { sum: '5' })[0], 'spent', 'beside a figure the words are a note')
  assert.equal(read('lent Sam')[0], 'spent', 'without any figure, too: the keypad is yet to say it')
  assert.deepEqual(read('100 pizza', { kind: 'lent' })[0], 'lent', 'words without a verb say no other kind')
})

test('the words say the kind in every language', () => {
  const lines: Readonly<Record<Language, readonly [text: string, kind: EntryKind][]>> = {
    en: [['lent Sam 100', 'lent']],
    de: [
      ['Sam 100 geliehen', 'lent'],
      ['9000 Gehalt bekommen', 'got'],
    ],
    fr: [['prêté 100 à Sam', 'lent']],
    es: [['presté 100 a Sam', 'lent']],
    pl: [['pożyczyłem Samowi 100', 'lent']],
    uk: [['позичив 100 Саму', 'lent']],
    'zh-Hans': [['借给Sam 100', 'lent']],
    ar: [['أقرضت سام 100', 'lent']],
  }
  for (const language of languageTags)
    inLanguage(language, () => {
      const own = exampleBook({ contacts: ['Sam', 'Сам', 'سام'].map((name) => ({ id: name, name })) })
      for (const [memo, kind] of lines[language]) {
        const read = readingOfAdd({ ...emptyAdd, memo }, own)
        assert.deepEqual([read.kind, read.amount !== null], [kind, true], memo)
      }
    })
})

test('a figure typed on the keypad wins, and the one in the words is named', () => {
  const draft = { ...emptyAdd, sum: '10', memo: '12.50 lunch yesterday' }
  const read = readingOfAdd(draft, book)
  assert.deepEqual([read.amount?.minor, read.memo, read.day], [1_000n, '12.50 lunch yesterday', TODAY])
  assert.equal(figureBeside(draft, book), '12.50')
  assert.equal(figureBeside({ ...draft, sum: '12.5' }, book), undefined)
  assert.equal(figureBeside({ ...draft, sum: '' }, book), undefined)
})

test('words that name the category are no part of the note, unless another category was chosen', () => {
  const memo = (words: string, more: object = {}) =>
    readingOfAdd({ ...emptyAdd, sum: '5', memo: words, ...more }, book).memo
  assert.equal(memo('tea eating out'), 'tea')
  assert.equal(memo('Groceries'), null)
  assert.equal(memo('tea eating out', { category: category('Groceries') }), 'tea eating out')
})

test('a refund is spending that came back, on the phone’s page too, and reads the same again', () => {
  for (const reading of [
    readEntry('refund 20 groceries zalando', book),
    readingOfAdd({ ...emptyAdd, memo: '20 groceries zalando refund' }, book),
  ]) {
    assert.deepEqual([reading.kind, reading.faults], ['refund', []])
    assert.deepEqual(
      requestsOf(reading, book)?.map(({ path, body }) => [path, Object(body).amount, Object(body).is_refund]),
      [['/budgeting/expenses', 20, true]],
    )
    assert.deepEqual(
      requestsOf(readEntry(writtenEntry(reading, book), book), book),
      requestsOf(reading, book),
    )
  }
  // An income of that name is none, and a debt has a way back of its own.
  const ledger = { id: 'l', name: 'Refunds', code: '4', type: 'income' as const, is_active: true }
  const income = { id: 'r', name: 'Refunds', kind: 'income' as const, icon: null, is_active: true }
  const named = exampleBook({ categories: [{ ...income, deleted_at: null, account: ledger }] })
  assert.equal(readEntry('refunds 20', named).kind, 'got')
  assert.equal(readEntry('sam paid back 20 refund', book).kind, 'paid me back')
})
