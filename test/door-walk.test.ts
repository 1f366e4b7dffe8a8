import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deleteMe, getMe, login, proveIdentity } from '../contract/auth.ts'
import { client } from '../contract/client.ts'
import { recoverPassword } from '../contract/recovery.ts'
import {
  beginSecondFactor,
  confirmSecondFactor,
  endSecondFactor,
  renewRecoveryCodes,
} from '../contract/second-factor.ts'
import { randomFrom } from '../demo/random.ts'
import { makeRecoveryLink } from '../server/auth/recovery.ts'
import { change, rows, transaction } from '../server/database/database.ts'
import { sql } from '../server/database/sql.ts'
import { readSettings } from '../server/settings.ts'
import { freshCode } from './second-factor.ts'
import { makeWorld, PASSWORD, through } from './world.ts'

/** DOOR_STEPS=10000 walks the whole way; WALK_SEED repeats one. */
const STEPS = Number(process.env.DOOR_STEPS ?? 100)
const SEED = Number(process.env.WALK_SEED ?? Date.now() % 1e9)

/** The model of the door: what its owner knows, and what was used up. Nothing of the service's own rules is asked. */
type Model = {
  password: string
  oldPasswords: string[]
  secret: string | undefined
  recovery: string[]
  usedRecovery: string[]
  /** The last code of the app that was accepted: it and earlier ones do not count again. */
  usedCode: string | undefined
  link: string | undefined
  usedLinks: string[]
  /** Sessions that are open. */
  tokens: string[]
  endedTokens: string[]
}

