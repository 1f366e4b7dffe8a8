import type { Day } from '../../../contract/day.ts'
import { type Language, languages } from '../../../words/languages.ts'
import { currentLanguage, inLanguage, Later, listed, type Words } from '../../../words/t.ts'

/**
 * Sentences that are kept with an import. Answers and the database have the English text where it always was; beside it the database has the words and
 * values, under `said`, so that the sentence can be said in the language of whoever asks. What was kept before has no `said`, and stays English.
 */

type KeptValue = string | number | boolean | KeptSentence | KeptWritten
type KeptWritten =
  | { readonly day: Day }
  | { readonly decimal: string }
  | { readonly list: readonly (string | KeptSentence)[] }
export type KeptSentence = { readonly text: string; readonly values: Readonly<Record<string, KeptValue>> }

/** Why a file as a whole cannot be read. */
export type SaidFault = { readonly fault: string; readonly said?: KeptSentence | null }

/** The same with English texts in the place of sentences. */
export type KeptTexts<T> = T extends Later
  ? string
  : T extends object
    ? { [K in keyof T]: KeptTexts<T[K]> }
    : T

/** A value that each language writes in its way. */
class WrittenValue extends Later {
  readonly kept: KeptWritten

  constructor(kept: KeptWritten) {
    super('', {})
    this.kept = kept
  }

  override toString(): string {
    const [{ kept }, language] = [this, currentLanguage()]
    if ('day' in kept) return writtenDay(kept.day, language)
    if ('decimal' in kept) return writtenIn(kept.decimal, language)
    return listed(kept.list.map((one) => String(typeof one === 'string' ? one : again(one))))
  }
}

/** A day in a sentence: 4 November 2026. */
export const dayWord = (day: Day): Later => new WrittenValue({ day })

/** Decimal text in a sentence; in English as it is. */
export const decimalWord = (decimal: string): Later => new WrittenValue({ decimal })

/** Several things in a sentence: Sam, Mia and Bela. */
export const listWord = (things: readonly (string | Later)[]): Later =>
  new WrittenValue({ list: things.map((one) => (typeof one === 'string' ? one : keptSentence(one))) })

const writtenDay = (day: Day, language: Language): string =>
  Temporal.PlainDate.from(day).toLocaleString(languages[language].numbers, {
    calendar: 'gregory',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  })

function writtenIn(decimal: string, language: Language): string {
  if (language === 'en' || !/^-?\d{1,30}(?:\.\d{1,20})?$/.test(decimal)) return decimal
  const decimals = decimal.split('.')[1]?.length ?? 0
  return decimal.startsWith('-') && !/[1-9]/.test(decimal)
    ? decimal
    : new Intl.NumberFormat(languages[language].numbers, {
        minimumFractionDigits: decimals,
        maximumFractionDigits: decimals,
      }).format(decimal as `${number}`) // digits with at most one point
}

/** A sentence in a language, with its numbers as that language writes them. */
export const sentenceIn = (language: Language, sentence: Later | string): string =>
  inLanguage(
    language,
    () => String(sentence),
    (value) => new Intl.NumberFormat(languages[language].numbers).format(value),
  )

export const keptSentence = ({ text, values }: Later): KeptSentence => ({
  text,
  values: mapped(values, (value) =>
    value instanceof WrittenValue ? value.kept : value instanceof Later ? keptSentence(value) : value,
  ),
})

/** A sentence about a file, as it is kept. */
export const faultToKeep = (sentence: Later): SaidFault => ({
  fault: sentenceIn('en', sentence),
  said: keptSentence(sentence),
})

const wordsOf = (values: KeptSentence['values']): Words =>
  mapped(values, (value) =>
    typeof value !== 'object' ? value : 'text' in value ? again(value) : new WrittenValue(value),
  )

/** The sentence that was kept. */
export const again = ({ text, values }: KeptSentence): Later => new Later(text, wordsOf(values))

const mapped = <From, To>(values: Readonly<Record<string, From>>, make: (value: From) => To) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, make(value)]))

/** Something with sentences as it is kept: each is its English text. */
export const kept = <T>(value: T): KeptTexts<T> => keptOf(value) as KeptTexts<T> // which has a text for each Later

function keptOf(value: unknown): unknown {
  if (value instanceof Later) return sentenceIn('en', value)
  if (Array.isArray(value)) return value.map(keptOf)
  if (typeof value !== 'object' || value === null) return value
  const sentences = Object.entries(value).filter(([, one]) => one instanceof Later)
  const said = Object.fromEntries(sentences.map(([name, one]) => [name, keptSentence(one)]))
  return { ...mapped(value as Record<string, unknown>, keptOf), ...(sentences.length > 0 && { said }) }
}
