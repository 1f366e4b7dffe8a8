import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ImportRule, When } from '../../../contract/import-rules.ts'
import { setWords, whenWords } from './condition-words.ts'
import { moved } from './order.ts'
import { emptyRule, freeKey, hasFaults, leaf, ruleFaults, ruleFormOf, ruleOf } from './rule-form.ts'

const when: When = {
  match: 'all',
  conditions: [
    {
      field: 'group',
      match: 'any',
      not: false,
      conditions: [
        { field: 'text', is: 'contains', value: 'Lidl', not: false },
        { field: 'text', is: 'begins_with', value: 'BILLA', not: false },
      ],
    },
    { field: 'amount', is: 'at_least', value: 500, not: true },
    { field: 'direction', is: 'equals', value: 'out', not: false },
    { field: 'account', is: 'equals', value: 'bank', not: false },
  ],
}
const rule: ImportRule = {
  id: 'r',
  name: 'Shops',
  rank: 1,
  is_active: true,
  when,
  version: 3,
  set: { category_id: 'food', contact_id: null, add_tags: ['shop'], notes: null, to_account_id: null },
  created_at: '',
  updated_at: '',
  deleted_at: null,
}
const names = { account: () => 'Erste Bank', category: () => 'Groceries', contact: () => 'Bela' }

test('a rule that is opened and saved unchanged is sent as it was', () => {
  const { name, is_active, set } = rule
  assert.deepEqual(ruleOf(ruleFormOf(rule, 'expense', 'EUR'), 'EUR'), { name, is_active, when, set })
})

test('a rule is said as a person would say it', () => {
  assert.equal(
    whenWords(when, names),
    '(the text contains “Lidl” or the text begins with “BILLA”) and the amount is less than 500 and money goes out and the account is Erste Bank',
  )
  assert.equal(setWords(rule, names), 'Groceries, #shop')
  const set = {
    ...rule.set,
    category_id: null,
    add_tags: [],
    to_account_id: 'a',
    contact_id: 'c',
    notes: 'n',
  }
  assert.equal(setWords({ set }, names), 'moved to or from Erste Bank, with Bela, with notes')
})

test('a missing field is named', () => {
  const empty = emptyRule()
  assert.deepEqual(ruleFaults(empty, 'EUR'), {
    name: 'What is it called?',
    category: 'Which category?',
    conditions: { 1: 'Which words?' },
  })
  const filled = { ...emptyRule({ text: 'lidl', categoryId: 'food' }), name: 'Shops' }
  assert(!hasFaults(ruleFaults(filled, 'EUR')))
  assert.equal(
    ruleFaults({ ...filled, kind: 'keep' }, 'EUR').set,
    'Nothing would happen. Choose a person, a tag or notes.',
  )
  assert.equal(ruleFaults({ ...filled, kind: 'transfer' }, 'EUR').category, 'Which account?')
  const amount = leaf(2, 'amount', '12..5')
  assert.deepEqual(ruleFaults({ ...filled, conditions: [amount] }, 'EUR').conditions, { 2: 'Which amount?' })
})

test('a new condition has a key of its own', () => {
  const form = ruleFormOf(rule, 'expense', 'EUR')
  const keys = form.conditions.flatMap((one) => [
    one.key,
    ...(one.field === 'group' ? one.conditions.map(({ key }) => key) : []),
  ])
  assert.equal(new Set(keys).size, keys.length)
  assert(!keys.includes(freeKey(form)))
})

test('a rule moves one place, and rules of one rank come apart', () => {
  const rules = [
    { id: 'a', rank: 1 },
    { id: 'b', rank: 4 },
    { id: 'c', rank: 4 },
  ]
  assert.deepEqual(moved(rules, 'b', -1), [
    { id: 'b', rank: 1 },
    { id: 'a', rank: 4 },
    { id: 'c', rank: 5 },
  ])
  assert.deepEqual(moved(rules, 'b', 1), [{ id: 'b', rank: 5 }])
  assert.deepEqual([moved(rules, 'a', -1), moved(rules, 'c', 1)], [[], []])
})