test(`the door's rules hold on a random walk of ${STEPS} steps: no token without every factor, and nobody with them is shut out (WALK_SEED=${SEED})`, async () => {
  const world = await makeWorld()
  const random = randomFrom(SEED)
  const pick = <T>(list: readonly T[]): T | undefined => list[random.below(list.length)]
  const { user, token } = await world.person()
  const at = (bearer?: string) => client(through(world.app, `10.0.${random.below(200)}.1`), '/api/v1', bearer)
  const model: Model = {
    password: PASSWORD,
    oldPasswords: ['never this one'],
    secret: undefined,
    recovery: [],
    usedRecovery: ['4KQ7-M2XA-9TRF'],
    usedCode: undefined,
    link: undefined,
    usedLinks: ['flr_x'],
    tokens: [token],
    endedTokens: [],
  }
  const endAll = () => {
    model.endedTokens.push(...model.tokens)
    model.tokens = []
  }
  /** Time passes: for the counters of failures, which this walk is not about, and sometimes for the codes of the app. */
  const pass = (isForCodes: boolean) =>
    transaction(world.db, async (tx) => {
      await change(tx, sql`delete from login_attempts`)
      if (!isForCodes) return
      await change(tx, sql`update second_factors set last_step = 0 where user_id = ${user.id}`)
      model.usedCode = undefined
    })

  /** A code, and whether it counts. */
  function someCode(): { code?: string; isRight: boolean } {
    if (!model.secret) return random.below(2) ? { isRight: true } : { code: '123456', isRight: true } // nobody asks for it
    switch (random.below(5)) {
      case 0:
        return { isRight: false }
      case 1:
        return { code: pick(model.usedRecovery) ?? 'x', isRight: false }
      case 2:
        return {
          code: pick(['12345', 'nonsense', freshCode(model.secret, 40), model.usedCode ?? 'x']) ?? 'x',
          isRight: false,
        }
      case 3: {
        const code = pick(model.recovery)
        return code ? { code, isRight: true } : { isRight: false }
      }
      default: {
        const code = freshCode(model.secret)
        return { code, isRight: code !== model.usedCode }
      }
    }
  }
  function noteUsed(code: string | undefined): void {
    if (!model.secret || code === undefined) return
    if (!model.recovery.includes(code)) model.usedCode = code
    else {
      model.recovery = model.recovery.filter((one) => one !== code)
      model.usedRecovery.push(code)
    }
  }

  async function signIn(): Promise<string> {
    const isPassword = random.below(3) > 0
    const password = isPassword ? model.password : (pick(model.oldPasswords) ?? 'x')
    const { code, isRight } = someCode()
    const body = { email: user.email, password, ...(code !== undefined && { code }) }
    const answer = await at().ask(login, { body })
    const mayEnter = isPassword && isRight
    assert.equal(
      answer.status,
      mayEnter ? 200 : 401,
      `${JSON.stringify(body)} ${await answer.clone().text()}`,
    )
    if (mayEnter) {
      model.tokens.push(((await answer.json()) as { token: string }).token) // checked by the test world
      noteUsed(code)
    } else assert(!(await answer.text()).includes('flo_') && answer.headers.get('set-cookie') === null)
    return `sign in ${mayEnter}`
  }

  async function recover(): Promise<string> {
    if (random.below(2)) {
      if (model.link) model.usedLinks.push(model.link)
      const made = await transaction(world.db, (tx) => makeRecoveryLink(tx, user.id, readSettings({})))
      model.link = made.token
      return 'make a link'
    }
    const isRight = model.link !== undefined && random.below(2) > 0
    const sent = isRight ? (model.link ?? '') : (pick(model.usedLinks) ?? 'x')
    const password = `password ${random.below(1e9)}`
    const body = { token: sent, password, password_confirmation: password }
    const answer = await at().ask(recoverPassword, { body })
    assert.equal(answer.status, isRight ? 204 : 422, await answer.text())
    if (isRight) {
      model.oldPasswords.push(model.password)
      Object.assign(model, { password, link: undefined })
      model.usedLinks.push(sent)
      endAll()
    }
    return `use a link ${isRight}`
  }

  async function secondFactor(): Promise<string> {
    const bearer = pick(model.tokens)
    if (bearer === undefined) return 'nobody is signed in'
    const me = at(bearer)
    if (!model.secret) {
      const { secret } = await me.call(beginSecondFactor, { body: {} })
      assert.equal((await me.ask(confirmSecondFactor, { body: { code: 'wrong' } })).status, 422)
      if (random.below(2)) return 'begin and leave it'
      const code = freshCode(secret)
      const { recovery_codes } = await me.call(confirmSecondFactor, { body: { code } })
      Object.assign(model, { secret, recovery: recovery_codes, usedCode: code })
      return 'switch on'
    }
    model.usedRecovery.push(...model.recovery)
    if (random.below(2)) {
      model.recovery = (await me.call(renewRecoveryCodes, { body: {} })).recovery_codes
      return 'new codes'
    }
    await me.call(endSecondFactor, { body: {} })
    Object.assign(model, { secret: undefined, recovery: [], usedCode: undefined })
    return 'switch off'
  }

  async function prove(): Promise<string> {
    const bearer = pick(model.tokens)
    if (bearer === undefined) return 'nobody is signed in'
    const isPassword = random.below(3) > 0
    const { code, isRight } = someCode()
    const password = isPassword ? model.password : (pick(model.oldPasswords) ?? 'x')
    const answer = await at(bearer).ask(proveIdentity, {
      body: { password, ...(code !== undefined && { code }) },
    })
    assert.equal(answer.status, isPassword && isRight ? 200 : 422, await answer.text())
    if (isPassword && isRight) noteUsed(code)
    const current_password = 'never this one'
    assert.equal((await at(bearer).ask(deleteMe, { body: { current_password } })).status, 422)
    return `prove ${isPassword && isRight}`
  }

  const ways = [signIn, signIn, signIn, recover, secondFactor, prove]
  const walked = new Map<string, number>()
  for (let step = 0; step < STEPS; step++) {
    await pass(random.below(2) > 0)
    const done = (await pick(ways)?.()) ?? ''
    walked.set(done, (walked.get(done) ?? 0) + 1)
    // Exactly the sessions of the model are open.
    const [open, ended] = [pick(model.tokens), pick(model.endedTokens)]
    if (open) assert.equal((await at(open).ask(getMe)).status, 200, `step ${step}: ${done}`)
    if (ended) assert.equal((await at(ended).ask(getMe)).status, 401, `step ${step}: ${done}`)
    if (model.tokens.length > 50) model.tokens = model.tokens.slice(-50)
    const stored = await rows(world.db, sql`select from tokens where user_id = ${user.id}`)
    assert(stored.length <= 100 && stored.length >= model.tokens.length, `step ${step}: ${done}`)
  }
  // Whoever has every factor is let in at the end.
  await pass(true)
  const code = model.secret && freshCode(model.secret)
  const last = { email: user.email, password: model.password, ...(code && { code }) }
  assert.equal((await at().ask(login, { body: last })).status, 200)
  console.log([...walked].map(([what, count]) => `${what}: ${count}`).join(', '))
})
