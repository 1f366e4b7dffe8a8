import { addDays, type Day } from '../../contract/day.ts'
import type { Problem } from '../../contract/problem.ts'
import { listed, t } from '../../words/t.ts'
import { saidIn, saidWords } from '../books/closed.ts'
import { shortNameAmong } from '../page/people.ts'
import { dayInSentence } from '../ui/dates.ts'

const namesOf = (others: readonly string[], me: string): string =>
  listed(others.map((name) => shortNameAmong(name, [...others, me])))

/** The sentence below the account that the money leaves. `others` are the others who are in its book. */
export const leavingWords = (me: string, others: readonly string[]): string =>
  others.length === 0
    ? t('No spending: it leaves for “Other book of {me}”.', { me })
    : t(
        '{people, plural, one {No spending: {names} sees “Other book of {me}”, nothing more.} other {No spending: {names} see “Other book of {me}”, nothing more.}}',
        { people: others.length, names: namesOf(others, me), me },
      )

/** The sentence below the account that the money comes to. */
export const arrivingWords = (me: string, others: readonly string[]): string =>
  others.length === 0
    ? t('No income: it comes from “Other book of {me}”.', { me })
    : t(
        '{people, plural, one {No income: {names} sees “Other book of {me}”, nothing more.} other {No income: {names} see “Other book of {me}”, nothing more.}}',
        { people: others.length, names: namesOf(others, me), me },
      )

/** Why a balance does not change. */
export const staysWords = (saidOn: Day, today: Day): string =>
  t('Its balance of {day} was said, so only the start moves.', { day: dayInSentence(saidOn, today) })

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
  const book = typeof book_name === 'string' ? book_name : here
  const day = dayInSentence(through, today)
  const said = saidIn(params)
  if (!said)
    return {
      words: t('{book} is closed through {day}. So neither half is written.', { book, day }),
      day: addDays(through, 1),
    }
  const closed =
    typeof date === 'string'
      ? t('The start is of {start}, and {book} is closed through {day}. So neither half is written.', {
          start: dayInSentence(date, today),
          book,
          day,
        })
      : t('And {book} is closed through {day}. So neither half is written.', { book, day })
  return { words: `${saidWords(said, today)} ${closed}`, day: undefined }
}

export const goneWords = (book: string): string =>
  t('{book} is no longer one of your books. So neither half is written.', { book })
