import { useSyncExternalStore } from 'react'
import { t } from '../../words/t.ts'
import { keepNothing, setKeepNothing } from '../api/forget-book.ts'
import { SettingsCard } from '../page/Settings.tsx'
import { Switch } from '../ui/Field.tsx'

/** Whether this browser has a copy of the book, for the time without a connection. */
export function KeepNothing() {
  const isOn = useSyncExternalStore(keepNothing.subscribe, keepNothing.get) !== null
  return (
    <SettingsCard
      title={t('Keep nothing on this device')}
      words={t(
        'When on, Florin stores nothing in this browser and does not work offline. Only entries that wait to be sent stay until they are.',
      )}
      end={
        <Switch
          checked={isOn}
          onChange={(event) => void setKeepNothing(event.target.checked)}
          aria-label={t('Keep nothing on this device')}
        >
          {isOn ? t('On') : t('Off')}
        </Switch>
      }
    />
  )
}
