import { t } from '../../words/t.ts'
import { Money } from '../ui/Money.tsx'
import { isPlanned } from './budget-sheet.ts'
import { Left } from './Left.tsx'
import { actualsOf, type Line, totalsOf } from './lines.ts'

/** The end of the month's list on a phone: what is left of all budgets, and what was spent without one. */
export function ListTotals({ lines, currency }: { lines: readonly Line[]; currency: string }) {
  const totals = totalsOf(lines, currency)
  const { all, unplanned } = actualsOf(lines, currency)
  const hasBudget = lines.some(isPlanned)
  return (
    <dl className="grid grid-cols-[1fr_auto] gap-y-2 px-4 py-3.5 font-semibold [&>dd]:text-end">
      {hasBudget && (
        <>
          <dt>{t('Left in total')}</dt>
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
            {hasBudget ? t('Spent without a budget') : t('Spent in total')}
          </dt>
          <dd>
            <Money amount={hasBudget ? unplanned : all} currency={currency} />
          </dd>
        </>
      )}
    </dl>
  )
}
