import assert from 'node:assert/strict'
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { getMe, listDevices, listUserEvents, proveIdentity } from '../../contract/auth.ts'
import { client } from '../../contract/client.ts'
import {
  addPasskey,
  listPasskeys,
  passkeyOptions,
  passkeyProofOptions,
  passkeySignIn,
  passkeySignInOptions,
  removePasskey,
  renamePasskey,
} from '../../contract/passkeys.ts'
import type { PasskeyAnswer } from '../../contract/webauthn.ts'
import { type Lies, makeAuthenticator } from '../../test/authenticator.ts'
import { addKey, signInBy } from '../../test/passkeys.ts'
import { enrol } from '../../test/second-factor.ts'
import { instanceKey, makeWorld, type Person, refused, through } from '../../test/world.ts'
import { change, rows, transaction } from '../database/database.ts'
import { type Sql, sql } from '../database/sql.ts'
import { NOBODY } from '../process/ids.ts'
import { CHALLENGE_MS, handleOf, makeChallenge, type Purpose } from './challenges.ts'

const world = await makeWorld({ logLevel: 'info' })
const stranger = (address = '127.0.0.1', app = world.app) => client(through(app, address), '/api/v1')
const past = (statement: Sql) => transaction(world.db, (tx) => change(tx, statement))
const age = ({ user }: Person) =>
  past(
    sql`update tokens set created_at = created_at - interval '11 minutes', proven_at = null where user_id = ${user.id}`,
  )
const codeIn = async (answer: Response) => ((await answer.json()) as { code?: string }).code // checked by the test world

/** A challenge of five minutes ago. */
function expired(purpose: Purpose, userId: string): string {
  const now = Date.now
  Date.now = () => now() - CHALLENGE_MS
  try {
    return makeChallenge(instanceKey, purpose, userId)
  } finally {
    Date.now = now
  }
}

/** Everything about a person that an answer of a key could change. */
const traceOf = ({ user }: Person) =>
  rows(
    world.db,
    sql`select u.log_version, (select count(*)::integer from tokens where user_id = ${user.id}) as tokens,
               (select json_agg(p order by p.id)::text from passkeys p where user_id = ${user.id}) as keys,
               (select count(*)::integer from used_challenges where user_id = ${user.id}) as used
        from users u where u.id = ${user.id}`,
  )

test('a passkey is added, listed, renamed and removed, and each stands in the log', async () => {
  const ana = await world.person()
  const before = world.logged.length
  const { passkey, device, options } = await addKey(ana, 'Laptop')
  assert.deepEqual(options.authenticatorSelection.userVerification, 'required')
  assert.equal(options.user.id, handleOf(ana.user.id))
  const [listed] = (await ana.call(listPasskeys)).data
  assert.deepEqual(listed, passkey)
  assert.deepEqual([passkey.name, passkey.works_here, passkey.last_used_at], ['Laptop', true, null])
  const next = await ana.call(passkeyOptions, { body: {} })
  assert.deepEqual(next.excludeCredentials, [
    { type: 'public-key', id: device.credentialId.toString('base64url') },
  ])
  const params = { id: passkey.id }
  assert.equal((await ana.call(renamePasskey, { params, body: { name: 'Blue key' } })).name, 'Blue key')
  await ana.call(renamePasskey, { params, body: { name: 'Blue key' } }) // changes nothing
  await ana.call(removePasskey, { params, body: {} })
  assert.deepEqual((await ana.call(listPasskeys)).data, [])
  const events = (await ana.call(listUserEvents)).data.filter(({ resource }) => resource === 'passkey')
  assert.deepEqual(
    events.map(({ action, before, after }) => [action, before, after]),
    [
      ['removed', { name: 'Blue key' }, null],
      ['updated', { name: 'Laptop' }, { name: 'Blue key' }],
      ['created', null, { name: 'Laptop' }],
    ],
  )
  const lines = world.logged.slice(before).flatMap(({ security }) => security ?? [])
  assert.deepEqual(lines, ['passkey_added', 'passkey_removed'])
})

test('a passkey signs in without an e-mail, also where a second factor is on, and its use is noted', async () => {
  const ana = await world.person()
  const { device } = await addKey(ana)
  await enrol(ana)
  const before = world.logged.length
  const answer = await signInBy(device, world.app)
  assert.equal(answer.status, 200)
  assert.match(answer.headers.get('set-cookie') ?? '', /service-session=/)
  const { data, token } = (await answer.json()) as { data: { id: string }; token: string } // checked by the test world
  assert.equal(data.id, ana.user.id)
  const there = client(through(world.app), '/api/v1', token)
  assert.equal((await there.call(getMe)).email, ana.user.email)
  assert((await there.call(listPasskeys)).data[0]?.last_used_at)
  const [event] = (await there.call(listUserEvents)).data
  assert.deepEqual(
    [event?.action, Object.entries(event?.after ?? {}).at(-1)],
    ['signed_in', ['passkey', 'Laptop']],
  )
  const line = world.logged.slice(before).find(({ security }) => security === 'signed_in')
  assert.deepEqual([line?.who, line?.address], [ana.user.id, '127.0.0.1'])
  await there.call(passkeyOptions, { body: {} }) // signing in is a proof
})

