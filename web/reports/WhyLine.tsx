import { Link } from '@tanstack/react-router'
import type { Overview } from '../../contract/overview.ts'
import { t } from '../../words/t.ts'
import type { Search } from '../page/address.ts'
import { Card } from '../ui/Card.tsx'
import { monthName } from '../ui/dates.ts'
import { Money } from '../ui/Money.tsx'
import { rich } from '../ui/rich.ts'
import { BecauseOf } from './Because.tsx'

/** A month against the one before, and why they differ, above the cards of the reports. */
export function WhyLine({ overview, isNow, search }: { overview: Overview; isNow: boolean; search: Search }) {
  const { spent, base_currency_id: base } = overview
  if (spent.previous_month.total === 0) return null
  const [month, before] = [monthName(spent.label), monthName(spent.previous_month.label)]
  const values = {
    month,
    before,
    amount: <Money amount={Math.abs(spent.change)} currency={base} className="font-semibold text-text" />,
    reasons: <BecauseOf overview={overview} search={search} />,
  }
  return (
    <Card className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-2.5 text-table">
      <p className="min-w-0 flex-1 text-text-2">
        {spent.change === 0
          ? isNow
            ? t('In {month} you spent as much as in {before} at this point.', { month, before })
            : t('In {month} you spent as much as in {before}.', { month, before })
          : spent.change < 0
            ? isNow
              ? rich('{month} is {amount} below {before} at this point: {reasons}', values)
              : rich('{month} is {amount} below {before}: {reasons}', values)
            : isNow
              ? rich('{month} is {amount} above {before} at this point: {reasons}', values)
              : rich('{month} is {amount} above {before}: {reasons}', values)}
      </p>
      <Link
        to="/reports/spending"
        search={{ ...search, sort: 'change' }}
        className="inline-flex min-h-6 items-center rounded-[4px] font-medium hover:underline touch:min-h-11"
      >
        {t('Why?')}
      </Link>
    </Card>
  )
}
