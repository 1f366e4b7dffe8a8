import { decimalText, divide, isTooLarge, trimmed } from '../../contract/money.ts'
import { t } from '../../words/t.ts'

/**
 * Reads what a person types as an amount: a number or a sum of them with + − * / ( ), exact. `.` and `,` both work in every locale: the
 * last separator with one or two digits after it is the decimal one. With three digits after it, "1.234" may be a little more than one
 * or more than a thousand: where the locale writes decimals so, it is the decimal separator, and a fault if the currency has fewer
 * decimals, since a thousandfold amount is worse than a question; the other separator groups thousands. A number that multiplies or
 * divides is not an amount itself, so its decimals are not a fault. Arabic and Persian digits and separators are read as well.
 */
export type AmountStyle = { readonly decimals: number; readonly separator: '.' | ',' }

/** Why a text is not an amount (yet). */
export type AmountTextFault =
  | 'empty'
  | 'incomplete'
  | 'not_a_number'
  | 'too_many_decimals'
  | 'too_large'
  | 'division_by_zero'

export type AmountText =
  | { readonly minor: bigint; readonly isSum: boolean; readonly isRounded: boolean; readonly fault?: never }
  | { readonly fault: AmountTextFault }

/** A longer text is not an amount. It also bounds the work and how deep brackets nest. */
export const MAX_SUM_LENGTH = 255

const separators = new Map<string, '.' | ','>()

/** The decimal separator of a locale, as far as it is a point or a comma. */
export function separatorIn(locale: string): '.' | ',' {
  let separator = separators.get(locale)
  if (separator === undefined) {
    const parts = new Intl.NumberFormat(locale).formatToParts(1.5)
    separator = parts.find(({ type }) => type === 'decimal')?.value === ',' ? ',' : '.'
    separators.set(locale, separator)
  }
  return separator
}

/** An exact fraction; its denominator may be negative, but is never zero. */
type Fraction = { readonly over: bigint; readonly under: bigint }
type Operator = '+' | '-' | '*' | '/' | '(' | ')'
type SumPart = { readonly step: Operator } | { readonly digits: string }

export const operators: Readonly<Record<string, Operator>> = {
  '+': '+',
  '-': '-',
  '−': '-',
  '–': '-',
  '*': '*',
  '×': '*',
  '·': '*',
  x: '*',
  X: '*',
  '/': '/',
  '÷': '/',
  '(': '(',
  ')': ')',
}

/** Digits of Arabic script, and its separators: U+066B is always the decimal one, U+066C always groups thousands. */
const ARABIC = /[\u0660-\u0669\u06f0-\u06f9\u066b\u066c\u060c]/g
/** The wide forms of plain characters, as they are typed between Chinese ones; a wide comma stands between words. */
const WIDE = /[\uff01-\uff0b\uff0d-\uff5e\uffe5]/g

/** A text with the digits and separators of Arabic script, and wide ones, as plain ones, each in its place. */
export const plainFigures = (text: string, separator: '.' | ','): string =>
  text
    .replace(ARABIC, (char) => {
      if (char === '\u066b') return separator
      if (char === '\u066c') return separator === '.' ? ',' : '.'
      return char === '\u060c' ? ',' : String(char.charCodeAt(0) & 0xf)
    })
    .replace(WIDE, (char) => (char === '￥' ? '¥' : String.fromCharCode(char.charCodeAt(0) - 0xfee0)))
    .replace(/(?<=\d)块(?=\d(?!\d|\p{L}))/gu, '.')

