import { Lock, LockOpen } from 'lucide-react'
import { useState } from 'react'
import { updateBook } from '../../contract/books.ts'
import { addDays, type Day } from '../../contract/day.ts'
import { t } from '../../words/t.ts'
import { useChange } from '../api/change.ts'
import { useBook, useToday } from '../page/me.ts'
import { SettingsCard } from '../page/Settings.tsx'
import { Button } from '../ui/Button.tsx'
import { DayField } from '../ui/DayField.tsx'
import { dayInSentence } from '../ui/dates.ts'
import { Form } from '../ui/Field.tsx'
import { rich } from '../ui/rich.ts'
import { Refusal } from '../ui/States.tsx'

/** The last day of the month before. */
const endOfLastMonth = (today: Day): Day => addDays(`${today.slice(0, 7)}-01`, -1)

/** Closing the books through a day, and opening them again. */
export function Closing() {
  const { closed_through: closed } = useBook()
  const today = useToday()
  const [day, setDay] = useState<Day>(() => endOfLastMonth(today))
  const change = useChange(updateBook, {
    words: ({ closed_through }) =>
      closed_through
        ? t('The books are closed through {day}', { day: dayInSentence(closed_through, today) })
        : t('The books are open'),
  })
  // Only this day is sent, so that other changes of the book meanwhile stay.
  const set = (closed_through: Day | null) => void change.send({ body: { closed_through } })
  return (
    <SettingsCard
      title={t('Closing the books')}
      words={t(
        'Nothing on or before that day can be added, changed or deleted by mistake. Notes, tags and contacts can still change, and you can open the books again at any time.',
      )}
    >
      {closed && (
        <p className="mb-4 flex flex-wrap items-center justify-between gap-3 rounded-control bg-sunken px-3.5 py-2.5 text-table">
          <span className="flex items-center gap-2.5">
            <Lock size={15} className="shrink-0 text-text-2" />
            <span>
              {rich('Closed through <strong>{day}</strong>', {
                day: dayInSentence(closed, today),
                strong: (inner) => <strong className="font-semibold">{inner}</strong>,
              })}
            </span>
          </span>
          <Button icon={<LockOpen size={15} />} isBusy={change.isBusy} onClick={() => set(null)}>
            {t('Reopen all of it')}
          </Button>
        </p>
      )}
      <Form
        className="flex flex-wrap items-end gap-3"
        onSubmit={() => {
          set(day)
        }}
      >
        <DayField
          label={t('Close the books through [a day]')}
          className="w-60"
          today={today}
          day={day}
          onDay={(next) => next && setDay(next)}
        />
        <Button type="submit" icon={<Lock size={15} />} isBusy={change.isBusy}>
          {closed && day < closed
            ? t('Reopen after {day}', { day: dayInSentence(day, today) })
            : t('Close the books')}
        </Button>
      </Form>
      {change.sentence && (
        <div className="mt-4">
          <Refusal title={change.sentence} />
        </div>
      )}
    </SettingsCard>
  )
}
