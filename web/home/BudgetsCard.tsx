import { Link } from '@tanstack/react-router'
import { daysOfMonth } from '../../contract/month.ts'
import type { Overview } from '../../contract/overview.ts'
import { t } from '../../words/t.ts'
import { markOf, progressOf } from '../budgets/budget-sheet.ts'
import { Left } from '../budgets/Left.tsx'
import { OverFrom } from '../budgets/OverFrom.tsx'
import { useBook, useToday } from '../page/me.ts'
import { pageBehind } from '../reports/explain.ts'
import { CardHeading } from '../ui/Card.tsx'
import { Meter } from '../ui/charts/Meter.tsx'
import { minorOf, sumOf } from '../ui/money.ts'
import { HeadLink, Nothing } from './HeadLink.tsx'

/** The budgets nearest their limit. */
export function BudgetsCard({ overview }: { overview: Overview }) {
  const { budgets, base_currency_id: base } = overview
  const { month_starts_on } = useBook()
  const today = markOf(progressOf(daysOfMonth(budgets.month, month_starts_on), useToday()))
  const restOf = (left: number, actuals: readonly number[]) => ({
    minor: minorOf(left, base),
    spent: sumOf(actuals, base),
  })
  if (budgets.rows.length === 0)
    return (
      <div className="flex h-full flex-col">
        <CardHeading>{t('Budgets')}</CardHeading>
        <Nothing>
          <span>{t('What would you like to spend at most?')}</span>
          <Link to="/budgets" className="min-h-6 font-medium text-accent hover:underline">
            {t('Budget this month')}
          </Link>
        </Nothing>
      </div>
    )
  return (
    <>
      <CardHeading
        end={
          <HeadLink to="/budgets">
            <Left
              {...restOf(
                budgets.left,
                budgets.rows.map(({ actual }) => actual),
              )}
              currency={base}
            />
          </HeadLink>
        }
      >
        {t('Budgets')}
      </CardHeading>
      <ul className="mt-1">
        {budgets.rows.map((row) => (
          <li key={row.category_id}>
            <Link
              {...pageBehind(row.explain)}
              className="-mx-2 block rounded-control px-2 pt-1.5 pb-2.5 hover:bg-canvas"
            >
              <span className="flex items-baseline justify-between gap-3 pb-1.5 text-table">
                <span className="truncate">{row.category_name}</span>
                <Left {...restOf(row.left, [row.actual])} currency={base} />
              </span>
              <Meter
                label={row.category_name}
                planned={row.planned}
                carried={row.carried}
                spent={row.actual}
                today={today}
              />
              <OverFrom row={row} month={budgets.month} currency={base} />
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}
