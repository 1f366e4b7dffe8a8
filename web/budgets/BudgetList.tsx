import { Link } from '@tanstack/react-router'
import { ChevronDown, ChevronRight } from 'lucide-react'
import type { Month } from '../../contract/month.ts'
import { t } from '../../words/t.ts'
import { useFoldedBudgets } from '../categories/folded.ts'
import type { Search } from '../page/address.ts'
import { pageBehind } from '../reports/explain.ts'
import { Card } from '../ui/Card.tsx'
import { Meter } from '../ui/charts/Meter.tsx'
import { classes } from '../ui/classes.ts'
import { IconTile, iconOfCategory } from '../ui/icons.tsx'
import { Money } from '../ui/Money.tsx'
import { minorOf } from '../ui/money.ts'
import { hiddenMoneyText, usePrivacy } from '../ui/privacy.ts'
import { rich } from '../ui/rich.ts'
import { budgetedOf, isPlanned, type MonthProgress, markOf } from './budget-sheet.ts'
import { leftOutText } from './group-words.ts'
import { itselfOf, wholeOf } from './groups.ts'
import { Left } from './Left.tsx'
import { ListTotals } from './ListTotals.tsx'
import { branchesOf, isBare, type Line, type LineBranch } from './lines.ts'
import { OverFrom } from './OverFrom.tsx'
import { Used } from './Used.tsx'
import type { SheetCells } from './use-budgets.ts'

/** The month on a phone: name, bar, left, a card for each group. A row opens its sheet, where the budget is changed; the arrow folds a group. */
export function BudgetList({
  cells: { lines, counted, style },
  progress,
  month,
}: {
  cells: SheetCells
  progress: MonthProgress
  month: Month
}) {
  const { currency } = style
  const { isFolded, fold } = useFoldedBudgets()
  usePrivacy() // the amounts in the words follow it
  const money = (minor: bigint) => hiddenMoneyText(minor, currency)
  const hasBars = !lines.every(isBare)
  return (
    <div className="my-4 flex flex-col gap-3">
      {cardsOf(lines).map(({ group, some }) => {
        const id = group?.line.category_id ?? ''
        const whole = group && wholeOf(group, currency)
        const itself = group && itselfOf(group)
        const note = group && leftOutText(group, currency, money)
        const Chevron = isFolded(id) ? ChevronRight : ChevronDown
        return (
          <Card key={id || some[0]?.category_id}>
            {whole && (
              <div className="flex items-center">
                <button
                  type="button"
                  aria-expanded={!isFolded(id)}
                  aria-label={
                    isFolded(id)
                      ? t('Open {group} [unfold]', { group: whole.category_name })
                      : t('Fold {group}', { group: whole.category_name })
                  }
                  onClick={() => fold(id)}
                  className="grid min-h-13 w-10 shrink-0 place-items-center text-text-2"
                >
                  <Chevron size={17} />
                </button>
                <Row
                  line={whole}
                  currency={currency}
                  progress={progress}
                  month={month}
                  hasBar={hasBars}
                  isGroup
                />
              </div>
            )}
            {note && <p className="ps-10 pe-4 pb-3 text-caption text-text-2">{note}</p>}
            {!(group && isFolded(id)) && (
              <ul className={group ? 'border-t border-line ps-6' : ''}>
                {some.map((line) => (
                  <li key={line.category_id} className="border-t border-line first:border-t-0">
                    <Row
                      line={line}
                      currency={currency}
                      progress={progress}
                      month={month}
                      hasBar={hasBars}
                      isMember={group !== undefined}
                    />
                  </li>
                ))}
                {itself?.explain && itself.actual !== 0 && (
                  <li className="border-t border-line">
                    <Itself line={itself} currency={currency} />
                  </li>
                )}
              </ul>
            )}
          </Card>
        )
      })}
      <Card>
        <ListTotals lines={counted} currency={currency} />
      </Card>
    </div>
  )
}

/** A card for each group, and one for neighbours without a group. */
function cardsOf(lines: readonly Line[]): { group?: LineBranch<Line>; some: Line[] }[] {
  const cards: { group?: LineBranch<Line>; some: Line[] }[] = []
  for (const branch of branchesOf(lines)) {
    const last = cards.at(-1)
    if (branch.members.length > 0) cards.push({ group: branch, some: [...branch.members] })
    else if (last && !last.group) last.some.push(branch.line)
    else cards.push({ some: [branch.line] })
  }
  return cards
}

const Row = ({
  line,
  currency,
  progress,
  month,
  hasBar,
  isGroup = false,
  isMember = false,
}: {
  line: Line
  currency: string
  progress: MonthProgress
  month: Month
  /** False in a month without any budget, where each bar would be empty. */
  hasBar: boolean
  isGroup?: boolean
  isMember?: boolean
}) => (
  <Link
    to="."
    search={(before: Search) => ({ ...before, open: line.category_id })}
    resetScroll={false}
    className={classes('flex min-h-[60px] min-w-0 flex-1 items-center gap-3 py-2 pe-4', !isGroup && 'ps-4')}
  >
    {!isGroup && !isMember && <IconTile icon={iconOfCategory(line.category_name, line.icon)} />}
    <span className="min-w-0 flex-1">
      <span className="flex items-baseline justify-between gap-3">
        <span className={classes('truncate', isGroup ? 'font-semibold' : 'font-medium')}>
          {line.category_name}
        </span>
        <span className="text-table whitespace-nowrap">
          <Rest line={line} currency={currency} />
        </span>
      </span>
      {hasBar && (
        <span className="mt-2 block">
          <Meter
            label={line.category_name}
            planned={line.planned}
            carried={line.carried}
            spent={budgetedOf(line, currency)}
            today={markOf(progress)}
          />
          <span className="flex flex-wrap gap-x-3">
            <Used line={line} currency={currency} />
            <OverFrom row={line} month={month} currency={currency} />
          </span>
        </span>
      )}
    </span>
  </Link>
)

/** The spending recorded in a group itself, so that the rows of its card add up to it. It opens its transactions. */
const Itself = ({ line, currency }: { line: Line; currency: string }) => (
  <Link
    {...pageBehind(line.explain ?? '')}
    className="flex min-h-[60px] items-center justify-between gap-3 py-2 ps-4 pe-4"
  >
    <span className="truncate font-medium">{t('{group} itself', { group: line.category_name })}</span>
    <span className="text-table whitespace-nowrap">
      <Rest line={line} currency={currency} />
    </span>
  </Link>
)

function Rest({ line, currency }: { line: Line; currency: string }) {
  if (isPlanned(line)) {
    const [left, spent] = [minorOf(line.left, currency), minorOf(line.actual, currency)]
    return <Left minor={left} spent={spent} currency={currency} />
  }
  if (line.actual === 0) return <span className="text-text-3">{t('no budget')}</span>
  return (
    <span className="text-text-2">
      {rich('{amount} spent', { amount: <Money amount={line.actual} currency={currency} /> })}
    </span>
  )
}
