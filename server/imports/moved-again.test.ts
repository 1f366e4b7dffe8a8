import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listAccounts, updateAccount } from '../../contract/accounts.ts'
import { listCategories, updateCategory } from '../../contract/categories.ts'
import { undoChange } from '../../contract/changes.ts'
import type { Import } from '../../contract/imports.ts'
import { acct, bookOf, trn } from '../../test/gnucash.ts'
import { rowsOf, sendFile, zipOf } from '../../test/importing.ts'
import { committed, figures } from '../../test/moving.ts'
import { type Person, sharedWorld } from '../../test/world.ts'

/** Whoever moves keeps both programs for a while: the file comes again a month later, into a book that the person has put in order since. */

const world = await sharedWorld()

const YNAB = `"Account","Flag","Date","Payee","Category Group/Category","Category Group","Category","Memo","Outflow","Inflow","Cleared"
"Checking","","2026-01-01","Starting Balance","Inflow: Ready to Assign","Inflow","Ready to Assign","",$0.00,$1000.00,"Cleared"
"Savings","","2026-01-01","Starting Balance","Inflow: Ready to Assign","Inflow","Ready to Assign","",$0.00,$0.00,"Cleared"
"Checking","","2026-01-08","Market","Everyday: Groceries","Everyday","Groceries","Bread",$12.50,$0.00,"Cleared"
"Checking","","2026-01-20","Hay Works","Inflow: Ready to Assign","Inflow","Ready to Assign","Pay",$0.00,$2400.00,"Cleared"
`
const YNAB_LATER = `${YNAB}"Checking","","2026-02-08","Market","Everyday: Groceries","Everyday","Groceries","Rolls",$7.50,$0.00,"Cleared"
"Checking","","2026-02-20","Transfer : Savings","","","","",$100.00,$0.00,"Cleared"
"Savings","","2026-02-20","Transfer : Checking","","","","",$0.00,$100.00,"Cleared"
"Checking","","2026-02-21","Gym","Hidden Categories: Gym","Hidden Categories","Gym","",$20.00,$0.00,"Cleared"
`
const PLAN = `"Month","Category Group/Category","Category Group","Category","Assigned","Activity","Available"
"Jan 2026","Everyday: Groceries","Everyday","Groceries",$100.00,-$12.50,$87.50
"Jan 2026","Everyday: Fun","Everyday","Fun",$30.00,$0.00,$30.00
`
const PLAN_LATER = `${PLAN}"Feb 2026","Everyday: Groceries","Everyday","Groceries",$90.00,-$7.50,$170.00
"Feb 2026","Everyday: Fun","Everyday","Fun",$25.00,$0.00,$55.00
`
const ynab = (register: string, plan: string) =>
  zipOf({ 'Home - Plan.csv': plan, 'Home - Register.csv': register })

const FIREFLY = `journal_id,group_id,type,currency_code,amount,foreign_currency_code,foreign_amount,description,date,source_name,source_type,destination_name,destination_type,category,budget,bill,tags,notes
1,1,Opening balance,USD,1000.00,,,Start,2026-01-01,"Initial balance for ""Checking""",Initial balance account,Checking,Asset account,,,,,
2,2,Withdrawal,USD,-12.50,,,Bread,2026-01-08,Checking,Asset account,Market,Expense account,Groceries,,,,
3,3,Deposit,USD,2400.00,,,Pay,2026-01-20,Hay Works,Revenue account,Checking,Asset account,Salary,,,,
`
const FIREFLY_LATER = `${FIREFLY}4,4,Withdrawal,USD,-7.50,,,Rolls,2026-02-08,Checking,Asset account,Market,Expense account,Groceries,,,,
5,5,Transfer,USD,100.00,,,Aside,2026-02-20,Checking,Asset account,Savings,Asset account,,,,,
`
const CHART = [
  acct('Root', 'ROOT'),
  acct('Checking', 'BANK', 'Root', 'USD'),
  acct('Savings', 'BANK', 'Root', 'USD'),
  acct('Old', 'BANK', 'Root', 'USD', ['hidden']),
  acct('Groceries', 'EXPENSE', 'Root', 'USD'),
  acct('Salary', 'INCOME', 'Root', 'USD'),
  acct('Start', 'EQUITY', 'Root', 'USD'),
]
const moved = (date: string, words: string, from: string, to: string, cents: number) =>
  trn(date, words, [
    [to, `${cents}/100`],
    [from, `${-cents}/100`],
  ])
const GNUCASH = [
  moved('2025-01-01', 'Begin', 'Start', 'Old', 5_000),
  moved('2025-06-01', 'End of it', 'Old', 'Checking', 5_000),
  moved('2026-01-08', 'Market', 'Checking', 'Groceries', 1_250),
  moved('2026-01-20', 'Hay Works', 'Salary', 'Checking', 240_000),
]
const gnucash = (...later: string[]) => bookOf([...CHART, ...GNUCASH, ...later].join(''))

