import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { becauseOf } from '../../contract/because.ts'
import type { Spending } from '../../contract/reports.ts'
import type { Search } from '../page/address.ts'
import { rangeText } from '../ui/dates.ts'
import { sumOf } from '../ui/money.ts'
import { Because } from './Because.tsx'
import { changeKey } from './explain.ts'
import type { SpentRow } from './spent.ts'

/** Which categories made the difference, in one sentence; each opens the two lists whose difference it is. */
export function WhySpent({
  report,
  rows,
  kind,
}: {
  report: Spending
  rows: readonly SpentRow[]
  kind: 'expense' | 'income'
}) {
  const currency = report.base_currency_id
  const change = sumOf([report.total, -report.previous_total], currency)
  // Nothing before explains nothing; and of too many categories, the one that changed most may not be among the rows.
  if (change === 0n || report.previous_total === 0 || !report.is_complete) return null
  const changeOf = ({ amount, previous }: SpentRow) => sumOf([amount, -previous], currency)
  const reasons = becauseOf(rows, change, changeOf).map((row) => ({
    key: changeKey(row.key),
    name: row.label,
    change: changeOf(row),
    amount: row.amount,
    previous: row.previous,
  }))
  const opens = ({ key }: { key: string }, words: ReactNode) => (
    // A link breaks across lines like words; a button would not.
    <Link
      to="."
      search={(before: Search) => ({ ...before, figure: key })}
      resetScroll={false}
      className="rounded-[4px] text-accent underline-offset-4 hover:underline"
    >
      {words}
    </Link>
  )
  return (
    <p className="mt-1 text-body text-text-2">
      <Because
        reasons={reasons}
        change={change}
        currency={currency}
        of={kind === 'expense' ? 'on' : 'from'}
        days={kind === 'expense' ? daysOf(report) : undefined}
        opens={opens}
      />
    </p>
  )
}

const daysOf = (report: Spending) => ({
  now: rangeText(report.date_from, report.date_to),
  before: rangeText(report.previous_date_from, report.previous_date_to),
})
