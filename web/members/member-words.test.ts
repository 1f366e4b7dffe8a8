import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Member, Role } from '../../contract/members.ts'
import { personOf, whomToAsk } from '../page/people.ts'
import { rightsOf } from '../page/role.ts'
import { tokenIn } from './joining.ts'
import {
  bookJoined,
  endInWords,
  invitationWords,
  isOnlyOwner,
  isSoleOwner,
  joiningWords,
  onlyOwnerWords,
  openAt,
} from './member-words.ts'

const member = (name: string | null, role: Role | null, is_you = false): Member => ({
  user_id: `id of ${name}`,
  name,
  email: null,
  role,
  is_you,
  joined_at: '2026-05-02T08:00:00.000Z',
  left_at: role === null ? '2026-10-01T08:00:00.000Z' : null,
})
const ana = member('Ana Kertész', 'owner', true)
const kai = member('Kai Sommer', 'editor')
const lea = member('Lea Hofer', 'editor')
const weiss = member('Dr Weiss', 'annotator')

test('the only owner is told whom to make an owner first', () => {
  assert.equal(
    onlyOwnerWords(['Kai Sommer', 'Lea Hofer']),
    'Make Kai or Lea an owner first, then you can leave.',
  )
  assert.equal(
    onlyOwnerWords(['Kai Sommer', 'Dr Weiss, tax']),
    'Make Kai or Dr Weiss, tax an owner first, then you can leave.',
  )
  assert.equal(onlyOwnerWords(['Kai Sommer']), 'Make Kai an owner first, then you can leave.')
  assert.equal(
    onlyOwnerWords(['Kai Sommer', 'Kai Berger', 'Lea Hofer']),
    'Make Kai Sommer, Kai Berger or Lea an owner first, then you can leave.',
  )
})

test('the only owner is so among others, and not beside a second owner, alone or somebody else', () => {
  assert(isOnlyOwner([ana, kai]))
  assert(!isOnlyOwner([ana]))
  assert(!isOnlyOwner([ana, member('Tom', null)]))
  assert(!isOnlyOwner([ana, { ...kai, role: 'owner' }]))
  assert(
    !isOnlyOwner([
      { ...ana, is_you: false },
      { ...kai, is_you: true },
    ]),
  )
})

test('an invitation says when it was made and when it ends', () => {
  const made = { created_at: '2026-11-10T09:00:00.000Z', expires_at: '2026-11-17T09:00:00.000Z' }
  const now = Date.parse('2026-11-14T12:00:00.000Z')
  assert.match(
    invitationWords(made, '2026-11-14', now),
    /^made (10 November|November 10), not used, ends Tuesday$/,
  )
  assert.match(
    invitationWords(made, '2026-11-18', Date.parse('2026-11-18T12:00:00.000Z')),
    /not used, ended yesterday$/,
  )
  assert.match(
    invitationWords({ ...made, created_at: '2026-11-14T01:00:00.000Z' }, '2026-11-14', now),
    /^made today, /,
  )
  assert.match(endInWords('2026-11-30T12:00:00.000Z', '2026-11-14'), /^(30 November|November 30)$/)
})

test('whoever is invited reads their role and who else is there, without whoever invites', () => {
  const shown = {
    book_name: 'Annenstraße',
    role: 'editor',
    invited_by: 'Ana Kertész',
    members: ['Ana Kertész', 'Kai Sommer', 'Lea Hofer'],
    expires_at: '2026-11-21T09:00:00.000Z',
  } as const
  const { role, may, others } = joiningWords({ ...shown, members: [...shown.members] })
  assert.equal(
    `You would be ${role}: ${may}. ${others}`,
    'You would be an editor: you see the whole book, record and change. Kai and Lea are in it too.',
  )
  assert.equal(joiningWords({ ...shown, members: ['Ana Kertész'] }).others, undefined)
  assert.equal(
    joiningWords({ ...shown, members: [...shown.members] }, 'Kai Sommer').others,
    'Lea is in it too.',
  )
  assert.equal(joiningWords({ ...shown, members: ['Ana Kertész', 'Kai Sommer'] }).others, 'Kai is in it too.')
})

test('the book that somebody is in already is known by its name and its people', () => {
  const shown = { book_name: 'Annenstraße', members: ['Ana Kertész', 'Kai Sommer'] }
  const book = (id: string, name: string, ...others: string[]) => ({
    id,
    name,
    others: others.map((other) => ({ user_id: other, name: other })),
  })
  const own = book('own', 'Kai’s book')
  assert.equal(bookJoined(shown, 'Kai Sommer', [own, book('flat', 'Annenstraße', 'Ana Kertész')]), 'flat')
  assert.equal(bookJoined(shown, 'Kai Sommer', [own]), undefined)
  assert.equal(bookJoined(shown, 'Kai Sommer', [book('flat', 'Annenstraße', 'Lea Hofer')]), undefined)
  assert.equal(bookJoined(shown, 'Mia', [book('flat', 'Annenstraße', 'Ana Kertész')]), undefined)
})

test('links that have ended are not listed', () => {
  const link = (expires_at: string) => ({ expires_at })
  const [over, open] = [link('2026-11-17T09:00:00.000Z'), link('2026-11-19T09:00:00.000Z')]
  assert.deepEqual(openAt([over, open], Date.parse('2026-11-18T09:00:00.000Z')), [open])
})

test('the role of the only owner cannot change, alone in the book or not', () => {
  assert(isSoleOwner(ana, [ana]))
  assert(isSoleOwner(ana, [ana, kai]))
  assert(!isSoleOwner(ana, [ana, { ...kai, role: 'owner' }]))
  assert(!isSoleOwner(kai, [ana, kai]))
})

test('an annotator is told whom to ask: owners and editors', () => {
  const you = { ...weiss, is_you: true }
  assert.equal(whomToAsk([{ ...ana, is_you: false }, kai, lea, you]), 'Ana, Kai or Lea')
  assert.equal(whomToAsk([{ ...ana, is_you: false }, member('Tom Berger', 'viewer'), you]), 'Ana')
})

test('the person behind an id has a name and initials, and no longer once they are gone', () => {
  const all = [ana, kai, member(null, null), member('Tom Berger', null)]
  assert.deepEqual(personOf(kai.user_id, all), {
    name: 'Kai Sommer',
    short: 'Kai',
    initials: 'KS',
    isYou: false,
  })
  assert.equal(personOf('id of Tom Berger', all).name, 'Tom Berger')
  for (const id of ['id of null', 'nobody'])
    assert.deepEqual(personOf(id, all), {
      name: 'Somebody who left',
      short: 'Somebody who left',
      initials: '?',
      isYou: false,
    })
})

test('each role has the rights of the one below it, and nobody in the book has none', () => {
  assert.deepEqual([...rightsOf({ role: 'owner', is_archived: false })], ['annotate', 'write', 'own'])
  assert.deepEqual([...rightsOf({ role: 'editor', is_archived: false })], ['annotate', 'write'])
  assert.deepEqual([...rightsOf({ role: 'annotator', is_archived: false })], ['annotate'])
  assert.deepEqual([...rightsOf({ role: 'viewer', is_archived: false })], [])
  assert.deepEqual([...rightsOf(undefined)], [])
  assert.deepEqual([...rightsOf({ role: 'owner', is_archived: true })], ['own'])
})

test('only the token of a link to a book is read from an address', () => {
  assert.equal(tokenIn('#flb_4fzyo82mvyr0e9'), 'flb_4fzyo82mvyr0e9')
  for (const other of ['', '#', '#fli_4fzyo', '#flb_4f&email=x', '#content']) assert.equal(tokenIn(other), '')
})
