import { Link } from '@tanstack/react-router'
import type { Search } from '../page/address.ts'
import { Meter } from '../ui/charts/Meter.tsx'
import { IconTile, iconOfCategory } from '../ui/icons.tsx'
import { Money } from '../ui/Money.tsx'
import { minorOf } from '../ui/money.ts'
import { isPlanned, type MonthProgress, markOf } from './budget-sheet.ts'
import { Left } from './Left.tsx'
import { actualsOf, type Line, totalsOf } from './lines.ts'

/** The month on a phone: name, bar, left. A row opens its sheet, where the budget is changed. */
export const BudgetList = ({
  lines,
  currency,
  progress,
}: {
  lines: readonly Line[]
  currency: string
  progress: MonthProgress
}) => (
  <>
    <ul>
      {lines.map((line) => (
        <li key={line.category_id} className="border-b border-line">
          <Link
            to="."
            search={(before: Search) => ({ ...before, open: line.category_id })}
            resetScroll={false}
            className="flex min-h-[60px] items-center gap-3 px-4 py-2"
          >
            <IconTile icon={iconOfCategory(line.category_name)} />
            <span className="min-w-0 flex-1">
              <span className="flex items-baseline justify-between gap-3">
                <span className="truncate font-medium">{line.category_name}</span>
                <span className="text-table whitespace-nowrap">
                  <Rest line={line} currency={currency} />
                </span>
              </span>
              <span className="mt-2 block">
                <Meter
                  label={line.category_name}
                  planned={line.planned}
                  carried={line.carried}
                  spent={line.actual}
                  today={markOf(progress)}
                />
              </span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
    <ListTotals lines={lines} currency={currency} />
  </>
)

function ListTotals({ lines, currency }: { lines: readonly Line[]; currency: string }) {
  const totals = totalsOf(lines, currency)
  const { all, unplanned } = actualsOf(lines, currency)
  const hasBudget = lines.some(isPlanned)
  return (
    <dl className="grid grid-cols-[1fr_auto] gap-y-2 px-4 py-3.5 font-semibold [&>dd]:text-right">
      {hasBudget && (
        <>
          <dt>Left in total</dt>
          <dd>
            <span className="double-rule pb-0.5">
              <Left minor={totals.left} spent={totals.actual} currency={currency} isTotal />
            </span>
          </dd>
        </>
      )}
      {(!hasBudget || unplanned !== 0n) && (
        <>
          <dt className={hasBudget ? 'font-medium text-text-2' : ''}>
            {hasBudget ? 'Spent without a budget' : 'Spent in total'}
          </dt>
          <dd>
            <Money amount={hasBudget ? unplanned : all} currency={currency} />
          </dd>
        </>
      )}
    </dl>
  )
}

function Rest({ line, currency }: { line: Line; currency: string }) {
  if (isPlanned(line)) {
    const [left, spent] = [minorOf(line.left, currency), minorOf(line.actual, currency)]
    return <Left minor={left} spent={spent} currency={currency} />
  }
  if (line.actual === 0) return <span className="text-text-3">no budget</span>
  return (
    <span className="text-text-2">
      <Money amount={line.actual} currency={currency} /> spent
    </span>
  )
}
