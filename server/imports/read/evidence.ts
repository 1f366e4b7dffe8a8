import { addDays, type Day, todayIn } from '../../../contract/day.ts'
import type { Certainty } from '../../../contract/import-mapping.ts'
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
type Followed = {
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
export type ReadAs<Value> = { readonly value: Value; readonly certainty: Certainty; readonly why: string }

/** The words of a person come first, then the file itself, then the last file of the account with the same columns. */
type Answers<Value> = { readonly given: Value | undefined; readonly remembered: Value | null | undefined }

export const BY_PERSON = 'You said so.'
const WHOLE = 'The amounts are whole numbers.'
const SAME = 'Every day is the same in both orders.'
const NONE_READ = 'No day of the file could be read.'
/** The evidence of parts that did not matter in their file. */
export const didNotMatter: readonly string[] = [WHOLE, SAME, NONE_READ]
export const AS_LAST_TIME = 'As in the last file of this account.'

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
      ? { value, certainty: 'likely', why: `Most amounts have a ${nameOfMark(value)} before their decimals.` }
      : { value, certainty: 'proven', why: `Amounts have a ${nameOfMark(value)} before their decimals.` }
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
      why: `Small amounts have no ${nameOfMark(mark)}, so that it separates thousands.`,
    }
  if (hints.decimals === 3 && unmarked === 0)
    return { value: mark, certainty: 'likely', why: `Amounts in ${hints.currency} have three decimals.` }
  if (hints.decimals === 0)
    return { value: thousands, certainty: 'likely', why: `Amounts in ${hints.currency} have no decimals.` }
  return {
    value: thousands,
    certainty: 'undecided',
    why: `${openAmount} has three digits behind its ${nameOfMark(mark)}, and no other amount tells thousands from decimals.`,
  }
}

const nameOfMark = (mark: '.' | ',') => (mark === '.' ? 'point' : 'comma')

/** Currencies whose people write the month first, and those whose people write the day first; elsewhere, both are written. */
const MONTH_FIRST = ['USD', 'PHP']
const DAY_FIRST = ['GBP', 'AUD', 'NZD', 'INR', 'CHF', 'PLN', 'CZK', 'HUF', 'RON', 'BGN', 'BRL', 'TRY', 'ILS']
/** A file may have days up to so far ahead, of payments that are announced. */
const AHEAD_DAYS = 7
/** A file whose days are older than this, in years, may be read wrong. */
const OLD_YEARS = 10
/** Currencies whose people may write two digits of the year first, and those whose people count years of an era in two digits. */
const YEAR_FIRST = ['SEK', 'HUF', 'KRW', 'CAD', 'JPY', 'CNY', 'TWD', 'ZAR']
const ERAS = ['JPY', 'TWD', 'THB']
/** One order has to explain the file this much better than the other. */
const CLEARLY = 4

/** The order of day, month and year in a column. */
export function dayOrderFor(evidence: Evidence, hints: Hints, said: Answers<DateOrder>): ReadAs<DateOrder> {
  const { dayFirst, monthFirst, yearFirst, byDay, byMonth, openDay } = evidence
  if (said.given !== undefined) return { value: said.given, certainty: 'proven', why: BY_PERSON }
  if (yearFirst > dayFirst + monthFirst && openDay === undefined)
    return { value: 'year_first', certainty: 'proven', why: 'Days begin with the year.' }
  if (said.remembered == null) {
    const short = shortYears(evidence, hints)
    if (short) return short
  }
  const value = dayFirst > monthFirst ? 'day_first' : 'month_first'
  if (dayFirst > 0 && monthFirst > 0)
    return {
      value,
      certainty: openDay === undefined ? 'likely' : 'undecided',
      why: 'Some days have more than 12 in their first place, and others in their second.',
    }
  if (dayFirst !== monthFirst)
    return {
      value,
      certainty: 'proven',
      why: `There are days with more than 12 in their ${value === 'day_first' ? 'first' : 'second'} place.`,
    }
  if (openDay === undefined)
    return {
      value: said.remembered ?? 'day_first',
      ...(evidence.hasDays ? { certainty: 'proven', why: SAME } : { certainty: 'likely', why: NONE_READ }),
    }
  if (said.remembered != null) return { value: said.remembered, certainty: 'likely', why: AS_LAST_TIME }
  const likely = (order: DateOrder, why: string) => ({ value: order, certainty: 'likely' as const, why })
  if (evidence.hasPoints) return likely('day_first', 'Days with points begin with the day.')
  const usual = usualOrder(evidence, hints)
  const followed = orderByNeighbours(byDay, byMonth, hints.isOneText === true)
  // Days of one month in a row are, in the other order, one day of several months: of fees and standing orders.
  const other = followed === 'day_first' ? byMonth : byDay
  const isDoubtful =
    followed !== undefined &&
    usual !== undefined &&
    usual.value !== followed &&
    other.isSameDay &&
    (hints.language === 'other' || hints.isRepeated === true || other.latest?.endsWith('-01') === true)
  if (followed && !isDoubtful)
    return likely(followed, 'So read, the days of the file follow each other; otherwise they jump by months.')
  const soon = addDays(todayIn('UTC'), AHEAD_DAYS)
  const isAhead = ({ latest }: Followed) => latest !== undefined && latest > soon
  if (isAhead(byDay) !== isAhead(byMonth))
    return likely(isAhead(byDay) ? 'month_first' : 'day_first', 'Otherwise some days would be in the future.')
  if (isDoubtful || (usual && !hints.order && isDoubted(evidence, usual.value, hints)))
    return {
      value: usual.value,
      certainty: 'undecided',
      why: `The days are one day of several months, or days of one month in a row, as in ${openDay}.`,
    }
  // The program and the country may differ: other programs write as Quicken does, with the day first.
  if (hints.order && usual?.value !== 'day_first')
    return likely(hints.order, 'The program that wrote the file always writes days so.')
  if (usual && !hints.order) return likely(usual.value, usual.why)
  return {
    value:
      usual?.value ??
      hints.order ??
      (hints.language === 'english' && hints.currency === undefined ? 'month_first' : 'day_first'),
    certainty: 'undecided',
    why: `No day of the file has a number above 12 that tells the day from the month, as in ${openDay}.`,
  }
}

