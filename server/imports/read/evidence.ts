import type { Day } from '../../../contract/day.ts'
import type { Certainty } from '../../../contract/import-mapping.ts'
import { type Later, later } from '../../../words/t.ts'
import { amountInCell } from './amount.ts'
import { type DateOrder, dayIn, withoutWeekday } from './days.ts'

/** Evidence from all cells of a column about how its numbers and days are written. */
export type Evidence = {
  /** Cells in which the mark can only be the decimal mark; ambiguous cells such as 1.234; and numbers without a mark. */
  readonly sure: { readonly '.': number; readonly ',': number }
  readonly open: { readonly '.': number; readonly ',': number }
  readonly unmarked: number
  readonly openAmount: string | undefined
  /** Cells in which the day or the month is certainly first. */
  readonly dayFirst: number
  readonly monthFirst: number
  readonly yearFirst: number
  /** The first day that both orders read, and read differently. */
  readonly openDay: string | undefined
  readonly firstDay: string | undefined
  /** How the days of the file follow each other in either order. */
  readonly byDay: Followed
  readonly byMonth: Followed
  /** Whether days have points, as in 4.11.2026. */
  readonly hasPoints: boolean
  readonly hasSlashes: boolean
  /** Days of three numbers of two digits, which may begin with the year: how they follow each other then. */
  readonly byYear: Followed
  readonly areShort: boolean
  /** Whether there is any day, whatever its order. */
  readonly hasDays: boolean
}

/** How often days go back where the file goes on in time; how far they jump in all, in how many steps; and the latest. */
export type Followed = {
  readonly isSameDay: boolean
  /** Whether they are the same day of every month, every quarter or the like, as those of a standing order are. */
  readonly isRegular: boolean
  /** Whether all of them are days so. */
  readonly isWhole: boolean
  readonly turns: number
  readonly jumped: number
  readonly steps: number
  readonly latest: Day | undefined
}

/** Collects evidence cell by cell. */
export function startEvidence() {
  const sure = { '.': 0, ',': 0 }
  const open = { '.': 0, ',': 0 }
  const found = {
    dayFirst: 0,
    monthFirst: 0,
    yearFirst: 0,
    hasPoints: false,
    hasSlashes: false,
    areShort: true,
    hasDays: false,
    unmarked: 0,
  }
  let [openDay, openAmount, firstDay]: [string?, string?, string?] = []
  const byDay = startOrder('day_first')
  const byMonth = startOrder('month_first')
  const byYear = startOrder('year_first')
  /** Notes a day; false if it has no order of day and month. */
  const note = (cell: string): boolean => {
    found.hasDays ||= mayBeDay(cell)
    const written = withoutWeekday(cell.slice(0, 40))
    if (/^\s*(?:19|20)\d\d(?:0[1-9]|1[0-2])\d\d/.test(written)) {
      found.yearFirst++
      return false
    }
    const parts =
      /^\s*(\d{1,4})\s?([-./ ])\s?(\d{1,2})\s?[-./ ]\s?(\d{1,4})/.exec(written) ??
      /^\s*(\d\d)()(\d\d)(\d{4})(?!\d)/.exec(written)
    if (!parts) return false
    const [, a = '', mark, b = '', c = ''] = parts
    firstDay ??= cell.trim()
    if (mark === '.') found.hasPoints = true
    if (mark === '/') found.hasSlashes = true
    if (a.length > 2 || c.length !== 2 || Number(b) > 12) found.areShort = false
    if (a.length === 4 || (Number(a) > 31 && c.length <= 2)) found.yearFirst++
    else if (Number(a) > 12) found.dayFirst++
    else if (Number(b) > 12) found.monthFirst++
    else if (Number(a) !== Number(b)) openDay ??= cell.trim()
    return true
  }
  return {
    amount(cell: string): void {
      const mark = markIn(cell)
      if (!mark) {
        if (/[1-9]/.test(cell)) found.unmarked++
        return
      }
      ;(mark.isSure ? sure : open)[mark.decimal]++
      if (!mark.isSure) openAmount ??= cell.trim()
    },
    /** A number of another column, which is written alike. */
    number(cell: string): void {
      const mark = markIn(cell)
      if (mark?.isSure) sure[mark.decimal]++
    },
    day(cell: string): void {
      if (!note(cell)) return
      byDay.next(cell)
      byMonth.next(cell)
      byYear.next(cell)
    },
    /** A day of another column, which is written alike. */
    otherDay: (cell: string): void => void note(cell),
    end: (): Evidence => ({
      sure,
      open,
      openAmount,
      openDay,
      firstDay,
      ...found,
      byDay: byDay.end(),
      byMonth: byMonth.end(),
      byYear: byYear.end(),
    }),
  }
}

const monthOf = (day: Day): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7))

/** Follows the days of a file, which goes either up or down in time, if they are read in this order. */
function startOrder(order: DateOrder) {
  let [last, latest]: [Day?, Day?] = []
  const days = new Set<string>()
  const months = new Set<number>()
  let isWhole = true
  let [up, down, jumped] = [0, 0, 0]
  return {
    next(cell: string): void {
      const day = dayIn(cell, order)
      if (day === undefined) {
        isWhole = false
        return
      }
      if (last !== undefined && day !== last) {
        if (day > last) up++
        else down++
        jumped += Math.abs(Date.parse(day) - Date.parse(last))
        if (months.size < 2) months.add(Math.abs(monthOf(day) - monthOf(last)))
      }
      if (latest === undefined || day > latest) latest = day
      last = day
      if (days.size < 2) days.add(day.slice(8))
    },
    end: (): Followed => ({
      turns: Math.min(up, down),
      jumped,
      steps: up + down,
      latest,
      isSameDay: days.size === 1,
      isRegular: days.size === 1 && months.size === 1,
      isWhole,
    }),
  }
}