/** Gives accounts and categories of the book other names. */
async function rename(person: Person, names: Readonly<Record<string, string>>): Promise<void> {
  const accounts = await person.call(listAccounts, { query: { limit: 1000 } })
  const categories = await person.call(listCategories, { query: { limit: 1000 } })
  for (const [from, name] of Object.entries(names)) {
    const category = categories.data.find((one) => one.name === from)
    const own = accounts.data.find(
      (one) => one.name === from && one.type !== 'expense' && one.type !== 'income',
    )
    if (category) await person.call(updateCategory, { params: { id: category.id }, body: { name } })
    else await person.call(updateAccount, { params: { id: own?.id ?? from }, body: { name } })
  }
}

const chosenRows = async (person: Person, made: Import) =>
  (await rowsOf(person, made)).filter((one) => one.is_chosen).map(({ date, amount }) => [date, amount])

const ofKind = ({ brings }: Import) => brings.map(({ kind, count, already }) => [kind, count, already])

test('a later register of YNAB brings its new rows and budgets alone, into accounts and categories of other names', async () => {
  const ana = await world.person({ base_currency_id: 'USD' })
  await committed(ana, await sendFile(ana, { filename: 'ynab.zip' }, await ynab(YNAB, PLAN)))
  // Savings and Fun were in the file without a single row.
  await rename(ana, { Checking: 'Household', Savings: 'Rainy days', Groceries: 'Food', Fun: 'Play' })
  const later = await sendFile(ana, { filename: 'ynab.zip' }, await ynab(YNAB_LATER, PLAN_LATER))
  assert.deepEqual(await chosenRows(ana, later), [
    ['2026-02-08', -7.5],
    ['2026-02-20', -100],
    ['2026-02-21', -20],
  ])
  assert.deepEqual(ofKind(later), [
    ['accounts', 0, 2],
    ['groups', 0, 2],
    ['budgets', 2, 2],
  ])
  const done = await committed(ana, later)
  assert.deepEqual(await figures(ana), {
    accounts: { Household: { USD: 3260 }, 'Rainy days': { USD: 100 } },
    categories: { 'Ready to Assign': 2400, Food: 20, Gym: 20 },
  })
  assert.deepEqual(
    done.balances.filter(({ difference }) => difference !== 0),
    [],
  )
  const names = (await ana.call(listAccounts, { query: { limit: 1000 } })).data.map(({ name }) => name)
  for (const name of ['Checking', 'Savings', 'Groceries', 'Fun']) assert.ok(!names.includes(name), name)
})

test('a later export of Firefly III brings its new rows alone, and its names stand for what they became', async () => {
  const ana = await world.person({ base_currency_id: 'USD' })
  await committed(ana, await sendFile(ana, { filename: 'firefly.csv' }, FIREFLY))
  await rename(ana, { Checking: 'Household', Groceries: 'Food' })
  const later = await sendFile(ana, { filename: 'firefly.csv' }, FIREFLY_LATER)
  assert.deepEqual(await chosenRows(ana, later), [
    ['2026-02-08', -7.5],
    ['2026-02-20', -100],
  ])
  await committed(ana, later)
  assert.deepEqual(await figures(ana), {
    accounts: { Household: { USD: 3280 }, Savings: { USD: 100 } },
    categories: { Salary: 2400, Food: 20 },
  })
})

test('a later book of GnuCash brings its new rows alone, though accounts have other names or are not in use', async () => {
  const ana = await world.person({ base_currency_id: 'USD' })
  const first = await committed(ana, await sendFile(ana, { filename: 'home.gnucash' }, gnucash()))
  assert.deepEqual(await figures(ana), {
    accounts: { Checking: { USD: 2437.5 } },
    categories: { Salary: 2400, Groceries: 12.5 },
  })
  assert.equal(first.counts.chosen, 4)
  await rename(ana, { Checking: 'Household', Savings: 'Rainy days', Groceries: 'Food' })
  const later = await sendFile(
    ana,
    { filename: 'home.gnucash' },
    gnucash(
      moved('2026-02-08', 'Market again', 'Checking', 'Groceries', 750),
      moved('2026-02-20', 'Aside', 'Checking', 'Savings', 10_000),
      moved('2026-02-21', 'Late', 'Checking', 'Old', 100),
    ),
  )
  // Old came as an account that is not in use: its rows are here already, and a new one waits.
  assert.deepEqual(
    (await rowsOf(ana, later))
      .filter((one) => one.needs_attention)
      .map(({ amount, reason }) => [amount, reason]),
    [[-1, 'Old is not in use. Put it back in use to add this.']],
  )
  assert.deepEqual(await chosenRows(ana, later), [
    ['2026-02-08', -7.5],
    ['2026-02-20', -100],
  ])
  await committed(ana, later)
  assert.deepEqual(await figures(ana), {
    accounts: { Household: { USD: 2330 }, 'Rainy days': { USD: 100 } },
    categories: { Salary: 2400, Food: 20 },
  })
})

test('names of an import that was undone are free again', async () => {
  const ana = await world.person({ base_currency_id: 'USD' })
  const { version } = await committed(ana, await sendFile(ana, { filename: 'firefly.csv' }, FIREFLY))
  await ana.call(undoChange, { params: { version: String(version) } })
  const again = await sendFile(ana, { filename: 'firefly.csv' }, FIREFLY)
  assert.equal(again.counts.chosen, 3)
  await committed(ana, again)
  assert.deepEqual((await figures(ana)).accounts, { Checking: { USD: 3387.5 } })
})
