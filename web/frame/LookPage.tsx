import { useSyncExternalStore } from 'react'
import { currentLanguage, t } from '../../words/t.ts'
import { useBook, useToday } from '../page/me.ts'
import { SettingsCard, SettingsFrame } from '../page/Settings.tsx'
import { areShortcutsOn, followShortcuts, switchShortcuts } from '../page/shortcuts.ts'
import { dayLong } from '../ui/dates.ts'
import { SelectField, Switch } from '../ui/Field.tsx'
import { browserLocale, chooseLocale, chosenLocale, useLocale } from '../ui/locale.ts'
import { Money } from '../ui/Money.tsx'
import { useIsTouch } from '../ui/media.ts'
import { setPrivacy, usePrivacy } from '../ui/privacy.ts'
import { rich } from '../ui/rich.ts'
import { LanguageCard } from './LanguageCard.tsx'
import { ThemeSwitch } from './MorePage.tsx'

/** The appearance in this browser. Nothing here is kept in the book. */
export function LookPage() {
  const isTouch = useIsTouch()
  return (
    <SettingsFrame title={t('Look [appearance]')}>
      <SettingsCard
        title={t('Theme')}
        words={t(
          'System follows the setting of your computer or phone, also when it changes in the evening.',
        )}
        end={<ThemeSwitch />}
      />
      <LanguageCard />
      <Formats />
      <Privacy />
      {/* Where fingers point there are no keys. */}
      {!isTouch && <Shortcuts />}
      <p className="text-caption text-text-3">
        {t('The language is kept in your profile, all else in this browser only.')}
      </p>
    </SettingsFrame>
  )
}

/** The formats that days and numbers are offered in. */
const offered = [
  'en-GB',
  'en-US',
  'en-IE',
  'en-AU',
  'en-CA',
  'en-IN',
  // With the digits that banks print.
  'ar-AE-u-nu-latn',
  'ar-EG-u-nu-latn',
  'ar-MA-u-nu-latn',
  'ar-SA-u-nu-latn',
  'cs-CZ',
  'da-DK',
  'de-AT',
  'de-CH',
  'de-DE',
  'el-GR',
  'es-ES',
  'es-MX',
  'et-EE',
  'fi-FI',
  'fr-CH',
  'fr-FR',
  'hr-HR',
  'hu-HU',
  'it-IT',
  'ja-JP',
  'lt-LT',
  'lv-LV',
  'nb-NO',
  'nl-NL',
  'pl-PL',
  'pt-BR',
  'pt-PT',
  'ro-RO',
  'sk-SK',
  'sl-SI',
  'sv-SE',
  'tr-TR',
  'uk-UA',
  'zh-CN',
]

/** The name of a locale. Its extensions, such as the digits of Arabic ones, have none. */
const nameOfLocale = (locale: string): string =>
  new Intl.DisplayNames(currentLanguage(), { type: 'language' }).of(new Intl.Locale(locale).baseName) ??
  locale

function Formats() {
  useLocale()
  const chosen = chosenLocale()
  const today = useToday()
  const base = useBook().base_currency_id
  const all = chosen && !offered.includes(chosen) ? [chosen, ...offered] : offered
  return (
    <SettingsCard
      title={t('Dates and numbers')}
      words={t('How days and amounts are written, whatever the language.')}
    >
      <SelectField
        label={t('As in [a language]')}
        className="max-w-80"
        value={chosen ?? ''}
        onChange={(event) => chooseLocale(event.target.value || null)}
      >
        <option value="">
          {t('As the browser says: {language}', { language: nameOfLocale(browserLocale()) })}
        </option>
        {all.map((locale) => (
          <option key={locale} value={locale}>
            {nameOfLocale(locale)}
          </option>
        ))}
      </SelectField>
      <p className="mt-3 text-table text-text-2">
        {rich('Like this: <shown>{day}</shown>, {amount}', {
          day: dayLong(today, today),
          shown: (inner) => <span className="text-text">{inner}</span>,
          amount: <Money amount={-123456n} currency={base} className="text-text" />,
        })}
      </p>
    </SettingsCard>
  )
}

function Privacy() {
  const isOn = usePrivacy()
  const isTouch = useIsTouch()
  return (
    <SettingsCard
      title={t('Hide amounts')}
      words={
        isTouch
          ? t('Every amount and every figure of a chart becomes dots, for when others see your screen.')
          : t(
              'Every amount and every figure of a chart becomes dots, for when others see your screen. The key H does the same.',
            )
      }
      end={
        <Switch
          checked={isOn}
          onChange={(event) => setPrivacy(event.target.checked)}
          aria-label={t('Hide amounts')}
        >
          {isOn ? t('On [a switch]') : t('Off [a switch]')}
        </Switch>
      }
    />
  )
}

function Shortcuts() {
  const isOn = useSyncExternalStore(followShortcuts, areShortcutsOn)
  return (
    <SettingsCard
      title={t('Keyboard shortcuts')}
      words={t(
        'Single keys, such as N for a new transaction; they are always off while you type. The key ? lists them. Ctrl K or ⌘K works in any case.',
      )}
      end={
        <Switch
          checked={isOn}
          onChange={(event) => switchShortcuts(event.target.checked)}
          aria-label={t('Keyboard shortcuts')}
        >
          {isOn ? t('On [a switch]') : t('Off [a switch]')}
        </Switch>
      }
    />
  )
}
