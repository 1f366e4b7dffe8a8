import assert from 'node:assert/strict'
import { test } from 'node:test'
import { problemOf } from '../../contract/problem.ts'
import { type Code, Refusal, refusals } from '../../contract/refusals.ts'
import { inPlainWords } from './plain-words.ts'

const ID = '019a3c1e-7b1e-7c1a-9f00-0123456789ab'

/** Every parameter that the sentence of any refusal uses. */
const detail = {
  reason: 'amount × fx_rate is 12.00 EUR, not 13.00 EUR. Send one of the two.',
  field: 'to_account_id',
  name: 'my_account',
  contact: 'Sam',
  account_name: 'Bank',
  link: 'category',
  resource: 'write_off',
  id: ID,
  line_id: ID,
  reconciliation_id: ID,
  by: { resource: 'transaction', id: ID },
  key: ID,
  from: 'CHF',
  to: 'EUR',
  bound: 'CHF',
  currency_id: 'EUR',
  base_currency_id: 'EUR',
  type: 'income',
  date: '2026-11-15',
  today: '2026-11-14',
  held: '40.00 EUR',
  after: '-1.00 EUR',
  opening: '12.00 USD',
  nearest: null,
  fields: ['fx_rate', 'to_amount'],
  join: 'or',
  next: null,
  statement_date: '2026-10-31',
  line_date: '2026-11-01',
  later_date: '2026-11-30',
  start: '2026-01-01',
  until: '2030-01-01',
  first: '2026-11-15',
  last: '2027-11-15',
  finished_at: '2026-11-15T10:00:00Z',
  most: 9,
  records: 3,
  size: { rows: 1, bytes: 2 },
  amount: 12.5,
  applied: 5,
  outstanding: 4,
  decimals: 2,
  fx_rate: 0.95,
  count: 2,
  limit: 9,
  length: 5,
  minimum: 8,
  retry_after: 3,
  version: 7,
  undone_by: 8,
  erased_in: 9,
  expected: '"6"',
  known_at: '2030',
  now: '2026',
  created_at: '2025',
  kind: 'expense',
  direction: 'payable',
  sent: 'both',
  state: 'posted',
  remedy: 'Take it back with POST /plans/1/occurrences.',
  role: 'viewer',
  needs: 'write',
  origin: 'evil',
  path: '/nowhere',
  method: 'PUT',
  allow: 'GET',
  time_zone: 'Mars/Base',
  owed: [],
  opened_by: 'lunch',
  children: ['Rent', 'Power'],
  goals: ['Japan in spring'],
  filename: 'bank.csv',
  fault: 'Line 1: it is empty.',
  n: 7,
  line: 8,
  rows: 3,
  was: 4,
  left_out: 1,
  left_out_was: 0,
  changing: 12,
  again: 'bank (2).csv',
  again_version: 9,
  parts: '99.99 EUR',
  external_id: 'bank-1',
  since: 9,
  statement: '€1.00',
  cleared: '€2.00',
  difference: '€1.00',
  used: ['USD'],
  balance: '3,800.00 EUR',
  balance_date: '2026-06-01',
  as_of: '2026-05-01',
  blockers: [],
  what: 'invitations',
  ability: 'write:budgeting',
  books: [{ id: ID, name: 'Annenstraße' }],
}

/** A refusal as it arrives on the screen. */
const arrived = (code: Code, more: object = {}) => {
  const faults = [
    {
      field: 'opening_date',
      code: 'not_a_day',
      params: { first: '1901-01-01', last: '2199-12-31', value: 'x' },
    },
  ]
  const most = code === 'quota_exceeded' ? { most: { rows: 1, bytes: 2 } } : {}
  const needs = code === 'import_undecided' ? { needs: [] } : {}
  const given = { ...detail, ...most, ...needs, ...(code === 'invalid' && { faults }), ...more }
  return inPlainWords(problemOf(new Refusal(code, given), 'request'))
}

