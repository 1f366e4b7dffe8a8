import type { Brings } from '../../contract/import-brings.ts'
import type { Mapping } from '../../contract/import-mapping.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Db } from '../database/database.ts'
import { startCourse } from '../ledger/course.ts'
import { knownFrom, NotLoaded, type References, together } from '../ledger/known.ts'
import { load } from '../ledger/load.ts'
import { asIfWritten } from '../plans/dry-run.ts'
import { recordsOf } from './besides.sql.ts'
import { recordBesides } from './besides.ts'
import { makeMissing } from './commit-made.ts'
import type { KeptBesides } from './read/besides.ts'
import { hasBesides } from './read/bounded-besides.ts'

/** Records that one thing needs are found only once others are loaded: an account, its category, that category's budget. */
const MAX_ROUNDS = 10

/**
 * What the commit will make of what a file has besides rows, said before it: everything is recorded as the commit does it, and thrown away.
 * `before` has the kinds that a person switched off.
 */
export async function lookAtBesides(
  db: Db,
  bookId: string,
  {
    besides,
    mapping,
    before,
  }: { besides: KeptBesides; mapping: Mapping | null; before: readonly Brings[] | null },
): Promise<Brings[] | null> {
  if (!hasBesides(besides)) return null
  const records = await recordsOf(db, bookId)
  let references: References = { names: [''], codes: [''], planned: [''], ruled: [''] }
  for (let round = 0; ; round++) {
    const [loaded] = await load(db, [{ bookId, token: null, key: undefined, changeIds: [], references }])
    const book = asIfWritten(loaded?.book ?? refuse('not_found'))
    const course = startCourse(knownFrom(loaded?.holdings ?? new Map()))
    try {
      const made = await makeMissing(book, course, mapping, [], besides)
      const brings = await recordBesides(
        { book, course, made, mapping, records, isChosen: () => true },
        besides,
      )
      return withChoices(brings, before ?? [])
    } catch (error) {
      if (!(error instanceof NotLoaded) || round === MAX_ROUNDS) throw error
      references = together([references, error.references])
    }
  }
}

/** What is said, with a person's choices. */
export const withChoices = (
  brings: readonly Brings[],
  choices: readonly { readonly kind: string; readonly is_chosen: boolean }[],
): Brings[] =>
  brings.map((one) => ({
    ...one,
    is_chosen: choices.findLast(({ kind }) => kind === one.kind)?.is_chosen ?? one.is_chosen,
  }))

/** Refuses a commit that would record something else of a kind than was said. */
export function checkAsSaid(filename: string, said: readonly Brings[], recorded: readonly Brings[]): void {
  for (const one of said) {
    if (!one.is_chosen) continue
    const now = recorded.find(({ kind }) => kind === one.kind) ?? { count: 0, left_out_count: 0 }
    if (now.count !== one.count || now.left_out_count !== one.left_out_count)
      refuse('import_brings_changed', {
        filename,
        kind: one.kind,
        was: one.count,
        now: now.count,
        left_out_was: one.left_out_count,
        left_out: now.left_out_count,
      })
  }
}

/** Whether the commit has anything to record besides rows. */
export const bringsAnything = (brings: readonly Brings[] | null): boolean =>
  (brings ?? []).some(({ is_chosen, count }) => is_chosen && count > 0)
