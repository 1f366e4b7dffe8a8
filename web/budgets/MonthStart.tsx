import { CalendarRange } from 'lucide-react'
import { useState } from 'react'
import { updateBook } from '../../contract/books.ts'
import { daysOfMonth, MONTH_STARTS, type Month } from '../../contract/month.ts'
import { t } from '../../words/t.ts'
import { useChange } from '../api/change.ts'
import { monthStartWords } from '../books/month-start.ts'
import { useBook } from '../page/me.ts'
import { Button } from '../ui/Button.tsx'
import { rangeText } from '../ui/dates.ts'
import { Form, SelectField } from '../ui/Field.tsx'
import { Popup } from '../ui/Popup.tsx'
import { Refusal } from '../ui/States.tsx'

/** The days of the month beside its name; it opens the choice of the day that months start on, such as a payday. */
export function MonthStart({ month }: { month: Month }) {
  const { month_starts_on } = useBook()
  const [isOpen, setOpen] = useState(false)
  const { date_from, date_to } = daysOfMonth(month, month_starts_on)
  return (
    <>
      <Button needs="own" icon={<CalendarRange size={15} />} onClick={() => setOpen(true)}>
        <span className="sr-only">{t('Days of the month:')} </span>
        {rangeText(date_from, date_to)}
      </Button>
      {isOpen && <StartPopup month={month} onClose={() => setOpen(false)} />}
    </>
  )
}

function StartPopup({ month, onClose }: { month: Month; onClose: () => void }) {
  const { month_starts_on } = useBook()
  const [start, setStart] = useState(month_starts_on)
  const saving = useChange(updateBook, {
    words: t('Months start on {day}', { day: monthStartWords(start) }),
    onDone: onClose,
  })
  const { date_from, date_to } = daysOfMonth(month, start)
  const save = () =>
    start === month_starts_on ? onClose() : void saving.send({ body: { month_starts_on: start } })
  return (
    <Popup
      title={t('When do your months start?')}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button look="primary" isBusy={saving.isBusy} onClick={save}>
            {t('Save')}
          </Button>
        </>
      }
    >
      <Form onSubmit={save} className="flex flex-col gap-3">
        <SelectField
          label={t('Months start on')}
          hint={t(
            'For instance the day your salary comes. Budgets stay as they are; days move between months, past ones too.',
          )}
          value={String(start)}
          onChange={({ target }) =>
            setStart(target.value === 'last_working_day' ? target.value : Number(target.value))
          }
        >
          {MONTH_STARTS.map((one) => (
            <option key={one} value={String(one)}>
              {monthStartWords(one)}
            </option>
          ))}
        </SelectField>
        <p className="text-table text-text-2">
          {t('This month is then {days}.', { days: rangeText(date_from, date_to) })}
        </p>
        {saving.sentence && <Refusal title={saving.sentence} />}
        <button type="submit" hidden />
      </Form>
    </Popup>
  )
}
