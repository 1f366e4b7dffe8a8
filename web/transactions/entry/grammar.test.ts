import assert from 'node:assert/strict'
import { test } from 'node:test'
import { entrySentence, spokenSentence } from './entry-sentence.ts'
import { exampleAccount, exampleBook, TODAY } from './example-book.ts'
import { readEntry } from './grammar.ts'

const book = exampleBook()
const style = { today: TODAY, locale: 'en-GB' }
const sentence = (text: string, known = book) =>
  entrySentence(readEntry(text, known), style)
    .map((piece) => piece.text)
    .join(' ')

const examples: [string, string][] = [
  // Refunds
  ['refund 20 groceries', 'Refund of €20.00 for Groceries into Cash today'],
  ['20 groceries refund', 'Refund of €20.00 for Groceries into Cash today'],
  ['refunded 20 lunch yesterday', 'Refund of €20.00 for Eating out into Cash yesterday “lunch”'],
  ['got refund 20 groceries', 'Refund of €20.00 for Groceries into Cash today'],
  ['refund 20 zalando', 'Refund of €20.00 for Choose a category into Cash today “zalando”'],
  ['lent tom 20 refund', 'Lent €20.00 to Tom (new) from Cash today “refund”'],
  // Spent
  ['12.50 lunch', 'Spent €12.50 on Eating out from Cash today “lunch”'],
  ['12.50 thing', 'Spent €12.50 on Choose a category from Cash today “thing”'],
  ['4 bus tickets', 'Spent €4.00 on Transport from Cash today “bus tickets”'],
  ['9 two pizzas', 'Spent €9.00 on Eating out from Cash today “two pizzas”'],
  ['30 petrol', 'Spent €30.00 on Choose a category from Cash today “petrol”'],
  ['9 constructor', 'Spent €9.00 on Choose a category from Cash today “constructor”'],
  ['15.50 eating out', 'Spent €15.50 on Eating out from Cash today'],
  ['30 cream for health', 'Spent €30.00 on Health from Cash today “cream for health”'],
  ['tea 2.20 eating out', 'Spent €2.20 on Eating out from Cash today “tea”'],
  ['18 gifts for dad', 'Spent €18.00 on Gifts from Cash today “dad”'],
  ['18 "gifts" dad', 'Spent €18.00 on Gifts from Cash today “gifts dad”'],
  ['15.50 eat', 'Spent €15.50 on Eating out from Cash today'],
  ['73,20 groceries lidl', 'Spent €73.20 on Groceries from Cash today “lidl”'],
  ['18 gift for noor', 'Spent €18.00 on Gifts from Cash today “gift for noor”'],
  ['spent 20 on groceries', 'Spent €20.00 on Groceries from Cash today'],
  ['i spent 20 on groceries', 'Spent €20.00 on Groceries from Cash today'],
  ['paid 890 rent', 'Spent €890.00 on Rent from Cash today'],
  ['groceries 20', 'Spent €20.00 on Groceries from Cash today'],
  ['-20 groceries', 'Spent €20.00 on Groceries from Cash today'],
  ['20', 'Spent €20.00 on Choose a category from Cash today'],
  ['lunch', 'Spent How much? on Eating out from Cash today “lunch”'],
  ['', 'Spent How much? on Choose a category from Cash today'],
  ['12.50 - groceries', 'Spent €12.50 on Groceries from Cash today'],
  ['12.50: groceries', 'Spent €12.50 on Groceries from Cash today'],
  // Sums
  ['12.50+3 groceries', 'Spent €15.50 on Groceries from Cash today'],
  ['12.50 + 3 groceries', 'Spent €15.50 on Groceries from Cash today'],
  ['12.50 - 3 groceries', 'Spent €9.50 on Groceries from Cash today'],
  ['(12+3)/2 groceries', 'Spent €7.50 on Groceries from Cash today'],
  ['2x3.50 groceries', 'Spent €7.00 on Groceries from Cash today'],
  ['100/3 groceries', 'Spent €33.33 on Groceries from Cash today'],
  ['12.50+', 'Spent … on Choose a category from Cash today'],
  ['١٢٫٥٠ groceries', 'Spent €12.50 on Groceries from Cash today'],
  ['1 234,50 rent', 'Spent €1,234.50 on Rent from Cash today'],
  // Currencies
  ['1200 jpy groceries', 'Spent ¥1,200 on Groceries from Cash today'],
  ['¥1200 groceries', 'Spent ¥1,200 on Groceries from Cash today'],
  ['1200 yen groceries', 'Spent ¥1,200 on Groceries from Cash today'],
  ['$20 groceries', 'Spent $20.00 on Groceries from Cash today'],
  ['20$ groceries', 'Spent $20.00 on Groceries from Cash today'],
  ['CA$20 groceries', 'Spent CA$20.00 on Groceries from Cash today'],
  ['20 us dollars groceries', 'Spent $20.00 on Groceries from Cash today'],
  ['usd 20 groceries', 'Spent $20.00 on Groceries from Cash today'],
  ['20chf groceries', 'Spent CHF 20.00 on Groceries from Cash today'],
  ['groceries 20 £', 'Spent £20.00 on Groceries from Cash today'],
  ['3.50 cup of coffee', 'Spent €3.50 on Eating out from Cash today “cup of coffee”'],
  ['20 gold earrings gifts', 'Spent €20.00 on Gifts from Cash today “gold earrings”'],
  ['3.50 CUP groceries', 'Spent CUP 3.50 on Groceries from Cash today'],
  ['won 20 groceries', 'Spent €20.00 on Groceries from Cash today “won”'],
  ['3 beers 12 eur groceries', 'Spent €12.00 on Groceries from Cash today “3 beers”'],
  ['12 gr lidl', 'Spent €12.00 on Choose a category from Cash today “gr lidl”'],
  // Days
  ['12/11 groceries 20', 'Spent €20.00 on Groceries from Cash on 12 November'],
  ['12.50 groceries yesterday', 'Spent €12.50 on Groceries from Cash yesterday'],
  ['yesterday 12.50 groceries', 'Spent €12.50 on Groceries from Cash yesterday'],
  ['12.50 groceries fri', 'Spent €12.50 on Groceries from Cash on 13 November'],
  ['12.50 groceries on friday', 'Spent €12.50 on Groceries from Cash on 13 November'],
  ['12.50 groceries last friday', 'Spent €12.50 on Groceries from Cash on 13 November'],
  ['12.50 groceries -3', 'Spent €12.50 on Groceries from Cash on 12 November'],
  ['12.50 groceries 12.11', 'Spent €12.50 on Groceries from Cash on 12 November'],
  ['12.50 groceries 12/11', 'Spent €12.50 on Groceries from Cash on 12 November'],
  ['12/11 12.50 groceries', 'Spent €12.50 on Groceries from Cash on 12 November'],
  ['12.11 groceries 15.50', 'Spent €15.50 on Groceries from Cash on 12 November'],
  ['12.11 groceries', 'Spent €12.11 on Groceries from Cash today'],
  ['on 12.11 groceries 20', 'Spent €20.00 on Groceries from Cash on 12 November'],
  ['2026-11-01 12.50 groceries', 'Spent €12.50 on Groceries from Cash on 1 November'],
  ['12.50 groceries 12 nov', 'Spent €12.50 on Groceries from Cash on 12 November'],
  ['12 nov 12.50 groceries', 'Spent €12.50 on Groceries from Cash on 12 November'],
  ['12.50 groceries nov 12 2025', 'Spent €12.50 on Groceries from Cash on 12 November 2025'],
  ['12.50 groceries 12th', 'Spent €12.50 on Groceries from Cash on 12 November'],
  ['8 sun cream', 'Spent €8.00 on Choose a category from Cash today “sun cream”'],
  ['8 groceries sun', 'Spent €8.00 on Groceries from Cash today'],
  ['12 nov', 'Spent €12.00 on Choose a category from Cash today “nov”'],
  // Accounts, contacts, tags, exact words
  ['12 groceries !visa', 'Spent €12.00 on Groceries from Visa card today'],
  ['12 groceries !erste bank lidl', 'Spent €12.00 on Groceries from Erste Bank today “lidl”'],
  ['12 groceries from bank', 'Spent €12.00 on Groceries from Erste Bank today'],
  ['12 groceries with visa', 'Spent €12.00 on Groceries from Visa card today'],
  ['12 groceries !travel', 'Spent $12.00 on Groceries from Travel card today'],
  ['12 € groceries !travel', 'Spent €12.00 on Groceries from Travel card today'],
  ['12 groceries !nowhere', 'Spent €12.00 on Groceries from Choose an account today'],
  ['12 groceries @sam', 'Spent €12.00 on Groceries from Cash today with Sam Okafor'],
  ['12 groceries @kovacs', 'Spent €12.00 on Groceries from Cash today with Bela Kovács'],
  ['12 groceries @lidl', 'Spent €12.00 on Groceries from Cash today with Lidl (new)'],
  ['12 groceries @"Sam"', 'Spent €12.00 on Groceries from Cash today with Sam (new)'],
  ['12 groceries #trip #Japan #trip', 'Spent €12.00 on Groceries from Cash today #trip #Japan'],
  ['12 groceries #"summer trip"', 'Spent €12.00 on Groceries from Cash today #summer trip'],
  ['12 "lent sam 20 yesterday"', 'Spent €12.00 on Choose a category from Cash today “lent sam 20 yesterday”'],
  ['12 5" pipe', 'Spent €12.00 on Choose a category from Cash today “5" pipe”'],
  // Split with people
  [
    'dinner 90 split with Sam and Lea',
    'Spent €90.00 on Eating out from Cash today split with Sam Okafor and Lea (new) “dinner”',
  ],
  [
    'dinner 90 split with sam, bela and lea',
    'Spent €90.00 on Eating out from Cash today split with Sam Okafor Bela Kovács and Lea (new) “dinner”',
  ],
  ['split dinner 90 with sam', 'Spent €90.00 on Eating out from Cash today split with Sam Okafor “dinner”'],
  [
    '90 dinner split between me, Sam and Lea yesterday',
    'Spent €90.00 on Eating out from Cash yesterday split with Sam Okafor and Lea (new) “dinner”',
  ],
  [
    '90 dinner split equally with Anna Maria and sam from bank',
    'Spent €90.00 on Eating out from Erste Bank today split with Anna Maria (new) and Sam Okafor “dinner”',
  ],
  [
    'dinner 90 @sam @lea',
    'Spent €90.00 on Eating out from Cash today split with Sam Okafor and Lea (new) “dinner”',
  ],
  [
    'dinner 90 @sam and @lea',
    'Spent €90.00 on Eating out from Cash today split with Sam Okafor and Lea (new) “dinner”',
  ],
  [
    'dinner 90 @sam and Lea',
    'Spent €90.00 on Eating out from Cash today split with Sam Okafor and Lea (new) “dinner”',
  ],
  ['dinner 90 split @sam', 'Spent €90.00 on Eating out from Cash today split with Sam Okafor “dinner”'],
  ['dinner 90 shared with Sam', 'Spent €90.00 on Eating out from Cash today split with Sam Okafor “dinner”'],
  [
    'dinner 90 split sam and bela',
    'Spent €90.00 on Eating out from Cash today split with Sam Okafor and Bela Kovács “dinner”',
  ],
  [
    'dinner 90 with Tom and Lea',
    'Spent €90.00 on Eating out from Cash today split with Tom (new) and Lea (new) “dinner”',
  ],
  [
    'paid 90 for dinner with sam and bela',
    'Spent €90.00 on Eating out from Cash today split with Sam Okafor and Bela Kovács “dinner”',
  ],
  ['dinner 90 with sam', 'Spent €90.00 on Eating out from Cash today with Sam Okafor “dinner”'],
  [
    'dinner 90 with sam and coupons',
    'Spent €90.00 on Eating out from Cash today with Sam Okafor “dinner and coupons”',
  ],
  ['12 groceries with coupons', 'Spent €12.00 on Groceries from Cash today “groceries with coupons”'],
  ['12 groceries with visa card', 'Spent €12.00 on Groceries from Visa card today'],
  ['4.50 banana split groceries', 'Spent €4.50 on Groceries from Cash today “banana split”'],
  // An account by its whole name
  ['30 groceries visa card 1 Nov', 'Spent €30.00 on Groceries from Visa card on 1 November'],
  ['30 erste bank groceries', 'Spent €30.00 on Groceries from Erste Bank today'],
  ['got 12 interest savings', 'Got €12.00 as Interest into Savings today'],
  ['30 groceries bank', 'Spent €30.00 on Groceries from Cash today “bank”'],
  // Got
  ['+3240 salary', 'Got €3,240.00 as Salary into Cash today'],
  ['got 50 from mum', 'Got €50.00 as Choose a category into Cash today from Mum'],
  ['got 50 gifts from mum', 'Got €50.00 as Gifts into Cash today from Mum'],
  ['earned 12 interest into savings', 'Got €12.00 as Interest into Savings today'],
  ['salary 2500', 'Got €2,500.00 as Salary into Cash today'],
  ['2500 salary november', 'Got €2,500.00 as Salary into Cash today “november”'],
  ['spent 20 salary', 'Spent €20.00 on Choose a category from Cash today “salary”'],
  ['12 tax on interest', 'Spent €12.00 on Choose a category from Cash today “tax on interest”'],
  ['20 gifts', 'Spent €20.00 on Gifts from Cash today'],
  ['got 8 back from tax office', 'Got €8.00 as Choose a category into Cash today “back from tax office”'],
  // Moved
  ['50 bank > savings', 'Moved €50.00 from Erste Bank to Savings today'],
  ['50 ban>sav', 'Moved €50.00 from Erste Bank to Savings today'],
  ['bank > savings 50', 'Moved €50.00 from Erste Bank to Savings today'],
  ['50 > savings', 'Moved €50.00 from Cash to Savings today'],
  ['50 > cash', 'Moved €50.00 from Choose an account to Cash today'],
  ['50 bank >', 'Moved €50.00 from Erste Bank to Choose an account today'],
  ['50 bank -> savings holiday', 'Moved €50.00 from Erste Bank to Savings today “holiday”'],
  ['100 bank > 110 usd travel', 'Moved €100.00 from Erste Bank to Travel card as $110.00 today'],
  ['moved 50 from bank to savings yesterday', 'Moved €50.00 from Erste Bank to Savings yesterday'],
  ['50 from bank to savings', 'Moved €50.00 from Erste Bank to Savings today'],
  ['to savings from bank 50 holiday', 'Moved €50.00 from Erste Bank to Savings today “holiday”'],
  ['50 to savings', 'Moved €50.00 from Cash to Savings today'],
  ['moved 50 savings', 'Moved €50.00 from Cash to Savings today'],
  ['12 groceries to savings', 'Spent €12.00 on Groceries from Savings today'],
  ['move 50 to savings', 'Moved €50.00 from Cash to Savings today'],
  ['50 !visa > !"Erste Bank"', 'Moved €50.00 from Visa card to Erste Bank today'],
  // Lent, borrowed, owed
  ['lent sam 20', 'Lent €20.00 to Sam Okafor from Cash today'],
  ['lent 20 to sam', 'Lent €20.00 to Sam Okafor from Cash today'],
  ['lent 20 to @sam', 'Lent €20.00 to Sam Okafor from Cash today'],
  ['lent 20 sam', 'Lent €20.00 to Sam Okafor from Cash today'],
  ['lent @sam 20 for the taxi', 'Lent €20.00 to Sam Okafor from Cash today “the taxi”'],
  ['lent sam 20 from bank', 'Lent €20.00 to Sam Okafor from Erste Bank today'],
  ['yesterday i lent sam 20', 'Lent €20.00 to Sam Okafor from Cash yesterday'],
  ['lent anna maria 20', 'Lent €20.00 to Anna Maria (new) from Cash today'],
  ['lent 20 to anna for lunch', 'Lent €20.00 to Anna (new) from Cash today “lunch”'],
  ['lent 20 anna lunch', 'Lent €20.00 to Anna (new) from Cash today “lunch”'],
  ['lent 20', 'Lent €20.00 to Choose a person from Cash today'],
  ['sam borrowed 20', 'Lent €20.00 to Sam Okafor from Cash today'],
  ['sam owes me 20', 'Lent €20.00 to Sam Okafor from Cash today'],
  ['anna owes me 20', 'Lent €20.00 to Anna (new) from Cash today'],
  ['borrowed 50 from sam', 'Borrowed €50.00 from Sam Okafor into Cash today'],
  ['borrowed 50 from sam to bank', 'Borrowed €50.00 from Sam Okafor into Erste Bank today'],
  ['borrowed 50 from anna', 'Borrowed €50.00 from Anna (new) into Cash today'],
  ['sam lent me 50', 'Borrowed €50.00 from Sam Okafor into Cash today'],
  ['owe sam 12', 'Owe Sam Okafor €12.00 for Choose a category today'],
  ['i owe sam 12 for eating out', 'Owe Sam Okafor €12.00 for Eating out today'],
  ['owe city of graz 82 transport', 'Owe City of Graz €82.00 for Transport today'],
  // Paid back
  ['sam paid 20', 'Sam Okafor paid back €20.00 into Cash today'],
  ['sam paid me back 20', 'Sam Okafor paid back €20.00 into Cash today'],
  ['sam paid 20 back', 'Sam Okafor paid back €20.00 into Cash today'],
  ['got 8 back from sam', 'Sam Okafor paid back €8.00 into Cash today'],
  ['got back 8 from sam', 'Sam Okafor paid back €8.00 into Cash today'],
  ['sam gave me back 8', 'Sam Okafor paid back €8.00 into Cash today'],
  ['sam gave me 8 back', 'Sam Okafor paid back €8.00 into Cash today'],
  ['gave sam 8 back', 'Paid back €8.00 to Sam Okafor from Cash today'],
  ['bela kovács paid back 100 into bank', 'Bela Kovács paid back €100.00 into Erste Bank today'],
  ['@sam paid 20', 'Sam Okafor paid back €20.00 into Cash today'],
  ['paid sam 20', 'Paid back €20.00 to Sam Okafor from Cash today'],
  ['paid sam back 20', 'Paid back €20.00 to Sam Okafor from Cash today'],
  ['paid back sam 20', 'Paid back €20.00 to Sam Okafor from Cash today'],
  ['paid 20 to sam', 'Paid back €20.00 to Sam Okafor from Cash today'],
  ['paid @sam 20', 'Paid back €20.00 to Sam Okafor from Cash today'],
  ['repaid sam 20', 'Paid back €20.00 to Sam Okafor from Cash today'],
  ['paid 20 groceries @sam', 'Spent €20.00 on Groceries from Cash today with Sam Okafor'],
  ['lunch paid 20', 'Spent €20.00 on Eating out from Cash today “lunch paid”'],
  ['paid 20 for groceries', 'Spent €20.00 on Groceries from Cash today'],
]

