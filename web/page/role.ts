import type { BookOfPerson, Role } from '../../contract/members.ts'
import type { Right } from '../ui/rights.ts'

const held: Readonly<Record<Role, ReadonlySet<Right>>> = {
  owner: new Set<Right>(['annotate', 'write', 'own']),
  editor: new Set<Right>(['annotate', 'write']),
  annotator: new Set<Right>(['annotate']),
  viewer: new Set(),
}

/** The rights in a book; whoever is in it no longer has none, and of an archived book only the settings can change. */
export function rightsOf(one: Pick<BookOfPerson, 'role' | 'is_archived'> | undefined): ReadonlySet<Right> {
  const rights = held[one?.role ?? 'viewer']
  return one?.is_archived ? new Set([...rights].filter((right) => right === 'own')) : rights
}
