import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  randomInt,
} from 'node:crypto'

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

const IV_BYTES = 12
const TAG_BYTES = 16
const keyOf = (secretKey: string) => Buffer.from(hkdfSync('sha256', secretKey, '', 'second factor', 32))

/** Encrypts a secret for its person's row: it cannot be moved to another one. */
export function sealSecret(secretKey: string, userId: string, secret: Uint8Array): Buffer {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', keyOf(secretKey), iv).setAAD(Buffer.from(userId))
  return Buffer.concat([iv, cipher.update(secret), cipher.final(), cipher.getAuthTag()])
}

/** Undefined if it was sealed with another key: then nobody knows the secret, and its codes do not count. */
export function openSecret(secretKey: string, userId: string, sealed: Buffer): Buffer | undefined {
  try {
    const decipher = createDecipheriv('aes-256-gcm', keyOf(secretKey), sealed.subarray(0, IV_BYTES))
      .setAAD(Buffer.from(userId))
      .setAuthTag(sealed.subarray(-TAG_BYTES))
    return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()])
  } catch {
    return undefined
  }
}

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
