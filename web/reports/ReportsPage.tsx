import { Link } from '@tanstack/react-router'
import {
  ArrowLeftRight,
  ChartColumn,
  ChevronRight,
  type LucideIcon,
  ReceiptText,
  Scale,
  Table2,
  TrendingUp,
} from 'lucide-react'
import { type Overview, overview } from '../../contract/overview.ts'
import { useAsk } from '../api/ask.ts'
import { Card, PageHeading, useTitle } from '../ui/Card.tsx'
import { IconTile } from '../ui/icons.tsx'
import { Money } from '../ui/Money.tsx'
import { type Amount, sumOf } from '../ui/money.ts'

type Report = { to: string; title: string; answers: string; icon: LucideIcon }

const reports = [
  {
    to: '/reports/income-statement',
    title: 'Income and spending',
    answers: 'What came in, what was spent on what, and what you kept, month by month.',
    icon: ChartColumn,
  },
  {
    to: '/reports/net-worth',
    title: 'Net worth',
    answers: 'What you have and owe over time, and why it changed.',
    icon: TrendingUp,
  },
  {
    to: '/reports/spending',
    title: 'Spending',
    answers: 'Where the money went, by category, contact, tag or day, against the time before.',
    icon: ReceiptText,
  },
  {
    to: '/reports/cash-flow',
    title: 'Cash flow',
    answers: 'What came into and went out of each account.',
    icon: ArrowLeftRight,
  },
  {
    to: '/reports/balance-sheet',
    title: 'What you have and owe',
    answers: 'Every account on a day, as recorded and at the rates of that day.',
    icon: Scale,
  },
  {
    to: '/reports/trial-balance',
    title: 'Trial balance',
    answers: 'The ledger itself: every account with its debit or credit, which are always equal.',
    icon: Table2,
  },
] as const satisfies readonly Report[]

/** The main figure of a report, as of today. */
type Glance = { words: string; amount: Amount; signed?: boolean }

const glanceOf = (to: string, { net_worth, spent, base_currency_id: base }: Overview): Glance | undefined => {
  if (to === '/reports/net-worth') return { words: 'today', amount: net_worth.net }
  if (to === '/reports/spending') return { words: 'this month', amount: spent.amount }
  if (to === '/reports/income-statement')
    return { words: 'kept this month', amount: sumOf([spent.income, -spent.amount], base), signed: true }
  return to === '/reports/balance-sheet' ? { words: 'all you have', amount: net_worth.assets } : undefined
}

/** Every report, with the question that it answers. */
export function ReportsPage() {
  useTitle('Reports')
  const { data } = useAsk(overview)
  return (
    <>
      <PageHeading>Reports</PageHeading>
      <ul className="grid gap-3 lg:grid-cols-2">
        {reports.map((report) => (
          <li key={report.to}>
            <ReportLink
              {...report}
              glance={data && glanceOf(report.to, data)}
              currency={data?.base_currency_id ?? ''}
            />
          </li>
        ))}
      </ul>
      <p className="mt-4 text-caption text-text-3">
        An amount in a report opens the list behind it, which adds up to exactly that amount.
      </p>
    </>
  )
}

const ReportLink = ({
  to,
  title,
  answers,
  icon,
  glance,
  currency,
}: (typeof reports)[number] & { glance: Glance | undefined; currency: string }) => (
  <Card className="h-full hover:border-line-2">
    <Link to={to} className="flex h-full min-h-21 items-center gap-4 rounded-card p-4">
      <IconTile icon={icon} size="large" />
      <span className="min-w-0 flex-1">
        <span className="block font-semibold">{title}</span>
        <span className="block text-table text-text-2">{answers}</span>
      </span>
      {glance ? (
        <span className="hidden shrink-0 text-right sm:block">
          <Money
            amount={glance.amount}
            currency={currency}
            variant={glance.signed ? 'signed' : 'plain'}
            className="block font-semibold"
          />
          <span className="block text-caption text-text-3">{glance.words}</span>
        </span>
      ) : null}
      <ChevronRight size={17} aria-hidden className="shrink-0 text-text-3" />
    </Link>
  </Card>
)