test('a line is read back as a sentence', () => {
  const read = examples.map(([text]) => [text, sentence(text).replaceAll('\u00a0', ' ')])
  assert.deepEqual(read, examples)
})

test('the sentence is said without symbols', () => {
  assert.equal(
    spokenSentence(readEntry('15.50 eating out', book), style),
    'Spent 15 euro 50 on Eating out from Cash today',
  )
})

test('a preset account is where an entry without one belongs, in its currency', () => {
  const register = exampleBook({ account_id: 'account Travel card' })
  assert.equal(sentence('12 groceries', register), 'Spent $12.00 on Groceries from Travel card today')
})

const krone = [exampleAccount('Nordea', { currency_id: 'DKK' })]

test('a symbol that several currencies have means the one of the book, else the usual one', () => {
  const currency = (base_currency_id: string) =>
    readEntry('$20 groceries', exampleBook({ base_currency_id, accounts: [] })).amount?.currency_id
  assert.deepEqual(['CAD', 'EUR', 'MXN'].map(currency), ['CAD', 'USD', 'MXN'])
  assert.equal(readEntry('20 kr groceries', exampleBook()).amount?.currency_id, 'SEK')
  assert.equal(readEntry('20 kr groceries', exampleBook({ accounts: krone })).amount?.currency_id, 'DKK')
})

