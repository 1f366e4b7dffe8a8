import { t } from '../../words/t.ts'
import { useToday } from '../page/me.ts'
import { DayField } from '../ui/DayField.tsx'
import { SelectField, TextField } from '../ui/Field.tsx'
import { type PlanFaults, type PlanForm, scheduleOf } from './plan-form.ts'
import { scheduleSentence, weekdayName } from './rhythm.ts'

const units = {
  day: (count: number) => t('{count, plural, one {day} other {days}}', { count }),
  week: (count: number) => t('{count, plural, one {week} other {weeks}}', { count }),
  month: (count: number) => t('{count, plural, one {month} other {months}}', { count }),
  year: (count: number) => t('{count, plural, one {year} other {years}}', { count }),
}
const ordinals = [
  [1, () => t('first [weekday of a month]')],
  [2, () => t('second [weekday of a month]')],
  [3, () => t('third [weekday of a month]')],
  [4, () => t('fourth [weekday of a month]')],
  [5, () => t('fifth [weekday of a month]')],
  [-1, () => t('last [weekday of a month]')],
] as const

/** The number that decides between day and days; text that is none yet counts as several. */
const countOf = (every: string): number => (every.trim() === '1' ? 1 : Math.max(2, Number(every) || 2))
const WEEK = [1, 2, 3, 4, 5, 6, 7]

type Props = { form: PlanForm; faults: PlanFaults; onChange: (change: Partial<PlanForm>) => void }

/** When a plan comes: the fields, and below them the sentence that they make. */
export function ScheduleFields({ form, faults, onChange }: Props) {
  const today = useToday()
  return (
    <fieldset className="flex flex-col gap-3 rounded-control bg-canvas p-4">
      <legend className="sr-only">{t('When it comes')}</legend>
      <DayField
        label={t('First on')}
        lean="future"
        today={today}
        day={form.start}
        onDay={(start) => {
          if (start === null) return
          // The day of the month follows the first day, as long as nobody has chosen another.
          const follows = Number(form.day) === Number(form.start.slice(8))
          onChange({ start, ...(follows && { day: String(Number(start.slice(8))) }) })
        }}
        fault={faults.start}
      />
      <div className="grid grid-cols-[88px_1fr] gap-3">
        <TextField
          label={t('Every')}
          inputMode="numeric"
          value={form.every}
          fault={faults.every}
          onChange={(event) => onChange({ every: event.target.value })}
        />
        <SelectField
          label={t('Unit')}
          value={form.unit}
          onChange={(event) => onChange({ unit: event.target.value as PlanForm['unit'] })} // one of the options
        >
          {Object.entries(units).map(([unit, word]) => (
            <option key={unit} value={unit}>
              {word(countOf(form.every))}
            </option>
          ))}
        </SelectField>
      </div>
      {(form.unit === 'month' || form.unit === 'year') && (
        <OnFields form={form} faults={faults} onChange={onChange} />
      )}
      <SelectField
        label={t('On a weekend')}
        value={form.working_days}
        onChange={(event) => onChange({ working_days: event.target.value as PlanForm['working_days'] })} // one of the options
      >
        <option value="none">{t('it stays on its day')}</option>
        <option value="before">{t('on the Friday before')}</option>
        <option value="after">{t('on the Monday after')}</option>
      </SelectField>
      <EndFields form={form} faults={faults} onChange={onChange} />
      <p role="status" className="text-table text-text-2">
        {scheduleSentence(scheduleOf(form), today)}
      </p>
    </fieldset>
  )
}

const OnFields = ({ form, onChange }: Props) => (
  <div className={`grid gap-3 ${form.on === 'day' ? 'grid-cols-[1fr_112px]' : 'grid-cols-2'}`}>
    <SelectField
      label={t('On [a day]')}
      value={form.on}
      onChange={(event) => onChange({ on: event.target.value as PlanForm['on'] })} // one of the options
    >
      <option value="day">{t('a day of the month')}</option>
      <option value="last">{t('the last day')}</option>
      <option value="weekday">{t('a weekday')}</option>
    </SelectField>
    {form.on === 'day' && (
      <TextField
        label={t('Day of the month')}
        inputMode="numeric"
        value={form.day}
        onChange={(event) => onChange({ day: event.target.value })}
      />
    )}
    {form.on === 'weekday' && (
      <div className="grid grid-cols-2 gap-2">
        <SelectField
          label={t('Which')}
          value={form.nth}
          onChange={(event) => onChange({ nth: Number(event.target.value) })}
        >
          {ordinals.map(([nth, word]) => (
            <option key={nth} value={nth}>
              {word()}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={t('Weekday')}
          value={form.weekday}
          onChange={(event) => onChange({ weekday: Number(event.target.value) })}
        >
          {WEEK.map((weekday) => (
            <option key={weekday} value={weekday}>
              {weekdayName(weekday)}
            </option>
          ))}
        </SelectField>
      </div>
    )}
  </div>
)

const EndFields = ({ form, faults, onChange }: Props) => {
  const today = useToday()
  return (
    <div className="grid grid-cols-2 gap-3">
      <SelectField
        label={t('It ends')}
        value={form.ends}
        onChange={(event) => onChange({ ends: event.target.value as PlanForm['ends'] })} // one of the options
      >
        <option value="never">{t('never')}</option>
        <option value="day">{t('on a day')}</option>
        <option value="count">{t('after some times')}</option>
      </SelectField>
      {form.ends === 'day' && (
        <DayField
          label={t('Last day')}
          lean="future"
          today={today}
          day={form.end}
          onDay={(end) => end && onChange({ end })}
          fault={faults.end}
        />
      )}
      {form.ends === 'count' && (
        <TextField
          label={t('Times')}
          inputMode="numeric"
          value={form.count}
          fault={faults.count}
          onChange={(event) => onChange({ count: event.target.value })}
        />
      )}
    </div>
  )
}
