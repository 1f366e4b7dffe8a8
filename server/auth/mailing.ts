import type { User } from '../../contract/auth.ts'
import { inLanguage } from '../../words/t.ts'
import { type Database, queuedAs, transaction } from '../database/database.ts'
import { keepDoing } from '../process/jobs.ts'
import type { Say } from '../process/say.ts'
import type { Settings } from '../settings.ts'
import { findCredentials, findLogin, findUser, lockUser } from './auth.sql.ts'
import { makeEmailLink } from './email.ts'
import { pageOf } from './links.ts'
import { removeJob, type TakenJob, takeJob } from './mail.sql.ts'
import { confirmationMail, emailChangeMail, type Mail, type MailRequest, recoveryMail } from './mail-texts.ts'
import { makeRecoveryLink } from './recovery.ts'
import { makeSend, type Send } from './smtp.ts'

const EVERY_MS = 2_000
/** The pause in seconds after each attempt; the first is longer than a mail may take. After the last one, the mail is given up: within an hour in all. */
const PAUSES = [60, 120, 240, 480, 900, 900]

type Mailing = { db: Database; settings: Settings; log: Pick<Say, 'warn'> }

/** In the language that the person has chosen. */
const inLanguageOf = (person: Pick<User, 'language'> | undefined, tell: () => Mail): Mail =>
  inLanguage(person?.language ?? 'en', tell)

/** The mail of a job, with a link that is made for it; undefined if there is nothing to send any more. */
async function mailOf({ db, settings }: Mailing, job: TakenJob): Promise<Mail | undefined> {
  const asking: MailRequest = {
    address: job.payload.address,
    at: job.created_at,
    site: pageOf('/', settings),
  }
  if (job.kind === 'recovery') {
    const login = await findLogin(db, job.payload.email_key)
    if (!login) return undefined
    const { link } = await transaction(db, (tx) =>
      makeRecoveryLink(tx, login.id, settings, job.payload.email_key),
    )
    return inLanguageOf(await findUser(db, login.id), () => recoveryMail(login.email, link, asking, settings))
  }
  if (job.kind === 'email_change')
    return (
      (await findCredentials(db, job.userId)) &&
      inLanguageOf(await findUser(db, job.userId), () => emailChangeMail(job.payload.to, asking))
    )
  return transaction(db, async (tx) => {
    await lockUser(tx, job.userId)
    const user = await findUser(tx, job.userId)
    const made = user && (await makeEmailLink(tx, user, settings))
    return made && inLanguageOf(user, () => confirmationMail(made.email, made.link, asking))
  })
}

/** The failure of a mail server by its codes alone: its sentences may name the address. */
const failureOf = (error: unknown): string => {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown }
  return [code, responseCode].filter((one) => one !== undefined).join(' ') || 'unknown'
}

/** Whether the server will not take a mail to this address, now or later. */
const isForGood = (error: unknown): boolean => {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown }
  return code === 'EENVELOPE' && Number(responseCode) >= 500
}

/** Takes the next mail that is due, and sends it. False if there was none, or if it failed: the others wait for the next time. */
async function sendNext(mailing: Mailing, send: Send): Promise<boolean> {
  const { db, log } = mailing
  const job = await transaction(db, (tx) => takeJob(tx, (attempt) => PAUSES[attempt - 1] ?? 0))
  if (!job) return false
  const remove = () => transaction(db, (tx) => removeJob(tx, job.id))
  if (job.attempts > PAUSES.length) {
    log.warn(`A mail (${job.kind}) was given up after ${PAUSES.length} attempts.`)
    await remove()
    return true
  }
  const mail = await mailOf(mailing, job)
  try {
    if (mail) await send(mail)
  } catch (error) {
    const which = `A mail (${job.kind}) was not sent, attempt ${job.attempts} of ${PAUSES.length}: ${failureOf(error)}.`
    log.warn(isForGood(error) ? `${which} The mail server refuses it for good.` : which)
    if (isForGood(error)) await remove()
    return false
  }
  await remove() // a process that is killed before this sends the mail once more
  return true
}

/** Sends the mails that are due. */
export async function sendMails(mailing: Mailing, send: Send, signal?: AbortSignal): Promise<void> {
  while (!signal?.aborted && (await sendNext(mailing, send)));
}

/** Sends mails in the background, where a mail server is set. Returns a function that stops it. */
export function keepMailing(db: Database, settings: Settings, log: Pick<Say, 'warn'>): () => Promise<void> {
  const sending = makeSend(settings)
  const mailing = { db: queuedAs(db, 'mail'), settings, log }
  return keepDoing(
    { everyMs: EVERY_MS },
    async (signal) => {
      const send = await sending
      if (send) await sendMails(mailing, send, signal)
    },
    (error) => log.warn(`Mails have to wait: ${error.message}`),
  )
}
