import type { Tx } from '../database/database.ts'
import { logEvents } from './log.sql.ts'
import { countRecoveryCodes, findFactor, takeRecoveryCode, takeStep } from './second-factor.sql.ts'
import { hashOfCode, isRecoveryCode, openSecret, plainCode, stepOfCode } from './totp.ts'

/** Whom a code belongs to, and from where it came: guesses are counted apart from those of passwords. */
export const codeAttempt = (userId: string, code: string, address: string, deviceId: string | undefined) => ({
  emailKey: `code ${userId}`,
  address,
  deviceId,
  // Nobody guesses such a code: whoever has one is not delayed by the guesses of others.
  ...(isRecoveryCode(plainCode(code)) && { isUnguessable: true as const }),
})

/** The result of a sign-in's second step: none is needed, it is passed, the code is missing, or it does not count. */
type SecondStep = 'none' | 'passed' | 'missing' | 'wrong'

/**
 * Uses a code of the second factor up, with the person's row locked, so that of two requests with the same code one passes. The factor is read
 * after the lock: it may have been switched on while the request waited.
 */
export async function takeCode(
  tx: Tx,
  userId: string,
  code: string | null | undefined,
  secretKey: string,
): Promise<SecondStep> {
  const factor = await findFactor(tx, userId)
  if (!factor?.confirmed_at) return 'none'
  if (code === undefined || code === null) return 'missing'
  const plain = plainCode(code)
  if (isRecoveryCode(plain)) {
    if (!(await takeRecoveryCode(tx, userId, hashOfCode(userId, plain)))) return 'wrong'
    const after = { recovery_codes_left: await countRecoveryCodes(tx, userId) }
    await logEvents(tx, { userId, tokenId: null, at: new Date().toISOString() }, [
      { action: 'used', resource: 'second_factor', id: userId, after },
    ])
    return 'passed'
  }
  const secret = openSecret(secretKey, userId, factor.secret)
  const step = secret && stepOfCode(secret, plain, Number(factor.last_step), Date.now())
  return step !== undefined && (await takeStep(tx, userId, step)) ? 'passed' : 'wrong'
}
