import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listAccountLines } from '../../contract/accounts.ts'
import { account } from '../../test/books.ts'
import { sendFile } from '../../test/importing.ts'
import { commit } from '../../test/imports.ts'
import { sharedWorld } from '../../test/world.ts'

const world = await sharedWorld()

/** The words and running balances of a register after the import of a table, the latest first. */
async function recorded(...rows: string[]) {
  const ana = await world.person({ base_currency_id: 'EUR' })
  const giro = await account(ana, 'Bank')
  const made = await sendFile(ana, { account_id: giro.id }, `Date;Text;Amount;Balance\n${rows.join('\n')}\n`)
  await commit(ana, made.id)
  const { data } = await ana.call(listAccountLines, { params: { id: giro.id } })
  return data.map(({ memo, running_balance }) => `${memo} ${running_balance}`)
}

test('a file with its latest row first is recorded from its last row on, so that a day has the order of the bank', async () => {
  assert.deepEqual(
    await recorded(
      '2026-11-16;shop;-20,00;1300,00',
      '2026-11-16;paypal;45,00;1320,00',
      '2026-11-15;rent;-25,00;1275,00',
      '2026-11-14;pay;1300,00;1300,00',
    ),
    ['shop 1300', 'paypal 1320', 'rent 1275', 'pay 1300'],
  )
})

test('a file with its earliest row first keeps its order', async () => {
  assert.deepEqual(
    await recorded(
      '2026-11-14;pay;1300,00;1300,00',
      '2026-11-16;paypal;45,00;1345,00',
      '2026-11-16;shop;-20,00;1325,00',
    ),
    ['shop 1325', 'paypal 1345', 'pay 1300'],
  )
})

test('a file of one day has the order that its balances prove, else it stays as it is', async () => {
  const day = '2026-11-16'
  assert.deepEqual(await recorded(`${day};shop;-20,00;25,00`, `${day};paypal;45,00;45,00`), [
    'shop 25',
    'paypal 45',
  ])
  assert.deepEqual(await recorded(`${day};paypal;45,00;45,00`, `${day};shop;-20,00;25,00`), [
    'shop 25',
    'paypal 45',
  ])
  assert.deepEqual(await recorded(`${day};shop;-20,00;`, `${day};paypal;45,00;`), ['paypal 25', 'shop -20'])
})
