import type { Invitation } from '../../contract/invitations.ts'
import { change, type Db, onlyRow, row, type Tx } from '../database/database.ts'
import { type Sql, sql } from '../database/sql.ts'
import { anybody } from './auth.sql.ts'

const shown = sql`id, email, created_at, expires_at`

/** The invitations that nobody has used. Ended ones stay in sight until housekeeping removes them. */
export const openInvitations: Sql = sql`(select ${shown} from invitations) invitation`

export const countInvitations = async (db: Db): Promise<number> =>
  (await onlyRow<{ count: number }>(db, sql`select count(*)::integer as count from invitations`)).count

export async function insertInvitation(tx: Tx, invitation: Invitation, secretHash: Buffer): Promise<void> {
  const { id, email, created_at, expires_at } = invitation
  await change(
    tx,
    sql`insert into invitations (id, secret_hash, email, created_at, expires_at)
        values (${id}, ${secretHash}, ${email}, ${created_at}, ${expires_at})`,
  )
}

const isOpen = (id: string, secretHash: Buffer): Sql =>
  sql`id = ${id} and secret_hash = ${secretHash} and expires_at > now()`

type Invited = { id: string; email: string | null }

export const findOpen = (db: Db, id: string, secretHash: Buffer): Promise<Invited | undefined> =>
  row(db, sql`select id, email from invitations where ${isOpen(id, secretHash)}`)

/** Uses an invitation up. Of two that use it at the same time, the second waits for the first, and then finds none. */
export const takeOpen = async (tx: Tx, id: string, secretHash: Buffer): Promise<Invited | undefined> =>
  (
    await change<Invited>(
      tx,
      sql`delete from invitations where ${isOpen(id, secretHash)} returning id, email`,
    )
  )[0]

export const deleteInvitation = async (tx: Tx, id: string): Promise<Invitation | undefined> =>
  (await change<Invitation>(tx, sql`delete from invitations where id = ${id} returning ${shown}`))[0]

export const isOperator = async (db: Db, userId: string): Promise<boolean> =>
  (await row(db, sql`select from operators where operator_id = ${userId}`)) !== undefined

/** Makes somebody the operator of an instance without people. Of several at the same time, the others wait for the first, and are not. */
export async function becomeOperator(tx: Tx, userId: string): Promise<boolean> {
  if (await row(tx, anybody)) return false
  const taken = await change(
    tx,
    sql`update operators set operator_id = ${userId} where operator_id is null returning operator_id`,
  )
  return taken.length > 0
}
