/** A civil day, `YYYY-MM-DD`: never an instant, so it is the same day in every time zone. */
export type Day = string

const FIRST = '1900-01-01'
const LAST = '2200-12-31'

/** Whether the text is a day that exists, from 1900 to 2200. */
export function isDay(text: string): text is Day {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text < FIRST || text > LAST) return false
  try {
    return Temporal.PlainDate.from(text, { overflow: 'reject' }).toString() === text
  } catch {
    return false
  }
}

/** Today in each time zone, as asked for within the current second: every request asks, and looking a zone up takes a while. */
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
