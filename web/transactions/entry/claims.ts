import { plainFigures } from '../../ui/amount-text.ts'
import type { EntryBook } from './book.ts'
import { cutWords } from './cut.ts'
import { withoutPrefixes } from './prefixes.ts'
import type { EntryToken } from './reading.ts'
import { type EntryWord, wordsOf } from './split.ts'

/** The words of a text, and the meaning of those that have one. Each rule takes words that no rule before it took. */
export type Claims = {
  readonly text: string
  readonly words: readonly EntryWord[]
  readonly book: EntryBook
  readonly tokens: EntryToken[]
  readonly isTaken: boolean[]
}

export const claimsOf = (line: string, book: EntryBook): Claims => {
  const text = line.replace(/"(?:[^"]|"")*"|[^"]+/g, (part) =>
    part.startsWith('"') ? part : plainFigures(part, book.separator),
  )
  const words = withPhrases(text, withoutPrefixes(cutWords(wordsOf(text), book), book), book)
  return { text, words, book, tokens: [], isTaken: words.map(() => false) }
}

/** The words of a line, of which those of a phrase of the tables are one. */
function withPhrases(
  text: string,
  words: readonly EntryWord[],
  { words: { phrases } }: EntryBook,
): readonly EntryWord[] {
  if (phrases.size === 0) return words
  const all: EntryWord[] = []
  for (let at = 0; at < words.length; at++) {
    const word = words[at]
    if (!word) break
    const phrase = phrases.get(word.folded)?.find((parts) =>
      parts.every((part, step) => {
        const one = words[at + step]
        return one?.folded === part && one.sign === '' && !one.isQuoted
      }),
    )
    const last = phrase && words[at + phrase.length - 1]
    all.push(
      last
        ? { ...word, end: last.end, text: text.slice(word.start, last.end), folded: phrase.join(' ') }
        : word,
    )
    if (phrase) at += phrase.length - 1
  }
  return all
}

/** Takes the words from one place up to, not including, another. */
export function take(
  { words, tokens, isTaken }: Claims,
  what: EntryToken['what'],
  from: number,
  to = from + 1,
): void {
  const [first, last] = [words[from], words[to - 1]]
  if (!first || !last) return
  isTaken.fill(true, from, to)
  tokens.push({ what, start: first.start, end: last.end })
}

/** Whether a word is free and has neither quotes nor a sign. */
export const isPlain = ({ words, isTaken }: Claims, at: number): boolean => {
  const word = words[at]
  return word !== undefined && isTaken[at] === false && word.sign === '' && !word.isQuoted
}

/** Whether there is a plain word at a place that is one of these. */
export const isOneOf = (claims: Claims, at: number, list: readonly string[]): boolean =>
  isPlain(claims, at) && list.includes(claims.words[at]?.folded ?? '')

/** The plain words from a place on, as far as they follow each other. */
export function runFrom(
  claims: Claims,
  at: number,
  isEnd: (at: number) => boolean = () => false,
): EntryWord[] {
  const run: EntryWord[] = []
  for (let place = at; isPlain(claims, place) && !isEnd(place); place++) {
    const word = claims.words[place]
    if (word) run.push(word)
  }
  return run
}

/** The first place at which something holds; -1 if there is none. */
export const placeWhere = ({ words }: Claims, holds: (at: number) => boolean): number =>
  words.findIndex((_, at) => holds(at))
