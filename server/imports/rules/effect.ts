import { folded } from '../../../contract/fold.ts'
import type { RuleRow } from '../../records/import-rule.ts'
import type { FileRow } from '../read/row.ts'
import { textOfRow } from '../to-api.ts'
import { makeMatcher, type Subject } from './matcher.ts'

/** The texts of a row of a file: the payee, the text of the bank, both together, and the notes. */
export const textsOf = (row: FileRow): string[] =>
  [row.payee, row.text, textOfRow(row), row.notes].flatMap((text) => (text ? [folded(text)] : []))

/** The decision of rules. A field that no rule sets is null. */
export type Effect = {
  readonly category_id: string | null
  readonly contact_id: string | null
  readonly tags: readonly string[]
  readonly notes: string | null
  readonly to_account_id: string | null
  /** The first rule that matches. */
  readonly rule: { readonly id: string; readonly name: string }
}

type Rule = Pick<RuleRow, 'id' | 'name' | 'conditions' | 'actions'>

/**
 * Applies rules to subjects, in the order of the rules: the first rule that sets a field decides it, and the tags of all rules are added. A
 * transfer has no category, so a category and a transfer exclude each other, and the first one wins. Undefined if no rule matches.
 */
export function makeEffects(rules: readonly Rule[]): (subject: Subject) => Effect | undefined {
  const fitting = makeMatcher(rules.map(({ conditions }) => conditions))
  return (subject) => {
    const met = fitting(subject).flatMap((index) => rules[index] ?? [])
    const [first] = met
    if (!first) return undefined
    let category_id: string | null = null
    let to_account_id: string | null = null
    for (const { actions } of met) {
      const isSorted = category_id !== null
      if (to_account_id === null) category_id ??= actions.category_id
      if (!isSorted) to_account_id ??= actions.to_account_id
    }
    return {
      rule: { id: first.id, name: first.name },
      category_id,
      to_account_id,
      contact_id: met.find(({ actions }) => actions.contact_id !== null)?.actions.contact_id ?? null,
      notes: met.find(({ actions }) => actions.notes !== null)?.actions.notes ?? null,
      tags: [...new Set(met.flatMap(({ actions }) => actions.add_tags))],
    }
  }
}
