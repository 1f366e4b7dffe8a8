import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  changePassword,
  deleteMe,
  login,
  logout,
  proveIdentity,
  revokeDevice,
  revokeOtherDevices,
} from '../contract/auth.ts'
import {
  beginSecondFactor,
  confirmSecondFactor,
  endSecondFactor,
  renewRecoveryCodes,
} from '../contract/second-factor.ts'
import { linkSteps } from './door-links.ts'
import { makeDoor, NOBODY, type Step, settle, type Wanted } from './door-model.ts'
import { ways } from './door-ways.ts'
import { signInBy } from './passkeys.ts'
import { freshCode } from './second-factor.ts'

/** DOOR_STEPS=10000 walks the whole way; WALK_SEED repeats one. */
const STEPS = Number(process.env.DOOR_STEPS ?? 100)
const SEED = Number(process.env.WALK_SEED ?? Date.now() % 1e9)

const signIn: Step = async ({ at, model, pick, random, someCode, noteUsed, open }) => {
  const isOff = random.below(6) === 0
  const isEmail = random.below(6) > 0
  const others = [...model.formerEmails, model.pending ?? 'x@example.com'].filter(
    (one) => one !== model.email,
  )
  const email = isEmail ? (pick([model.email, model.email.toUpperCase()]) ?? '') : (pick(others) ?? '')
  const own = random.below(4) > 0 ? model.password : undefined
  const isPassword = own !== undefined
  const password = own ?? pick(model.oldPasswords) ?? 'x'
  const { code, isRight } = someCode()
  const second: Wanted = code === undefined ? 'second_factor_required' : 'second_factor_wrong'
  const first: Wanted = isEmail && isPassword ? 'ok' : 'bad_credentials'
  const wanted = isOff ? 'passwords_off' : first === 'ok' && !isRight ? second : first
  const body = { email, password, ...(code !== undefined && { code }) }
  const made = await settle<{ token: string }>(await at(undefined, isOff).ask(login, { body }), wanted)
  if (wanted === 'ok') {
    noteUsed(code)
    open(made.token)
  }
  return `password ${wanted}`
}

const secondFactor: Step = async ({ at, model, pick, proof, random, user, keepSecret }) => {
  const session = pick(model.sessions)
  if (!session) return NOBODY
  const isOff = random.below(4) === 0
  const me = at(session.token, isOff)
  const { body, wanted } = proof(session, isOff)
  if (!model.secret) {
    const { secret } = (await settle<{ secret: string } | undefined>(
      await me.ask(beginSecondFactor, { body }),
      wanted,
    )) ?? { secret: '' }
    if (wanted !== 'ok') return `begin a second factor ${wanted}`
    keepSecret(secret)
    const again = proof(session, isOff)
    const code = random.below(3) ? freshCode(secret) : 'wrong'
    const confirmed = again.wanted !== 'ok' ? again.wanted : code === 'wrong' ? 'code_wrong' : 'ok'
    // A code of the proof is for a factor that is on, and there is none: code is the one of the new app.
    const answer = await me.ask(confirmSecondFactor, { body: { ...again.body, code } })
    const { recovery_codes } = (await settle<{ recovery_codes: string[] } | undefined>(
      answer,
      confirmed,
    )) ?? {
      recovery_codes: [],
    }
    if (confirmed !== 'ok') return `begin a second factor ${confirmed}`
    keepSecret(...recovery_codes)
    Object.assign(model, { secret, recovery: recovery_codes, usedCode: code })
    model.log.push(`second_factor created ${user.id}`)
    return 'switch on'
  }
  const isRenewed = random.below(2) > 0
  const answer = await me.ask(isRenewed ? renewRecoveryCodes : endSecondFactor, { body })
  const made = await settle<{ recovery_codes: string[] } | undefined>(answer, wanted)
  if (wanted !== 'ok') return `change the second factor ${wanted}`
  model.usedRecovery.push(...model.recovery)
  model.recovery = made?.recovery_codes ?? []
  keepSecret(...model.recovery)
  model.log.push(`second_factor ${isRenewed ? 'updated' : 'removed'} ${user.id}`)
  if (!isRenewed) Object.assign(model, { secret: undefined, usedCode: undefined })
  return isRenewed ? 'new codes' : 'switch off'
}

