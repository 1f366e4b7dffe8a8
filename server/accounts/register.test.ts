import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listAccountLines, type RegisterQuery } from '../../contract/accounts.ts'
import { createTransactions } from '../../contract/batches.ts'
import { createExpense, getExpense, updateExpense } from '../../contract/budgeting.ts'
import { createContact } from '../../contract/contacts.ts'
import { account, bank, category, spend } from '../../test/books.ts'
import { type Person, sharedWorld } from '../../test/world.ts'

const world = await sharedWorld()

/** The lines of a register, read whole and in pages of every size, which must be the same. */
async function linesOf(person: Person, id: string, query: RegisterQuery = {}) {
  const whole = await person.call(listAccountLines, { params: { id }, query })
  for (const limit of [1, 2, 3]) {
    const paged: typeof whole.data = []
    let cursor: string | undefined
    do {
      const next = { ...query, limit, ...(cursor ? { cursor } : {}) }
      const page = await person.call(listAccountLines, { params: { id }, query: next })
      assert.deepEqual([page.meta.total, page.meta.sum_base], [whole.meta.total, whole.meta.sum_base])
      paged.push(...page.data)
      cursor = page.meta.next_cursor ?? undefined
    } while (cursor)
    assert.deepEqual(paged, whole.data, `pages of ${limit}`)
  }
  return whole
}

test('whatever lines of a register are shown, each has the balance that the account had after it', async () => {
  const ana = await world.person()
  const [food, fun] = [await category(ana, 'Food'), await category(ana, 'Fun')]
  const shop = await ana.call(createContact, { body: { name: 'Corner Shop' } })
  const cash = await account(ana, 'Cash')
  const days: [date: string, amount: number, more: object][] = [
    ['2026-01-05', 10, { notes: 'bread' }],
    ['2026-01-20', 20, { contact_id: shop.id }],
    ['2026-01-20', 500, { currency_id: 'JPY', fx_rate: 0.01, notes: 'sushi' }],
    ['2026-02-03', 5, { category_id: fun.id, memo: 'cinema' }],
    ['2026-02-10', 1, { notes: 'bread', is_refund: true }],
    ['2026-03-01', 7, { notes: 'bread' }],
  ]
  for (const [date, amount, more] of days) await spend(ana, { category_id: food.id, date, amount, ...more })
  const shown = async (query: RegisterQuery) => {
    const { data } = await linesOf(ana, cash.id, query)
    return data.map(({ date, running_balance }) => `${date.slice(5)} ${running_balance}`)
  }
  const [newest, ...older] = ['03-01 -41', '02-10 -34', '02-03 -35', '01-20 -500', '01-20 -30', '01-05 -10']
  assert.deepEqual(await shown({}), [newest, ...older])
  assert.deepEqual(await shown({ date_to: '2026-02-28' }), older)
  assert.deepEqual(await shown({ date_to: '2026-02-05' }), older.slice(1))
  assert.deepEqual(await shown({ date_from: '2026-01-20', date_to: '2026-02-05' }), older.slice(1, 4))
  assert.deepEqual(await shown({ date_from: '2026-04-01' }), [])
  assert.deepEqual(await shown({ currency_id: 'jpy' }), ['01-20 -500'])
  assert.deepEqual(await shown({ currency_id: 'EUR,jpy', date_to: '2026-12-31' }), ['01-20 -500'])
  assert.deepEqual(await shown({ currency_id: 'nonsense' }), [])
  assert.deepEqual(await shown({ q: 'BREAD' }), ['03-01 -41', '02-10 -34', '01-05 -10'])
  assert.deepEqual(await shown({ q: 'corner' }), ['01-20 -30'])
  assert.deepEqual(await shown({ q: 'fun' }), ['02-03 -35'])
  assert.deepEqual(await shown({ q: 'bread', date_to: '2026-02-20', currency_id: 'USD' }), [
    '02-10 -34',
    '01-05 -10',
  ])
  assert.deepEqual(await shown({ q: 'nobody' }), [])
  assert.deepEqual(await shown({ side: 'debit' }), ['02-10 -34'])
  assert.deepEqual(await shown({ side: 'credit', date_to: '2026-02-28' }), older.slice(1))
  const ofSide = async (side: 'debit' | 'credit') =>
    (await linesOf(ana, cash.id, { side, include: 'sum' })).meta.sum_base
  assert.deepEqual([await ofSide('debit'), await ofSide('credit')], [1, -47])
})

test('a register counts and adds up all lines that match, on the normal side of the account', async () => {
  const ana = await world.person()
  const food = await category(ana, 'Food')
  const cash = await account(ana, 'Cash')
  await spend(ana, { category_id: food.id, amount: 10, date: '2026-01-01' })
  await spend(ana, {
    category_id: food.id,
    amount: 200,
    date: '2026-01-02',
    currency_id: 'JPY',
    fx_rate: 0.01,
  })
  await spend(ana, { category_id: food.id, amount: 4, date: '2026-01-03', is_refund: true, notes: 'back' })
  const meta = async (id: string, query: RegisterQuery = {}) => {
    const { total, sum_base } = (await linesOf(ana, id, { include: 'total,sum', ...query })).meta
    return [total, sum_base]
  }
  assert.deepEqual(await meta(food.account.id), [3, 8])
  assert.deepEqual(await meta(cash.id), [3, -8])
  assert.deepEqual(await meta(cash.id, { date_to: '2026-01-02' }), [2, -12])
  assert.deepEqual(await meta(cash.id, { currency_id: 'JPY' }), [1, -2])
  assert.deepEqual(await meta(cash.id, { q: 'back' }), [1, 4])
  assert.deepEqual(await meta(cash.id, { q: 'nobody' }), [0, 0])
  assert.deepEqual(await meta(cash.id, { include: 'sum' }), [undefined, -8])
  const splits = [
    { category_id: food.id, amount: 3 },
    { category_id: (await category(ana, 'Fun')).id, amount: 4 },
  ]
  await spend(ana, { amount: 7, date: '2026-01-04', splits, notes: 'back again' })
  assert.deepEqual(
    await meta(cash.id, { q: 'back' }),
    [3, -3],
    'two lines of one transaction, and what left the account',
  )
})

