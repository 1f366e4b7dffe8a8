import assert from 'node:assert/strict'
import { updateMe } from '../contract/auth.ts'
import { askRecovery, confirmEmail, sendConfirmation } from '../contract/mail.ts'
import { passkeyRecovery, passkeyRecoveryOptions } from '../contract/passkeys.ts'
import { recoverPassword } from '../contract/recovery.ts'
import { makeRecoveryLink } from '../server/auth/recovery.ts'
import { rows, transaction } from '../server/database/database.ts'
import { sql } from '../server/database/sql.ts'
import { readSettings } from '../server/settings.ts'
import { makeAuthenticator } from './authenticator.ts'
import { type Door, NOBODY, type Step, settle } from './door-model.ts'

const askLink: Step = async ({ world, at, model, pick, user, deliver, putRecoveryLink, keepSecret }) => {
  if (pick([true, false, false])) {
    const { token } = await transaction(world.db, (tx) => makeRecoveryLink(tx, user.id, readSettings({})))
    putRecoveryLink(token)
    keepSecret(token.slice(4))
    return 'make a link'
  }
  const others = [...model.formerEmails, model.pending ?? 'x@example.com'].filter(
    (one) => one !== model.email,
  )
  const isRight = pick([true, true, false])
  const email = isRight ? (pick([model.email, model.email.toUpperCase()]) ?? '') : (pick(others) ?? '')
  await settle(await at().ask(askRecovery, { body: { email } }), 'ok')
  assert.equal(await deliver(), isRight ? 1 : 0, 'only the e-mail that counts gets a link')
  return `ask for a link ${isRight}`
}

/** Everything that a recovery link ends or confirms. The first one in a mail ends ways in that a stranger may have added. */
function noteRecovered({ model, end, putRecoveryLink, user }: Door, action: string): void {
  end(action, () => true, true)
  if (model.recoveryLink?.isMailed && !model.isConfirmed) {
    for (const { id } of model.keys) model.log.push(`passkey removed ${id}`)
    if (model.subject !== undefined) model.log.push(`oidc removed ${user.id}`)
    model.removedKeys.push(...model.keys)
    Object.assign(model, { keys: [], subject: undefined })
  }
  if (model.password !== undefined) model.oldPasswords.push(model.password)
  model.password = undefined
  if (model.recoveryLink?.isMailed) model.isConfirmed = true
  model.pending = null
  putRecoveryLink(undefined)
}

const useLink: Step = async (door) => {
  const { at, model, pick, random, user } = door
  const link = random.below(3) ? model.recoveryLink : undefined
  const forged = [`flr_${(model.confirmation?.token ?? 'x').slice(4)}`, ...model.spent.slice(-4)]
  const token = link?.token ?? pick(forged) ?? ''
  const isOff = random.below(4) === 0
  const password = `Password of Ana ${random.below(1e9)}`
  const body = { token, password, password_confirmation: password }
  const wanted = isOff ? 'passwords_off' : link ? 'ok' : 'link_invalid'
  await settle(await at(undefined, isOff).ask(recoverPassword, { body }), wanted)
  if (wanted === 'ok') {
    model.log.push(`password recovered ${user.id}`)
    noteRecovered(door, 'ended_by_password')
    model.password = password
  }
  return `use a link ${wanted}`
}

