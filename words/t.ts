import { messageOf, typedTables } from './catalogue.ts'
import { commaOf, type Language, languages } from './languages.ts'
import { type Speaker, say } from './message.ts'
import type { TypedTable } from './typed.ts'

/**
 * The words of Florin. `t('Net worth')` is that text in the reader's language: the English text, in ICU message syntax, is the key under which `words/de.json`
 * has the German one. It is written where it is said, as a text and not as a variable, and inside a function: a constant would keep the language of the moment.
 * In the browser the build has put a short key in its place (`web/words-plugin.ts`).
 */
export type Words = Readonly<Record<string, string | number | boolean | Later>>

/**
 * A part of a sentence that is known before its reader's language is: a reason in a refusal, say. It is said where it is put into a sentence, and is English in
 * the answer's `params`.
 */
export class Later {
  readonly text: string
  readonly values: Words

  constructor(text: string, values: Words) {
    this.text = text
    this.values = values
  }

  toString(): string {
    return said(this.text, this.values)
  }

  toJSON(): string {
    return inLanguage('en', () => this.toString())
  }
}

/** A text that is said later: `later('the account is in {currency}', { currency })`. */
export const later = (text: string, values: Words = {}): Later => new Later(text, values)

const plain = (value: number): string => String(value)

let speaker: Speaker = { language: 'en', number: plain }

export const currentLanguage = (): Language => speaker.language

/** The words that the reader may type, and the English ones. */
export const typedWords = (): readonly TypedTable[] => typedTables(speaker.language)

/** Sets the language of everything that is said from here on. */
export const speak = (language: Language): void => {
  speaker = { ...speaker, language }
}

/** Sets how numbers in sentences are written. */
export const writeNumbers = (number: Speaker['number']): void => {
  speaker = { ...speaker, number }
}

/** Says something in another language; the language is as before when this returns. */
export function inLanguage<T>(language: Language, tell: () => T, number: Speaker['number'] = plain): T {
  const before = speaker
  speaker = { language, number }
  try {
    return tell()
  } finally {
    speaker = before
  }
}

const said = (text: string, values: Words): string =>
  say(messageOf(text, speaker.language), values, speaker).join('')

/** A text in the reader's language. */
export const t = (text: string, values: Words = {}): string => said(text, values)

/** The same in pieces, where a value is no text, or a part of the sentence is shown in a way of its own. */
export const piecesOf = (text: string, values: Readonly<Record<string, unknown>>): unknown[] =>
  say(messageOf(text, speaker.language), values, speaker)

const formats = new Map<string, Intl.ListFormat>()

function formatOf(type: 'conjunction' | 'disjunction'): Intl.ListFormat {
  const key = `${speaker.language} ${type}`
  let format = formats.get(key)
  if (!format) {
    format = new Intl.ListFormat(languages[speaker.language].numbers, { type })
    formats.set(key, format)
  }
  return format
}

/** Sam, Mia and Bela. */
export const listed = (
  words: readonly string[],
  type: 'conjunction' | 'disjunction' = 'conjunction',
): string => formatOf(type).format(words)

/** The comma between the parts of a list without an "and", for `join`. */
export const comma = (): string => commaOf(speaker.language)
