import { useEffect } from 'react'
import { useMe } from '../page/me.ts'
import { chooseLanguage, chosenLanguage } from '../ui/language.ts'

/** The language of the profile is spoken in every browser; one chosen before signing in stays where the profile has none. */
export function usePersonsLanguage(): void {
  const { language } = useMe()
  useEffect(() => {
    if (language !== null && language !== chosenLanguage())
      void chooseLanguage(language).catch(() => undefined) // the next visit tries again
  }, [language])
}
