import assert from 'node:assert/strict'
import { after } from 'node:test'
import { listDevices, listUserEvents } from '../contract/auth.ts'
import { client } from '../contract/client.ts'
import { listPasskeys } from '../contract/passkeys.ts'
import type { Ability } from '../contract/programs.ts'
import type { Code } from '../contract/refusals.ts'
import { getWaysBack } from '../contract/ways-back.ts'
import { randomFrom } from '../demo/random.ts'
import { sendMails } from '../server/auth/mailing.ts'
import { makeSend } from '../server/auth/smtp.ts'
import { readToken } from '../server/auth/tokens.ts'
import { change, rows, transaction } from '../server/database/database.ts'
import { names, type Sql, sql } from '../server/database/sql.ts'
import { readSettings } from '../server/settings.ts'
import { linkIn, mailServer, mailSettings } from './mail-server.ts'
import { makeBrowser, settingsOf, startForger } from './oidc.ts'
import { type Authenticator, addKey } from './passkeys.ts'
import { freshCode } from './second-factor.ts'
import { makeWorld, PASSWORD, personOf, through } from './world.ts'

type Session = { id: string; token: string; provenAt: number }
type Key = { id: string; device: Authenticator }
type ProgramKey = { id: string; token: string; abilities: Ability[]; isExpired: boolean }
/** The answer that a request has to get. */
export type Wanted = 'ok' | Code

/** The knowledge of the owner of an account, and what was used up. Nothing of the service's own rules is asked. */
export type Model = {
  email: string
  pending: string | null
  isConfirmed: boolean
  formerEmails: string[]
  /** Undefined once a link has added a passkey in its place. */
  password: string | undefined
  oldPasswords: string[]
  secret: string | undefined
  recovery: string[]
  usedRecovery: string[]
  /** The last code of the app that was accepted: it and earlier ones do not count again. */
  usedCode: string | undefined
  sessions: Session[]
  programs: ProgramKey[]
  /** Tokens of sessions and programs that have ended. */
  ended: string[]
  keys: Key[]
  removedKeys: Key[]
  /** The account of the provider that is linked. */
  subject: string | undefined
  recoveryLink: { token: string; isMailed: boolean } | undefined
  confirmation: { token: string; email: string } | undefined
  /** Links that were used, replaced or have expired. */
  spent: string[]
  /** Entries of the person's log that were not seen in it yet. */
  log: string[]
  /** How often a step has signed the person in. */
  signIns: number
}

const PROOF_MS = 600_000
export const isFresh = ({ provenAt }: Session): boolean => Date.now() - provenAt < PROOF_MS
const TOKEN = /fl[oprci]_[\da-zA-Z]{30}/

