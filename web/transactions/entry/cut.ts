import type { EntryBook } from './book.ts'
import { withoutPrefixes } from './prefixes.ts'
import type { EntryWord } from './split.ts'

/**
 * Cuts words of a script that has no spaces between them: 昨天午饭35元 is yesterday, lunch, 35, yuan. A known word is one of the tables or a name of the book,
 * the longest that fits; one of a single letter counts only where such words are told apart anyway, as it may be a part of any other. Letters between known
 * words stay together, a number is a word, and a sign like # begins one, which goes on to the next space.
 */
const HAN = /\p{Script=Han}/u
export const isHan = (text: string): boolean => HAN.test(text)

/** Words of figures stay together: 2026年11月3日, 3号, 35.5, (12+3)/2. A number before a kind of thing, like line 3, is no day. */
const FIGURES =
  /\d{4}年\d{1,2}月\d{1,2}[日号]?|\d{1,2}月(?=\d)|\d{1,2}[日号](?![线楼门])|[¥$€£+\-−(]*\d(?:[\d.,+\-−*×÷/()%]|x(?=\d))*/uy
const OTHER = /[\p{L}\p{M}]|[^\p{L}\p{M}\d¥$€£+\-−(]/uy

type Known = {
  readonly words: ReadonlySet<string>
  readonly joints: ReadonlySet<string>
  readonly longest: number
}
/** By the contacts, which stay the same list as long as the book does. */
const knownIn = new WeakMap<EntryBook['contacts'], Known>()

/** Everything in a book and its words that is written in such a script. */
function knownOf(book: EntryBook): Known {
  let known = knownIn.get(book.contacts)
  if (!known) {
    const names = [...book.accounts, ...book.contacts, ...book.categories].map(({ folded }) => folded)
    const words = [...book.words.all, ...names].filter((word) => HAN.test(word) && !/\s/.test(word))
    known = {
      words: new Set(words),
      joints: book.words.joints,
      longest: Math.max(0, ...words.map((word) => word.length)),
    }
    knownIn.set(book.contacts, known)
  }
  return known
}

let segmenter: Intl.Segmenter | undefined

/** The places at which words begin by the dictionary of the platform, and those within its words that are made of two words of the grammar: 转到. */
function beginnings(text: string, { joints }: Known): ReadonlySet<number> {
  segmenter ??= new Intl.Segmenter('zh', { granularity: 'word' })
  const places = new Set([0, text.length])
  for (const { segment, index } of segmenter.segment(text)) {
    places.add(index)
    const letters = [...segment]
    if (letters.length === 2 && letters.every((letter) => joints.has(letter))) places.add(index + 1)
  }
  return places
}

/** The pieces of a folded text, by their lengths. */
function piecesOf(text: string, known: Known): number[] {
  const begins = beginnings(text, known)
  const isWord = (from: number, to: number) =>
    known.words.has(text.slice(from, to)) && (to - from > 1 || (begins.has(from) && begins.has(to)))
  const lengthAt = (at: number): number => {
    for (let length = Math.min(known.longest, text.length - at); length > 0; length--)
      if (isWord(at, at + length)) return length
    FIGURES.lastIndex = at
    return FIGURES.exec(text)?.[0].length ?? 0
  }
  const pieces: number[] = []
  let rest = { kind: '', length: 0 }
  const end = () => {
    if (rest.length > 0) pieces.push(rest.length)
    rest = { kind: '', length: 0 }
  }
  for (let at = 0; at < text.length; ) {
    const length = lengthAt(at)
    if (length > 0) {
      end()
      pieces.push(length)
      at += length
      continue
    }
    OTHER.lastIndex = at
    const letter = OTHER.exec(text)?.[0] ?? text.slice(at, at + 1)
    const kind = HAN.test(letter) ? 'han' : /\p{L}|\p{M}/u.test(letter) ? 'letter' : letter
    if (kind !== rest.kind) end()
    rest = { kind, length: rest.length + letter.length }
    at += letter.length
  }
  end()
  return pieces
}

/** The words, those without spaces cut into the ones that they are made of. */
export function cutWords(words: readonly EntryWord[], book: EntryBook): readonly EntryWord[] {
  if (!words.some(isUncut)) return words
  const known = knownOf(book)
  return words.flatMap((word) => {
    if (!isUncut(word)) return [word]
    const sign = word.text.search(/[@#!](?=[^\s@#!])/)
    const plain = sign < 0 ? word.text : word.text.slice(0, sign)
    // A letter that folds to another length is cut nowhere.
    if (word.folded.length !== word.text.length) return [word]
    const cut: EntryWord[] = []
    let at = 0
    for (const length of piecesOf(word.folded.slice(0, plain.length), known)) {
      cut.push(part(word, at, at + length))
      at += length
    }
    for (const one of word.text.slice(at).matchAll(/[@#!][^@#!]*/g)) {
      const from = at + one.index
      cut.push({
        ...part(word, from + 1, from + one[0].length),
        start: word.start + from,
        sign: signOf(one[0]),
      })
    }
    return cut
  })
}

const isUncut = ({ text, sign, isQuoted }: EntryWord): boolean => !isQuoted && sign === '' && HAN.test(text)
const signOf = (text: string) => text.slice(0, 1) as EntryWord['sign'] // the pattern leaves these signs only

const part = (word: EntryWord, from: number, to: number): EntryWord => ({
  ...word,
  start: word.start + from,
  end: word.start + to,
  text: word.text.slice(from, to),
  folded: word.folded.slice(from, to),
  isJoined: from > 0,
})

/** The words of a folded text, as those of a line are cut. */
export function cutText(text: string, book: EntryBook): string[] {
  const words = text.split(' ').map((word): EntryWord => ({ ...NOWHERE, text: word, folded: word }))
  return withoutPrefixes(cutWords(words, book), book).map(({ folded }) => folded)
}

const NOWHERE = { start: 0, end: 0, sign: '', isQuoted: false } as const
