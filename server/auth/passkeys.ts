import type { Passkey, PasskeyDraft } from '../../contract/passkeys.ts'
import { refuse } from '../../contract/refusals.ts'
import type { PasskeyAnswer } from '../../contract/webauthn.ts'
import { type Database, queuedAs, type Tx, transaction } from '../database/database.ts'
import type { SignedIn } from '../http/request.ts'
import { isId, NOBODY } from '../process/ids.ts'
import { placeOf, type Settings } from '../settings.ts'
import { type Attempt, admit, rememberAddress, uncountAttempts } from './attempts.ts'
import { findCredentials, lockUser } from './auth.sql.ts'
import { now, type Origin, openSession, requireUser } from './auth.ts'
import { idIn, type Purpose, takeChallenge } from './challenges.ts'
import { deviceOf, type KnownDevice } from './devices.ts'
import { logEvents } from './log.sql.ts'
import { linkStateOf } from './oidc.ts'
import {
  countKeys,
  credentialsOf,
  deleteKey,
  findKey,
  findPasskey,
  insertKey,
  type KeyRow,
  nameKey,
  noteUse,
  type PasskeyRow,
} from './passkeys.sql.ts'
import type { Sender } from './passwords.ts'
import { type FreshProof, lockProven, markProven, type Proving } from './proof.ts'
import {
  checkAnswer,
  checkNewKey,
  creationOptions,
  type NewKey,
  type PasskeySite,
  requestOptions,
} from './webauthn.ts'

const MAX_PASSKEYS = 20

export const passkeyToApi = (row: PasskeyRow, settings: PasskeySite['settings']): Passkey => ({
  ...row,
  works_here: row.site === placeOf(settings).rpId,
})

const log = (
  tx: Tx,
  { id, token_id }: Pick<SignedIn, 'id' | 'token_id'>,
  action: 'created' | 'updated' | 'removed',
  key: string,
  change: { before?: { name: string }; after?: { name: string } },
) =>
  logEvents(tx, { userId: id, tokenId: token_id, at: now() }, [
    { action, resource: 'passkey', id: key, ...change },
  ])

async function checkRoom(tx: Tx, userId: string, rpId: string): Promise<void> {
  const { all } = await countKeys(tx, userId, rpId)
  if (all >= MAX_PASSKEYS) refuse('too_many_open', { what: 'passkeys', most: MAX_PASSKEYS })
}

/** The options for one more key. Keys that the person has are named in them, so that no device makes a second one. */
export const optionsToAdd = (db: Database, me: SignedIn, proof: FreshProof, site: PasskeySite) =>
  transaction(db, async (tx) => {
    await lockProven(tx, me, proof)
    const { rpId } = placeOf(site.settings)
    await checkRoom(tx, me.id, rpId)
    return creationOptions(site, 'add', await requireUser(tx, me.id), await credentialsOf(tx, me.id, rpId))
  })

/** Keeps a new key, with the person's row locked or new. Its challenge is used up by that. */
export async function keepKey(tx: Tx, userId: string, key: NewKey, name: string, at: string): Promise<void> {
  const isNew = await takeChallenge(tx, userId, key.challenge)
  if (!isNew || !(await insertKey(tx, userId, key, { name, at }))) refuse('passkey_wrong')
}

export async function addKey(
  db: Database,
  me: SignedIn,
  proof: FreshProof,
  draft: PasskeyDraft,
  site: PasskeySite,
): Promise<Passkey> {
  const key = await checkNewKey(site, 'add', draft.passkey)
  if (key?.challenge.userId !== me.id) return refuse('passkey_wrong')
  return transaction(db, async (tx) => {
    await lockProven(tx, me, proof)
    await checkRoom(tx, me.id, key.rpId)
    const at = now()
    await keepKey(tx, me.id, key, draft.name, at)
    await log(tx, me, 'created', key.id, { after: { name: draft.name } })
    const { id, rpId: site } = key
    return { id, name: draft.name, site, works_here: true, created_at: at, last_used_at: null }
  })
}

export const renameKey = (db: Database, me: SignedIn, id: string, name: string): Promise<PasskeyRow> =>
  transaction(db, async (tx) => {
    await lockUser(tx, me.id)
    const before = (await findPasskey(tx, me.id, id)) ?? refuse('not_found')
    if (before.name === name) return before
    await nameKey(tx, me.id, id, name)
    await log(tx, me, 'updated', id, { before: { name: before.name }, after: { name } })
    return { ...before, name }
  })

/** Whether a password or the provider signs a person in. */
async function hasOtherWay(tx: Tx, userId: string, settings: Settings): Promise<boolean> {
  const { has_password, is_linked } = await linkStateOf(tx, userId, settings)
  return has_password || is_linked
}

