import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Account } from '../../contract/accounts.ts'
import type { BookOfPerson, Role } from '../../contract/members.ts'
import { beforeAndAfter, targets } from './move-between.ts'

const book = (id: string, role: Role, is_archived = false) => ({ id, role, is_archived }) as BookOfPerson // as much as is looked at

test('money can go to another book that one may record in, and that is not archived', () => {
  const books = [
    book('a', 'owner'),
    book('b', 'editor'),
    book('c', 'annotator'),
    book('d', 'viewer'),
    book('e', 'owner', true),
  ]
  assert.deepEqual(
    targets(books, 'a').map(({ id }) => id),
    ['b'],
  )
})

test('a balance is said before and after, in the currency of the account; a card owes less when money comes', () => {
  const account = (more: Partial<Account>) =>
    ({
      type: 'asset',
      currency_id: 'EUR',
      balances: [{ currency_id: 'EUR', amount: 100 }],
      ...more,
    }) as Account // likewise
  assert.deepEqual(beforeAndAfter(account({}), 'USD', '30.50', -1n), {
    currency: 'EUR',
    before: 10_000n,
    after: 6_950n,
  })
  assert.deepEqual(beforeAndAfter(account({ type: 'liability' }), 'USD', '30', 1n), {
    currency: 'EUR',
    before: -10_000n,
    after: -7_000n,
  })
  assert.equal(beforeAndAfter(account({}), 'EUR', '', 1n).after, undefined)
  assert.equal(beforeAndAfter(account({}), 'EUR', '3x', 1n).after, undefined)
})
