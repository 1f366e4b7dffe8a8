import { Link } from '@tanstack/react-router'
import type { Overview } from '../../contract/overview.ts'
import type { Search } from '../page/address.ts'
import { Card } from '../ui/Card.tsx'
import { monthName } from '../ui/dates.ts'
import { Money } from '../ui/Money.tsx'
import { Because } from './Because.tsx'
import { Behind } from './Behind.tsx'

/** A month against the one before, and why they differ, above the cards of the reports. */
export function WhyLine({
  overview: { spent, because, base_currency_id: base },
  isNow,
  search,
}: {
  overview: Overview
  isNow: boolean
  search: Search
}) {
  if (spent.previous_month.total === 0) return null
  const [month, before] = [monthName(spent.label), monthName(spent.previous_month.label)]
  const at = isNow ? ' at this point' : ''
  return (
    <Card className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-2.5 text-table">
      <p className="min-w-0 flex-1 text-text-2">
        {spent.change === 0 ? (
          `In ${month} you spent as much as in ${before}${at}.`
        ) : (
          <>
            {month} is{' '}
            <Money amount={Math.abs(spent.change)} currency={base} className="font-semibold text-text" />{' '}
            {spent.change < 0 ? 'below' : 'above'} {before}
            {at}:{' '}
            <Because
              reasons={because.map((reason) => ({ key: reason.explain, ...reason }))}
              change={spent.change}
              currency={base}
              opens={({ amount, explain, previous_explain }, words) => (
                <Behind explain={amount === 0 ? previous_explain : explain} className="text-accent">
                  {words}
                </Behind>
              )}
            />
          </>
        )}
      </p>
      <Link
        to="/reports/spending"
        search={{ ...search, sort: 'change' }}
        className="inline-flex min-h-6 items-center rounded-[4px] font-medium hover:underline touch:min-h-11"
      >
        Why?
      </Link>
    </Card>
  )
}
