import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { addDays, type Day, isDay } from '../../contract/day.ts'
import { t } from '../../words/t.ts'
import { IconButton } from './Button.tsx'
import { sameDayOfMonth, weeksOf } from './calendar-days.ts'
import { classes } from './classes.ts'
import { dayLong, dayOfMonth, monthText, weekdayShort, weekdayText } from './dates.ts'
import { useLocale } from './locale.ts'
import { readingKey } from './reading.ts'

const keys: Readonly<Record<string, (day: Day) => Day>> = {
  ArrowLeft: (day) => addDays(day, -1),
  ArrowRight: (day) => addDays(day, 1),
  ArrowUp: (day) => addDays(day, -7),
  ArrowDown: (day) => addDays(day, 7),
  PageUp: (day) => sameDayOfMonth(day, -1),
  PageDown: (day) => sameDayOfMonth(day, 1),
}

/** A month to choose a day from, by pointer or by arrow keys. */
export function Calendar({
  day,
  today,
  onPick,
  onClose,
}: {
  day: Day
  today: Day
  onPick: (day: Day) => void
  onClose: () => void
}) {
  const locale = useLocale()
  const [shown, setShown] = useState(day)
  const grid = useRef<HTMLTableElement>(null)
  const move = (next: Day) => isDay(next) && setShown(next)
  /** Whether the focus follows to the day: not while the months are turned. */
  const isMoved = useRef(true)
  useEffect(() => {
    if (isMoved.current) grid.current?.querySelector<HTMLElement>(`[data-day="${shown}"]`)?.focus()
    isMoved.current = true
  }, [shown])
  const onKeyDown = (event: KeyboardEvent) => {
    const step = keys[readingKey(event.key)]
    if (event.key === 'Escape') onClose()
    else if (step) move(step(shown))
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const weeks = weeksOf(shown, locale)
  const turn = (count: number) => {
    isMoved.current = false
    move(sameDayOfMonth(shown, count))
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are of the days inside.
    <div className="p-3" onKeyDown={onKeyDown}>
      <div className="flex items-center justify-between">
        <IconButton label={t('The month before')} onClick={() => turn(-1)}>
          <ChevronLeft size={16} aria-hidden />
        </IconButton>
        <div aria-live="polite" className="text-table font-semibold">
          {monthText(shown.slice(0, 7))}
        </div>
        <IconButton label={t('The next month')} onClick={() => turn(1)}>
          <ChevronRight size={16} aria-hidden />
        </IconButton>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the pattern of a calendar is a grid of buttons. */}
      <table ref={grid} role="grid" aria-label={monthText(shown.slice(0, 7))} className="mt-1">
        <thead>
          <tr>
            {weeks[0]?.map((each) => (
              <th
                key={each}
                scope="col"
                abbr={weekdayText(each)}
                className="size-8 text-axis font-medium text-text-3"
              >
                {weekdayShort(each)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((each) => (
                <td key={each} className="p-0">
                  <button
                    type="button"
                    data-day={each}
                    tabIndex={each === shown ? 0 : -1}
                    aria-label={dayLong(each, today)}
                    aria-current={each === today ? 'date' : undefined}
                    aria-pressed={each === day}
                    onClick={() => onPick(each)}
                    className={classes(
                      'size-8 touch:size-11 rounded-control text-table hover:bg-tile',
                      each.slice(0, 7) !== shown.slice(0, 7) && 'text-text-3',
                      each === today && each !== day && 'font-semibold text-accent',
                      each === day && 'bg-fill font-semibold text-white hover:bg-fill',
                    )}
                  >
                    {dayOfMonth(each)}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
