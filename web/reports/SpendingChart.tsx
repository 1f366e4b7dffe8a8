import type { Day } from '../../contract/day.ts'
import { type MonthStart, monthOfDay } from '../../contract/month.ts'
import { LineChart } from '../ui/charts/LineChart.tsx'
import { ShareStrip } from '../ui/charts/ShareBar.tsx'
import { dayOfMonth, dayShort, monthShort } from '../ui/dates.ts'
import { type By, isOverTime, type SpentRow } from './spent.ts'

/** Spending as shares whose colours the table repeats; or its course over months or days, against those before. */
export function SpendingChart({
  rows,
  by,
  currency,
  today,
  start,
  onOpen,
}: {
  rows: readonly SpentRow[]
  by: By
  currency: string
  today: Day
  start: MonthStart
  onOpen: (key: string) => void
}) {
  if (!isOverTime(rows, by)) {
    const items = rows.map(({ key, label, amount }) => ({ key, name: label, amount }))
    return <ShareStrip currency={currency} items={items} />
  }
  const now = by === 'month' ? monthOfDay(today, start) : today
  // More than a month of days names its months too.
  const dayName = (day: Day) => (rows.length > 31 ? dayShort(day, today) : dayOfMonth(day))
  const at = rows.findIndex(({ id }) => id === now)
  return (
    <LineChart
      label={by === 'month' ? 'By month' : 'By day'}
      name="These days"
      secondName="The time before"
      legend="below"
      withZero
      steps={by === 'day'}
      currency={currency}
      {...(at < 0 ? {} : { today: at })}
      points={rows.map(({ key, id, label, amount, previous }) => ({
        key,
        label,
        short: id === null ? label : by === 'month' ? monthShort(id) : dayName(id),
        value: id !== null && id > now ? undefined : amount,
        second: previous,
      }))}
      onOpen={onOpen}
    />
  )
}
