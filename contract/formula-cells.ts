/**
 * A cell of a CSV file that a spreadsheet would run: it begins with = + - @ (also in full width, after blanks, or after invisible
 * characters, which a spreadsheet drops), or with a tab or a line break. Apostrophes in front of such a beginning count as part of it,
 * so that an added apostrophe can always be told from the original ones.
 */
const RUNS = /^'*(?:[\s\p{C}]*[=+\-@＝＋－＠]|[\t\r\n])/u

/** A fast check first: most texts begin with a letter or a digit. */
const isPlain = (text: string): boolean => /^[\dA-Za-z]/.test(text)

/** The text of a cell as it goes into a file: an apostrophe in front makes a spreadsheet show it rather than run it. */
export const defused = (text: string): string => (!isPlain(text) && RUNS.test(text) ? `'${text}` : text)

/** The text that a cell had before it was defused; any other text stays as it is. */
export const readBack = (cell: string): string =>
  cell.startsWith("'") && RUNS.test(cell.slice(1)) ? cell.slice(1) : cell