test('the locale decides the order of day and month', () => {
  const american = exampleBook({ locale: 'en-US' })
  assert.equal(readEntry('12.50 groceries 10/11', american).day, '2026-10-11')
  assert.equal(readEntry('12.50 groceries 10/11', book).day, '2026-11-10')
})

test('each fault is named', () => {
  const faults = (text: string) => readEntry(text, book).faults
  assert.deepEqual(faults('12.50 groceries'), [])
  assert.deepEqual(faults('12.50 thing'), ['category_missing'])
  assert.deepEqual(faults('groceries'), ['amount_missing'])
  assert.deepEqual(faults('12+ '), ['category_missing', 'amount_incomplete'])
  assert.deepEqual(faults('0 groceries'), ['amount_not_positive'])
  assert.deepEqual(faults('3-5 groceries'), ['amount_not_positive'])
  assert.deepEqual(faults('5/0 groceries'), ['amount_division'])
  assert.deepEqual(faults('12.3456 groceries'), ['amount_decimals'])
  assert.deepEqual(faults('12.5 jpy groceries'), ['amount_decimals'])
  assert.deepEqual(faults('99999999999999999 groceries'), ['amount_too_large'])
  assert.deepEqual(faults('1.2.3 groceries'), ['amount_not_a_number'])
  assert.deepEqual(faults('12 groceries !nowhere'), ['account_unknown'])
  assert.deepEqual(faults('50 bank > bank'), ['same_account'])
  assert.deepEqual(faults('50 >'), ['to_account_missing'])
  assert.deepEqual(faults('lent 20'), ['contact_missing'])
  assert.deepEqual(faults('anna paid me back 20'), ['contact_unknown'])
  assert.deepEqual(faults(`12 groceries ${Array.from({ length: 21 }, (_, n) => `#t${n}`).join(' ')}`), [
    'too_many_tags',
  ])
  assert.deepEqual(faults(`12 groceries #${'t'.repeat(51)}`), ['tag_too_long'])
  assert.deepEqual(faults(`12 ${'a'.repeat(253)}`), ['too_long'])
  assert.deepEqual(readEntry('12 groceries', exampleBook({ accounts: [] })).faults, ['account_missing'])
})

test('a category by the beginning of its name is a guess, and by its name it is none', () => {
  assert.equal(readEntry('12 gro', book).is_category_guess, true)
  assert.equal(readEntry('12 groceries', book).is_category_guess, false)
})

test('an account with the name of a category is named by "from" only', () => {
  const named = exampleBook({
    accounts: [exampleAccount('Cash', { is_default: true }), exampleAccount('Rent')],
  })
  assert.equal(sentence('890 rent', named), 'Spent €890.00 on Rent from Cash today')
  assert.equal(sentence('890 groceries from rent', named), 'Spent €890.00 on Groceries from Rent today')
})
