import { folded } from '../../contract/fold.ts'

/** A word of a text: as it is compared, and as it stands there. */
export type Word = { readonly folded: string; readonly written: string }

/** The words of a text that say something, once each: those of three letters or more, without digits. */
export function wordsOf(text: string): Word[] {
  const found = new Map<string, Word>()
  // biome-ignore lint/suspicious/noControlCharactersInRegex: nothing but ASCII, which is most text, costs little
  const isAscii = /^[\x00-\x7f]*$/.test(text)
  for (const written of text.split(isAscii ? /[^A-Za-z\d]+/ : /[^\p{L}\p{N}\p{M}]+/u)) {
    if (written.length < 3 || (isAscii ? /\d/ : /\p{N}/u).test(written)) continue
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

/** The number of an account as it is compared: letters and figures alone. */
export const numberOf = (text: string): string => text.toUpperCase().replace(/[^A-Z\d]/g, '')
