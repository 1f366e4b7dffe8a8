import { addDays, type Day } from '../../contract/day.ts'
import { postingDay, type Schedule } from '../../contract/schedule.ts'

/** The rhythm of payments: it is found only if it is plain, since a wrong proposal costs a person more than a missing one. */

export type Payment = { readonly id: string; readonly date: Day; readonly amount: bigint }

type WorkingDays = Schedule['working_days']

/** Payments in a rhythm: its schedule from the next expected day on, and how well they fit. */
export type Rhythm = {
  readonly payments: readonly Payment[]
  readonly schedule: Schedule
  /** The day of the one that comes after the last payment, which may have passed. */
  readonly expected: Day
  /** The days by which payments are off, on average. */
  readonly off: number
}

/** How often a thing comes: the days between two, how many days each may be off, and how much amounts may differ, in percent of the smallest. */
type Beat = {
  readonly unit: 'week' | 'month' | 'year'
  readonly every: number
  readonly gap: readonly [number, number]
  readonly off: number
  readonly least: number
  /** With the least number of payments, and with more. */
  readonly spread: readonly [number, number]
}

const MONTH_OFF = 4
const months = (every: number): Beat => ({
  unit: 'month',
  every,
  gap: [28 * every - 2 * MONTH_OFF, 31 * every + 2 * MONTH_OFF],
  off: MONTH_OFF,
  least: 3,
  spread: [125, 150],
})
const weeks = (every: number, off: number, least: number): Beat => ({
  unit: 'week',
  every,
  gap: [7 * every - 2 * off, 7 * every + 2 * off],
  off,
  least,
  spread: [110, 110],
})

/** Months before weeks: where two fit equally well, the first counts. Three Saturdays are a habit, so a week needs one more. */
const beats: readonly Beat[] = [
  months(1),
  months(2),
  months(3),
  months(6),
  {
    ...months(12),
    unit: 'year',
    every: 1,
    gap: [365 - 2 * MONTH_OFF, 366 + 2 * MONTH_OFF],
    least: 2,
    spread: [110, 125],
  },
  weeks(1, 1, 4),
  weeks(2, 2, 3),
  weeks(4, 2, 3),
  // Two are enough if nothing differs: the same amount on the same day of two months, and nothing else of the kind.
  { ...months(1), gap: [26, 33], off: 0, least: 2, spread: [100, 150] },
]

const DAY_MS = 86_400_000
/** A day as a number, so that days can be counted. */
const numberOf = (day: Day): number => Date.parse(day) / DAY_MS
const numbersOf = (payments: readonly Payment[]): number[] => payments.map(({ date }) => numberOf(date))
const dayOf = (number: number): Day => addDays('1970-01-01', number)
const shifts: readonly WorkingDays[] = ['none', 'before', 'after']

/** The number of a day moved by the working-day rule, as `postingDay` moves days. The first of January 1970 was a Thursday. */
function moved(number: number, rule: WorkingDays): number {
  if (rule === 'none') return number
  const weekday = (number + 3) % 7 // Monday is 0
  if (weekday < 5) return number
  return rule === 'before' ? number + 4 - weekday : number + 7 - weekday
}

const firstDays = new Map<number, number>()

/** The number of the first day of a month, which is counted from the year 0. Payments are of few months, so each is computed once. */
function firstOf(month: number): number {
  const known = firstDays.get(month)
  if (known !== undefined) return known
  if (firstDays.size > 1_000) firstDays.clear()
  const first = Date.UTC(Math.floor(month / 12), month % 12) / DAY_MS
  firstDays.set(month, first)
  return first
}

/** The number of a day of a month: in a shorter month, its last one. */
const inMonth = (month: number, on: number): number => Math.min(firstOf(month) + on, firstOf(month + 1)) - 1

const monthOf = (day: Day): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1

/** The place of each payment in a rhythm, and by how many days it is off. */
type Placing = { readonly places: readonly number[]; readonly off: number }

/** Whether places follow each other: with six payments and more, one may be missing. */
function isUnbroken(places: readonly number[], step: number): boolean {
  let missing = places.length >= 6 ? 1 : 0
  return places.every((place, index) => {
    const gap = index === 0 ? step : place - (places[index - 1] ?? 0)
    return gap === step || (gap === 2 * step && missing-- > 0)
  })
}

/** Places days, each at the place that `nearest` says, unless one is off by more than the beat allows. */
function placed(
  days: readonly number[],
  nearest: (day: number, index: number) => readonly [place: number, planned: number],
  { off: most }: Beat,
  step: number,
): Placing | undefined {
  const places: number[] = []
  let sum = 0
  for (const [index, day] of days.entries()) {
    const [place, planned] = nearest(day, index)
    const off = Math.abs(day - planned)
    if (off > most) return undefined
    places.push(place)
    sum += off
  }
  return isUnbroken(places, step) ? { places, off: sum / days.length } : undefined
}

