import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAccount } from '../../contract/accounts.ts'
import { updateBook } from '../../contract/books.ts'
import { createIncome, createTransfer, deleteExpense } from '../../contract/budgeting.ts'
import { createContact } from '../../contract/contacts.ts'
import type { ImportRow } from '../../contract/import-rows.ts'
import { updateImport, updateImportRow, updateImportRows } from '../../contract/imports.ts'
import { createObligation } from '../../contract/obligations.ts'
import { account, category, spend } from '../../test/books.ts'
import { csv, rowsOf, sendFile, untilRead } from '../../test/importing.ts'
import { type Person, sharedWorld } from '../../test/world.ts'

const world = await sharedWorld()

/** The rows of a file as they are judged. */
async function judged(person: Person, account_id: string, body: string): Promise<ImportRow[]> {
  const made = await sendFile(person, { account_id, filename: 'nov.csv' }, body)
  assert.equal(made.status, 'ready', String(made.fault))
  return rowsOf(person, made)
}

const short = (rows: readonly ImportRow[]) =>
  rows.map(({ verdict, is_chosen, needs_attention }) => [verdict, is_chosen, needs_attention])

async function household() {
  const ana = await world.person({ base_currency_id: 'EUR' })
  const [bank, food] = [await account(ana, 'Bank'), await category(ana, 'Groceries')]
  const savings = await ana.call(createAccount, { body: { name: 'Savings', type: 'asset' } })
  const pay = (amount: number, memo: string, date: string, more: object = {}) =>
    spend(ana, { amount, memo, date, category_id: food.id, asset_account_id: bank.id, ...more })
  return { ana, bank, savings, food, pay }
}

test('a row that was entered by hand a few days apart is a duplicate, and each transaction is one row', async () => {
  const { ana, bank, pay } = await household()
  const entered = await pay(61.75, 'Lidl', '2026-11-03')
  const rows = await judged(
    ana,
    bank.id,
    csv('2026-11-04,LIDL GRAZ 0417,-61.75', '2026-11-12,LIDL GRAZ 0417,-61.75'),
  )
  assert.deepEqual(short(rows), [
    ['duplicate', false, false],
    ['new', true, false],
  ])
  assert.match(rows[0]?.reason ?? '', /^You entered it by hand on \d+ \w+.*, for 3 November( 2026)?\.$/)
  assert.equal(rows[0]?.of?.id, entered.id)
})

test('of two alike in the file and one in the book, one is here and a person decides about the other', async () => {
  const { ana, bank, pay } = await household()
  await pay(22.1, 'Billa', '2026-11-12')
  const rows = await judged(
    ana,
    bank.id,
    csv('2026-11-12,CARD 4411 BILLA DANKT,-22.10', '2026-11-12,CARD 4411 BILLA DANKT,-22.10'),
  )
  assert.deepEqual(short(rows), [
    ['duplicate', false, false],
    ['new', false, true],
  ])
  assert.equal(
    rows[1]?.reason,
    'The file has this row more than once, and the book has one of them already. Was there another one?',
  )
})

test('two coffees that are in neither book nor memory are two coffees', async () => {
  const { ana, bank } = await household()
  const rows = await judged(ana, bank.id, csv('2026-11-12,COFFEE,-3.50', '2026-11-12,COFFEE,-3.50'))
  assert.deepEqual(short(rows), [
    ['new', true, false],
    ['new', true, false],
  ])
})

test('a transaction deleted by hand before any import does not affect the verdict on a row', async () => {
  const { ana, bank, pay } = await household()
  const { id } = await pay(9, 'Kiosk', '2026-11-02')
  await ana.call(deleteExpense, { params: { id } })
  assert.deepEqual(short(await judged(ana, bank.id, csv('2026-11-02,KIOSK,-9.00'))), [['new', true, false]])
})

test('a transfer that the book has is a duplicate on both accounts', async () => {
  const { ana, bank, savings } = await household()
  await ana.call(createTransfer, {
    body: { from_account_id: bank.id, to_account_id: savings.id, amount: 400, date: '2026-11-07' },
  })
  const [out] = await judged(ana, bank.id, csv('2026-11-08,OWN TRANSFER,-400.00'))
  assert.equal(out?.verdict, 'duplicate')
  assert.equal(out?.reason.replace(' 2026', ''), 'The transfer to Savings on 7 November is here already.')
  const [into] = await judged(ana, savings.id, csv('2026-11-07,OWN TRANSFER,400.00'))
  assert.equal(into?.reason.replace(' 2026', ''), 'The transfer from Bank on 7 November is here already.')
})