const prove: Step = async ({ at, model, pick, random, someCode, noteUsed }) => {
  const session = pick(model.sessions)
  if (!session) return NOBODY
  const isOff = random.below(6) === 0
  const right = random.below(4) > 0 ? model.password : undefined
  const isPassword = right !== undefined
  const { code, isRight } = someCode()
  const password = right ?? pick(model.oldPasswords) ?? 'x'
  const own: Wanted = !isPassword ? 'password_wrong' : isRight ? 'ok' : 'code_wrong'
  const wanted = isOff ? 'passwords_off' : own
  const me = at(session.token, isOff)
  const body = { password, ...(code !== undefined && { code }) }
  await settle(await me.ask(proveIdentity, { body }), wanted)
  if (wanted === 'ok') {
    noteUsed(code)
    session.provenAt = Date.now()
  }
  const current_password = 'never this one'
  await settle(
    await me.ask(deleteMe, { body: { current_password } }),
    isOff ? 'passwords_off' : 'password_wrong',
  )
  return `prove ${wanted}`
}

const newPassword: Step = async ({ at, model, pick, proof, random, user, open, end }) => {
  const session = pick(model.sessions)
  if (!session) return NOBODY
  const isOff = random.below(4) === 0
  const { body, wanted } = isOff ? ({ body: {}, wanted: 'passwords_off' } as const) : proof(session, isOff)
  const password = `Password of Ana ${random.below(1e9)}`
  const draft = { ...body, password, password_confirmation: password }
  const answer = await at(session.token, isOff).ask(changePassword, { body: draft })
  const made = await settle<{ token: string }>(answer, wanted)
  if (wanted === 'ok') {
    model.log.push(`password ${model.password === undefined ? 'created' : 'updated'} ${user.id}`)
    if (model.password !== undefined) model.oldPasswords.push(model.password)
    Object.assign(model, { password, pending: null })
    end('ended_by_password', () => true)
    open(made.token)
    model.signIns-- // the security log has it as a new password
  }
  return `new password ${wanted}`
}

const signOut: Step = async ({ at, model, pick, proof, random, eve, end }) => {
  const [session, other] = [pick(model.sessions), pick(model.sessions)]
  if (!session || !other) return NOBODY
  const isOff = random.below(4) === 0
  const me = at(session.token, isOff)
  const kind = model.sessions.length > 12 ? 2 : random.below(3)
  if (kind === 0) {
    await settle(await me.ask(logout), 'ok')
    end('signed_out', ({ id }) => id === session.id)
    return 'sign out'
  }
  const params = { id: other.id }
  if (kind === 1) {
    await settle(await eve.ask(revokeDevice, { params }), 'not_found')
    await settle(await me.ask(revokeDevice, { params }), 'ok')
    end('revoked', ({ id }) => id === other.id)
    return 'revoke a device'
  }
  const { body, wanted } = proof(session, isOff)
  await settle(await me.ask(revokeOtherDevices, { body }), wanted)
  if (wanted === 'ok')
    end('revoked', ({ id }) => id !== session.id && model.sessions.some((one) => one.id === id))
  return `sign out the others ${wanted}`
}

const steps = [
  signIn,
  signIn,
  signIn,
  signIn,
  secondFactor,
  secondFactor,
  prove,
  newPassword,
  signOut,
  ...ways,
  ...linkSteps,
]

test(`the door's rules hold on a random walk of ${STEPS} steps: no token without every factor, and nobody with them is shut out (WALK_SEED=${SEED})`, async () => {
  const door = await makeDoor(SEED)
  const { world, model, pick, pass, check, at, browserAt, back, forger } = door
  const walked = new Map<string, number>()
  for (let step = 0; step < STEPS; step++) {
    await pass()
    let done = ''
    try {
      done = (await pick(steps)?.(door)) ?? ''
      await check()
    } catch (error) {
      throw new Error(`step ${step}: ${done || 'not done'}: ${(error as Error).message}`, { cause: error })
    }
    walked.set(done, (walked.get(done) ?? 0) + 1)
  }
  await door.checkRows()
  // Whoever has every factor is let in at the end, by each way.
  await pass()
  const code = model.secret && freshCode(model.secret, model.usedCode === freshCode(model.secret) ? 1 : 0)
  const last = { email: model.email, password: model.password ?? 'x', ...(code && { code }) }
  const isIn = model.password === undefined ? 'bad_credentials' : 'ok'
  await settle(await at(undefined, false).ask(login, { body: last }), isIn)
  for (const { device } of model.keys) assert.equal((await signInBy(device, world.app)).status, 200)
  if (model.subject !== undefined) {
    const browser = browserAt()
    forger.forge({ claims: { sub: model.subject } })
    const { location } = await browser.open('/api/v1/auth/oidc/start', 'same-origin')
    await browser.open(back(location), 'cross-site')
    assert.equal((await browser.ask('GET', '/auth/me')).status, 200)
  }
  const counts = [...walked].sort().map(([what, count]) => `${what}: ${count}`)
  console.log(counts.join(', '))
})
