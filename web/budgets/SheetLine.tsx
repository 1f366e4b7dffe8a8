import { Link } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'
import type { Month } from '../../contract/month.ts'
import { t } from '../../words/t.ts'
import type { Search } from '../page/address.ts'
import { Meter } from '../ui/charts/Meter.tsx'
import { classes } from '../ui/classes.ts'
import { IconTile, iconOfCategory } from '../ui/icons.tsx'
import { Money } from '../ui/Money.tsx'
import { minorOf } from '../ui/money.ts'
import { budgetedOf, isPlanned, type MonthProgress, markOf } from './budget-sheet.ts'
import { Carried } from './Carried.tsx'
import { runsText } from './course.ts'
import { FigureLink } from './FigureLink.tsx'
import { Left } from './Left.tsx'
import type { Line } from './lines.ts'
import { SheetCell } from './SheetCell.tsx'
import type { SheetCells } from './use-budgets.ts'

/** A cell that says something about budgets alone has this attribute: a sheet without any budget hides it. */
export const OF_BUDGET = 'data-of-budget'

export const Dash = () => <span className="text-text-3">–</span>

/** A category of the sheet, or a group with the figures of all of it; below it is the sentence if its cell was refused. */
export function SheetLine({
  line,
  name = <CategoryLink line={line} />,
  own = line,
  runs,
  note,
  month,
  progress,
  cells,
  isMember = false,
  ...ofCell
}: {
  line: Line
  name?: ReactNode
  /** The line whose budget the cell has; of a group, its own. */
  own?: Line
  /** How long the budget holds; of a group, what its members make. */
  runs?: ReactNode
  /** A sentence below a group about figures that it leaves out. */
  note?: string
  month: Month
  progress: MonthProgress
  cells: SheetCells
  isMember?: boolean
} & Pick<ComponentProps<typeof SheetCell>, 'sum' | 'about'>) {
  const { currency } = cells.style
  const cell = cells.cells[line.category_id]
  const fault = cells.faults[line.category_id]
  const only = own.planned !== null && (cell ?? own).only
  const isGroup = own !== line
  return (
    <>
      <tr
        className={classes(
          'h-[42px] border-b border-line hover:bg-canvas has-[[aria-invalid]]:border-b-0',
          isGroup && 'bg-canvas font-semibold',
        )}
      >
        <th
          scope="row"
          className={classes(
            'text-start',
            isGroup ? 'ps-3' : isMember ? 'ps-10' : 'ps-5',
            isGroup ? 'font-semibold' : 'font-medium',
          )}
        >
          {name}
        </th>
        <td className="px-3" {...{ [OF_BUDGET]: '' }}>
          <Meter
            label={line.category_name}
            planned={line.planned}
            carried={line.carried}
            spent={budgetedOf(line, currency)}
            today={markOf(progress)}
          />
        </td>
        <td className="px-3 text-end">
          <FigureLink explain={line.explain}>
            <Money amount={line.actual} currency={currency} symbol={false} />
          </FigureLink>
        </td>
        <td className="hidden px-3 text-end font-normal text-text-2 @4xl:table-cell">
          {line.mean === null ? <Dash /> : <Money amount={line.mean} currency={currency} symbol={false} />}
        </td>
        <td className="px-1 text-end">
          <SheetCell line={own} month={month} cells={cells} {...ofCell} />
        </td>
        <td
          className={classes(
            'hidden px-2 text-caption font-normal text-text-2 @5xl:table-cell',
            isGroup ? 'leading-tight' : 'truncate',
          )}
          {...{ [OF_BUDGET]: '' }}
        >
          {runs ?? (
            <span className={only ? 'rounded-[4px] bg-accent-soft px-1.5 py-0.5 text-accent' : ''}>
              {runsText(own, month, cell)}
            </span>
          )}
        </td>
        <td className="hidden px-3 text-end text-text-2 @4xl:table-cell" {...{ [OF_BUDGET]: '' }}>
          <Carried line={line} month={month} currency={currency} />
        </td>
        <td className="pe-5 ps-3 text-end" {...{ [OF_BUDGET]: '' }}>
          {isPlanned(line) ? (
            <Left
              minor={minorOf(line.left, currency)}
              spent={minorOf(line.actual, currency)}
              currency={currency}
              symbol={false}
            />
          ) : (
            <Dash />
          )}
        </td>
      </tr>
      {note && (
        <Below className="bg-canvas">
          <p className="py-1.5 ps-11 pe-5 text-text-2">{note}</p>
        </Below>
      )}
      {fault && (
        <Below>
          <p role="alert" className="ps-16 pb-2 text-warn">
            {t('{category}: {fault}', { category: line.category_name, fault })}
          </p>
        </Below>
      )}
    </>
  )
}

/** A sentence below a line. It has as many columns as are shown: one more would take room from the others. */
const Below = ({ className, children }: { className?: string; children: ReactNode }) => (
  <tr className={classes('border-b border-line', className)}>
    <td colSpan={5} className="text-start text-caption">
      {children}
    </td>
    <td colSpan={2} className="hidden @4xl:table-cell" />
    <td className="hidden @5xl:table-cell" />
  </tr>
)

/** The name of a category; it opens the sheet with everything about its budget. */
const CategoryLink = ({ line }: { line: Line }) => (
  <Link
    to="."
    search={(before: Search) => ({ ...before, open: line.category_id })}
    resetScroll={false}
    className="flex min-w-0 items-center gap-3 rounded-control hover:underline"
  >
    <IconTile icon={iconOfCategory(line.category_name, line.icon)} />
    <span className="truncate">{line.category_name}</span>
  </Link>
)
