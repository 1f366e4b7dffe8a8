import { comma, t } from '../../words/t.ts'
import { Combobox } from '../ui/Combobox.tsx'
import { ownTimeZone } from '../ui/dates.ts'
import { Field } from '../ui/Field.tsx'
import { matching } from '../ui/matching.ts'

const words = (zone: string) => zone.replaceAll('_', ' ').replaceAll('/', comma())

/** Chooses a time zone; the reader's own one comes first. */
export function TimeZonePicker({
  value,
  onChange,
  fault,
}: {
  value: string
  onChange: (zone: string) => void
  fault?: string | undefined
}) {
  const zones = [...new Set([ownTimeZone(), 'UTC', ...Intl.supportedValuesOf('timeZone')])]
  return (
    <Field label={t('Time zone')} hint={t('It decides what day today is.')} fault={fault}>
      {(ids) => (
        <Combobox
          {...ids}
          shown={words(value)}
          chosenId={value}
          optionsFor={(query) =>
            matching(zones, query, words).map((zone) => ({
              id: zone,
              text: words(zone),
              ...(zone === ownTimeZone() ? { detail: t('yours [your time zone]') } : {}),
            }))
          }
          onPick={({ id }) => onChange(id)}
        />
      )}
    </Field>
  )
}
