import { refuse } from '../contract/refusals.ts'
import type { Needs } from '../contract/route.ts'

/** The rights of each role in a book. */
const rights: ReadonlyMap<string, readonly Needs[]> = new Map([['owner', ['read', 'write', 'own']]])

/** Whether a role allows what a route needs, if it needs anything. */
export const isAllowed = (role: string, needs: Needs | undefined): boolean =>
  needs === undefined || (rights.get(role)?.includes(needs) ?? false)

/** Refuses what a role does not allow. A role that this version does not know allows nothing. */
export function checkRight(role: string, needs: Needs): void {
  if (!isAllowed(role, needs)) refuse('not_allowed', { role, needs })
}
