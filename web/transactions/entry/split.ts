import { fold } from '../../ui/matching.ts'

/** One word of the text, or a quoted text, which is taken literally. */
export type EntryWord = {
  readonly start: number
  readonly end: number
  /** The word without its sign and quotes. */
  readonly text: string
  /** The same in small letters and without accents. */
  readonly folded: string
  /** @ for a contact, # for a tag, ! for an account, > for "to this account". */
  readonly sign: '' | '@' | '#' | '!' | '>'
  readonly isQuoted: boolean
  /** Whether no space is between it and the word before it: "d'Anna" is two words. */
  readonly isJoined?: boolean
}

/** Words as they were typed: with spaces between them, where there were any. */
export const joined = (words: readonly { readonly text: string; readonly isJoined?: boolean }[]): string =>
  words.map(({ text, isJoined }, at) => (at === 0 || isJoined ? text : ` ${text}`)).join('')

const PATTERN = /([@#!]?)"((?:[^"]|"")*)"|(->|=>|>|→|»)|([^\s>→»]+?)(?=\s|$|->|=>|>|→|»)/gu

/** The words of a text. A quote that is not closed is a character like any other. */
export function wordsOf(text: string): EntryWord[] {
  const words: EntryWord[] = []
  for (const match of text.matchAll(PATTERN)) {
    const [all, quotedSign, quoted, arrow, plain = ''] = match
    const start = match.index
    const place = { start, end: start + all.length }
    if (arrow !== undefined) words.push({ ...place, text: '', folded: '', sign: '>', isQuoted: false })
    else if (quoted !== undefined) {
      const said = quoted.replaceAll('""', '"').replace(/\s+/g, ' ').trim()
      words.push({ ...place, ...signed(quotedSign ?? '', said), isQuoted: true })
    } else {
      const sign = plain.length > 1 && /^[@#!]/.test(plain) ? plain.slice(0, 1) : ''
      words.push({ ...place, ...signed(sign, plain.slice(sign.length)), isQuoted: false })
    }
  }
  return words
}

const signed = (sign: string, text: string) => ({
  text,
  folded: fold(text),
  // A sign without a name does not count as a sign.
  sign: text === '' ? '' : (sign as EntryWord['sign']), // the patterns leave these signs only
})

/** In quotes, as `wordsOf` reads it again. */
export const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`

/** A name as it was typed; in small letters only, each word gets a capital. */
export const typedName = (words: readonly EntryWord[]): string => {
  const name = joined(words)
  return name === name.toLowerCase() ? name.replace(/(^|\s)\p{L}/gu, (letter) => letter.toUpperCase()) : name
}
