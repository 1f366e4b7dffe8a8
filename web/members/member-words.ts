import type { Day } from '../../contract/day.ts'
import type { BookInvitation, BookOfPerson, InvitationShown, Member, Role } from '../../contract/members.ts'
import { listed, t } from '../../words/t.ts'
import { shortNameAmong } from '../page/people.ts'
import { dayInSentence, dayOfMoment, daysBetween, weekdayText } from '../ui/dates.ts'

/** A role after "You would be". */
const aRole: Readonly<Record<Role, () => string>> = {
  owner: () => t('an owner [You would be …]'),
  editor: () => t('an editor [You would be …]'),
  annotator: () => t('an annotator [You would be …]'),
  viewer: () => t('a viewer [You would be …]'),
}

const wouldInWords: Readonly<Record<Role, () => string>> = {
  owner: () =>
    t('you see the whole book, record and change, and decide who is in it [You would be an owner: …]'),
  editor: () => t('you see the whole book, record and change [You would be an editor: …]'),
  annotator: () =>
    t(
      'you see the whole book, and sort it by category, tags, notes and people [You would be an annotator: …]',
    ),
  viewer: () => t('you see the whole book, and change nothing [You would be a viewer: …]'),
}

/** Why the only owner cannot leave, and what to do first. */
export const onlyOwnerWords = (others: readonly string[]): string =>
  t('Make {names} an owner first, then you can leave.', {
    names: listed(
      others.map((name) => shortNameAmong(name, others)),
      'disjunction',
    ),
  })

/** Whether somebody is the only owner of a book that has others too. */
export function isOnlyOwner(members: readonly Member[]): boolean {
  const present = members.filter(({ role }) => role !== null)
  const owners = present.filter(({ role }) => role === 'owner')
  return present.length > 1 && owners.length === 1 && owners[0]?.is_you === true
}

/** Whether a member is an owner and nobody else is: their role cannot change. */
export const isSoleOwner = ({ user_id, role }: Member, members: readonly Member[]): boolean =>
  role === 'owner' && members.every((other) => other.role !== 'owner' || other.user_id === user_id)

/** Links that still open something. */
export const openAt = <T extends Pick<BookInvitation, 'expires_at'>>(all: readonly T[], now: number): T[] =>
  all.filter(({ expires_at }) => Date.parse(expires_at) > now)

/** A day near today in a sentence; undefined for other days. */
function nearInWords(day: Day, today: Day): string | undefined {
  const ahead = daysBetween(today, day)
  if (ahead === 0) return t('today')
  return ahead === -1 ? t('yesterday') : ahead === 1 ? t('tomorrow') : undefined
}

/** Tuesday, today, tomorrow, 21 November: the day on which a link ends. */
export function endInWords(moment: string, today: Day): string {
  const day = dayOfMoment(moment)
  const ahead = daysBetween(today, day)
  return (
    nearInWords(day, today) ??
    (ahead > 1 && ahead < 7
      ? t('{weekday} [a link ends {weekday}]', { weekday: weekdayText(day) })
      : t('{day} [a link ends {day}]', { day: dayInSentence(day, today) }))
  )
}

/** made 10 November, not used, ends Tuesday */
export function invitationWords(
  { created_at, expires_at }: Pick<BookInvitation, 'created_at' | 'expires_at'>,
  today: Day,
  now = Date.now(),
): string {
  const day = dayOfMoment(created_at)
  const made =
    nearInWords(day, today) ?? t('{day} [a link was made {day}]', { day: dayInSentence(day, today) })
  const end = endInWords(expires_at, today)
  return Date.parse(expires_at) <= now
    ? t('made {made}, not used, ended {end}', { made, end })
    : t('made {made}, not used, ends {end}', { made, end })
}

/**
 * The book of an invitation among those that somebody is in: of the same name, with the same people. The service does not say it before the press, so that
 * another book may be meant, of the same people by the same name.
 */
export const bookJoined = (
  { book_name, members }: Pick<InvitationShown, 'book_name' | 'members'>,
  me: string,
  books: readonly Pick<BookOfPerson, 'id' | 'name' | 'others'>[],
): string | undefined =>
  books.find(
    ({ name, others }) =>
      name === book_name &&
      [me, ...others.map((other) => other.name)].toSorted().join('\n') === members.toSorted().join('\n'),
  )?.id

/** You would be an editor: you see the whole book, record and change. Kai and Lea are in it too. `member` is the person who reads it, if they are in it. */
export function joiningWords(
  { role, members, invited_by }: InvitationShown,
  member?: string,
): {
  role: string
  may: string
  others: string | undefined
} {
  const others = members.filter((name) => name !== invited_by && name !== member)
  const names = listed(others.map((name) => shortNameAmong(name, members)))
  return {
    role: aRole[role](),
    may: wouldInWords[role](),
    others:
      names === ''
        ? undefined
        : t('{people, plural, one {{names} is in it too.} other {{names} are in it too.}}', {
            people: others.length,
            names,
          }),
  }
}
