import assert from 'node:assert/strict'
import { test } from 'node:test'
import { updateImport } from '../../contract/imports.ts'
import { rowsOf, sendFile, untilRead } from '../../test/importing.ts'
import { committed, figures, sameAgain, undone } from '../../test/moving.ts'
import { sharedWorld } from '../../test/world.ts'

/** The lists of Mint, Monarch and Lunch Money, figure by figure. */

const world = await sharedWorld()

const MINT = `"Date","Description","Original Description","Amount","Transaction Type","Category","Account Name","Labels","Notes"
"9/05/2023","Corner Market","CORNER MKT 0042","54.20","debit","Groceries","Harbor Checking","home","for the party"
"9/06/2023","Corner Market","CORNER MKT 0042","4.20","credit","Groceries","Harbor Checking","",""
"9/04/2023","To my savings","ONLINE 8812","300.00","debit","Transfer","Harbor Checking","",""
"9/04/2023","From my checking","ONLINE 8812","300.00","credit","Transfer","Harbor Savings","",""
"9/07/2023","Blue Card","AUTOPAY","120.00","debit","Credit Card Payment","Harbor Checking","",""
"9/08/2023","Payment","THANK YOU","120.00","credit","Credit Card Payment","Blue Card","",""
"9/02/2023","Diner","DINER 7","120.00","debit","Restaurants","Blue Card","",""
"9/09/2023","Moved away","WIRE OUT","75.00","debit","Transfer","Harbor Savings","",""
"9/03/2023","Paycheck","SHIPYARD PAYROLL","2,100.00","credit","Paycheck","Harbor Checking","",""
"9/10/2023","Odd one","ODD","9.99","debit","Exclude From Mint","Harbor Checking","",""
"9/11/2023","Unknown","NOTHING","5.00","debit","Uncategorized","Harbor Checking","",""
"9/12/2023","Sideways","SIDE","5.00","both","Groceries","Harbor Checking","",""
`

test('a list of Mint: the side of an amount from its column, transfers joined, halves alone and hidden rows asked', async () => {
  const ana = await world.person({ base_currency_id: 'USD' })
  const made = await sendFile(ana, { filename: 'transactions.csv' }, MINT)
  assert.deepEqual([made.status, made.needs, made.mapping?.date_order], ['ready', [], 'month_first'])
  const rows = await rowsOf(ana, made)
  assert.deepEqual(
    rows.map(({ verdict, is_chosen, needs_attention }) => [verdict, is_chosen, needs_attention]),
    [
      ['new', true, false],
      ['new', true, false],
      ['transfer', true, false],
      ['duplicate', false, false],
      ['transfer', true, false],
      ['duplicate', false, false],
      ['new', true, false],
      ['transfer', false, true],
      ['new', true, false],
      ['new', false, true],
      ['new', true, false],
      ['invalid', false, true],
    ],
  )
  assert.equal(
    rows[7]?.reason,
    'The file calls it a transfer, and does not have its other half. To which account?',
  )
  assert.equal(
    rows[9]?.reason,
    'It is hidden from all reports of the program. Is it an entry of the account?',
  )
  assert.equal(rows[11]?.reason, 'Line 13: the transaction type "both" is neither debit nor credit.')
  assert.deepEqual([rows[0]?.draft?.tags, rows[0]?.draft?.notes], [['home'], 'for the party'])
  const { version } = await committed(ana, made)
  assert.deepEqual(await figures(ana), {
    accounts: { 'Harbor Checking': { USD: 1625 }, 'Harbor Savings': { USD: 300 } },
    categories: { Groceries: 50, Restaurants: 120, Paycheck: 2100, 'Other expenses': 5 },
  })
  const again = await sendFile(ana, { filename: 'again.csv' }, MINT)
  assert.deepEqual([again.counts.chosen, again.counts.duplicate], [0, 9])
  await undone(ana, version)
})

const MONARCH = `Date,Merchant,Category,Account,Original Statement,Notes,Amount,Tags,Owner
2024-03-05,Corner Market,Groceries,Harbor Checking (...1234),CORNER MKT 0042,,-54.20,"home,food",Shared
2024-03-06,Corner Market,Groceries,Harbor Checking (...1234),CORNER MKT 0042,,4.20,,Shared
2024-03-04,Harbor Savings,Transfer,Harbor Checking (...1234),ONLINE 8812,,-300.00,,Shared
2024-03-05,Harbor Checking,Transfer,Harbor Savings (...9876),ONLINE 8812,,300.00,,Shared
2024-03-03,Shipyard,Paychecks,Harbor Checking (...1234),SHIPYARD PAYROLL,first one,2100.00,,Shared
`