/** Two people at two instances of a service, one of which takes no passwords, with a mail server and a provider; and a model of Ana's door. */
export async function makeDoor(seed: number) {
  const random = randomFrom(seed)
  const pick = <T>(list: readonly T[]): T | undefined => list[random.below(list.length)]
  const [forger, mails] = [await startForger(), await mailServer()]
  after(forger.stop)
  const settings = { ...mailSettings(mails), ...settingsOf(forger.issuer), logLevel: 'info' as const }
  const world = await makeWorld({ ...settings, registration: 'closed' })
  const off = world.another({ passwords: false })
  const all = { ...readSettings({}), ...settings }
  const send = (await makeSend(all)) ?? assert.fail()
  const past = (statement: Sql) => transaction(world.db, (tx) => change(tx, statement))
  const { user, token } = await world.person()
  const id = readToken(token)?.tokenId ?? ''
  const model: Model = {
    email: user.email,
    pending: null,
    isConfirmed: false,
    formerEmails: ['nobody@example.com'],
    password: PASSWORD,
    oldPasswords: ['never this one'],
    secret: undefined,
    recovery: [],
    usedRecovery: ['4KQ7-M2XA-9TRF'],
    usedCode: undefined,
    sessions: [{ id, token, provenAt: Date.now() }],
    programs: [],
    ended: [],
    keys: [],
    removedKeys: [],
    subject: undefined,
    recoveryLink: undefined,
    confirmation: undefined,
    spent: ['flr_x', 'flc_x'],
    log: [`profile created ${user.id}`, `device signed_in ${id}`],
    signIns: 0,
  }
  /** Texts that must be in no log, list or row. */
  const secrets: string[] = [token.slice(4)]
  const keepSecret = (...texts: string[]) => void secrets.push(...texts)

  const at = (bearer?: string, isOff = random.below(4) === 0) =>
    client(through(isOff ? off : world.app, `10.0.${random.below(200)}.1`), '/api/v1', bearer)
  const browserAt = (isOff = random.below(4) === 0) =>
    makeBrowser(isOff ? off : world.app, `10.0.${random.below(200)}.1`)

  // Eve has an account of her own, with every way in.
  const eve = await personOf(world.another({ registration: 'open' }))
  const { device: eveKey, passkey } = await addKey(eve)
  const eveBrowser = makeBrowser(world.app)
  eveBrowser.jar.set('service-session', eve.token)
  forger.forge({ claims: { sub: 'eve' } })
  /** The way back of a browser from the provider, whose code is its nonce there. */
  const back = (url: string) => {
    const { searchParams } = new URL(url)
    const [state, code] = ['state', 'nonce'].map((name) => searchParams.get(name) ?? '')
    keepSecret(code ?? '')
    return `/api/v1/auth/oidc/callback?${new URLSearchParams({ state: state ?? '', code: code ?? '' })}`
  }
  const linking = await eveBrowser.ask('POST', '/auth/oidc', {})
  await eveBrowser.open(back(linking.body.url), 'cross-site')

  /** Sends the mails that wait, and takes their links. */
  async function deliver(): Promise<number> {
    await sendMails({ db: world.service, settings: all, log: { warn: assert.fail } }, send)
    const received = mails.received.splice(0)
    for (const mail of received) {
      if (mail.to.includes(eve.user.email)) continue
      const { page, token } = linkIn(mail)
      if (token) keepSecret(token.slice(4))
      if (page.endsWith('/recover')) {
        assert.deepEqual(mail.to, [model.email], 'a recovery link goes to the e-mail that counts')
        putRecoveryLink(token, true)
      } else if (page.endsWith('/confirm')) {
        assert.deepEqual(mail.to, [model.pending ?? model.email])
        if (model.confirmation) model.spent.push(model.confirmation.token)
        model.confirmation = { token, email: model.pending ?? model.email }
      } else assert.deepEqual(mail.to, [model.email], 'the old e-mail is told of the change')
    }
    return received.length
  }
  function putRecoveryLink(token: string | undefined, isMailed = false): void {
    if (model.recoveryLink) model.spent.push(model.recoveryLink.token)
    model.recoveryLink = token === undefined ? undefined : { token, isMailed }
  }

  function open(token: string, isProven = true): void {
    const id = readToken(token)?.tokenId ?? ''
    model.sessions.push({ id, token, provenAt: isProven ? Date.now() : 0 })
    model.log.push(`device signed_in ${id}`)
    model.signIns++
    keepSecret(token.slice(4))
  }
  /** Ends sessions and keys of programs, with an entry in the log for each. */
  function end(action: string, isEnded: (one: { id: string }) => boolean, programs = false): void {
    for (const one of model.sessions.filter(isEnded)) {
      model.log.push(`device ${action} ${one.id}`)
      model.ended.push(one.token)
    }
    model.sessions = model.sessions.filter((one) => !isEnded(one))
    if (!programs) return
    for (const one of model.programs.filter(isEnded)) {
      // A new password leaves them alone; the link of a recovery does not.
      model.log.push(`program ${action.replace('ended_by_password', 'ended_by_recovery')} ${one.id}`)
      model.ended.push(one.token)
    }
    model.programs = model.programs.filter((one) => !isEnded(one))
  }

  /** A code, and whether it counts. */
  function someCode(): { code?: string; isRight: boolean } {
    if (!model.secret) return random.below(2) ? { isRight: true } : { code: '123456', isRight: true } // nobody asks for it
    switch (random.below(6)) {
      case 0:
        return { isRight: false }
      case 1:
        return { code: pick(model.usedRecovery) ?? 'x', isRight: false }
      case 2: {
        const wrong = ['12345', 'nonsense', freshCode(model.secret, 40), model.usedCode ?? 'x']
        return { code: pick(wrong) ?? 'x', isRight: false }
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
      model.log.push(`second_factor used ${user.id}`)
    }
  }
  /** The proof in a request, and whether it counts; a right code in it is used up. */
  function proof(session: Session, isOff: boolean) {
    if (random.below(3)) return { body: {}, wanted: isFresh(session) ? 'ok' : 'proof_required' } as const
    const own = random.below(4) > 0 ? model.password : undefined
    const isPassword = own !== undefined
    const { code, isRight } = someCode()
    const current_password = own ?? pick(model.oldPasswords) ?? 'x'
    const body = { current_password, ...(code !== undefined && { code }) }
    if (isOff) return { body, wanted: 'passwords_off' } as const
    if (!isPassword) return { body, wanted: 'password_wrong' } as const
    if (!isRight) return { body, wanted: 'code_wrong' } as const
    noteUsed(code)
    return { body, wanted: 'ok' } as const
  }

  /** Time passes: for the counters of failures, which this walk is not about, sometimes for the codes of the app, and for proofs. */
  async function pass(): Promise<void> {
    await past(sql`delete from login_attempts`)
    if (random.below(2)) {
      await past(sql`update second_factors set last_step = 0 where user_id = ${user.id}`)
      model.usedCode = undefined
    }
    // A proof that is half as old as it may be is made too old, so that the length of the walk decides nothing.
    const isAging = model.sessions.some((one) => isFresh(one) && Date.now() - one.provenAt > PROOF_MS / 2)
    if (!isAging && random.below(25)) return
    await past(
      sql`update tokens set created_at = created_at - interval '11 minutes', proven_at = proven_at - interval '11 minutes'
          where user_id = ${user.id} and abilities is null`,
    )
    for (const session of model.sessions) session.provenAt = 0
  }

  const ids = (list: readonly { id: string }[]) => list.map((one) => one.id).sort()
  /** The lists of the person's ways in, which are those of the model. */
  async function listsOf(token: string): Promise<unknown[]> {
    const isOff = random.below(4) === 0
    const me = at(token, isOff)
    const devices = (await me.call(listDevices, { query: { limit: 1000 } })).data
    assert.deepEqual(ids(devices), ids(model.sessions))
    const programs = (await me.call(listDevices, { query: { limit: 1000, kind: 'program' } })).data
    assert.deepEqual(ids(programs), ids(model.programs))
    const keys = (await me.call(listPasskeys)).data
    const { is_due: _, ...ways } = await me.call(getWaysBack)
    assert.deepEqual(ways, {
      password: !isOff && model.password !== undefined,
      passkeys: model.keys.length,
      recovery_codes: model.recovery.length,
      mail: model.isConfirmed,
      oidc: model.subject !== undefined,
    })
    return [devices, programs, keys]
  }

  /** The laws that hold after every step. */
  async function check(): Promise<void> {
    const idsIn = async (table: Sql) =>
      ids(await rows<{ id: string }>(world.db, sql`select id from ${table} where user_id = ${user.id}`))
    assert.deepEqual(await idsIn(sql`tokens`), ids([...model.sessions, ...model.programs]), 'tokens')
    assert.deepEqual(await idsIn(sql`passkeys`), ids(model.keys), 'passkeys')
    const links = await rows(world.db, sql`select subject from oidc_links where user_id = ${user.id}`)
    assert.deepEqual(links, model.subject === undefined ? [] : [{ subject: model.subject }])
    const [person] = await rows<object>(
      world.db,
      sql`select email, pending_email, email_confirmed_at is not null as is_confirmed from users where id = ${user.id}`,
    )
    const { email, pending: pending_email, isConfirmed: is_confirmed } = model
    assert.deepEqual({ ...person }, { email, pending_email, is_confirmed })
    const ended = pick(model.ended)
    if (ended) assert.equal((await at(ended).ask(listDevices)).status, 401, 'an ended token opens nothing')

    const lines = world.logged.splice(0)
    const entered = lines.filter(({ security, who }) => security === 'signed_in' && who === user.id)
    assert.equal(entered.length, model.signIns, 'each sign-in is one line of the security log')
    model.signIns = 0
    assert.deepEqual(
      lines.filter(({ level }) => Number(level) >= 50),
      [],
      'nothing fails',
    )
    const logged = JSON.stringify(lines)
    assert(!logged.includes(model.email), 'no e-mail is logged')

    const session = pick(model.sessions)
    if (!session) return hideSecrets(logged)
    const { data } = await at(session.token).call(listUserEvents, { query: { limit: model.log.length + 1 } })
    const news = data.slice(0, model.log.length).map((one) => `${one.resource} ${one.action} ${one.id}`)
    assert.deepEqual(new Set(news), new Set(model.log), 'the log of the person')
    if (data.length > model.log.length) seen = checkGap(data.at(-1)?.version, seen, data[0]?.version)
    model.log = []
    const lists = random.below(4) ? [] : await listsOf(session.token)
    hideSecrets(logged + JSON.stringify([data, lists]))
  }
  let seen = 0
  /** Exactly the expected entries are new: the one before them was the last one at the check before. */
  function checkGap(before: number | undefined, last: number, newest: number | undefined): number {
    if (last) assert.equal(before, last, 'an entry of the log that the model does not know')
    return newest ?? last
  }
  function hideSecrets(text: string, known = secrets.slice(-200)): void {
    assert.doesNotMatch(text, TOKEN)
    for (const secret of [...known, model.password ?? ''])
      assert(secret === '' || !text.includes(secret), 'a secret is shown')
  }
  /** No row of the door has a secret as it is. */
  async function checkRows(): Promise<void> {
    const tables = [
      'users',
      'tokens',
      'recovery_links',
      'email_links',
      'jobs',
      'user_events',
      'login_attempts',
    ]
    const more = ['second_factors', 'passkeys', 'used_challenges', 'oidc_links', 'oidc_states']
    for (const name of [...tables, ...more]) {
      const found = await rows<{ text: string }>(
        world.db,
        sql`select to_jsonb(one)::text as text from ${names(name)} one`,
      )
      hideSecrets(found.map(({ text }) => text).join('\n'), secrets.slice(-2_000))
    }
  }

  await deliver()
  world.logged.length = 0
  const others = { eve, eveKey, eveKeyId: passkey.id }
  const actions = {
    at,
    browserAt,
    back,
    deliver,
    putRecoveryLink,
    open,
    end,
    someCode,
    noteUsed,
    proof,
    past,
  }
  return {
    world,
    random,
    pick,
    forger,
    user,
    model,
    keepSecret,
    pass,
    check,
    checkRows,
    ...others,
    ...actions,
  }
}
export type Door = Awaited<ReturnType<typeof makeDoor>>

/** A step of the walk. It says what it did, for the count. */
export type Step = (door: Door) => Promise<string>
export const NOBODY = 'nobody is signed in'

/** Checks an answer, and that a refusal gives no token; returns the body. */
export async function settle<T = undefined>(answer: Response, wanted: Wanted): Promise<T> {
  const text = await answer.text()
  const body = text === '' ? undefined : JSON.parse(text)
  assert.equal(answer.ok ? 'ok' : body.code, wanted, text)
  if (!answer.ok) assert(!TOKEN.test(text) && answer.headers.get('set-cookie') === null)
  return body
}
