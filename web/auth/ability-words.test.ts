import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api } from '../../contract/api.ts'
import { areas } from '../../contract/programs.ts'
import { abilityWords, areaWords, isTicked, rightWords, toggled } from './ability-words.ts'

test('each area has a row, and a box for each right that some request of it needs', () => {
  assert.deepEqual(new Set(Object.keys(areaWords)), new Set(areas))
  for (const area of areas) {
    const needed = new Set(api.flatMap(({ part, route }) => (part === area ? (route.needs ?? []) : [])))
    assert.deepEqual(new Set(areaWords[area].rights), needed, area)
  }
})

test('abilities are read back as a sentence', () => {
  const sentence = (...abilities: string[]) => {
    const { does, not } = abilityWords(abilities)
    return [does, not].filter(Boolean).join(' | ')
  }
  assert.equal(sentence('write:budgeting'), 'records entries | reads no list')
  assert.equal(
    sentence('read:reports', 'write:budgeting', 'read:accounts'),
    'reads accounts and reports, and records entries',
  )
  assert.equal(sentence('read'), 'reads everything | changes nothing')
  assert.equal(sentence('read', 'read:accounts'), 'reads everything | changes nothing')
  assert.equal(sentence('read', 'write', 'own'), 'reads everything, records everything, and manages the book')
  assert.equal(
    sentence('write:changes', 'write:budgeting', 'own:books'),
    'records entries, undoes changes, and manages the book | reads no list',
  )
  assert.equal(sentence(), '')
  for (const area of areas)
    for (const { right } of rightWords) {
      if (!areaWords[area].rights.includes(right)) continue
      assert.notEqual(abilityWords([`${right}:${area}`]).does, '', `${right}:${area}`)
    }
})

test('a right for everything ticks each of its boxes, and takes the place of those that were ticked', () => {
  const some = toggled(toggled([], 'read:accounts'), 'write:budgeting')
  assert.deepEqual(some, ['read:accounts', 'write:budgeting'])
  const all = toggled(some, 'read')
  assert.deepEqual(all, ['write:budgeting', 'read'])
  assert(isTicked(all, 'read:reports') && isTicked(all, 'read') && !isTicked(all, 'write:accounts'))
  assert.deepEqual(toggled(all, 'read'), ['write:budgeting'])
})
