import type { Needs } from '../../contract/refusal.ts'
import { refuse } from '../../contract/refusals.ts'

/** The rights of each role in a book. */
const rights: ReadonlyMap<string, readonly Needs[]> = new Map([['owner', ['read', 'write', 'own']]])

/** Whether a role gives the right that a route needs, if it needs one. */
export const isAllowed = (role: string, needs: Needs | undefined): boolean =>
  needs === undefined || (rights.get(role)?.includes(needs) ?? false)

/** Refuses a right that a role does not give. A role that this version does not know gives none. */
export function checkRight(role: string, needs: Needs): void {
  if (!isAllowed(role, needs)) refuse('not_allowed', { role, needs })
}
