import { Link } from '@tanstack/react-router'
import type { Month } from '../../contract/month.ts'
import type { Search } from '../page/address.ts'
import { Meter } from '../ui/charts/Meter.tsx'
import { IconTile, iconOfCategory } from '../ui/icons.tsx'
import { Money } from '../ui/Money.tsx'
import { minorOf } from '../ui/money.ts'
import { isPlanned, type MonthProgress, markOf } from './budget-sheet.ts'
import { Carried } from './Carried.tsx'
import { runsText } from './course.ts'
import { FigureLink } from './FigureLink.tsx'
import { Left } from './Left.tsx'
import type { Line } from './lines.ts'
import { SheetCell } from './SheetCell.tsx'
import type { SheetCells } from './use-budgets.ts'

const Dash = () => <span className="text-text-3">–</span>

/** A category of the sheet, and below it the sentence if its cell was refused. */
export function SheetLine({
  line,
  month,
  progress,
  cells,
}: {
  line: Line
  month: Month
  progress: MonthProgress
  cells: SheetCells
}) {
  const { currency } = cells.style
  const cell = cells.cells[line.category_id]
  const fault = cells.faults[line.category_id]
  const only = line.planned !== null && (cell ?? line).only
  return (
    <>
      <tr className="h-[42px] border-b border-line hover:bg-canvas has-[[aria-invalid]]:border-b-0">
        <th scope="row" className="pl-5 text-left font-medium">
          <CategoryLink line={line} />
        </th>
        <td className="px-3">
          <Meter
            label={line.category_name}
            planned={line.planned}
            carried={line.carried}
            spent={line.actual}
            today={markOf(progress)}
          />
        </td>
        <td className="px-3 text-right">
          <FigureLink explain={line.explain}>
            <Money amount={line.actual} currency={currency} />
          </FigureLink>
        </td>
        <td className="hidden px-3 text-right text-text-3 @4xl:table-cell">
          {line.mean === null ? <Dash /> : <Money amount={line.mean} currency={currency} symbol={false} />}
        </td>
        <td className="px-1 text-right">
          <SheetCell line={line} month={month} cells={cells} />
        </td>
        <td className="hidden truncate px-2 text-caption text-text-2 @5xl:table-cell">
          <span className={only ? 'rounded-[4px] bg-accent-soft px-1.5 py-0.5 text-accent' : ''}>
            {runsText(line, month, cell)}
          </span>
        </td>
        <td className="hidden px-3 text-right text-text-2 @4xl:table-cell">
          <Carried line={line} month={month} currency={currency} />
        </td>
        <td className="pr-5 pl-3 text-right">
          {isPlanned(line) ? (
            <Left
              minor={minorOf(line.left, currency)}
              spent={minorOf(line.actual, currency)}
              currency={currency}
            />
          ) : (
            <Dash />
          )}
        </td>
      </tr>
      {fault && (
        <tr className="border-b border-line">
          <td colSpan={8} role="alert" className="pb-2 pl-16 text-left text-caption text-warn">
            {line.category_name}: {fault}
          </td>
        </tr>
      )}
    </>
  )
}

/** The name of a category; it opens the sheet with everything about its budget. */
const CategoryLink = ({ line }: { line: Line }) => (
  <Link
    to="."
    search={(before: Search) => ({ ...before, open: line.category_id })}
    resetScroll={false}
    className="flex min-w-0 items-center gap-3 rounded-control hover:underline"
  >
    <IconTile icon={iconOfCategory(line.category_name)} />
    <span className="truncate">{line.category_name}</span>
  </Link>
)
