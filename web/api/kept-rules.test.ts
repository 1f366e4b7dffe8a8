import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Problem } from '../../contract/problem.ts'
import {
  bannerText,
  isDoubtful,
  KEY_LASTS_MS,
  type Kept,
  notHereText,
  sendable,
  waitingHere,
} from './kept-rules.ts'
import { atStart, ID_BEFORE, idOfStep, sendRequests } from './plain-requests.ts'

const NOW = Date.parse('2026-11-15T12:00:00Z')
const entry = (more: Partial<Kept>): Kept => ({
  ...atStart,
  id: 'one',
  user_id: 'ana',
  made_at: NOW,
  words: 'Spent €12.50 on Eating out from Cash today',
  line: '12.50 eating out',
  steps: [{ path: '/budgeting/expenses', body: {} }],
  keys: ['key'],
  sent_at: null,
  refusal: null,
  ...more,
})

const refused: Problem = {
  code: 'locked',
  params: {},
  status: 409,
  title: 'Locked',
  type: '',
  request_id: '',
  detail: 'Closed.',
  message: 'Closed.',
}

test('an entry is sent by itself unless it was refused, may be there already, or is somebody else’s', () => {
  const day = 24 * 60 * 60 * 1_000
  const ids = (kept: Kept[]) => sendable(kept, 'ana', NOW).map(({ id }) => id)
  assert.deepEqual(
    ids([
      entry({ id: 'later', made_at: NOW - 1 }),
      entry({ id: 'earlier', made_at: NOW - 9 * day }),
      entry({ id: 'sent an hour ago', made_at: NOW, sent_at: NOW - 3_600_000 }),
      entry({ id: 'sent a day ago', sent_at: NOW - day }),
      entry({ id: 'refused', refusal: refused }),
      entry({ id: 'of Bela', user_id: 'bela' }),
    ]),
    ['earlier', 'later', 'sent an hour ago'],
  )
})

test('an entry is in doubt once the service may have forgotten its key, also if the clock was turned back', () => {
  assert.equal(isDoubtful({ sent_at: null }, NOW), false)
  assert.equal(isDoubtful({ sent_at: NOW - KEY_LASTS_MS + 1 }, NOW), false)
  assert.equal(isDoubtful({ sent_at: NOW - KEY_LASTS_MS }, NOW), true)
  assert.equal(isDoubtful({ sent_at: NOW + KEY_LASTS_MS }, NOW), true)
})

test('the banner counts, and says nothing when there is nothing to say', () => {
  assert.equal(bannerText(0, true), undefined)
  assert.match(bannerText(0, false) ?? '', /kept on this device/)
  assert.doesNotMatch(bannerText(0, false, false) ?? '', /kept/, 'a browser that keeps nothing')
  assert.equal(
    bannerText(2, false),
    'You are offline. 2 transactions are kept on this device and sent when you are back.',
  )
  assert.equal(bannerText(1, true), '1 transaction is kept on this device and not sent yet.')
})

test('steps go on where they had stopped, with the id of the one before', async () => {
  const steps = [
    { path: '/contacts', body: { name: 'Anna' } },
    { path: '/obligations', body: { contact_id: ID_BEFORE, name: 'Loan' } },
  ]
  const sent: unknown[] = []
  const post = async (step: object, key: string) => {
    sent.push([key, step])
    return { id: `made by ${key}` }
  }
  const progress: unknown[] = []
  await sendRequests(steps, ['a', 'b'], post, atStart, async (at) => void progress.push(at))
  assert.deepEqual(sent, [
    ['a', { path: '/contacts', body: { name: 'Anna' } }],
    ['b', { path: '/obligations', body: { contact_id: 'made by a', name: 'Loan' } }],
  ])
  assert.deepEqual(progress, [{ done: 1, id_before: 'made by a', ids: ['made by a'] }])
  await sendRequests(steps, ['a', 'b'], post, { done: 1, id_before: 'known' })
  assert.deepEqual(sent[2], ['b', { path: '/obligations', body: { contact_id: 'known', name: 'Loan' } }])
})

test('a screen that is shown from the device says from when it is', () => {
  assert.equal(bannerText(0, false, true, 'today, 14:32'), 'No connection. As of today, 14:32.')
  assert.equal(
    bannerText(2, true, true, 'today, 14:32'),
    'No connection. As of today, 14:32. 2 transactions are kept on this device.',
  )
})

test('something that is not on the device says so in one line, and what waits there', () => {
  assert.equal(notHereText(0), 'Not on this device: it needs a connection.')
  assert.match(notHereText(1), /1 transaction is kept here and sent then\.$/)
  assert.match(notHereText(3), /3 transactions are kept here/)
})

test('steps use the ids of all steps before them, also after a stop', async () => {
  const steps = [
    { path: '/contacts', body: { name: 'Tom' } },
    { path: '/contacts', body: { name: 'Lea' } },
    { path: '/expenses', body: { shares: [{ contact_id: idOfStep(0) }, { contact_id: idOfStep(1) }] } },
  ]
  const sent: object[] = []
  const post = async (step: object, key: string) => {
    sent.push(step)
    return { id: key }
  }
  const last = { path: '/expenses', body: { shares: [{ contact_id: 'a' }, { contact_id: 'b' }] } }
  await sendRequests(steps, ['a', 'b', 'c'], post)
  assert.deepEqual(sent.at(-1), last)
  await sendRequests(steps, ['x', 'b', 'c'], post, { done: 1, id_before: 'a', ids: ['a'] })
  assert.deepEqual(sent.at(-1), last)
})

test('the entries that wait stand above the transactions of their book, the latest first', () => {
  const ids = (kept: Kept[]) => waitingHere(kept, 'ours').map(({ id }) => id)
  assert.deepEqual(
    ids([
      entry({ id: 'first', book_id: 'ours', made_at: NOW - 5 }),
      entry({ id: 'elsewhere', book_id: 'mine' }),
      entry({ id: 'last', book_id: 'ours', made_at: NOW }),
      entry({ id: 'of before', made_at: NOW - 9 }),
    ]),
    ['last', 'first', 'of before'],
  )
})