test('the other half of a transfer that was recorded as an income is named, and becomes a transfer', async () => {
  const { ana, bank, savings } = await household()
  const gift = await category(ana, 'Other', 'income')
  const half = { amount: 400, date: '2026-11-07', category_id: gift.id, asset_account_id: savings.id }
  const income = await ana.call(createIncome, { body: { ...half, memo: 'Transfer from Bank' } })
  const [row] = await judged(ana, bank.id, csv('2026-11-07,OWN TRANSFER AT61 1904,-400.00'))
  assert.deepEqual([row?.verdict, row?.is_chosen, row?.of?.id], ['transfer', true, income.id])
  assert.deepEqual([row?.draft?.kind, row?.draft?.other_account_name], ['transfer', 'Savings'])
  assert.equal(row?.reason, 'The other half came to Savings on the same day.')
})

test('opposite amounts without a word in common are a question, not a transfer', async () => {
  const { ana, bank, savings } = await household()
  const gift = await category(ana, 'Other', 'income')
  const half = { amount: 50, date: '2026-11-06', category_id: gift.id, asset_account_id: savings.id }
  await ana.call(createIncome, { body: { ...half, memo: 'Birthday' } })
  const [row] = await judged(ana, bank.id, csv('2026-11-07,SHOES,-50.00'))
  assert.deepEqual([row?.verdict, row?.is_chosen, row?.needs_attention], ['transfer', false, true])
})

test('words that were a transfer before are one again', async () => {
  const { ana, bank, savings } = await household()
  await ana.call(createTransfer, {
    body: {
      from_account_id: bank.id,
      to_account_id: savings.id,
      amount: 20,
      date: '2026-05-07',
      notes: 'Dauerauftrag Anlage',
    },
  })
  const [row] = await judged(ana, bank.id, csv('2026-11-07,DAUERAUFTRAG ANLAGE 4711,-35.00'))
  assert.deepEqual([row?.verdict, row?.draft?.other_account_id], ['transfer', savings.id])
  assert.equal(row?.reason, 'The same words were a transfer to Savings before.')
})

async function owed(ana: Person, name: string, amount: number, kind: 'Receivables' | 'Payables') {
  const contact = await ana.call(createContact, { body: { name } })
  const { id: account_id } = await account(ana, kind)
  const body = {
    name: 'Loan for the bike',
    opened_date: '2026-10-01',
    original_amount: amount,
    outstanding_amount: amount,
  }
  return ana.call(createObligation, {
    body: { ...body, contact_id: contact.id, account_id, currency_id: 'EUR' },
  })
}

test('money from somebody who owes it settles the obligation, and the rest is said', async () => {
  const { ana, bank } = await household()
  const debt = await owed(ana, 'Béla Kovács', 450, 'Receivables')
  const rows = await judged(
    ana,
    bank.id,
    csv(
      '2026-11-13,KOVACS BELA /BIKE/,100.00',
      '2026-11-14,KOVACS BELA,350.00',
      '2026-11-14,KOVACS BELA,-350.00',
      '2026-11-14,BELA,1.00',
    ),
  )
  assert.deepEqual(
    rows.map(({ verdict }) => verdict),
    ['settles', 'settles', 'new', 'new'],
  )
  assert.equal(rows[0]?.reason, 'It names Béla Kovács, who owes you 450.00 EUR. After this 350.00 EUR.')
  assert.equal(rows[1]?.reason, 'It names Béla Kovács, who owes you 350.00 EUR. Then it is settled.')
  assert.deepEqual(
    [rows[0]?.draft?.kind, rows[0]?.draft?.obligation_id, rows[0]?.of?.id],
    ['payment', debt.id, debt.id],
  )
  assert.equal(rows[2]?.draft?.contact_name, 'Béla Kovács')
})

test('money to somebody whom one owes pays it', async () => {
  const { ana, bank } = await household()
  await owed(ana, 'Dora', 80, 'Payables')
  const [row] = await judged(ana, bank.id, csv('2026-11-13,DORA THANKS,-80.00'))
  assert.equal(row?.reason, 'It names Dora, whom you owe 80.00 EUR. Then it is settled.')
})

test('money in with the words of an earlier, larger expense is its refund', async () => {
  const { ana, bank, food, pay } = await household()
  const bought = await pay(59.8, 'Zalando', '2026-10-21')
  await pay(10, 'Zalando', '2026-10-30')
  const [row, far] = await judged(
    ana,
    bank.id,
    csv('2026-11-05,ZALANDO SE RETURN,29.90', '2026-11-05,ZALANDO SE RETURN,60.00'),
  )
  assert.deepEqual([row?.verdict, row?.is_chosen, row?.of?.id], ['refund', true, bought.id])
  assert.equal(row?.reason.replace(' 2026', ''), 'Refund of Zalando 59.80 EUR on 21 October.')
  assert.deepEqual(
    [row?.draft?.kind, row?.draft?.is_refund, row?.draft?.category_id],
    ['expense', true, food.id],
  )
  assert.equal(far?.verdict, 'new')
})

