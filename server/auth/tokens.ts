import { createHash, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

/**
 * An access token: its prefix and, in base 62, the user's id, the token's id, 256 bits of secret and a checksum. The ids identify one row on
 * one shard; the checksum rejects other text before the database is asked; only a hash is stored.
 */
export type Token = { userId: string; tokenId: string; secretHash: Buffer }

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const BYTES = 16 + 16 + 32 + 4
const LENGTH = Math.ceil((BYTES * 8) / Math.log2(62))

const bytesOf = (id: string) => Buffer.from(id.replaceAll('-', ''), 'hex')
const idOf = (bytes: Buffer) =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
const hashOf = (secret: Buffer) => createHash('sha256').update(secret).digest()

function checksum(payload: Buffer): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(crc32(payload))
  return bytes
}

/** The prefixes: of access tokens, of keys for programs, and of links that invite to the instance or to a book, recover an account, or confirm an e-mail. */
type Prefix = 'flo_' | 'flp_' | 'fli_' | 'flb_' | 'flr_' | 'flc_'

export function makeToken(
  userId: string,
  tokenId: string,
  prefix: Prefix = 'flo_',
): { text: string; secretHash: Buffer } {
  const secret = randomBytes(32)
  const payload = Buffer.concat([bytesOf(userId), bytesOf(tokenId), secret])
  let number = BigInt(`0x${Buffer.concat([payload, checksum(payload)]).toString('hex')}`)
  let text = ''
  for (; text.length < LENGTH; number /= 62n) text = `${ALPHABET[Number(number % 62n)]}${text}`
  return { text: prefix + text, secretHash: hashOf(secret) }
}

/** Reads a token; undefined for anything that is not one of ours, with this prefix. */
export function readToken(text: string, prefix: Prefix = 'flo_'): Token | undefined {
  if (!text.startsWith(prefix) || !/^[\da-zA-Z]+$/.test(text.slice(4)) || text.length !== 4 + LENGTH)
    return undefined
  let number = 0n
  for (const letter of text.slice(4)) number = number * 62n + BigInt(ALPHABET.indexOf(letter))
  const hex = number.toString(16).padStart(BYTES * 2, '0')
  if (hex.length !== BYTES * 2) return undefined
  const bytes = Buffer.from(hex, 'hex')
  const payload = bytes.subarray(0, -4)
  if (!checksum(payload).equals(bytes.subarray(-4))) return undefined
  return {
    userId: idOf(payload.subarray(0, 16)),
    tokenId: idOf(payload.subarray(16, 32)),
    secretHash: hashOf(payload.subarray(32)),
  }
}
