import { change, type Db, onlyRow, row, type Tx } from '../database/database.ts'
import { join, sql } from '../database/sql.ts'

type FactorRow = { secret: Buffer; last_step: bigint; confirmed_at: string | null }

export const findFactor = (db: Db, userId: string): Promise<FactorRow | undefined> =>
  row(db, sql`select secret, last_step, confirmed_at from second_factors where user_id = ${userId}`)

/** Keeps a secret that no code has confirmed yet, in place of an earlier one. */
export async function putFactor(tx: Tx, userId: string, secret: Buffer): Promise<void> {
  await change(
    tx,
    sql`insert into second_factors (user_id, secret) values (${userId}, ${secret})
        on conflict (user_id) do update set secret = excluded.secret`,
  )
}

export async function confirmFactor(tx: Tx, userId: string, step: number, at: string): Promise<void> {
  await change(
    tx,
    sql`update second_factors set last_step = ${step}, confirmed_at = ${at} where user_id = ${userId}`,
  )
}

/** Notes that the code of a step was used; false if that one or a later one was. */
export const takeStep = async (tx: Tx, userId: string, step: number): Promise<boolean> =>
  (
    await change(
      tx,
      sql`update second_factors set last_step = ${step} where user_id = ${userId} and last_step < ${step} returning user_id`,
    )
  ).length > 0

export const takeRecoveryCode = async (tx: Tx, userId: string, hash: Buffer): Promise<boolean> =>
  (
    await change(
      tx,
      sql`delete from recovery_codes where user_id = ${userId} and code_hash = ${hash} returning user_id`,
    )
  ).length > 0

export const countRecoveryCodes = async (db: Db, userId: string): Promise<number> =>
  (
    await onlyRow<{ count: number }>(
      db,
      sql`select count(*)::integer as count from recovery_codes where user_id = ${userId}`,
    )
  ).count

export async function putRecoveryCodes(tx: Tx, userId: string, hashes: readonly Buffer[]): Promise<void> {
  await change(tx, sql`delete from recovery_codes where user_id = ${userId}`)
  const values = join(
    hashes.map((hash) => sql`(${userId}, ${hash})`),
    sql`, `,
  )
  await change(tx, sql`insert into recovery_codes (user_id, code_hash) values ${values}`)
}

export async function deleteFactor(tx: Tx, userId: string): Promise<void> {
  await change(tx, sql`delete from recovery_codes where user_id = ${userId}`)
  await change(tx, sql`delete from second_factors where user_id = ${userId}`)
}
