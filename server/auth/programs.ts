import type { Device } from '../../contract/auth.ts'
import type { ProgramKeyDraft } from '../../contract/programs.ts'
import { refuse, refuseField } from '../../contract/refusals.ts'
import { change, type Database, row, transaction } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import type { SignedIn } from '../http/request.ts'
import { isId, newId } from '../process/ids.ts'
import { findDevice } from './auth.sql.ts'
import { now } from './auth.ts'
import { logEvents } from './log.sql.ts'
import { roleIn } from './memberships.ts'
import { type FreshProof, lockProven } from './proof.ts'
import { makeToken } from './tokens.ts'

/** The most keys for programs of one person, beside the sessions of their devices. Expired ones count until they are removed. */
const MAX_PROGRAMS = 50

function endOfKey(asked: string | null | undefined): string | null {
  if (asked === undefined || asked === null) return null
  const at = Date.parse(asked)
  if (!(at > Date.now())) refuseField('expires_at', 'ended_already', {})
  return new Date(at).toISOString()
}

/** Makes a key for a program. Its text is in the answer only; a hash of its secret is stored. */
export const makeProgramKey = (
  db: Database,
  me: SignedIn,
  proof: FreshProof,
  { name, abilities, expires_at, book_id = null }: ProgramKeyDraft,
): Promise<{ data: Device; token: string; token_type: 'Bearer' }> =>
  transaction(db, async (tx) => {
    await lockProven(tx, me, proof)
    const ends = endOfKey(expires_at)
    if (book_id !== null && !(isId(book_id) && (await roleIn(tx, me.id, book_id)))) refuse('key_book_unknown')
    const counted = await row<{ count: number }>(
      tx,
      sql`select count(*)::integer as count from tokens where user_id = ${me.id} and abilities is not null`,
    )
    if ((counted?.count ?? 0) >= MAX_PROGRAMS)
      refuse('too_many_open', { what: 'keys for programs', most: MAX_PROGRAMS })
    const [id, at] = [newId(), now()]
    const { text: token, secretHash } = makeToken(me.id, id, 'flp_')
    await change(
      tx,
      sql`insert into tokens (user_id, id, secret_hash, device_name, created_at, last_used_at, abilities, expires_at, book_id)
          values (${me.id}, ${id}, ${secretHash}, ${name}, ${at}, ${at}, ${abilities}, ${ends}, ${book_id})`,
    )
    await logEvents(tx, { userId: me.id, tokenId: me.token_id, at }, [
      { action: 'created', resource: 'program', id, after: { name, abilities, expires_at: ends, book_id } },
    ])
    const data = (await findDevice(tx, me.id, me.token_id, id)) ?? refuse('unauthenticated')
    return { data, token, token_type: 'Bearer' as const }
  })
