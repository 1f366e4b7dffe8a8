import { folded } from '../../../contract/fold.ts'
import { isStarterName, type StarterName, starterCategories, starterName } from '../../../contract/starter.ts'
import { languageTags } from '../../../words/languages.ts'
import { inLanguage } from '../../../words/t.ts'
import { de } from './de.ts'
import { en } from './en.ts'

/** The meaning of words of bank statements before a book has learned anything: one table for each language, `en.ts` and `de.ts`. */

type Side = 'expense' | 'income'
/** A phrase of the tables: its words, and its category. */
type Phrase = { readonly words: readonly string[]; readonly category: StarterName }

const kindOfName = new Map(starterCategories.map(({ name, kind }) => [name, kind]))

/** The phrases of a side by their first word. */
const phrases: Record<Side, Map<string, Phrase[]>> = { expense: new Map(), income: new Map() }
for (const table of [en, de])
  for (const [category, text] of Object.entries(table)) {
    const side = isStarterName(category) ? kindOfName.get(category) : undefined
    if (!isStarterName(category) || side === undefined)
      throw new Error(`the ready-made set has no category ${category}`)
    for (const phrase of text.split(' ')) {
      const words = phrase.split('+')
      const first = words[0] ?? ''
      phrases[side].set(first, [...(phrases[side].get(first) ?? []), { words, category }])
    }
  }

/** A category of the ready-made set that words of a text mean, and these words. */
type KnownShop = { readonly category: StarterName; readonly words: readonly string[] }

const inBooks = new Map<StarterName, readonly string[]>()

/** The folded names that a category of the set has in each language: a book has one of them. */
export function namesInBooks(category: StarterName): readonly string[] {
  let names = inBooks.get(category)
  if (!names) {
    names = [
      ...new Set(languageTags.map((language) => folded(inLanguage(language, () => starterName(category))))),
    ]
    inBooks.set(category, names)
  }
  return names
}

/**
 * The category that a text means by the tables: the phrase with most words decides, then the one that comes first in the text, where statements have
 * the name of the shop. `words` are all words of the text, folded, in its order.
 */
export function knownShop(words: readonly string[], side: Side): KnownShop | undefined {
  const all = new Set(words)
  let found: Phrase | undefined
  for (const word of words)
    for (const phrase of phrases[side].get(word) ?? [])
      if (phrase.words.length > (found?.words.length ?? 0) && phrase.words.every((one) => all.has(one)))
        found = phrase
  return found
}
