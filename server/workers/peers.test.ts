import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createContact, deleteContact } from '../../contract/contacts.ts'
import { Refusal } from '../../contract/refusals.ts'
import type { Route } from '../../contract/route.ts'
import { until } from '../../test/until.ts'
import { perMinute } from '../http/per-minute.ts'
import type { Answered, Checked } from '../http/request.ts'
import { makePair } from './pairs.ts'
import { makePeers, ownerProcess } from './peers.ts'

const BOOK = '019a0000-0000-7000-8000-000000000001' // the second of two processes writes it
const bugs: unknown[] = []
const log = () => ({ error: (fields: object) => void bugs.push(fields) })
const done: Answered = { text: '{"name":"Zoë \u{1f600}"}', version: 7, isReplayed: false }

const ends: Socket[] = []
after(() => {
  for (const end of ends) end.destroy()
})

/** Two processes' ends, here in one process, over a real connection. */
async function twoPeers(
  answer: (checked: Checked, isGone: () => boolean) => Promise<Answered>,
  routesOfSecond: Route[] = [createContact, deleteContact],
) {
  const [first, second] = [makePeers(1, 2, log), makePeers(2, 2, log)]
  for (const route of [createContact, deleteContact]) first.serve(route, answer)
  for (const route of routesOfSecond) second.serve(route, answer)
  const [one, other] = await makePair()
  ends.push(one, other)
  const greeted = [one, other].map((end) => once(end, 'data'))
  first.open(2, one)
  second.open(1, other)
  await Promise.all(greeted)
  return { first, second, cut: () => other.destroy() }
}

const book = { id: BOOK, name: 'Book', version: 3 } as Checked['user']['book'] // messages are compared as a whole
const checkedOf = (body: unknown, key?: string): Checked => ({
  params: {},
  query: { limit: 3 },
  ignored: ['sorted'],
  body,
  ifMatch: '"3"',
  user: {
    id: 'u',
    token_id: 't',
    role: 'owner',
    program: null,
    isNamed: false,
    book,
    secretHash: Buffer.from('secret'),
    admit: () => undefined,
  },
  key: key === undefined ? undefined : { key, hash: Buffer.from('hash') },
})
const here = () => false

test('a request is handed on with all that its function needs, and its answer comes back', async () => {
  const asked: Checked[] = []
  const { first, second } = await twoPeers(async (checked) => {
    asked.push(checked)
    return done
  })
  const sent = checkedOf({ name: 'Zoë \u{1f600}' }, 'key')
  const all = await Promise.all(Array.from({ length: 50 }, () => first.handOn(createContact, sent, here)))
  assert.deepEqual(
    all,
    Array.from({ length: 50 }, () => done),
  )
  const { admit: _, ...user } = asked[0]?.user ?? assert.fail()
  const { admit: __, ...was } = sent.user
  assert.deepEqual({ ...asked[0], user }, { ...sent, user: was })
  assert.equal(second.handOn(createContact, sent, here), undefined, 'its own books it writes itself')
  await second.leave()
})

test('nothing is handed to a process whose routes or schemas are others, as after a renewal with new files', async () => {
  const answer = async () => done
  const wider = { ...createContact, body: { ...createContact.body, additionalProperties: true } }
  for (const routes of [[deleteContact, createContact], [wider, deleteContact], [createContact]]) {
    const { first, second } = await twoPeers(answer, routes)
    for (const peers of [first, second])
      assert.equal(peers.handOn(createContact, checkedOf({}), here), undefined)
  }
})

test('a body of many kilobytes, which comes in pieces, is the same at the other end', async () => {
  const { first } = await twoPeers(async ({ body }) => ({ ...done, text: JSON.stringify(body) }))
  const name = 'ä'.repeat(200_000)
  assert.equal((await first.handOn(createContact, checkedOf({ name }), here))?.text, JSON.stringify({ name }))
})

test('a refusal comes back as it was made, and a bug as an error that is in the log of both', async () => {
  const { first } = await twoPeers(async ({ body }) => {
    if (body === undefined) throw new TypeError('no such thing')
    throw new Refusal('stale', { expected: '"3"', version: 5 })
  })
  await assert.rejects(
    first.handOn(createContact, checkedOf({}), here) ?? assert.fail(),
    new Refusal('stale', { expected: '"3"', version: 5 }),
  )
  await assert.rejects(
    first.handOn(deleteContact, checkedOf(undefined), here) ?? assert.fail(),
    /no such thing/,
  )
  assert.equal(bugs.length, 1)
})