/** Removes a key. The last one that works stays if neither a password nor the provider lets the person in: nobody shuts themselves out by a slip. */
export const removeKey = (
  db: Database,
  me: SignedIn,
  proof: FreshProof,
  id: string,
  settings: Settings,
): Promise<PasskeyRow> =>
  transaction(db, async (tx) => {
    await lockProven(tx, me, proof)
    const before = (await findPasskey(tx, me.id, id)) ?? refuse('not_found')
    const { rpId } = placeOf(settings)
    const isLast = before.site === rpId && (await countKeys(tx, me.id, rpId)).here === 1
    if (isLast && !(await hasOtherWay(tx, me.id, settings))) refuse('last_passkey')
    await deleteKey(tx, me.id, id)
    await log(tx, me, 'removed', id, { before: { name: before.name } })
    return before
  })

/** Whoever has a key may sign in with it, so the challenge is for nobody in particular. */
export const optionsToSignIn = (site: PasskeySite) => requestOptions(site, 'sign in', NOBODY, [])

export const optionsToProve = async (db: Database, me: SignedIn, site: PasskeySite) =>
  requestOptions(site, 'prove', me.id, await credentialsOf(db, me.id, placeOf(site.settings).rpId))

/** An answer that was checked, and the key that gave it. */
type CheckedAnswer = NonNullable<Awaited<ReturnType<typeof checkAnswer>>> & { key: KeyRow }

/** Finds the person's key that an answer is of, and checks the answer with it. */
async function check(
  db: Database,
  site: PasskeySite,
  purpose: Purpose,
  userId: string,
  answer: PasskeyAnswer,
): Promise<CheckedAnswer | undefined> {
  const { rpId } = placeOf(site.settings)
  const key = await findKey(db, userId, Buffer.from(answer.id, 'base64url'), rpId)
  const checked = key && (await checkAnswer(site, purpose, answer, key))
  const isTheirs = checked?.challenge.userId === (purpose === 'sign in' ? NOBODY : userId)
  return checked && key && isTheirs ? { ...checked, key } : undefined
}

/** Uses an answer up, with the person's row locked: of two requests with the same one, one counts. */
const use = async (tx: Tx, userId: string, { key, challenge, counter }: CheckedAnswer): Promise<boolean> =>
  (await takeChallenge(tx, userId, challenge)) &&
  (await noteUse(tx, userId, { id: key.id, counter, at: now() }))

/** Nobody guesses a signature, so the tries of strangers from elsewhere do not delay a person. They are counted, since each costs a check. */
const attemptOf = (userId: string, address: string, deviceId: string | undefined): Attempt => ({
  emailKey: `passkey ${userId}`,
  address,
  deviceId,
  isUnguessable: true,
})

/** The person that a key says it is of. */
function personIn({ response }: PasskeyAnswer): string {
  const id = idIn(Buffer.from(response.userHandle ?? '', 'base64url'))
  return isId(id) ? id : NOBODY
}

/** Signs a device in by a key, which counts as both factors. Every wrong answer gets the same refusal. */
export async function signInByKey(
  db: Database,
  site: PasskeySite,
  answer: PasskeyAnswer,
  origin: Origin,
  known: KnownDevice[],
) {
  const userId = personIn(answer)
  const turn = queuedAs(db, origin.address)
  const person = await findCredentials(turn, userId)
  const device = deviceOf(known, person && { ...person, id: userId })
  const attempt = attemptOf(userId, origin.address, device?.id)
  const admitted = await admit(turn, attempt)
  const checked = await check(turn, site, 'sign in', userId, answer)
  if (!checked) return refuse('passkey_refused')
  return transaction(turn, async (tx) => {
    const locked = await lockUser(tx, userId)
    if (!locked || !(await use(tx, userId, checked))) return refuse('passkey_refused')
    await uncountAttempts(tx, admitted)
    await rememberAddress(tx, attempt)
    const user = await requireUser(tx, userId)
    const session = await openSession(tx, user, origin.deviceName, { passkey: checked.key.name })
    return { ...session, generation: locked.password_generation }
  })
}

/** Makes the session's proof fresh by a key of its person. */
export async function proveByKey(
  { db, user: me, ...site }: Pick<Proving, 'db' | 'user'> & PasskeySite,
  { address }: Sender,
  answer: PasskeyAnswer,
): Promise<{ expires_at: string }> {
  const admitted = await admit(db, attemptOf(me.id, address, me.token_id))
  const checked = (await check(db, site, 'prove', me.id, answer)) ?? refuse('passkey_wrong')
  return transaction(db, async (tx) => {
    await lockUser(tx, me.id)
    if (!(await use(tx, me.id, checked))) refuse('passkey_wrong')
    await uncountAttempts(tx, admitted)
    return markProven(tx, me)
  })
}
