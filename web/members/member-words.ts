import type { Day } from '../../contract/day.ts'
import type { BookInvitation, BookOfPerson, InvitationShown, Member, Role } from '../../contract/members.ts'
import { oneOf, shortNameAmong } from '../page/people.ts'
import { dayInSentence, dayOfMoment, daysBetween, nearDay, weekdayText } from '../ui/dates.ts'
import { listed } from '../ui/wording.ts'

/** The roles, and what each may, in words. */
export const roleNames: Readonly<Record<Role, string>> = {
  owner: 'Owner',
  editor: 'Editor',
  annotator: 'Annotator',
  viewer: 'Viewer',
}

export const aRole: Readonly<Record<Role, string>> = {
  owner: 'an owner',
  editor: 'an editor',
  annotator: 'an annotator',
  viewer: 'a viewer',
}

export const mayInWords: Readonly<Record<Role, string>> = {
  owner: 'everything, members too',
  editor: 'record, change and delete',
  annotator: 'sort: categories, tags, notes, people. No amount, day or account',
  viewer: 'see everything',
}

/** The roles in the menu that gives one. */
export const roleLines: Readonly<Record<Role, string>> = {
  owner: 'Owner: everything, members too',
  editor: 'Editor: record, change and delete',
  annotator: 'Annotator: sort by category, tags, notes and people',
  viewer: 'Viewer: see everything',
}

const wouldInWords: Readonly<Record<Role, string>> = {
  owner: 'you see the whole book, record and change, and decide who is in it',
  editor: 'you see the whole book, record and change',
  annotator: 'you see the whole book, and sort it by category, tags, notes and people',
  viewer: 'you see the whole book, and change nothing',
}

/** A line of the table of roles, and the roles that may do it. */
export const powers: readonly { words: string; roles: readonly Role[] }[] = [
  { words: 'See everything, export', roles: ['owner', 'editor', 'annotator', 'viewer'] },
  { words: 'Sort, tag, note', roles: ['owner', 'editor', 'annotator'] },
  { words: 'Record, change, delete', roles: ['owner', 'editor'] },
  { words: 'Import, plan, budget', roles: ['owner', 'editor'] },
  { words: 'Members, closing, name', roles: ['owner'] },
]

/** Why the only owner cannot leave, and what to do first. */
export const onlyOwnerWords = (others: readonly string[]): string =>
  `Make ${oneOf(others.map((name) => shortNameAmong(name, others)))} an owner first, then you can leave.`

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

/** Tuesday, today, tomorrow, 21 November: the day on which a link ends. */
export function endInWords(moment: string, today: Day): string {
  const day = dayOfMoment(moment)
  const near = nearDay(day, today)?.toLowerCase()
  const ahead = daysBetween(today, day)
  return near ?? (ahead > 1 && ahead < 7 ? weekdayText(day) : dayInSentence(day, today))
}

/** made 10 November, not used, ends Tuesday */
export function invitationWords(
  { created_at, expires_at }: Pick<BookInvitation, 'created_at' | 'expires_at'>,
  today: Day,
  now = Date.now(),
): string {
  const made = dayOfMoment(created_at)
  const said = nearDay(made, today)?.toLowerCase() ?? dayInSentence(made, today)
  const isOver = Date.parse(expires_at) <= now
  return `made ${said}, not used, ${isOver ? 'ended' : 'ends'} ${endInWords(expires_at, today)}`
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
    role: aRole[role],
    may: wouldInWords[role],
    others: names === '' ? undefined : `${names} ${others.length === 1 ? 'is' : 'are'} in it too.`,
  }
}
