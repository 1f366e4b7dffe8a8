/** A civil day, `YYYY-MM-DD`: never an instant, so it is the same day in every time zone. */
export type Day = string

/** The first and the last day that Florin knows. */
export const FIRST_DAY = '1900-01-01'
export const LAST_DAY = '2200-12-31'

/** Whether the text is a day that exists, from 1900 to 2200. */
export function isDay(text: string): text is Day {
  if (!/^\d{4}-(?:0[1-9]|1[012])-(?:0[1-9]|[12]\d|3[01])$/.test(text)) return false
  if (text < FIRST_DAY || text > LAST_DAY) return false
  const day = Number(text.slice(8))
  // Only the last days of a month have to be looked up: files have many days, and a calendar is slow.
  return day <= 28 || day <= Temporal.PlainYearMonth.from(text.slice(0, 7)).daysInMonth
}

const DAY_MS = 86_400_000

/** The day that is this many days later, or earlier if the count is negative. A report asks for hundreds, and a calendar is slow. */
export const addDays = (day: Day, count: number): Day =>
  new Date(Date.parse(day) + count * DAY_MS).toISOString().slice(0, FIRST_DAY.length)

/** The later one of two days. */
export const laterDay = (a: Day, b: Day): Day => (a > b ? a : b)

/** Today in each time zone, cached for the current second: every request asks, and a time zone look-up is slow. */
const days = new Map<string, Day>()
let second = 0

/** Today's date in a time zone. */
export function todayIn(timeZone: string): Day {
  const now = Math.floor(Date.now() / 1_000) // a day begins with a second in every zone
  if (now !== second) days.clear()
  second = now
  const today = days.get(timeZone) ?? Temporal.Now.plainDateISO(timeZone).toString()
  days.set(timeZone, today)
  return today
}

/** A named zone: an offset alone says nothing of summer and winter. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    Temporal.Now.plainDateISO(name)
    return true
  } catch {
    return false
  }
}