test('what an account was charged abroad has the words of the purchase, in its register, in a file and in the lines', async () => {
  const ana = await world.person()
  const [food, fun] = [await category(ana, 'Food'), await category(ana, 'Fun')]
  const giro = await bank(ana, 'Giro', 'EUR')
  const abroad = { amount: 6, asset_account_id: giro.id, charged_amount: 5 }
  const book = await spend(ana, { ...abroad, category_id: fun.id, memo: 'book', date: '2026-01-01' })
  const splits = [
    { category_id: food.id, amount: 4 },
    { category_id: fun.id, amount: 2, memo: 'cards' },
  ]
  await ana.call(createExpense, { body: { ...abroad, splits, date: '2026-01-02' } })
  await spend(ana, { ...abroad, category_id: food.id, date: '2026-01-03' })
  const memos = async () => (await linesOf(ana, giro.id)).data.map(({ memo }) => memo)
  assert.deepEqual(await memos(), ['', 'cards', 'book'])
  const { lines } = await ana.call(getExpense, { params: { id: book.id } })
  assert.deepEqual(
    lines.map(({ memo }) => memo),
    Array(4).fill('book'),
  )
  const file = await ana.send({ url: `/accounts/${giro.id}/lines?format=csv` })
  assert.match(file.text, /,book,/)
  await ana.call(updateExpense, { params: { id: book.id }, body: { memo: 'novel' } })
  assert.deepEqual(await memos(), ['', 'cards', 'novel'])
  assert.deepEqual((await linesOf(ana, giro.id, { known_at: String(book.version) })).data[0]?.memo, 'book')
})

test('a line names its category and the account across from it', async () => {
  const ana = await world.person()
  const [food, fun] = [await category(ana, 'Food'), await category(ana, 'Fun')]
  const friend = await ana.call(createContact, { body: { name: 'Friend' } })
  const giro = await bank(ana, 'Giro', 'EUR')
  const splits = [
    { category_id: food.id, amount: 5 },
    { category_id: fun.id, amount: 3 },
  ]
  const shares = [{ contact_id: friend.id, amount: 2 }]
  await ana.call(createExpense, { body: { amount: 10, splits, shares, date: '2026-01-01' } })
  const abroad = { amount: 6, category_id: fun.id, asset_account_id: giro.id, date: '2026-01-02' }
  await spend(ana, { ...abroad, charged_amount: 5 })
  const across = async (id: string) =>
    (await linesOf(ana, id)).data.map(
      ({ category_name, counter_account_name, category_id, counter_account_id }) => {
        assert.equal(category_id === null, category_name === null)
        assert.equal(typeof counter_account_id, 'string')
        return [category_name, counter_account_name]
      },
    )
  assert.deepEqual(await across((await account(ana, 'Cash')).id), [
    [null, 'Receivables'],
    ['Fun', 'Fun'],
    ['Food', 'Food'],
  ])
  const dinner = { amount: 9, category_id: food.id, shares, memo: 'Dinner', date: '2026-01-03' }
  await ana.call(createExpense, { body: dinner })
  const { data } = await linesOf(ana, (await account(ana, 'Cash')).id, { date_from: '2026-01-03' })
  const [share] = (await ana.call(getExpense, { params: { id: data[0]?.transaction_id ?? '' } })).shares
  assert.deepEqual(
    data.map(({ memo, share_contact_name, share_obligation_id, credit }) => [
      memo,
      share_contact_name,
      share_obligation_id,
      credit,
    ]),
    [
      ['Dinner', 'Friend', share?.obligation_id, 2],
      ['Dinner', null, null, 7],
    ],
  )
  assert.deepEqual(await across(giro.id), [['Fun', 'Currency exchange']])
  assert.deepEqual(await across(fun.account.id), [
    ['Fun', 'Currency exchange'],
    ['Fun', 'Cash'],
  ])
})

test('a month that came to nothing in one change is in a register of one side only, too', async () => {
  const ana = await world.person()
  const [food, cash] = [await category(ana, 'Food'), await account(ana, 'Cash')]
  const expense = { kind: 'expense' as const, amount: 7, category_id: food.id, date: '2026-02-03' }
  await spend(ana, { amount: 1, category_id: food.id, date: '2026-01-03' })
  await ana.call(createTransactions, { body: { transactions: [expense, { ...expense, is_refund: true }] } })
  const { data } = await linesOf(ana, cash.id, { side: 'debit' })
  assert.deepEqual(
    data.map(({ date, debit, running_balance }) => [date, debit, running_balance]),
    [['2026-02-03', 7, -1]],
  )
})
