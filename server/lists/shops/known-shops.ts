import { folded } from '../../../contract/fold.ts'
import { isStarterName, type StarterName, starterCategories, starterName } from '../../../contract/starter.ts'
import { languageTags } from '../../../words/languages.ts'
import { inLanguage } from '../../../words/t.ts'
import { ar } from './ar.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { pl } from './pl.ts'
import { uk } from './uk.ts'
import { zh } from './zh.ts'

/** The meaning of words of bank statements before a book has learned anything: one table for each language, such as `en.ts`. */

type Side = 'expense' | 'income'
/** A phrase of the tables: its words, and its category. */
type Phrase = { readonly words: readonly string[]; readonly category: StarterName }

/** A script without spaces. */
const HAN = /\p{Script=Han}/u
/** The phrases of a side that are looked for inside of words. */
const unspaced: Record<Side, Phrase[]> = { expense: [], income: [] }

const ARABIC = /\p{Script=Arabic}/u
/** Arabic words without the article, and without what people write or leave out: أجرة, اجره and الأجرة are one. */
const loose = (word: string): string =>
  ARABIC.test(word)
    ? folded(word)
        .replace(/[\p{M}ـ]/gu, '')
        .replaceAll('ة', 'ه')
        .replaceAll('ى', 'ي')
        .replace(/^ال(?=.{3})/u, '')
    : word

const kindOfName = new Map(starterCategories.map(({ name, kind }) => [name, kind]))

/** The phrases of a side by their first word. */
const phrases: Record<Side, Map<string, Phrase[]>> = { expense: new Map(), income: new Map() }
for (const table of [en, de, fr, es, pl, uk, zh, ar])
  for (const [category, text] of Object.entries(table)) {
    const side = isStarterName(category) ? kindOfName.get(category) : undefined
    if (!isStarterName(category) || side === undefined)
      throw new Error(`the ready-made set has no category ${category}`)
    for (const phrase of text.split(' ')) {
      if (HAN.test(phrase)) {
        unspaced[side].push({ words: [phrase], category })
        continue
      }
      const words = phrase.split('+').map(loose)
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
 * the name of the shop; inside of a word, the longest one. `words` are all words of the text, folded, in its order.
 */
export function knownShop(words: readonly string[], side: Side): KnownShop | undefined {
  const all = new Map(words.map((word) => [loose(word), word]))
  let found: Phrase | undefined
  for (const word of all.keys())
    for (const phrase of phrases[side].get(word) ?? [])
      if (phrase.words.length > (found?.words.length ?? 0) && phrase.words.every((one) => all.has(one)))
        found = phrase
  if (found) return { ...found, words: found.words.map((word) => all.get(word) ?? word) }
  return words
    .filter((word) => HAN.test(word))
    .reduce<Phrase | undefined>((best, word) => shopIn(word, side, best), undefined)
}

/** The longest phrase in a word, of equally long ones the first in it, if it is longer than the best so far. */
function shopIn(text: string, side: Side, best: Phrase | undefined): Phrase | undefined {
  const length = ({ words }: Phrase) => words[0]?.length ?? 0
  const place = ({ words }: Phrase) => text.indexOf(words[0] ?? '')
  const [first] = unspaced[side]
    .filter((phrase) => place(phrase) >= 0)
    .sort((a, b) => length(b) - length(a) || place(a) - place(b))
  return first && (!best || length(first) > length(best)) ? first : best
}
