import type { ImportRow } from '../../contract/import-rows.ts'
import { isQuestion, isUnmatched, whyOf } from './why.ts'

/** The share of the table that the reasons have. */
export const WHY_SHARE = 0.24

/** The space at the end of the column, and the mean width of a letter in it. */
const END_PX = 20
const LETTER_PX = 6.6

/** Short reasons need no counting: most rows have one. */
const SHORT = 48

/** More lines than these are cut; the whole reason is in the title. */
export const MAX_REASON_LINES = 5

/** About how many lines the reason of a row takes in a table of a width. The service's sentence is as long as the one that is shown, in any language. */
export function reasonLines(row: ImportRow | undefined, width: number): number {
  if (!row || row.reason.length <= SHORT || isUnmatched(row)) return 2
  const letters = Math.max(10, Math.floor((width * WHY_SHARE - END_PX) / LETTER_PX))
  return Math.min(linesIn(whyOf(row), letters), MAX_REASON_LINES)
}

/** Words are not broken, so a line is rarely full. */
function linesIn(words: string, letters: number): number {
  let [lines, used] = [1, 0]
  for (const word of words.split(' ')) {
    const length = [...word].reduce((sum, letter) => sum + (letter > '\u2e80' ? 2 : 1), 0)
    if (used > 0 && used + 1 + length > letters) {
      lines++
      used = length
    } else used += (used > 0 ? 1 : 0) + length
    if (used > letters) {
      lines += Math.ceil(used / letters) - 1
      used %= letters
    }
  }
  return lines
}

/** The height of a row of the table: that of two lines, or of its reason; a question has its answers below. */
export function rowHeight(row: ImportRow | undefined, isTouch: boolean, width: number): number {
  const { line, answers } = isTouch ? heights.touch : heights.pointer
  const words = reasonLines(row, width) * 18 + 10
  return isQuestion(row) ? words + answers : Math.max(line, words)
}
const heights = { pointer: { line: 46, answers: 36 }, touch: { line: 56, answers: 52 } }
