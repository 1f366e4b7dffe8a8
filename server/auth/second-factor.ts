import { refuse } from '../../contract/refusals.ts'
import { type Database, type Db, type Tx, transaction } from '../database/database.ts'
import type { SignedIn } from '../http/request.ts'
import type { Settings } from '../settings.ts'
import { requireUser } from './auth.ts'
import { logEvents } from './log.sql.ts'
import { type FreshProof, lockProven } from './proof.ts'
import {
  confirmFactor,
  countRecoveryCodes,
  deleteFactor,
  findFactor,
  putFactor,
  putRecoveryCodes,
} from './second-factor.sql.ts'
import {
  base32,
  hashOfCode,
  makeRecoveryCodes,
  makeSecret,
  openSecret,
  plainCode,
  sealSecret,
  stepOfCode,
  uriOf,
} from './totp.ts'

export async function secondFactorOf(db: Db, userId: string) {
  const since = (await findFactor(db, userId))?.confirmed_at ?? null
  return {
    is_on: since !== null,
    since,
    recovery_codes_left: since === null ? 0 : await countRecoveryCodes(db, userId),
  }
}

/** Makes a secret for an app. It does not count before a code of it was sent. */
export const begin = (db: Database, me: SignedIn, proof: FreshProof, { secretKey }: Settings) =>
  transaction(db, async (tx) => {
    const { email } = await lockProven(tx, me, proof)
    if (secretKey === '') refuse('second_factor_unavailable')
    if ((await findFactor(tx, me.id))?.confirmed_at) refuse('second_factor_on')
    const secret = makeSecret()
    await putFactor(tx, me.id, sealSecret(secretKey, me.id, secret))
    return { secret: base32(secret), uri: uriOf(secret, email) }
  })

async function newCodes(tx: Tx, userId: string): Promise<{ recovery_codes: string[] }> {
  const recovery_codes = makeRecoveryCodes()
  await putRecoveryCodes(
    tx,
    userId,
    recovery_codes.map((code) => hashOfCode(userId, plainCode(code))),
  )
  return { recovery_codes }
}

const log = (
  tx: Tx,
  { id, token_id }: Pick<SignedIn, 'id'> & { token_id: string | null },
  action: 'created' | 'updated' | 'removed',
) =>
  logEvents(tx, { userId: id, tokenId: token_id, at: new Date().toISOString() }, [
    { action, resource: 'second_factor', id },
  ])

/** Switches it on. The code that proves that the app has the secret is used up by that. */
export const confirm = (
  db: Database,
  me: SignedIn,
  proof: FreshProof,
  code: string,
  { secretKey }: Settings,
) =>
  transaction(db, async (tx) => {
    await lockProven(tx, me, proof)
    const factor = (await findFactor(tx, me.id)) ?? refuse('second_factor_off')
    if (factor.confirmed_at) refuse('second_factor_on')
    const secret = openSecret(secretKey, me.id, factor.secret)
    const step = secret && stepOfCode(secret, plainCode(code), 0, Date.now())
    if (step === undefined) return refuse('code_wrong')
    await confirmFactor(tx, me.id, step, new Date().toISOString())
    await log(tx, me, 'created')
    return newCodes(tx, me.id)
  })

export const renew = (db: Database, me: SignedIn, proof: FreshProof) =>
  transaction(db, async (tx) => {
    await lockProven(tx, me, proof)
    if (!(await findFactor(tx, me.id))?.confirmed_at) refuse('second_factor_off')
    await log(tx, me, 'updated')
    return newCodes(tx, me.id)
  })

/** Switches it off, in the transaction of whoever may: its person, or the command of whoever runs the instance. */
export async function endFactor(
  tx: Tx,
  me: Pick<SignedIn, 'id'> & { token_id: string | null },
): Promise<void> {
  await requireUser(tx, me.id)
  if (!(await findFactor(tx, me.id))?.confirmed_at) refuse('second_factor_off')
  await deleteFactor(tx, me.id)
  await log(tx, me, 'removed')
}

export const end = (db: Database, me: SignedIn, proof: FreshProof): Promise<void> =>
  transaction(db, async (tx) => {
    await lockProven(tx, me, proof)
    await endFactor(tx, me)
  })
