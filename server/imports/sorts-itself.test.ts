import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAccount } from '../../contract/accounts.ts'
import { createTransfer, listTransactions } from '../../contract/budgeting.ts'
import { createContact } from '../../contract/contacts.ts'
import { createImportRule } from '../../contract/import-rules.ts'
import { commitImport, type Import, updateImport, updateImportRow } from '../../contract/imports.ts'
import { account, category, spend } from '../../test/books.ts'
import { csv, rowsOf, sendFile, untilRead } from '../../test/importing.ts'
import { type Person, sharedWorld } from '../../test/world.ts'

const world = await sharedWorld()

async function household() {
  const ana = await world.person({ base_currency_id: 'EUR' })
  const [bank, food] = [await account(ana, 'Bank'), await category(ana, 'Groceries')]
  const pay = (amount: number, memo: string | null, date: string, more: object = {}) =>
    spend(ana, {
      amount,
      ...(memo === null ? {} : { memo }),
      date,
      category_id: food.id,
      asset_account_id: bank.id,
      ...more,
    })
  return { ana, bank, food, pay }
}

const commit = (person: Person, { id }: Import) => person.call(commitImport, { params: { id } })
const opened = (ana: Person, name: string, type: 'asset' | 'liability' = 'asset') =>
  ana.call(createAccount, { body: { name, type } })

const sorted = (...rows: string[]) => `Date;Payee;Purpose;Category;Amount\n${rows.join('\n')}\n`

test("a bank's own category decides where the book has one of that name and kind, after rules and before words", async () => {
  const { ana, bank, food } = await household()
  const [home, salary] = [await category(ana, 'Household'), await category(ana, 'Salary', 'income')]
  await ana.call(createImportRule, {
    body: {
      name: 'Obi',
      when: { match: 'all', conditions: [{ field: 'text', is: 'contains', value: 'obi' }] },
      set: { category_id: food.id },
    },
  })
  const file = sorted(
    '2026-11-02;REWE;Einkauf;household;-5.00',
    '2026-11-03;OBI;Markt;Household;-6.00',
    '2026-11-04;ACME;Bonus;Salary;900.00',
    '2026-11-05;REWE;Einkauf;Salary;-7.00',
    '2026-11-06;ZOTTER;Graz;Naschen;-8.00',
    '2026-11-06;ZOTTER;Graz;;-9.00',
  )
  const made = await sendFile(ana, { account_id: bank.id }, file)
  assert.deepEqual(
    made.mapping?.columns.map(({ role }) => role),
    ['date', 'payee', 'text', 'category', 'amount'],
  )
  const rows = await rowsOf(ana, made)
  assert.deepEqual(
    rows.map(({ draft, reason }) => [draft?.category_id ?? draft?.category_name, reason]),
    [
      [home.id, 'The file has it under household, which is Household here.'],
      [food.id, 'Your rule "Obi" says so.'],
      [salary.id, 'The file has it under Salary.'],
      [food.id, '"REWE" usually is Groceries. The file has it under Salary, which is a category of income.'],
      [
        'Other expenses',
        'Nothing like it is in the book yet: it goes to Other expenses. The file has it under Naschen, which is not in your book.',
      ],
      ['Other expenses', 'Nothing like it is in the book yet: it goes to Other expenses.'],
    ],
  )
  assert.deepEqual([rows[4]?.payee, rows[4]?.words, rows[4]?.category], ['ZOTTER', 'Graz', 'Naschen'])
  assert.deepEqual(
    made.mapping?.categories.map(({ name, category_id, is_created }) => [name, category_id, is_created]),
    [
      ['household', home.id, false],
      ['Household', home.id, false],
      ['Salary', salary.id, false],
      ['Salary', null, false],
      ['Naschen', null, false],
    ],
  )
})

