import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Transaction } from '../../contract/budgeting.ts'
import type { Statement } from '../../contract/statement.ts'
import { chooseLocale } from '../ui/locale.ts'
import { aDebt } from './a-debt.ts'
import type { Debt } from './owed.ts'
import {
  ageingIn,
  isMine,
  isOpenOnly,
  type Movement,
  netIn,
  onlyOpen,
  statementCurrencies,
  statementLines,
} from './statement.ts'

chooseLocale('en-GB')

const movement = (own: Partial<Movement>): Movement => ({
  date: '2026-10-30',
  kind: 'obligation',
  transaction_id: 'loan',
  obligation_id: 'bike',
  name: 'Loan',
  direction: 'receivable',
  currency_id: 'EUR',
  amount: 600,
  base_amount: 600,
  balance: 600,
  notes: null,
  ...own,
})
const statement = (movements: Movement[], own: Partial<Statement> = {}): Statement => ({
  contact: { id: 'bela', name: 'Bela' },
  date: '2026-11-15',
  base_currency_id: 'EUR',
  currencies: [],
  receivable_base: 0,
  payable_base: 0,
  net_base: 0,
  ageing: [],
  opening: [],
  movements,
  is_complete: true,
  ...own,
})

const line = (account_id: string, account_name: string, debit: number, credit: number) => ({
  id: account_id,
  account_id,
  account_name,
  currency_id: 'EUR',
  debit,
  credit,
  debit_base: debit,
  credit_base: credit,
  memo: '',
  reconciliation_id: null,
  is_locked: false,
})
/** Only the fields that the words of a movement need. */
const transaction = (id: string, kind: Transaction['kind'], lines: Transaction['lines']) =>
  ({
    id,
    kind,
    lines,
    asset_account_id: lines[0]?.account_id ?? null,
    splits: [],
    shares: [],
    memo: null,
    notes: null,
    contact_name: 'Bela',
    category_name: null,
    is_refund: false,
    from_account_id: null,
    to_account_id: null,
  }) as unknown as Transaction // the rest of a transaction does not matter here

const account = (name: string, type: 'asset' | 'equity', is_claim: boolean, is_system: boolean) => ({
  name,
  type,
  is_claim,
  is_system,
})
const known = {
  debts: new Map([['bike', aDebt({ id: 'bike', name: 'Loan for the bike', due_date: '2026-11-30' })]]),
  transactions: new Map([
    [
      'loan',
      transaction('loan', 'obligation', [
        line('bank', 'Bank', 0, 600),
        line('claims', 'Receivables', 600, 0),
      ]),
    ],
    [
      'paid',
      transaction('paid', 'payment', [line('bank', 'Bank', 150, 0), line('claims', 'Receivables', 0, 150)]),
    ],
    [
      'off',
      transaction('off', 'payment', [
        line('exchange', 'Currency exchange', 20, 0),
        line('claims', 'Receivables', 0, 20),
      ]),
    ],
  ]),
  accounts: new Map([
    ['bank', account('Bank', 'asset', false, false)],
    ['claims', account('Receivables', 'asset', true, true)],
    ['exchange', account('Currency exchange', 'equity', false, true)],
  ]),
  today: '2026-11-15',
}

test('the latest movement comes first, with its amount in one of two columns and the balance after it', () => {
  const lines = statementLines(
    statement([
      movement({}),
      movement({ kind: 'payment', transaction_id: 'paid', amount: -150, balance: 450 }),
    ]),
    'EUR',
    known,
  )
  assert.deepEqual(
    lines.map(({ words, about, owed, paid, balance, change }) => [words, about, owed, paid, balance, change]),
    [
      ['Paid back, into Bank', 'Loan for the bike', null, 15_000n, 45_000n, -15_000n],
      ['Loan for the bike', 'due 30 November, from Bank', 60_000n, null, 60_000n, 60_000n],
    ],
  )
})

test('a set-off and a forgiven debt are said as such, and neither is money that came in', () => {
  const moves = [
    movement({ kind: 'payment', transaction_id: 'off', amount: -20, balance: 580 }),
    movement({ kind: 'write_off', transaction_id: 'gone', amount: -580, balance: 0 }),
  ]
  assert.deepEqual(
    statementLines(statement(moves), 'EUR', known).map(({ words, paid }) => [words, paid]),
    [
      ['Forgiven', 58_000n],
      ['Set off', 2_000n],
    ],
  )
})

test('debts that only I have are read from that side, without minus signs; debts of both sides keep them', () => {
  const mine = movement({ direction: 'payable', amount: -62.4, balance: -62.4, obligation_id: 'train' })
  const only = statement([mine])
  assert.ok(isMine(only, 'EUR'))
  assert.deepEqual(
    statementLines(only, 'EUR', known).map(({ about, owed, balance }) => [about, owed, balance]),
    [['you owe it, into Bank', 6_240n, 6_240n]],
  )
  const both = statement([movement({}), { ...mine, balance: 537.6 }])
  assert.ok(!isMine(both, 'EUR'))
  assert.equal(statementLines(both, 'EUR', known)[0]?.balance, 53_760n)
})

