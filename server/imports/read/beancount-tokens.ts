import { later } from '../../../words/t.ts'
import { quotedValue, tooLongLine } from './file-values.ts'
import { isNot } from './journal-fault.ts'
import { by, isHuge, isNone, minus, type Num, negative, numberFrom, over, plus } from './journal-number.ts'
import { Unreadable } from './row.ts'

/** Lines and signs of a Beancount file. */

/** A line, or several if a text in quotation marks goes over its end. */
export type BeancountLine = {
  readonly line: number
  readonly start: number
  readonly end: number
  readonly words: string
}

const MAX_LINE = 10_000
/** A text over several lines has at most this many characters. */
const MAX_TEXT = 20_000

/** Beancount ignores lines that begin with these, such as headings of org-mode. */
export const isIgnored = (words: string): boolean => /^[*:#!&?%;|]/.test(words)

/** The lines of a part of a text. The part begins at a line of this number. */
export function* linesIn(text: string, from = 0, to = text.length, first = 1): Generator<BeancountLine> {
  let line = first
  for (let start = from; start < to; ) {
    const begun = line
    let end = endOfLine(text, start, to, line)
    let at = isIgnored(text.charAt(start)) ? -1 : openAt(text, start, end)
    while (at >= 0) {
      if (end >= to || end - start > MAX_TEXT)
        throw new Unreadable(
          end >= to
            ? later(
                'Line {line}: the text that begins with a quotation mark in this line does not end within the file.',
                { line: begun },
              )
            : later(
                'Line {line}: the text that begins with a quotation mark in this line does not end within {most, number} characters.',
                { line: begun, most: MAX_TEXT },
              ),
        )
      line++
      const next = end + 1
      end = endOfLine(text, next, to, line)
      const closed = closeAt(text, next, end)
      at = closed < 0 ? next : openAt(text, closed, end)
    }
    yield { line: begun, start, end, words: text.slice(start, end) }
    line++
    start = end + 1
  }
}

function endOfLine(text: string, start: number, to: number, line: number): number {
  const found = text.indexOf('\n', start)
  const end = found < 0 || found > to ? to : found
  if (end - start > MAX_LINE) throw tooLongLine('Beancount', line, end - start, MAX_LINE)
  return end
}

/** Where a text begins in a line that does not end in it; -1 if each one ends. */
function openAt(text: string, start: number, end: number): number {
  for (let at = start; at < end; at++) {
    const sign = text[at]
    if (sign === ';') return -1
    if (sign !== '"') continue
    const closed = closeAt(text, at + 1, end)
    if (closed < 0) return at
    at = closed - 1
  }
  return -1
}

/** The place after the quotation mark that ends a text; -1 if the line ends before. */
function closeAt(text: string, start: number, end: number): number {
  for (let at = start; at < end; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === '"') return at + 1
  }
  return -1
}

const KINDS = ['text', 'date', 'account', 'currency', 'number', 'tag', 'link', 'key', 'word', 'sign'] as const
export type BeancountToken = { readonly is: (typeof KINDS)[number]; readonly words: string }

const OTHER = '[^\\x00-\\x7f]'
const TOKEN = new RegExp(
  [
    '(?<text>"(?:[^"\\\\]|\\\\[\\s\\S])*")',
    '(?<date>(?:1[789]|20)\\d\\d[-/]\\d{1,2}[-/]\\d{1,2})',
    `(?<account>(?:[A-Z]|${OTHER})(?:[A-Za-z0-9-]|${OTHER})*(?::(?:[A-Z0-9]|${OTHER})(?:[A-Za-z0-9-]|${OTHER})*)+)`,
    "(?<currency>[A-Z](?:[A-Z0-9'._-]*[A-Z0-9])?(?![a-z:])|/[0-9'._-]*[A-Z](?:[A-Z0-9'._-]*[A-Z0-9])?)",
    '(?<number>\\d[\\d,]*(?:\\.\\d*)?)',
    '(?<tag>#[A-Za-z0-9_/.-]+)',
    '(?<link>\\^[A-Za-z0-9_/.-]+)',
    '(?<key>[a-z][a-zA-Z0-9_-]*:)',
    '(?<word>[a-z]+)',
    "(?<sign>@@|\\{\\{|\\}\\}|[@{}|,~+/()#*:!&?%'-])",
  ].join('|'),
  'y',
)
const BLANK = /(?:[\s\ufeff]+|;[^\n]*)*/y

