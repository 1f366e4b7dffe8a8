import { type Day, isDay } from '../../contract/day.ts'
import { later } from '../../words/t.ts'
import { BadFile, type Cell, quotedCell } from './ecb-cell.ts'

/**
 * `eurofxref.csv` and `eurofxref-hist.csv`: a line that names the currencies, then a line a day. Both end every line with a comma, which is
 * checked in each line: a file that was cut off lacks it.
 */
export function* readEcbCsv(text: string): Generator<Cell | undefined> {
  const lines = linesOf(text)
  const [first = '', ...codes] = cellsOf(lines.next().value?.content ?? '')
  if (first !== 'Date')
    throw new BadFile(1, later('it starts with {first}, not with Date', { first: quotedCell(first) }))
  const isClosed = codes.at(-1) === ''
  if (isClosed) codes.pop()
  const places = new Map(codes.map((code, index) => [code, index])) // the last of each
  const twice = codes.find((code, index) => places.get(code) !== index)
  if (twice !== undefined) throw new BadFile(1, later('{what} is there twice', { what: quotedCell(twice) }))

  for (const { line, content } of lines) {
    yield undefined // a pause, also where no line has a rate
    if (content.trim() === '') continue
    const [day = '', ...cells] = cellsOf(content)
    const date = dayOf(day)
    if (date === undefined) throw new BadFile(line, later('{cell} is not a day', { cell: quotedCell(day) }))
    if (isClosed && cells.pop() !== '')
      throw new BadFile(line, later('it does not end with a comma as line 1 does'))
    if (cells.length !== codes.length)
      throw new BadFile(
        line,
        later('it has {rates} rates for the {currencies} currencies of line 1', {
          rates: cells.length,
          currencies: codes.length,
        }),
      )
    for (const [column, currency_id] of codes.entries()) {
      const per_euro = cells[column] ?? ''
      if (per_euro !== 'N/A') yield { line, date, currency_id, per_euro }
    }
  }
}

/** The ECB's longest line has 300 characters. */
const MAX_LINE_LENGTH = 4_000
/** More than there are days from 1900 to 2200. */
const MAX_LINES = 120_000

/** The lines of a text, one after the other: a hostile file has millions. */
function* linesOf(text: string): Generator<{ line: number; content: string }> {
  for (let start = 0, line = 1; start <= text.length; line++) {
    const found = text.indexOf('\n', start)
    const end = found < 0 ? text.length : found
    if (line > MAX_LINES)
      throw new BadFile(undefined, later('it has more than {most} lines', { most: MAX_LINES }))
    if (end - start > MAX_LINE_LENGTH)
      throw new BadFile(line, later('it has more than {most} characters', { most: MAX_LINE_LENGTH }))
    yield { line, content: text.slice(start, end) }
    start = end + 1
  }
}

const cellsOf = (line: string) => line.split(',').map((cell) => cell.trim())

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
)

/** `2026-04-13` in the history, `13 April 2026` in the daily file. */
function dayOf(text: string): Day | undefined {
  const [, day = '', month = '', year] = /^(\d{1,2}) (\w+) (\d{4})$/.exec(text) ?? []
  const two = (number: number | string) => String(number).padStart(2, '0')
  const date = year === undefined ? text : `${year}-${two(MONTHS.indexOf(month) + 1)}-${two(day)}`
  return isDay(date) ? date : undefined
}
