import { CalendarDays } from 'lucide-react'
import { useState } from 'react'
import type { Change } from '../../contract/changes.ts'
import { t } from '../../words/t.ts'
import { useAddress } from '../page/address.ts'
import { useToday } from '../page/me.ts'
import { whoLeft } from '../page/people.ts'
import { Button } from '../ui/Button.tsx'
import { DayField } from '../ui/DayField.tsx'
import { SelectField } from '../ui/Field.tsx'
import {
  activityFiltersIn,
  dayAt,
  endOfDay,
  filterNames,
  kindsOfRecord,
  startOfDay,
} from './activity-filters.ts'

/** The filters of the list. All of them are in the address, so that a filtered list can be kept and sent. */
export function ActivityFilters({ rows }: { rows: readonly Change[] }) {
  const { search, filter } = useAddress()
  const people = [...new Map(rows.map((row) => [row.user_id, row.user_name ?? whoLeft()])).entries()]
  const isFiltered = Object.keys(activityFiltersIn(search)).length > 0
  const clear = () => filter(Object.fromEntries(filterNames.map((name) => [name, undefined])))
  const kind = search.resource ?? ''
  const kinds = kindsOfRecord()
  const [isShown, setShown] = useState(false)
  const hasDates = isShown || ['from', 'to', 'dated_from', 'dated_to'].some((name) => search[name])
  return (
    <div className="mb-4 flex flex-wrap items-end gap-3">
      <SelectField
        label={t('What [kind of record]')}
        className="max-sm:flex-1 sm:w-48"
        value={kind}
        onChange={(event) => filter({ resource: event.target.value || undefined })}
      >
        <option value="">{t('Everything')}</option>
        {kinds.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
        {kind !== '' && !kinds.some(({ value }) => value === kind) && (
          <option value={kind}>{kind.replaceAll('_', ' ')}</option>
        )}
      </SelectField>
      {(people.length > 1 || search.user_id) && (
        <SelectField
          label={t('Who')}
          className="max-sm:flex-1 sm:w-40"
          value={search.user_id ?? ''}
          onChange={(event) => filter({ user_id: event.target.value || undefined })}
        >
          <option value="">{t('Everybody')}</option>
          {people.map(([id, name]) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
      {!hasDates && (
        <Button icon={<CalendarDays size={15} />} className="min-h-9" onClick={() => setShown(true)}>
          {t('By date')}
        </Button>
      )}
      {hasDates && <Dates />}
      {isFiltered && (
        <Button look="quiet" onClick={clear}>
          {t('Clear [filters]')}
        </Button>
      )}
    </div>
  )
}

/** Filters by the time of the change, and by the day of the changed transaction. */
function Dates() {
  const { search, filter } = useAddress()
  const today = useToday()
  return (
    <>
      <DayField
        label={t('Changed since')}
        className="max-sm:basis-full sm:w-48"
        isOptional
        today={today}
        day={dayAt(search.from) || null}
        onDay={(day) => filter({ from: day ? startOfDay(day) : undefined })}
      />
      <DayField
        label={t('Changed until')}
        className="max-sm:basis-full sm:w-48"
        isOptional
        today={today}
        day={dayAt(search.to) || null}
        onDay={(day) => filter({ to: day ? endOfDay(day) : undefined })}
      />
      <DayField
        label={t('Dated from')}
        className="max-sm:basis-full sm:w-48"
        isOptional
        today={today}
        day={search.dated_from ?? null}
        onDay={(day) => filter({ dated_from: day ?? undefined })}
      />
      <DayField
        label={t('Dated to')}
        className="max-sm:basis-full sm:w-48"
        isOptional
        today={today}
        day={search.dated_to ?? null}
        onDay={(day) => filter({ dated_to: day ?? undefined })}
      />
    </>
  )
}
