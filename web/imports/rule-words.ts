import { folded } from '../../contract/fold.ts'
import type { ImportRow } from '../../contract/import-rows.ts'
import { firstWords, isCommon, withoutWay } from '../ui/bank-text.ts'
import { emptyRule, type RuleForm } from './rules/rule-form.ts'

/** The words of a row that are likely to come again: no numbers, and none that every row has; at most two. */
export function wordsForRule({ text, suggestion }: Pick<ImportRow, 'text' | 'suggestion'>): string {
  if (suggestion && suggestion.words.length > 0) return asWritten(text, suggestion.words)
  return firstWords(withoutWay(text), isCommon)
}

/** Words as the text has them beside each other, with the signs between them: a rule looks for the very letters. */
function asWritten(text: string, words: readonly string[]): string {
  const escaped = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(escaped.join('[^\\p{L}\\p{N}]+'), 'iu').exec(text)?.[0] ?? words.join(' ')
}

const directionOf = ({ amount }: Pick<ImportRow, 'amount'>) => ((amount ?? 0) < 0 ? 'out' : 'in')

/** The form of the rule that rows with these words, in the direction of this one, go to a category. */
export const formFor = (
  row: ImportRow,
  words: string,
  { id, name }: { readonly id: string; readonly name: string },
): RuleForm => ({
  ...emptyRule({ text: words, categoryId: id, direction: directionOf(row) }),
  name: `${words.trim()}: ${name}`.slice(0, 150),
})

/** The other rows that the rule would have decided about: new ones that neither a person nor an earlier rule has sorted. */
export const alsoMeant = (rows: readonly ImportRow[], row: ImportRow, words: string): ImportRow[] => {
  const wanted = folded(words.trim())
  return rows.filter(
    (other) =>
      wanted !== '' &&
      other.n !== row.n &&
      other.verdict === 'new' &&
      !other.is_changed &&
      !other.suggestion?.rule_id &&
      directionOf(other) === directionOf(row) &&
      [other.text, other.draft?.notes ?? ''].some((text) => folded(text).includes(wanted)),
  )
}
