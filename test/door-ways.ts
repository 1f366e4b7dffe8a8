import assert from 'node:assert/strict'
import { listAccounts } from '../contract/accounts.ts'
import { api } from '../contract/api.ts'
import { getMe, login, logout, proveIdentity, revokeDevice } from '../contract/auth.ts'
import { unlinkOidc } from '../contract/oidc.ts'
import {
  addPasskey,
  passkeyOptions,
  passkeyProofOptions,
  passkeySignIn,
  passkeySignInOptions,
  removePasskey,
} from '../contract/passkeys.ts'
import { type Ability, createProgramKey } from '../contract/programs.ts'
import { isAuth, isForPrograms } from '../contract/route.ts'
import { sql } from '../server/database/sql.ts'
import { makeAuthenticator } from './authenticator.ts'
import { NOBODY, type Step, settle, type Wanted } from './door-model.ts'
import { codeIn, PUBLIC } from './oidc.ts'

const signInByKey: Step = async ({ at, model, pick, user, eve, eveKey, open }) => {
  const kinds = ['right', 'right', 'twice', 'removed', 'unverified', 'origin', 'for a proof', 'forged', 'eve']
  const kind = pick(kinds) ?? ''
  const [stranger, own, session] = [at(), pick(model.keys), pick(model.sessions)]
  const options = await stranger.call(passkeySignInOptions)
  const send = (passkey: ReturnType<typeof eveKey.answer>) =>
    stranger.ask(passkeySignIn, { body: { passkey } })
  if (kind === 'eve') {
    const { token } = await settle<{ token: string }>(await send(eveKey.answer(options)), 'ok')
    assert.equal((await at(token).call(getMe)).id, eve.user.id)
    await at(token).call(logout)
    return 'passkey of another person'
  }
  if (kind === 'removed') {
    const removed = pick(model.removedKeys)
    if (removed) await settle(await send(removed.device.answer(options)), 'passkey_refused')
    return 'passkey removed'
  }
  if (!own) return 'no passkey'
  const { device } = own
  if (kind === 'forged') {
    const userHandle = Buffer.from(user.id.replaceAll('-', ''), 'hex').toString('base64url')
    const { credentialId } = device
    const forged = eveKey.answer(options, { userHandle, ...(pick([true, false]) && { credentialId }) })
    await settle(await send(forged), 'passkey_refused')
  } else if (kind === 'for a proof') {
    if (!session) return NOBODY
    const asked = await at(session.token).call(passkeyProofOptions)
    await settle(await send(device.answer(asked)), 'passkey_refused')
  } else if (kind === 'unverified')
    await settle(await send(device.answer(options, { flags: 1 })), 'passkey_refused')
  else if (kind === 'origin')
    await settle(await send(device.answer(options, { origin: 'http://evil.example' })), 'passkey_refused')
  else {
    const answer = device.answer(options)
    open((await settle<{ token: string }>(await send(answer), 'ok')).token)
    if (kind === 'twice') await settle(await send(answer), 'passkey_refused')
  }
  return `passkey ${kind}`
}

const addKey: Step = async ({ at, model, pick, proof, random }) => {
  const session = pick(model.sessions)
  if (!session) return NOBODY
  if (model.keys.length > 1) return 'enough passkeys'
  const isOff = random.below(4) === 0
  const me = at(session.token, isOff)
  const first = proof(session, isOff)
  const options = await me.ask(passkeyOptions, { body: first.body })
  if (first.wanted !== 'ok') {
    await settle(options, first.wanted)
    return `add a passkey ${first.wanted}`
  }
  const device = makeAuthenticator()
  const isVerified = random.below(4) > 0
  const passkey = device.create(await settle(options, 'ok'), isVerified ? {} : { flags: 1 })
  const second = proof(session, isOff)
  const wanted: Wanted = second.wanted !== 'ok' ? second.wanted : isVerified ? 'ok' : 'passkey_wrong'
  const answer = await me.ask(addPasskey, { body: { name: 'Key', passkey, ...second.body } })
  const added = await settle<{ id: string }>(answer, wanted)
  if (wanted === 'ok') {
    model.keys.push({ id: added.id, device })
    model.log.push(`passkey created ${added.id}`)
  }
  return `add a passkey ${wanted}`
}

