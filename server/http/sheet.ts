import type { Day } from '../../contract/day.ts'
import { defused } from '../../contract/formula-cells.ts'
import { currencyFacts } from '../../contract/iso4217.ts'
import { decimalOf, decimalText } from '../../contract/money.ts'
import type { SheetCell, SheetColumn } from '../../contract/sheet.ts'

/** Excel takes a file without it for one in the encoding of the machine. */
const BYTE_ORDER_MARK = '\ufeff'
const END = '\r\n'

/** Signs in a day that a spreadsheet does not take for a part of it: marks of direction, and the Bulgarian word for year. */
const NO_DIGITS = /[\u200e\u200f]|\s*\p{L}+\.?/gu

/** How people of a locale write a table: its separator, its decimal mark and its days. */
type Habits = { separator: string; mark: string; day: (day: Day) => string }

/** Latin digits and the calendar of the books, whatever the locale: a spreadsheet reads no others. */
function habitsOf(locale: string): Habits {
  const days = new Intl.DateTimeFormat(locale, {
    calendar: 'gregory',
    numberingSystem: 'latn',
    timeZone: 'UTC',
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
  })
  const mark =
    new Intl.NumberFormat(locale, { numberingSystem: 'latn' })
      .formatToParts(0.5)
      .find(({ type }) => type === 'decimal')?.value ?? '.'
  let [last, text]: [Day, string] = ['', '']
  return {
    separator: mark === ',' ? ';' : ',',
    mark,
    day(day) {
      // Rows come by day: most have the day of the row before.
      if (day !== last) text = days.format(Date.parse(`${day}T00:00:00Z`)).replace(NO_DIGITS, '')
      last = day
      return text
    },
  }
}

const quoted = (text: string) => (/[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** Every digit, with all decimals of the currency. */
function amountText(amount: number, currency: string, mark: string): string {
  const [whole = '0', part = ''] = decimalText(decimalOf(amount)).split('.')
  const decimals = part.padEnd(currencyFacts(currency)?.decimals ?? 2, '0')
  return decimals === '' ? whole : `${whole}${mark}${decimals}`
}

function cellText(cell: SheetCell, { mark, day }: Habits): string {
  if (cell === null) return ''
  if (typeof cell === 'string') return quoted(defused(cell))
  // An amount has no separator in it: where its mark is a comma, that is a semicolon.
  return 'day' in cell ? quoted(day(cell.day)) : amountText(cell.amount, cell.currency, mark)
}

/** How a list is written for people: its first line, and a line for each record. */
export function sheetOf(columns: readonly SheetColumn[], locale: string) {
  const habits = habitsOf(locale)
  const line = (cells: readonly string[]) => cells.join(habits.separator) + END
  return {
    head: BYTE_ORDER_MARK + line(columns.map(({ name }) => name)),
    write: (record: unknown) => line(columns.map(({ of }) => cellText(of(record as never), habits))), // a record of the route's list
    tail: () => '',
  }
}