/** The signs of a line, without its comment. */
export function tokensOf(words: string): BeancountToken[] {
  const tokens: BeancountToken[] = []
  for (let at = 0; ; at = TOKEN.lastIndex) {
    BLANK.lastIndex = at
    BLANK.exec(words)
    TOKEN.lastIndex = BLANK.lastIndex
    if (TOKEN.lastIndex >= words.length) return tokens
    const where = TOKEN.lastIndex
    const found = TOKEN.exec(words)?.groups
    const is = KINDS.find((kind) => found?.[kind] !== undefined)
    if (found === undefined || is === undefined)
      return isNot(`${quotedValue(words.slice(where))} is not a part of Beancount's language.`)
    tokens.push({ is, words: found[is] ?? '' })
  }
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: ' ', f: ' ' }

/** The text between quotation marks. */
export const textIn = ({ words }: BeancountToken): string =>
  words.slice(1, -1).replace(/\\([\s\S])/g, (_, sign: string) => ESCAPES[sign] ?? sign)

/** The signs of a line, taken one after another. */
export function cursorOf(tokens: readonly BeancountToken[]) {
  let at = 0
  const cursor = {
    /** The next sign, if it is of this kind, and one of these words. */
    take(is: BeancountToken['is'], ...words: readonly string[]): BeancountToken | undefined {
      const token = cursor.peek(is, ...words)
      if (token !== undefined) at++
      return token
    },
    peek(is: BeancountToken['is'], ...words: readonly string[]): BeancountToken | undefined {
      const token = tokens[at]
      return token?.is === is && (words.length === 0 || words.includes(token.words)) ? token : undefined
    },
    require: (is: BeancountToken['is'], name: string): BeancountToken =>
      cursor.take(is) ?? isNot(`${cursor.rest()} is not ${name}.`),
    isDone: (): boolean => at >= tokens.length,
    rest: (): string =>
      at >= tokens.length
        ? 'the end of the line'
        : quotedValue(
            tokens
              .slice(at, at + 20)
              .map(({ words }) => words)
              .join(' '),
          ),
    end: (): void => {
      if (at < tokens.length) isNot(`${cursor.rest()} does not belong there.`)
    },
  }
  return cursor
}
export type Cursor = ReturnType<typeof cursorOf>

/** Parentheses and signs may stand within each other this often. */
const MAX_DEPTH = 100

/** A number, which may be computed from others, such as `-(12.5 / 2 + 1)`; undefined if none is there. */
export function numberAt(cursor: Cursor, depth = 0): Num | undefined {
  if (!cursor.peek('number') && !cursor.peek('sign', '-', '+', '(')) return undefined
  let sum = productAt(cursor, depth)
  for (let sign = cursor.take('sign', '+', '-'); sign; sign = cursor.take('sign', '+', '-')) {
    const next = productAt(cursor, depth)
    sum = sign.words === '+' ? plus(sum, next) : minus(sum, next)
  }
  return sum
}

function productAt(cursor: Cursor, depth: number): Num {
  let product = factorAt(cursor, depth)
  for (let sign = cursor.take('sign', '*', '/'); sign; sign = cursor.take('sign', '*', '/')) {
    const next = factorAt(cursor, depth)
    if (sign.words === '/' && isNone(next)) isNot('an amount is divided by 0.')
    product = sign.words === '*' ? by(product, next) : over(product, next)
    if (isHuge(product)) isNot('an amount is larger than any that can be computed with.')
  }
  return product
}

function factorAt(cursor: Cursor, depth: number): Num {
  if (depth > MAX_DEPTH) isNot(`an amount has more than ${MAX_DEPTH} signs or parentheses within each other.`)
  const sign = cursor.take('sign', '-', '+')
  if (sign) {
    const number = factorAt(cursor, depth + 1)
    return sign.words === '-' ? negative(number) : number
  }
  if (cursor.take('sign', '(')) {
    const number = numberAt(cursor, depth + 1) ?? isNot(`${cursor.rest()} is not an amount.`)
    if (!cursor.take('sign', ')')) isNot('a parenthesis in an amount is not closed.')
    return number
  }
  const { words } = cursor.require('number', 'an amount')
  return numberFrom(words) ?? isNot(`${quotedValue(words)} has too many digits.`)
}
