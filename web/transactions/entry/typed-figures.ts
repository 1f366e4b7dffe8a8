import type { Day } from '../../../contract/day.ts'
import type { CurrencyFacts } from '../../../contract/iso4217.ts'
import { endOfSum } from '../../ui/amount-text.ts'
import {
  dayByCount,
  dayInFigures,
  dayNamed,
  dayWithMonth,
  monthNamed,
  ORDINAL,
  readDay,
} from '../../ui/day-text.ts'
import { type Claims, isOneOf, isPlain, take } from './claims.ts'
import { currencyOf } from './known-names.ts'

/**
 * Amounts and days: everything in figures. The rules, in this order:
 * 1. 2026-11-12 and 12.11.2026 are days. So are 12.11 after "on", 12th, and -3 if another number is there to be the amount.
 * 2. A number beside a month's name is a day if another number is there: "12 nov 15.50 lunch".
 * 3. The amount is the first number with a currency. If none has one, it is the first number, except that 12.11 or 12/11 makes way
 *    for a later number with two decimals that cannot be a day, and 12/11 for any later number.
 * 4. A later number like 12.11 or 12/11 is the day, if no word names it; other numbers are words.
 */
export type TypedFigure = {
  /** The words that it is in. */
  readonly from: number
  readonly to: number
  /** The number or sum alone. */
  readonly sum: string
  readonly currency: CurrencyFacts | undefined
}

const WHOLE_DAY = /^(?:\d{4}[-./年]\d{1,2}[-./月]\d{1,2}[日号]?|\d{1,2}[-./]\d{1,2}[-./](?:\d{2}|\d{4}))$/
const PREFIX = /^[^\d\s.,()+\-−–*×÷/]{1,4}(?=[\d.,(+\-−])/u
const PUNCTUATION = /^[.,;:!?)]+$/

const textAt = ({ text, words }: Claims, at: number): string => text.slice(words[at]?.start, words[at]?.end)

/** The number or sum that begins with a word, with the currency that is attached to it or stands beside it. */
function figureAt(claims: Claims, at: number): TypedFigure | undefined {
  const { text, words, book } = claims
  const word = words[at]
  if (!word || !isPlain(claims, at)) return undefined
  const own = textAt(claims, at)
  if (/^[.,]+$/.test(own) || (WHOLE_DAY.test(own) && dayInFigures(own, book.day))) return undefined
  const prefix = PREFIX.exec(own)?.[0] ?? ''
  const before = prefix === '' ? undefined : currencyOf(prefix, book, true)
  if (prefix !== '' && !before) return undefined
  const start = word.start + prefix.length
  const whole = /^(\d+)[.,][-–—]{1,2}$/.exec(own.slice(prefix.length))?.[1]
  if (whole !== undefined) return besides(claims, { from: at, to: at + 1, sum: whole, currency: before })
  const [, units, symbol = '', cents] = /^(\d+)(\p{Sc})(\d\d)$/u.exec(own) ?? []
  const inside = units === undefined ? undefined : currencyOf(symbol, book, false)
  if (inside) return { from: at, to: at + 1, sum: `${units}${book.separator}${cents}`, currency: inside }
  return (
    figureIn(claims, at, start, endOfSum(text, start), before) ??
    figureIn(claims, at, start, endOfSum(text.slice(0, word.end), start), before)
  )
}

function figureIn(
  claims: Claims,
  at: number,
  start: number,
  end: number,
  before: CurrencyFacts | undefined,
): TypedFigure | undefined {
  const { text, words, book } = claims
  if (end <= start) return undefined
  const next = words.findIndex((word) => word.start >= end)
  const to = next < 0 ? words.length : next
  const rest = text.slice(end, words[to - 1]?.end)
  const attached = rest === '' ? undefined : currencyOf(rest, book, false)
  if (rest !== '' && !attached && !PUNCTUATION.test(rest)) return undefined
  const sum = text.slice(start, end).replace(/[.,]+$/, '')
  return besides(claims, multiplied(claims, { from: at, to, sum, currency: before ?? attached }))
}

/** With the word after it that multiplies it: 1.2万 is 12000. */
function multiplied(claims: Claims, figure: TypedFigure): TypedFigure {
  const { words, book } = claims
  const times = isPlain(claims, figure.to) && book.words.times.get(words[figure.to]?.folded ?? '')
  if (!times || !/^[+\-−]?[\d.,]+$/.test(figure.sum)) return figure
  return { ...figure, to: figure.to + 1, sum: `${figure.sum}*${times}` }
}

/** With the currency in the words beside it, if there is one. */
function besides(claims: Claims, figure: TypedFigure): TypedFigure {
  if (figure.currency) return figure
  const { words, book } = claims
  const { from, to } = figure
  const said = (place: number) => (isPlain(claims, place) ? (words[place]?.text ?? '') : '')
  const two = said(to) && said(to + 1) ? currencyOf(`${said(to)} ${said(to + 1)}`, book, false) : undefined
  if (two) return { ...figure, to: to + 2, currency: two }
  const after = currencyOf(said(to), book, false)
  if (after) return { ...figure, to: to + 1, currency: after }
  const before = currencyOf(said(from - 1), book, true)
  return before ? { ...figure, from: from - 1, currency: before } : figure
}

