import { type Day, isDay } from '../../../contract/day.ts'
import { currencyCode, currencyFacts, currencyOn } from '../../../contract/iso4217.ts'
import { type Decimal, decimalFrom, decimalText, divide, trimmed } from '../../../contract/money.ts'
import { later } from '../../../words/t.ts'
import { amountInCell } from './amount.ts'
import { type BadRow, type FoundMapping, NoRows, Unreadable } from './row.ts'
import { faultAt, type RowFault } from './row-faults.ts'

/** The most characters of a row's text, of a name or reference in it, and of its notes. */
const MAX_TEXT = 1_000
const MAX_NAME = 255
export const MAX_NOTES = 2_000

/** The most characters of a line in formats whose lines are short: a file with longer ones has another format. */
const MAX_LINE = 10_000

/** ASCII words with single blanks between them, or an empty text. */
const ONE_LINE = /^(?:[!-~]+(?: [!-~]+)*)?$/

/** Words of a file on one line: without control characters, well-formed, and no longer than `most`. */
export function plainText(text: string | undefined, most = MAX_TEXT): string {
  if (text === undefined) return ''
  if (text.length <= most && ONE_LINE.test(text)) return text
  // The rest of a huge text is ignored. More than `most` characters are read, because blanks collapse.
  const head = text.length > most * 4 ? text.slice(0, most * 4) : text
  const words = head
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are removed
    .replace(/[\s\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ')
    .toWellFormed()
    .trim()
  return words.length > most
    ? words
        .slice(0, most)
        .replace(/[\ud800-\udbff]$/, '')
        .trimEnd()
    : words
}

/** The parts, each once, on one line. */
export const joinedText = (parts: readonly (string | undefined)[]): string =>
  parts.length < 2
    ? plainText(parts[0])
    : plainText([...new Set(parts.map((part) => plainText(part)).filter((part) => part !== ''))].join(' '))

/** The fields that have words; the others are left out. */
export function filled<K extends string>(fields: Record<K, string | undefined>): Partial<Record<K, string>> {
  const found: Partial<Record<K, string>> = {}
  for (const [name, value] of Object.entries<string | undefined>(fields)) {
    const words = value && plainText(value, name === 'notes' ? MAX_NOTES : MAX_NAME)
    if (words) found[name as K] = words // the key is one of the record's
  }
  return found
}

/** A value of a file for a sentence, which puts it into quotation marks. */
export const shortValue = (value: string): string => {
  const words = plainText(value, 60)
  return `${words}${words.length < 60 ? '' : '…'}`
}

/** The same in quotation marks. */
export const quotedValue = (value: string): string => `"${shortValue(value)}"`

/** The place of a row for the middle of a sentence. */
export const placeOf = ({ line, part }: { line: number; part?: string }): string =>
  part === undefined ? `line ${line}` : `line ${line} of ${quotedValue(part)}`

/** Reads something of one file of a zip: if it cannot be read, the sentence names the file. */
export function inPart<T>(name: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof Unreadable) || error instanceof NoRows) throw error
    throw new Unreadable(
      later('"{file}" in the zip: {reason}', { file: shortValue(name), reason: error.sentence }),
    )
  }
}

/**
 * A written amount as decimal text, as "1.234,50-" is "-1234.50", with at most 15 digits before the point and 10 after it. Without
 * `decimal`, of both separators the last one is the decimal one; a single one is too, unless three digits follow it and the
 * currency has fewer decimals. Undefined: it is not an amount.
 */
