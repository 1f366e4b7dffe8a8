import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAccount, updateAccount } from '../../contract/accounts.ts'
import { createTransfer, listTransactions } from '../../contract/budgeting.ts'
import { undoChange } from '../../contract/changes.ts'
import { putExchangeRate } from '../../contract/currencies.ts'
import type { ImportRow } from '../../contract/import-rows.ts'
import { commitImport, type Import, updateImportRow } from '../../contract/imports.ts'
import { account } from '../../test/books.ts'
import { csv, rowsOf, sendFile } from '../../test/importing.ts'
import { type Person, sharedWorld } from '../../test/world.ts'

const world = await sharedWorld()

async function household() {
  const ana = await world.person({ base_currency_id: 'EUR' })
  const { id } = await account(ana, 'Bank')
  const bank = await ana.call(updateAccount, { params: { id }, body: { currency_id: 'EUR' } })
  const card = await ana.call(createAccount, { body: { name: 'Credit card', type: 'liability' } })
  const send = (to: { id: string }, ...rows: string[]) => sendFile(ana, { account_id: to.id }, csv(...rows))
  return { ana, bank, card, send }
}

/** A household with a card in dollars, which is named in its rows. */
async function abroad() {
  const { ana, bank, send } = await household()
  const visa = await ana.call(createAccount, {
    body: { name: 'USD Visa', type: 'liability', currency_id: 'USD' },
  })
  await ana.call(putExchangeRate, {
    params: { from: 'USD', to: 'EUR', date: '2026-10-01' },
    body: { rate: 0.9 },
  })
  return { ana, bank, visa, send }
}

const commit = (person: Person, { id }: Import) => person.call(commitImport, { params: { id } })
const shown = ({ verdict, is_chosen, needs_attention }: ImportRow) => [verdict, is_chosen, needs_attention]
const answer = (ana: Person, { id }: Import, body: object) =>
  ana.call(updateImportRow, { params: { id, n: '1' }, body })
const countOf = async (ana: Person) => (await ana.call(listTransactions)).data.length

test("a bill whose card's file has it five to ten days apart is a question that names it", async () => {
  const { ana, bank, card, send } = await household()
  await commit(ana, await send(card, '2026-10-19,PAYMENT THANK YOU,300.00'))
  const rows = await rowsOf(ana, await send(bank, '2026-10-14,VISA CARD BILL,-300.00'))
  assert.deepEqual(rows.map(shown), [['duplicate', false, true]])
  assert.equal(
    rows[0]?.reason,
    'The transfer to Credit card on 19 October has the same amount. Is it the same?',
  )
  assert.deepEqual([rows[0]?.of?.amount, rows[0]?.of?.date], [300, '2026-10-19'])
  const ofDay = async (row: string) => (await rowsOf(ana, await send(bank, row))).map(shown)[0]
  assert.deepEqual(await ofDay('2026-10-29,VISA CARD BILL,-300.00'), ['duplicate', false, true])
  assert.deepEqual(await ofDay('2026-10-30,VISA CARD BILL,-300.00'), ['transfer', true, false])
  assert.deepEqual(await ofDay('2026-10-14,VISA CARD BILL,-301.00'), ['transfer', true, false])
  // Answered: recorded as another transfer, which the bank's file has then had.
  const made = await send(bank, '2026-10-14,VISA CARD BILL,-300.00')
  await answer(ana, made, { is_chosen: true })
  await commit(ana, made)
  const { data } = await ana.call(listTransactions)
  assert.deepEqual(
    data.map(({ kind, amount }) => [kind, amount]),
    [
      ['transfer', 300],
      ['transfer', 300],
    ],
  )
})

test('transfers that files of the account itself have had are no reason to ask about the next one', async () => {
  const { ana, bank, send } = await household()
  const savings = await ana.call(createAccount, { body: { name: 'Rainy day', type: 'asset' } })
  const first = await send(bank, '2026-10-01,Transfer Rainy day,-50.00')
  await answer(ana, first, { is_chosen: true })
  await commit(ana, first)
  const [next] = await rowsOf(ana, await send(bank, '2026-10-08,Transfer Rainy day,-50.00'))
  assert.deepEqual(next && shown(next), ['transfer', true, false])
  // Nor is one by hand that another row of the file is.
  await ana.call(createTransfer, {
    body: { from_account_id: bank.id, to_account_id: savings.id, amount: 70, date: '2026-10-20' },
  })
  const rows = await rowsOf(
    ana,
    await send(bank, '2026-10-20,Transfer Rainy day,-70.00', '2026-10-27,Transfer Rainy day,-70.00'),
  )
  assert.deepEqual(rows.map(shown), [
    ['duplicate', false, false],
    ['transfer', true, false],
  ])
})

test('a proposed transfer to an account of another currency is a question, and the rest of the file is recorded', async () => {
  const { ana, bank, visa, send } = await abroad()
  const made = await send(visa, '2026-10-15,PAYMENT THANK YOU,300.00', '2026-10-16,KIOSK,-4.00')
  const [asked, kiosk] = await rowsOf(ana, made)
  assert.deepEqual(asked && shown(asked), ['transfer', false, true])
  assert.equal(asked?.draft?.other_account_id, bank.id)
  assert.match(asked?.reason ?? '', /^It pays this card, probably from Bank/)
  const [out] = await rowsOf(ana, await send(bank, '2026-10-14,USD VISA BILL,-271.30'))
  assert.deepEqual(out && shown(out), ['transfer', false, true])
  assert.equal(
    out?.reason,
    'It names your account USD Visa. USD Visa is in USD. How much of it arrived there?',
  )
  assert.deepEqual(kiosk && shown(kiosk), ['new', true, false])
  await commit(ana, made)
  assert.equal(await countOf(ana), 1)
})

