import { folded } from '../../../contract/fold.ts'
import type { Leaf, When } from '../../../contract/import-rules.ts'
import { currencyFacts } from '../../../contract/iso4217.ts'
import { decimalOf } from '../../../contract/money.ts'
import type { RuleRow } from '../../ledger/records.ts'
import type { FileRow } from '../read/row.ts'
import { textOfRow } from '../to-api.ts'

/** What rules look at: a row of a file, or a recorded transaction. */
export type Subject = {
  /** Its words, folded: each text that it has. A condition about text is met if one of them meets it. */
  readonly texts: readonly string[]
  /** In minor units of its currency; positive: the account gets it. */
  readonly amount: bigint
  readonly currency_id: string
  readonly account_id: string | null
}

/** The texts of a row of a file: who it was, the words of the bank, both together, and its notes. */
export const textsOf = (row: FileRow): string[] =>
  [row.payee, row.text, textOfRow(row), row.notes].flatMap((text) => (text ? [folded(text)] : []))

/** What rules decide. A field that no rule sets is null. */
export type Effect = {
  readonly category_id: string | null
  readonly contact_id: string | null
  readonly tags: readonly string[]
  readonly notes: string | null
  readonly to_account_id: string | null
  /** The first rule that fits. */
  readonly rule: { readonly id: string; readonly name: string }
}

type Rule = Pick<RuleRow, 'id' | 'name' | 'conditions' | 'actions'>

/**
 * What rules say of a subject, in their order: the first one that sets a field decides it, and tags add up. A transfer has no
 * category, so that whichever of the two comes first excludes the other. Undefined if no rule fits.
 */
export function effectOf(rules: readonly Rule[], subject: Subject): Effect | undefined {
  let effect: Effect | undefined
  for (const { id, name, conditions, actions } of rules) {
    if (!isMet(conditions, subject)) continue
    const so = effect ?? {
      ...{
        category_id: null,
        contact_id: null,
        tags: [],
        notes: null,
        to_account_id: null,
        rule: { id, name },
      },
    }
    effect = {
      rule: so.rule,
      category_id: so.category_id ?? (so.to_account_id === null ? actions.category_id : null),
      to_account_id: so.to_account_id ?? (so.category_id === null ? actions.to_account_id : null),
      contact_id: so.contact_id ?? actions.contact_id,
      notes: so.notes ?? actions.notes,
      tags: [...new Set([...so.tags, ...actions.add_tags])],
    }
  }
  return effect
}

/** Whether a subject meets conditions. */
export function isMet({ match, conditions }: When, subject: Subject): boolean {
  const holds = (condition: When['conditions'][number]): boolean =>
    (condition.field === 'group' ? isMet(condition, subject) : fits(condition, subject)) !==
    (condition.not ?? false)
  return match === 'all' ? conditions.every(holds) : conditions.some(holds)
}

/** The words of conditions, folded once for all rows of a file. */
const foldedWords = new WeakMap<Leaf, string>()

function wordsOf(condition: Leaf & { field: 'text' }): string {
  const known = foldedWords.get(condition)
  if (known !== undefined) return known
  const words = folded(condition.value).trim()
  foldedWords.set(condition, words)
  return words
}

function fits(condition: Leaf, { texts, amount, currency_id, account_id }: Subject): boolean {
  switch (condition.field) {
    case 'text': {
      const wanted = wordsOf(condition)
      if (condition.is === 'contains') return texts.some((text) => text.includes(wanted))
      return texts.some((text) =>
        condition.is === 'equals' ? text.trim() === wanted : text.trimStart().startsWith(wanted),
      )
    }
    case 'amount': {
      // A condition may have more decimals than the currency: both are compared with the decimals of the finer one.
      const { digits, scale } = decimalOf(condition.value)
      const decimals = currencyFacts(currency_id)?.decimals ?? 0
      const wanted = digits * 10n ** BigInt(Math.max(decimals - scale, 0))
      const size = (amount < 0n ? -amount : amount) * 10n ** BigInt(Math.max(scale - decimals, 0))
      if (condition.is === 'equals') return size === wanted
      return condition.is === 'at_least' ? size >= wanted : size <= wanted
    }
    case 'direction':
      return condition.value === (amount < 0n ? 'out' : 'in')
    case 'account':
      return condition.value.toLowerCase() === account_id
    case 'currency':
      return condition.value.toUpperCase() === currency_id
  }
}
