import { createHash } from 'node:crypto'
import { change, type Db, row, type Tx } from '../database/database.ts'
import { type Sql, sql } from '../database/sql.ts'
import { newId } from '../process/ids.ts'
import type { Token } from './tokens.ts'

/** The mails, and all that is known of each before it is sent. None has a secret: the link is made with the mail. */
type MailJob =
  | { kind: 'recovery'; userId: null; payload: { email_key: string; address: string } }
  | { kind: 'confirmation'; userId: string; payload: { address: string } }
  | { kind: 'email_change'; userId: string; payload: { to: string; address: string } }

/** A job that was taken: when it was asked for, and which attempt this is. */
export type TakenJob = MailJob & { id: string; created_at: string; attempts: number }

export async function addJob(tx: Tx, { kind, userId, payload }: MailJob): Promise<void> {
  await change(
    tx,
    sql`insert into jobs (id, kind, user_id, payload, created_at, due_at)
        values (${newId()}, ${kind}, ${userId}, ${JSON.stringify(payload)}::jsonb, now(), now())`,
  )
}

/** Jobs that nobody did for a day are too old to be done: those of a restored backup, or of a time without mail. */
export const oldJobs: Sql = sql`now() - interval '1 day'`

/**
 * Takes the job that has been due for longest, and puts it off by a pause, after which it is taken again unless it was removed: so a job is never lost,
 * and may be done twice. Of several processes, each takes another one.
 */
export async function takeJob(
  tx: Tx,
  pauseAfter: (attempt: number) => number,
): Promise<TakenJob | undefined> {
  const found = await row<{ id: string; attempts: number }>(
    tx,
    sql`select id, attempts from jobs where due_at <= now() and due_at > ${oldJobs} order by due_at limit 1 for update skip locked`,
  )
  if (!found) return undefined
  const attempts = found.attempts + 1
  const [taken] = await change<{ kind: string; user_id: string | null; payload: string; created_at: string }>(
    tx,
    sql`update jobs set attempts = ${attempts}, due_at = now() + make_interval(secs => ${pauseAfter(attempts)})
        where id = ${found.id} returning kind, user_id, payload::text as payload, created_at`,
  )
  if (!taken) return undefined
  const { kind, user_id: userId, payload, created_at } = taken
  const job = { kind, userId, payload: JSON.parse(payload) } as MailJob // `addJob` writes nothing else
  return { ...job, id: found.id, created_at, attempts }
}

export async function removeJob(tx: Tx, id: string): Promise<void> {
  await change(tx, sql`delete from jobs where id = ${id}`)
}

/** Removes everything of a person that waits to be sent. Mails to their address stay counted: an account that is opened and deleted again and again floods nobody. */
export async function deleteMail(tx: Tx, userId: string, emailKey: string): Promise<void> {
  await change(tx, sql`delete from jobs where user_id = ${userId} or payload ->> 'email_key' = ${emailKey}`)
  await change(tx, sql`delete from email_links where user_id = ${userId}`)
  await change(tx, sql`delete from login_attempts where email_key = 'mail' and address = ${userId}`)
}

/** Leaky buckets of mails, as those of attempts: mails to one address, and mails that one network or one person asks for. */
const limits = { to: { room: 3, drainSeconds: 1_200 }, by: { room: 10, drainSeconds: 360 } }

type MailLimit = { kind: MailJob['kind']; to: string } | { by: string }

/** The counter of an address has a hash of it, since it outlives the account. */
const hashOf = (emailKey: string): string =>
  createHash('sha256').update(emailKey).digest('base64url').slice(0, 22)

/** Counts a mail, unless there were too many: then it says after how many seconds there is room again at the latest. */
export async function countMail(tx: Tx, limit: MailLimit): Promise<number | undefined> {
  const [bucket, key, address] =
    'by' in limit ? [limits.by, 'mail', limit.by] : [limits.to, `mail ${limit.kind} ${hashOf(limit.to)}`, '']
  const level = sql`1 + greatest(0, a.level - abs(extract(epoch from excluded.at - a.at)) / ${bucket.drainSeconds}::float)`
  const counted = await change(
    tx,
    sql`insert into login_attempts as a (email_key, address, level, at) values (${key}, ${address}, 1, now())
        on conflict (email_key, address) do update set level = ${level}, at = excluded.at
        where ${level} <= ${bucket.room} returning level`,
  )
  return counted.length > 0 ? undefined : bucket.drainSeconds
}

export const isTaken = async (db: Db, emailKey: string): Promise<boolean> =>
  (await row(db, sql`select from logins where email_key = ${emailKey}`)) !== undefined

/** Stores a link that confirms an address. An earlier one of the person ends with it. */
export async function putEmailLink(
  tx: Tx,
  link: { userId: string; id: string; secretHash: Buffer; email: string; expires_at: string },
): Promise<void> {
  const { userId, id, secretHash, email, expires_at } = link
  await change(tx, sql`delete from email_links where user_id = ${userId}`)
  await change(
    tx,
    sql`insert into email_links (user_id, id, secret_hash, email, expires_at)
        values (${userId}, ${id}, ${secretHash}, ${email}, ${expires_at})`,
  )
}

/** Uses a link up, with the person's row locked; gives the address that it was sent to. */
export const takeEmailLink = async (
  tx: Tx,
  { userId, tokenId, secretHash }: Token,
): Promise<string | undefined> =>
  (
    await change<{ email: string }>(
      tx,
      sql`delete from email_links where user_id = ${userId} and id = ${tokenId} and secret_hash = ${secretHash} and expires_at > now()
          returning email`,
    )
  )[0]?.email

/** Marks the e-mail of an account as confirmed, beside another event of the same moment: it makes no version of its own. */
export async function markConfirmed(tx: Tx, userId: string, at: string): Promise<void> {
  await change(
    tx,
    sql`update users set email_confirmed_at = ${at} where id = ${userId} and email_confirmed_at is null`,
  )
}
