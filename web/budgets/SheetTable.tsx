import type { ReactNode } from 'react'
import type { Month } from '../../contract/month.ts'
import { Money } from '../ui/Money.tsx'
import { minorOf } from '../ui/money.ts'
import { isPlanned, type MonthProgress } from './budget-sheet.ts'
import { FigureLink } from './FigureLink.tsx'
import { Left } from './Left.tsx'
import { totalsOf } from './lines.ts'
import { CELLS } from './SheetCell.tsx'
import { SheetLine } from './SheetLine.tsx'
import type { Budgets, SheetCells } from './use-budgets.ts'

const Head = ({ children, className = 'px-3 text-right' }: { children: ReactNode; className?: string }) => (
  <th scope="col" className={className}>
    {children}
  </th>
)

/** The month as a sheet: every category of spending, its budget in a cell. */
export function SheetTable({
  budgets: { sheet, meanMonths },
  cells,
  progress,
  month,
}: {
  budgets: Budgets
  cells: SheetCells
  progress: MonthProgress
  month: Month
}) {
  const { lines, style } = cells
  const { currency } = style
  const totals = totalsOf(lines, currency)
  const others = lines.reduce(
    (sum, line) => (isPlanned(line) ? sum : sum + minorOf(line.actual, currency)),
    0n,
  )
  // With unsaved cells, another sum may stand here than the one that the service explains.
  const behind = (shown: bigint, { actual, explain }: { actual: number; explain: string | null }) =>
    shown === minorOf(actual, currency) ? explain : null
  const mean = lines.reduce((sum, line) => sum + (line.mean ?? 0n), 0n)
  return (
    <table className="w-full table-fixed text-table" {...{ [CELLS]: '' }}>
      <caption className="sr-only">The budgets of the month by category</caption>
      <colgroup>
        <col className="w-[20%]" />
        <col />
        <col className="w-26" />
        <col className="hidden w-28 @4xl:table-column" />
        <col className="w-28" />
        <col className="hidden w-34 @5xl:table-column" />
        <col className="hidden w-27 @4xl:table-column" />
        <col className="w-34" />
      </colgroup>
      <thead>
        <tr className="h-10 border-b border-line text-caption text-text-2 [&>th]:font-medium">
          <Head className="pl-5 text-left">Category</Head>
          <Head className="px-3 text-left">Used so far</Head>
          <Head>Spent</Head>
          <Head className="hidden px-3 text-right @4xl:table-cell">
            {meanMonths === 1 ? 'Last month' : `${meanMonths || 3}-month mean`}
          </Head>
          <Head>Budget</Head>
          <Head className="hidden px-2 text-left @5xl:table-cell">Runs</Head>
          <Head className="hidden px-3 text-right @4xl:table-cell">Carried over</Head>
          <Head className="pr-5 pl-3 text-right">Left</Head>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <SheetLine key={line.category_id} line={line} month={month} progress={progress} cells={cells} />
        ))}
      </tbody>
      <tbody className="border-t border-text-3">
        <tr className="h-12 font-semibold">
          <th scope="row" className="pl-5 text-left">
            Together
          </th>
          <td />
          <td className="px-3 text-right">
            <FigureLink explain={behind(totals.actual, sheet.totals)} className="double-rule pb-0.5">
              <Money amount={totals.actual} currency={currency} />
            </FigureLink>
          </td>
          <td className="hidden px-3 text-right font-normal text-text-3 @4xl:table-cell">
            <Money amount={mean} currency={currency} symbol={false} />
          </td>
          <td className="px-3 text-right">
            <span className="double-rule pb-0.5">
              <Money amount={totals.planned} currency={currency} symbol={false} />
            </span>
          </td>
          <td className="hidden @5xl:table-cell" />
          <td className="hidden px-3 text-right @4xl:table-cell">
            {totals.carried === 0n ? (
              <span className="text-text-3">–</span>
            ) : (
              <span className="double-rule pb-0.5">
                <Money amount={totals.carried} currency={currency} variant="change" />
              </span>
            )}
          </td>
          <td className="pr-5 pl-3 text-right">
            <span className="double-rule pb-0.5">
              <Left minor={totals.left} currency={currency} isTotal />
            </span>
          </td>
        </tr>
        {others !== 0n && (
          <tr className="h-[42px] border-t border-line text-text-2">
            <th scope="row" colSpan={2} className="pl-5 text-left font-medium">
              Spent without a budget
            </th>
            <td className="px-3 text-right font-semibold text-text">
              <FigureLink explain={behind(others, sheet.unplanned)}>
                <Money amount={others} currency={currency} />
              </FigureLink>
            </td>
            <td colSpan={2} />
            <td className="hidden @5xl:table-cell" />
            <td colSpan={2} className="hidden @4xl:table-cell" />
          </tr>
        )}
      </tbody>
    </table>
  )
}
