import { folded } from '../../contract/fold.ts'

/** A word of a text: as it is compared, and as it stands there. */
export type Word = { readonly folded: string; readonly written: string }

/** The words of a text that say something, once each: those of three letters or more, without digits. */
export function wordsOf(text: string): Word[] {
  const found = new Map<string, Word>()
  for (const written of text.split(/[^\p{L}\p{N}\p{M}]+/u)) {
    if (written.length < 3 || /\p{N}/u.test(written)) continue
    const compared = folded(written)
    if (!found.has(compared)) found.set(compared, { folded: compared, written })
  }
  return [...found.values()]
}

/** All words of a name, also the short ones: for finding out whether a text names somebody. */
export const nameWords = (name: string): string[] => [
  ...new Set(
    folded(name)
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word !== ''),
  ),
]

/** A text without what differs from one time to the next: figures, and the signs between words. */
export const phraseOf = (text: string): string =>
  wordsOf(text)
    .map((word) => word.folded)
    .join(' ')

/** The number of an account as it is compared: letters and figures alone. */
export const numberOf = (text: string): string => text.toUpperCase().replace(/[^A-Z\d]/g, '')
