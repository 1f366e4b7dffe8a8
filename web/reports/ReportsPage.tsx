import { Link } from '@tanstack/react-router'
import {
  ArrowLeftRight,
  ChartColumn,
  ChevronRight,
  type LucideIcon,
  Receipt,
  Scale,
  Table2,
  TrendingUp,
} from 'lucide-react'
import { Card, PageHeading } from '../ui/Card.tsx'
import { IconTile } from '../ui/icons.tsx'

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
    icon: Receipt,
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

/** Every report, with the question that it answers. */
export const ReportsPage = () => (
  <>
    <PageHeading>Reports</PageHeading>
    <ul className="grid gap-3 lg:grid-cols-2">
      {reports.map(({ to, title, answers, icon }) => (
        <li key={to}>
          <Card className="h-full hover:border-line-2">
            <Link to={to} className="flex h-full items-center gap-4 rounded-card p-4">
              <IconTile icon={icon} size="large" />
              <span className="min-w-0 flex-1">
                <span className="block font-semibold">{title}</span>
                <span className="block text-table text-text-2">{answers}</span>
              </span>
              <ChevronRight size={17} aria-hidden className="shrink-0 text-text-3" />
            </Link>
          </Card>
        </li>
      ))}
    </ul>
    <p className="mt-4 text-caption text-text-3">
      Every amount in a report opens the list behind it, which adds up to exactly that amount.
    </p>
  </>
)
