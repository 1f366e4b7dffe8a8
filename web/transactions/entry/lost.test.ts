import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Kept } from '../../api/kept-rules.ts'
import { exampleBook } from './example-book.ts'
import { sortedFor, stepsIn } from './into-book.ts'
import { lostFile, partsOf } from './lost-words.ts'

const book = exampleBook()
const kept = (id: string, line: string, words: string, body: object, path = '/budgeting/expenses'): Kept => ({
  id,
  line,
  words,
  steps: [{ path, body: { date: '2026-11-02', currency_id: 'EUR', ...body } }],
  keys: ['key'],
  user_id: 'ana',
  made_at: 0,
  sent_at: null,
  refusal: null,
  done: 0,
  id_before: null,
})

const wax = kept('wax', '6 floorwax !kitty', 'Spent €6.00 on Cleaning from Kitty on 2 November “floorwax”', {
  amount: 6,
  memo: 'floorwax',
})
const soap = kept('soap', '4 floorwax', 'Spent €4.00 on cleaning from Kitty today “soap”', { amount: 4 })

test('an entry whose account or category the other book does not have goes there all the same, once a category is chosen', () => {
  const { ready, wanted, staying } = sortedFor(book, [wax, soap])
  assert.deepEqual([ready, staying], [[], []])
  assert.deepEqual(
    wanted.map(({ name, kind, entries }) => [name, kind, entries.map(({ id }) => id)]),
    [['Cleaning', 'expense', ['wax', 'soap']]],
  )
  const category = book.categories.find(({ kind }) => kind === 'expense') ?? assert.fail()
  const [key = ''] = wanted.map((one) => one.key)
  const chosen = sortedFor(book, [wax, soap], new Map([[key, category]]))
  assert.deepEqual([chosen.wanted, chosen.staying], [[], []])
  const [first] = chosen.ready.map(({ steps }) => steps.at(-1)?.body as Record<string, unknown>) // an expense
  assert.deepEqual(
    [first?.category_id, first?.asset_account_id, first?.date],
    [category.id, book.account?.id, '2026-11-02'],
  )
  assert.equal(stepsIn(book, wax), null)
})

test('a saved entry has its parts in columns, which an import reads, and its sentence', () => {
  assert.deepEqual(partsOf(wax), {
    day: '2026-11-02',
    amount: -6,
    currency: 'EUR',
    kind: 'expense',
    category: 'Cleaning',
    account: 'Kitty',
    who: '',
    note: 'floorwax',
  })
  const pay = kept(
    'pay',
    '+10 pay',
    'Got €10.00 as Salary into Bank today from Mum',
    { amount: 10 },
    '/budgeting/incomes',
  )
  assert.deepEqual(
    [partsOf(pay).amount, partsOf(pay).category, partsOf(pay).account, partsOf(pay).who, partsOf(pay).note],
    [10, 'Salary', 'Bank', 'Mum', '+10 pay'],
  )
  const moved = kept(
    'moved',
    '5',
    'Moved €5.00 from Bank to Savings today',
    { amount: 5 },
    '/budgeting/transfers',
  )
  assert.deepEqual(
    [partsOf(moved).account, partsOf(moved).who, partsOf(moved).amount],
    ['Bank', 'Savings', -5],
  )
  const lent = kept(
    'lent',
    '20',
    'Lent €20.00 to Sam (new) from Bank today',
    { original_amount: 20 },
    '/obligations',
  )
  assert.deepEqual([partsOf(lent).who, partsOf(lent).amount], ['Sam', -20])
  const [head, row] = lostFile([wax]).split('\r\n')
  assert.equal(head, '"Day","Amount","Currency","Kind","Category","Account","Who","Note","Entry"')
  assert.match(row ?? '', /^"2026-11-02","-6","EUR","expense","Cleaning","Kitty","","floorwax","Spent /)
})

test('names that are kept beside the sentence count, whatever language it is in', () => {
  const names = { category: 'Essen gehen', account: 'Girokonto', who: 'Léa', isOut: true }
  const words = 'Ausgegeben: 12,00 € für Essen gehen, von Girokonto, heute, mit Léa'
  const lunch = { ...kept('lunch', '12 essen', words, { amount: 12 }), names }
  const { category, account, who, amount } = partsOf(lunch)
  assert.deepEqual([category, account, who, amount], ['Essen gehen', 'Girokonto', 'Léa', -12])
})
