import type { Registration } from '../../contract/auth.ts'
import type { createInvitation, Invitation, InvitationDraft } from '../../contract/invitations.ts'
import { refuse } from '../../contract/refusals.ts'
import type { ReplyOf } from '../../contract/route.ts'
import { type Database, type Db, row, type Tx, transaction } from '../database/database.ts'
import type { SignedIn } from '../http/request.ts'
import { NOBODY, newId } from '../process/ids.ts'
import type { Settings } from '../settings.ts'
import { anybody, lockUser } from './auth.sql.ts'
import { findInvitation, readInvitation } from './book-invitations.ts'
import { emailKey } from './email-key.ts'
import {
  becomeOperator,
  countInvitations,
  deleteInvitation,
  findOpen,
  insertInvitation,
  isOperator,
  takeOpen,
} from './invitations.sql.ts'
import { endOfLink, linkTo } from './links.ts'
import { logEvents } from './log.sql.ts'
import { takeToJoin } from './memberships.ts'
import { makeToken, readToken } from './tokens.ts'

const DAYS = { usual: 7, most: 90 }
const MAX_OPEN = 100

/** Makes an invitation, and the link that is shown once. */
export async function makeInvitation(
  tx: Tx,
  draft: InvitationDraft,
  settings: Pick<Settings, 'publicUrl' | 'port' | 'registration'>,
): Promise<ReplyOf<typeof createInvitation>> {
  const { registration } = settings
  if (registration === 'closed') refuse('registration_closed', { registration })
  if ((await countInvitations(tx)) >= MAX_OPEN)
    refuse('too_many_open', { what: 'invitations', most: MAX_OPEN })
  const id = newId()
  const { text: token, secretHash } = makeToken(NOBODY, id, 'fli_')
  const [created_at, expires_at] = [new Date().toISOString(), endOfLink(draft.expires_at, DAYS)]
  const invitation: Invitation = { id, email: draft.email ?? null, created_at, expires_at }
  await insertInvitation(tx, invitation, secretHash)
  // The form begins with the e-mail that the invitation is for: any other is refused.
  const to = invitation.email === null ? '' : `&email=${encodeURIComponent(invitation.email)}`
  return { ...invitation, token, link: linkTo('/sign-up', `${token}${to}`, settings) }
}

export async function requireOperator(db: Db, me: SignedIn): Promise<void> {
  if (!(await isOperator(db, me.id))) refuse('operator_only')
}

export const invite = (db: Database, me: SignedIn, draft: InvitationDraft, settings: Settings) =>
  transaction(db, async (tx) => {
    await lockUser(tx, me.id)
    await requireOperator(tx, me)
    const made = await makeInvitation(tx, draft, settings)
    const { id, email, created_at, expires_at } = made
    const event = { action: 'created', resource: 'invitation', id, after: { email, expires_at } } as const
    await logEvents(tx, { userId: me.id, tokenId: me.token_id, at: created_at }, [event])
    return made
  })

/** To everybody but the operator, no invitation exists. */
export const revokeInvitation = (db: Database, me: SignedIn, id: string): Promise<Invitation> =>
  transaction(db, async (tx) => {
    await lockUser(tx, me.id)
    if (!(await isOperator(tx, me.id))) refuse('not_found')
    const revoked = (await deleteInvitation(tx, id)) ?? refuse('not_found')
    const { email, expires_at } = revoked
    const event = { action: 'revoked', resource: 'invitation', id, before: { email, expires_at } } as const
    await logEvents(tx, { userId: me.id, tokenId: me.token_id, at: new Date().toISOString() }, [event])
    return revoked
  })

type Registering = Pick<Registration, 'email' | 'invitation'>

const isFor = ({ email }: { email: string | null }, registering: Registering) =>
  email === null || emailKey(email) === emailKey(registering.email)

/** The token that a registration was sent with, if this instance takes any. Undefined: none is needed. */
function tokenIn({ invitation }: Registering, { registration }: Settings) {
  const isMissing = registration === 'invited' && (invitation ?? null) === null
  if (registration === 'closed' || isMissing) refuse('registration_closed', { registration })
  if (invitation === undefined || invitation === null) return undefined
  const token = readToken(invitation, 'fli_')
  const toBook = readInvitation(invitation)
  return token ? { token } : toBook ? { toBook } : refuse('link_invalid')
}

/** Refuses early who may not register, before a password is hashed for nothing, and before anything is said about the e-mail. */
export async function checkMayRegister(db: Db, draft: Registering, settings: Settings): Promise<void> {
  if (!(await row(db, anybody))) return // the first person always gets in
  const { token, toBook } = tokenIn(draft, settings) ?? {}
  if (toBook && !(await findInvitation(db, toBook))) refuse('link_invalid')
  if (!token) return
  const found = await findOpen(db, token.tokenId, token.secretHash)
  if (!found || !isFor(found, draft)) refuse('link_invalid')
}

/**
 * Lets a person in, in the transaction that registers them: as the operator of an empty instance, or by their invitation, which is used up. One to a book
 * is returned with its book locked: it is used once the person is there.
 */
export async function admitNew(tx: Tx, userId: string, draft: Registering, settings: Settings) {
  const is_operator = await becomeOperator(tx, userId)
  if (is_operator) return { is_operator }
  const { token, toBook } = tokenIn(draft, settings) ?? {}
  if (toBook) {
    if (!(await findInvitation(tx, toBook))) refuse('link_invalid')
    await takeToJoin(tx, toBook.bookId)
  }
  if (!token) return { is_operator, toBook }
  const taken = await takeOpen(tx, token.tokenId, token.secretHash)
  if (!taken || !isFor(taken, draft)) refuse('link_invalid')
  return { is_operator }
}