test('a list of Monarch: amounts with their signs, refunds in their category, a book of another currency', async () => {
  const ana = await world.person({ base_currency_id: 'USD' })
  const made = await sendFile(ana, { filename: 'monarch.csv' }, MONARCH)
  const { version } = await committed(ana, made)
  const expected = {
    accounts: { 'Harbor Checking (...1234)': { USD: 1750 }, 'Harbor Savings (...9876)': { USD: 300 } },
    categories: { Groceries: 50, Paychecks: 2100 },
  }
  assert.deepEqual(await figures(ana), expected)
  await sameAgain(ana, 'again.csv', MONARCH)
  await undone(ana, version)

  const elsewhere = await world.person({ base_currency_id: 'EUR' })
  const rows = await rowsOf(elsewhere, await sendFile(elsewhere, { filename: 'monarch.csv' }, MONARCH))
  assert.deepEqual(new Set(rows.map(({ currency_id }) => currency_id)), new Set(['USD']))
})

const LUNCH_MONEY = `transaction_id,date,payee,original_name,amount,currency,category,account_name,tags,notes,parent_id,is_pending
1,2024-03-04,Move,MOVE 1,300,usd,"Payment, Transfer",Harbor Checking,,,,false
2,2024-03-05,Corner Market,CORNER MKT 0042,54.20,usd,Groceries,Harbor Checking,"home,food",,,false
3,2024-03-03,Shipyard,SHIPYARD PAYROLL,-2100.00,usd,Income,Harbor Checking,,first one,,false
4,2024-03-04,Move,MOVE 1,-300,usd,"Payment, Transfer",Harbor Savings,,,,false
5,2024-03-06,Big Store,BIG STORE,50,usd,Shopping,Harbor Checking,,,,false
6,2024-03-06,Big Store,BIG STORE,30,usd,Shopping,Harbor Checking,,,5,false
7,2024-03-06,Big Store,BIG STORE,20,usd,Gifts,Harbor Checking,,,5,false
8,2024-03-07,Kiosk,KIOSK,7,usd,Shopping,Harbor Checking,,,,true
9,2024-03-08,Cafe,CAFE,8.50,eur,Restaurants,Travel Money,,,,false
`

test('a list of Lunch Money: whether money out has a minus is asked; parts of a split once, pending rows said', async () => {
  const ana = await world.person({ base_currency_id: 'USD' })
  const send = async (filename: string) => {
    const made = await sendFile(ana, { filename }, LUNCH_MONEY)
    assert.deepEqual(
      made.needs.map(({ what, choices }) => [what, choices.map(({ value }) => value)]),
      [['sign', ['money_in', 'money_out']]],
    )
    assert.equal(made.needs[0]?.choices[1]?.example, 'Line 3, "Corner Market": 54.20 is money that was spent')
    const mapping = made.needs[0]?.choices[1]?.mapping ?? {}
    return untilRead(ana, await ana.call(updateImport, { params: { id: made.id }, body: { mapping } }))
  }
  const made = await send('lunch.csv')
  assert.deepEqual([made.needs, made.mapping?.certainty?.sign], [[], 'proven'])
  const rows = await rowsOf(ana, made)
  const reasons = (at: number) => rows[at]?.reason
  assert.equal(reasons(4), 'Line 6: it is the sum of other rows, which are read.')
  assert.equal(reasons(7), 'Line 9: it is pending: the bank has not booked it yet.')
  assert.match(reasons(8) ?? '', /^There is no exchange rate from EUR to USD/)
  const { version } = await committed(ana, made)
  assert.deepEqual(await figures(ana), {
    accounts: { 'Harbor Checking': { USD: 1695.8 }, 'Harbor Savings': { USD: 300 } },
    categories: { Groceries: 54.2, Shopping: 30, Gifts: 20, Income: 2100 },
  })
  const again = await send('again.csv')
  assert.deepEqual([again.counts.chosen, again.counts.duplicate], [0, 6])
  await undone(ana, version)
})
