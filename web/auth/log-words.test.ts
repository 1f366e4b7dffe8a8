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
})

test('the log tells what happened to a passkey, and what signed in', () => {
  const of = (action: string, part: Partial<UserEvent>) =>
    eventWords(event({ resource: 'passkey', action, ...part }))
  assert.equal(of('created', { after: { name: 'Laptop' } }), 'The passkey Laptop was added')
  assert.equal(of('recovered', { after: { name: 'Laptop' } }), 'The passkey Laptop was added by a link')
  assert.equal(of('removed', { before: { name: 'Laptop' } }), 'The passkey Laptop was removed')
  assert.equal(
    of('updated', { before: { name: 'Laptop' }, after: { name: 'Blue' } }),
    'The passkey Laptop is called Blue now',
  )
  const after = { device_name: 'Tablet', passkey: 'Blue' }
  assert.equal(
    eventWords(event({ resource: 'device', action: 'signed_in', after })),
    'Signed in on Tablet with the passkey Blue',
  )
})

test('each end of a device is told apart', () => {
  const of = (action: string) =>
    eventWords(event({ resource: 'device', action, before: { device_name: 'Tablet' } }))
  assert.equal(of('signed_out'), 'Signed out on Tablet')
  assert.equal(of('revoked'), 'Tablet was signed out by you')
  assert.equal(of('ended_by_password'), 'Tablet was signed out by the new password')
  assert.equal(of('ended_by_recovery'), 'Tablet was signed out by the passkey of a link')
  assert.equal(of('something_new'), 'Tablet: something new')
})
