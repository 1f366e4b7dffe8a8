import { refuse } from '../../contract/refusals.ts'
import type { Known } from './known.ts'
import type { Decision, Erased } from './verb.ts'

/** A record to delete for good, as a refusal names it. */
type Erasable = { resource: string; id: string; name: string; deleted_at: string | null }

/**
 * Deletes a record for good, with the records that belong to it. Nothing may refer to it by one of the ids in `referred`: no record in
 * the trash either, nor an entry that was replaced. Its verb lists the `used_by` of these ids in `looksAt`, and is a batch.
 */
export function erase<Answer>(
  known: Known,
  answer: Answer,
  { resource, id, name, deleted_at }: Erasable,
  { referred = [], belonging = [] }: { referred?: readonly string[]; belonging?: readonly Erased[] },
): Decision<Answer> {
  if (deleted_at === null) refuse('not_in_trash', { resource, name })
  for (const one of referred) {
    const uses = known.find('used_by', one)
    if (uses) refuse('in_use', { resource, name, ...uses })
  }

  // Nothing below this line refuses.
  return { answer, changes: [], erases: [{ resource, id }, ...belonging] }
}
