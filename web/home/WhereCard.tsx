import { useNavigate } from '@tanstack/react-router'
import type { Overview } from '../../contract/overview.ts'
import { t } from '../../words/t.ts'
import { pageBehind } from '../reports/explain.ts'
import { CardHeading } from '../ui/Card.tsx'
import { ShareBar } from '../ui/charts/ShareBar.tsx'
import { monthName, rangeInSentence } from '../ui/dates.ts'
import { Money } from '../ui/Money.tsx'
import { HeadLink, Nothing } from './HeadLink.tsx'
import { daysExplained } from './overview-figures.ts'

/** This month's spending by category, and how much each changed. */
export function WhereCard({ overview }: { overview: Overview }) {
  const { categories, spent, date, base_currency_id: base } = overview
  const navigate = useNavigate()
  const { rest } = categories
  const rows = [
    ...categories.rows.map((row) => ({
      key: row.category_id ?? row.account_id,
      name: row.category_name,
      ...row,
    })),
    ...(rest.count > 0
      ? [
          {
            key: 'rest',
            name: t('{count, plural, one {# more} other {# more}}', { count: rest.count }),
            ...rest,
          },
        ]
      : []),
  ]
  if (rows.length === 0)
    return (
      <div className="flex h-full flex-col">
        <CardHeading>{t('Where it went')}</CardHeading>
        <Nothing>{t('Nothing was spent in {month} yet.', { month: monthName(spent.label) })}</Nothing>
      </div>
    )
  // A month with nothing to compare it to has no changes.
  const before = spent.previous_month.total === 0 ? undefined : daysExplained(spent.previous_explain)
  const rowOf = (key: string) => rows.find((row) => row.key === key)
  return (
    <>
      <CardHeading end={<HeadLink to="/reports/spending">{t('By category')}</HeadLink>}>
        {t('Where it went')}
      </CardHeading>
      <div className="mt-2">
        <ShareBar
          label={t('Where the money of {month} went', { month: monthName(spent.label) })}
          currency={base}
          items={rows}
          {...(before && {
            note: ({ key }) => {
              const change = rowOf(key)?.change ?? 0
              return change === 0 ? (
                t('same [as the month before]')
              ) : (
                <Money variant="change" amount={change} currency={base} whole />
              )
            },
          })}
          onOpen={(key) => {
            const row = rowOf(key)
            if (row) void navigate(pageBehind(row.explain))
          }}
        />
      </div>
      {before && (
        <p className="mt-0.5 text-end text-caption text-text-3">
          {t('change from {days}', { days: rangeInSentence(before.from, before.to, date) })}
        </p>
      )}
    </>
  )
}
