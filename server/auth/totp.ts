import { createHash, createHmac, randomBytes, randomInt } from 'node:crypto'
import { sealed, unsealed } from './sealed.ts'

/** Time-based one-time passwords (RFC 6238) as every app makes them: six digits of SHA-1, for half a minute. */
const PERIOD_MS = 30_000
const DIGITS = 6
const SECRET_BYTES = 20

export const stepAt = (ms: number): number => Math.floor(ms / PERIOD_MS)

/** The code of a step (RFC 4226): the digits and the hash are those of apps; tests of the standard's own vectors take others. */
export function codeOf(secret: Uint8Array, step: number, digits = DIGITS, hash = 'sha1'): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac(hash, secret).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 0xf
  const number = mac.readUInt32BE(offset) & 0x7fffffff
  return String(number % 10 ** digits).padStart(digits, '0')
}

/** The step whose code it is: the present one, or one beside it, for clocks that differ a little. Steps up to `after` were used before. */
export function stepOfCode(secret: Uint8Array, code: string, after: number, ms: number): number | undefined {
  const now = stepAt(ms)
  return [now - 1, now, now + 1].find((step) => step > after && codeOf(secret, step) === code)
}

export const makeSecret = (): Buffer => randomBytes(SECRET_BYTES)

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The form in which people type a secret into an app (RFC 4648). */
export function base32(bytes: Uint8Array): string {
  let bits = ''
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0')
  return (bits.match(/.{1,5}/g) ?? []).map((five) => BASE32[Number.parseInt(five.padEnd(5, '0'), 2)]).join('')
}

/** The address that apps read from a QR code. */
export function uriOf(secret: Uint8Array, email: string): string {
  const query = new URLSearchParams({ secret: base32(secret), issuer: 'Florin' })
  return `otpauth://totp/${encodeURIComponent(`Florin:${email}`)}?${query}`
}

const sealOf = (secret: string, owner: string) => ({ secret, purpose: 'second factor', owner })

/** Encrypts a secret for its person's row: it cannot be moved to another one. */
export const sealSecret = (secretKey: string, userId: string, secret: Uint8Array): Buffer =>
  sealed(sealOf(secretKey, userId), secret)

/** Undefined if it was sealed with another key: then nobody knows the secret, and its codes do not count. */
export const openSecret = (secretKey: string, userId: string, text: Buffer): Buffer | undefined =>
  unsealed(sealOf(secretKey, userId), text)

/** Without the letters that look like digits. */
const CODE_LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const CODE_LENGTH = 12
const CODES = 10

/** Ten codes of 60 bits: too many to try, also for somebody who has their hashes. */
export const makeRecoveryCodes = (): string[] =>
  Array.from({ length: CODES }, () =>
    Array.from({ length: CODE_LENGTH }, () => CODE_LETTERS[randomInt(CODE_LETTERS.length)])
      .join('')
      .replace(/.{4}(?=.)/g, '$&-'),
  )

/** A code as people type it: blanks and dashes do not count, nor does the case; O is read as 0, I and L as 1. */
export const plainCode = (code: string): string =>
  code.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1')

export const isRecoveryCode = (plain: string): boolean => plain.length === CODE_LENGTH

export const hashOfCode = (userId: string, plain: string): Buffer =>
  createHash('sha256').update(`${userId} ${plain}`).digest()
