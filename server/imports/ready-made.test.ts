import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAccount, listAccounts } from '../../contract/accounts.ts'
import { addStarter } from '../../contract/books.ts'
import { createIncome } from '../../contract/budgeting.ts'
import { listImportRows } from '../../contract/imports.ts'
import { csv, sendFile } from '../../test/importing.ts'
import { sharedWorld } from '../../test/world.ts'

const world = await sharedWorld()

test('the ready-made Bank is not meant by "bank transfer" until something was booked on it', async () => {
  const ana = await world.person({ base_currency_id: 'EUR' })
  const { categories } = await ana.call(addStarter)
  const { id: account_id } = await ana.call(createAccount, { body: { name: 'Erste', type: 'asset' } })
  const kinds = async () => {
    const made = await sendFile(ana, { account_id }, csv('2026-11-02,BANK TRANSFER ACME,-50.00'))
    const { data } = await ana.call(listImportRows, { params: { id: made.id } })
    return data.map(({ verdict, draft }) => [verdict, draft?.other_account_name])
  }
  assert.deepEqual(await kinds(), [['new', null]])
  const { data } = await ana.call(listAccounts, { query: { q: 'Bank' } })
  const bank = data.find(({ name }) => name === 'Bank') ?? assert.fail()
  const salary = categories.find(({ name }) => name === 'Salary') ?? assert.fail()
  await ana.call(createIncome, {
    body: { amount: 5, category_id: salary.id, asset_account_id: bank.id, date: '2026-11-01' },
  })
  assert.deepEqual(await kinds(), [['transfer', 'Bank']])
})
