import type { BookedAtCost } from './beancount-complete.ts'
import type { BeancountTransaction } from './beancount-parse.ts'
import { MAX_NOTES, plainText } from './file-values.ts'
import { type BadRow, type FileRow, isBad } from './row.ts'

/** The words of a transaction: payee and narration, tags, links, and keys with their values. */

/** Keys that Florin's own journal has for facts which the transaction itself says, or which have a place of their own. */
const OWN_KEYS = new Set(['id', 'kind', 'refund', 'obligation', 'notes', 'tags', 'memo'])
const MAX_TAGS = 20
const MAX_TAG = 50

export function wordsOf(
  { payee, narration, flag, tags, links, meta }: BeancountTransaction,
  sides: number,
  isOwn: boolean,
) {
  const noBar = (words: string) => words.replaceAll('|', '/')
  const reference = plainText(meta.get('id'), 255)
  const facts = (some: ReadonlyMap<string, string>, left: ReadonlySet<string>) =>
    [...some]
      .filter(([key]) => !left.has(key))
      .map(([key, value]) => (value === '' ? key : `${key}: ${value}`))
  const lines = [
    ...(isOwn ? (meta.get('notes') ?? '').split('\n') : []),
    ...(flag === '*' || flag === 'P' ? [] : [`Flag ${flag}`]),
    ...(isOwn ? [] : links),
    ...facts(meta, isOwn ? OWN_KEYS : new Set(['id'])),
  ]
  const memoOf = ({ source }: BookedAtCost): string => {
    const own = isOwn ? source.meta.get('memo') : undefined
    const said = plainText(
      [...(own ? [own] : []), ...facts(source.meta, isOwn ? OWN_KEYS : new Set())].join(', '),
      255,
    )
    // A split shows it with its part; otherwise the notes have it.
    if (sides <= 2 && said !== '') lines.push(said)
    return said
  }
  const ownTags = isOwn ? meta.get('tags')?.split(', ') : undefined
  const named = [
    ...new Set((ownTags ?? [...tags]).map((tag) => plainText(tag, MAX_TAG)).filter(Boolean)),
  ].slice(0, MAX_TAGS)
  return {
    description: `${noBar(payee)}|${noBar(narration)}`,
    reference,
    memoOf,
    /** A row with the tags and the notes of its transaction. */
    decorated(row: FileRow | BadRow): FileRow | BadRow {
      if (isBad(row)) return row
      const notes = [...new Set([row.notes ?? '', ...lines].map((line) => plainText(line)).filter(Boolean))]
        .join('\n')
        .slice(0, MAX_NOTES)
        .toWellFormed()
      return { ...row, ...(notes && { notes }), ...(named.length > 0 && { tags: named }) }
    },
  }
}
