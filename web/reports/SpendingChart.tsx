import type { Day } from '../../contract/day.ts'
import { type MonthStart, monthOfDay } from '../../contract/month.ts'
import { t } from '../../words/t.ts'
import { LineChart } from '../ui/charts/LineChart.tsx'
import { ShareStrip } from '../ui/charts/ShareBar.tsx'
import { dayOfMonth, dayShort, monthShort } from '../ui/dates.ts'
import { useGroupColours } from './group-colours.ts'
import { addedUp, type By, isOverTime, type SpentRow, sharesIn, untilKey } from './spent.ts'

/** Spending as shares whose colours the table repeats; or its course over months or days, against the days that they are compared with. */
export function SpendingChart({
  rows,
  by,
  currency,
  names: [name, secondName],
  today,
  start,
  onOpen,
}: {
  rows: readonly SpentRow[]
  by: By
  currency: string
  /** The days, and those that they are compared with. */
  names: readonly [now: string, before: string]
  today: Day
  start: MonthStart
  onOpen: (key: string) => void
}) {
  const colours = useGroupColours()
  if (!isOverTime(rows, by)) return <ShareStrip currency={currency} items={sharesIn(rows, colours)} />
  const now = by === 'month' ? monthOfDay(today, start) : today
  // More than a month of days names its months too.
  const dayName = (day: Day) => (rows.length > 31 ? dayShort(day, today) : dayOfMonth(day))
  const at = rows.findIndex(({ id }) => id === now)
  // Days are added up: a single day says little, and the line ends in the two totals that are compared.
  const lineOf = (amounts: readonly number[]) => (by === 'day' ? addedUp(amounts, currency) : amounts)
  const [values, seconds] = [
    lineOf(rows.map(({ amount }) => amount)),
    lineOf(rows.map(({ previous }) => previous)),
  ]
  return (
    <LineChart
      label={by === 'month' ? t('By month') : t('Added up day by day')}
      name={name}
      secondName={secondName}
      legend="below"
      withZero
      steps={by === 'day'}
      currency={currency}
      {...(at < 0 ? {} : { today: at })}
      points={rows.map(({ key, id, label }, index) => ({
        key: by === 'day' ? untilKey(key) : key,
        label: by === 'day' ? t('up to {day}', { day: label }) : label,
        short: id === null ? label : by === 'month' ? monthShort(id) : dayName(id),
        value: id !== null && id > now ? undefined : values[index],
        second: seconds[index],
      }))}
      onOpen={onOpen}
    />
  )
}
