import { addDays, type Day } from '../../contract/day.ts'
import type { Problem } from '../../contract/problem.ts'
import { saidIn, saidWords } from '../books/closed.ts'
import { shortNameAmong } from '../page/people.ts'
import { dayInSentence } from '../ui/dates.ts'
import { listed } from '../ui/wording.ts'

/** The account that stands for somebody's other books, as every member reads it. */
const otherBook = (me: string) => `“Other book of ${me}”`

/** Kai and Lea see “Other book of Ana”, nothing more. */
function seenBy(others: readonly string[], me: string): string | undefined {
  if (others.length === 0) return undefined
  const names = listed(others.map((name) => shortNameAmong(name, [...others, me])))
  return `${names} ${others.length === 1 ? 'sees' : 'see'} ${otherBook(me)}, nothing more.`
}

/** The sentence below the account that the money leaves. `others` are the others who are in its book. */
export const leavingWords = (me: string, others: readonly string[]): string =>
  `No spending: ${seenBy(others, me) ?? `it leaves for ${otherBook(me)}.`}`

/** The sentence below the account that the money comes to. */
export const arrivingWords = (me: string, others: readonly string[]): string =>
  `No income: ${seenBy(others, me) ?? `it comes from ${otherBook(me)}.`}`

/** Why a balance does not change. */
export const staysWords = (saidOn: Day, today: Day): string =>
  `Its balance of ${dayInSentence(saidOn, today)} was said, so only the start moves.`

/** One of the two books is closed on the day: which one, and the day that can be used instead. */
export type ClosedSide = { words: string; day: Day | undefined }

/** Reads a refusal because one of the books is closed; undefined for every other one. A day is no way out where a balance that was said is in the way. */
export function closedSide(
  { code, params }: Pick<Problem, 'code' | 'params'>,
  here: string,
  today: Day,
): ClosedSide | undefined {
  const { closed_through: through, book_name, date } = params
  if (code !== 'locked' || typeof through !== 'string') return undefined
  const name = typeof book_name === 'string' ? book_name : here
  const closed = `${name} is closed through ${dayInSentence(through, today)}`
  const said = saidIn(params)
  if (!said) return { words: `${closed}. So neither half is written.`, day: addDays(through, 1) }
  const start = typeof date === 'string' ? ` The start is of ${dayInSentence(date, today)}, and` : ' And'
  return { words: `${saidWords(said, today)}${start} ${closed}. So neither half is written.`, day: undefined }
}

export const goneWords = (book: string): string =>
  `${book} is no longer one of your books. So neither half is written.`
