import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Import } from '../../contract/imports.ts'
import { filesAlike, onlyAccount, provenAccount, pursesLast, undoneAccount } from './guess-account.ts'

const table = (...names: string[]) => ({
  encoding: 'utf-8',
  separator: ';',
  skip_lines: 0,
  has_header: true,
  decimal: ',' as const,
  date_order: 'day_first' as const,
  is_reversed: false,
  accounts: [],
  categories: [],
  columns: names.map((name) => ({ name, role: 'text' as const, samples: [] })),
})
const file = (part: Partial<Import> = {}) => ({
  account_id: null as string | null,
  filename: 'nov.csv',
  format: 'csv' as const,
  mapping: table('Date', 'Amount', 'Text'),
  status: 'ready' as Import['status'],
  is_undone: false,
  ...part,
})

test('an account is preset where a file can be of one only, and not for files that name theirs', () => {
  const [cash, erste, visa] = [
    { id: 'c', name: 'Cash' },
    { id: 'e', name: 'Erste Bank' },
    { id: 'v', name: 'Visa card' },
  ] as const
  assert.equal(onlyAccount('download.csv', [cash, erste]), 'e')
  assert.equal(onlyAccount('download.ofx', [cash, erste]), undefined)
  assert.equal(onlyAccount('download.csv', [cash, erste, visa]), undefined)
})

test('earlier files prove an account by their headings and payees, and not by being the last', () => {
  const accounts = [
    { id: 'e', name: 'Erste Bank' },
    { id: 'v', name: 'Visa card' },
  ]
  const recorded = (account_id: string, part: Partial<Import> = {}) =>
    file({ account_id, status: 'committed', ...part })
  const other = table('Date', 'Text', 'Amount')
  const earlier = [recorded('v', { mapping: other }), recorded('e'), recorded('e', { is_undone: true })]
  assert.deepEqual(filesAlike(file({ account_id: null }), accounts, [...earlier, recorded('gone')]), [
    earlier[1],
  ])
  const rent = { account_id: 'e', filename: 'nov.csv', texts: ['Rent 11/2026', 'REWE 4711'] }
  const proven = (texts: string[], alike: (typeof rent)[], name = 'sep.csv') =>
    provenAccount(name, texts, alike, accounts)
  assert.equal(proven(['RENT 9/2026', 'Salary'], [rent]), 'e')
  assert.equal(proven(['Tram'], [rent]), undefined, 'it may be another account at the same bank')
  assert.equal(proven(['Tram'], [rent], 'nov 2.csv'), 'e')
  const card = { ...rent, account_id: 'v', texts: ['REWE 12'] }
  assert.equal(proven(['Rent', 'REWE 1'], [rent, card]), 'e')
  assert.equal(proven(['REWE 1'], [rent, card]), undefined)
  assert.equal(proven(['Tram'], [rent, card], 'nov.csv'), undefined)
  assert.equal(proven(['Rent'], []), undefined)
  assert.equal(proven(['Rent'], [], 'erste-nov.csv'), 'e')
})

test('where a file was recorded before it was undone is said beside that account; cash is asked about last', () => {
  const undone = (filename: string, account_id: string) => ({ filename, account_id, is_undone: true })
  const earlier = [undone('oct.csv', 'visa'), undone('nov.csv', 'erste'), undone('nov.csv', 'old')]
  assert.equal(undoneAccount({ filename: 'nov.csv' }, earlier), 'erste')
  assert.equal(undoneAccount({ filename: 'dec.csv' }, earlier), null)
  assert.equal(
    undoneAccount({ filename: 'nov.csv' }, [{ ...undone('nov.csv', 'erste'), is_undone: false }]),
    null,
  )
  const named = ['Cash', 'Bank', 'Visa'].map((name) => ({ id: name, name }))
  assert.deepEqual(
    pursesLast(named).map(({ name }) => name),
    ['Bank', 'Visa', 'Cash'],
  )
})
