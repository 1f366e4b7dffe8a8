import { folded, isAscii } from '../../contract/fold.ts'

/** A word of a text: its folded form, and the form in the text. */
export type Word = { readonly folded: string; readonly written: string }

/** Words of web addresses, which name nobody: NETFLIX.COM and UBER.COM have nothing in common. */
const OF_ADDRESSES = new Set(['www', 'http', 'https', 'com', 'net', 'org'])

/** Chinese words: two letters of them are as much as three or more of others. */
const HAN = /\p{Script=Han}/u

/** The significant words of a text, once each: words of three letters or more, or of two Chinese ones, without digits. */
export function wordsOf(text: string): Word[] {
  const found = new Map<string, Word>()
  const isPlain = isAscii(text)
  for (const written of text.split(isPlain ? /[^A-Za-z\d]+/ : /[^\p{L}\p{N}\p{M}]+/u)) {
    if (
      (written.length < 3 && !(written.length === 2 && !isPlain && HAN.test(written))) ||
      OF_ADDRESSES.has(written.toLowerCase()) ||
      (isPlain ? /\d/ : /\p{N}/u).test(written)
    )
      continue
    const compared = folded(written)
    if (!found.has(compared)) found.set(compared, { folded: compared, written })
  }
  return [...found.values()]
}

/** All words of a name, also the short ones: for finding out whether a text names somebody. */
export function nameWords(name: string): string[] {
  const text = folded(name)
  const found = new Set(text.split(isAscii(text) ? /[^a-z\d]+/ : /[^\p{L}\p{N}\p{M}]+/u))
  found.delete('')
  return [...found]
}

/** Whether two texts name the same payee: all words of one of them are in the other. One common word of several is not enough. */
export const isSameName = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  one.size > 0 && other.size > 0 && (one.isSubsetOf(other) || other.isSubsetOf(one))

/** Items by their rarest word, so that a text is compared with few of them, however many share common words. */
export function byRarest<Item extends { readonly words: readonly string[] }>(
  items: readonly Item[],
): ReadonlyMap<string, readonly Item[]> {
  const counts = new Map<string, number>()
  for (const { words } of items) for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  const found = new Map<string, Item[]>()
  for (const item of items) {
    const [first = '', ...rest] = item.words
    const rarest = rest.reduce((a, b) => ((counts.get(b) ?? 0) < (counts.get(a) ?? 0) ? b : a), first)
    const list = found.get(rarest)
    if (list) list.push(item)
    else found.set(rarest, [item])
  }
  return found
}

/**
 * Whether a text contains another one, in time that grows with their lengths: `String.includes` takes their product for some texts. After Knuth,
 * Morris and Pratt: `back` has, for each beginning of the other text, how much of it also is its end.
 */
export function includesText(text: string, other: string): boolean {
  if (text.length * other.length < 100_000) return text.includes(other)
  const back = new Int32Array(other.length + 1)
  const next = (same: number, code: number): number => {
    let at = same
    while (at > 0 && other.charCodeAt(at) !== code) at = back[at] ?? 0
    return other.charCodeAt(at) === code ? at + 1 : 0
  }
  for (let at = 1; at < other.length; at++) back[at + 1] = next(back[at] ?? 0, other.charCodeAt(at))
  for (let at = 0, same = 0; at < text.length; at++) {
    same = next(same, text.charCodeAt(at))
    if (same === other.length) return true
  }
  return false
}

/** The number of an account as it is compared: letters and figures alone. */
export const numberOf = (text: string): string => text.toUpperCase().replace(/[^A-Z\d]/g, '')

/** Folded words as a text has them: "H&M" for h and m, if they follow each other there, with one short word between two at most; else each as it is written. */
export function asWritten(text: string, words: readonly string[]): string {
  const own = text
    .matchAll(/[\p{L}\p{N}\p{M}]+/gu)
    .map(({ 0: written, index }) => ({ written, compared: folded(written), index }))
    .toArray()
  for (const [at, first] of own.entries()) {
    let place = at - 1
    const isNext = (word: string) => {
      place++
      const skipped = own[place]
      if (place > at && skipped && skipped.compared !== word && skipped.compared.length <= 2) place++
      return own[place]?.compared === word
    }
    const isHere = words.every(isNext)
    const last = own[place]
    if (isHere && last) return text.slice(first.index, last.index + last.written.length)
  }
  return words.map((word) => own.find(({ compared }) => compared === word)?.written ?? word).join(' ')
}
