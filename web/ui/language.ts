import { useSyncExternalStore } from 'react'
import { isRightToLeft, type Language, languageOf } from '../../words/languages.ts'
import { currentLanguage, speak } from '../../words/t.ts'
import { stored } from './stored.ts'
import { browserLanguage, changeTo, LANGUAGE } from './words.ts'

/** The language chosen in this browser; without one it is the browser's. */
const chosen = stored(LANGUAGE)

const listeners = new Set<() => void>()

/** Sets the language of all screens, whose sentences have been loaded. */
export function speakIn(language: Language): void {
  speak(language)
  document.documentElement.lang = language
  document.documentElement.dir = isRightToLeft(language) ? 'rtl' : 'ltr'
  for (const listener of listeners) listener()
}

/** The language that was chosen; null while the browser's is used. */
export const chosenLanguage = (): Language | null => languageOf(chosen.get() ?? '') ?? null

let choices = 0

/**
 * Chooses a language, or with null goes back to the browser's. The screens change when its sentences are there, unless another one was chosen
 * meanwhile.
 */
export async function chooseLanguage(language: Language | null): Promise<void> {
  const before = chosen.get()
  chosen.set(language)
  const next = language ?? browserLanguage()
  const choice = ++choices
  const isLast = () => choice === choices
  if (next === currentLanguage()) return
  try {
    await changeTo(next, isLast)
  } catch (error) {
    if (!isLast()) return
    chosen.set(before)
    throw error
  }
  if (isLast()) speakIn(next)
}

/** Tells when another language is spoken. */
export const onLanguage = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useLanguage = (): Language => useSyncExternalStore(onLanguage, currentLanguage)
