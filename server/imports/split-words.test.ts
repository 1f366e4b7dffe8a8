import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listTransactions } from '../../contract/budgeting.ts'
import { commitImport } from '../../contract/imports.ts'
import { account } from '../../test/books.ts'
import { sendFile } from '../../test/importing.ts'
import { sharedWorld } from '../../test/world.ts'

const world = await sharedWorld()

const table = (headings: string, ...rows: string[]) => `${[headings, ...rows].join('\n')}\n`
const ynab = table(
  '"Account","Flag","Date","Payee","Category Group/Category","Category Group","Category","Memo","Outflow","Inflow","Cleared"',
  '"Giro","","2026-11-15","Amazon","Home: Lamps","Home","Lamps","Split (1/2) lamp",20.00,0.00,"Cleared"',
  '"Giro","","2026-11-15","Amazon","Fun: Books","Fun","Books","Split (2/2) novel",10.00,0.00,"Cleared"',
)
const firefly = table(
  'user_id,group_id,journal_id,created_at,group_title,type,amount,currency_code,description,date,source_name,source_type,destination_name,destination_type,category',
  '1,7,8,2026-11-15,Big shop,Withdrawal,-20.00,EUR,lamp,2026-11-15,Giro,Asset account,Amazon,Expense account,Lamps',
  '1,7,9,2026-11-15,Big shop,Withdrawal,-10.00,EUR,novel,2026-11-15,Giro,Asset account,Amazon,Expense account,Books',
)
const journal =
  '2026-11-15 Amazon | weekly shop\n    expenses:lamps    20.00 EUR\n    expenses:books    10.00 EUR\n    assets:giro\n'
const qif = (memo: string) =>
  `!Type:Bank\nD11/15/2026\nT-30.00\nPAmazon\nSLamps\n${memo}$-20.00\nSBooks\n$-10.00\n^\n`

for (const [filename, body, memos, notes] of [
  ['ynab.csv', ynab, ['lamp', 'novel'], 'Amazon'],
  ['firefly.csv', firefly, ['lamp', 'novel'], 'Amazon Big shop'],
  ['book.journal', journal, ['Amazon weekly shop', 'Amazon weekly shop'], null],
  ['plain.qif', qif(''), ['Amazon', 'Amazon'], null],
  ['with-memo.qif', qif('Elamp\n'), ['lamp', null], 'Amazon'],
] as const)
  test(`a split bill keeps its words, and a search finds them: ${filename}`, async () => {
    const ana = await world.person({ base_currency_id: 'EUR' })
    const bank = await account(ana, 'Bank')
    const made = await sendFile(ana, { account_id: bank.id, filename }, body)
    assert.equal(made.status, 'ready', String(made.fault))
    await ana.call(commitImport, { params: { id: made.id } })
    const { data } = await ana.call(listTransactions, { query: { q: 'amazon' } })
    assert.deepEqual(
      data.map(({ amount, splits, notes }) => [amount, splits.map(({ memo }) => memo), notes]),
      [[30, memos, notes]],
    )
  })