test('a name of the bank that the book lacks is chosen once for all its rows, is made if that is said, and is remembered', async () => {
  const { ana, bank, food } = await household()
  const file = (day: string) =>
    sorted(`${day};ZOTTER;Graz;Naschen;-8.00`, `${day};KIOSK;Wien;Naschen;-9.00`, `${day};XY;;Krims;-1.00`)
  const made = await sendFile(ana, { account_id: bank.id }, file('2026-11-02'))
  const say = async (categories: object[]) =>
    untilRead(
      ana,
      await ana.call(updateImport, { params: { id: made.id }, body: { mapping: { categories } as never } }),
    )
  const told = await say([{ name: 'Naschen', kind: 'expense', category_id: food.id }])
  const goals = async (one: Import) =>
    (await rowsOf(ana, one)).map(({ draft }) => draft?.category_id ?? draft?.category_name)
  assert.deepEqual(await goals(told), [food.id, food.id, 'Other expenses'])
  assert.equal(
    (await rowsOf(ana, told))[0]?.reason,
    'The file has it under Naschen, which is Groceries here.',
  )
  // The mapping as it was answered changes nothing; null alone has the commit create the category.
  assert.deepEqual(await goals(await say(told.mapping?.categories ?? [])), await goals(told))
  const krims = { name: 'Krims', kind: 'expense', category_id: null }
  assert.deepEqual(await goals(await say([krims])), [food.id, food.id, 'Krims'])
  await commit(ana, made)
  const { data } = await ana.call(listTransactions, { query: { q: 'XY' } })
  assert.equal(data[0]?.category_name, 'Krims')
  const next = await sendFile(ana, { account_id: bank.id }, file('2026-11-09'))
  assert.deepEqual(await goals(next), [food.id, food.id, data[0]?.category_id])
})

test('a column of many names, or of long ones, is no category of a bank', async () => {
  const { ana, bank } = await household()
  const roleOf = async (names: string[]) => {
    const rows = names.map((name, index) => `2026-11-02;A;b;${name};-${index + 1}.00`)
    return (await sendFile(ana, { account_id: bank.id }, sorted(...rows))).mapping?.columns[3]?.role
  }
  assert.equal(await roleOf(['Food', 'Home']), 'category')
  assert.equal(await roleOf(Array.from({ length: 101 }, (_, index) => `No ${index}`)), 'ignore')
  assert.equal(await roleOf(['x'.repeat(61)]), 'ignore')
  // Also when an earlier file with the same headings had few names.
  const few = await sendFile(ana, { account_id: bank.id }, sorted('2026-10-02;A;b;Food;-1.00'))
  await commit(ana, few)
  assert.equal(await roleOf(['Food', 'Home']), 'category')
  assert.equal(await roleOf(Array.from({ length: 101 }, (_, index) => `No ${index}`)), 'ignore')
})

test('the same day and amount in other words is a question, which stays one until it is answered', async () => {
  const { ana, bank, pay } = await household()
  const starbucks = await pay(9.5, 'Starbucks', '2026-11-05')
  const query = { account_id: bank.id }
  const file = csv('2026-11-05,BAR 21 GRAZ,-9.50')
  const asked = async () => {
    const made = await sendFile(ana, query, csv('2026-11-05,BAR 21 GRAZ,-9.50', '2026-11-04,KIOSK,-3.00'))
    const row = (await rowsOf(ana, made)).find(({ text }) => text.startsWith('BAR'))
    return { made, row }
  }
  const first = await asked()
  assert.deepEqual(
    [first.row?.verdict, first.row?.is_chosen, first.row?.needs_attention, first.row?.of?.id],
    ['duplicate', false, true, starbucks.id],
  )
  assert.equal(first.row?.reason, 'Starbucks, 9.50 EUR, is here on that day. Is it the same?')
  await commit(ana, first.made)
  const second = await asked()
  assert.deepEqual([second.row?.needs_attention, second.row?.of?.id], [true, starbucks.id])
  const answer = { params: { id: second.made.id, n: String(second.row?.n) }, body: { is_chosen: false } }
  await ana.call(updateImportRow, answer)
  const other = await sendFile(ana, query, csv('2026-11-05,BAR 21 GRAZ,-9.50', '2026-11-06,BUS,-2.00'))
  await ana.call(updateImportRow, { ...answer, params: { id: other.id, n: '1' } })
  await commit(ana, other)
  const [same] = await rowsOf(ana, await sendFile(ana, query, file))
  assert.deepEqual([same?.verdict, same?.needs_attention], ['duplicate', false])
  assert.match(same?.reason ?? '', /^Imported on/)
})