test('no refusal shows a method, an address, the name of a field or an id, whatever its code', () => {
  for (const code of Object.keys(refusals) as Code[]) {
    const { detail: sentence, message, errors = {} } = arrived(code)
    for (const one of [sentence, message, ...Object.values(errors).flat()]) {
      const unquoted = one.replace(/"[^"]*"|“[^”]*”/g, '')
      assert.doesNotMatch(unquoted, /\b(GET|PUT|POST|DELETE|PATCH)\b|(^|\s)\/\w|[a-z]_[a-z]|\bsend\b/i, code)
      assert.doesNotMatch(unquoted, /[\da-f]{8}-|undefined|If-Match|Idempotency/i, `${code}: ${one}`)
      assert.match(one, /^["“A-Z\d].*\.$/, `${code} is a sentence: ${one}`)
    }
  }
})

test('a name that a person gave stays as it is', () => {
  assert.match(arrived('account_in_use').detail, /^“my_account” has 2 entries/)
  assert.match(
    arrived('account_currency', { name: 'PUT /it here' }).detail,
    /^“PUT \/it here” is kept in CHF/,
  )
})

test('a role that is not enough is named, with whoever may', () => {
  assert.equal(
    arrived('not_allowed').detail,
    'As a viewer you cannot do this in this book. It takes an editor or an owner.',
  )
  assert.match(
    arrived('not_allowed', { role: 'annotator', needs: 'own' }).detail,
    /^As an annotator .* owner\.$/,
  )
  const field = (name: string) => arrived('field_not_allowed', { role: 'annotator', field: name }).detail
  assert.match(field('amount'), /^An annotator cannot change the amount\. You can sort entries/)
  assert.match(field('fx_rate'), /^An annotator cannot change this\./)
  assert.match(
    arrived('last_owner', { books: [{ id: ID, name: 'Annenstraße' }] }).detail,
    /^You are the only owner of “Annenstraße”\./,
  )
})

test('a missing rate names its two currencies and its day', () => {
  assert.match(
    arrived('fx_rate_missing').errors?.fx_rate?.[0] ?? '',
    /no rate from CHF to EUR for (15 Nov|Nov 15)/,
  )
})

test('a start that may not move is refused with the balance that was said, and both ways out', () => {
  const balance_as_of = { account_id: ID, account_name: 'Bank', amount: '2450.30 EUR', date: '2026-11-16' }
  const { detail: reconciled } = arrived('locked', { balance_as_of })
  assert.match(
    reconciled,
    /^You said that “Bank” had €2,450\.30 as of (?:Nov 16,|16 Nov) 2026.* statement of (?:Oct 31,|31 Oct) 2026.* open the reconciliation again, or say in the account/,
  )
  const { detail: closed } = arrived('locked', { balance_as_of, closed_through: '2026-10-31' })
  assert.match(closed, /closed through (?:Oct 31,|31 Oct) 2026: open them again, or say in the account/)
})

test('a value on a day that a balance covers names the way out, from either side', () => {
  const said = (field: string) =>
    arrived('value_covered', { field, name: 'Car', date: '2026-04-30', as_of: '2026-05-01' }).detail
  assert.match(said('date'), /holds for this day\. .* an earlier day under Edit\.$/)
  assert.match(said('balance_as_of'), /is stated, .* remove that value first\.$/)
})

test('a value of a closed day that is stated or removed is not told to be dated later', () => {
  const value = { account_id: ID, account_name: 'Car', amount: '110.00 USD', date: '2026-10-16' }
  const closed = (more: object) =>
    arrived('locked', { closed_through: '2026-10-31', value: { ...value, ...more } }).detail
  for (const more of [{ is_stated: true }, { is_removed: true }])
    assert.match(closed(more), /^Your books are closed through (?:Oct 31,|31 Oct) 2026\.$/)
  assert.match(closed({}), /^“Car” was worth .* Date this one later, or change the value first\.$/)
})
