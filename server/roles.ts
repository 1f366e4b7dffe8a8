import { refuse } from '../contract/refusals.ts'
import type { Needs } from '../contract/route.ts'

/** What each role allows in a book. */
const rights: ReadonlyMap<string, readonly Needs[]> = new Map([['owner', ['read', 'write', 'own']]])

/** Refuses what a role does not allow. A role that this version does not know allows nothing. */
export function checkRight(role: string, needs: Needs): void {
  if (!rights.get(role)?.includes(needs)) refuse('not_allowed', { role, needs })
}
