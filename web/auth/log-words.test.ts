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
  const [a, b] = [{ email: 'a@example.com' }, { email: 'b@example.com' }]
  const confirmed = (before: object | null) => eventWords(event({ action: 'confirmed', before, after: b }))
  assert.equal(confirmed(null), 'The e-mail b@example.com was confirmed')
  assert.equal(confirmed(a), 'The e-mail changed from a@example.com to b@example.com, which was confirmed')
  const pending = (was: string | null, is: string | null) =>
    eventWords(event({ before: { ...a, pending_email: was }, after: { ...a, pending_email: is } }))
  assert.equal(pending(null, b.email), 'The e-mail is to change to b@example.com, once it is confirmed')
  assert.equal(pending(b.email, null), 'The change of the e-mail to b@example.com was taken back')
  assert.equal(eventWords(event({ resource: 'password' })), 'The password was changed')
  assert.equal(eventWords(event({ resource: 'oidc', action: 'removed' })), 'Single sign-on was unlinked')
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

test('the keys of programs are named, with how they ended', () => {
  const of = (action: string, after: object | null = null) =>
    eventWords(event({ resource: 'program', action, before: after ? null : { name: 'Coffee' }, after }))
  assert.equal(of('created', { name: 'Coffee' }), 'A key for the program Coffee was made')
  assert.equal(of('revoked'), 'The key of the program Coffee was revoked by you')
  assert.equal(of('ended_by_recovery'), 'The key of the program Coffee ended by the link of a recovery')
  assert.equal(of('something_new'), 'The key of the program Coffee: something new')
})
