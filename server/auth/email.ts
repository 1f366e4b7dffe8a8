import type { User } from '../../contract/auth.ts'
import { refuse } from '../../contract/refusals.ts'
import { change, type Database, queuedAs, type Tx, transaction } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { networkOf } from '../http/network.ts'
import type { SignedIn } from '../http/request.ts'
import { newId } from '../process/ids.ts'
import type { Settings } from '../settings.ts'
import { changeUser, deleteAttempts, deleteLogin, findUser, insertLogin, lockUser } from './auth.sql.ts'
import { emailKey } from './email-key.ts'
import { LINK_MINUTES, linkEnd, linkTo } from './links.ts'
import { logEvents } from './log.sql.ts'
import { addJob, countMail, isTaken, putEmailLink, takeEmailLink } from './mail.sql.ts'
import type { Sender } from './passwords.ts'
import { makeToken, readToken } from './tokens.ts'

type MailSettings = Pick<Settings, 'smtpUrl'>

function requireMail({ smtpUrl }: MailSettings): void {
  if (!smtpUrl) refuse('mail_off')
}

/** The address that a mail asks to confirm; undefined if there is none. */
const unconfirmed = ({ email, email_confirmed_at, pending_email }: User): string | undefined =>
  pending_email ?? (email_confirmed_at === null ? email : undefined)

/** A person as the API shows them: where no mail is sent, no address is confirmed or pending. */
export const shownUser = (user: User, { smtpUrl }: MailSettings): User =>
  smtpUrl
    ? { ...user, needs_confirmation: unconfirmed(user) !== undefined }
    : { ...user, email_confirmed_at: null, pending_email: null, needs_confirmation: false }

/** Makes the link of a confirmation, with the person's row locked. Undefined if nothing is to be confirmed. */
export async function makeEmailLink(
  tx: Tx,
  user: User,
  settings: Pick<Settings, 'publicUrl' | 'port'>,
): Promise<{ email: string; link: string } | undefined> {
  const email = unconfirmed(user)
  if (email === undefined) return undefined
  const id = newId()
  const { text, secretHash } = makeToken(user.id, id, 'flc_')
  await putEmailLink(tx, { userId: user.id, id, secretHash, email, expires_at: linkEnd() })
  return { email, link: linkTo('/confirm', text, settings) }
}

/**
 * Asks for a mail with a link that sets a new password. The work is the same for every e-mail, since nobody looks here whether there is an account: the mail is
 * made later. An address that has had its mails of this hour gets no other one, and the answer stays the same.
 */
export async function askRecovery(
  db: Database,
  email: string,
  { address, ip }: Pick<Sender, 'address'> & { ip: string },
  settings: MailSettings,
): Promise<{ link_minutes: number }> {
  requireMail(settings)
  const key = emailKey(email)
  await transaction(queuedAs(db, address), async (tx) => {
    const wait = await countMail(tx, { by: address })
    if (wait !== undefined) refuse('too_many_attempts', { retry_after: wait })
    if ((await countMail(tx, { kind: 'recovery', to: key })) !== undefined) return
    await addJob(tx, { kind: 'recovery', userId: null, payload: { email_key: key, address: ip } })
  })
  return { link_minutes: LINK_MINUTES }
}

/** Counts a confirmation of this address, and adds its mail; gives the seconds to wait if there were too many. */
async function addConfirmation(
  tx: Tx,
  { userId, email, by, ip }: { userId: string; email: string; by: string; ip: string },
): Promise<number | undefined> {
  const wait =
    (await countMail(tx, { by })) ?? (await countMail(tx, { kind: 'confirmation', to: emailKey(email) }))
  if (wait === undefined) await addJob(tx, { kind: 'confirmation', userId, payload: { address: ip } })
  return wait
}

/** Asks a new person to confirm their e-mail. After too many mails there is none, and they can ask for one later. */
export async function welcomeByMail(
  tx: Tx,
  user: User,
  { address, ip }: Pick<Sender, 'address'> & { ip: string },
  { smtpUrl }: MailSettings,
): Promise<void> {
  if (smtpUrl) await addConfirmation(tx, { userId: user.id, email: user.email, by: address, ip })
}

