import type { BudgetSheet } from '../../contract/budgets.ts'
import { Card } from '../ui/Card.tsx'
import { Meter } from '../ui/charts/Meter.tsx'
import { Money } from '../ui/Money.tsx'
import { minorOf } from '../ui/money.ts'
import { daysLeftText, leftOf, type MonthProgress, markOf, meterParts, usedText } from './budget-sheet.ts'
import { FigureLink } from './FigureLink.tsx'

/** The month at a glance: left, planned and spent, and how much of it has passed. */
export function BudgetSummary({ sheet, progress }: { sheet: BudgetSheet; progress: MonthProgress }) {
  const { totals, base_currency_id: currency } = sheet
  const { state, minor } = leftOf(totals.left, currency)
  const planned = minorOf(totals.planned, currency) + minorOf(totals.carried, currency)
  return (
    <Card
      aria-label="The month in one look"
      className="grid grid-cols-2 items-end gap-x-4 gap-y-4 p-5 @xl:gap-x-8 @4xl:grid-cols-[1fr_1fr_1fr_2fr]"
    >
      <div className="col-span-2 @4xl:col-span-1">
        <p className="text-table text-text-2">
          {state === 'over'
            ? 'Over the plan'
            : progress.when === 'after'
              ? 'Left of the month'
              : 'Left this month'}
        </p>
        <p className="text-figure-lg font-semibold">
          <Money
            amount={minor}
            currency={currency}
            variant="figure"
            className={state === 'over' ? 'text-warn' : ''}
          />
        </p>
      </div>
      <div>
        <p className="text-table text-text-2">{totals.carried === 0 ? 'Planned' : 'Planned, carried'}</p>
        <p className="text-page font-semibold @xs:text-figure">
          <Money amount={planned} currency={currency} />
        </p>
      </div>
      <div>
        <p className="text-table text-text-2">Spent</p>
        <p className="text-page font-semibold @xs:text-figure">
          <FigureLink explain={totals.explain}>
            <Money amount={totals.actual} currency={currency} />
          </FigureLink>
        </p>
      </div>
      <div className="col-span-2 self-center @4xl:col-span-1">
        <p className="mb-2.5 flex justify-between gap-3 text-table text-text-2">
          <span>{usedText(totals, currency, progress)}</span>
          <span className="hidden whitespace-nowrap @sm:inline">{daysLeftText(progress)}</span>
        </p>
        <Meter label="The whole month" {...meterParts(totals, currency)} today={markOf(progress)} />
        <p className="mt-2.5 flex justify-between text-caption text-text-3">
          <span>{progress.when === 'during' && 'The line marks today.'}</span>
          <span className="@sm:hidden">{daysLeftText(progress)}</span>
        </p>
      </div>
    </Card>
  )
}
