import type { BudgetSheet } from '../../contract/budgets.ts'
import { t } from '../../words/t.ts'
import { classes } from '../ui/classes.ts'
import { Money } from '../ui/Money.tsx'
import { isPlanned } from './budget-sheet.ts'
import { FigureLink } from './FigureLink.tsx'
import { Left } from './Left.tsx'
import { actualsOf, explainOf, type Line, totalsOf } from './lines.ts'
import { Dash, OF_BUDGET } from './SheetLine.tsx'

/** The feet of the sheet: each is the sum of the column above it. Where spending has a budget only in part, both parts have a line of their own, and each line adds up. */
export function SheetTotals({
  sheet,
  lines,
  currency,
}: {
  sheet: BudgetSheet
  /** Those that count, each group once. */
  lines: readonly Line[]
  currency: string
}) {
  const totals = totalsOf(lines, currency)
  const { all, unplanned } = actualsOf(lines, currency)
  const hasBudget = lines.some(isPlanned)
  const isMixed = hasBudget && unplanned !== 0n
  const meanOf = (some: readonly Line[]) => {
    const means = some.flatMap(({ mean }) => mean ?? [])
    return means.length === 0 ? undefined : means.reduce((sum, mean) => sum + mean, 0n)
  }
  const explained = explainOf(totals.actual, sheet.totals, currency)
  const unexplained = explainOf(unplanned, sheet.unplanned, currency)
  return (
    <tbody className="border-t border-text-3">
      {isMixed && (
        <>
          <TotalRow
            name={t('With a budget')}
            spent={{ minor: totals.actual, explain: explained }}
            mean={meanOf(lines.filter(isPlanned))}
            totals={totals}
            left={totals.left}
            currency={currency}
          />
          <TotalRow
            name={t('Spent without a budget')}
            spent={{ minor: unplanned, explain: unexplained }}
            mean={meanOf(lines.filter((line) => !isPlanned(line)))}
            left={undefined}
            currency={currency}
          />
        </>
      )}
      <TotalRow
        name={t('Together')}
        spent={{ minor: all, explain: isMixed ? null : hasBudget ? explained : unexplained }}
        mean={meanOf(lines)}
        totals={hasBudget ? totals : undefined}
        // What is left is left of the budgets; spending without one takes nothing from them.
        left={hasBudget && !isMixed ? totals.left : undefined}
        currency={currency}
        isLast
      />
    </tbody>
  )
}

function TotalRow({
  name,
  spent,
  mean,
  totals,
  left,
  currency,
  isLast = false,
}: {
  name: string
  spent: { minor: bigint; explain: string | null }
  /** Undefined where no category of it has one. */
  mean: bigint | undefined
  /** Undefined without a budget. */
  totals?: ReturnType<typeof totalsOf> | undefined
  /** Budget and carried amount less what was spent; undefined without a budget. */
  left: bigint | undefined
  currency: string
  isLast?: boolean
}) {
  const rule = isLast ? 'double-rule pb-0.5' : ''
  return (
    <tr className={isLast ? 'h-12 font-semibold' : 'h-[42px] border-b border-line text-text-2'}>
      <th scope="row" colSpan={2} className={classes('ps-5 text-start', isLast ? '' : 'font-medium')}>
        {name}
      </th>
      <td className="px-3 text-end">
        <FigureLink explain={spent.explain} className={rule}>
          <Money amount={spent.minor} currency={currency} symbol={false} />
        </FigureLink>
      </td>
      <td className="hidden px-3 text-end font-normal text-text-2 @4xl:table-cell">
        {mean === undefined ? <Dash /> : <Money amount={mean} currency={currency} symbol={false} />}
      </td>
      <td className="px-3 text-end">
        {totals ? (
          <span className={rule}>
            <Money amount={totals.planned} currency={currency} symbol={false} />
          </span>
        ) : (
          <Dash />
        )}
      </td>
      <td className="hidden @5xl:table-cell" />
      <td className="hidden px-3 text-end @4xl:table-cell" {...{ [OF_BUDGET]: '' }}>
        {!totals || totals.carried === 0n ? (
          <Dash />
        ) : (
          <span className={rule}>
            <Money amount={totals.carried} currency={currency} symbol={false} variant="change" />
          </span>
        )}
      </td>
      <td className="pe-5 ps-3 text-end" {...{ [OF_BUDGET]: '' }}>
        {left === undefined ? (
          <Dash />
        ) : (
          <span className={rule}>
            <Left minor={left} spent={spent.minor} currency={currency} symbol={false} isTotal />
          </span>
        )}
      </td>
    </tr>
  )
}