const removeKey: Step = async ({ at, model, pick, proof, random, eve, eveKeyId }) => {
  const [session, own] = [pick(model.sessions), pick(model.keys)]
  if (own)
    await settle(
      await eve.ask(removePasskey, { params: { id: own.id }, body: { current_password: eve.password } }),
      'not_found',
    )
  if (!session) return NOBODY
  const isOff = random.below(4) === 0
  const id = random.below(5) ? own?.id : pick([eveKeyId, ...model.removedKeys.map((key) => key.id)])
  if (id === undefined) return 'no passkey'
  const { body, wanted: proven } = proof(session, isOff)
  const hasPassword = !isOff && model.password !== undefined
  const isOnlyWay = !hasPassword && model.keys.length === 1 && model.subject === undefined
  const wanted = proven !== 'ok' ? proven : id !== own?.id ? 'not_found' : isOnlyWay ? 'last_passkey' : 'ok'
  await settle(await at(session.token, isOff).ask(removePasskey, { params: { id }, body }), wanted)
  if (wanted === 'ok') {
    model.removedKeys.push(...model.keys.filter((key) => key.id === id))
    model.keys = model.keys.filter((key) => key.id !== id)
    model.log.push(`passkey removed ${id}`)
  }
  return `remove a passkey ${wanted}`
}

const proveByKey: Step = async ({ at, model, pick, random, eveKey }) => {
  const session = pick(model.sessions)
  if (!session) return NOBODY
  const own = random.below(3) > 0 ? pick(model.keys) : undefined
  const device = own?.device ?? pick(model.removedKeys)?.device ?? eveKey
  const me = at(session.token)
  const passkey = device.answer(await me.call(passkeyProofOptions))
  await settle(await me.ask(proveIdentity, { body: { passkey } }), own ? 'ok' : 'passkey_wrong')
  if (own) session.provenAt = Date.now()
  return `prove by passkey ${own !== undefined}`
}

/** The accounts of the provider: two are Ana's, one is Eve's, and one is nobody's. */
const SUBJECTS = ['ana-1', 'ana-1', 'ana-1', 'ana-2', 'eve', 'nobody']
const HOUR_SECONDS = 3600

const signInByProvider: Step = async ({ at, browserAt, back, forger, model, pick, eve, open }) => {
  const browser = browserAt()
  const sub = pick(SUBJECTS) ?? ''
  const kind = pick(['right', 'right', 'right', 'long ago', 'forged', 'other browser']) ?? ''
  const auth_time = Math.floor(Date.now() / 1_000) - (kind === 'long ago' ? HOUR_SECONDS : 0)
  forger.forge({ claims: { sub, auth_time }, isForeign: kind === 'forged' })
  const { location } = await browser.open('/api/v1/auth/oidc/start', 'same-origin')
  const begun = new Map(browser.jar)
  const url = back(location)
  const answer = await (kind === 'other browser' ? browserAt() : browser).open(url, 'cross-site')
  const token = browser.jar.get('service-session')
  if (kind === 'forged' || kind === 'other browser') {
    assert.equal(codeIn(answer.location), kind === 'forged' ? 'oidc_failed' : 'oidc_expired')
    assert.equal(token, undefined)
  } else if (sub === 'eve') {
    assert.equal((await at(token).call(getMe)).id, eve.user.id)
    await at(token).call(logout)
  } else if (sub === model.subject) open(token ?? assert.fail(answer.location), kind !== 'long ago')
  else {
    assert.equal(codeIn(answer.location), 'registration_closed')
    assert.equal(token, undefined)
  }
  if (kind === 'other browser') return `provider ${kind}`
  // The same way back counts once, with its cookie too.
  browser.jar.clear()
  for (const [name, value] of begun) browser.jar.set(name, value)
  assert.equal(codeIn((await browser.open(url, 'cross-site')).location), 'oidc_expired')
  return `provider ${kind} ${sub === model.subject ? 'linked' : sub === 'eve' ? 'eve' : 'not linked'}`
}