const isDigit = (char: string | undefined): boolean => char !== undefined && char >= '0' && char <= '9'
/** Marks of the writing direction stand around figures that were copied. */
const SPACE = /^[\s'’\u061c\u200e\u200f]+/
/** Thousands may be apart by spaces or apostrophes: 1 234,50. */
const NUMBER = /^(?:\d{1,3}(?:[\s'’]\d{3})+(?!\d)(?:[.,]\d*)?|[\d.,]+)/

/** The text in numbers and signs; undefined if there is anything else in it. */
function piecesOf(text: string): SumPart[] | undefined {
  const pieces: SumPart[] = []
  let rest = text
  while (rest !== '') {
    const space = SPACE.exec(rest)?.[0]
    const number = space ? undefined : NUMBER.exec(rest)?.[0]
    const step = operators[rest[0] ?? '']
    if (space) rest = rest.slice(space.length)
    else if (number) {
      pieces.push({ digits: number.replace(/[\s'’]/g, '') })
      rest = rest.slice(number.length)
    } else if (step) {
      pieces.push({ step })
      rest = rest.slice(1)
    } else return undefined
  }
  return pieces
}

const areGroups = (groups: readonly string[]): boolean =>
  /^\d{1,3}$/.test(groups[0] ?? '') &&
  groups.slice(1).every((group) => /^\d{2,3}$/.test(group)) &&
  groups.at(-1)?.length === (groups.length === 1 ? groups[0]?.length : 3)

/** One number with its separators, or undefined if they make no sense. */
function fractionOf(text: string, { decimals, separator }: AmountStyle, isFactor: boolean) {
  const parts = text.split(/[.,]/)
  const signs = [...text.replace(/\d/g, '')]
  const last = parts.at(-1) ?? ''
  const before = parts.slice(0, -1)
  const couldBeGrouped =
    signs.length > 0 &&
    areGroups(parts) &&
    !(parts.length === 2 && parts[0] === '0') &&
    signs.every((sign) => sign === signs[0])
  const isGrouped = couldBeGrouped && (signs.length > 1 || signs[0] !== separator)
  // Also 1.250, which is 1.25 exactly: whoever typed it may have meant a thousand.
  if (couldBeGrouped && !isGrouped && !isFactor && decimals < 3) throw new Unreadable('too_many_decimals')
  if (signs.length === 0 || isGrouped) return { over: BigInt(parts.join('') || '0'), under: 1n }
  // The last separator is the decimal one; the ones before it group thousands, all of them in one way.
  const grouping = new Set(signs.slice(0, -1))
  if (before.join('') === '' && last === '') return undefined
  if (before.length > 1 && (grouping.size > 1 || !areGroups(before))) return undefined
  if (before.length > 1 && grouping.has(signs.at(-1) ?? '') && last.length === 0) return undefined
  return { over: BigInt(before.join('') + last || '0'), under: 10n ** BigInt(last.length) }
}

class Unreadable extends Error {
  readonly fault: AmountTextFault
  constructor(fault: AmountTextFault) {
    super(fault)
    this.fault = fault
  }
}

/** Sums of products of numbers and brackets, by recursive descent. */
function evaluate(pieces: readonly SumPart[], style: AmountStyle): Fraction {
  let at = 0
  const stepAt = (index: number): Operator | undefined => {
    const piece = pieces[index]
    return piece && 'step' in piece ? piece.step : undefined
  }
  const isProduct = (index: number) => stepAt(index) === '*' || stepAt(index) === '/'

  function sum(): Fraction {
    let value = product()
    for (let step = stepAt(at); step === '+' || step === '-'; step = stepAt(at)) {
      at++
      const { over, under } = product()
      const sign = step === '+' ? 1n : -1n
      value = { over: value.over * under + sign * over * value.under, under: value.under * under }
    }
    return value
  }

  function product(): Fraction {
    let value = operand()
    for (let step = stepAt(at); step === '*' || step === '/'; step = stepAt(at)) {
      at++
      const { over, under } = operand()
      if (step === '*') value = { over: value.over * over, under: value.under * under }
      else if (over === 0n) throw new Unreadable('division_by_zero')
      else value = { over: value.over * under, under: value.under * over }
    }
    return value
  }

  function operand(): Fraction {
    const piece = pieces[at]
    const index = at++
    if (!piece) throw new Unreadable('incomplete')
    if ('digits' in piece) {
      const isFactor = isProduct(index - 1) || isProduct(index + 1)
      const value = fractionOf(piece.digits, style, isFactor)
      if (!value) throw new Unreadable('not_a_number')
      return value
    }
    if (piece.step === '-' || piece.step === '+') {
      const { over, under } = operand()
      return { over: piece.step === '-' ? -over : over, under }
    }
    if (piece.step !== '(') throw new Unreadable('not_a_number')
    const value = sum()
    if (at >= pieces.length) throw new Unreadable('incomplete')
    if (stepAt(at++) !== ')') throw new Unreadable('not_a_number')
    return value
  }

  const value = sum()
  if (at < pieces.length) throw new Unreadable('not_a_number')
  return value
}

/** Reads a text as an amount in minor units of a currency; it may be negative. A product or quotient is rounded half to even. */
export function readAmountText(text: string, style: AmountStyle): AmountText {
  if (text.length > MAX_SUM_LENGTH) return { fault: 'not_a_number' }
  const pieces = piecesOf(plainFigures(text, style.separator))
  if (!pieces) return { fault: 'not_a_number' }
  if (pieces.length === 0) return { fault: 'empty' }
  try {
    const { over, under } = evaluate(pieces, style)
    const scaled = over * 10n ** BigInt(style.decimals)
    const isRounded = scaled % under !== 0n
    const hasProduct = pieces.some((piece) => 'step' in piece && (piece.step === '*' || piece.step === '/'))
    if (isRounded && !hasProduct) return { fault: 'too_many_decimals' }
    const minor = divide(scaled, under)
    if (isTooLarge(minor)) return { fault: 'too_large' }
    // A number with a sign is no sum: it is its own result.
    return { minor, isSum: pieces.filter((piece) => 'digits' in piece).length > 1, isRounded }
  } catch (error) {
    if (error instanceof Unreadable) return { fault: error.fault }
    throw error
  }
}

/** An amount as text to edit again: 15.50, 15,50, 1200. It reads as the same amount. */
export function amountForEditing(minor: bigint, { decimals, separator }: AmountStyle): string {
  const { digits, scale } = trimmed({ digits: minor, scale: decimals })
  const text = decimalText(scale === 0 ? { digits, scale } : { digits: minor, scale: decimals })
  return text.replace('.', separator)
}

/** Where the number or sum ends that begins at a place in a longer text; `at` itself if none begins there. */
export function endOfSum(text: string, at: number): number {
  let [place, end, depth, isWanted] = [at, at, 0, true]
  const skip = (from: number) => from + (/^\s*/.exec(text.slice(from))?.[0].length ?? 0)
  for (;;) {
    const from = skip(place)
    const step = operators[text[from] ?? '']
    if (isWanted) {
      const isNumber = isDigit(text[from]) || (/[.,]/.test(text[from] ?? '') && isDigit(text[from + 1]))
      if (isNumber) {
        place = end = from + (NUMBER.exec(text.slice(from))?.[0].length ?? 1)
        isWanted = false
      } else if (step === '(' || (end === at && place === at && (step === '-' || step === '+'))) {
        if (step === '(') depth++
        place = from + 1
      } else return end
    } else if (step === ')' && depth > 0) {
      depth--
      place = end = from + 1
    } else if (step && step !== '(' && step !== ')' && isOperator(text, place, from)) {
      place = from + 1
      // A sign at the very end is a sum that is still being typed.
      if (skip(place) === text.length) return place
      isWanted = true
    } else return end
  }
}

/** A minus with a space before it and none after it is not an operator: "12.50 lunch -3" has a day in it. An x needs its numbers close by. */
function isOperator(text: string, before: number, at: number): boolean {
  const isSpacedBefore = at > before
  const isSpacedAfter = /\s/.test(text[at + 1] ?? '')
  if (/[xX]/.test(text[at] ?? '')) return !isSpacedBefore && isDigit(text[at + 1])
  if (operators[text[at] ?? ''] === '-') return isSpacedBefore === isSpacedAfter || text[at + 1] === undefined
  return true
}

const words: Readonly<Record<AmountTextFault, () => string>> = {
  empty: () => t('Write an amount.'),
  incomplete: () => t('The sum is not complete.'),
  not_a_number: () => t('This is not an amount.'),
  too_many_decimals: () => t('This has more decimals than the currency.'),
  too_large: () => t('This is larger than Florin can keep.'),
  division_by_zero: () => t('Nothing can be divided by zero.'),
}

/** Why a text is not an amount, in a sentence for below its field. */
export const amountFaultText = (fault: AmountTextFault): string => words[fault]()
