import { change, type Db, row, type Tx } from '../database/database.ts'
import { sql } from '../database/sql.ts'

type LinkRow = { issuer: string; user_id: string; created_at: string; last_used_at: string }
const columns = sql`issuer, user_id, created_at, last_used_at`

/** The account of a provider, by its own id there. */
type ProviderAccount = { issuer: string; subject: string }

export const findLink = (db: Db, { issuer, subject }: ProviderAccount): Promise<LinkRow | undefined> =>
  row(db, sql`select ${columns} from oidc_links where issuer = ${issuer} and subject = ${subject}`)

export const linkOf = (db: Db, userId: string): Promise<LinkRow | undefined> =>
  row(db, sql`select ${columns} from oidc_links where user_id = ${userId}`)

/** Links it, unless it or the person is linked already; a link to a provider of before gives way. */
export async function insertLink(
  tx: Tx,
  { issuer, subject }: ProviderAccount,
  userId: string,
  at: string,
): Promise<boolean> {
  await change(tx, sql`delete from oidc_links where user_id = ${userId} and issuer <> ${issuer}`)
  const made = await change(
    tx,
    sql`insert into oidc_links (issuer, subject, user_id, created_at, last_used_at)
        values (${issuer}, ${subject}, ${userId}, ${at}, ${at}) on conflict do nothing returning user_id`,
  )
  return made.length > 0
}

export async function noteLinkUse(tx: Tx, userId: string, at: string): Promise<void> {
  await change(tx, sql`update oidc_links set last_used_at = ${at} where user_id = ${userId}`)
}

export const deleteLink = async (tx: Tx, userId: string): Promise<boolean> =>
  (await change(tx, sql`delete from oidc_links where user_id = ${userId} returning user_id`)).length > 0

/** Uses a state up; false if it was used before. */
export const takeState = async (tx: Tx, id: string, expiresAt: string): Promise<boolean> =>
  (
    await change(
      tx,
      sql`insert into oidc_states (id, expires_at) values (${id}, ${expiresAt}) on conflict do nothing returning id`,
    )
  ).length > 0

export const hasSession = async (db: Db, userId: string, tokenId: string): Promise<boolean> =>
  (await row(db, sql`select from tokens where user_id = ${userId} and id = ${tokenId}`)) !== undefined
