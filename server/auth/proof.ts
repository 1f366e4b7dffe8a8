import { refuse } from '../../contract/refusals.ts'
import { change, type Database, type Db, row, type Tx, transaction } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import type { SignedIn } from '../http/request.ts'
import { uncountAttempts } from './attempts.ts'
import { type Credentials, findCredentials, lockUser } from './auth.sql.ts'
import { now, provePassword } from './auth.ts'
import { emailKey } from './email-key.ts'
import { inTurn, type Sender } from './passwords.ts'

const PROOF_MS = 600_000

/** A proof that a request is its person's own: the hash that a password in it matched, or the fresh proof of its session. */
export type FreshProof = { readonly hash: string } | { readonly ofSession: true }

/** The fields of a body that prove by themselves. */
export type ProofBody = { current_password?: string }

/** Attempts of a signed-in person count for their device: guesses of strangers do not delay them. */
const attemptOf = (me: SignedIn, email: string, address: string) => ({
  emailKey: emailKey(email),
  address,
  deviceId: me.token_id,
})

/** Checks the person's own password, before any row is locked, because hashing is slow. */
async function proveMyself(
  db: Database,
  me: SignedIn,
  password: string,
  sender: Sender,
  field: string,
): Promise<FreshProof> {
  const { email, password_hash } = (await findCredentials(db, me.id)) ?? refuse('unauthenticated')
  const proof = await inTurn('session', sender, () =>
    provePassword(db, attemptOf(me, email, sender.address), password, password_hash),
  )
  if (!proof) return refuse('password_wrong', { field })
  await transaction(db, (tx) => uncountAttempts(tx, proof.admitted))
  return { hash: password_hash }
}

/** Refuses a session whose person has not proved within ten minutes who they are. If the clock was set back, an old proof is not fresh. */
async function requireFresh(db: Db, me: SignedIn): Promise<void> {
  const session = await row<{ proven_at: string }>(
    db,
    sql`select coalesce(proven_at, created_at) as proven_at from tokens where user_id = ${me.id} and id = ${me.token_id}`,
  )
  if (!session) return refuse('unauthenticated')
  if (Math.abs(Date.now() - Date.parse(session.proven_at)) >= PROOF_MS) refuse('proof_required')
}

/** The proof that every route with `proof` asks for: `current_password` in the body, else a fresh one of the session. */
export async function proveFresh(
  db: Database,
  me: SignedIn,
  { current_password }: ProofBody,
  sender: Sender,
): Promise<FreshProof> {
  if (current_password !== undefined) return proveMyself(db, me, current_password, sender, 'current_password')
  await requireFresh(db, me)
  return { ofSession: true }
}

/** Locks the person's row for a change, and refuses it if its proof no longer counts. */
export async function lockProven(tx: Tx, me: SignedIn, proof: FreshProof): Promise<Credentials> {
  const locked = (await lockUser(tx, me.id)) ?? refuse('unauthenticated')
  if ('ofSession' in proof) await requireFresh(tx, me)
  else if (locked.password_hash !== proof.hash) refuse('busy') // the password changed meanwhile: the client can send the request again
  return locked
}

/** Makes the session's proof fresh. */
export async function proveSession(
  db: Database,
  me: SignedIn,
  { password }: { password: string },
  sender: Sender,
): Promise<{ expires_at: string }> {
  const proof = await proveMyself(db, me, password, sender, 'password')
  return transaction(db, async (tx) => {
    await lockProven(tx, me, proof)
    const at = now()
    const proven = await change(
      tx,
      sql`update tokens set proven_at = ${at} where user_id = ${me.id} and id = ${me.token_id} returning id`,
    )
    if (proven.length === 0) refuse('unauthenticated')
    return { expires_at: new Date(Date.parse(at) + PROOF_MS).toISOString() }
  })
}