/** Sends the mail again that asks to confirm. */
export async function sendConfirmation(
  db: Database,
  me: SignedIn,
  ip: string,
  settings: MailSettings,
): Promise<void> {
  requireMail(settings)
  await transaction(db, async (tx) => {
    await lockUser(tx, me.id)
    const user = (await findUser(tx, me.id)) ?? refuse('unauthenticated')
    const email = unconfirmed(user) ?? refuse('email_confirmed')
    const wait = await addConfirmation(tx, { userId: me.id, email, by: me.id, ip })
    if (wait !== undefined) refuse('too_many_attempts', { retry_after: wait })
  })
}

/** The fields of a person that a change of the e-mail concerns. */
type EmailFields = Pick<User, 'email' | 'email_confirmed_at' | 'pending_email'>

/** Gives an account another e-mail: from now on this one signs in. Refuses one that is taken. */
async function moveLogin(tx: Tx, before: User, email: string): Promise<void> {
  await insertLogin(tx, emailKey(email), before.id)
  await deleteLogin(tx, emailKey(before.email))
  await deleteAttempts(tx, emailKey(before.email))
}

/**
 * The e-mail of a person after a change of the profile, with the row locked. Where mail is sent, another address is pending until it is confirmed, both are told, and
 * the account's own address takes the change back. Elsewhere it counts at once.
 */
export async function changeEmail(
  tx: Tx,
  before: User,
  email: string | undefined,
  { isMailOn, ip }: { isMailOn: boolean; ip: string },
): Promise<EmailFields> {
  const { email_confirmed_at, pending_email } = before
  if (email === undefined) return { email: before.email, email_confirmed_at, pending_email }
  if (emailKey(email) === emailKey(before.email)) return { email, email_confirmed_at, pending_email: null }
  if (!isMailOn) {
    await moveLogin(tx, before, email)
    return { email, email_confirmed_at: null, pending_email: null }
  }
  if (await isTaken(tx, emailKey(email))) refuse('email_taken')
  if (pending_email !== email) {
    const wait =
      (await countMail(tx, { by: networkOf(ip) })) ??
      (await countMail(tx, { kind: 'email_change', to: emailKey(before.email) })) ??
      (await addConfirmation(tx, { userId: before.id, email, by: before.id, ip }))
    if (wait !== undefined) refuse('too_many_attempts', { retry_after: wait })
    const payload = { to: before.email, address: ip }
    await addJob(tx, { kind: 'email_change', userId: before.id, payload })
  }
  return { email: before.email, email_confirmed_at, pending_email: email }
}

/**
 * Confirms an address with its link, which is used up. Wrong, used, expired and outdated links are refused alike. Whoever has taken a pending address meanwhile keeps it.
 * Recovery links end with the address that they were sent to.
 */
export async function confirmEmail(
  db: Database,
  token: string,
  { address }: Pick<Sender, 'address'>,
  settings: MailSettings,
): Promise<{ userId: string; email: string; isChanged: boolean }> {
  requireMail(settings)
  const link = readToken(token, 'flc_') ?? refuse('link_invalid')
  const { userId } = link
  return transaction(queuedAs(db, address), async (tx) => {
    await lockUser(tx, userId)
    const email = (await takeEmailLink(tx, link)) ?? refuse('link_invalid')
    const before = (await findUser(tx, userId)) ?? refuse('link_invalid')
    if (unconfirmed(before) !== email) refuse('link_invalid')
    const isChanged = before.pending_email !== null
    if (isChanged) {
      await moveLogin(tx, before, email)
      await change(tx, sql`delete from recovery_links where user_id = ${userId}`)
    }
    const at = new Date().toISOString()
    const version = await logEvents(tx, { userId, tokenId: null, at }, [
      {
        action: 'confirmed',
        resource: 'profile',
        id: userId,
        ...(isChanged && { before: { email: before.email } }),
        after: { email },
      },
    ])
    await changeUser(tx, {
      ...before,
      email,
      email_confirmed_at: at,
      pending_email: null,
      version,
      updated_at: at,
    })
    return { userId, email, isChanged }
  })
}