const foreign = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
/** Answers that a browser with the right device would not give. */
const forged: Record<string, Lies | ((ana: Person, bea: Person) => Lies)> = {
  'another origin': { origin: 'https://florin.evil.example' },
  'the same name at another port': { origin: 'http://localhost:3001' },
  'another site in the data of the device': { rpId: 'evil.example' },
  'a page within a page of another site': { crossOrigin: true, topOrigin: 'https://evil.example' },
  'nobody present': { flags: 0 },
  'nobody verified': { flags: 1 },
  'the answer to making a key': { type: 'webauthn.create' },
  'an expired challenge': () => ({ challenge: expired('sign in', NOBODY) }),
  'a challenge to prove': (ana) => ({ challenge: makeChallenge(instanceKey, 'prove', ana.user.id) }),
  'a challenge to add': (ana) => ({ challenge: makeChallenge(instanceKey, 'add', ana.user.id) }),
  'a challenge to sign in that is of somebody': (ana) => ({
    challenge: makeChallenge(instanceKey, 'sign in', ana.user.id),
  }),
  'a challenge sealed by another instance': {
    challenge: makeChallenge(randomBytes(32), 'sign in', NOBODY),
  },
  'a challenge of one’s own': { challenge: randomBytes(70).toString('base64url') },
  'no challenge': { challenge: '' },
  'the id of another key': { credentialId: randomBytes(32) },
  'the handle of another person': (_, bea) => ({ userHandle: handleOf(bea.user.id) }),
  'the handle of nobody': { userHandle: handleOf('019a3c1e-7b1e-7c1a-9f00-0123456789ab') },
  'no handle': { userHandle: null },
  'a handle of other bytes': { userHandle: 'AAAA' },
}

test('forged answers are refused alike, and change nothing', async () => {
  const [ana, bea] = [await world.person(), await world.person()]
  const { device } = await addKey(ana)
  await addKey(bea)
  assert.equal((await signInBy(device, world.app)).status, 200)
  const before = [await traceOf(ana), await traceOf(bea)]
  const texts = new Set<string>()
  let number = 0
  const note = async (what: string, answer: Response) => {
    const problem = (await answer.json()) as { code: string; detail: string } // checked by the test world
    assert.deepEqual([answer.status, problem.code], [401, 'passkey_refused'], what)
    assert.equal(answer.headers.get('set-cookie'), null, what)
    texts.add(problem.detail)
  }
  for (const [what, lies] of Object.entries(forged)) {
    const told = typeof lies === 'function' ? lies(ana, bea) : lies
    await note(what, await signInBy(device, world.app, told, `10.0.0.${++number}`))
  }
  const caller = stranger('10.0.1.1')
  const options = await caller.call(passkeySignInOptions)
  const ask = (passkey: PasskeyAnswer) => caller.ask(passkeySignIn, { body: { passkey } })
  await note('another key', await ask(device.answer(options, {}, foreign)))
  const right = device.answer(options)
  const broken = (response: Partial<PasskeyAnswer['response']>) => ({
    ...right,
    response: { ...right.response, ...response },
  })
  await note('no signature', await ask(broken({ signature: '' })))
  await note('garbage as a signature', await ask(broken({ signature: 'AAAA' })))
  await note('garbage of the device', await ask(broken({ authenticatorData: 'AAAA' })))
  await note('garbage of the browser', await ask(broken({ clientDataJSON: 'e30' })))
  await note('no JSON of the browser', await ask(broken({ clientDataJSON: '____' })))
  await note('another id beside it', await ask({ ...right, rawId: 'AAAA' }))
  assert.equal(texts.size, 1)
  assert.deepEqual([await traceOf(ana), await traceOf(bea)], before)
  assert.equal((await ask(right)).status, 200, 'the challenge was not used up by wrong answers')
})

test('an answer counts once, also when it arrives twice at the same instant at two instances', async () => {
  const ana = await world.person()
  const { device } = await addKey(ana)
  const options = await stranger().call(passkeySignInOptions)
  const body = { passkey: device.answer(options) }
  const other = world.another()
  const answers = await Promise.all(
    [world.app, other, world.app, other].map((app) =>
      stranger('127.0.0.1', app).ask(passkeySignIn, { body }),
    ),
  )
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 401, 401, 401])
  assert.equal((await stranger().ask(passkeySignIn, { body })).status, 401)
  const next = { passkey: device.answer(options) }
  assert.equal((await stranger().ask(passkeySignIn, { body: next })).status, 401, 'the challenge is used')
  assert.equal((await ana.call(listDevices)).data.length, 2)
})

