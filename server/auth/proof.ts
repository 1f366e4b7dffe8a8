import { refuse } from '../../contract/refusals.ts'
import { type Database, type Db, row, type Tx, transaction } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import type { SignedIn } from '../http/request.ts'
import type { Settings } from '../settings.ts'
import { admit, uncountAttempts } from './attempts.ts'
import { type Credentials, findCredentials, lockUser, proveAt } from './auth.sql.ts'
import { now, provePassword } from './auth.ts'
import { codeAttempt, takeCode } from './codes.ts'
import { emailKey } from './email-key.ts'
import { inTurn, type Sender } from './passwords.ts'
import { findFactor } from './second-factor.sql.ts'

const PROOF_MS = 600_000

/** A proof that a request is its person's own: the hash that a password in it matched, or the fresh proof of its session. */
export type FreshProof = { readonly hash: string; readonly hasCode: boolean } | { readonly ofSession: true }

/** The fields of a body that prove by themselves. */
export type ProofBody = { current_password?: string; code?: string | null }

/** Who is to prove something, and what that needs. */
export type Proving = { db: Database; user: SignedIn; settings: Pick<Settings, 'secretKey' | 'passwords'> }

/** Attempts of a signed-in person count for their device: guesses of strangers do not delay them. */
const attemptOf = (me: SignedIn, email: string, address: string) => ({
  emailKey: emailKey(email),
  address,
  deviceId: me.token_id,
})

/** Checks the person's own password and code, the password before any row is locked, because hashing is slow. */
async function proveMyself(
  { db, user: me, settings }: Proving,
  { address, ...sender }: Sender,
  { password, code }: { password: string; code: string | null | undefined },
  field: string,
): Promise<FreshProof> {
  if (!settings.passwords) refuse('passwords_off')
  const { email, password_hash } = (await findCredentials(db, me.id)) ?? refuse('unauthenticated')
  const proof = await inTurn('session', { address, ...sender }, () =>
    provePassword(db, attemptOf(me, email, address), password, password_hash),
  )
  if (!proof || password_hash === null) return refuse('password_wrong', { field })
  await transaction(db, (tx) => uncountAttempts(tx, proof.admitted))
  if (!(await isOn(db, me))) return { hash: password_hash, hasCode: false }
  if (!code) return refuse('code_wrong')
  const admitted = await admit(db, codeAttempt(me.id, code, address, me.token_id))
  await transaction(db, async (tx) => {
    await lockUser(tx, me.id)
    const second = await takeCode(tx, me.id, code, settings.secretKey)
    if (second === 'wrong') refuse('code_wrong')
    await uncountAttempts(tx, admitted)
  })
  return { hash: password_hash, hasCode: true }
}

const isOn = async (db: Db, { id }: SignedIn): Promise<boolean> =>
  Boolean((await findFactor(db, id))?.confirmed_at)

/** Refuses a session whose person has not proved within ten minutes who they are. If the clock was set back, an old proof is not fresh. */
async function requireFresh(db: Db, me: SignedIn): Promise<void> {
  const session = await row<{ proven_at: string }>(
    db,
    sql`select coalesce(proven_at, created_at) as proven_at from tokens where user_id = ${me.id} and id = ${me.token_id}`,
  )
  if (!session) return refuse('unauthenticated')
  if (Math.abs(Date.now() - Date.parse(session.proven_at)) >= PROOF_MS) refuse('proof_required')
}

/** The proof that every route with `proof` asks for: `current_password` in the body (with `code` where a second factor is on), else a fresh one of the session. */
export async function proveFresh(
  proving: Proving,
  sender: Sender,
  { current_password: password, code }: ProofBody,
): Promise<FreshProof> {
  if (password !== undefined) return proveMyself(proving, sender, { password, code }, 'current_password')
  await requireFresh(proving.db, proving.user)
  return { ofSession: true }
}

/** Locks the person's row for a change, and refuses it if its proof no longer counts. */
export async function lockProven(tx: Tx, me: SignedIn, proof: FreshProof): Promise<Credentials> {
  const locked = (await lockUser(tx, me.id)) ?? refuse('unauthenticated')
  if ('ofSession' in proof) await requireFresh(tx, me)
  // The password changed meanwhile, or a second factor was switched on: the client can send the request again.
  else if (locked.password_hash !== proof.hash || (!proof.hasCode && (await isOn(tx, me)))) refuse('busy')
  return locked
}

/** Makes the session's proof fresh. */
export async function proveSession(
  proving: Proving,
  sender: Sender,
  { password, code }: { password: string; code?: string | null },
): Promise<{ expires_at: string }> {
  const { db, user: me } = proving
  const proof = await proveMyself(proving, sender, { password, code }, 'password')
  return transaction(db, async (tx) => {
    await lockProven(tx, me, proof)
    return markProven(tx, me)
  })
}

/** Notes the time of a proof in its session, with the person's row locked. */
export async function markProven(tx: Tx, me: SignedIn): Promise<{ expires_at: string }> {
  const at = now()
  if (!(await proveAt(tx, me.id, me.token_id, at))) refuse('unauthenticated')
  return { expires_at: new Date(Date.parse(at) + PROOF_MS).toISOString() }
}
