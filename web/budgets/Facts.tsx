import { Link } from '@tanstack/react-router'
import { CalendarDays, List, Redo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { getBudgets } from '../../contract/budgets.ts'
import { addMonths, type Month } from '../../contract/month.ts'
import { t } from '../../words/t.ts'
import { useAsk } from '../api/ask.ts'
import { pageBehind } from '../reports/explain.ts'
import { ButtonLink } from '../ui/Button.tsx'
import { monthName } from '../ui/dates.ts'
import { minorOf } from '../ui/money.ts'
import { hiddenMoneyText } from '../ui/privacy.ts'
import { available, carriedText } from './budget-sheet.ts'
import type { Line } from './lines.ts'

/** The figures behind a budget: spent, carried over, and the month before. */
export function Facts({ line, month, currency }: { line: Line; month: Month; currency: string }) {
  const earlier = addMonths(month, -1)
  const { data } = useAsk(getBudgets, { query: { month: earlier, by_group: true } })
  const last =
    data?.month === earlier
      ? data.rows
          .flatMap((row) => [row, ...(row.children ?? [])])
          .find(({ category_id }) => category_id === line.category_id)
      : undefined
  const money = (minor: bigint) => hiddenMoneyText(minor, currency)
  const spent = ({ actual }: { actual: number }) => ({
    month: monthName(earlier),
    amount: money(minorOf(actual, currency)),
  })
  return (
    <>
      <ul className="mt-4 flex flex-col divide-y divide-line border-t border-line text-table">
        <Fact icon={<List size={16} />}>
          {t('Spent in {month}: {amount}', {
            month: monthName(month),
            amount: money(minorOf(line.actual, currency)),
          })}
        </Fact>
        {line.carried !== 0 && (
          <Fact icon={<Redo2 size={16} />}>{carriedText(line, monthName(earlier), currency, money)}</Fact>
        )}
        {last && (
          <Fact icon={<CalendarDays size={16} />}>
            <Link {...pageBehind(last.explain)} className="hover:underline">
              {last.planned === null
                ? t('{month}: {amount} spent', spent(last))
                : t('{month}: {amount} spent of {budget}', {
                    ...spent(last),
                    budget: money(available(last, currency)),
                  })}
            </Link>
          </Fact>
        )}
      </ul>
      {line.explain && (
        <ButtonLink {...pageBehind(line.explain)} className="mt-4 w-full" icon={<List size={15} />}>
          {t('Show the transactions')}
        </ButtonLink>
      )}
    </>
  )
}

const Fact = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <li className="flex min-h-11 items-center gap-3 py-2 text-text-2">
    <span className="text-text-3">{icon}</span>
    <span className="min-w-0 flex-1">{children}</span>
  </li>
)
