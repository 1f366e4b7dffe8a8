import { Fragment, type ReactNode, useMemo } from 'react'
import type { Month } from '../../contract/month.ts'
import { t } from '../../words/t.ts'
import { useFoldedBudgets } from '../categories/folded.ts'
import { useListedKeys } from '../page/shortcuts.ts'
import { classes } from '../ui/classes.ts'
import { SUBMIT_KEYS } from '../ui/keys.ts'
import { symbolOf } from '../ui/money.ts'
import { backward, onward } from '../ui/reading.ts'
import type { MonthProgress } from './budget-sheet.ts'
import { GroupLine, ItselfLine } from './GroupLine.tsx'
import { itselfOf } from './groups.ts'
import { branchesOf, isBare } from './lines.ts'
import { CELLS } from './SheetCell.tsx'
import { OF_BUDGET, SheetLine } from './SheetLine.tsx'
import { SheetTotals } from './SheetTotals.tsx'
import type { Budgets, SheetCells } from './use-budgets.ts'

const Head = ({
  children,
  className = 'px-3 text-end',
  isOfBudget = false,
}: {
  children: ReactNode
  className?: string
  /** It says something about budgets alone. */
  isOfBudget?: boolean
}) => (
  <th scope="col" className={className} {...(isOfBudget && { [OF_BUDGET]: '' })}>
    {children}
  </th>
)

const ofCell = () =>
  [
    ['Tab', t('The next cell')],
    ['Enter', t('The next cell')],
    ['=', t('Take the proposed amount')],
    ['Alt =', t('Take the proposed amounts in all empty cells')],
    ['o', t('For this month alone')],
    ['Escape', t('Restore the cell')],
    [backward(), t('Fold the group; {key} opens it', { key: onward() })],
    [SUBMIT_KEYS, t('Save the sheet')],
  ] as const

/** The month as a sheet: every category of spending, its budget in a cell. */
export function SheetTable({
  budgets: { sheet },
  cells,
  progress,
  month,
}: {
  budgets: Budgets
  cells: SheetCells
  progress: MonthProgress
  month: Month
}) {
  const { lines, counted, style } = cells
  const { isFolded, fold } = useFoldedBudgets()
  useListedKeys(useMemo(ofCell, []), t('Budgets'))
  const { currency } = style
  return (
    // Until there is a budget, its columns would be nothing but dashes. They keep their place, so that no cell moves while one types.
    <table
      className={classes(
        'w-full table-fixed text-table',
        lines.every(isBare) &&
          '[&_th[data-of-budget]]:invisible [&_td[data-of-budget]]:opacity-0 [&_td[data-of-budget]>*]:invisible', // an invisible cell paints no row behind it
      )}
      {...{ [CELLS]: '' }}
    >
      <caption className="sr-only">{t('The budgets of the month by category')}</caption>
      <colgroup>
        <col className="w-[23%]" />
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
          <Head className="ps-5 text-start">
            {t('Category, in {currency}', { currency: symbolOf(currency) })}
          </Head>
          <Head className="px-3 text-start" isOfBudget>
            {t('Used so far')}
          </Head>
          <Head>{t('Spent')}</Head>
          <Head className="hidden px-3 text-end @4xl:table-cell">{t('Usual')}</Head>
          <Head>{t('Budget')}</Head>
          <Head className="hidden px-2 text-start @5xl:table-cell" isOfBudget>
            {t('Runs [how long a budget holds]')}
          </Head>
          <Head className="hidden px-3 text-end @4xl:table-cell" isOfBudget>
            {t('Carried over')}
          </Head>
          <Head className="pe-5 ps-3 text-end" isOfBudget>
            {t('Left [of a budget]')}
          </Head>
        </tr>
      </thead>
      <tbody>
        {branchesOf(lines).map((branch) => {
          const { line, members } = branch
          const shared = { month, progress, cells }
          if (members.length === 0) return <SheetLine key={line.category_id} line={line} {...shared} />
          const folded = isFolded(line.category_id)
          const itself = folded ? undefined : itselfOf(branch)
          return (
            <Fragment key={line.category_id}>
              <GroupLine
                branch={branch}
                isFolded={folded}
                onFold={(isNow) => fold(line.category_id, isNow)}
                {...shared}
              />
              {!folded &&
                members.map((member) => (
                  <SheetLine key={member.category_id} line={member} isMember {...shared} />
                ))}
              {itself && <ItselfLine line={itself} currency={currency} />}
            </Fragment>
          )
        })}
      </tbody>
      <SheetTotals sheet={sheet} lines={counted} currency={currency} />
    </table>
  )
}
