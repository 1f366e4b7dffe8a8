import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAccount, listAccounts } from '../../contract/accounts.ts'
import { addStarter } from '../../contract/books.ts'
import { createIncome } from '../../contract/budgeting.ts'
import { listCategories } from '../../contract/categories.ts'
import { type Import, listImportRows, updateImport } from '../../contract/imports.ts'
import { account } from '../../test/books.ts'
import { csv, rowsOf, sendFile, untilRead } from '../../test/importing.ts'
import { type Person, sharedWorld } from '../../test/world.ts'

const world = await sharedWorld()

/** Books something on an account. */
async function income(ana: Person, asset_account_id: string): Promise<void> {
  const { data } = await ana.call(listCategories, { query: { q: 'Salary' } })
  const category_id = data[0]?.id ?? assert.fail()
  await ana.call(createIncome, { body: { amount: 5, category_id, asset_account_id, date: '2026-11-01' } })
}

test('the ready-made Bank is not meant by "bank transfer" until something was booked on it', async () => {
  const ana = await world.person({ base_currency_id: 'EUR' })
  await ana.call(addStarter)
  const { id: account_id } = await ana.call(createAccount, { body: { name: 'Erste', type: 'asset' } })
  const kinds = async () => {
    const made = await sendFile(ana, { account_id }, csv('2026-11-02,BANK TRANSFER ACME,-50.00'))
    const { data } = await ana.call(listImportRows, { params: { id: made.id } })
    return data.map(({ verdict, draft }) => [verdict, draft?.other_account_name])
  }
  assert.deepEqual(await kinds(), [['new', null]])
  const { data } = await ana.call(listAccounts, { query: { q: 'Bank' } })
  const bank = data.find(({ name }) => name === 'Bank') ?? assert.fail()
  await income(ana, bank.id)
  assert.deepEqual(await kinds(), [['transfer', 'Bank']])
})

test('a transfer to an account that only words name is asked about until something was booked on it', async () => {
  const ana = await world.person({ base_currency_id: 'EUR' })
  await ana.call(addStarter)
  const [{ id: account_id }, nest] = [
    await ana.call(createAccount, { body: { name: 'Erste', type: 'asset' } }),
    await ana.call(createAccount, { body: { name: 'Nest Egg', type: 'asset' } }),
  ]
  const rows = async () => {
    const file = csv('2026-11-02,Transfer to Nest Egg,-50.00', '2026-11-03,Umbuchung Sparkonto,-20.00')
    const { data } = await ana.call(listImportRows, {
      params: { id: (await sendFile(ana, { account_id }, file)).id },
    })
    return data.map((row) => [row.verdict, row.draft?.other_account_name, row.is_chosen, row.needs_attention])
  }
  assert.deepEqual(await rows(), [
    ['transfer', 'Nest Egg', false, true],
    ['transfer', 'Savings', false, true],
  ])
  const { data } = await ana.call(listAccounts, { query: { q: 'Savings' } })
  for (const { id } of [nest, data[0] ?? assert.fail()]) await income(ana, id)
  assert.deepEqual(await rows(), [
    ['transfer', 'Nest Egg', true, false],
    ['transfer', 'Savings', true, false],
  ])
})

test('cash from a machine, transfers to savings and refunds of known shops are proposed, in German and English', async () => {
  const ana = await world.person({ base_currency_id: 'EUR' })
  await ana.call(addStarter)
  const { data: accounts } = await ana.call(listAccounts, { query: { q: 'Bank' } })
  const account_id = accounts.find(({ name }) => name === 'Bank')?.id ?? assert.fail()
  const file = csv(
    '2026-09-01,Übertrag Sparkonto,-300.00',
    '2026-09-02,Transfer to savings account,-300.00',
    '2026-09-03,Geldautomat Sparkasse Bargeldauszahlung GA 7781,-150.00',
    '2026-09-04,ATM 0012 MAIN STREET,-40.00',
    '2026-09-05,ATM FEE 0012,-2.00',
    '2026-09-06,Zalando SE Gutschrift Retoure 88123,49.95',
    '2026-09-07,H&M ONLINE REFUND,33.83',
    '2026-09-08,Gutschrift Gehalt September Zalando SE,2500.00',
    '2026-09-09,Savings plan of a broker,-25.00',
    '2026-09-10,Gutschrift Hans Huber Miete,500.00',
  )
  const made = await sendFile(ana, { account_id }, file)
  const { data } = await ana.call(listImportRows, { params: { id: made.id }, query: { sort: 'n' } })
  assert.deepEqual(
    data.map(({ verdict, draft }) => [verdict, draft?.other_account_name ?? draft?.category_name]),
    [
      ['transfer', 'Savings'],
      ['transfer', 'Savings'],
      ['transfer', 'Cash'],
      ['transfer', 'Cash'],
      ['new', 'Bank fees'],
      ['refund', 'Clothing'],
      ['refund', 'Clothing'],
      ['new', 'Salary'],
      ['new', 'Other expenses'],
      ['new', 'Other income'],
    ],
  )
})

test("a bank's category that is the name of a group leaves a row to its words; a choice of the person counts", async () => {
  const ana = await world.person({ base_currency_id: 'EUR' })
  const { categories } = await ana.call(addStarter)
  const { id: account_id } = await account(ana, 'Bank')
  const lines = ['REWE;Einkauf;Food;-5.00', 'ZOTTER;Graz;Food;-8.00', 'OBI;Markt;Health;-6.00']
  const file = `Date;Payee;Purpose;Category;Amount\n${lines.map((line) => `2026-11-02;${line}\n`).join('')}`
  const made = await sendFile(ana, { account_id }, file)
  const read = async (one: Import) =>
    (await rowsOf(ana, one)).map(({ draft, reason }) => [draft?.category_name, reason])
  const which = 'The file has it under Food, which is a group in your book.'
  assert.deepEqual(await read(made), [
    ['Groceries', `"REWE" usually is Groceries. ${which}`],
    ['Other expenses', `Nothing like it is in the book yet: it goes to Other expenses. ${which}`],
    ['Health', 'The file has it under Health.'],
  ])
  const food = categories.find(({ name }) => name === 'Food')?.id ?? assert.fail()
  const body = { mapping: { categories: [{ name: 'Food', kind: 'expense' as const, category_id: food }] } }
  const told = await untilRead(ana, await ana.call(updateImport, { params: { id: made.id }, body }))
  assert.deepEqual(
    (await read(told)).map(([name]) => name),
    ['Food', 'Food', 'Health'],
  )
})
