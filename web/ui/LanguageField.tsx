import { useEffect, useRef } from 'react'
import { isRightToLeft, languages, languageTags } from '../../words/languages.ts'
import { t } from '../../words/t.ts'
import { SelectField } from './Field.tsx'
import { chosenLanguage, onLanguage, useLanguage } from './language.ts'
import { browserLanguage } from './words.ts'

/** All screens are made anew in another language: the field that chose it keeps the focus. */
let hadFocus = false

/** The choice of a language, each under the name that its readers know. */
export function LanguageField({
  className,
  onChoose,
}: {
  className?: string
  onChoose: (language: keyof typeof languages | null) => void
}) {
  useLanguage()
  const field = useRef<HTMLSelectElement>(null)
  useEffect(() => {
    if (hadFocus) field.current?.focus({ preventScroll: true })
    hadFocus = false
    return onLanguage(() => {
      hadFocus = document.activeElement === field.current
    })
  }, [])
  return (
    <SelectField
      ref={field}
      label={t('Language')}
      className={className}
      value={chosenLanguage() ?? ''}
      onChange={(event) => onChoose(languageTags.find((tag) => tag === event.target.value) ?? null)}
    >
      <option value="">
        {t('As the browser says: {language}', { language: languages[browserLanguage()].name })}
      </option>
      {languageTags.map((tag) => (
        <option key={tag} value={tag} lang={tag} dir={isRightToLeft(tag) ? 'rtl' : 'ltr'}>
          {languages[tag].name}
        </option>
      ))}
    </SelectField>
  )
}
