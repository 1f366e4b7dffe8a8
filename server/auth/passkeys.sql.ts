import { change, type Db, onlyRow, row, rows, type Tx } from '../database/database.ts'
import { type Sql, sql } from '../database/sql.ts'

/** The part of a key that answers are checked with. */
export type KeyRow = { id: string; name: string; credential_id: Buffer; public_key: Buffer; counter: bigint }

export type PasskeyRow = {
  id: string
  name: string
  site: string
  created_at: string
  last_used_at: string | null
}

const shown = sql`id, name, rp_id as site, created_at, last_used_at`

export const passkeysOf = (userId: string): Sql =>
  sql`(select ${shown} from passkeys where user_id = ${userId}) passkey`

/** The key of a person that an answer names, if it is of this site. */
export const findKey = (
  db: Db,
  userId: string,
  credentialId: Buffer,
  rpId: string,
): Promise<KeyRow | undefined> =>
  row(
    db,
    sql`select id, name, credential_id, public_key, counter from passkeys
        where user_id = ${userId} and credential_id = ${credentialId} and rp_id = ${rpId}`,
  )

/** The credentials of a person at this site; there are few. */
export const credentialsOf = async (db: Db, userId: string, rpId: string): Promise<Buffer[]> =>
  (
    await rows<{ credential_id: Buffer }>(
      db,
      sql`select credential_id from passkeys where user_id = ${userId} and rp_id = ${rpId} order by id limit 100`,
    )
  ).map(({ credential_id }) => credential_id)

/** How many passkeys a person has, and how many of them work at this site. */
export const countKeys = (db: Db, userId: string, rpId: string): Promise<{ all: number; here: number }> =>
  onlyRow(
    db,
    sql`select count(*)::integer as all, count(*) filter (where rp_id = ${rpId})::integer as here
        from passkeys where user_id = ${userId}`,
  )

/** Keeps a key; false if the person has it already. */
export const insertKey = async (
  tx: Tx,
  userId: string,
  key: { id: string; credentialId: Buffer; publicKey: Buffer; counter: number; rpId: string },
  { name, at }: { name: string; at: string },
): Promise<boolean> =>
  (
    await change(
      tx,
      sql`insert into passkeys (user_id, id, credential_id, public_key, counter, rp_id, name, created_at)
          values (${userId}, ${key.id}, ${key.credentialId}, ${key.publicKey}, ${key.counter}, ${key.rpId}, ${name}, ${at})
          on conflict do nothing returning id`,
    )
  ).length > 0

/** Notes a use of a key; false if it was removed meanwhile, or its counter did not go on. */
export const noteUse = async (
  tx: Tx,
  userId: string,
  { id, counter, at }: { id: string; counter: number; at: string },
): Promise<boolean> =>
  (
    await change(
      tx,
      sql`update passkeys set counter = ${counter}, last_used_at = ${at}
          where user_id = ${userId} and id = ${id} and (counter < ${counter}::bigint or counter = 0 and ${counter}::bigint = 0) returning id`,
    )
  ).length > 0

export const findPasskey = (db: Db, userId: string, id: string): Promise<PasskeyRow | undefined> =>
  row(db, sql`select ${shown} from passkeys where user_id = ${userId} and id = ${id}`)

export async function nameKey(tx: Tx, userId: string, id: string, name: string): Promise<void> {
  await change(tx, sql`update passkeys set name = ${name} where user_id = ${userId} and id = ${id}`)
}

export async function deleteKey(tx: Tx, userId: string, id: string): Promise<void> {
  await change(tx, sql`delete from passkeys where user_id = ${userId} and id = ${id}`)
}

/** Removes all keys of a person. */
export const deleteKeys = (tx: Tx, userId: string): Promise<{ id: string; name: string }[]> =>
  change(tx, sql`delete from passkeys where user_id = ${userId} returning id, name`)
