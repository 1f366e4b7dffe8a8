import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Change } from '../../contract/changes.ts'
import { liveWords } from './live-words.ts'

const change = (more: Partial<Change>) =>
  ({ version: 4, user_id: 'kai', action: 'created', resource: 'expense', after: {}, ...more }) as Change // as much as is looked at
const nameOf = (id: string) => (id === 'kai' ? 'Kai' : 'Lea')

test('the changes of others are said in a few words', () => {
  const spar = { memo: 'Spar', amount: 23.1, currency_id: 'EUR' }
  assert.match(liveWords([change({ after: spar })], nameOf), /^Kai added Spar, .*23\.10/)
  assert.equal(liveWords([change({}), change({ version: 5 })], nameOf), 'Kai added 2')
  assert.equal(liveWords([change({ action: 'updated' })], nameOf), 'Kai made a change')
  assert.equal(
    liveWords([change({ resource: 'category' }), change({ version: 5, user_id: 'lea' })], nameOf),
    'Kai and Lea made 2 changes',
  )
})