const proveByProvider: Step = async ({ browserAt, back, forger, model, pick }) => {
  const session = pick(model.sessions)
  if (!session) return NOBODY
  const browser = browserAt()
  browser.jar.set('service-session', session.token)
  const [sub, isNow] = [pick(SUBJECTS) ?? '', pick([true, true, false])]
  const auth_time = Math.floor(Date.now() / 1_000) - (isNow ? 0 : HOUR_SECONDS)
  forger.forge({ claims: { sub, auth_time } })
  const { location } = await browser.open('/api/v1/auth/oidc/start?proof=true', 'same-origin')
  const fault = sub !== model.subject ? 'oidc_other' : isNow ? null : 'oidc_stale'
  assert.equal(codeIn((await browser.open(back(location), 'cross-site')).location), fault)
  if (fault === null) session.provenAt = Date.now()
  return `prove by provider ${fault ?? 'ok'}`
}

const linkProvider: Step = async ({
  browserAt,
  back,
  forger,
  model,
  pick,
  proof,
  random,
  eve,
  user,
  at,
  end,
}) => {
  const session = pick(model.sessions)
  if (!session) return NOBODY
  const isOff = random.below(4) === 0
  const browser = browserAt(isOff)
  browser.jar.set('service-session', session.token)
  const { body, wanted: proven } = proof(session, isOff)
  const wanted = proven === 'ok' && model.subject !== undefined ? 'oidc_linked' : proven
  const answer = await browser.ask('POST', '/auth/oidc', body)
  assert.equal(answer.status === 200 ? 'ok' : answer.body.code, wanted)
  if (wanted !== 'ok') return `link ${wanted}`
  const kind = pick(['right', 'right', 'right', 'ended', 'other']) ?? ''
  const sub = pick(['ana-1', 'ana-1', 'ana-2', 'eve']) ?? ''
  forger.forge({ claims: { sub } })
  if (kind === 'ended') {
    await settle(await at(session.token).ask(logout), 'ok')
    end('signed_out', ({ id }) => id === session.id)
  }
  if (kind === 'other') {
    const others = model.sessions.filter(({ id }) => id !== session.id).map(({ token }) => token)
    browser.jar.set('service-session', pick([...others, eve.token]) ?? '')
  }
  const fault = kind !== 'right' ? 'oidc_other' : sub === 'eve' ? 'oidc_taken' : null
  const { location } = await browser.open(back(answer.body.url), 'cross-site')
  assert.equal(codeIn(location), fault)
  if (fault !== null) return `link ${fault}`
  assert.equal(location, `${PUBLIC}/settings/security`)
  model.subject = sub
  model.log.push(`oidc created ${user.id}`)
  return 'link ok'
}

const unlinkProvider: Step = async ({ at, model, pick, proof, random, user }) => {
  const session = pick(model.sessions)
  if (!session) return NOBODY
  const isOff = random.below(4) === 0
  const { body, wanted: proven } = proof(session, isOff)
  const hasPassword = !isOff && model.password !== undefined
  const isOnlyWay = !hasPassword && model.keys.length === 0
  const refusal = model.subject === undefined ? 'oidc_unlinked' : isOnlyWay ? 'only_way_in' : 'ok'
  const wanted = proven !== 'ok' ? proven : refusal
  await settle(await at(session.token, isOff).ask(unlinkOidc, { body }), wanted)
  if (wanted === 'ok') {
    model.subject = undefined
    model.log.push(`oidc removed ${user.id}`)
  }
  return `unlink ${wanted}`
}

