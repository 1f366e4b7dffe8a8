import { refuse } from '../../contract/refusals.ts'
import type { Known } from './known.ts'
import type { Decision, Erased } from './verb.ts'

/** A record that somebody wants to have deleted for good, as a refusal names it. */
type Erasable = { resource: string; id: string; name: string; deleted_at: string | null }

/**
 * Deletes a record for good, with those that belong to it and went to the trash with it. Nothing else may refer to any of them: not what
 * is in the trash, nor entries that were replaced. The verb lists `used_by` of each among what it looks at, and travels alone.
 */
export function erase<Answer>(
  known: Known,
  answer: Answer,
  { resource, id, name, deleted_at }: Erasable,
  belonging: readonly Erased[] = [],
): Decision<Answer> {
  if (deleted_at === null) refuse('not_in_trash', { resource, name })
  for (const one of [{ id }, ...belonging]) {
    const uses = known.find('used_by', one.id)
    if (uses) refuse('in_use', { resource, name, ...uses })
  }

  // Nothing below this line refuses.
  return { answer, changes: [], erases: [{ resource, id }, ...belonging] }
}
