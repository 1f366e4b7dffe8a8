import { createHmac, timingSafeEqual } from 'node:crypto'
import { refuse } from '../../contract/refusals.ts'

/**
 * Cursors are signed, so that they cannot be forged. The signature covers person, list, order and filters. All instances on one
 * database share the key.
 */
export type CursorSeal = { seal: (text: string) => string; open: (cursor: string) => string }

const MARK_CHARACTERS = 22

/** Seals cursors of one list: whose it is, its address, its order and its filters. */
export function cursorSeal(key: Uint8Array, list: readonly unknown[]): CursorSeal {
  const markOf = (text: string) =>
    createHmac('sha256', key)
      .update(JSON.stringify(['cursor', ...list, text]))
      .digest('base64url')
      .slice(0, MARK_CHARACTERS)
  return {
    seal: (text) => `${Buffer.from(text).toString('base64url')}.${markOf(text)}`,
    open(cursor) {
      const [encoded = '', mark = ''] = cursor.split('.')
      const text = Buffer.from(encoded, 'base64url').toString()
      const expected = Buffer.from(markOf(text))
      const given = Buffer.from(mark)
      const isOurs = given.length === expected.length && timingSafeEqual(given, expected)
      return isOurs ? text : refuse('cursor_invalid')
    },
  }
}
