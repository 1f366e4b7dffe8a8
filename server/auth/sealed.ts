import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const [IV_BYTES, TAG_BYTES] = [12, 16]

/** A secret of the instance, the purpose of its use, and whose the text is: a text of one opens as that of no other. */
type SealedFor = { secret: string | Uint8Array; purpose: string; owner?: string }

const keyOf = ({ secret, purpose }: SealedFor) => Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))

/** Encrypts bytes, so that a change of them is noticed. */
export function sealed(way: SealedFor, bytes: Uint8Array): Buffer {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', keyOf(way), iv).setAAD(Buffer.from(way.owner ?? ''))
  return Buffer.concat([iv, cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
}

/** Undefined for anything that was not sealed in the same way. */
export function unsealed(way: SealedFor, text: Buffer): Buffer | undefined {
  if (text.length <= IV_BYTES + TAG_BYTES) return undefined
  try {
    const decipher = createDecipheriv('aes-256-gcm', keyOf(way), text.subarray(0, IV_BYTES), {
      authTagLength: TAG_BYTES,
    })
      .setAAD(Buffer.from(way.owner ?? ''))
      .setAuthTag(text.subarray(-TAG_BYTES))
    return Buffer.concat([decipher.update(text.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()])
  } catch {
    return undefined
  }
}
