import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Change } from '../../contract/changes.ts'
import { liveWords } from './live-words.ts'

const change = (more: Partial<Change>) =>
  ({ version: 4, user_id: 'kai', action: 'created', resource: 'expense', after: {}, ...more }) as Change // as much as is looked at
const nameOf = (id: string) => (id === 'kai' ? 'Kai' : 'Lea')
const spar = { memo: 'Spar', amount: 23.1, currency_id: 'EUR' }

test('the changes of others are said in a few words', () => {
  assert.match(liveWords([change({ after: spar })], nameOf), /^Kai added Spar, .*23\.10/)
  assert.equal(liveWords([change({}), change({ version: 5 })], nameOf), 'Kai added 2')
  assert.equal(liveWords([change({}), change({})], nameOf), 'Kai added 2', 'in one change')
  assert.equal(liveWords([change({ action: 'updated' })], nameOf), 'Kai made a change')
  assert.equal(liveWords([change({ action: 'updated', after: spar })], nameOf), 'Kai changed Spar')
  assert.equal(
    liveWords([change({ action: 'deleted', before: spar, after: null })], nameOf),
    'Kai deleted Spar',
  )
  assert.equal(
    liveWords([change({ resource: 'category' }), change({ version: 5, user_id: 'lea' })], nameOf),
    'Kai and Lea made 2 changes',
  )
})

test('money from another book is moved in, and the account that came with it is not told', () => {
  const after = { from_account_id: 'other', to_account_id: 'bank', amount: 800, currency_id: 'EUR' }
  const between = (more: object) => change({ resource: 'transfer', after: { ...after, ...more } })
  const of = (...changes: Change[]) => liveWords(changes, nameOf, (id) => id === 'other')
  const account = { resource: 'account', id: 'new', after: { is_system: true, type: 'equity' } } as const
  assert.match(of(between({})), /^Kai moved .*800\.00 in$/)
  assert.match(of(change(account), between({ from_account_id: 'new' })), /^Kai moved .*800\.00 in$/)
  assert.match(of(between({ from_account_id: 'bank', to_account_id: 'other' })), /^Kai moved .*800\.00 out$/)
  assert.match(
    of(between({ from_account_id: 'bank', to_account_id: 'till', memo: 'Till' })),
    /^Kai added Till/,
  )
})
