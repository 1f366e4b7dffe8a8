import { t } from '../../words/t.ts'
/**
 * How hard a password is to guess: a rough estimate in bits, for a bar beside the field. The service alone decides what it takes; this
 * only tells a person early.
 */

/** How many characters a password has at least, unless the service asks for more. */
export const MIN_PASSWORD_LENGTH = 8

/** From 0, too short, to 4. */
export type Strength = 0 | 1 | 2 | 3 | 4

/** The words that most guesses begin with. */
const common =
  'password|passwort|qwert[yz]?|asdf|letmein|welcome|iloveyou|admin|login|monkey|dragon|master|football|sunshine|princess|secret|florin|money|summer|winter|spring|autumn'
const commonWords = new RegExp(`^(${common})s?$`)

const rows = ['abcdefghijklmnopqrstuvwxyz', '01234567890', 'qwertyuiop', 'qwertzuiop', 'asdfghjkl', 'zxcvbnm']
const backwards = rows.map((row) => [...row].reverse().join(''))

/** Letters written as digits and signs. */
const plainLetters: Readonly<Record<string, string>> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  $: 's',
  '@': 'a',
}

/** p4ssw0rd is password; digits at the end stay digits. */
const unleet = (text: string): string =>
  text.replace(/[013450$@](?=.*\p{L})/gu, (letter) => plainLetters[letter] ?? letter)

/** Runs of letters, digits, one repeated sign, or other signs. */
const pieces = (text: string): string[] => text.match(/(.)\1{2,}|\p{L}+|\d+|[^\p{L}\d]/gsu) ?? []

const isRow = (text: string): boolean =>
  text.length > 2 && [...rows, ...backwards].some((row) => row.includes(text))

/** A word has a vowel in every few letters; letters from a generator rarely do. */
const isWord = (text: string): boolean => text.length > 2 && !/[^aeiouyäöüáéíóúàèìòùâêîôûåæø]{4}/.test(text)

function bitsOf(piece: string, known: readonly string[]): number {
  const lower = piece.toLowerCase()
  if (/^(.)\1+$/.test(lower) || isRow(lower) || commonWords.test(lower)) return 4
  if (known.includes(lower)) return 2
  if (/^\d+$/.test(piece)) return /^(19|20)\d\d$/.test(piece) ? 7 : piece.length * 3.3
  if (!/^\p{L}+$/u.test(piece)) return 5
  const capitals = piece === lower ? 0 : piece.slice(1) === lower.slice(1) ? 1 : piece.length
  return (
    (isWord(lower) ? Math.min(lower.length * 4.7, 8 + lower.length * 0.9) : lower.length * 4.7) + capitals
  )
}

/** The estimate in bits. `known` is what a guesser knows of the person: name and e-mail. */
export function guessBits(password: string, known: readonly string[] = []): number {
  const own = known
    .flatMap((text) => text.toLowerCase().split(/[^\p{L}\d]+/u))
    .filter((text) => text.length > 2)
  const seen = new Map<string, number>()
  let bits = 0
  for (const piece of pieces(unleet(password))) {
    const times = seen.get(piece) ?? 0
    bits += times > 0 ? 1 : bitsOf(piece, own) // the characters before it add next to nothing
    seen.set(piece, times + 1)
  }
  return bits
}

export function strengthOf(password: string, known: readonly string[] = []): Strength {
  if ([...password].length < MIN_PASSWORD_LENGTH) return 0
  const bits = guessBits(password, known)
  return bits < 28 ? 1 : bits < 42 ? 2 : bits < 60 ? 3 : 4
}

const words: Record<Strength, () => string> = {
  0: () =>
    t(
      '{minimum, plural, one {At least # character. Four words are easy to remember and hard to guess.} other {At least # characters. Four words are easy to remember and hard to guess.}}',
      { minimum: MIN_PASSWORD_LENGTH },
    ),
  1: () => t('Easy to guess. Four words that have nothing to do with each other are better.'),
  2: () => t('Fair. One or two more words make it hard to guess.'),
  3: () => t('Good. Four words are easy to remember and hard to guess.'),
  4: () => t('Very hard to guess.'),
}

export const strengthWords = (strength: Strength): string => words[strength]()
