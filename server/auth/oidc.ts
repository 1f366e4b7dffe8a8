import { randomBytes } from 'node:crypto'
import { isEmail } from '../../contract/email.ts'
import { OIDC_FAULTS, type OidcFault } from '../../contract/oidc.ts'
import { Refusal, refuse } from '../../contract/refusals.ts'
import { type Database, type Db, queuedAs, type Tx, transaction } from '../database/database.ts'
import { refusalOf } from '../database/failures.ts'
import { isBadText } from '../http/body.ts'
import type { SignedIn } from '../http/request.ts'
import { newId } from '../process/ids.ts'
import { placeOf, type Settings } from '../settings.ts'
import { admit, checkTaken, countIfTaken, rememberAddress, uncountAttempts } from './attempts.ts'
import { findCredentials, lockUser, proveAt } from './auth.sql.ts'
import { now, type Origin, openAccount, openSession, requireUser } from './auth.ts'
import { emailKey } from './email-key.ts'
import { checkMayRegister } from './invitations.ts'
import { logEvents } from './log.sql.ts'
import { deleteLink, findLink, hasSession, insertLink, linkOf, noteLinkUse, takeState } from './oidc.sql.ts'
import { identityOf, OidcFailure, type ProviderIdentity, providerPage } from './oidc-client.ts'
import { BEGUN_SECONDS, type Begun } from './oidc-cookie.ts'
import { countKeys } from './passkeys.sql.ts'
import { type FreshProof, lockProven } from './proof.ts'
import { readToken } from './tokens.ts'

/** A way that ended without a sign-in, by the code that its page has a sentence for. */
export class OidcStop extends Error {
  readonly code: OidcFault
  readonly reason: string | undefined

  constructor(code: OidcFault, reason?: string) {
    super(code)
    this.code = code
    this.reason = reason
  }
}

/** The code of an error that a page says; undefined for a failure that is answered as everywhere. */
export function stopOf(error: unknown): OidcStop | undefined {
  if (error instanceof OidcStop) return error
  if (error instanceof OidcFailure) return new OidcStop('oidc_failed', error.message)
  const refusal = error instanceof Refusal ? error : refusalOf(error)
  const code = OIDC_FAULTS.find((one) => one === refusal?.code)
  return code && new OidcStop(code)
}

/** The provider's clock may be ahead or behind by so much. */
const SKEW_SECONDS = 60

const requireIssuer = ({ oidcIssuer }: Settings): URL => oidcIssuer ?? refuse('oidc_off')

const secret = () => randomBytes(32).toString('base64url')

/** A purpose of a way to the provider, with the page afterwards. */
type WayFor = Begun extends infer B
  ? B extends Begun
    ? Omit<B, 'state' | 'nonce' | 'verifier' | 'at'>
    : never
  : never

/** Begins a way to the provider: the page to go to, and what the browser has to bring back. */
export async function beginWay(settings: Settings, purpose: WayFor): Promise<{ url: string; begun: Begun }> {
  requireIssuer(settings)
  const begun = { ...purpose, state: newId(), nonce: secret(), verifier: secret(), at: Date.now() } as Begun // one of its shapes, made whole
  return { url: await providerPage(settings, begun), begun }
}

/** Begins to link an account of the provider to a person who has just proved who they are. */
export async function beginLink(db: Database, me: SignedIn, proof: FreshProof, settings: Settings) {
  const issuer = requireIssuer(settings)
  await transaction(db, async (tx) => {
    await lockProven(tx, me, proof)
    if (isOf(await linkOf(tx, me.id), issuer)) refuse('oidc_linked')
  })
  const to = '/settings/security'
  return beginWay(settings, { purpose: 'link', userId: me.id, tokenId: me.token_id, to })
}

/** Whether a link is to the present provider. Its issuer may be written with or without a slash at the end. */
const isOf = (link: { issuer: string } | undefined, issuer: URL): boolean =>
  link !== undefined && link.issuer.replace(/\/$/, '') === issuer.href.replace(/\/$/, '')

/** The link of a person to the provider, and whether a password signs them in too. */
export async function linkStateOf(db: Db, userId: string, { oidcIssuer, passwords }: Settings) {
  const link = await linkOf(db, userId)
  const { password_hash } = (await findCredentials(db, userId)) ?? refuse('unauthenticated')
  const own = oidcIssuer && isOf(link, oidcIssuer) ? link : undefined
  return {
    is_linked: own !== undefined,
    since: own?.created_at ?? null,
    last_used_at: own?.last_used_at ?? null,
    has_password: passwords && password_hash !== null,
  }
}

