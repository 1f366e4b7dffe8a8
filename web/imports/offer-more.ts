import type { ImportRow, RowChange } from '../../contract/import-rows.ts'
import { say } from '../ui/toast.ts'
import { counted } from '../ui/wording.ts'
import type { DecisionNames } from './decisions.ts'
import type { RuleWanted } from './RulePopup.tsx'
import { alsoMeant, wordsForRule } from './rule-words.ts'
import type { Decide } from './use-decide.ts'

/** A category that was chosen for one row may be meant for all rows with its words: those of this file, then those of files to come. */
export function offerMore({
  rows,
  some: [row, ...others],
  change: { draft },
  names: { category_name: name },
  decide,
  onRule,
}: {
  rows: readonly ImportRow[]
  /** The rows that were decided about. */
  some: readonly ImportRow[]
  change: RowChange
  names: DecisionNames
  decide: Decide
  onRule: (rule: RuleWanted) => void
}): void {
  const id = draft?.category_id
  if (!row || others.length > 0 || !id || !name) return
  const alike = alsoMeant(rows, row, wordsForRule(row)).filter((other) => other.draft?.category_id !== id)
  const action = { label: 'Make a rule of it', run: () => onRule({ row, category: { id, name } }) }
  const alsoThose = () => {
    decide.decide(alike, { draft: { category_id: id } }, { category_name: name })
    say({ words: `${counted(alike.length + 1, 'row')} go to ${name}`, action })
  }
  say({
    words: `It goes to ${name}`,
    action,
    ...(alike.length > 0 && {
      other: { label: `Also ${counted(alike.length, 'row')} like it`, run: alsoThose },
    }),
  })
}