const useLinkForKey: Step = async (door) => {
  const { world, at, model, pick, random, someCode, noteUsed } = door
  const stranger = at()
  const link = random.below(4) ? model.recoveryLink : undefined
  const token = link?.token ?? pick(model.spent.slice(-4)) ?? ''
  const options = await stranger.ask(passkeyRecoveryOptions, { body: { token } })
  if (!link || model.keys.length > 1) {
    await settle(options, link ? 'ok' : 'link_invalid')
    return `a passkey by a link ${link ? 'is too much' : 'link_invalid'}`
  }
  const device = makeAuthenticator()
  const passkey = device.create(await settle(options, 'ok'))
  const { code, isRight } = someCode()
  const refusal = code === undefined ? 'second_factor_required' : 'second_factor_wrong'
  const wanted = isRight ? 'ok' : refusal
  const body = { token, passkey, ...(code !== undefined && { code }) }
  await settle(await stranger.ask(passkeyRecovery, { body }), wanted)
  if (wanted === 'ok') {
    noteUsed(code)
    const [key] = await rows<{ id: string }>(
      world.db,
      sql`select id from passkeys where credential_id = ${device.credentialId}`,
    )
    noteRecovered(door, 'ended_by_recovery')
    model.keys.push({ id: key?.id ?? '', device })
    model.log.push(`passkey recovered ${key?.id}`)
  }
  return `a passkey by a link ${wanted}`
}

const changeEmail: Step = async ({ at, model, pick, proof, random, eve, user, deliver }) => {
  const session = pick(model.sessions)
  if (!session) return NOBODY
  const isOff = random.below(4) === 0
  const fresh = `ana-${random.below(1e9)}@example.com`
  const email = pick([fresh, fresh, ...model.formerEmails.slice(-2), model.email, eve.user.email]) ?? fresh
  const isOwn = email === model.email
  const { body, wanted: proven } = isOwn ? ({ body: {}, wanted: 'ok' } as const) : proof(session, isOff)
  const wanted = proven === 'ok' && email === eve.user.email ? 'email_taken' : proven
  await settle(await at(session.token, isOff).ask(updateMe, { body: { email, ...body } }), wanted)
  if (wanted !== 'ok') return `change the e-mail ${wanted}`
  const pending = isOwn ? null : email
  const isNew = pending !== model.pending
  model.pending = pending
  if (isNew) model.log.push(`profile updated ${user.id}`)
  assert.equal(await deliver(), isNew && pending ? 2 : 0, 'both addresses are told')
  return `change the e-mail ${isOwn ? 'back' : 'ok'}`
}

const confirm: Step = async ({ at, model, pick, user, deliver, putRecoveryLink }) => {
  const session = pick(model.sessions)
  const due = model.pending ?? (model.isConfirmed ? undefined : model.email)
  if (session && pick([true, false])) {
    await settle(await at(session.token).ask(sendConfirmation), due ? 'ok' : 'email_confirmed')
    assert.equal(await deliver(), due ? 1 : 0)
    return `ask for a confirmation ${due !== undefined}`
  }
  const link = pick([true, true, false]) ? model.confirmation : undefined
  const token = link?.token ?? pick([model.recoveryLink?.token ?? 'x', ...model.spent.slice(-4)]) ?? ''
  const wanted = link && link.email === due ? 'ok' : 'link_invalid'
  await settle(await at().ask(confirmEmail, { body: { token } }), wanted)
  if (link && wanted === 'ok') {
    if (model.pending) {
      model.formerEmails.push(model.email)
      putRecoveryLink(undefined)
    }
    Object.assign(model, { email: link.email, pending: null, isConfirmed: true, confirmation: undefined })
    model.spent.push(token)
    model.log.push(`profile confirmed ${user.id}`)
  }
  return `confirm the e-mail ${wanted}`
}

const expireLinks: Step = async ({ model, past, putRecoveryLink, random }) => {
  if (random.below(3)) return 'links stay'
  await past(sql`update recovery_links set expires_at = now() - interval '1 second'`)
  await past(sql`update email_links set expires_at = now() - interval '1 second'`)
  putRecoveryLink(undefined)
  if (model.confirmation) model.spent.push(model.confirmation.token)
  model.confirmation = undefined
  return 'links expire'
}

/** The steps by links and mails. */
export const linkSteps: Step[] = [
  askLink,
  askLink,
  useLink,
  useLinkForKey,
  useLinkForKey,
  changeEmail,
  changeEmail,
  confirm,
  confirm,
  expireLinks,
]