export function amountText(written: string, decimal?: '.' | ',', decimals = 2): string | undefined {
  if (written.length > 60 || !/^[-+\d.,\s'’−]+$/.test(written)) return undefined
  const amount = amountInCell(written, decimal ?? decimalMarkOf(written, decimals))?.amount
  return amount !== undefined && /^-?\d{1,15}(?:\.\d{1,10})?$/.test(amount) ? amount : undefined
}

/** The decimal mark of a single amount. */
export function decimalMarkOf(written: string, decimals = 2): '.' | ',' {
  const digits = written.replace(/[^\d.,]/g, '')
  const [point, comma] = [digits.lastIndexOf('.'), digits.lastIndexOf(',')]
  if (point >= 0 && comma >= 0) return point > comma ? '.' : ','
  const mark = point >= 0 ? '.' : ','
  const parts = digits.split(mark)
  const isThousands = parts.length > 2 || (parts.length === 2 && parts[1]?.length === 3 && decimals < 3)
  return isThousands === (mark === '.') ? ',' : '.'
}

export const negated = (amount: string): string =>
  amount.startsWith('-') ? amount.slice(1) : /[1-9]/.test(amount) ? `-${amount}` : amount

/** The exact sum, in the shortest form. */
export function sumText(amounts: readonly string[]): string {
  const sum = amounts.map(decimalFrom).reduce((all, { digits, scale }) => {
    const wide = Math.max(all.scale, scale)
    return {
      digits: all.digits * 10n ** BigInt(wide - all.scale) + digits * 10n ** BigInt(wide - scale),
      scale: wide,
    }
  }, decimalFrom('0'))
  return decimalText(trimmed(sum))
}

/** A day from its numbers, if there is such a day. */
export function dayOf(year: string | number, month: string | number, day: string | number): Day | undefined {
  const text = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
  return isDay(text) ? text : undefined
}

/** A currency's code as the standard writes it, if it has that currency. */
export const currencyCodeOf = (code: string | undefined): string | undefined =>
  currencyFacts(currencyCode((code ?? '').trim()))?.id

/** Banks still write the ruble's old code for today's one. */
export const currentCurrency = <Code extends string | null | undefined>(
  code: Code,
  day: Day | undefined,
): Code | 'RUB' => (code === 'RUR' && day !== undefined && !currencyOn(code, day) ? 'RUB' : code)

export const decimalsOrTwo = (code: string | undefined): number => currencyFacts(code ?? '')?.decimals ?? 2

/** Why a field of a row cannot be read; a text is a sentence without a code of its own. */
export type FieldFault = readonly [field: string, fault: RowFault | string]

/** A row that cannot be read, with the reason. */
export const bad = (n: number, line: number, text: string, ...faults: readonly FieldFault[]): BadRow => ({
  n,
  line,
  text: plainText(text),
  faults: faults.map(([field, fault]) => faultAt({ line }, field, fault)),
})

const BY_FORMAT = later('The format of the file says so.')

/** The mapping of a format that needs no guesses. */
export const asIs: FoundMapping & Required<Pick<FoundMapping, 'certainty' | 'evidence'>> = {
  certainty: { day_order: 'proven', sign: 'proven', decimal_mark: 'proven', amount_column: 'proven' },
  evidence: { day_order: BY_FORMAT, sign: BY_FORMAT, decimal_mark: BY_FORMAT, amount_column: BY_FORMAT },
  encoding: null,
  separator: null,
  skip_lines: null,
  has_header: null,
  decimal: null,
  date_order: null,
  is_reversed: false,
  columns: [],
}

type LineFormat = 'MT940' | 'QIF' | 'Beancount' | 'journal'

export const tooLongLine = (format: LineFormat, line: number, count: number, most: number): Unreadable =>
  new Unreadable(
    later(
      '{format, select, journal {Line {line} has {count, number} characters, and a line of a journal has at most {most, number}.} other {Line {line} has {count, number} characters, and a line of {format} has at most {most, number}.}}',
      { format, line, count, most },
    ),
  )

/** The lines of a text with any line ending, with the number of each. */
export function* numberedLines(text: string, format: LineFormat): Generator<{ line: number; words: string }> {
  const end = text.includes('\n') ? '\n' : '\r'
  let line = 0
  for (let start = text.startsWith('\ufeff') ? 1 : 0; start < text.length; ) {
    const found = text.indexOf(end, start)
    const stop = found < 0 ? text.length : found
    line++
    if (stop - start > MAX_LINE) throw tooLongLine(format, line, stop - start, MAX_LINE)
    const isCrLf = end === '\n' && text[stop - 1] === '\r' && stop > start
    yield { line, words: text.slice(start, isCrLf ? stop - 1 : stop) }
    start = stop + 1
  }
}

/** An amount with no more than this many decimals, rounded half to even. */
export function rounded(amount: string, decimals: number): string {
  const { digits, scale }: Decimal = decimalFrom(amount)
  return scale <= decimals
    ? amount
    : decimalText({ digits: divide(digits, 10n ** BigInt(scale - decimals)), scale: decimals })
}

export const isZero = (amount: string): boolean => !/[1-9]/.test(amount)
