import { useSyncExternalStore } from 'react'
import { languageOf, languages } from '../../words/languages.ts'
import { currentLanguage, writeNumbers } from '../../words/t.ts'
import { remembered } from './remembered.ts'
import { stored } from './stored.ts'

/** How dates and numbers are written: as the browser says, unless a locale was chosen in the settings. */
const chosen = stored('florin.locale')

const canonical = remembered((text): string | null => {
  try {
    return Intl.getCanonicalLocales(text)[0] ?? null
  } catch {
    return null
  }
})
const known = (text: string | null | undefined): string | null => (text ? canonical(text) : null)

/** How the browser writes. Arabic is written with the digits that banks print, which amounts are typed with too. */
export const browserLocale = (): string => {
  const locale = known(typeof navigator === 'undefined' ? null : navigator.language) ?? 'en-GB'
  return /^ar\b(?!.*-u-)/.test(locale) ? `${locale}-u-nu-latn` : locale
}

/** The locale chosen in the settings; null while the browser's is used. */
export const chosenLocale = (): string | null => known(chosen.get())

export const currentLocale = (): string => chosenLocale() ?? browserLocale()

/** The locale of months and weekdays, which are words: that of the reader's language, however numbers are written. */
export const wordLocale = (): string => {
  const language = currentLanguage()
  const speaks = (locale: string) => languageOf(locale) === language
  return [currentLocale(), browserLocale()].find(speaks) ?? languages[language].numbers
}

/** Chooses a locale, or with null goes back to the browser's. */
export const chooseLocale = (locale: string | null): void => chosen.set(known(locale))

export const useLocale = (): string => useSyncExternalStore(chosen.subscribe, currentLocale)

/** A count in a sentence: 1,428. */
export const countText = (count: number, locale = currentLocale()): string =>
  new Intl.NumberFormat(locale).format(count)

writeNumbers((count) => countText(count))
