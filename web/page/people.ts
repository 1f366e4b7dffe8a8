import { useQuery } from '@tanstack/react-query'
import { listMembers, type Member } from '../../contract/members.ts'
import { listed, t } from '../../words/t.ts'
import { asking } from '../api/ask.ts'
import { initialsOf, shortNameOf } from '../ui/initials.ts'
import { useMe, useMembership } from './me.ts'

/** Somebody who is or was in the book. */
export type PersonNamed = { name: string; short: string; initials: string; isYou: boolean }

/** In place of the name of somebody who is not in the book any more. */
export const whoLeft = (): string => t('Somebody who left')

export const nameOfMember = ({ name }: Pick<Member, 'name'>): string => name ?? whoLeft()

/** The first name where it says who is meant: of two with the same one, the whole name. */
export function shortNameAmong(name: string, names: readonly string[]): string {
  const short = shortNameOf(name)
  return names.filter((other) => shortNameOf(other) === short).length > 1 ? name : short
}

/** Ana, Kai or Lea */
export const oneOf = (names: readonly string[]): string => listed(names, 'disjunction')

/** Ana, Kai or Lea: whom somebody who only sorts can ask for an amount. */
export function whomToAsk(members: readonly Member[]): string {
  const writers = members.filter(({ role, is_you }) => (role === 'owner' || role === 'editor') && !is_you)
  const names = writers.flatMap(({ name }) => name ?? [])
  return oneOf(names.map((name) => shortNameAmong(name, names)))
}

/** The person behind an id in `created_by`, `changed_by` or the history. */
export function personOf(id: string, members: readonly Member[]): PersonNamed {
  const found = members.find(({ user_id }) => user_id === id)
  const known = found?.name ?? null
  if (known === null) return { name: whoLeft(), short: whoLeft(), initials: '?', isYou: false }
  const names = members.flatMap(({ name }) => name ?? [])
  return {
    name: known,
    short: shortNameAmong(known, names),
    initials: initialsOf(known),
    isYou: found?.is_you ?? false,
  }
}

/** Who is and was in the book. One that never had a second member is not asked: there is only its person. */
export function usePeople() {
  const me = useMe()
  const isShared = useMembership()?.is_shared ?? false
  const { data, isLoading } = useQuery({ ...asking(listMembers), enabled: isShared })
  const alone: Member = {
    user_id: me.id,
    name: me.name,
    email: me.email,
    role: 'owner',
    is_you: true,
    joined_at: '',
    left_at: null,
  }
  const members = isShared ? (data?.data ?? []) : [alone]
  return { isShared, isLoading, members, personOf: (id: string) => personOf(id, members) }
}