/** Unlinks the account of the provider. Whoever has neither a password nor a passkey would be locked out. */
export const unlink = (db: Database, me: SignedIn, proof: FreshProof, settings: Settings): Promise<void> =>
  transaction(db, async (tx) => {
    const { password_hash } = await lockProven(tx, me, proof)
    const link = (await linkOf(tx, me.id)) ?? refuse('oidc_unlinked')
    const hasPassword = settings.passwords && password_hash !== null
    const { here: passkeys } = await countKeys(tx, me.id, placeOf(settings).rpId)
    if (!hasPassword && passkeys === 0) refuse('only_way_in')
    await deleteLink(tx, me.id)
    const event = { action: 'removed', resource: 'oidc', id: me.id, before: { issuer: link.issuer } } as const
    await logEvents(tx, { userId: me.id, tokenId: me.token_id, at: now() }, [event])
  })

/** A way that has come back: the person, and their new session if there is one. */
export type Finished = {
  userId: string
  did: 'signed_in' | 'registered' | 'oidc_linked' | 'proved'
  session?: { token: string; generation: number }
}

/** The answer of the provider: the query of the address, as it is and as it was read. */
export type Back = { search: string; state?: string | undefined; error?: string | undefined }

/**
 * Ends a way: checks the state, which counts once, changes the code for an account of the provider, and does what the way was for. Nothing slow happens
 * within a transaction.
 */
export async function finishWay(
  db: Database,
  begun: Begun | undefined,
  back: Back,
  session: { id: string; token_id: string } | undefined,
  origin: Origin,
  settings: Settings,
): Promise<Finished> {
  requireIssuer(settings)
  if (!begun || begun.state !== back.state) throw new OidcStop('oidc_expired')
  const turn = queuedAs(db, origin.address)
  const expires = new Date(begun.at + BEGUN_SECONDS * 1_000).toISOString()
  if (!(await transaction(turn, (tx) => takeState(tx, begun.state, expires))))
    throw new OidcStop('oidc_expired', 'the state was used before')
  if (back.error !== undefined)
    throw new OidcStop(
      back.error === 'access_denied' ? 'oidc_denied' : 'oidc_failed',
      'an error of the provider',
    )
  // Codes cannot be guessed, but each makes us ask the provider.
  const attempt = { emailKey: 'oidc', address: origin.address, isUnguessable: true as const }
  const admitted = await admit(turn, attempt)
  const subject = await identityOf(settings, begun, back.search)
  await transaction(turn, (tx) => uncountAttempts(tx, admitted))
  if (begun.purpose === 'sign_in') return signInAs(turn, subject, begun, origin, settings)
  if (session?.id !== begun.userId || session.token_id !== begun.tokenId)
    throw new OidcStop('oidc_other', 'another session than the one that began')
  return begun.purpose === 'link' ? link(turn, subject, begun) : prove(turn, subject, begun)
}

type SigningIn = Extract<Begun, { purpose: 'sign_in' }>
type OfSession = Exclude<Begun, { purpose: 'sign_in' }>

/** Signs the linked person in, or opens an account for somebody new. Others may link, unlink or register the same meanwhile. */
async function signInAs(
  db: Database,
  subject: ProviderIdentity,
  begun: SigningIn,
  origin: Origin,
  settings: Settings,
): Promise<Finished> {
  for (let round = 0; round < 3; round++) {
    const link = await findLink(db, subject)
    const done = link
      ? await transaction(db, (tx) => signInLinked(tx, link.user_id, subject, origin))
      : await register(db, subject, begun, origin, settings)
    if (done) return done
  }
  return refuse('busy')
}

/** Undefined if the account of the provider was unlinked meanwhile. */
async function signInLinked(
  tx: Tx,
  userId: string,
  subject: ProviderIdentity,
  { deviceName, address }: Origin,
): Promise<Finished | undefined> {
  const locked = await lockUser(tx, userId)
  if (!locked || (await findLink(tx, subject))?.user_id !== userId) return undefined
  const at = now()
  await noteLinkUse(tx, userId, at)
  await rememberAddress(tx, { emailKey: emailKey(locked.email), address })
  const { token } = await openSession(tx, await requireUser(tx, userId), deviceName)
  await ageProof(tx, userId, token, subject)
  return { userId, did: 'signed_in', session: { token, generation: locked.password_generation } }
}