/** The decimal mark of a written number, if the number itself decides it. */
function markIn(cell: string): { decimal: '.' | ','; isSure: boolean } | undefined {
  const digits = /[.,]?\d[\d.,\s'’]*/.exec(cell.slice(0, 60))?.[0].replace(/[^\d.,]/g, '') ?? ''
  const [point, comma] = [digits.lastIndexOf('.'), digits.lastIndexOf(',')]
  if (point < 0 && comma < 0) return undefined
  if (point >= 0 && comma >= 0) return { decimal: point > comma ? '.' : ',', isSure: true }
  const [mark, other] = point >= 0 ? (['.', ','] as const) : ([',', '.'] as const)
  const parts = digits.split(mark)
  if (parts.length > 2) return { decimal: other, isSure: true }
  const [whole = '', fraction = ''] = parts
  const mayBeThousands = fraction.length === 3 && /^[1-9]\d{0,2}$/.test(whole)
  return { decimal: mark, isSure: !mayBeThousands }
}

/** Further hints if the cells do not decide. */
export type Hints = {
  /** How many decimals the currency has. */
  readonly decimals: number
  readonly currency: string | undefined
  /** The language of the headings: undefined if there are none, or they are no known ones. */
  readonly language: 'english' | 'other' | undefined
  readonly separator: string
  /** Whether every row has the same words, as those of a standing order have. */
  readonly isOneText?: boolean
  /** Whether some rows have the same words. */
  readonly isRepeated?: boolean
  /** The order that the program behind the file always writes. */
  readonly order?: DateOrder | undefined
}

/** A part of the reading: its value, how certain it is, and why. */
export type ReadAs<Value> = { readonly value: Value; readonly certainty: Certainty; readonly why: Later }

/** The words of a person come first, then the file itself, then the last file of the account with the same columns. */
export type Answers<Value> = {
  readonly given: Value | undefined
  readonly remembered: Value | null | undefined
}

export const BY_PERSON = later('You said so.')
const WHOLE = later('The amounts are whole numbers.')
export const SAME = later('Every day is the same in both orders.')
export const NONE_READ = later('No day of the file could be read.')
/** The evidence of parts that did not matter in their file, as it is kept. */
export const didNotMatter: readonly string[] = [WHOLE, SAME, NONE_READ].map(({ text }) => text)
export const AS_LAST_TIME = later('As in the last file of this account.')

/** The decimal mark of a column. Cells such as 1.234 decide nothing: they may be thousands. */
export function decimalMarkFor(
  evidence: Evidence,
  hints: Hints,
  said: Answers<'.' | ','>,
): ReadAs<'.' | ','> {
  const { sure, open, unmarked, openAmount } = evidence
  if (said.given !== undefined) return { value: said.given, certainty: 'proven', why: BY_PERSON }
  if (sure['.'] !== sure[',']) {
    const value = sure['.'] > sure[','] ? '.' : ','
    const isMixed = sure['.'] > 0 && sure[','] > 0
    return isMixed
      ? {
          value,
          certainty: 'likely',
          why: later(
            '{mark, select, point {Most amounts have a point before their decimals.} other {Most amounts have a comma before their decimals.}}',
            { mark: nameOfMark(value) },
          ),
        }
      : {
          value,
          certainty: 'proven',
          why: later(
            '{mark, select, point {Amounts have a point before their decimals.} other {Amounts have a comma before their decimals.}}',
            { mark: nameOfMark(value) },
          ),
        }
  }
  const usual = hints.separator === ';' && hints.language !== 'english' ? ',' : '.'
  if (open['.'] === 0 && open[','] === 0)
    return { value: said.remembered ?? usual, certainty: 'proven', why: WHOLE }
  const mark = open['.'] >= open[','] ? '.' : ','
  const thousands = mark === '.' ? ',' : '.'
  if (said.remembered != null) return { value: said.remembered, certainty: 'likely', why: AS_LAST_TIME }
  if (unmarked > 0 && hints.decimals !== 3)
    return {
      value: thousands,
      certainty: 'likely',
      why: later(
        '{mark, select, point {Small amounts have no point, so that it separates thousands.} other {Small amounts have no comma, so that it separates thousands.}}',
        { mark: nameOfMark(mark) },
      ),
    }
  const { currency = '' } = hints
  if (hints.decimals === 3 && unmarked === 0)
    return {
      value: mark,
      certainty: 'likely',
      why: later('Amounts in {currency} have three decimals.', { currency }),
    }
  if (hints.decimals === 0)
    return {
      value: thousands,
      certainty: 'likely',
      why: later('Amounts in {currency} have no decimals.', { currency }),
    }
  return {
    value: thousands,
    certainty: 'undecided',
    why: later(
      '{mark, select, point {{amount} has three digits behind its point, and no other amount tells thousands from decimals.} other {{amount} has three digits behind its comma, and no other amount tells thousands from decimals.}}',
      { mark: nameOfMark(mark), amount: openAmount ?? '' },
    ),
  }
}

const nameOfMark = (mark: '.' | ',') => (mark === '.' ? 'point' : 'comma')

const orders: readonly DateOrder[] = ['day_first', 'month_first', 'year_first']

/** Whether a cell may be a day, and whether it may be an amount: no day is an amount. */
export const mayBeDay = (cell: string): boolean => orders.some((order) => dayIn(cell, order) !== undefined)
export const mayBeAmount = (cell: string): boolean =>
  /\d/.test(cell) && !mayBeDay(cell) && (amountInCell(cell, '.') ?? amountInCell(cell, ',')) !== undefined
