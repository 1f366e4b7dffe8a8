import { createHmac, timingSafeEqual } from 'node:crypto'
import { isId } from '../process/ids.ts'

/**
 * A device that an account was used on before. It gives no rights, but its attempts are counted separately from those of strangers. A
 * cookie is valid only until the password changes; a session ends with the password anyway.
 */
export type KnownDevice = { userId: string; id: string; generation?: number }

/** The device of a person who signs in, among those that are known of the request; a cookie counts for the password it was made with. */
export const deviceOf = (
  known: readonly KnownDevice[],
  person: { id: string; password_generation: number } | undefined,
): KnownDevice | undefined =>
  known.find(
    ({ userId, generation = person?.password_generation }) =>
      userId === person?.id && generation === person?.password_generation,
  )

const DEVICE_SECONDS = 365 * 86_400
const now = () => Math.floor(Date.now() / 1_000)

const markOf = (key: Uint8Array, text: string) =>
  createHmac('sha256', key).update(`device ${text}`).digest('base64url')

/** The text of a device cookie: person, device, generation of the password, expiry, and a signature that only this instance can make. */
export function sealDevice(key: Uint8Array, { userId, id, generation }: Required<KnownDevice>): string {
  const text = `${userId}.${id}.${generation}.${now() + DEVICE_SECONDS}`
  return `${text}.${markOf(key, text)}`
}

/** Reads a device cookie; undefined for anything that is not one of ours, or has expired. */
export function openDevice(key: Uint8Array, cookie: string | undefined): Required<KnownDevice> | undefined {
  const [userId = '', id = '', generation = '', expires = '', mark = ''] = cookie?.split('.') ?? []
  const expected = Buffer.from(markOf(key, `${userId}.${id}.${generation}.${expires}`))
  const given = Buffer.from(mark)
  const isOurs = given.length === expected.length && timingSafeEqual(given, expected)
  if (!isOurs || !isId(userId) || !isId(id) || Number(expires) < now()) return undefined
  return { userId, id, generation: Number(generation) }
}