/** A sign-in that took nothing but a click, since the person had signed in at the provider long before, is as old a proof as that one. */
async function ageProof(
  tx: Tx,
  userId: string,
  token: string,
  { authTime }: ProviderIdentity,
): Promise<void> {
  const tokenId = readToken(token)?.tokenId
  if (authTime === undefined || tokenId === undefined) return
  await proveAt(tx, userId, tokenId, new Date(Math.min(Date.now(), authTime * 1_000)).toISOString())
}

/** Opens an account without a password. An equal e-mail links nothing: the provider may not have checked it. Undefined if somebody was faster. */
async function register(
  db: Database,
  subject: ProviderIdentity,
  { invitation, base_currency_id, language = null }: SigningIn,
  origin: Origin,
  settings: Settings,
): Promise<Finished | undefined> {
  const draft = { ...(await profileOf(subject)), invitation, base_currency_id, language }
  await checkMayRegister(db, draft, settings)
  await checkTaken(db, origin)
  const open = async (tx: Tx): Promise<Finished> => {
    const user = await openAccount(tx, newId(), draft, null, origin, settings)
    if (!(await insertLink(tx, subject, user.id, now()))) throw new Faster()
    await logLink(tx, user.id, null, subject)
    const { token } = await openSession(tx, user, origin.deviceName)
    await ageProof(tx, user.id, token, subject)
    return { userId: user.id, did: 'registered', session: { token, generation: 1 } }
  }
  try {
    return await transaction(db, open)
  } catch (error) {
    if (error instanceof Faster) return undefined
    if (refusalOf(error)?.code !== 'email_taken') throw error
    if (await findLink(db, subject)) return undefined // they registered by another tab meanwhile
    return countIfTaken(db, origin, () => Promise.reject(error))
  }
}

/** Somebody has linked the same account of the provider meanwhile. */
class Faster extends Error {}

const logLink = (tx: Tx, userId: string, tokenId: string | null, { issuer }: ProviderIdentity) =>
  logEvents(tx, { userId, tokenId, at: now() }, [
    { action: 'created', resource: 'oidc', id: userId, after: { issuer } },
  ])

/** Name and e-mail for a new account, as a registration takes them. */
async function profileOf({ profile }: ProviderIdentity): Promise<{ name: string; email: string }> {
  const { name, email = '' } = await profile()
  if (!isEmail(email) || isBadText(email) || URL.parse(`http://${email.split('@')[1]}`) === null)
    throw new OidcStop('oidc_email_missing')
  const own = name !== undefined && !isBadText(name) ? name : (email.split('@')[0] ?? '')
  return { name: [...own].slice(0, 255).join(''), email }
}

/** Links the account of the provider to the person whose session began it. */
const link = (db: Database, subject: ProviderIdentity, { userId, tokenId }: OfSession): Promise<Finished> =>
  transaction(db, async (tx) => {
    await lockUser(tx, userId)
    if (!(await hasSession(tx, userId, tokenId))) refuse('unauthenticated') // it ended while the provider was asked
    const at = now()
    if (!(await insertLink(tx, subject, userId, at))) {
      const other = await findLink(tx, subject)
      throw new OidcStop(other && other.user_id !== userId ? 'oidc_taken' : 'oidc_linked')
    }
    await logLink(tx, userId, tokenId, subject)
    return { userId, did: 'oidc_linked' }
  })

/** Makes the proof of the session fresh, by the account that is linked, and a sign-in that is younger than the question. */
const prove = (
  db: Database,
  subject: ProviderIdentity,
  { userId, tokenId, at }: OfSession,
): Promise<Finished> =>
  transaction(db, async (tx) => {
    await lockUser(tx, userId)
    if ((await findLink(tx, subject))?.user_id !== userId)
      throw new OidcStop('oidc_other', 'another account of the provider')
    if (subject.authTime === undefined || subject.authTime < at / 1_000 - SKEW_SECONDS)
      throw new OidcStop('oidc_stale', 'no new sign-in at the provider')
    await noteLinkUse(tx, userId, now())
    if (!(await proveAt(tx, userId, tokenId, now()))) refuse('unauthenticated')
    return { userId, did: 'proved' }
  })