test('a word, a person or the other account in common is enough, and common words of banks are not', async () => {
  const { ana, bank, pay } = await household()
  const bela = await ana.call(createContact, { body: { name: 'Béla Kovács' } })
  const savings = await opened(ana, 'Savings')
  await pay(1, 'Card payment Lidl', '2026-11-01')
  await pay(2, 'Lidl', '2026-11-01')
  await pay(3, null, '2026-11-01', { contact_id: bela.id })
  await pay(4, null, '2026-11-01')
  const move = (amount: number) =>
    ana.call(createTransfer, {
      body: { from_account_id: bank.id, to_account_id: savings.id, amount, date: '2026-11-01' },
    })
  for (const amount of [5, 6, 7, 8]) await move(amount)
  const rows = await rowsOf(
    ana,
    await sendFile(
      ana,
      { account_id: bank.id },
      csv(
        '2026-11-01,CARD PAYMENT BILLA,-1.00',
        '2026-11-01,LIDL GRAZ,-2.00',
        '2026-11-01,KOVACS,-3.00',
        '2026-11-01,BILLA,-4.00',
        '2026-11-01,UMBUCHUNG,-5.00',
        '2026-11-01,SAVINGS,-6.00',
        '2026-11-01,BILLA,-7.00',
        '2026-11-01,CARD PAYMENT BILLA,-8.00',
      ),
    ),
  )
  assert.deepEqual(
    rows.map(({ verdict, needs_attention }) => [verdict, needs_attention]),
    [true, false, false, true, false, false, true, true].map((isAsked) => ['duplicate', isAsked]),
  )
  assert.equal(
    rows[6]?.reason.replace(' 2026', ''),
    'The transfer to Savings on 1 November has the same amount. Is it the same?',
  )
})

test('a row in the words of an entry some days apart has it, and not another one of the same day', async () => {
  const { ana, bank, pay } = await household()
  await pay(9.5, 'Starbucks', '2026-11-05')
  const rows = await rowsOf(
    ana,
    await sendFile(
      ana,
      { account_id: bank.id },
      csv('2026-11-05,BAR 21 GRAZ,-9.50', '2026-11-07,STARBUCKS GRAZ,-9.50'),
    ),
  )
  assert.deepEqual(
    rows.map(({ verdict, is_chosen, needs_attention }) => [verdict, is_chosen, needs_attention]),
    [
      ['new', true, false],
      ['duplicate', false, false],
    ],
  )
})

for (const [day, words, from] of [
  ['PAYMENT, THANK YOU', 'KREDITKARTE 10/2026', 'card'],
  ['Zahlung erhalten, vielen Dank', 'Visa Abrechnung', 'bank'],
] as const)
  test(`a card's payment is proposed from the file of the ${from} alone, and the other file has the same: ${day}`, async () => {
    const { ana, bank } = await household()
    const card = await opened(ana, 'Visa card', 'liability')
    await opened(ana, 'Cash box')
    await opened(ana, 'Savings')
    const ofCard = () => sendFile(ana, { account_id: card.id }, csv(`2026-11-03,"${day}",342.18`))
    const ofBank = () => sendFile(ana, { account_id: bank.id }, csv(`2026-11-02,${words},-342.18`))
    const [one, other] = from === 'card' ? [ofCard, ofBank] : [ofBank, ofCard]
    const made = await one()
    const [row] = await rowsOf(ana, made)
    assert.deepEqual(
      [row?.verdict, row?.is_chosen, row?.draft?.other_account_id],
      ['transfer', true, from === 'card' ? bank.id : card.id],
    )
    assert.equal(
      row?.reason,
      from === 'card'
        ? 'It pays this card, probably from Bank, whose own file can come later.'
        : 'It pays Visa card, whose own file can come later.',
    )
    await commit(ana, made)
    const [same] = await rowsOf(ana, await other())
    assert.deepEqual([same?.verdict, same?.needs_attention], ['duplicate', false])
    assert.match(same?.reason ?? '', /^The transfer (from Bank|to Visa card) on/)
    assert.equal((await ana.call(listTransactions)).data.length, 1)
  })