/** In a reading that is this many times shorter, days follow each other. */
const FAR = 10
/** One day of so many months in a row is that of a standing order. */
const REGULAR = 4

/** Whether the days of the usual order are one day of several months, and those of the other follow each other. Those of a standing order are its days. */
function isDoubted({ byDay, byMonth }: Evidence, usual: DateOrder, { isOneText }: Hints): boolean {
  const [own, other] = usual === 'day_first' ? [byDay, byMonth] : [byMonth, byDay]
  const isOrder = isOneText === true || (own.isRegular && own.steps >= REGULAR)
  return !isOrder && own.isSameDay && other.steps > 0 && other.jumped * FAR <= own.jumped
}

/** The order that people of the language or the currency write. */
function usualOrder({ hasSlashes }: Evidence, { language, currency }: Hints) {
  if (language === 'other')
    return { value: 'day_first', why: 'In the language of the headings, the day comes first.' } as const
  if (hasSlashes && currency !== undefined && MONTH_FIRST.includes(currency))
    return { value: 'month_first', why: `Where one pays in ${currency}, the month comes first.` } as const
  if (currency !== undefined && DAY_FIRST.includes(currency))
    return { value: 'day_first', why: `Where one pays in ${currency}, the day comes first.` } as const
  return undefined
}

/** Days of two digits each, as 24-03-13: the year may come first. Undefined if it does not. */
function shortYears(evidence: Evidence, { currency = '' }: Hints): ReadAs<DateOrder> | undefined {
  const { byDay, byMonth, byYear } = evidence
  if (!evidence.areShort || byYear.latest === undefined) return undefined
  const [today, others] = [todayIn('UTC'), [byDay, byMonth].filter(({ isWhole }) => isWhole)]
  const old = addDays(today, -OLD_YEARS * 366)
  const isRecent = ({ latest = '' }: Followed) => latest > old && latest <= addDays(today, AHEAD_DAYS)
  const isByYear =
    byYear.steps > 0 &&
    byYear.jumped * CLEARLY <= Math.min(byDay.jumped || Number.MAX_VALUE, byMonth.jumped || Number.MAX_VALUE)
  if (isByYear && (isRecent(byYear) || !ERAS.includes(currency)))
    return {
      value: 'year_first',
      certainty: 'likely',
      why: 'So read, the days of the file follow each other; otherwise they jump by years.',
    }
  if (isByYear)
    return {
      value: 'year_first',
      certainty: 'undecided',
      why: `The last day would be of ${byYear.latest.slice(0, 4)}. Years of an era, as of Reiwa, are not read: if these are some, export the file with years of four digits.`,
    }
  const isFollowed = others.some(({ jumped, steps }) => steps > 0 && jumped * CLEARLY <= byYear.jumped)
  const isOpen = !others.some(isRecent) || YEAR_FIRST.includes(currency)
  return byYear.isWhole && isRecent(byYear) && !isFollowed && isOpen
    ? {
        value: byDay.isWhole ? 'day_first' : 'month_first',
        certainty: 'undecided',
        why: 'Days have two digits for the year, which may stand first or last.',
      }
    : undefined
}

/** The order in which the days of a file follow each other, if they jump in the other. */
function orderByNeighbours(byDay: Followed, byMonth: Followed, isOneText: boolean): DateOrder | undefined {
  const isBetter = (one: Followed, other: Followed) =>
    one.turns <= other.turns &&
    !other.isRegular &&
    !(other.isSameDay && isOneText) &&
    Math.max(one.steps, other.steps) >= 2 &&
    (one.jumped * CLEARLY <= other.jumped || (one.turns === 0 && other.turns > 0))
  if (isBetter(byDay, byMonth)) return isBetter(byMonth, byDay) ? undefined : 'day_first'
  return isBetter(byMonth, byDay) ? 'month_first' : undefined
}

const orders: readonly DateOrder[] = ['day_first', 'month_first', 'year_first']

/** Whether a cell may be a day, and whether it may be an amount: no day is an amount. */
export const mayBeDay = (cell: string): boolean => orders.some((order) => dayIn(cell, order) !== undefined)
export const mayBeAmount = (cell: string): boolean =>
  /\d/.test(cell) && !mayBeDay(cell) && (amountInCell(cell, '.') ?? amountInCell(cell, ',')) !== undefined
