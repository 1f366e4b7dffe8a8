import assert from 'node:assert/strict'
import { test } from 'node:test'
import { folded } from '../../../contract/fold.ts'
import type { When } from '../../../contract/import-rules.ts'
import { makeEffects } from './effect.ts'
import { makeMatcher, type Subject } from './matcher.ts'

const lidl: Subject = {
  texts: [folded('LIDL GRAZ 0417'), folded('Éva Kovács')],
  amount: -7_320n,
  currency_id: 'EUR',
  account_id: '0190a1b2-0000-7000-8000-000000000001',
}
const isMet = (when: When, subject: Subject) => makeMatcher([when])(subject).length === 1
const effectOf = (rules: Parameters<typeof makeEffects>[0], subject: Subject) => makeEffects(rules)(subject)
type Condition = When['conditions'][number]
const all = (...conditions: Condition[]): When => ({ match: 'all', conditions })
const any = (...conditions: Condition[]): When => ({ match: 'any', conditions })
const contains = (value: string, not = false): Condition => ({ field: 'text', is: 'contains', value, not })
const group = (match: 'all' | 'any', not: boolean, ...conditions: Condition[]): Condition => ({
  field: 'group',
  match,
  not,
  conditions: conditions.filter((one) => one.field !== 'group'),
})

test('a text is found whatever its case and accents, in any of the texts', () => {
  for (const value of ['lidl', 'Lidl Graz', 'eva', 'KOVÁCS']) assert(isMet(all(contains(value)), lidl), value)
  assert(!isMet(all(contains('aldi')), lidl))
  for (const [is, value, meets] of [
    ['begins_with', 'lidl', true],
    ['begins_with', 'graz', false],
    ['begins_with', 'Eva', true],
    ['equals', 'LIDL graz 0417', true],
    ['equals', 'lidl', false],
  ] as const)
    assert.equal(isMet(all({ field: 'text', is, value }), lidl), meets, `${is} ${value}`)
})

test('amounts are compared without their sign, also with more decimals than the currency has', () => {
  for (const [is, value, meets] of [
    ['equals', 73.2, true],
    ['equals', 73.21, false],
    ['at_least', 73.2, true],
    ['at_least', 73.201, false],
    ['at_most', 73.2, true],
    ['at_most', 73.199, false],
  ] as const)
    assert.equal(isMet(all({ field: 'amount', is, value }), lidl), meets, `${is} ${value}`)
  const yen = { ...lidl, amount: 11n, currency_id: 'JPY' }
  assert(isMet(all({ field: 'amount', is: 'at_least', value: 10.5 }), yen))
  assert(!isMet(all({ field: 'amount', is: 'at_most', value: 10.5 }), yen))
})

test('direction, account and currency', () => {
  assert(isMet(all({ field: 'direction', is: 'equals', value: 'out' }), lidl))
  assert(!isMet(all({ field: 'direction', is: 'equals', value: 'in' }), lidl))
  assert(isMet(all({ field: 'account', is: 'equals', value: lidl.account_id?.toUpperCase() ?? '' }), lidl))
  assert(!isMet(all({ field: 'account', is: 'equals', value: 'elsewhere' }), lidl))
  assert(isMet(all({ field: 'currency', is: 'equals', value: 'eur' }), lidl))
  assert(!isMet(all({ field: 'currency', is: 'equals', value: 'USD' }), lidl))
})

test('and, or and not, at both levels', () => {
  const [yes, no] = [contains('lidl'), contains('aldi')]
  assert(isMet(any(no, yes), lidl))
  assert(!isMet(all(no, yes), lidl))
  assert(isMet(all(contains('aldi', true), yes), lidl))
  assert(!isMet(any(no, contains('lidl', true)), lidl))
  assert(isMet(all(yes, group('any', false, no, yes)), lidl))
  assert(!isMet(all(yes, group('all', false, no, yes)), lidl))
  assert(isMet(all(yes, group('all', true, no, yes)), lidl))
  assert(!isMet(any(group('any', true, no, yes)), lidl))
})

test('the first rule that sets a field decides it, tags add up, and a transfer has no category', () => {
  const actions = { category_id: null, contact_id: null, add_tags: [], notes: null, to_account_id: null }
  const rule = (name: string, value: string, set: object) => ({
    id: name,
    name,
    conditions: all(contains(value)),
    actions: { ...actions, ...set },
  })
  const rules = [
    rule('none', 'aldi', { category_id: 'never', add_tags: ['never'] }),
    rule('first', 'graz', { add_tags: ['graz'] }),
    rule('second', 'lidl', { category_id: 'groceries', add_tags: ['graz', 'food'] }),
    rule('third', 'lidl', {
      category_id: 'other',
      contact_id: 'eva',
      notes: 'weekly',
      to_account_id: 'savings',
    }),
  ]
  assert.deepEqual(effectOf(rules, lidl), {
    category_id: 'groceries',
    contact_id: 'eva',
    tags: ['graz', 'food'],
    notes: 'weekly',
    to_account_id: null,
    rule: { id: 'first', name: 'first' },
  })
  assert.equal(effectOf(rules.slice(0, 1), lidl), undefined)
  assert.deepEqual(effectOf(rules.slice(3), lidl)?.category_id, 'other')
  const moved = effectOf([rule('moves', 'lidl', { to_account_id: 'savings' }), ...rules], lidl)
  assert.deepEqual([moved?.to_account_id, moved?.category_id], ['savings', null])
})
