import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Change } from '../../contract/changes.ts'
import { mergedIn } from './category-changes.ts'
import { grouped, happenedIn, mainOf } from './change-words.ts'
import { changedFields, changedTogether } from './fields.ts'
import { toldText } from './told-text.ts'

let count = 0
const change = (part: object): Change =>
  ({
    version: 7,
    at: '2026-11-14T18:02:00Z',
    user_id: 'u',
    user_name: 'Ana',
    device_name: null,
    action: 'updated',
    resource: 'expense',
    id: `record ${count++}`,
    before: null,
    after: null,
    undoes: null,
    undone_by: null,
    ...part,
  }) as Change // a change of any kind

const snacks = { id: 's', name: 'Snacks', parent_id: null, position: 2, icon: null, kind: 'expense' }
const gone = (more: object = {}) =>
  change({ resource: 'category', action: 'deleted', id: 's', before: snacks, after: snacks, ...more })
const of = (id: string, name?: string) => ({ category_id: id, ...(name && { category_name: name }) })
const tea = (more: object = {}) => change({ before: of('s', 'Snacks'), after: of('g', 'Groceries'), ...more })
const sentence = (changes: Change[], origin = {}, more: object = {}) => {
  const [group] = grouped(changes)
  assert(group)
  const nameOf = (resource: string, id: string) =>
    resource === 'category' && id === 'g' ? 'Groceries' : undefined
  return toldText(happenedIn({ ...group, ...more }, nameOf, origin))
}

test('a merge of categories names both, and what moved', () => {
  const budgets = [
    change({ resource: 'budget', action: 'deleted', before: of('s') }),
    change({ resource: 'budget', action: 'deleted', before: of('s') }),
    change({ resource: 'budget', before: of('g'), after: of('g') }),
  ]
  const account = change({ resource: 'account', action: 'deleted', before: {}, after: {} })
  const merge = [tea(), tea({ resource: 'income' }), ...budgets, account, gone()]
  assert.equal(sentence(merge), 'merged Snacks into Groceries: 2 entries, 2 budgets')
  assert.equal(
    sentence(merge, {}, { isCut: true }),
    'merged Snacks into Groceries: at least 2 entries, 2 budgets',
  )
  const [group] = grouped(merge)
  assert.equal(group && mainOf(group)?.resource, 'category')
  assert.equal(sentence([...budgets, gone()]), 'merged Snacks into Groceries: 2 budgets')
})

test('a merge is found in parts of an entry, in recurring entries and in rules', () => {
  const parts = change({
    before: { category_id: null, splits: [of('g', 'Groceries'), of('s', 'Snacks')] },
    after: { category_id: null, splits: [of('g', 'Groceries'), of('g', 'Groceries')] },
  })
  assert.equal(sentence([parts, gone()]), 'merged Snacks into Groceries: 1 entry')
  const plan = change({ resource: 'plan', before: { draft: of('s') }, after: { draft: of('g') } })
  const rule = change({ resource: 'import_rule', before: { set: of('s') }, after: { set: of('g') } })
  assert.equal(sentence([plan, rule, gone()]), 'merged Snacks into Groceries: 1 recurring entry, 1 rule')
})

test('the undo of a merge, and its redo, say so', () => {
  const back = [
    tea({ before: of('g', 'Groceries'), after: of('s', 'Snacks'), undoes: 6 }),
    gone({ action: 'restored', undoes: 6 }),
  ]
  assert.equal(sentence(back), 'undid the merge of Snacks into Groceries: 1 entry')
  const again = [tea({ undoes: 6 }), gone({ undoes: 6 })]
  assert.equal(sentence(again, { isRedone: true }), 'redid the merge of Snacks into Groceries: 1 entry')
})

test('a category that goes alone, or with its entries, was not merged', () => {
  assert.equal(mergedIn([gone()]), undefined)
  assert.equal(sentence([gone()]), 'put the category Snacks into the trash')
  const trashed = change({ action: 'deleted', before: of('s'), after: of('s') })
  assert.equal(mergedIn([trashed, gone({ undoes: 6 })]), undefined)
  assert.equal(mergedIn([tea(), gone(), gone({ id: 'other' })]), undefined)
})

const category = (before: object, after: object) =>
  change({ resource: 'category', before: { ...snacks, ...before }, after: { ...snacks, ...after } })

test('a changed category says its group, place and icon', () => {
  assert.deepEqual(changedFields(category({}, { parent_id: 'f', position: 1, icon: 'shopping-basket' })), [
    { name: 'parent_id', label: 'Group', before: undefined, after: { id: 'f', of: 'category' } },
    { name: 'position', label: 'Place', before: { text: '2' }, after: { text: '1' } },
    { name: 'icon', label: 'Icon', before: undefined, after: { text: 'shopping basket' } },
  ])
})

test('a category that was moved is told, not those that made room for it; an order alone is told as such', () => {
  const room = category({ name: 'Tea', position: 1 }, { name: 'Tea', position: 2 })
  const moved = [room, category({ position: 3 }, { parent_id: 'f', position: 1 })]
  assert.equal(sentence(moved), 'changed the category Snacks')
  const [group] = grouped(moved)
  assert.deepEqual(group && mainOf(group)?.after, { ...snacks, parent_id: 'f', position: 1 })
  assert.equal(sentence([room, category({}, { position: 1 })]), 'changed the order of 2 categories')
})

test('categories that were added with their groups are counted in these', () => {
  const added = (id: string, parent_id: string | null) =>
    change({ resource: 'category', action: 'created', id, after: { ...snacks, id, parent_id } })
  const some = [added('f', null), added('t', 'f'), added('c', 'f')]
  assert.equal(sentence(some), 'added 2 categories in 1 group')
  assert.equal(sentence(some, {}, { isCut: true }), 'added at least 2 categories in 1 group')
  assert.equal(sentence([added('x', null), added('y', 'gone')]), 'added 2 categories')
})

test('a changed goal names its accounts, so that another account is a difference', () => {
  const goal = {
    name: 'Japan',
    target_amount: 900,
    currency_id: 'EUR',
    target_date: null,
    account_ids: ['a'],
  }
  const after = { ...goal, account_ids: ['b', 'c'], target_amount: 1200, target_date: '2027-04-01' }
  assert.deepEqual(changedTogether([change({ resource: 'goal', before: goal, after })]), [
    {
      name: 'target_amount',
      label: 'To save',
      before: { amount: 900, currency: 'EUR' },
      after: { amount: 1200, currency: 'EUR' },
    },
    { name: 'target_date', label: 'By', before: undefined, after: { day: '2027-04-01' } },
    {
      name: 'account_ids',
      label: 'Saved on',
      before: { ids: ['a'], of: 'account' },
      after: { ids: ['b', 'c'], of: 'account' },
    },
  ])
})
