/** Words between names that are written small: City of Graz is CG. */
const isName = (word: string) => /^\P{L}*[\p{Lu}\p{Lo}]/u.test(word)

/** The first letters of a name's first and last word: Bela Kovács is BK. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word))
  const large = words.filter(isName)
  const [first, ...rest] = large.length > 1 ? large : words.slice(0, 1)
  const last = rest.at(-1)
  return [first, last]
    .flatMap((word) =>
      [...(word ?? '').normalize('NFC')].filter((letter) => /[\p{L}\p{N}]/u.test(letter)).slice(0, 1),
    )
    .join('')
    .toUpperCase()
}

/** Titles and words that are not first names. */
const titles = /^(dr|mr|mrs|ms|mx|prof|sir|dame|the|city|town|bank|hotel|cafe|café)\.?$/i
const parties =
  /^(gmbh|ag|kg|kft|bt|zrt|ltd|llc|inc|plc|bank|office|city|library|shop|store|school|club|company|co|garage|hotel|practice|clinic)\.?$/i

/** The short name in a sentence: Bela for Bela Kovács; the whole name where it is not plainly a person's. */
export function shortNameOf(name: string): string {
  const words = name.trim().split(/\s+/)
  const [first = '', last = ''] = words
  const isPerson =
    words.length === 2 &&
    words.every((word) => /^\p{Lu}[\p{L}’'.-]*$/u.test(word)) &&
    !titles.test(first) &&
    !parties.test(last)
  return isPerson ? first : name.trim()
}
