import { useState } from 'react'
import type { BudgetRow, BudgetSheet } from '../../contract/budgets.ts'
import { Money } from '../ui/Money.tsx'
import { Row } from './BudgetTableRow.tsx'
import { isPlanned, type MonthProgress } from './budget-sheet.ts'
import { FigureLink } from './FigureLink.tsx'
import { Left } from './Left.tsx'
import type { usePlans } from './use-plans.ts'

/** The month as a table. The planned amounts are edited in their cells. */
export function BudgetTable({
  sheet,
  rows,
  progress,
  plans: { refusals, save, forget },
}: {
  sheet: BudgetSheet
  /** In the order in which they are shown. */
  rows: readonly BudgetRow[]
  progress: MonthProgress
  plans: Pick<ReturnType<typeof usePlans>, 'refusals' | 'save' | 'forget'>
}) {
  const [editing, setEditing] = useState<string>()
  const [left, setLeft] = useState<string>()
  const planned = rows.filter(isPlanned)
  const others = rows.filter((row) => !isPlanned(row))
  const { totals, unplanned, base_currency_id: currency } = sheet

  function end(row: BudgetRow, to: 'next' | 'before' | 'here' | 'away'): void {
    if (to === 'here') forget(row.category_id)
    const order = [...planned, ...others]
    const place = order.findIndex(({ category_id }) => category_id === row.category_id)
    const next = to === 'next' ? order[place + 1] : to === 'before' ? order[place - 1] : undefined
    setEditing((now) => (to === 'away' && now !== row.category_id ? now : next?.category_id))
    setLeft(next || to === 'away' ? undefined : row.category_id)
  }

  const row = (one: BudgetRow) => (
    <Row
      key={one.category_id}
      row={one}
      month={sheet.month}
      currency={currency}
      progress={progress}
      cell={{
        isEditing: editing === one.category_id,
        isLeft: left === one.category_id,
        refused: refusals[one.category_id],
        onStart: () => {
          setLeft(undefined)
          setEditing(one.category_id)
        },
        onSave: (amount, text) => void save(one, amount, text),
        onEnd: (to) => end(one, to),
      }}
    />
  )

  return (
    <table className="w-full table-fixed text-table">
      <caption className="sr-only">The plan of the month by category</caption>
      <colgroup>
        <col className="w-[22%]" />
        <col />
        <col className="w-28" />
        <col className="w-28" />
        <col className="hidden w-30 @4xl:table-column" />
        <col className="w-36" />
      </colgroup>
      <thead>
        <tr className="h-10 border-b border-line text-caption text-text-2 [&>th]:font-medium">
          <th scope="col" className="pl-5 text-left">
            Category
          </th>
          <th scope="col" className="px-3 text-left">
            Used so far
          </th>
          <th scope="col" className="px-3 text-right">
            Spent
          </th>
          <th scope="col" className="px-3 text-right">
            Planned
          </th>
          <th scope="col" className="hidden px-3 text-right @4xl:table-cell">
            Carried over
          </th>
          <th scope="col" className="pr-5 pl-3 text-right">
            Left
          </th>
        </tr>
      </thead>
      <tbody>{planned.map(row)}</tbody>
      {planned.length > 0 && (
        <tbody className="border-t border-text-3">
          <tr className="h-12 font-semibold">
            <th scope="row" className="pl-5 text-left">
              Total
            </th>
            <td />
            <td className="px-3 text-right">
              <FigureLink explain={totals.explain} className="double-rule pb-0.5">
                <Money amount={totals.actual} currency={currency} />
              </FigureLink>
            </td>
            <td className="px-3 text-right">
              <span className="double-rule pb-0.5">
                <Money amount={totals.planned} currency={currency} />
              </span>
            </td>
            <td className="hidden px-3 text-right @4xl:table-cell">
              {totals.carried === 0 ? (
                <span className="text-text-3">–</span>
              ) : (
                <span className="double-rule pb-0.5">
                  <Money amount={totals.carried} currency={currency} />
                </span>
              )}
            </td>
            <td className="pr-5 pl-3 text-right">
              <span className="double-rule pb-0.5">
                <Left left={totals.left} currency={currency} isTotal />
              </span>
            </td>
          </tr>
        </tbody>
      )}
      <tbody className="border-t border-line">
        <tr className="h-[42px] text-text-2">
          <th scope="row" colSpan={2} className="pl-5 text-left font-medium">
            Spent without a plan
            {others.length === 0 && (
              <span className="font-normal text-text-3">
                : nothing. Every category you used this month has one.
              </span>
            )}
          </th>
          <td className="px-3 text-right font-semibold text-text">
            {others.length > 0 && (
              <FigureLink explain={unplanned.explain}>
                <Money amount={unplanned.actual} currency={currency} />
              </FigureLink>
            )}
          </td>
          <td colSpan={2} />
          <td className="hidden @4xl:table-cell" />
        </tr>
        {others.map(row)}
      </tbody>
    </table>
  )
}
