import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { updateMe } from '../../contract/auth.ts'
import type { Language } from '../../words/languages.ts'
import { t } from '../../words/t.ts'
import { cache } from '../api/ask.ts'
import { useChange } from '../api/change.ts'
import { options } from '../auth/options.ts'
import { me } from '../page/me.ts'
import { SettingsCard } from '../page/Settings.tsx'
import { LanguageField } from '../ui/LanguageField.tsx'
import { chooseLanguage } from '../ui/language.ts'
import { Refusal } from '../ui/States.tsx'

/** The person's language, in this browser and in their profile. */
export function LanguageCard() {
  const change = useChange(updateMe, { onDone: (reply) => cache.setQueryData(me.queryKey, reply) })
  const { data: door } = useQuery(options)
  const [isAway, setAway] = useState(false)
  const choose = async (language: Language | null) => {
    setAway(false)
    if ((await change.send({ body: { language } })) === undefined) return
    await chooseLanguage(language).catch(() => setAway(true))
  }
  const sentence = isAway ? t('The words of this language could not be loaded. Try again.') : change.sentence
  return (
    <SettingsCard
      title={t('Language')}
      words={
        door?.mail
          ? t('Florin speaks it to you in every browser that you sign in with, and in its mails.')
          : t('Florin speaks it to you in every browser that you sign in with.')
      }
    >
      <LanguageField className="max-w-80" onChoose={(language) => void choose(language)} />
      {sentence && <Refusal title={sentence} />}
    </SettingsCard>
  )
}