test('a counter that goes back is refused; a device that does not count is not', async () => {
  const [ana, bea] = [await world.person(), await world.person()]
  const { device } = await addKey(ana)
  assert.equal((await signInBy(device, world.app, { counter: 7 })).status, 200)
  for (const counter of [7, 6, 0]) {
    const before = await traceOf(ana)
    assert.equal(await codeIn(await signInBy(device, world.app, { counter })), 'passkey_refused')
    assert.deepEqual(await traceOf(ana), before)
  }
  assert.equal((await signInBy(device, world.app, { counter: 8 })).status, 200)
  const synced = await addKey(bea)
  for (const _ of [1, 2]) assert.equal((await signInBy(synced.device, world.app, { counter: 0 })).status, 200)
})

test('of two answers with the same count at the same instant, one signs in', async () => {
  const ana = await world.person()
  const { device } = await addKey(ana)
  const answers = await Promise.all(
    [1, 2, 3].map(async () => (await signInBy(device, world.app, { counter: 5 })).status),
  )
  assert.deepEqual(answers.toSorted(), [200, 401, 401])
})

test('a removed key signs nobody in, and one of another person cannot be renamed or removed', async () => {
  const [ana, bea] = [await world.person(), await world.person()]
  const { device, passkey } = await addKey(ana)
  const params = { id: passkey.id }
  assert.equal((await refused(bea.call(renamePasskey, { params, body: { name: 'Mine' } }))).code, 'not_found')
  assert.equal((await refused(bea.call(removePasskey, { params, body: {} }))).code, 'not_found')
  assert.equal((await bea.call(listPasskeys)).data.length, 0)
  await ana.call(removePasskey, { params, body: {} })
  assert.equal(await codeIn(await signInBy(device, world.app)), 'passkey_refused')
  assert.equal((await refused(ana.call(removePasskey, { params, body: {} }))).code, 'not_found')
})

test('a wrong new key is refused and leaves nothing: each kind of forgery', async () => {
  const [ana, bea] = [await world.person(), await world.person()]
  const { device: known } = await addKey(ana)
  const of = (purpose: Purpose, person = ana) => ({
    challenge: makeChallenge(instanceKey, purpose, person.user.id),
  })
  const lies: Record<string, Lies> = {
    'another origin': { origin: 'https://evil.example' },
    'another site': { rpId: 'evil.example' },
    'nobody verified': { flags: 1 },
    'nobody present': { flags: 4 },
    'the answer of a known key': { type: 'webauthn.get' },
    'an expired challenge': { challenge: expired('add', ana.user.id) },
    'the challenge of another person': of('add', bea),
    'a challenge to sign in': of('sign in'),
    'a challenge to prove': of('prove'),
    'a challenge to register': of('register'),
    'a challenge to recover': of('recover'),
    'a challenge of one’s own': { challenge: randomBytes(70).toString('base64url') },
    'an algorithm that nobody asked for': { algorithm: -65535 },
    'a key that is there already': { credentialId: known.credentialId },
  }
  const before = await traceOf(ana)
  for (const [what, told] of Object.entries(lies)) {
    const options = await ana.call(passkeyOptions, { body: {} })
    const body = { name: 'Forged', passkey: makeAuthenticator().create(options, told) }
    const problem = await refused(ana.call(addPasskey, { body }))
    assert.deepEqual([problem.status, problem.code], [422, 'passkey_wrong'], what)
    assert.deepEqual(await traceOf(ana), before, what)
  }
  const options = await ana.call(passkeyOptions, { body: {} })
  const passkey = makeAuthenticator().create(options)
  for (const attestationObject of ['', 'AAAA', 'oA', '_____w', 'gYGBgYGBgYGB'.repeat(800)]) {
    const body = {
      name: 'Garbage',
      passkey: { ...passkey, response: { ...passkey.response, attestationObject } },
    }
    assert.equal((await refused(ana.call(addPasskey, { body }))).code, 'passkey_wrong')
  }
  await ana.call(addPasskey, { body: { name: 'Right', passkey } })
  const again = await refused(ana.call(addPasskey, { body: { name: 'Twice', passkey } }))
  assert.equal(again.code, 'passkey_wrong')
})

test('a statement about the make of the device is not looked at', async () => {
  const ana = await world.person()
  const device = makeAuthenticator()
  const options = await ana.call(passkeyOptions, { body: {} })
  const passkey = device.create(options, { format: 'android-safetynet' })
  await ana.call(addPasskey, { body: { name: 'Phone', passkey } })
  assert.equal((await signInBy(device, world.app)).status, 200)
})

