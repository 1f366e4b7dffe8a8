import { useSyncExternalStore } from 'react'
import { type Language, languageOf, languages } from '../../words/languages.ts'
import { currentLanguage, writeNumbers } from '../../words/t.ts'
import { remembered } from './remembered.ts'
import { stored } from './stored.ts'

/** How dates and numbers are written: as in the reader's language, unless a locale was chosen in the settings. */
const chosen = stored('florin.locale')

const canonical = remembered((text): string | null => {
  try {
    return Intl.getCanonicalLocales(text)[0] ?? null
  } catch {
    return null
  }
})
const known = (text: string | null | undefined): string | null => (text ? canonical(text) : null)

export const browserLocale = (): string =>
  known(typeof navigator === 'undefined' ? null : navigator.language) ?? 'en-GB'

/** The locale chosen in the settings; null while the browser's is used. */
export const chosenLocale = (): string | null => known(chosen.get())

/** How a language is written: as the browser says, if that is its language too. */
const localeOf = (language: Language): string =>
  languageOf(browserLocale()) === language ? browserLocale() : languages[language].numbers

export const currentLocale = (): string => chosenLocale() ?? localeOf(currentLanguage())

/** The locale of months and weekdays, which are words: that of the reader's language, however numbers are written. */
export const wordLocale = (): string => {
  const [locale, language] = [currentLocale(), currentLanguage()]
  return languageOf(locale) === language ? locale : localeOf(language)
}

/** Chooses a locale, or with null goes back to the browser's. */
export const chooseLocale = (locale: string | null): void => chosen.set(known(locale))

export const useLocale = (): string => useSyncExternalStore(chosen.subscribe, currentLocale)

/** A count in a sentence: 1,428. */
export const countText = (count: number, locale = currentLocale()): string =>
  new Intl.NumberFormat(locale).format(count)

writeNumbers((count) => countText(count))