const ABILITIES: Ability[][] = [
  ['read'],
  ['read:accounts'],
  ['write'],
  ['own', 'write:budgeting'],
  ['read:reports'],
]

const makeProgram: Step = async ({ at, model, pick, proof, random, keepSecret }) => {
  const session = pick(model.sessions)
  if (!session) return NOBODY
  if (model.programs.length > 8) return 'enough keys of programs'
  const isOff = random.below(4) === 0
  const { body, wanted } = proof(session, isOff)
  const abilities = pick(ABILITIES) ?? []
  const expires_at = pick([null, new Date(Date.now() + 86_400_000).toISOString()]) ?? null
  const draft = { name: 'Script', abilities, expires_at, ...body }
  const answer = await at(session.token, isOff).ask(createProgramKey, { body: draft })
  const made = await settle<{ data: { id: string }; token: string }>(answer, wanted)
  if (wanted === 'ok') {
    model.programs.push({ id: made.data.id, token: made.token, abilities, isExpired: false })
    model.log.push(`program created ${made.data.id}`)
    keepSecret(made.token.slice(4))
  }
  return `make a key of a program ${wanted}`
}

const doors = api.filter(({ route }) => isAuth(route) && !route.open && !isForPrograms(route))

/** A program reads what its key allows, and nothing of the door but who it is. */
const useProgram: Step = async ({ at, model, pick, past, random, browserAt }) => {
  const key = pick(model.programs)
  if (!key) return 'no key of a program'
  if (random.below(8) === 0) {
    await past(sql`update tokens set expires_at = now() - interval '1 second' where id = ${key.id}`)
    key.isExpired = true
  }
  const program = at(key.token)
  const { isExpired, abilities } = key
  await settle(await program.ask(getMe), isExpired ? 'unauthenticated' : 'ok')
  const mayRead = abilities.includes('read') || abilities.includes('read:accounts')
  const wanted = isExpired ? 'unauthenticated' : mayRead ? 'ok' : 'ability_missing'
  await settle(await program.ask(listAccounts), wanted)
  const { route } = pick(doors) ?? assert.fail()
  const input = { params: { id: key.id }, ...(route.method !== 'GET' && { body: {} }) } as never // any route, with any input
  await settle(await program.ask(route, input), isExpired ? 'unauthenticated' : 'not_for_programs')
  // Its key opens nothing in place of a session, of a link or of a password.
  await settle(await at(`flo_${key.token.slice(4)}`).ask(getMe), 'unauthenticated')
  const browser = browserAt()
  browser.jar.set('service-session', key.token)
  assert.equal((await browser.ask('GET', '/auth/me')).status, 401)
  const body = { email: model.email, password: key.token }
  await settle(await at(key.token, false).ask(login, { body }), 'bad_credentials')
  return `use a key of a program ${isExpired ? 'expired' : 'ok'}`
}

const revokeProgram: Step = async ({ at, model, pick, eve, end }) => {
  const [session, key] = [pick(model.sessions), pick(model.programs)]
  if (!session || !key) return 'no key of a program'
  const params = { id: key.id }
  await settle(await eve.ask(revokeDevice, { params }), 'not_found')
  await settle(await at(session.token).ask(revokeDevice, { params }), 'ok')
  end('revoked', ({ id }) => id === key.id, true)
  return 'revoke a key of a program'
}

const byKey = [signInByKey, signInByKey, signInByKey, addKey, addKey, removeKey, removeKey, proveByKey]
const byProvider = [
  signInByProvider,
  signInByProvider,
  linkProvider,
  linkProvider,
  unlinkProvider,
  proveByProvider,
]
const byProgram = [makeProgram, useProgram, useProgram, revokeProgram]
/** The ways in beside the password. */
export const ways: Step[] = [...byKey, ...byProvider, ...byProgram]
