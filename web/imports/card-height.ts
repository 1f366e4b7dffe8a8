import type { ImportRow } from '../../contract/import-rows.ts'
import { nameOf } from './shops.ts'
import { rowState } from './verdict-words.ts'
import { isQuestion, whyOf } from './why.ts'

/** The width of a card beside its words: the box, the space after it, and its right edge. */
const BESIDE_PX = 48 + 4 + 16

/** Whether a card says no verdict: most rows of a file are new, and their amount stands beside their name. */
export const isPlainCard = (row: ImportRow): boolean => rowState(row) === 'new'

/** About how high a card will be. Each is measured as soon as it is shown: this only keeps the scroll bar steady until then. */
export function likelyHeight(row: ImportRow | undefined, isTouch: boolean, width: number): number {
  if (!row) return 140
  const control = isTouch ? 44 : 28
  const reason = Math.ceil((whyOf(row).length * 6) / Math.max(width - BESIDE_PX, 1))
  const lines = [
    ...(isPlainCard(row) ? [] : [24]),
    20,
    ...(nameOf(row).words === '' ? [] : [12]),
    ...(row.part ? [12] : []),
    ...(row.draft ? [control] : []),
    16 * reason,
  ].reduce((sum, line) => sum + line + 4, -4)
  return 25 + lines + (isQuestion(row) ? control + 8 : 0)
}
