import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAccount, updateAccount } from '../../contract/accounts.ts'
import {
  createIncome,
  createTransfer,
  deleteExpense,
  restoreExpense,
  updateExpense,
} from '../../contract/budgeting.ts'
import { deleteCategory, updateCategory } from '../../contract/categories.ts'
import { createContact } from '../../contract/contacts.ts'
import { putExchangeRate } from '../../contract/currencies.ts'
import {
  createObligation,
  createPayment,
  deleteObligation,
  updateObligation,
} from '../../contract/obligations.ts'
import { account, bank, category, publish, spend } from '../../test/books.ts'
import { inTurn } from '../../test/corruption.ts'
import { makeWorld } from '../../test/world.ts'
import { change, rows, transaction } from '../database/database.ts'
import { type Sql, sql } from '../database/sql.ts'
import { differences, verify } from './verify.ts'

const world = await makeWorld()
await publish(world, '2026-03-01', { USD: '1.2', JPY: '160' })

// A book with something of everything, of which some was changed, deleted and brought back.
const ana = await world.person({ name: 'Ana', base_currency_id: 'EUR' })
const [food, fun, old] = [await category(ana, 'Food'), await category(ana, 'Fun'), await category(ana, 'Old')]
const pay = await category(ana, 'Pay', 'income')
const cash = await account(ana, 'Cash')
const spare = await account(ana, 'Bank')
const dollars = await bank(ana, 'Dollars', 'USD', { opening_balance: 100, opening_date: '2026-03-02' })
const meal = await spend(ana, {
  amount: 12.5,
  category_id: food.id,
  date: '2026-03-04',
  notes: 'lunch',
  memo: 'soup',
})
const trip = await spend(ana, {
  amount: 1600,
  currency_id: 'JPY',
  asset_account_id: dollars.id,
  charged_amount: 13,
  date: '2026-03-05',
  splits: [
    { category_id: food.id, amount: 1000, memo: 'a' },
    { category_id: fun.id, amount: 600 },
  ],
})
const move = await ana.call(createTransfer, {
  body: {
    from_account_id: dollars.id,
    to_account_id: cash.id,
    amount: 12,
    to_currency_id: 'EUR',
    date: '2026-04-01',
    fx_rate: 0.8,
  },
})
await ana.call(createIncome, { body: { amount: 1000, category_id: pay.id, date: '2026-03-31' } })
const gone = await spend(ana, { amount: 7, category_id: old.id, date: '2026-03-06' })
await ana.call(updateExpense, { params: { id: meal.id }, body: { amount: 13.5, date: '2026-03-07' } })
for (const again of [false, true]) {
  await ana.call(deleteExpense, { params: { id: gone.id } })
  if (!again) await ana.call(restoreExpense, { params: { id: gone.id } })
}
await ana.call(updateCategory, { params: { id: fun.id }, body: { name: 'Joy', is_active: false } })
await ana.call(deleteCategory, { params: { id: old.id } })
const bela = await ana.call(createContact, { body: { name: 'Bela' } })
await ana.call(createAccount, { body: { name: 'Card', type: 'liability', opening_balance: 5 } })
await ana.call(updateAccount, { params: { id: dollars.id }, body: { opening_balance: 90 } })
const day = { from: 'USD', to: 'EUR', date: '2026-03-09' }
await ana.call(putExchangeRate, { params: day, body: { rate: 0.9 } })
const debt = {
  name: 'Loan',
  opened_date: '2026-03-10',
  original_amount: 60,
  outstanding_amount: 50,
  contact_id: bela.id,
  account_id: (await account(ana, 'Payables')).id,
  currency_id: 'USD',
}
const loan = await ana.call(createObligation, { body: debt })
const payment = { amount: 20, date: '2026-03-20', fx_rate: 0.7, asset_account_id: dollars.id }
await ana.call(createPayment, { params: { id: loan.id }, body: payment })
const dropped = await ana.call(createObligation, { body: { ...debt, name: 'Dropped' } })
await ana.call(deleteObligation, { params: { id: dropped.id } })
const dinner = await spend(ana, {
  amount: 30,
  category_id: food.id,
  date: '2026-03-12',
  currency_id: 'USD',
  shares: [{ contact_id: bela.id, amount: 10 }],
})
const bob = await world.person({ name: 'Bob' })
await spend(bob, { amount: 1, category_id: (await category(bob, 'Food')).id })