test("a shop's name beside the words is no payment of a card; of several accounts, a person says which", async () => {
  const { ana } = await household()
  const card = await opened(ana, 'Credit card', 'liability')
  await opened(ana, 'Second bank')
  const file = csv('2026-11-03,PAYMENT THANK YOU,50.00', '2026-11-03,AMAZON PAYMENTS,12.00')
  const made = await sendFile(ana, { account_id: card.id }, file)
  const [asked, shop] = await rowsOf(ana, made)
  const bills = csv(
    '2026-11-03,H&M CARD PAYMENT,-50.00',
    '2026-11-03,VISA BILLS DINER,-9.00',
    '2026-11-03,CARD PAYMENT,-7.00',
  )
  const ofBank = await rowsOf(
    ana,
    await sendFile(ana, { account_id: (await account(ana, 'Bank')).id }, bills),
  )
  assert.deepEqual(new Set(ofBank.map(({ verdict }) => verdict)), new Set(['new']))
  assert.deepEqual(
    [asked?.verdict, asked?.is_chosen, asked?.needs_attention, asked?.draft?.other_account_id],
    ['transfer', false, true, null],
  )
  assert.equal(asked?.reason, 'It pays this card. From which account?')
  assert.equal(shop?.verdict, 'new')
  const { id } = await account(ana, 'Bank')
  await ana.call(updateImportRow, {
    params: { id: made.id, n: '1' },
    body: { is_chosen: true, draft: { other_account_id: id } },
  })
  await commit(ana, made)
  // The next payment, in other words, comes from the same account.
  const [next] = await rowsOf(
    ana,
    await sendFile(ana, { account_id: card.id }, csv('2026-12-03,AUTOMATIC PAYMENT RECEIVED,61.00')),
  )
  assert.deepEqual([next?.verdict, next?.draft?.other_account_id], ['transfer', id])
})

test('an own account is known by its name, and by its number in the name or in an earlier file', async () => {
  const { ana, bank } = await household()
  const n26 = await opened(ana, 'N26')
  const save = await opened(ana, 'Tagesgeld AT61 1904 3002 3457 3201')
  const fund = await opened(ana, 'Fund')
  const camt = (iban: string) => `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><Stmt><Id>1</Id>
<Acct><Id><IBAN>${iban}</IBAN></Id><Ccy>EUR</Ccy></Acct>
<Ntry><Amt Ccy="EUR">1.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-10-02</Dt></BookgDt></Ntry></Stmt></BkToCstmrStmt></Document>`
  await commit(ana, await sendFile(ana, { account_id: fund.id }, camt('DE89370400440532013000')))
  const rows = await rowsOf(
    ana,
    await sendFile(
      ana,
      { account_id: bank.id },
      csv(
        '2026-11-02,UEBERTRAG AN N26,-10.00',
        '2026-11-02,AT611904300234573201 REWE,-20.00',
        '2026-11-02,Anlage DE89 3704 0044 0532 0130 00,-30.00',
        '2026-11-02,REWE 1904,-40.00',
        '2026-11-02,AT61 1904 3002 3457 3201 Max Muster,-50.00',
        '2026-11-02,AT61 1904 3002 3457 3201 Hans ref 5,-60.00',
      ),
    ),
  )
  assert.deepEqual(
    rows.map(({ draft, verdict }) => [verdict, draft?.other_account_id]),
    [
      ['transfer', n26.id],
      ['transfer', save.id],
      ['transfer', fund.id],
      ['new', null],
      ['transfer', save.id],
      ['transfer', save.id],
    ],
  )
})
