import { beginSecondFactor, confirmSecondFactor } from '../contract/second-factor.ts'
import { codeOf, stepAt } from '../server/auth/totp.ts'
import type { Person } from './world.ts'

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The bytes of a secret as people type it. */
export function secretOf(text: string): Buffer {
  const bits = [...text].map((letter) => LETTERS.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const bytes = bits.match(/.{8}/g) ?? []
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)))
}

/** The code of an app, some half minutes from now. */
export const freshCode = (secret: string, away = 0): string =>
  codeOf(secretOf(secret), stepAt(Date.now()) + away)

/** Switches a second factor on. */
export async function enrol(person: Person): Promise<{ secret: string; recovery_codes: string[] }> {
  const { secret } = await person.call(beginSecondFactor, { body: {} })
  const code = freshCode(secret)
  return { secret, ...(await person.call(confirmSecondFactor, { body: { code } })) }
}
