import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Choices, readWith, withKind } from './choices.ts'
import { entrySentence } from './entry-sentence.ts'
import { exampleAccount, exampleBook, TODAY } from './example-book.ts'
import { readEntry } from './grammar.ts'

const book = exampleBook()
const category = (name: string) => book.categories.find((one) => one.name === name)
const account = (name: string) => book.accounts.find((one) => one.name === name)
const chosen = <T>(value: T | undefined): T => {
  assert(value)
  return value
}
const said = (
  ...[text, choices = {}, suggested]: [
    string,
    Parameters<typeof readWith>[2]?,
    Parameters<typeof readWith>[3]?,
  ]
) =>
  entrySentence(readWith(text, book, choices, suggested), { today: TODAY, locale: 'en-GB' })
    .map((piece) => piece.text)
    .join(' ')

test('a choice made by hand counts more than the text', () => {
  const health = chosen(category('Health'))
  assert.equal(said('12 lunch', { category: health }), 'Spent €12.00 on Health from Cash today “lunch”')
  assert.equal(said('12 groceries', { category: health }), 'Spent €12.00 on Health from Cash today')
  assert.equal(
    said('12 groceries', { day: '2026-11-01' }),
    'Spent €12.00 on Groceries from Cash on 1 November',
  )
  assert.equal(
    said('12 groceries !visa', { account: chosen(account('Travel card')) }),
    'Spent €12.00 on Groceries from Travel card today',
  )
  assert.equal(
    said('12 groceries', { account: chosen(account('Travel card')) }),
    'Spent $12.00 on Groceries from Travel card today',
  )
})

test('words that were used before know the category better than the beginning of a name, and worse than a name', () => {
  const health = category('Health')
  assert.equal(said('12 lunch', {}, health), 'Spent €12.00 on Health from Cash today “lunch”')
  assert.equal(said('12 gift for noor', {}, health), 'Spent €12.00 on Health from Cash today “gift for noor”')
  assert.equal(said('12 groceries', {}, health), 'Spent €12.00 on Groceries from Cash today')
})

test('a chosen category of spending is none of income', () => {
  assert.equal(
    said('+12 lunch', { category: chosen(category('Health')) }).includes('Choose a category'),
    true,
  )
})

test('a choice takes the fault away that it solves', () => {
  const faults = (text: string, choices: Parameters<typeof readWith>[2]) =>
    readWith(text, book, choices).faults
  assert.deepEqual(faults('12 lunch', { category: chosen(category('Health')) }), [])
  assert.deepEqual(faults('12 groceries !no', { account: chosen(account('Cash')) }), [])
  assert.deepEqual(faults('50 >', { to_account: chosen(account('Savings')) }), [])
  assert.deepEqual(faults('50 >', { to_account: chosen(account('Cash')) }), ['same_account'])
  assert.deepEqual(faults('lent 20', { contact: { id: null, name: 'Anna' } }), [])
})

test('another kind is another verb', () => {
  const as = (text: string, kind: Parameters<typeof withKind>[2]) =>
    withKind(text, readEntry(text, book), kind, book)
  assert.equal(as('20 sam', 'lent'), 'lent 20 sam')
  assert.equal(as('lent sam 20', 'borrowed'), 'borrowed sam 20')
  assert.equal(as('+20 gifts', 'spent'), '20 gifts')
  assert.equal(as('got 20 gifts', 'spent'), '20 gifts')
  assert.equal(as('salary 20', 'spent'), 'spent salary 20')
})

const earlier = [
  {
    category_id: 'category Groceries',
    asset_account_id: 'account Visa card',
    date: '2026-11-10',
    entered_count: 1,
  },
  {
    category_id: 'category Groceries',
    asset_account_id: 'account Savings',
    date: '2026-10-01',
    entered_count: 1,
  },
]

test('of the last ten entries of a category the most frequent account counts, of equally frequent ones the newest', () => {
  const of = (...entries: [account: string, date: string, count: number][]) =>
    readWith(
      '12 groceries',
      exampleBook({
        earlier: entries.map(([name, date, entered_count]) => ({
          category_id: 'category Groceries',
          asset_account_id: `account ${name}`,
          date,
          entered_count,
        })),
      }),
      {},
    ).account?.name
  assert.equal(of(['Cash', '2026-11-10', 1], ['Visa card', '2026-11-09', 4]), 'Visa card')
  assert.equal(of(['Cash', '2026-11-10', 2], ['Visa card', '2026-11-09', 2]), 'Cash')
  assert.equal(of(['Visa card', '2026-11-09', 2], ['Cash', '2026-11-10', 2]), 'Cash', 'in any order')
  assert.equal(of(['Cash', '2026-11-10', 6], ['Visa card', '2026-10-01', 40]), 'Cash', 'of long ago')
  assert.equal(of(['Visa card', '2026-11-10', 0]), 'Cash', 'imported entries chose nothing')
})

test('an entry without an account is from the one that its category was paid from', () => {
  const known = exampleBook({ earlier })
  const account = (text: string, choices: Choices = {}, in_book = known) =>
    readWith(text, in_book, choices).account?.name
  assert.equal(account('12 groceries'), 'Visa card')
  assert.equal(account('12 lunch'), 'Cash')
  assert.equal(account('12 groceries from bank'), 'Erste Bank')
  const savings = known.accounts.find(({ name }) => name === 'Savings')
  assert.equal(account('12 groceries', savings && { account: savings }), 'Savings')
  assert.equal(
    account('12 groceries', {}, exampleBook({ earlier, account_id: 'account Cash' })),
    'Cash',
    'a register',
  )
})

test('as long as the first cash is the default account, the bank with a balance takes its place', () => {
  const said = { balance_as_of: { date: TODAY, amount: 100, includes_day: false } }
  const accounts = (cash: object) => [
    exampleAccount('Cash', { code: '1000', is_default: true, ...cash }),
    exampleAccount('Savings', said),
    exampleAccount('Giro', said),
  ]
  const name = (cash: object) => exampleBook({ accounts: accounts(cash) }).account?.name
  assert.equal(name({}), 'Giro')
  assert.equal(name(said), 'Cash')
  assert.equal(name({ code: '1003' }), 'Cash', 'somebody chose it')
})

test('people chosen by hand take the place of those in the text, and an open division is a fault', () => {
  const tom = { id: 'tom', name: 'Tom' }
  const read = readWith('dinner 90 split with Lea', book, { people: [tom] })
  assert.deepEqual([read.people, read.shares, read.contact], [[tom], [4_500n], null])
  const division = { way: 'exact', exact: { me: '50', tom: '34' } } as const
  assert.deepEqual(readWith('dinner 90', book, { people: [tom], division }).faults, ['shares_open'])
  assert.deepEqual(readWith('+90 salary', book, { people: [tom] }).people, [], 'income is not split')
})
