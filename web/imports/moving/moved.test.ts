import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Account } from '../../../contract/accounts.ts'
import type { Brings } from '../../../contract/import-brings.ts'
import type { ImportBalance } from '../../../contract/import-mapping.ts'
import type { Import } from '../../../contract/imports.ts'
import { behind, bringsWords, brought, comparedAccounts, comparedWords, isMoved, kindName } from './moved.ts'

const account = (name: string, part: Partial<Account> = {}): Account =>
  ({ id: name, name, type: 'asset', currency_id: null, balances: [], ...part }) as Account // the fields that are compared
const balance = (id: string, file: number, book: number, date = '2026-01-31'): ImportBalance => ({
  account_id: id,
  account_name: id,
  currency_id: 'EUR',
  date,
  file,
  book,
  difference: file - book,
})
const named = (...names: string[]) =>
  names.map((name) => ({ name, account_id: name, is_own: true, count: 1 }))
const file = (part: {
  format?: Import['format']
  names?: string[]
  balances?: ImportBalance[]
  brings?: Brings[]
}) =>
  ({
    format: part.format === undefined ? 'ynab' : part.format,
    mapping: { accounts: named(...(part.names ?? [])), categories: [], columns: [] },
    balances: part.balances ?? [],
    left_out: [],
    brings: part.brings ?? [],
  }) as unknown as Import // the fields that are compared

const brings = (part: Partial<Brings>): Brings => ({
  kind: 'budgets',
  count: 0,
  already: 0,
  is_chosen: true,
  left_out_count: 0,
  left_out: [],
  ...part,
})

test('files of programs and lists of several accounts are compared as a whole, those of banks are not', () => {
  assert.equal(isMoved(file({})), true)
  assert.equal(isMoved(file({ format: 'florin' })), false)
  assert.equal(isMoved(file({ format: null })), false)
  assert.equal(isMoved(file({ format: 'ofx', names: ['Bank', 'Card'] })), false)
  assert.equal(isMoved(file({ format: 'csv', names: ['Bank'] })), false)
  assert.equal(isMoved(file({ format: 'csv', names: ['Bank', 'Card'] })), true)
  assert.equal(isMoved(file({ format: 'csv', brings: [brings({ count: 1 })] })), true)
})

test('accounts that differ come first, debts are negative, and an account without a balance in the file is not said to agree', () => {
  const accounts = [
    account('Bank'),
    account('Card', { type: 'liability' }),
    account('Cash', { balances: [{ currency_id: 'EUR', amount: 12 }] }),
    account('Elsewhere'),
  ]
  const compared = comparedAccounts(
    file({
      names: ['Bank', 'Card', 'Cash'],
      balances: [balance('Bank', 10, 10, '2026-01-01'), balance('Bank', 30, 30), balance('Card', 100, 90)],
    }),
    accounts,
    'EUR',
  )
  assert.deepEqual(
    compared.map((one) => [one.name, one.file, one.book, one.difference]),
    [
      ['Card', -100, -90, -10],
      ['Bank', 30, 30, 0],
      ['Cash', null, 12, 0],
    ],
  )
  assert.equal(comparedWords(compared), '1 account differs from the file, 1 agrees')
  assert.equal(comparedWords(compared.slice(1)), 'Bank agrees with the file, 1 is not said there')
  assert.equal(comparedWords(compared.slice(2)), 'The file says no balances: compare these')
})

test('of several balances of an account one that differs is shown, whatever its day', () => {
  const balances = [balance('Bank', 10, 15, '2026-01-01'), balance('Bank', 30, 30)]
  const [one] = comparedAccounts(file({ names: ['Bank'], balances }), [account('Bank')], 'EUR')
  assert.deepEqual([one?.date, one?.difference], ['2026-01-01', -5])
})

test('what a file brings and leaves behind in words; a kind that is switched off stays behind', () => {
  const all = [
    brings({ kind: 'accounts', count: 2 }),
    brings({ kind: 'groups', already: 3 }),
    brings({ count: 1, is_chosen: false }),
    brings({ kind: 'other', left_out_count: 1, left_out: [{ name: 'Invoices', why: 'No place.' }] }),
  ]
  assert.equal(bringsWords(all), '2 accounts')
  assert.deepEqual(
    brought(all).map(({ kind }) => kind),
    ['accounts', 'groups', 'budgets'],
  )
  assert.deepEqual(
    behind(all).map(({ kind }) => kindName(kind)),
    ['Budgets', 'Anything else'],
  )
})