test('oversized and malformed answers are refused by field', async () => {
  const ana = await world.person()
  const { device } = await addKey(ana)
  const right = device.answer(await stranger().call(passkeySignInOptions))
  const send = (passkey: unknown) =>
    world.send({ method: 'POST', url: '/auth/passkeys/sign-in', payload: { passkey } as object })
  for (const passkey of [
    undefined,
    null,
    7,
    'text',
    [],
    {},
    { ...right, id: 'a'.repeat(2_000) },
    { ...right, id: { $ne: '' } },
    { ...right, type: 'password' },
    { ...right, response: { ...right.response, signature: '<>' } },
    { ...right, response: { ...right.response, userHandle: 'a'.repeat(89) } },
    { ...right, response: null },
  ]) {
    const answer = await send(passkey)
    assert.deepEqual([answer.status, answer.body.code], [422, 'invalid'], JSON.stringify(passkey))
  }
  const large = await send({ ...right, more: 'm'.repeat(20_000) })
  assert.equal(large.body.code, 'body_too_large')
  assert.equal(
    (await send({ ...right, clientExtensionResults: {}, authenticatorAttachment: 'platform' })).status,
    200,
  )
})

test('at most 20 passkeys, also when many are added at once', async () => {
  const ana = await world.person()
  for (let count = 0; count < 18; count++) await addKey(ana, `Key ${count}`)
  const results = await Promise.allSettled([1, 2, 3, 4].map(() => addKey(ana)))
  assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 2)
  assert.equal((await ana.call(listPasskeys)).data.length, 20)
  assert.equal((await refused(ana.call(passkeyOptions, { body: {} }))).code, 'too_many_open')
  const challenge = makeChallenge(instanceKey, 'add', ana.user.id)
  const options = { challenge, rp: { id: 'localhost' }, user: { id: '' } } as Parameters<
    ReturnType<typeof makeAuthenticator>['create']
  >[0] // as much as a device looks at
  const body = { name: 'One more', passkey: makeAuthenticator().create(options) }
  assert.equal((await refused(ana.call(addPasskey, { body }))).code, 'too_many_open')
})

test('wrong answers are limited by address, and those of strangers do not delay the owner', async () => {
  const ana = await world.person()
  const { device } = await addKey(ana)
  const codes: (string | undefined)[] = []
  for (let count = 0; count < 11; count++)
    codes.push(await codeIn(await signInBy(device, world.app, { flags: 1 }, '10.1.0.1')))
  assert.deepEqual([codes[9], codes[10]], ['passkey_refused', 'too_many_attempts'])
  for (let count = 0; count < 105; count++) await signInBy(device, world.app, { flags: 1 }, `10.2.${count}.1`)
  assert.equal((await signInBy(device, world.app, {}, '10.3.0.1')).status, 200)
})

test('options are not stored: asking for many leaves no row behind', async () => {
  const count = async () => (await rows(world.db, sql`select from used_challenges`)).length
  const before = await count()
  for (let number = 0; number < 50; number++) await stranger().call(passkeySignInOptions)
  assert.equal(await count(), before)
})

test('a passkey proves that it is its person, for ten minutes; a wrong one does not', async () => {
  const [ana, bea] = [await world.person(), await world.person()]
  const { device } = await addKey(ana)
  const { device: other } = await addKey(bea)
  await age(ana)
  assert.equal((await refused(ana.call(passkeyOptions, { body: {} }))).code, 'proof_required')
  const options = await ana.call(passkeyProofOptions)
  assert.deepEqual(
    options.allowCredentials.map(({ id }) => id),
    [device.credentialId.toString('base64url')],
  )
  const wrong: PasskeyAnswer[] = [
    other.answer(options),
    device.answer(options, { flags: 1 }),
    device.answer(options, { origin: 'https://evil.example' }),
    device.answer(await bea.call(passkeyProofOptions)),
    device.answer(await stranger().call(passkeySignInOptions)),
    device.answer(options, { challenge: expired('prove', ana.user.id) }),
  ]
  for (const passkey of wrong) {
    const problem = await refused(ana.call(proveIdentity, { body: { passkey } }))
    assert.deepEqual([problem.status, problem.code], [422, 'passkey_wrong'])
  }
  assert.equal((await refused(ana.call(passkeyOptions, { body: {} }))).code, 'proof_required')
  const passkey = device.answer(options)
  const { expires_at } = await ana.call(proveIdentity, { body: { passkey } })
  assert(Date.parse(expires_at) > Date.now())
  await ana.call(passkeyOptions, { body: {} })
  assert.equal((await refused(ana.call(proveIdentity, { body: { passkey } }))).code, 'passkey_wrong')
  const nothing = await refused(ana.call(proveIdentity, { body: {} }))
  assert.deepEqual([nothing.code, Object.keys(nothing.errors ?? {})], ['invalid', ['password']])
})
