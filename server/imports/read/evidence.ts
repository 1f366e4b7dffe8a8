import { amountInCell } from './amount.ts'
import { type DateOrder, dayIn } from './days.ts'

/** Evidence from all cells of a column about how its numbers and days are written. */
export type Evidence = {
  /** Cells in which the mark can only be the decimal mark; and ambiguous cells such as 1.234. */
  readonly sure: { readonly '.': number; readonly ',': number }
  readonly open: { readonly '.': number; readonly ',': number }
  /** Cells in which the day or the month is certainly first; and how often the days go back in time in that order. */
  readonly dayFirst: number
  readonly monthFirst: number
  readonly yearFirst: number
  readonly backByDay: number
  readonly backByMonth: number
  /** Whether days have points, as in 4.11.2026. */
  readonly hasPoints: boolean
  readonly hasSlashes: boolean
}

/** Collects evidence cell by cell. */
export function startEvidence() {
  const sure = { '.': 0, ',': 0 }
  const open = { '.': 0, ',': 0 }
  const found = { dayFirst: 0, monthFirst: 0, yearFirst: 0, hasPoints: false, hasSlashes: false }
  const byDay = startOrder('day_first')
  const byMonth = startOrder('month_first')
  return {
    amount(cell: string): void {
      const mark = markIn(cell)
      if (mark) (mark.isSure ? sure : open)[mark.decimal]++
    },
    day(cell: string): void {
      const parts = /^\s*(\d{1,4})\s?([-./ ])\s?(\d{1,2})\s?[-./ ]\s?(\d{1,4})/.exec(cell.slice(0, 40))
      if (!parts) {
        if (/^\s*(?:19|20)\d{6}/.test(cell)) found.yearFirst++
        return
      }
      const [, a = '', mark, b = '', c = ''] = parts
      if (mark === '.') found.hasPoints = true
      if (mark === '/') found.hasSlashes = true
      if (a.length === 4 || (Number(a) > 31 && c.length <= 2)) found.yearFirst++
      else if (Number(a) > 12) found.dayFirst++
      else if (Number(b) > 12) found.monthFirst++
      byDay.next(cell)
      byMonth.next(cell)
    },
    end: (): Evidence => ({ sure, open, ...found, backByDay: byDay.turns(), backByMonth: byMonth.turns() }),
  }
}

/** Counts the rows that would break the order of a file, which goes either up or down in time, if days are read in this order. */
function startOrder(order: DateOrder) {
  let last: string | undefined
  let [up, down] = [0, 0]
  return {
    next(cell: string): void {
      const day = dayIn(cell, order)
      if (day && last && day > last) up++
      if (day && last && day < last) down++
      last = day ?? last
    },
    turns: () => Math.min(up, down),
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
  readonly isEnglish: boolean
  readonly separator: string
}

/** The decimal mark of a column. If all cells are ambiguous, such as 1.234, the currency decides: few have three decimals. */
export function decimalFor({ sure, open }: Evidence, hints: Hints): '.' | ',' {
  if (sure['.'] !== sure[',']) return sure['.'] > sure[','] ? '.' : ','
  if (open['.'] !== open[',']) {
    const mark = open['.'] > open[','] ? '.' : ','
    if (hints.decimals >= 3) return mark
    return mark === '.' ? ',' : '.'
  }
  return hints.separator === ';' && !hints.isEnglish ? ',' : '.'
}

/** Whether the cells themselves decided the mark. */
export const isDecimalSure = ({ sure }: Evidence): boolean => sure['.'] !== sure[',']

const MONTH_FIRST = ['USD', 'PHP']

/** The order of day, month and year in a column. */
export function orderFor(evidence: Evidence, hints: Hints): DateOrder {
  const { dayFirst, monthFirst, yearFirst, backByDay, backByMonth } = evidence
  if (yearFirst > dayFirst + monthFirst) return 'year_first'
  if (dayFirst !== monthFirst) return dayFirst > monthFirst ? 'day_first' : 'month_first'
  if (backByDay !== backByMonth) return backByDay < backByMonth ? 'day_first' : 'month_first'
  if (evidence.hasPoints) return 'day_first'
  if (hints.currency !== undefined) return MONTH_FIRST.includes(hints.currency) ? 'month_first' : 'day_first'
  return evidence.hasSlashes && hints.isEnglish ? 'month_first' : 'day_first'
}

export const isOrderSure = ({ dayFirst, monthFirst, yearFirst }: Evidence): boolean =>
  yearFirst > 0 || dayFirst !== monthFirst

const orders: readonly DateOrder[] = ['day_first', 'month_first', 'year_first']

/** Whether a cell may be a day, and whether it may be an amount: no day is an amount. */
export const mayBeDay = (cell: string): boolean => orders.some((order) => dayIn(cell, order) !== undefined)
export const mayBeAmount = (cell: string): boolean =>
  /\d/.test(cell) && !mayBeDay(cell) && (amountInCell(cell, '.') ?? amountInCell(cell, ',')) !== undefined
