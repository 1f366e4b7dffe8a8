import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { UserEvent } from '../../contract/auth.ts'
import { eventWords } from './log-words.ts'

const event = (part: Partial<UserEvent>): UserEvent => ({
  version: 1,
  at: '2026-11-15T10:00:00Z',
  action: 'updated',
  resource: 'profile',
  id: 'i',
  device_id: null,
  before: null,
  after: null,
  ...part,
})

test('the log of an account is in plain words', () => {
  assert.equal(eventWords(event({ action: 'created', after: { name: 'Ana' } })), 'The account was opened')
  assert.equal(
    eventWords(event({ before: { email: 'a@example.com' }, after: { email: 'b@example.com' } })),
    'The e-mail changed from a@example.com to b@example.com',
  )
  assert.equal(eventWords(event({ resource: 'password' })), 'The password was changed')
  assert.equal(eventWords(event({ resource: 'oidc', action: 'removed' })), 'Single sign-on was unlinked')
})

test('each end of a device is told apart', () => {
  const of = (action: string) =>
    eventWords(event({ resource: 'device', action, before: { device_name: 'Tablet' } }))
  assert.equal(of('signed_out'), 'Signed out on Tablet')
  assert.equal(of('revoked'), 'Tablet was signed out by you')
  assert.equal(of('ended_by_password'), 'Tablet was signed out by the new password')
  assert.equal(of('something_new'), 'Tablet: something new')
})
