import { MAX_NAMED } from '../../../contract/import-brings.ts'
import { MAX_RULES } from '../../../contract/import-rules.ts'
import { Later, later } from '../../../words/t.ts'
import type { Besides, KeptBesides, KeptLeftOut, LeftOutOfFile } from './besides.ts'
import { plainText } from './file-values.ts'
import { type KeptSentence, keptSentence, sentenceIn } from './kept-sentences.ts'

/** At most this many of each kind are taken: all of them are one change together with the rows. */
const MOST = {
  accounts: 500,
  groups: 1_000,
  budgets: 12_000,
  recurring: 500,
  rules: MAX_RULES,
  rates: 20_000,
} as const
const MAX_LEFT_OUT = 5_000
/** All of it is stored with the import, and loaded for its commit. */
const MAX_CHARACTERS = 8_000_000

/** The same within the bounds. Of budgets and rates the latest are kept, of everything else the first; how many are left is said. */
export function boundedBesides(besides: Besides): KeptBesides {
  const { budgets = [], rates = [], left_out = [] } = besides
  const inTime = {
    ...besides,
    budgets: budgets.toSorted((a, b) => (a.month < b.month ? -1 : a.month > b.month ? 1 : 0)),
    rates: rates.toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0)),
  }
  const over: LeftOutOfFile[] = []
  const kept: KeptBesides = Object.fromEntries(
    Object.entries(MOST).map(([name, most]) => {
      const kind = name as keyof typeof MOST // its own keys
      const [all, isLatest]: [readonly unknown[], boolean] = [
        inTime[kind] ?? [],
        kind === 'budgets' || kind === 'rates',
      ]
      if (all.length > most) over.push(tooMany(kind, all.length, most, isLatest))
      return [kind, isLatest ? all.slice(-most) : all.slice(0, most)]
    }),
  )
  const rest = left_out.length - MAX_LEFT_OUT
  const more: LeftOutOfFile[] =
    rest > 0
      ? [
          {
            kind: 'other',
            name: later('{count, number} more', { count: rest }),
            why: later('So many more things are left out or read otherwise.'),
          },
        ]
      : []
  const said = [...over, ...more, ...left_out.slice(0, MAX_LEFT_OUT)]
  if (JSON.stringify(kept).length <= MAX_CHARACTERS) return { ...kept, left_out: keptWords(said) }
  const all = {
    kind: 'other' as const,
    name: later('Budgets, rules and everything else besides rows'),
    why: later('Together they have more than {count} million characters.', { count: MAX_CHARACTERS / 1e6 }),
  }
  return { left_out: keptWords([all, ...said.slice(0, 100)]) }
}

/** At most so many characters of a name and of a reason are kept. */
const MAX_NAME = 200
const MAX_WHY = 400

/** The words of what is left out. Only so many things of a kind are ever shown: those alone can be said in other languages. */
function keptWords(all: readonly LeftOutOfFile[]): KeptLeftOut[] {
  const counts = new Map<string, number>()
  return all.map(({ kind, name, why }) => {
    const count = (counts.get(kind) ?? 0) + 1
    counts.set(kind, count)
    const [ofName, ofWhy] = [wordsWithin(name, MAX_NAME), wordsWithin(why, MAX_WHY)]
    const said = {
      ...(ofName.said && { name: ofName.said }),
      ...(ofWhy.said && { why: ofWhy.said }),
    }
    const isSaid = count <= MAX_NAMED && (ofName.said ?? ofWhy.said) !== undefined
    return { kind, name: ofName.text, why: ofWhy.text, ...(isSaid && { said }) }
  })
}

/** A longer sentence is cut, and stays English. */
function wordsWithin(words: Later | string, most: number): { text: string; said?: KeptSentence } {
  const english = sentenceIn('en', words)
  const text = plainText(english, most)
  return words instanceof Later && english.length <= most ? { text, said: keptSentence(words) } : { text }
}

const tooMany = (kind: keyof typeof MOST, count: number, most: number, isLatest: boolean): LeftOutOfFile => ({
  kind,
  name: later('{left, number} of {count, number}', { left: count - most, count }),
  why: isLatest
    ? later('At most {most, number} are taken from a file, the latest ones.', { most })
    : later('At most {most, number} are taken from a file, the first ones.', { most }),
})

/** Whether there is anything to record or to say. */
export const hasBesides = (besides: KeptBesides): boolean =>
  Object.values(besides).some((list) => list.length > 0)
