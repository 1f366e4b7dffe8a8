import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { change, type Tx } from '../database/database.ts'
import { sql } from '../database/sql.ts'

/** The purpose of a challenge: an answer to one counts for that alone. */
export type Purpose = 'add' | 'sign in' | 'prove' | 'register' | 'recover'

/** A challenge of ours: whom it was made for, how long it counts, and the part that makes it unique. */
export type Challenge = { userId: string; expiresAt: number; nonce: Buffer }

export const CHALLENGE_MS = 300_000
const [ID, TIME, NONCE, MARK] = [16, 6, 16, 32]

const bytesOf = (id: string) => Buffer.from(id.replaceAll('-', ''), 'hex')

/** The id in 16 bytes, which is also what a passkey keeps of its person. */
export const idIn = (bytes: Buffer): string =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
export const handleOf = (userId: string): string => bytesOf(userId).toString('base64url')

const markOf = (key: Uint8Array, purpose: Purpose, payload: Buffer) =>
  createHmac('sha256', key).update(`passkey to ${purpose} `).update(payload).digest()

/**
 * Makes a challenge for a purpose and a person. It is sealed with the key of the instance and not stored: every process knows its own, and whoever asks
 * for a million of them fills no table.
 */
export function makeChallenge(key: Uint8Array, purpose: Purpose, userId: string): string {
  const time = Buffer.alloc(TIME)
  time.writeUIntBE(Date.now() + CHALLENGE_MS, 0, TIME)
  const payload = Buffer.concat([bytesOf(userId), time, randomBytes(NONCE)])
  return Buffer.concat([payload, markOf(key, purpose, payload)]).toString('base64url')
}

/** Reads a challenge; undefined for anything that is not one of ours, for this purpose, and of the last minutes. */
export function openChallenge(key: Uint8Array, purpose: Purpose, text: string): Challenge | undefined {
  const bytes = Buffer.from(text, 'base64url')
  if (bytes.length !== ID + TIME + NONCE + MARK) return undefined
  const payload = bytes.subarray(0, -MARK)
  if (!timingSafeEqual(markOf(key, purpose, payload), bytes.subarray(-MARK))) return undefined
  const expiresAt = payload.readUIntBE(ID, TIME)
  const left = expiresAt - Date.now()
  if (left <= 0 || left > CHALLENGE_MS) return undefined // more is left if the clock was set back
  return { userId: idIn(payload.subarray(0, ID)), expiresAt, nonce: payload.subarray(ID + TIME) }
}

/** Uses a challenge up, for the person who answered it; false if it was used before. Of two at once, one waits for the other here. */
export const takeChallenge = async (
  tx: Tx,
  userId: string,
  { nonce, expiresAt }: Challenge,
): Promise<boolean> =>
  (
    await change(
      tx,
      sql`insert into used_challenges (user_id, nonce, expires_at)
          values (${userId}, ${nonce}, ${new Date(expiresAt).toISOString()}) on conflict do nothing returning user_id`,
    )
  ).length > 0
