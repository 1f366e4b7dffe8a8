import { Pencil } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { BudgetSheet } from '../../contract/budgets.ts'
import { comma, t } from '../../words/t.ts'
import { IconButton } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { Meter } from '../ui/charts/Meter.tsx'
import { classes } from '../ui/classes.ts'
import { Money } from '../ui/Money.tsx'
import { rich } from '../ui/rich.ts'
import { amountOf, daysLeftText, isPlanned, type MonthProgress, markOf, usedText } from './budget-sheet.ts'
import { FigureLink } from './FigureLink.tsx'
import { IncomePopup } from './IncomePopup.tsx'
import { Left } from './Left.tsx'
import { actualsOf, explainOf, totalsOf } from './lines.ts'
import { RecurringIncome } from './RecurringIncome.tsx'
import type { Budgets, SheetCells } from './use-budgets.ts'

/** The month at a glance, unsaved cells included: still to budget, income, budgeted, and how much of it has passed. */
export function BudgetSummary({
  budgets: { sheet, income },
  cells,
  progress,
}: {
  budgets: Budgets
  cells: SheetCells
  progress: MonthProgress
}) {
  const [isEditing, setEditing] = useState(false)
  const { currency } = cells.style
  const totals = totalsOf(cells.counted, currency)
  const expected = totalsOf(cells.countedIncomes, currency).planned
  const { all, unplanned } = actualsOf(cells.counted, currency)
  const isBudgeted = cells.counted.some(isPlanned)
  const got = actualsOf(cells.countedIncomes, currency).all
  const hasUnsaved = cells.incomeLines.some(({ category_id }) => cells.cells[category_id] !== undefined)
  const hasIncome = cells.incomeLines.some(({ planned }) => planned !== null)
  return (
    <Card
      aria-label={t('The month in one look')}
      className={classes(
        'grid grid-cols-2 items-start gap-x-4 gap-y-4 p-5 @xl:gap-x-8',
        hasIncome ? '@4xl:grid-cols-[1fr_1fr_1fr_1.6fr]' : '@4xl:grid-cols-[1fr_1fr_1.6fr]',
      )}
    >
      {hasIncome && <StillToBudget minor={expected - totals.planned} currency={currency} />}
      <Figure
        label={t('Income expected')}
        note={
          <>
            {rich('got so far {amount}', {
              amount: (
                <FigureLink explain={everythingOf(income)}>
                  <Money amount={got} currency={currency} />
                </FigureLink>
              ),
            })}
            {hasUnsaved && <span className="block text-warn">{t('not saved yet')}</span>}
            {!hasIncome && <RecurringIncome cells={cells} />}
          </>
        }
      >
        {hasIncome ? <Money amount={expected} currency={currency} /> : <span className="text-text-3">–</span>}
        <IconButton needs="write" label={t('Change the income expected')} onClick={() => setEditing(true)}>
          <Pencil size={15} />
        </IconButton>
      </Figure>
      <Figure
        label={t('Budgeted')}
        note={
          totals.carried !== 0n &&
          rich('and {amount} carried over', {
            amount: <Money amount={totals.carried} currency={currency} />,
          })
        }
      >
        <Money amount={totals.planned} currency={currency} />
      </Figure>
      <div className="col-span-2 self-center @4xl:col-span-1">
        <p className="mb-2.5 flex justify-between gap-3 text-table">
          <span className="font-semibold">
            {isBudgeted ? (
              <Left minor={totals.left} spent={totals.actual} currency={currency} />
            ) : (
              t('No budget yet')
            )}
            <span className="font-normal text-text-2">
              {comma()}
              {daysLeftText(progress)}
            </span>
          </span>
          <span className="whitespace-nowrap text-text-2">
            {rich('{amount} spent', {
              amount: (
                <FigureLink
                  explain={
                    isBudgeted ? explainOf(totals.actual, sheet.totals, currency) : everythingOf(sheet)
                  }
                >
                  <Money amount={isBudgeted ? totals.actual : all} currency={currency} />
                </FigureLink>
              ),
            })}
          </span>
        </p>
        <Meter
          label={t('The whole month')}
          planned={
            cells.lines.some(({ planned }) => planned !== null) ? amountOf(totals.planned, currency) : null
          }
          carried={amountOf(totals.carried, currency)}
          spent={amountOf(totals.actual, currency)}
          today={markOf(progress)}
        />
        <p className="mt-2.5 flex flex-wrap justify-between gap-x-3 text-caption text-text-3">
          <span>{usedText(totals, progress)}</span>
          {isBudgeted && unplanned !== 0n && (
            <span>
              {rich('and {amount} without a budget', {
                amount: (
                  <FigureLink explain={explainOf(unplanned, sheet.unplanned, currency)}>
                    <Money amount={unplanned} currency={currency} />
                  </FigureLink>
                ),
              })}
            </span>
          )}
        </p>
      </div>
      {isEditing && <IncomePopup cells={cells} month={sheet.month} onClose={() => setEditing(false)} />}
    </Card>
  )
}

/** The list of everything that was spent, or received, in the month, with a budget or without. */
const everythingOf = ({ kind, date_from, date_to }: BudgetSheet): string =>
  `/budgeting/transactions?section=${kind}&date_from=${date_from}&date_to=${date_to}`

const Figure = ({ label, note, children }: { label: string; note: ReactNode; children: ReactNode }) => (
  <div>
    <p className="text-table text-text-2">{label}</p>
    <p className="flex min-h-8 items-center gap-1 text-page font-semibold @sm:text-figure">{children}</p>
    <p className="text-caption text-text-3">{note}</p>
  </div>
)

/** The expected income that no budget has yet, or by how much the budgets are more. */
const StillToBudget = ({ minor, currency }: { minor: bigint; currency: string }) => (
  <div className="col-span-2 @4xl:col-span-1">
    <p className="text-table text-text-2">{t('Still to budget')}</p>
    {minor < 0n ? (
      <p className="font-medium text-warn">
        {rich('{amount} more than you expect to get', {
          amount: <Money amount={-minor} currency={currency} className="text-page font-semibold" />,
        })}
      </p>
    ) : (
      <p className="text-figure-lg font-semibold">
        <Money amount={minor} currency={currency} variant="figure" />
      </p>
    )}
  </div>
)