for (const text of ['USD VISA BILL', 'SOMETHING ELSE'])
  test(`a transfer between two currencies that the other file has made is a question that names it: ${text}`, async () => {
    const { ana, bank, visa, send } = await abroad()
    const made = await send(visa, '2026-10-15,PAYMENT THANK YOU,300.00')
    await answer(ana, made, { draft: { other_account_id: bank.id, other_amount: 270 } })
    await commit(ana, made)
    const file = () => send(bank, `2026-10-14,${text},-271.30`)
    const second = await file()
    const [row] = await rowsOf(ana, second)
    assert.deepEqual(row && shown(row), ['duplicate', false, true])
    assert.equal(
      row?.reason,
      'The transfer to USD Visa on 15 October is here already, with 270.00 EUR. Is it the same?',
    )
    // "The same" is remembered.
    const both = await send(bank, `2026-10-14,${text},-271.30`, '2026-10-20,BUS,-2.00')
    await answer(ana, both, { is_chosen: false })
    await commit(ana, both)
    const [again] = await rowsOf(ana, await file())
    assert.deepEqual(again && shown(again), ['duplicate', false, false])
  })

test('the payment that arrives in dollars is asked about after the file of the bank, also in words of its own', async () => {
  const { ana, bank, visa, send } = await abroad()
  const made = await send(bank, '2026-10-14,USD VISA BILL,-271.30')
  await answer(ana, made, { is_chosen: true })
  await commit(ana, made)
  const rows = await rowsOf(
    ana,
    await send(visa, '2026-10-15,PAYMENT THANK YOU,300.00', '2026-10-15,GUTSCHRIFT MUELLER,299.00'),
  )
  assert.deepEqual(rows.map(shown), [
    ['duplicate', false, true],
    ['duplicate', false, true],
  ])
  assert.match(
    rows[0]?.reason ?? '',
    /^The transfer from Bank on 14 October is here already, with 301.44 USD/,
  )
})

test('rows that were found to be a transaction are offered again when the import that made it is undone', async () => {
  const { ana, bank, card, send } = await household()
  const { version } = await commit(ana, await send(card, '2026-10-15,PAYMENT THANK YOU,300.00'))
  const ofBank = () => send(bank, '2026-10-14,VISA CARD BILL,-300.00', '2026-10-16,LIDL,-5.00')
  await commit(ana, await ofBank())
  await ana.call(undoChange, { params: { version: String(version) } })
  const again = await ofBank()
  assert.deepEqual((await rowsOf(ana, again)).map(shown), [
    ['transfer', true, false],
    ['duplicate', false, false],
  ])
  await commit(ana, again)
  assert.equal(await countOf(ana), 2)
  const [third] = await rowsOf(ana, await ofBank())
  assert.match(third?.reason ?? '', /^Imported on .* from [^.]+\.[^.]*\.?$/)
})

test('a row that names one account is not taken for a transfer to another one', async () => {
  const { ana, bank, send } = await household()
  const made: string[] = []
  for (const name of ['Rainy day', 'Purse'])
    made.push((await ana.call(createAccount, { body: { name, type: 'asset' } })).id)
  const [rainy = '', purse = ''] = made
  const move = (to_account_id: string, date: string) =>
    ana.call(createTransfer, { body: { date, from_account_id: bank.id, to_account_id, amount: 150 } })
  await move(rainy, '2026-09-01') // something was booked on it
  await move(purse, '2026-11-19')
  const ofRow = async (row: string) => rowsOf(ana, await send(bank, row))
  const [elsewhere] = await ofRow('2026-11-16,TRANSFER RAINY DAY,-150.00')
  assert.deepEqual(elsewhere && shown(elsewhere), ['transfer', true, false])
  assert.equal(elsewhere?.draft?.other_account_id, rainy)
  const [sameDay] = await ofRow('2026-11-19,TRANSFER RAINY DAY,-150.00')
  assert.deepEqual(sameDay && shown(sameDay), ['duplicate', false, true])
  const [unnamed] = await ofRow('2026-11-16,TRANSFER,-150.00')
  assert.deepEqual(unnamed && shown(unnamed), ['duplicate', false, false])
  const [named] = await ofRow('2026-11-16,TRANSFER PURSE,-150.00')
  assert.deepEqual(named && shown(named), ['duplicate', false, false])
})

test('an account of two words is not named by one of them and the way of the payment', async () => {
  const { ana, bank, send } = await abroad()
  const card = await ana.call(createAccount, {
    body: { name: 'Travel card', type: 'asset', currency_id: 'USD' },
  })
  const [shop, named, moved] = await rowsOf(
    ana,
    await send(
      bank,
      '2026-10-14,CARD PAYMENT TO TFL TRAVEL CHARGE,-4.60',
      '2026-10-15,CARD PAYMENT TO TRAVEL CARD,-50.00',
      '2026-10-16,TRANSFER CARD TRAVEL,-60.00',
    ),
  )
  assert.deepEqual(shop && shown(shop), ['new', true, false])
  for (const row of [named, moved]) {
    assert.deepEqual(row && shown(row), ['transfer', false, true])
    assert.equal(row?.draft?.other_account_id, card.id)
  }
})