export function typedFigures(claims: Claims): TypedFigure[] {
  const figures: TypedFigure[] = []
  for (let at = 0; at < claims.words.length; at++) {
    const figure = figureAt(claims, at)
    if (!figure) continue
    figures.push(figure)
    at = figure.to - 1
  }
  return figures
}

/** Whether a number is a day of two parts: 12.11 or 12/11. */
const asDay = (claims: Claims, { from, to, currency }: TypedFigure): Day | undefined =>
  to - from === 1 && !currency ? dayInFigures(textAt(claims, from), claims.book.day) : undefined

/** Takes the day that the words name, and answers with it and with the numbers that are left. */
export function takeDay(
  claims: Claims,
  figures: readonly TypedFigure[],
): { day: Day | undefined; left: TypedFigure[] } {
  for (let at = 0; at < claims.words.length; at++) {
    const found = isPlain(claims, at) ? dayAt(claims, at, figures) : undefined
    if (!found) continue
    const { day, from, to } = found
    take(claims, 'day', isOneOf(claims, from - 1, claims.book.words.on) ? from - 1 : from, to)
    return { day, left: figures.filter((figure) => figure.to <= from || figure.from >= to) }
  }
  return { day: undefined, left: [...figures] }
}

type FoundDay = { readonly day: Day; readonly from: number; readonly to: number }

function dayAt(claims: Claims, at: number, figures: readonly TypedFigure[]): FoundDay | undefined {
  const { words, book } = claims
  const own = textAt(claims, at)
  const found = (day: Day | undefined, from = at, to = at + 1): FoundDay | undefined =>
    day === undefined ? undefined : { day, from, to }
  const hasOther = (from: number, to: number) => figures.some((each) => each.to <= from || each.from >= to)
  if (WHOLE_DAY.test(own) || isOneOf(claims, at - 1, book.words.on)) {
    const day = dayInFigures(own, book.day)
    if (day) return found(day)
  }
  const isDate = isOneOf(claims, at - 1, book.words.date) && /^\d{1,2}\.?$/.test(own) && hasOther(at, at + 1)
  if ((ORDINAL.test(own) || isDate) && !isMonthNext(claims, at + 1)) return found(readDay(own, book.day))
  if (/^[-−]\d/.test(own) && hasOther(at, at + 1)) return found(dayByCount(own, book.day.today))
  const byMonth = monthNamed(own, book.words.days) > 0 ? dayBesideMonth(claims, at, hasOther) : undefined
  if (byMonth) return byMonth
  const folded = words[at]?.folded ?? ''
  if (isPlain(claims, at + 1)) {
    const two = dayNamed(`${folded} ${words[at + 1]?.folded}`, book.day)
    if (two) return found(two, at, at + 2)
  }
  const isFollowed = isPlain(claims, at + 1) && !figures.some(({ from }) => from === at + 1)
  if (isFollowed && book.words.doubtfulDays.includes(folded)) return undefined
  return found(dayNamed(folded, book.day))
}

const isMonthNext = (claims: Claims, at: number): boolean => {
  const place = isOneOf(claims, at, claims.book.words.of) ? at + 1 : at
  return monthNamed(claims.words[place]?.text ?? '', claims.book.words.days) > 0
}

/** The figure before the month is its day where days come first, else the one after it; if that leaves no amount, the other one. */
function dayBesideMonth(
  claims: Claims,
  at: number,
  hasOther: (from: number, to: number) => boolean,
): FoundDay | undefined {
  const { words, book } = claims
  const isOf = (place: number) => isOneOf(claims, place, book.words.of)
  const textOf = (place: number) => (isPlain(claims, place) ? (words[place]?.text ?? '') : '')
  const dayIn = (from: number, end: number): FoundDay | undefined => {
    const pair = [textOf(from), textOf(end - 1)]
    if (pair.includes('')) return undefined
    const last = isOf(end) ? end + 1 : end
    if (/^\d{4}$/.test(textOf(last)) && hasOther(from, last + 1)) {
      const day = dayWithMonth([...pair, textOf(last)], book.day)
      if (day) return { day, from, to: last + 1 }
    }
    const day = hasOther(from, end) ? dayWithMonth(pair, book.day) : undefined
    return day === undefined ? undefined : { day, from, to: end }
  }
  const before = dayIn(isOf(at - 1) ? at - 2 : at - 1, at + 1)
  const after = dayIn(at, at + 2)
  return book.day.order === 'day first' ? (before ?? after) : (after ?? before)
}

/** The number that is the amount: rule 3. */
export function amountAmong(claims: Claims, figures: readonly TypedFigure[]): TypedFigure | undefined {
  const withCurrency = figures.find(({ currency }) => currency)
  const [first, ...later] = figures
  if (withCurrency || !first || !asDay(claims, first)) return withCurrency ?? first
  const isSlashed = first.sum.includes('/')
  return (
    later.find((figure) => !asDay(claims, figure) && (isSlashed || /[.,]\d\d$/.test(figure.sum))) ?? first
  )
}

/** Takes the first of the other numbers that is a day: rule 4. */
export function takeDayInFigures(claims: Claims, figures: readonly TypedFigure[]): Day | undefined {
  for (const figure of figures) {
    const day = asDay(claims, figure)
    if (!day) continue
    take(claims, 'day', figure.from, figure.to)
    return day
  }
  return undefined
}
