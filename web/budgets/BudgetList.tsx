import { Link } from '@tanstack/react-router'
import type { BudgetRow, BudgetSheet } from '../../contract/budgets.ts'
import type { Search } from '../page/address.ts'
import { Meter } from '../ui/charts/Meter.tsx'
import { IconTile, iconOfCategory } from '../ui/icons.tsx'
import { Money } from '../ui/Money.tsx'
import { isPlanned, type MonthProgress, markOf, meterParts } from './budget-sheet.ts'
import { FigureLink } from './FigureLink.tsx'
import { Left } from './Left.tsx'

/** The month on a phone: name, bar, left. A row opens its sheet, where the plan is changed. */
export function BudgetList({
  sheet,
  rows,
  progress,
}: {
  sheet: BudgetSheet
  rows: readonly BudgetRow[]
  progress: MonthProgress
}) {
  const { base_currency_id: currency, totals, unplanned } = sheet
  const others = rows.filter((row) => !isPlanned(row))
  return (
    <>
      <ul>
        {rows.filter(isPlanned).map((row) => (
          <li key={row.category_id} className="border-b border-line">
            <RowLink row={row}>
              <span className="min-w-0 flex-1">
                <span className="flex items-baseline justify-between gap-3">
                  <span className="truncate font-medium">{row.category_name}</span>
                  <span className="text-table">
                    <Left left={row.left} currency={currency} />
                  </span>
                </span>
                <span className="mt-2 block">
                  <Meter label={row.category_name} {...meterParts(row, currency)} today={markOf(progress)} />
                </span>
              </span>
            </RowLink>
          </li>
        ))}
      </ul>
      {rows.some(isPlanned) && (
        <p className="flex items-center justify-between border-b border-line px-4 py-3.5 font-semibold">
          Left in total
          <span className="double-rule pb-0.5">
            <Left left={totals.left} currency={currency} isTotal />
          </span>
        </p>
      )}
      <p className="flex min-h-12 items-center justify-between px-4 text-table text-text-2">
        <span>Spent without a plan{others.length === 0 && ': nothing'}</span>
        {others.length > 0 && (
          <FigureLink
            explain={unplanned.explain}
            className="flex min-h-11 items-center font-semibold text-text"
          >
            <Money amount={unplanned.actual} currency={currency} />
          </FigureLink>
        )}
      </p>
      <ul>
        {others.map((row) => (
          <li key={row.category_id} className="border-t border-line">
            <RowLink row={row}>
              <span className="min-w-0 flex-1 truncate font-medium">{row.category_name}</span>
              <Money amount={row.actual} currency={currency} className="text-table" />
            </RowLink>
          </li>
        ))}
      </ul>
    </>
  )
}

const RowLink = ({ row, children }: { row: BudgetRow; children: React.ReactNode }) => (
  <Link
    to="."
    search={(before: Search) => ({ ...before, open: row.category_id })}
    resetScroll={false}
    className="flex min-h-[60px] items-center gap-3 px-4 py-2"
  >
    <IconTile icon={iconOfCategory(row.category_name)} />
    {children}
  </Link>
)
