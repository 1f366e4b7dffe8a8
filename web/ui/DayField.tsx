import { CalendarDays } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { addDays, type Day, isDay } from '../../contract/day.ts'
import { t } from '../../words/t.ts'
import { classes } from './classes.ts'
import { dayText, nearDay, weekdayShort } from './dates.ts'
import { dayForEditing, orderIn, readDay } from './day-text.ts'
import { dayWords } from './day-words.ts'
import { Field, inputClasses } from './Field.tsx'
import { Floating } from './Floating.tsx'
import { LazyCalendar } from './LazyCalendar.tsx'
import { useLocale } from './locale.ts'

/**
 * A day: types 12, 12.11, fri, yesterday, -3; ↑ and ↓ go a day, with Shift a week; the calendar opens on demand. It always holds a day,
 * or null where `isOptional`: unreadable text shows an error, and the previous value is kept.
 *
 *   <DayField label="Date" today={useToday()} day={draft.date} onDay={(date) => change({ date })} />
 *   <DayField label="Due" lean="future" isOptional … />
 */
export function DayField({
  label,
  today,
  day,
  onDay,
  onTyped,
  fault,
  hint,
  lean = 'past',
  isOptional = false,
  isLabelHidden = false,
  className,
}: {
  label: ReactNode
  today: Day
  day: Day | null
  onDay: (day: Day | null) => void
  /** The day that the field holds with every key, for a figure that follows it; undefined while the text is not a day. */
  onTyped?: (day: Day | undefined) => void
  fault?: string | undefined
  hint?: ReactNode
  lean?: 'past' | 'future'
  isOptional?: boolean
  isLabelHidden?: boolean
  className?: string
}) {
  const locale = useLocale()
  const [text, setText] = useState<string | null>(null)
  const [isUnread, setUnread] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const box = useRef<HTMLSpanElement>(null)
  const style = { today, order: orderIn(locale), words: dayWords(), lean }
  const read = (said: string) => readDay(said, style)
  const shown = day === null ? '' : dayForEditing(day, style, dayText(day))

  const settle = () => {
    if (text === null) return
    const found = read(text)
    if (found !== undefined) onDay(found)
    else if (text.trim() === '' && isOptional) onDay(null)
    onTyped?.(found ?? day ?? undefined)
    setUnread(found === undefined && text.trim() !== '')
    setText(null)
  }
  const choose = (next: Day) => {
    setText(null)
    setUnread(false)
    if (!isDay(next)) return
    onDay(next)
    onTyped?.(next)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0
    if (event.key === 'Enter') settle()
    if (step === 0) return
    event.preventDefault()
    const from = (text === null ? undefined : read(text)) ?? day ?? today
    choose(addDays(from, step * (event.shiftKey ? 7 : 1)))
  }
  const typed = text === null ? undefined : read(text)
  const meant = text === null ? (day ?? undefined) : typed
  return (
    <Field
      label={label}
      hint={hint}
      fault={fault ?? (isUnread ? t('This is not a day. Try 12, 12.11 or yesterday.') : undefined)}
      isLabelHidden={isLabelHidden}
      {...(className && { className })}
    >
      {(ids) => (
        <span ref={box} className="relative block">
          <span className="@container block">
            <input
              {...ids}
              value={text ?? shown}
              autoComplete="off"
              onChange={(event) => {
                setText(event.target.value)
                onTyped?.(read(event.target.value))
              }}
              onFocus={(event) => event.target.select()}
              onBlur={settle}
              onKeyDown={onKeyDown}
              className={classes(inputClasses, 'pe-10 @min-[12rem]:pe-24')}
            />
            <span className="absolute inset-y-0 end-1 flex items-center gap-1 text-caption text-text-3">
              <span className="hidden @min-[12rem]:inline">
                {meant && (nearDay(meant, today) ?? (text === null ? weekdayShort(meant) : dayText(meant)))}
              </span>
              <button
                type="button"
                aria-label={t('Choose from a calendar')}
                aria-expanded={isOpen}
                onClick={() => setOpen(!isOpen)}
                className="grid size-6 touch:size-9 place-items-center rounded-control text-text-2 hover:bg-tile"
              >
                <CalendarDays size={15} aria-hidden />
              </button>
            </span>
          </span>
          {isOpen && (
            <DayPopup anchor={box} onClose={() => setOpen(false)}>
              <LazyCalendar
                day={day ?? today}
                today={today}
                onPick={(next) => {
                  choose(next)
                  setOpen(false)
                }}
                onClose={() => setOpen(false)}
              />
            </DayPopup>
          )}
        </span>
      )}
    </Field>
  )
}

/** The calendar over the page; a press beside it, or leaving it, closes it. */
function DayPopup({
  anchor,
  onClose,
  children,
}: {
  anchor: React.RefObject<HTMLElement | null>
  onClose: () => void
  children: ReactNode
}) {
  useEffect(() => {
    const onPress = (event: PointerEvent) => {
      if (event.target instanceof Node && !anchor.current?.contains(event.target)) onClose()
    }
    document.addEventListener('pointerdown', onPress)
    return () => document.removeEventListener('pointerdown', onPress)
  }, [anchor, onClose])
  return (
    <Floating anchor={anchor}>
      <Suspense fallback={<div className="h-64 w-64" />}>{children}</Suspense>
    </Floating>
  )
}
