import { type Day, isDay } from '../../../contract/day.ts'
import type { Mapping } from '../../../contract/import-mapping.ts'

export type DateOrder = NonNullable<Mapping['date_order']>

const MOST_CHARACTERS = 60

/** A time behind a day, which is left out. */
const TIME = /[T ,]+\d{1,2}[:.h]\d{2}.*$/i

/** A day as files write it: 2026-11-04, 04.11.2026, 11/4/26, 20261104, 4 Nov 2026. Undefined if it is none. */
export function dayIn(cell: string, order: DateOrder): Day | undefined {
  if (cell.length > MOST_CHARACTERS) return undefined
  const text = cell.trim().replace(TIME, '')
  const numbers = /^(\d{1,4})\s?[-./ ]\s?(\d{1,2})\s?[-./ ]\s?(\d{1,4})\.?$/.exec(text)
  if (numbers) return ordered(numbers.slice(1), order)
  if (/^(19|20)\d{6}$/.test(text))
    return ordered([text.slice(0, 4), text.slice(4, 6), text.slice(6)], 'year_first')
  if (/^\d{8}$/.test(text)) return ordered([text.slice(0, 2), text.slice(2, 4), text.slice(4)], order)
  return undefined
}

function ordered([a = '', b = '', c = '']: string[], order: DateOrder): Day | undefined {
  if (a.length === 4 || (order === 'year_first' && c.length <= 2)) return dayOf(a, b, c)
  return order === 'month_first' ? dayOf(c, a, b) : dayOf(c, b, a)
}

function dayOf(year: string, month: string, day: string): Day | undefined {
  if (year.length !== 2 && year.length !== 4) return undefined
  const whole = year.length === 4 ? year : `${Number(year) < 70 ? '20' : '19'}${year}`
  const text = `${whole}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isDay(text) ? text : undefined
}
