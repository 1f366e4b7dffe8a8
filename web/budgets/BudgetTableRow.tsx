import { Link } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import type { BudgetRow } from '../../contract/budgets.ts'
import type { Search } from '../page/address.ts'
import { Meter } from '../ui/charts/Meter.tsx'
import { IconTile, iconOfCategory } from '../ui/icons.tsx'
import { Money } from '../ui/Money.tsx'
import { isPlanned, type MonthProgress, markOf, meterParts } from './budget-sheet.ts'
import { Carried } from './Carried.tsx'
import { FigureLink } from './FigureLink.tsx'
import { Left } from './Left.tsx'
import { PlanCell } from './PlanCell.tsx'

type Cell = Omit<ComponentProps<typeof PlanCell>, 'label' | 'planned' | 'currency'>

export function Row({
  row,
  month,
  currency,
  progress,
  cell,
}: {
  row: BudgetRow
  month: string
  currency: string
  progress: MonthProgress
  cell: Cell
}) {
  return (
    <tr className="h-[42px] border-b border-line last:border-b-0 hover:bg-canvas">
      <th scope="row" className="pl-5 text-left font-medium">
        <CategoryLink row={row} />
      </th>
      <td className="px-3">
        {isPlanned(row) && (
          <Meter label={row.category_name} {...meterParts(row, currency)} today={markOf(progress)} />
        )}
      </td>
      <td className="px-3 text-right">
        <FigureLink explain={row.explain}>
          <Money amount={row.actual} currency={currency} />
        </FigureLink>
      </td>
      <td className="px-1 text-right">
        <PlanCell
          {...cell}
          label={`Planned for ${row.category_name}`}
          planned={row.planned}
          currency={currency}
        />
      </td>
      <td className="hidden px-3 text-right text-text-2 @4xl:table-cell">
        {isPlanned(row) && <Carried row={row} month={month} currency={currency} />}
      </td>
      <td className="pr-5 pl-3 text-right">
        {isPlanned(row) && <Left left={row.left} currency={currency} />}
      </td>
    </tr>
  )
}

/** The name of a category; it opens the sheet with everything about its plan. */
const CategoryLink = ({ row }: { row: BudgetRow }) => (
  <Link
    to="."
    search={(before: Search) => ({ ...before, open: row.category_id })}
    resetScroll={false}
    className="flex min-w-0 items-center gap-3 rounded-control hover:underline"
  >
    <IconTile icon={iconOfCategory(row.category_name)} />
    <span className="truncate">{row.category_name}</span>
  </Link>
)