test('what was handed to a process that is gone is served here if it has a key, and is unavailable without one', async () => {
  const { first, cut } = await twoPeers(() => new Promise(() => undefined))
  const keyed = first.handOn(createContact, checkedOf({}, 'key'), here)
  const plain = first.handOn(createContact, checkedOf({}), here)
  const refused = assert.rejects(plain ?? assert.fail(), { code: 'unavailable' })
  cut()
  assert.equal(await keyed, undefined)
  await refused
  assert.equal(first.handOn(createContact, checkedOf({}), here), undefined, 'from then on it is served here')
})

test('20 s after a request that a process has not answered, it is handed nothing more until it speaks; metrics wait for 2 s', async ({
  mock,
}) => {
  const answer = Promise.withResolvers<Answered>()
  const { first } = await twoPeers(() => answer.promise)
  const keyed = first.handOn(createContact, checkedOf({}, 'key'), here)
  const now = performance.now.bind(performance)
  let later = 19_500
  mock.method(performance, 'now', () => now() + later)
  const isLost = async (asked: Promise<unknown> | undefined) =>
    (await Promise.race([asked, sleep(400, 'waits')])) !== 'waits'
  assert.equal(await isLost(keyed), false)
  later = 20_000
  assert.equal(await isLost(keyed), true)
  assert.equal(first.handOn(createContact, checkedOf({}), here), undefined, 'it is silent')
  answer.resolve(done)
  await until(() => first.handOn(createContact, checkedOf({}), here) !== undefined, 5_000)

  const { first: other } = await twoPeers(async () => done)
  ends.at(-1)?.pause() // as the end of a process that does nothing
  const collected = other.collecting(async () => [])()
  later += 1_500
  assert.equal(await isLost(collected), false)
  later += 500
  assert.equal(await isLost(collected), true)
  const asked = other.handOn(createContact, checkedOf({}, 'key'), here)
  assert.notEqual(asked, undefined, 'a slow answer about metrics keeps no change from its process')
  ends.at(-1)?.resume()
  assert.deepEqual(await asked, done)
})

test('a process that leaves answers what it was handed, and is handed nothing more', async () => {
  const answer = Promise.withResolvers<Answered>()
  const began = Promise.withResolvers<void>()
  const { first, second } = await twoPeers(() => {
    began.resolve()
    return answer.promise
  })
  const asked = first.handOn(createContact, checkedOf({}), here)
  await began.promise
  let hasLeft = false
  const left = second.leave().then(() => {
    hasLeft = true
  })
  // A request that crosses the message of leaving is given back, and served where it came in.
  assert.equal(await first.handOn(createContact, checkedOf({}), here), undefined)
  assert.equal(first.handOn(createContact, checkedOf({}), here), undefined)
  assert.equal(hasLeft, false)
  answer.resolve(done)
  assert.deepEqual(await asked, done)
  await left
})

test('whoever serves a request learns that its client is gone', async () => {
  const { first } = await twoPeers(async (_, isGone) => {
    while (!isGone()) await new Promise((resolve) => setImmediate(resolve))
    throw new Refusal('busy', {})
  })
  await assert.rejects(first.handOn(createContact, checkedOf({}), () => true) ?? assert.fail(), {
    code: 'busy',
  })
})

test('what one process counts, the other has counted too', async () => {
  const { first, second } = await twoPeers(async () => done)
  const [one, other] = [perMinute(3), perMinute(3)]
  first.share('failures', one)
  second.share('failures', other)
  for (let n = 0; n < 3; n++) assert.equal(one('address'), 0)
  while (other('address', true) === 0) await new Promise((resolve) => setImmediate(resolve))
  assert(other('address') > 0)
  assert.equal(other('another address'), 0)
})

test('books are spread over all processes', () => {
  const owners = Array.from({ length: 300 }, () => ownerProcess(crypto.randomUUID(), 3))
  for (const number of [1, 2, 3]) assert(owners.filter((owner) => owner === number).length > 50)
})
