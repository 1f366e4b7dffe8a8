import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAccount, updateAccount } from '../../contract/accounts.ts'
import { bulkTransactions } from '../../contract/batches.ts'
import { updateBook } from '../../contract/books.ts'
import { createExpense, createTransfer, updateExpense } from '../../contract/budgeting.ts'
import { createContact } from '../../contract/contacts.ts'
import { getCurrency, listCurrencies } from '../../contract/currencies.ts'
import { allCurrencies, endedCurrencies } from '../../contract/iso4217.ts'
import { createObligation } from '../../contract/obligations.ts'
import { account, bank, category, spend } from '../../test/books.ts'
import { rowsOf, sendFile } from '../../test/importing.ts'
import { finish, start } from '../../test/reconciling.ts'
import { makeWorld, refused } from '../../test/world.ts'

const world = await makeWorld()

test('a code is of one currency, active or ended', () => {
  const codes = [...allCurrencies, ...endedCurrencies].map(({ id }) => id)
  assert.equal(new Set(codes).size, codes.length)
  assert(endedCurrencies.every(({ until }) => until !== null && /^\d{4}-\d\d-\d\d$/.test(until)))
})

test('currencies that have ended are listed on request, and say until when they could be used', async () => {
  const ana = await world.person()
  const ids = async (query = {}) =>
    new Set((await ana.call(listCurrencies, { query: { limit: 1000, ...query } })).data.map(({ id }) => id))
  const codes = (some: readonly { id: string }[]) => new Set(some.map(({ id }) => id))
  assert.deepEqual(await ids(), codes(allCurrencies))
  assert.deepEqual(await ids({ ended: true }), codes([...allCurrencies, ...endedCurrencies]))
  const kuna = await ana.call(getCurrency, { params: { code: 'hrk' } })
  assert.deepEqual([kuna.name, kuna.until], ['Croatian Kuna', '2023-01-31'])
})

test('an entry in a currency that has ended is recorded up to its end, and refused after it', async () => {
  const ana = await world.person({ base_currency_id: 'EUR' })
  const food = await category(ana, 'Food')
  const body = { amount: 75.35, currency_id: 'HRK', category_id: food.id, fx_rate: 0.1327 }
  const spent = await ana.call(createExpense, { body: { ...body, date: '2022-08-14' } })
  assert.deepEqual([spent.amount, spent.base_amount], [75.35, 10])
  const late = await refused(ana.call(createExpense, { body: { ...body, date: '2023-02-01' } }))
  assert.equal(late.code, 'currency_not_found')
  assert.match(late.detail, /HRK ended on 2023-01-31, before 2023-02-01/)
  const moved = ana.call(updateExpense, { params: { id: spent.id }, body: { date: '2024-01-01' } })
  assert.equal((await refused(moved)).code, 'currency_not_found')
})

test('transfers and debts in a currency that has ended are refused after it, too', async () => {
  const ana = await world.person({ base_currency_id: 'EUR' })
  const marks = await bank(ana, 'Old savings', 'DEM')
  const cash = await account(ana, 'Cash')
  const move = (date: string) =>
    ana.call(createTransfer, {
      body: {
        from_account_id: marks.id,
        to_account_id: cash.id,
        amount: 195.58,
        to_amount: 100,
        to_currency_id: 'EUR',
        date,
      },
    })
  assert.equal((await move('2001-12-28')).amount, 195.58)
  assert.equal((await refused(move('2003-01-01'))).code, 'currency_not_found')
  const contact = await ana.call(createContact, { body: { name: 'Bela' } })
  const owed = await account(ana, 'Receivables')
  const debt = (opened_date: string) =>
    ana.call(createObligation, {
      body: {
        name: 'Loan',
        contact_id: contact.id,
        account_id: owed.id,
        original_amount: 10,
        outstanding_amount: 10,
        currency_id: 'DEM',
        fx_rate: 0.5113,
        opened_date,
      },
    })
  assert.equal((await debt('2000-05-01')).currency_id, 'DEM')
  assert.equal((await refused(debt('2010-05-01'))).code, 'currency_not_found')
})

test('an account in a currency that has ended has no balance and no charge after it', async () => {
  const ana = await world.person({ base_currency_id: 'EUR' })
  const open = (body: object) =>
    ana.call(createAccount, { body: { name: 'Kuna', type: 'asset', currency_id: 'HRK', ...body } })
  const late = [
    { opening_balance: 5, opening_date: '2024-01-01', fx_rate: 0.1 },
    { balance_as_of: { date: '2024-01-01', amount: 5 }, fx_rate: 0.1 },
  ]
  for (const body of late) assert.equal((await refused(open(body))).code, 'currency_not_found')
  const kuna = await open({ opening_balance: 500, opening_date: '2022-01-01', fx_rate: 0.1327 })
  const said = { params: { id: kuna.id }, body: { balance_as_of: { date: '2024-01-01', amount: 5 } } }
  assert.equal((await refused(ana.call(updateAccount, said))).code, 'currency_not_found')
  const food = await category(ana, 'Food')
  const body = { amount: 5, category_id: food.id, asset_account_id: kuna.id, charged_amount: 37.5 }
  assert.equal((await spend(ana, { ...body, date: '2022-06-01' })).charged_amount, 37.5)
  assert.equal((await refused(spend(ana, { ...body, date: '2024-06-01' }))).code, 'currency_not_found')
})

test('many entries at once and the difference of a statement are not of a day after the end', async () => {
  const ana = await world.person({ base_currency_id: 'EUR' })
  const food = await category(ana, 'Food')
  const body = { amount: 75, currency_id: 'HRK', fx_rate: 0.1327, category_id: food.id, date: '2022-06-01' }
  const { id } = await spend(ana, body)
  const moved = ana.call(bulkTransactions, { body: { ids: [id], set: { date: '2024-06-01' } } })
  assert.equal((await refused(moved)).code, 'currency_not_found')
  const kuna = await bank(ana, 'Kuna', 'HRK', {
    opening_balance: 500,
    opening_date: '2022-01-01',
    fx_rate: 0.1327,
  })
  const statement = await start(ana, kuna, '2024-01-31', 450)
  const adjusted = finish(ana, statement, { adjust: { category_id: food.id } })
  assert.equal((await refused(adjusted)).code, 'currency_not_found')
})

test('an old book is kept in a currency that has ended, on any day', async () => {
  const ana = await world.person({ base_currency_id: 'LTL' })
  const food = await category(ana, 'Food')
  await spend(ana, { amount: 12.5, category_id: food.id, date: '2013-04-01' })
  await spend(ana, { amount: 3, category_id: food.id, date: '2016-04-01' })
  const bela = await world.person({ base_currency_id: 'EUR' })
  assert.equal((await bela.call(updateBook, { body: { base_currency_id: 'SKK' } })).base_currency_id, 'SKK')
})

test('rows of a file in a currency that has ended are read up to its end', async () => {
  const ana = await world.person({ base_currency_id: 'EUR' })
  const kuna = await bank(ana, 'Kuna', 'HRK')
  const text = 'Date,Text,Amount,Currency\n2022-05-02,PEKARA,-12.50,HRK\n2024-05-02,PEKARA,-12.50,HRK\n'
  const rows = await rowsOf(ana, await sendFile(ana, { account_id: kuna.id, filename: 'a.csv' }, text))
  assert.deepEqual(
    rows.map(({ verdict }) => verdict),
    ['new', 'invalid'],
  )
  assert.match(rows[1]?.reason ?? '', /HRK ended on 2023-01-31/)
})