test('one word in common makes no refund: it has to be the same payee', async () => {
  const { ana, bank, pay } = await household()
  await pay(1150, 'Müller Hausverwaltung GmbH Miete Oktober Wohnung 3', '2026-10-02')
  await pay(500, 'Miete', '2026-10-02')
  const file =
    'Date,Payee,Text,Amount\n2026-11-05,HANS MUELLER,Miete UG,500.00\n2026-11-05,HANS MULLER,Miete,500.00\n'
  assert.deepEqual(
    (await judged(ana, bank.id, file)).map(({ verdict, draft }) => [verdict, draft?.kind]),
    [
      ['new', 'income'],
      ['new', 'income'],
    ],
  )
})

test('money that comes back for an expense of the same file is its refund, once', async () => {
  const { ana, bank } = await household()
  const rows = await judged(
    ana,
    bank.id,
    csv(
      '2026-10-15,ZALANDO SE Rückerstattung 8812,129.95',
      '2026-10-08,ZALANDO SE 8812,-129.95',
      '2026-10-16,ZALANDO SE Rückerstattung 8812,129.95',
      '2026-10-17,ZALANDO SE,129.95',
    ),
  )
  assert.deepEqual(
    rows.map(({ verdict, draft }) => [verdict, draft?.kind, draft?.is_refund, draft?.category_name]),
    [
      ['refund', 'expense', true, 'Other expenses'],
      ['new', 'expense', false, 'Other expenses'],
      ['new', 'income', false, 'Other income'],
      ['new', 'income', false, 'Other income'],
    ],
  )
  assert.equal(rows[0]?.reason.replace(' 2026', ''), 'Refund of row 2, 129.95 EUR on 8 October.')
})

test('a smaller refund is one of an earlier, larger row of the same payee, and of no more than that cost', async () => {
  const { ana, bank } = await household()
  const rows = await judged(
    ana,
    bank.id,
    csv(
      '2026-10-08,AMAZON MKTPLACE 4711,-30.00',
      '2026-10-09,AMAZON MKTPLACE 4712,-9.00',
      '2026-10-15,AMAZON MKTPLACE REFUND,12.50',
      '2026-10-16,AMAZON MKTPLACE REFUND,12.50',
      '2026-10-17,AMAZON MKTPLACE REFUND,12.50',
      '2026-10-18,AMAZON MKTPLACE REFUND,9.00',
      '2026-10-07,AMAZON MKTPLACE REFUND,1.00',
      '2026-10-19,OTTO GUTSCHRIFT,2.00',
      '2026-10-18,OTTO,-5.00',
    ),
  )
  const of = ({ reasons }: ImportRow) => reasons.find(({ code }) => code === 'refund_of_row')?.params.row
  assert.deepEqual(rows.map(of), [undefined, undefined, 1, 1, undefined, 2, undefined, undefined, undefined])
})

test('the refund of a row follows the category that is chosen for it, until it has one of its own', async () => {
  const { ana, bank, food } = await household()
  const home = await category(ana, 'Household')
  const file = csv(
    '2026-10-08,XYZZY SHOP,-30.00',
    '2026-10-09,XYZZY SHOP,-9.00',
    '2026-10-15,XYZZY SHOP REFUND,30.00',
    '2026-10-16,XYZZY SHOP REFUND,9.00',
  )
  const made = await sendFile(ana, { account_id: bank.id }, file)
  const { id } = made
  const names = async () => (await rowsOf(ana, made)).map(({ draft }) => draft?.category_name)
  const choose = (n: string, category_id: string) =>
    ana.call(updateImportRow, { params: { id, n }, body: { draft: { category_id } } })
  await choose('1', home.id)
  assert.deepEqual(await names(), ['Household', 'Other expenses', 'Household', 'Other expenses'])
  await ana.call(updateImportRows, {
    params: { id },
    body: { n: [1, 2], set: { draft: { category_id: food.id } } },
  })
  assert.deepEqual(await names(), ['Groceries', 'Groceries', 'Groceries', 'Groceries'])
  await choose('4', home.id)
  await choose('2', home.id)
  await choose('1', home.id)
  await choose('4', food.id)
  const after = ['Household', 'Household', 'Household', 'Groceries']
  assert.deepEqual(await names(), after)
  await ana.call(updateImport, { params: { id }, body: {} })
  await untilRead(ana, made)
  assert.deepEqual(await names(), after)
})