test('without the settled debts the balances still end in what is owed', () => {
  const bike = { id: 'bike', outstanding_amount: 450, original_amount: 600 }
  const debts = [
    aDebt(bike),
    aDebt({ id: 'sushi', outstanding_amount: 0 }),
    aDebt({ id: 'train', direction: 'payable' }),
  ]
  const mine = { direction: 'payable' as const, obligation_id: 'train' }
  const lines = statementLines(
    statement([
      movement({ balance: 600 }),
      movement({ obligation_id: 'sushi', amount: 18, balance: 618 }),
      movement({ ...mine, amount: -40, balance: 578 }),
      movement({ kind: 'payment', amount: -150, balance: 428 }),
      movement({ kind: 'payment', obligation_id: 'sushi', amount: -18, balance: 410 }),
    ]),
    'EUR',
    known,
  )
  assert.deepEqual(
    onlyOpen(lines, debts).map(({ movement: { amount }, balance }) => [amount, balance]),
    [
      [-150, 41_000n],
      [-40, 56_000n],
      [600, 60_000n],
    ],
  )
  const only = statementLines(statement([movement({ ...mine, amount: -40, balance: -40 })]), 'EUR', known)
  assert.equal(onlyOpen(only, debts)[0]?.balance, 4_000n)
})

test('on paper my name stands in place of you', () => {
  const moves = [
    movement({
      direction: 'payable',
      amount: -10,
      balance: -10,
      obligation_id: 'train',
      transaction_id: 'x',
    }),
    movement({ direction: 'payable', kind: 'payment', amount: 10, balance: 0, transaction_id: 'y' }),
    movement({ direction: 'payable', kind: 'write_off', amount: 10, balance: 0, transaction_id: 'z' }),
  ]
  assert.deepEqual(
    statementLines(statement(moves), 'EUR', { ...known, me: 'Ana' }).map(({ words, about }) => [
      words,
      about,
    ]),
    [
      ['Forgiven to Ana', 'Loan for the bike'],
      ['Ana paid', 'Loan for the bike'],
      ['Loan', 'Ana owes it'],
    ],
  )
})

test('currencies are those of balances and movements, each once, and of an empty statement the base currency', () => {
  const yen = movement({ currency_id: 'JPY', amount: 1200, balance: 1200 })
  const currencies = [{ currency_id: 'JPY', receivable: 1200, payable: 0, net: 1200 }]
  assert.deepEqual(statementCurrencies(statement([movement({}), yen], { currencies })), ['JPY', 'EUR'])
  assert.deepEqual(statementCurrencies(statement([])), ['EUR'])
  assert.equal(netIn(statement([yen], { currencies }), 'JPY'), 1_200n)
  assert.equal(netIn(statement([]), 'EUR'), 0n)
})

test('the ageing has the ages that there are, those without a day apart, and nothing where that side has no debts', () => {
  const row = { currency_id: 'EUR', direction: 'receivable' as const, not_due: 350, days_1_30: 45 }
  const aged = statement([], { ageing: [{ ...row, days_31_60: 0, days_61_90: 0, older: 0 }] })
  const of = (...debts: Debt[]) =>
    ageingIn(aged, 'EUR', 'receivable', debts).map(({ age, minor }) => [age, minor])
  const bike = aDebt({ outstanding_amount: 300, due_date: '2026-11-30' })
  assert.deepEqual(of(bike, aDebt({ outstanding_amount: 50 }), aDebt({ direction: 'payable' })), [
    ['no_date', 5_000n],
    ['not_due', 30_000n],
    ['days_1_30', 4_500n],
  ])
  assert.deepEqual(of(aDebt({ outstanding_amount: 350 })), [
    ['no_date', 35_000n],
    ['days_1_30', 4_500n],
  ])
  assert.deepEqual(ageingIn(aged, 'EUR', 'payable', []), [])
})

test('where debts go both ways, each amount has the sign by which it changes the balance', () => {
  const mine = { direction: 'payable' as const, obligation_id: 'train' }
  const moves = [
    movement({ amount: 20, balance: 20 }),
    movement({ ...mine, amount: -12.4, balance: 7.6 }),
    movement({ ...mine, kind: 'payment', amount: 12.4, balance: 20 }),
    movement({ kind: 'payment', amount: -20, balance: 0 }),
  ]
  const lines = statementLines(statement(moves), 'EUR', known).toReversed()
  assert.deepEqual(
    lines.map(({ change }) => change),
    [2_000n, -1_240n, 1_240n, -2_000n],
  )
  let balance = 0n
  for (const line of lines) {
    balance += line.change
    assert.equal(line.balance, balance)
  }
})

test('a statement begins with what is open, wherever something is, until the address says otherwise', () => {
  const open = aDebt({ currency_id: 'EUR' })
  assert.ok(isOpenOnly(undefined, [open], 'EUR'))
  assert.ok(!isOpenOnly(undefined, [open], 'USD'))
  assert.ok(!isOpenOnly('all', [open], 'EUR'))
  assert.ok(isOpenOnly('open', [], 'EUR'))
})