const BOOK = `Book "Ana" (${ana.book_id}): `

/** Differences from the log are tested elsewhere: only those that verify recomputes count here. */
const isOfLog = / in the log\.$|the row is missing|the log does not know|by the log\.$/
/** The name of an account is enough here. */
const withoutIds = (sentence: string) => sentence.replace(/( of "[^"]*") \([^)]+\)( in )/, '$1$2')

/** The findings after statements that bypass Florin, which are rolled back. */
const after = (...statements: Sql[]): Promise<string[]> =>
  transaction(
    world.db,
    async (tx) => {
      await inTurn(tx)
      for (const statement of statements) {
        const changed = await change(tx, sql`with done as (${statement} returning 1) select * from done`)
        assert(changed.length > 0, 'it changes something')
      }
      return (await differences(tx)).map(withoutIds).filter((sentence) => !isOfLog.test(sentence))
    },
    () => false,
  )

test('books that only Florin has written to have no differences', async () => {
  assert.deepEqual(await verify(world.db), [])
})

/** The sentences about an account in a currency, whose month and whose total are both off in the same way. */
const isOff = (where: string, kept: string, entries: string): string[] => [
  `balances of ${where}, month 2026-03: ${kept} is kept, but the entries come to ${entries}.`,
  `totals of ${where}, all months: ${kept} is kept, but the entries come to ${entries}.`,
]

/** Changes that bypass Florin, and all findings: the difference itself, and those that follow from it. */
const cases: [string, Sql[], string[]][] = [
  [
    'a balance that is off, in its own currency or in the base currency',
    [
      sql`update balances set amount = amount + 1, base_amount = base_amount - 2
          where account_id = ${food.account.id} and currency_id = 'EUR'`,
    ],
    [
      'balances of "Food" in EUR, month 2026-03: 13.51 EUR worth 13.48 EUR is kept, but the entries come to 13.50 EUR worth 13.50 EUR.',
      'the balances in EUR do not come to nothing: debits and credits differ by 0.01 EUR, worth -0.02 EUR.',
    ],
  ],
  [
    'what is on an account in all, when it is not what the entries come to',
    [
      sql`update totals set base_amount = base_amount + 1 where account_id = ${cash.id} and currency_id = 'EUR'`,
      sql`delete from totals where account_id = ${pay.account.id}`,
    ],
    [
      'totals of "Cash" in EUR, all months: 996.10 EUR worth 996.11 EUR is kept, but the entries come to 996.10 EUR worth 996.10 EUR.',
      'totals of "Pay" in EUR, all months: nothing is kept, but the entries come to -1000.00 EUR worth -1000.00 EUR.',
    ],
  ],
  [
    'a balance that is missing, and one that nothing stands behind',
    [
      sql`delete from balances where account_id = ${fun.account.id}`,
      sql`insert into balances (book_id, account_id, currency_id, month, amount, base_amount)
          values (${ana.book_id}, ${cash.id}, 'JPY', '2025-12-01', 600, 375)`,
    ],
    [
      'balances of "Cash" in JPY, month 2025-12: 600 JPY worth 3.75 EUR is kept, but the entries come to 0 JPY worth 0.00 EUR.',
      'balances of "Joy" in JPY, month 2026-03: nothing is kept, but the entries come to 600 JPY worth 3.75 EUR.',
    ],
  ],
  [
    'a transaction whose amounts are not those of its entries',
    [
      sql`update transactions set amount = 1500 where id = ${trip.id}`,
      sql`update transactions set base_amount = 961 where id = ${move.id}`,
    ],
    [
      `the expense ${trip.id} of 2026-03-05 is kept as 1500 JPY worth 10.00 EUR, but its entries come to 1600 JPY worth 10.00 EUR.`,
      `the transfer ${move.id} of 2026-04-01 is kept as 12.00 USD worth 9.61 EUR, but its entries come to 12.00 USD worth 9.60 EUR.`,
      `the expense ${trip.id} of 2026-03-05 is worth 10.00 EUR, but 1500 JPY at 0.00625 is not.`,
      `the transfer ${move.id} of 2026-04-01 is worth 9.61 EUR, but 12.00 USD at 0.8 is not.`,
    ],
  ],
  [
    'a transaction without entries, and one in two currencies',
    [
      sql`delete from entries where transaction_id = ${meal.id} and until_version is null`,
      sql`update entries set currency_id = 'USD' where transaction_id = ${trip.id} and ordinal = 0`,
    ],
    [
      `the expense ${meal.id} of 2026-03-07 is kept as 13.50 EUR worth 13.50 EUR, but it has no entries.`,
      `the expense ${trip.id} of 2026-03-05 is kept as 1600 JPY worth 10.00 EUR, but its entries are of several currencies.`,
      ...isOff('"Food" in EUR', '13.50 EUR worth 13.50 EUR', '0.00 EUR worth 0.00 EUR'),
      'balances of "Cash" in EUR, month 2026-03: 986.50 EUR worth 986.50 EUR is kept, but the entries come to 1000.00 EUR worth 1000.00 EUR.',
      'totals of "Cash" in EUR, all months: 996.10 EUR worth 996.10 EUR is kept, but the entries come to 1009.60 EUR worth 1009.60 EUR.',
      ...isOff('"Food" in JPY', '1000 JPY worth 6.25 EUR', '0 JPY worth 0.00 EUR'),
      ...isOff('"Food" in USD', '20.00 USD worth 18.00 EUR', '30.00 USD worth 24.25 EUR'),
      ...isOff('"Currency exchange" in JPY', '-1600 JPY worth -10.00 EUR', '-600 JPY worth -3.75 EUR'),
      'balances of "Currency exchange" in USD, month 2026-03: 13.00 USD worth 10.00 EUR is kept, but the entries come to 3.00 USD worth 3.75 EUR.',
      'totals of "Currency exchange" in USD, all months: 25.00 USD worth 19.60 EUR is kept, but the entries come to 15.00 USD worth 13.35 EUR.',
    ],
  ],
  [
    'what was charged or has arrived, when it is not what the entry says',
    [
      sql`update transactions set charged_amount = null where id = ${trip.id}`,
      sql`update transactions set to_amount = 961 where id = ${move.id}`,
    ],
    [
      `the expense ${trip.id} of 2026-03-05 keeps nothing as its other side, but its last entry is of 13.00 USD.`,
      `the transfer ${move.id} of 2026-04-01 keeps 9.61 EUR as its other side, but its last entry is of 9.60 EUR.`,
    ],
  ],
  [
    'an entry in the base currency that is worth something else',
    [sql`update entries set base_amount = 1349 where transaction_id = ${meal.id} and until_version is null`],
    [
      `entry 1 of the expense ${meal.id} of 2026-03-07 is of 13.50 EUR, but worth 13.49 EUR.`,
      `the expense ${meal.id} of 2026-03-07 is kept as 13.50 EUR worth 13.50 EUR, but its entries come to 13.50 EUR worth 13.49 EUR.`,
      ...isOff('"Food" in EUR', '13.50 EUR worth 13.50 EUR', '13.50 EUR worth 13.49 EUR'),
      'balances of "Cash" in EUR, month 2026-03: 986.50 EUR worth 986.50 EUR is kept, but the entries come to 986.50 EUR worth 986.51 EUR.',
      'totals of "Cash" in EUR, all months: 996.10 EUR worth 996.10 EUR is kept, but the entries come to 996.10 EUR worth 996.11 EUR.',
    ],
  ],
  [
    'an entry that is not on the account of its category, or of no category there is',
    [
      sql`update entries set category_id = ${fun.id} where transaction_id = ${meal.id} and until_version is null`,
      sql`update entries set category_id = ${meal.id} where transaction_id = ${trip.id} and ordinal = 1`,
    ],
    [
      `entry 1 of the expense ${meal.id} of 2026-03-07 is of the category "Joy", but is not on its account.`,
      `entry 2 of the expense ${trip.id} of 2026-03-05 is of a category that does not exist.`,
      `the expense ${meal.id} of 2026-03-07 has another category than its first entry.`,
    ],
  ],
  [
    'a category that its account does not go along with, and a balance said in a currency that the account has not',
    [
      sql`update accounts set (as_of_date, as_of_amount, as_of_currency_id, as_of_includes_day, as_of_fx_rate) = ('2026-03-01', 0, 'KWD', false, 2) where id = ${spare.id}`,
      sql`update accounts set name = 'Meals', is_active = false, type = 'income', version = 20 where id = ${food.account.id}`,
      sql`update accounts set deleted_at = null where id = ${old.account.id}`,
    ],
    [
      `the account "Bank" (${spare.id}) of type asset in EUR had a balance in KWD, as somebody said, which does not fit.`,
      'the category "Food" and its account "Meals" differ in name, type (expense, income), whether they are active, version (2, 20).',
      'the category "Old" and its account "Old" differ in whether or when they went to the trash.',
    ],
  ],
  [
    'an obligation that is not what its entries come to, or not settled as it says',
    [
      sql`update obligations set outstanding_amount = outstanding_amount + 1 where id = ${loan.id}`,
      sql`update obligations set settled_at = updated_at where expense_id = ${dinner.id}`,
      sql`update entries set until_version = null where obligation_id = ${dropped.id}`,
    ],
    [
      `the obligation "Loan" (${loan.id}) is kept at 30.01 USD worth 27.00 EUR, but its entries come to 30.00 USD worth 27.00 EUR.`,
      `the obligation "Dropped" (${dropped.id}) is in the trash, but its entries count.`,
      `the obligation "Shared expense" (${dinner.shares[0]?.obligation_id}) does not say rightly whether it is settled.`,
      ...isOff('"Opening balances" in USD', '-40.00 USD worth -30.00 EUR', '10.00 USD worth 15.00 EUR'),
      ...isOff('"Payables" in USD', '-30.00 USD worth -27.00 EUR', '-80.00 USD worth -72.00 EUR'),
    ],
  ],
  [
    'a row that refers to nothing there is, where no foreign key watches over it',
    [
      sql`update obligations set expense_id = ${bela.id} where expense_id is not null`,
      sql`insert into totals values (${ana.book_id}, ${meal.id}, 'EUR', 1, 1)`,
      sql`insert into balances values (${ana.book_id}, ${cash.id}, 'ZZZ', '2026-03-01', 0, 0)`,
      sql`update accounts set is_default = true, is_active = false where name = 'Bank' and book_id = ${ana.book_id}`,
    ],
    [
      `obligations: expense_id ${bela.id} does not exist in transactions.`,
      `totals: account_id ${meal.id} does not exist in accounts.`,
      'balances: currency_id ZZZ does not exist in currencies.',
      'accounts: 2 are the default, instead of one.',
      `the default account "Bank" (${spare.id}) is not an active asset that money can be on.`,
      'totals of "" in EUR, all months: 0.01 EUR worth 0.01 EUR is kept, but the entries come to 0.00 EUR worth 0.00 EUR.',
      'balances of "Cash" in ZZZ, month 2026-03: 0 minor units of ZZZ worth 0.00 EUR is kept, but the entries come to 0 minor units of ZZZ worth 0.00 EUR.',
    ],
  ],
  [
    'a transaction that refers to no record of its book, or whose kind or sources Florin does not know',
    [
      sql`update transactions set category_id = ${bela.id}, fx_source = 'guess' where id = ${meal.id}`,
      sql`update transactions set contact_id = ${food.id}, other_source = 'lost' where id = ${move.id}`,
      sql`update transactions set obligation_id = ${food.id} where id = ${meal.id}`,
      sql`update entries set obligation_id = ${fun.id} where transaction_id = ${meal.id}`,
    ],
    [
      `transactions: category_id ${bela.id} does not exist in categories.`,
      `transactions: contact_id ${food.id} does not exist in contacts.`,
      `transactions: obligation_id ${food.id} does not exist in obligations.`,
      `entries: obligation_id ${fun.id} does not exist in obligations.`,
      `the expense ${meal.id} of 2026-03-07 has another category than its first entry.`,
      `the transaction ${meal.id} of 2026-03-07 is of the kind "expense", with a rate from "guess", which Florin does not know.`,
      `the transaction ${move.id} of 2026-04-01 is of the kind "transfer", with a rate from "${move.fx_source}" and an other side from "lost", which Florin does not know.`,
    ],
  ],
  [
    'a transaction whose accounts are none of its book',
    [
      sql`update transactions set account_id = ${food.id} where id = ${meal.id}`,
      sql`update transactions set to_account_id = ${fun.id} where id = ${move.id}`,
    ],
    [
      `transactions: account_id ${food.id} does not exist in accounts.`,
      `transactions: to_account_id ${fun.id} does not exist in accounts.`,
    ],
  ],
  [
    'a rate that is not a number',
    [
      sql`update book_rates set rate = 'NaN'`,
      sql`update published_rates set per_euro = 'Infinity' where currency_id = 'JPY'`,
    ],
    [
      'its rate from USD to EUR for 2026-03-09 is NaN.',
      'The published rate of JPY for 2026-03-01 is Infinity.',
    ],
  ],
]

for (const [name, statements, sentences] of cases) {
  test(`${name}: it is named`, async () => {
    const found = await after(...statements)
    const expected = sentences.map((text) => (text.startsWith('The published rate') ? text : BOOK + text))
    assert.deepEqual(new Set(found), new Set(expected), 'these and no others')
    assert.equal(found.length, expected.length, 'each once')
  })
}

test('a debt that is not opened by its first posting, or not corrected by what was said: it is named', async () => {
  const today = Temporal.Now.plainDateISO('UTC').toString()
  const friend = await bob.call(createContact, { body: { name: 'Friend' } })
  const draft = {
    name: 'Slip',
    opened_date: today,
    original_amount: 100,
    outstanding_amount: 100,
    contact_id: friend.id,
    account_id: (await account(bob, 'Payables')).id,
    currency_id: 'USD',
  }
  const slip = await bob.call(createObligation, { body: draft })
  const body = { ...draft, outstanding_amount: 60 }
  await bob.call(updateObligation, { params: { id: slip.id }, body })
  const [opening, correction] = await rows<{ id: string }>(
    world.db,
    sql`select id from transactions where obligation_id = ${slip.id} order by created_version, created_position`,
  )
  const grow = (table: Sql, id: Sql, by: number) =>
    sql`update ${table} set amount = amount + ${by}, base_amount = base_amount + ${by} where ${id}`
  // Both sums stay as they are: the balances of the day, and the outstanding amount.
  const found = await after(
    ...[sql`id = ${opening?.id}`, sql`id = ${correction?.id}`].map((id) => grow(sql`transactions`, id, 100)),
    ...[opening, correction].map((one) => grow(sql`entries`, sql`transaction_id = ${one?.id}`, 100)),
  )
  assert.deepEqual(found, [
    `Book "Bob" (${bob.book_id}): the correction ${correction?.id} of the obligation "Slip" (${slip.id}) is of -41.00 USD, but the log says -40.00 USD.`,
    `Book "Bob" (${bob.book_id}): the obligation "Slip" (${slip.id}) of 100.00 USD is not opened by its first posting, on ${today} against its counter.`,
  ])
  const swapped = await after(
    sql`update transactions set created_version = 1 where id = ${correction?.id}`,
    sql`update entries set created_version = 1 where transaction_id = ${correction?.id}`,
  )
  assert.match(swapped.join('\n'), /the obligation "Slip" .* is not opened by its first posting/)
})

test('two transactions of one place, and one that is younger than its latest change: they are named', async () => {
  const found = await after(
    sql`update transactions set created_version = 1000 where id in (${meal.id}, ${trip.id})`,
    sql`update entries set created_version = 1000 where transaction_id in (${meal.id}, ${trip.id})`,
  )
  const created = [meal, trip].map(({ id }) => found.find((one) => one.includes(`${id} of`)))
  assert.match(String(found[0]), /2 transactions have the place 1000\.0/)
  for (const one of created) assert.match(String(one), /was created at version 1000, after its version/)
})

test('a published rate that is none belongs to no book', async () => {
  const found = await after(sql`update published_rates set per_euro = 'NaN' where currency_id = 'JPY'`)
  assert.deepEqual(found, ['The published rate of JPY for 2026-03-01 is NaN.'])
})

test('a flood of differences is counted, and only its beginning is told', async () => {
  const found = await after(
    sql`insert into balances (book_id, account_id, currency_id, month, amount, base_amount)
        select ${ana.book_id}, ${cash.id}, 'EUR', date '1900-01-01' + n * interval '1 month', 1 - n % 2 * 2, 1 - n % 2 * 2
        from generate_series(0, 1199) n`,
  )
  assert.equal(found.length, 1_001)
  assert.equal(found.at(-1), 'There are 200 more differences of this kind (balances).')
  assert.deepEqual(await rows(world.db, sql`select from balances where month = '1900-01-01'`), [])
})
