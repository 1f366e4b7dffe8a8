import type { BookOfPerson } from '../../contract/members.ts'
import { listed } from '../ui/wording.ts'

const roles: Readonly<Record<BookOfPerson['role'], string>> = {
  owner: 'you own it',
  editor: 'you record',
  annotator: 'you sort',
  viewer: 'you may look',
}

/** So many names are said; the others are counted. */
const MAX_NAMES = 3

function withOthers(others: BookOfPerson['others']): string {
  if (others.length === 0) return 'only you'
  const names = others.map(({ name }) => name.split(/\s+/)[0] ?? name)
  const rest = names.length - MAX_NAMES
  return `with ${listed(rest > 0 ? [...names.slice(0, MAX_NAMES), `${rest} more`] : names)}`
}

/** Who is in a book, and what one is there: with Kai and Lea · you own it; only you · opens first; you may look. */
export function withRole({ others, role, is_default }: BookOfPerson): string {
  const isOwn = others.length === 0
  return [
    withOthers(others),
    ...(isOwn && role === 'owner' ? [] : [roles[role]]),
    ...(is_default ? ['opens first'] : []),
  ].join(' · ')
}
