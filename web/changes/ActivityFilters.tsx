import { useState } from 'react'
import type { Change } from '../../contract/changes.ts'
import { useAddress } from '../shell/address.ts'
import { Button } from '../ui/Button.tsx'
import { SelectField, TextField } from '../ui/Field.tsx'
import { dayAt, endOfDay, filterNames, filtersIn, kindsOfRecord, startOfDay } from './filters.ts'

/** What the list is filtered by. All of it is in the address, so that a filtered list can be kept and sent. */
export function ActivityFilters({ rows }: { rows: readonly Change[] }) {
  const { search, filter } = useAddress()
  const people = [...new Map(rows.map((row) => [row.user_id, row.user_name ?? 'Somebody'])).entries()]
  const isFiltered = Object.keys(filtersIn(search)).length > 0
  const clear = () => filter(Object.fromEntries(filterNames.map((name) => [name, undefined])))
  const kind = search.resource ?? ''
  const [isShown, setShown] = useState(false)
  const hasDates = isShown || ['from', 'to', 'dated_from', 'dated_to'].some((name) => search[name])
  return (
    <div className="mb-4 grid grid-cols-2 items-end gap-3 sm:flex sm:flex-wrap">
      <SelectField
        label="What"
        className="col-span-2 sm:w-48"
        value={kind}
        onChange={(event) => filter({ resource: event.target.value || undefined })}
      >
        <option value="">Everything</option>
        {kindsOfRecord.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
        {kind !== '' && !kindsOfRecord.some(({ value }) => value === kind) && (
          <option value={kind}>{kind.replaceAll('_', ' ')}</option>
        )}
      </SelectField>
      {(people.length > 1 || search.user_id) && (
        <SelectField
          label="Who"
          className="col-span-2 sm:w-40"
          value={search.user_id ?? ''}
          onChange={(event) => filter({ user_id: event.target.value || undefined })}
        >
          <option value="">Everybody</option>
          {people.map(([id, name]) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
      {!hasDates && (
        <Button look="quiet" className="justify-self-start" onClick={() => setShown(true)}>
          By date
        </Button>
      )}
      {hasDates && <Dates />}
      {isFiltered && (
        <Button look="quiet" onClick={clear}>
          Clear
        </Button>
      )}
    </div>
  )
}

/** By when it was changed, and by the day that a changed transaction is of. */
function Dates() {
  const { search, filter } = useAddress()
  return (
    <>
      <TextField
        label="Changed since"
        type="date"
        value={dayAt(search.from)}
        onChange={({ target }) => filter({ from: target.value ? startOfDay(target.value) : undefined })}
      />
      <TextField
        label="Changed until"
        type="date"
        value={dayAt(search.to)}
        onChange={({ target }) => filter({ to: target.value ? endOfDay(target.value) : undefined })}
      />
      <TextField
        label="Dated from"
        type="date"
        value={search.dated_from ?? ''}
        onChange={({ target }) => filter({ dated_from: target.value || undefined })}
      />
      <TextField
        label="Dated to"
        type="date"
        value={search.dated_to ?? ''}
        onChange={({ target }) => filter({ dated_to: target.value || undefined })}
      />
    </>
  )
}
