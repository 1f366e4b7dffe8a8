import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BalanceSheet } from '../../contract/reports.ts'
import { hasOneColumn, sheetFigures, sheetGroups } from './balance-sheet.ts'

const row = (
  account_id: string | null,
  base_balance: number,
  base_value: number | null,
  balances = [{ currency_id: 'EUR', amount: base_balance }],
) => ({
  account_id,
  account_name: account_id ?? 'Computed',
  balances,
  base_balance,
  base_value,
  explain: `/of/${account_id}/${base_balance}`,
})
const report: BalanceSheet = {
  base_currency_id: 'EUR',
  date: '2026-11-15',
  assets: [
    row('bank', 100, 100),
    row('cash', 100.05, 69.19, [
      { currency_id: 'EUR', amount: 0.05 },
      { currency_id: 'JPY', amount: 12_400 },
    ]),
    row('usd', 5, null),
  ],
  liabilities: [row('card', 20, 20)],
  equity: [row('opening', 30, 30), row(null, 155.05, 155.05), row(null, 0, -30.86)],
  totals: { assets: 174.19, liabilities: 20, equity: 154.19 },
  explains: { assets: '/a', liabilities: '/l', equity: '/e' },
  is_complete: false,
  missing_rates: [],
}
const groups = sheetGroups(report, () => undefined)

test('an account opens its register where that is the figure: its recorded amount, and its value if both are the same', () => {
  const keys = sheetFigures(groups).map(({ key }) => key)
  assert.deepEqual(keys, [
    'bank.recorded',
    'bank.value',
    'cash.recorded',
    'usd.recorded',
    'assets.value',
    'card.recorded',
    'card.value',
    'liabilities.value',
    'opening.recorded',
    'opening.value',
    'computed-1.recorded',
    'computed-1.value',
    'computed-2.value',
    'equity.value',
  ])
})

test('the column of recorded amounts has its sums, and what is owed and one’s own add up to what is there', () => {
  const [have, owe, own] = groups.map(({ total }) => total.recorded)
  assert.deepEqual([have, owe, own], [20505n, 2000n, 18505n])
})

test('all parts of a balance in several currencies are named, and a value without a rate is not known', () => {
  const [have] = groups
  assert.deepEqual(
    have?.rows.map(({ parts, value }) => [parts.length, value]),
    [
      [0, 100],
      [2, 69.19],
      [0, null],
    ],
  )
})

test('the ledger’s own accounts have the words of the sidebar, and an account of one’s own keeps its name', () => {
  const named = (account_id: string | null, account_name: string) => ({
    ...row(account_id, 10, 10),
    account_name,
  })
  const plain: BalanceSheet = {
    ...report,
    assets: [named('claims', 'Receivables'), named('mine', 'Receivables')],
    liabilities: [named('debts', 'Payables')],
    equity: [
      named('opening', 'Opening balances'),
      named(null, 'Result so far'),
      { ...row(null, 0, 0), account_name: 'Unrealised difference' },
    ],
  }
  const codes: Record<string, string> = { claims: '1200', debts: '2000', opening: '3000' }
  const shown = sheetGroups(plain, (id) => codes[id])
  assert.deepEqual(
    shown.flatMap(({ rows }) => rows.map(({ name }) => name)),
    ['They owe you', 'Receivables', 'You owe them', 'What you began with', 'Kept so far'],
  )
  assert.equal(hasOneColumn(shown), true)
  assert.equal(hasOneColumn(groups), false, 'another currency')
})
