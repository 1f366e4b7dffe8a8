import type { ImportRow } from '../../contract/import-rows.ts'
import { rowState } from './verdict-words.ts'
import { isQuestion, whyOf } from './why.ts'

/** The width of a card beside its words: the box, the space after it, and its right edge. */
const BESIDE_PX = 48 + 4 + 16

export const wordsWidth = (cardWidth: number): number => Math.max(cardWidth - BESIDE_PX, 1)

/** The width of a letter of the reason at most; only some capitals and signs are wider. */
const letterWidth = (letter: string): number =>
  letter > '\u2e80' ? 13 : /[\p{Ll}\p{Nd}\s.,:;'"“”()-]/u.test(letter) ? 6.4 : 9

/** Whether a reason takes one line or two; where it is close, two, so that no word is cut. */
const reasonLines = (reason: string, width: number): 1 | 2 =>
  [...reason].reduce((sum, letter) => sum + letterWidth(letter), 0) <= width ? 1 : 2

const chipHeight = (row: ImportRow, isTouch: boolean): number =>
  isTouch && !(row.verdict === 'duplicate' && !row.is_chosen && !row.needs_attention) ? 44 : 28

/** Whether the words of the bank have a line of their own, below who it is. */
export const wordsBelow = ({ payee, words }: Pick<ImportRow, 'payee' | 'words'>): boolean =>
  payee !== null && words !== '' && words !== payee

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
  const reason = hasChoice && !isQuestion(row) ? (isTouch ? 44 : 28) : 16 * reasonLines(whyOf(row), width)
  const lines = [
    ...(isPlainCard(row) ? [] : [24]),
    20,
    ...(wordsBelow(row) ? [12] : []),
    ...(row.part ? [12] : []),
    ...(row.draft ? [chipHeight(row, isTouch)] : []),
    reason,
  ].reduce((sum, line) => sum + line + 4, -4)
  return 25 + lines + (isQuestion(row) ? (isTouch ? 52 : 36) : 0)
}
