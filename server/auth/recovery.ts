import type { User } from '../../contract/auth.ts'
import type { Recovery } from '../../contract/recovery.ts'
import { refuse } from '../../contract/refusals.ts'
import { change, type Database, queuedAs, row, type Tx, transaction } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { newId } from '../process/ids.ts'
import type { Settings } from '../settings.ts'
import { changePasswordHash, deleteAttempts, deleteTokens, findUser, lockUser } from './auth.sql.ts'
import { checkNewPassword, endOf, now } from './auth.ts'
import { emailKey } from './email-key.ts'
import { linkEnd, linkTo } from './links.ts'
import { logEvents, type UserLogEvent } from './log.sql.ts'
import { markConfirmed } from './mail.sql.ts'
import { deleteLink, linkOf } from './oidc.sql.ts'
import { deleteKeys } from './passkeys.sql.ts'
import { hashPassword, inTurn, type Sender } from './passwords.ts'
import { makeToken, readToken, type Token } from './tokens.ts'

/** Makes a link that sets a new password. An earlier one of the person ends with it. One that is sent by mail confirms the e-mail, by its use. */
export async function makeRecoveryLink(
  tx: Tx,
  userId: string,
  settings: Pick<Settings, 'publicUrl' | 'port'>,
  mailedTo: string | null = null,
): Promise<{ link: string; token: string }> {
  const id = newId()
  const { text: token, secretHash } = makeToken(userId, id, 'flr_')
  await lockUser(tx, userId)
  await change(tx, sql`delete from recovery_links where user_id = ${userId}`)
  await change(
    tx,
    sql`insert into recovery_links (user_id, id, secret_hash, expires_at, mailed_to)
        values (${userId}, ${id}, ${secretHash}, ${linkEnd()}, ${mailedTo})`,
  )
  return { link: linkTo('/recover', token, settings), token }
}

const isOpen = ({ userId, tokenId, secretHash }: Token) =>
  sql`user_id = ${userId} and id = ${tokenId} and secret_hash = ${secretHash} and expires_at > now()`

/** The link that a token is of, if it still opens. Wrong, used and expired ones are refused alike. */
export async function requireLink(db: Database, text: string): Promise<Token> {
  const link = readToken(text, 'flr_') ?? refuse('link_invalid')
  if (!(await row(db, sql`select from recovery_links where ${isOpen(link)}`))) refuse('link_invalid')
  return link
}

/** The address that a used link was sent to, if it was sent by mail. */
type UsedLink = { mailed_to: string | null }

/**
 * Uses up a link, with the person's row locked; `mailed_to` is the address that it was sent to, if it was. A link that was sent to an address which the
 * account has left meanwhile does not count.
 */
export async function useLink(tx: Tx, link: Token, { email }: Pick<User, 'email'>): Promise<UsedLink> {
  const [used] = await change<UsedLink>(
    tx,
    sql`delete from recovery_links where ${isOpen(link)} returning mailed_to`,
  )
  if (!used || (used.mailed_to !== null && used.mailed_to !== emailKey(email))) refuse('link_invalid')
  return used
}

/**
 * An address that was never confirmed may have been given by a stranger, who added ways in of their own: they end when a link in a mail to it is used for
 * the first time, and the events say so. Otherwise passkeys and the link to a provider stay.
 */
export async function endForeignWays(
  tx: Tx,
  { id, email, email_confirmed_at }: User,
  { mailed_to }: UsedLink,
): Promise<UserLogEvent[]> {
  if (mailed_to !== emailKey(email) || email_confirmed_at !== null) return []
  const keys = await deleteKeys(tx, id)
  const link = await linkOf(tx, id)
  if (link) await deleteLink(tx, id)
  return [
    ...keys.map(
      (key) => ({ action: 'removed', resource: 'passkey', id: key.id, before: { name: key.name } }) as const,
    ),
    ...(link ? [{ action: 'removed', resource: 'oidc', id, before: { issuer: link.issuer } } as const] : []),
  ]
}

/** Logs a recovery and sets the new password hash, null if the person has none any more. Guesses of before count no more. */
export async function keepRecovery(
  tx: Tx,
  person: User,
  { used, hash, at }: { used: UsedLink; hash: string | null; at: string },
  events: readonly UserLogEvent[],
): Promise<void> {
  const { id, email } = person
  const version = await logEvents(tx, { userId: id, tokenId: null, at }, events)
  await changePasswordHash(tx, { ...person, version, updated_at: at }, hash)
  if (used.mailed_to === emailKey(email)) await markConfirmed(tx, id, at)
  await deleteAttempts(tx, emailKey(email))
}

/**
 * Sets a new password with a link, which is used up, and ends every session, known device and key for a program: whoever had the old password may have made one. Wrong, used and expired links are refused alike, before
 * anything is said about the new password. A second factor stays on, so nobody is signed in by this.
 */
export async function recover(
  db: Database,
  draft: Recovery,
  sender: Sender,
  settings: Settings,
): Promise<{ userId: string }> {
  if (!settings.passwords) refuse('passwords_off')
  const turn = queuedAs(db, sender.address)
  const link = await requireLink(turn, draft.token)
  const { userId } = link
  const person = (await findUser(turn, userId)) ?? refuse('link_invalid')
  await checkNewPassword({ ...person, ...draft }, settings)
  const hash = await inTurn('registration', sender, () => hashPassword(draft.password))
  await transaction(turn, async (tx) => {
    await lockUser(tx, userId)
    const before = (await findUser(tx, userId)) ?? refuse('link_invalid')
    const used = await useLink(tx, link, before)
    const ended = await deleteTokens(tx, userId)
    await keepRecovery(tx, before, { used, hash, at: now() }, [
      { action: 'recovered', resource: 'password', id: userId },
      ...(await endForeignWays(tx, before, used)),
      ...ended.map((token) => endOf(token.abilities ? 'ended_by_recovery' : 'ended_by_password', token)),
    ])
  })
  return { userId }
}