/** The best day of the month for payments, with the working-day rule that explains them best. */
function inMonths(payments: readonly Payment[], beat: Beat): Rhythm | undefined {
  const step = beat.unit === 'year' ? 12 : beat.every
  const days = numbersOf(payments)
  const own = payments.map(({ date }) => monthOf(date))
  let best: (Placing & { on: number; rule: WorkingDays }) | undefined
  for (const rule of shifts) {
    for (let on = 1; on <= 31 && best?.off !== 0; on++) {
      const nearest = (day: number, index: number) => {
        let found: readonly [number, number] = [0, Number.POSITIVE_INFINITY]
        for (let month = (own[index] ?? 0) - 1, last = month + 2; month <= last; month++) {
          const planned = moved(inMonth(month, on), rule)
          if (Math.abs(day - planned) < Math.abs(day - found[1])) found = [month, planned]
        }
        return found
      }
      const found = placed(days, nearest, beat, step)
      if (found && (!best || found.off < best.off)) best = { ...found, on, rule }
    }
  }
  if (!best) return undefined
  const { on, rule, off, places } = best
  const start = dayOf(inMonth((places.at(-1) ?? 0) + step, on))
  return rhythmOf(payments, beat, { start, on: on === 31 ? 'last' : on, working_days: rule }, off)
}

/** The best weekday for payments. */
function inWeeks(payments: readonly Payment[], beat: Beat): Rhythm | undefined {
  const step = 7 * beat.every
  const days = numbersOf(payments)
  let best: (Placing & { first: number }) | undefined
  for (let by = -beat.off; by <= beat.off; by++) {
    const first = (days[0] ?? 0) + by
    const nearest = (day: number) => {
      const place = Math.round((day - first) / step)
      return [place, first + place * step] as const
    }
    const found = placed(days, nearest, beat, 1)
    if (found && (!best || found.off < best.off)) best = { ...found, first }
  }
  if (!best) return undefined
  const start = dayOf(best.first + ((best.places.at(-1) ?? 0) + 1) * step)
  return rhythmOf(payments, beat, { start, on: null, working_days: 'none' }, best.off)
}

function rhythmOf(
  payments: readonly Payment[],
  { unit, every }: Beat,
  { start, on, working_days }: Pick<Schedule, 'start' | 'on' | 'working_days'>,
  off: number,
): Rhythm {
  const schedule: Schedule = { start, every, unit, on, end: null, count: null, working_days }
  return { payments, schedule, expected: postingDay(start, working_days), off }
}

/** Whether the amounts of payments are as near to each other as a beat wants them. */
function areNear(payments: readonly Payment[], { least, spread }: Beat): boolean {
  const { smallest, largest } = amountsOf(payments)
  const percent = payments.length > least ? spread[1] : spread[0]
  return largest * 100n <= smallest * BigInt(percent)
}

/** The smallest and the largest amount. */
export function amountsOf(payments: readonly Payment[]): { smallest: bigint; largest: bigint } {
  let [smallest, largest] = [payments[0]?.amount ?? 0n, payments[0]?.amount ?? 0n]
  for (const { amount } of payments) {
    if (amount < smallest) smallest = amount
    if (amount > largest) largest = amount
  }
  return { smallest, largest }
}

/** The latest payments whose days are as far apart as a beat wants them, or twice as far where one is missing. */
function lately(
  payments: readonly Payment[],
  days: readonly number[],
  { gap: [least, most] }: Beat,
): readonly Payment[] {
  let first = payments.length - 1
  for (; first > 0; first--) {
    const gap = (days[first] ?? 0) - (days[first - 1] ?? 0)
    if (gap < least || gap > 2 * most) break
  }
  return payments.slice(Math.max(0, first))
}

/** The rhythm of payments, which are in the order of their days. The first ones, a third at most, may be without one. */
export function findRhythm(payments: readonly Payment[]): Rhythm | undefined {
  const days = numbersOf(payments)
  let best: Rhythm | undefined
  for (const beat of beats) {
    const enough = Math.max(beat.least, Math.ceil((payments.length * 2) / 3))
    for (let some = lately(payments, days, beat); some.length >= enough; some = some.slice(1)) {
      if (some.length === beat.least && payments.length > beat.least) break // the fewest, and another one speaks against them
      const found = areNear(some, beat)
        ? beat.unit === 'week'
          ? inWeeks(some, beat)
          : inMonths(some, beat)
        : undefined
      if (!found) continue
      if (!best || found.off < best.off) best = found
      break
    }
  }
  return best
}

/** Whether a rhythm has stopped: its next payment is missing among those that are known through a day, or for longer than a period until today. */
export function isOver({ expected, schedule }: Rhythm, through: Day, today: Day): boolean {
  const { unit, every } = schedule
  const period = { day: 1, week: 7, month: 31, year: 366 }[unit] * every
  return (
    addDays(expected, unit === 'week' ? 3 : 6) < through || addDays(expected, Math.max(period, 31)) < today
  )
}
