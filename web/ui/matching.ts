/** Finds names in a list by typed text. */

/** Letters that Unicode does not decompose; an empty one is left out. */
const spellings: Readonly<Record<string, string>> = { ł: 'l', '’': "'", ʼ: "'", '‘': "'", ة: 'ه', ى: 'ي' }
const SPELLINGS = /[ł’ʼ‘ةىـ\u061c\u200e\u200f\u2066-\u2069]/g

/**
 * In small letters and without accents, so that "kovacs" finds Kovács: also ł, which Unicode does not decompose. An apostrophe is the same however it is
 * written, and so are the Arabic letters at the end of a word that people take for each other. Marks of the
 * writing direction, which stand around names that were copied, are none.
 */
export const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(SPELLINGS, (letter) => spellings[letter] ?? '')
    .replace(/\s+/g, ' ')
    .trim()

/** How well a name fits a typed text: 0 is the name itself, then its beginning, the beginning of a word, any part; -1 is not at all. */
export function fit(name: string, query: string): number {
  const [whole, part] = [fold(name), fold(query)]
  if (whole === part) return 0
  if (whole.startsWith(part)) return 1
  if (` ${whole}`.includes(` ${part}`)) return 2
  return whole.includes(part) ? 3 : -1
}

/** The items whose name fits, the best first; equals keep their order. */
export const matching = <T>(items: readonly T[], query: string, nameOf: (item: T) => string): T[] =>
  query.trim() === ''
    ? [...items]
    : items
        .map((item) => ({ item, rank: fit(nameOf(item), query) }))
        .filter(({ rank }) => rank >= 0)
        .sort((a, b) => a.rank - b.rank)
        .map(({ item }) => item)
