import type { PasskeyRecovery, PasskeyRegistration } from '../../contract/passkeys.ts'
import { refuse } from '../../contract/refusals.ts'
import { type Database, queuedAs, transaction } from '../database/database.ts'
import { NOBODY, newId } from '../process/ids.ts'
import { requireCurrency } from '../records/require.ts'
import { placeOf, type Settings } from '../settings.ts'
import { admit, checkTaken, countIfTaken, uncountAttempts } from './attempts.ts'
import { deleteTokens, findUser, lockUser } from './auth.sql.ts'
import { endOf, now, type Origin, openAccount, openSession } from './auth.ts'
import { takeChallenge } from './challenges.ts'
import { codeAttempt, takeCode } from './codes.ts'
import { checkEmail } from './email-key.ts'
import { checkMayRegister } from './invitations.ts'
import { logEvents } from './log.sql.ts'
import { credentialsOf, insertKey } from './passkeys.sql.ts'
import { keepKey } from './passkeys.ts'
import type { Sender } from './passwords.ts'
import { endForeignWays, keepRecovery, requireLink, useLink } from './recovery.ts'
import { checkNewKey, creationOptions, type PasskeySite } from './webauthn.ts'

/** The settings of a site that also say who may register. */
type RegistrationSite = PasskeySite & { settings: Settings }

const nameOf = (name: string | null | undefined) => name ?? 'Passkey'

/** The options for the key of a new person, whose id the challenge carries: an answer opens that one account, once. */
export async function optionsToRegister(
  db: Database,
  draft: Pick<PasskeyRegistration, 'name' | 'email' | 'invitation'>,
  site: RegistrationSite,
) {
  checkEmail(draft.email)
  await checkMayRegister(db, draft, site.settings)
  return creationOptions(site, 'register', { id: newId(), name: draft.name, email: draft.email }, [])
}

/** Opens an account whose way in is a passkey: it has no password. */
export async function registerByKey(
  db: Database,
  draft: PasskeyRegistration,
  origin: Origin,
  site: RegistrationSite,
) {
  checkEmail(draft.email)
  const { settings } = site
  const base_currency_id = draft.base_currency_id ?? settings.defaultCurrency
  requireCurrency(base_currency_id, 'base_currency_id')
  const turn = queuedAs(db, origin.address)
  await checkMayRegister(turn, draft, settings)
  await checkTaken(turn, origin)
  const key = (await checkNewKey(site, 'register', draft.passkey)) ?? refuse('passkey_wrong')
  const { userId } = key.challenge
  const name = nameOf(draft.passkey_name)
  return countIfTaken(db, origin, () =>
    transaction(turn, async (tx) => {
      const at = now()
      // First of all: of two requests with the same answer, one waits here, and is refused. It is kept under nobody's id, since the account may be deleted.
      if (!(await takeChallenge(tx, NOBODY, key.challenge))) refuse('passkey_wrong')
      const user = await openAccount(tx, userId, { ...draft, base_currency_id }, null, origin, settings)
      await insertKey(tx, userId, key, { name, at })
      await logEvents(tx, { userId, tokenId: null, at }, [
        { action: 'created', resource: 'passkey', id: key.id, after: { name } },
      ])
      return openSession(tx, user, origin.deviceName, { passkey: name })
    }),
  )
}

/** The options for a key that a recovery link adds. The link stays as it is. */
export async function optionsToRecover(db: Database, token: string, site: PasskeySite) {
  const { userId } = await requireLink(db, token)
  const person = (await findUser(db, userId)) ?? refuse('link_invalid')
  return creationOptions(
    site,
    'recover',
    person,
    await credentialsOf(db, userId, placeOf(site.settings).rpId),
  )
}

/**
 * Adds a key with a link, which is used up, and ends every session, known device and pending e-mail. Other keys stay, and so does a second factor, whose code is needed
 * where it is on: the key would count for both.
 */
export async function recoverByKey(
  db: Database,
  draft: PasskeyRecovery,
  sender: Sender,
  site: RegistrationSite,
): Promise<{ userId: string }> {
  const turn = queuedAs(db, sender.address)
  const link = await requireLink(turn, draft.token)
  const { userId } = link
  const key = await checkNewKey(site, 'recover', draft.passkey)
  if (key?.challenge.userId !== userId) return refuse('passkey_wrong')
  const { code } = draft
  const guessed = code && (await admit(turn, codeAttempt(userId, code, sender.address, undefined)))
  await transaction(turn, async (tx) => {
    await lockUser(tx, userId)
    const person = (await findUser(tx, userId)) ?? refuse('link_invalid')
    const used = await useLink(tx, link, person)
    const second = await takeCode(tx, userId, code, site.settings.secretKey)
    if (second === 'missing') refuse('second_factor_required')
    if (second === 'wrong') refuse('second_factor_wrong')
    if (guessed) await uncountAttempts(tx, guessed)
    const [at, name] = [now(), nameOf(draft.passkey_name)]
    const foreign = await endForeignWays(tx, person, used)
    await keepKey(tx, userId, key, name, at)
    const ended = await deleteTokens(tx, userId)
    // The password of before ends, a pending e-mail is taken back, and devices that knew the account are strangers, as after a new password: whoever had
    // any of them may be the reason for the link.
    await keepRecovery(tx, person, { used, hash: null, at }, [
      ...foreign,
      { action: 'recovered', resource: 'passkey', id: key.id, after: { name } },
      ...ended.map((token) => endOf('ended_by_recovery', token)),
    ])
  })
  return { userId }
}
