import type { ImportRow } from '../../contract/import-rows.ts'
import { nameOf } from './shops.ts'
import { rowState } from './verdict-words.ts'
import { isQuestion, whyOf } from './why.ts'

/** The width of a card beside its words: the box, the space after it, and its right edge. */
const BESIDE_PX = 48 + 4 + 16

export const wordsWidth = (cardWidth: number): number => Math.max(cardWidth - BESIDE_PX, 1)

/** The width of a letter of the reason at most; only some capitals and signs are wider. */
const letterWidth = (letter: string): number =>
  letter > '\u2e80' ? 13 : /[\p{Ll}\p{Nd}\s.,:;'"“”()-]/u.test(letter) ? 6.4 : 9

/** How many lines a reason takes, of those it may have; where it is close, one more, so that no word is cut. */
const reasonLines = (reason: string, width: number, most: number): number => {
  const length = [...reason].reduce((sum, letter) => sum + letterWidth(letter), 0)
  return length <= width ? 1 : length <= width * 1.8 ? 2 : most
}

const chipHeight = (row: ImportRow, isTouch: boolean): number =>
  isTouch && !(row.verdict === 'duplicate' && !row.is_chosen && !row.needs_attention) ? 44 : 28

/** Whether a card says no verdict: most rows of a file are new, and their amount stands beside their name. */
export const isPlainCard = (row: ImportRow): boolean => rowState(row) === 'new'

/** How high a card is: all lines of it have a height of their own, so that nothing is measured while one scrolls. */
export const cardHeight = (
  row: ImportRow | undefined,
  isTouch: boolean,
  width: number,
  hasChoice = false,
): number => {
  if (!row) return 140
  const reason =
    hasChoice && !isQuestion(row)
      ? isTouch
        ? 44
        : 28
      : 16 * reasonLines(whyOf(row), width, isQuestion(row) ? 3 : 2)
  const lines = [
    ...(isPlainCard(row) ? [] : [24]),
    20,
    ...(nameOf(row).words === '' ? [] : [12]),
    ...(row.part ? [12] : []),
    ...(row.draft ? [chipHeight(row, isTouch)] : []),
    reason,
  ].reduce((sum, line) => sum + line + 4, -4)
  return 25 + lines + (isQuestion(row) ? (isTouch ? 52 : 36) : 0)
}
