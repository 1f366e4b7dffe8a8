import type { Category } from '../../contract/categories.ts'
import type { RuleDraft } from '../../contract/import-rules.ts'
import type { ImportRow } from '../../contract/imports.ts'
import { fold } from '../ui/matching.ts'

/** Words that banks write into most rows. */
const COMMON =
  /^(card|karte|pos|sepa|payment|zahlung|debit|credit|purchase|transfer|ref|from|to|gmbh|ltd|inc|co|www|com|dankt|sagt)$/i

/** The words of a row that are likely to come again: no numbers, and none that every row has; at most two. */
export function wordsForRule({ text, suggestion }: Pick<ImportRow, 'text' | 'suggestion'>): string {
  if (suggestion && suggestion.words.length > 0) return suggestion.words.join(' ')
  const words = text.split(/[\s/,;:]+/)
  const from = words.findIndex((word) => /^\p{L}{3,}/u.test(word) && !COMMON.test(word))
  if (from < 0) return text.trim()
  const next = words[from + 1]
  const isPair = next !== undefined && /^\p{L}{3,}$/u.test(next) && !COMMON.test(next)
  return [words[from], ...(isPair ? [next] : [])].join(' ')
}

/** The rule that rows with these words go to a category. */
export const ruleOf = (words: string, { id, name }: Pick<Category, 'id' | 'name'>): RuleDraft => ({
  name: `${words.trim()}: ${name}`.slice(0, 150),
  when: { match: 'all', conditions: [{ field: 'text', is: 'contains', value: words.trim() }] },
  set: { category_id: id },
})

/** The other rows of the file that the rule speaks for: new ones with these words, in the same direction, that nobody has decided about. */
export const alsoMeant = (rows: readonly ImportRow[], row: ImportRow, words: string): ImportRow[] =>
  words.trim() === ''
    ? []
    : rows.filter(
        (other) =>
          other.n !== row.n &&
          other.verdict === 'new' &&
          !other.is_changed &&
          (other.amount ?? 0) < 0 === (row.amount ?? 0) < 0 &&
          fold(other.text).includes(fold(words)),
      )
