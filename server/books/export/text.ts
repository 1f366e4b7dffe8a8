/** Text that people wrote, made fit for a journal: nothing in it ends a line, begins a directive, or is read as a mark. */

/** One line: control and invisible characters are gone, and blanks in a row are one. */
export const oneLine = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll(/[\p{Z}\s]+/gu, ' ')
    .replaceAll(/\p{C}+/gu, '')
    .replaceAll(/ {2,}/g, ' ')
    .trim()

/** The lines of a text, each fit to be one, without empty ones. */
export const linesOfText = (text: string): string[] =>
  text
    .split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/)
    .map(oneLine)
    .filter((line) => line !== '')

/**
 * A comment of hledger's and Ledger's, which look for tags and days in it: `date:2019-01-01` or `[2019-01-01]` would move a posting. A colon
 * or a bracket that could mean something is written as its full-width twin; those of 12:30 and https:// stay.
 */
export const comment = (text: string): string =>
  oneLine(text)
    .replaceAll('[', '［')
    .replaceAll(']', '］')
    .replaceAll(/:/g, (colon, at: number, all: string) => {
      const isTime = /\d/.test(all[at - 1] ?? '') && /\d/.test(all[at + 1] ?? '')
      return isTime || all.startsWith('//', at + 1) ? colon : '：'
    })

/** The value of a tag in such a comment, which a comma would end. */
export const tagValue = (text: string): string => comment(text).replaceAll(',', '，')

/**
 * The value of a tag in such a comment, from which `decodeURIComponent` gives back the very text: everything that means something there, and blanks
 * that would get lost, are percent-encoded.
 */
export const encoded = (text: string): string =>
  text.toWellFormed().replaceAll(/[%:;,[\]\p{C}]|[^\S ]| (?= )|^ | $/gu, encodeURIComponent)

/** A tag's name in such a comment: one word without the marks around tags. */
export const tagName = (text: string): string => oneLine(text).replaceAll(/[\s:,;=[\]()]+/g, '-')

/** The description of a transaction in hledger and Ledger: a semicolon would begin a comment, a bar a note. */
export const description = (text: string): string => oneLine(text.replaceAll(';', ',').replaceAll('|', '/'))

/** A string of Beancount's, which may have several lines. */
export const quotedText = (text: string): string =>
  `"${linesOfText(text)
    .map((line) => line.replaceAll('\\', '\\\\').replaceAll('"', '\\"'))
    .join('\\n')}"`