test('a category is suggested by the word that decided, with how often it did', async () => {
  const { ana, bank, pay } = await household()
  const fun = await category(ana, 'Fun')
  for (const day of ['01', '02', '03']) await pay(20, 'Card payment Lidl', `2026-09-${day}`)
  await pay(30, 'Card payment Lidl', '2026-09-04', { category_id: fun.id })
  for (const day of ['05', '06', '07', '08'])
    await pay(40, 'Card payment Cinema', `2026-09-${day}`, { category_id: fun.id })
  const [row, other] = await judged(
    ana,
    bank.id,
    csv('2026-11-13,CARD LIDL GRAZ 0417,-73.20', '2026-11-13,QWERTZ,-5.00'),
  )
  assert.deepEqual([row?.draft?.category_name, row?.suggestion?.words], ['Groceries', ['LIDL']])
  assert.deepEqual([row?.suggestion?.count, row?.suggestion?.of_count], [3, 4])
  assert.equal(row?.reason, '"LIDL" went to Groceries 3 of 4 times.')
  assert.deepEqual(
    [other?.draft?.category_name, other?.draft?.category_id, other?.is_chosen],
    ['Other expenses', null, true],
  )
})

test('a word that says how it was paid decides no category, however often it agreed', async () => {
  const { ana, bank, pay } = await household()
  const fun = await category(ana, 'Fun')
  for (const day of ['01', '02', '03', '04']) {
    await pay(20, 'Lidl Kartenzahlung', `2026-09-${day}`)
    await pay(40, 'Cinema', `2026-09-${day}`, { category_id: fun.id })
  }
  const [row] = await judged(ana, bank.id, csv('2026-11-13,QWERTZ KARTENZAHLUNG,-73.20'))
  assert.equal(row?.draft?.category_name, 'Other expenses')
})

test('a row whose exact copy is on another account waits, and is not said to be new to the book', async () => {
  const { ana, bank, savings, pay } = await household()
  await pay(20, 'REWE Einkauf', '2026-11-16')
  const file = csv(
    '2026-11-16,REWE Einkauf,-20.00',
    '2026-11-15,REWE Einkauf,-20.00',
    '2026-11-16,REWE,-20.00',
  )
  const rows = await judged(ana, savings.id, file)
  assert.deepEqual(short(rows), [
    ['new', false, true],
    ['new', true, false],
    ['new', true, false],
  ])
  assert.equal(rows[0]?.reason, 'The same, of the same day, is on Bank already. Is it another one?')
  assert.equal((await judged(ana, bank.id, file))[0]?.verdict, 'duplicate')
})

test('the default category is not a suggestion', async () => {
  const { ana, bank, pay } = await household()
  const rest = await category(ana, 'Other expenses')
  for (const day of ['01', '02', '03'])
    await pay(20, 'Zotter', `2026-09-${day}`, { category_id: rest.id, asset_account_id: bank.id })
  const [first] = await judged(ana, bank.id, csv('2026-11-13,ZOTTER GRAZ,-73.20'))
  assert.equal(first?.reason, 'Nothing like it is in the book yet: it goes to Other expenses.')
  await pay(20, 'Zotter', '2026-09-04')
  const [second] = await judged(ana, bank.id, csv('2026-11-13,ZOTTER GRAZ,-73.20'))
  assert.equal(second?.reason, '"ZOTTER" went to Groceries before.')
})

test('a closed day, a missing rate and another currency are said before the commit', async () => {
  const { ana } = await household()
  const dollars = await ana.call(createAccount, {
    body: { name: 'Dollars', type: 'asset', currency_id: 'USD' },
  })
  await ana.call(updateBook, { body: { closed_through: '2026-10-31' } })
  const bank = await account(ana, 'Bank')
  const file =
    'Date,Text,Amount,Currency\n2026-10-30,A,-1.00,EUR\n2026-11-02,B,-1.00,USD\n2026-11-02,C,-1.0055,EUR\n2026-11-02,D,0.00,EUR\n'
  const rows = await judged(ana, bank.id, file)
  assert.deepEqual(short(rows), [
    ['new', false, true],
    ['new', false, true],
    ['invalid', false, true],
    ['invalid', false, true],
  ])
  assert.match(rows[0]?.reason ?? '', /^The book is closed through 31 October/)
  assert.match(rows[1]?.reason ?? '', /^There is no exchange rate from USD to EUR for 2 November/)
  assert.equal(rows[2]?.reason, 'Line 4: the amount -1.0055 EUR has more than 2 decimals.')
  assert.deepEqual(rows[3]?.faults, [
    {
      field: 'amount',
      message: 'Line 5: the amount 0.00 EUR is nothing to record.',
      code: 'amount_of_nothing',
      params: { line: 5, written: '0.00', currency: 'EUR', decimals: 2 },
    },
  ])
  const [row] = await judged(ana, dollars.id, 'Date,Text,Amount,Currency\n2026-11-02,B,-1.00,EUR\n')
  assert.equal(row?.reason, 'Dollars is in USD, and this is in EUR.')
})
