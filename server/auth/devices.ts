import { createHmac, timingSafeEqual } from 'node:crypto'
import { isId } from '../ids.ts'

/** A device that an account was used on before: it may not do anything yet, but it is no stranger. */
export type KnownDevice = { userId: string; id: string }

const markOf = (key: Uint8Array, text: string) =>
  createHmac('sha256', key).update(`device ${text}`).digest('base64url')

/** The text of a device cookie: whose device, which one, and a mark that only this instance can make. */
export function sealDevice(key: Uint8Array, { userId, id }: KnownDevice): string {
  const text = `${userId}.${id}`
  return `${text}.${markOf(key, text)}`
}

/** Reads a device cookie; undefined for anything that is not one of ours. */
export function openDevice(key: Uint8Array, cookie: string | undefined): KnownDevice | undefined {
  const [userId = '', id = '', mark = ''] = cookie?.split('.') ?? []
  const [given, expected] = [Buffer.from(mark), Buffer.from(markOf(key, `${userId}.${id}`))]
  const isOurs = given.length === expected.length && timingSafeEqual(given, expected)
  return isOurs && isId(userId) && isId(id) ? { userId, id } : undefined
}
