import { later } from '../../../words/t.ts'
import { latinNumber } from './digits.ts'
import { Unreadable } from './row.ts'

/** One record of a CSV file, and the line that it starts on. */
export type Cells = { readonly line: number; readonly cells: readonly string[] }

/** No bank writes a record of this size: it comes from an unclosed quotation mark or a file that is not a table. */
const MAX_CHARACTERS = 65_536
const MAX_CELLS = 200

/**
 * The records of a CSV file, one by one. A cell may be in quotation marks; then quotation marks inside it are doubled, and it may have line
 * breaks. Lines end in CR, LF or both; empty ones are left out. A quotation mark inside a cell is a character like any other.
 */
export function* csvRecords(text: string, separator: string, start = 0, startLine = 1): Generator<Cells> {
  let at = start
  let line = startLine
  while (at < text.length) {
    const from = at
    const record: Cells = { line, cells: [] }
    const cells = record.cells as string[] // it is being made here
    for (;;) {
      let cell: string
      if (text[at] === '"') {
        const closed = closing(text, at, separator, line)
        cell = text.slice(at + 1, closed).replaceAll('""', '"')
        line += breaksIn(cell)
        at = closed + 1
      } else {
        const end = endOfCell(text, at, separator)
        cell = text.slice(at, end)
        at = end
      }
      if (at - from > MAX_CHARACTERS) throw tooLong(record.line)
      if (cells.push(latinNumber(cell)) > MAX_CELLS)
        throw new Unreadable(
          later('Line {line}: it has more than {most} cells. Is this a table of transactions?', {
            line: record.line,
            most: MAX_CELLS,
          }),
        )
      if (text[at] !== separator) break
      at++
    }
    if (text[at] === '\r') at++
    if (text[at] === '\n') at++
    line++
    if (cells.length > 1 || cells[0]?.trim() !== '') yield record
  }
}

const tooLong = (line: number) =>
  new Unreadable(
    later('Line {line}: it is longer than {most, number} characters. Is this a table of transactions?', {
      line,
      most: MAX_CHARACTERS,
    }),
  )

/** The position of the closing quotation mark: a separator, a line break or the end follows it. */
function closing(text: string, open: number, separator: string, line: number): number {
  for (let at = open + 1; ; at++) {
    at = text.indexOf('"', at)
    if (at < 0 || at - open > MAX_CHARACTERS)
      throw new Unreadable(
        later('Line {line}: a quotation mark opens a cell here, and nothing closes it.', { line }),
      )
    const next = text[at + 1]
    if (next === '"') at++
    else if (next === undefined || next === separator || next === '\r' || next === '\n') return at
  }
}

function endOfCell(text: string, from: number, separator: string): number {
  let at = from
  while (at < text.length) {
    const character = text[at]
    if (character === separator || character === '\n' || character === '\r') break
    if (++at - from > MAX_CHARACTERS) break
  }
  return at
}

const breaksIn = (cell: string): number => cell.match(/\r\n|\r|\n/g)?.length ?? 0
