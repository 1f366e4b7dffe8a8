import { useQueries } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight, FolderPlus, WandSparkles } from 'lucide-react'
import { useState } from 'react'
import { getBudgets } from '../../contract/budgets.ts'
import { addMonths, isMonth, type Month, monthOfDay } from '../../contract/month.ts'
import { t } from '../../words/t.ts'
import { asking } from '../api/ask.ts'
import { Loaded } from '../api/Loaded.tsx'
import { NewGroup } from '../categories/NewGroup.tsx'
import { useAddress } from '../page/address.ts'
import { useBook, useToday } from '../page/me.ts'
import { Button, ButtonLink, IconButton } from '../ui/Button.tsx'
import { Card, useTitle } from '../ui/Card.tsx'
import { monthName, monthText } from '../ui/dates.ts'
import { useIsPhone } from '../ui/media.ts'
import { minorOf } from '../ui/money.ts'
import { hiddenMoneyText } from '../ui/privacy.ts'
import { Empty } from '../ui/States.tsx'
import { BudgetList } from './BudgetList.tsx'
import { BudgetSummary } from './BudgetSummary.tsx'
import { progressOf } from './budget-sheet.ts'
import { CategoryBudgetSheet } from './CategoryBudgetSheet.tsx'
import { replacesText } from './group-words.ts'
import { wholeOf } from './groups.ts'
import { branchesOf, linesOf, NO_MEANS, proposalOf } from './lines.ts'
import { MonthStart } from './MonthStart.tsx'
import { SaveBar } from './SaveBar.tsx'
import { SheetTable } from './SheetTable.tsx'
import { type Budgets, useBudgets, useCells } from './use-budgets.ts'

/** The budgets of a month, in one sheet. */
export function BudgetsPage() {
  const { search, filter } = useAddress()
  const { month_starts_on: start } = useBook()
  const current = monthOfDay(useToday(), start)
  const month = search.month && isMonth(search.month) ? search.month : current
  useTitle(t('Budgets, {month}', { month: monthText(month) }))
  const go = (to: Month) => filter({ month: to === current ? undefined : to, open: undefined })
  const [before, next] = [addMonths(month, -1), addMonths(month, 1)]
  // Loads the neighbouring months before somebody turns to them.
  useQueries({
    queries: [before, next].map((one) => asking(getBudgets, { query: { month: one, by_group: true } })),
  })
  const { query } = useBudgets(month)
  return (
    <>
      <header className="mb-5 flex min-h-9 flex-wrap items-center gap-x-3 gap-y-2">
        <h1 tabIndex={-1} className="text-page font-semibold" aria-live="polite">
          {monthText(month)}
        </h1>
        <span className="flex">
          <IconButton label={monthText(before)} onClick={() => go(before)}>
            <ChevronLeft size={18} />
          </IconButton>
          <IconButton label={monthText(next)} onClick={() => go(next)}>
            <ChevronRight size={18} />
          </IconButton>
        </span>
        <MonthStart month={month} />
        {month !== current && (
          <Button look="quiet" onClick={() => go(current)}>
            {t('This month')}
          </Button>
        )}
        <ButtonLink to="/plans" look="quiet" className="ms-auto max-sm:hidden">
          {t('Recurring')}
        </ButtonLink>
      </header>
      <Loaded query={query} rows={8}>
        {(budgets) => <MonthOfBudgets key={month} budgets={budgets} before={before} />}
      </Loaded>
      {query.data && (
        <ButtonLink to="/plans" className="mt-4 w-full sm:hidden">
          {t('Recurring, and what is coming up')}
        </ButtonLink>
      )}
    </>
  )
}

function MonthOfBudgets({ budgets, before }: { budgets: Budgets; before: Month }) {
  const { search, filter } = useAddress()
  const { sheet } = budgets
  const progress = progressOf(sheet, useToday())
  const isPhone = useIsPhone()
  const cells = useCells(budgets)
  const { style } = cells
  const money = (minor: bigint) => hiddenMoneyText(minor, style.currency)
  const [isNewGroup, setNewGroup] = useState(false)
  // Of a group, its sheet shows the figures of all of it.
  const branches = branchesOf(cells.lines)
  const lines = branches.flatMap((branch) => [wholeOf(branch, style.currency), ...branch.members])
  const place = lines.findIndex(({ category_id }) => category_id === search.open)
  const opened = lines[place]
  const openedGroup = branches.find(
    ({ line, members }) => members.length > 0 && line.category_id === search.open,
  )
  return (
    <div className="@container flex flex-col sm:min-h-[calc(100dvh-140px)]">
      <BudgetSummary budgets={budgets} cells={cells} progress={progress} />
      <Fill budgets={budgets} cells={cells} before={before} onNewGroup={() => setNewGroup(true)} />
      {cells.lines.length === 0 ? (
        <Card className="my-4">
          <Empty
            title={t('No categories of spending yet')}
            actions={
              <ButtonLink needs="write" look="primary" to="/settings/categories">
                {t('Add categories')}
              </ButtonLink>
            }
          >
            {t('A budget is for a category: how much a month for groceries, for rent, for going out.')}
          </Empty>
        </Card>
      ) : isPhone ? (
        <BudgetList cells={cells} progress={progress} month={sheet.month} />
      ) : (
        <Card className="my-4">
          <SheetTable budgets={budgets} cells={cells} progress={progress} month={sheet.month} />
        </Card>
      )}
      <SaveBar cells={cells} />
      {isNewGroup && <NewGroup kind="expense" onClose={() => setNewGroup(false)} />}
      {opened && (
        <CategoryBudgetSheet
          key={opened.category_id}
          line={opened}
          about={openedGroup && replacesText(openedGroup, style.currency, money)}
          sheet={sheet}
          cells={cells}
          before={lines[place - 1]}
          after={lines[place + 1]}
          onOpen={(id) => filter({ open: id })}
        />
      )}
    </div>
  )
}

/** Makes a group, and fills empty cells: with the proposals, or, in a month without budgets, with those of the month before. Filling saves nothing. */
function Fill({
  budgets,
  cells,
  before,
  onNewGroup,
}: {
  budgets: Budgets
  cells: ReturnType<typeof useCells>
  before: Month
  onNewGroup: () => void
}) {
  const { currency } = cells.style
  const [last] = useQueries({ queries: [asking(getBudgets, { query: { month: before, by_group: true } })] })
  const earlier = new Map(
    last?.data?.month === before
      ? linesOf(last.data, [], NO_MEANS).flatMap(({ category_id, planned }) =>
          planned === null ? [] : [[category_id, minorOf(planned, currency)]],
        )
      : [],
  )
  const isEmpty = budgets.lines.every(({ planned }) => planned === null)
  const isUntouched = cells.lines.every(({ planned }) => planned === null)
  const hasMeans = cells.lines.some((line) => line.planned === null && proposalOf(line, currency) !== null)
  return (
    <p className="mt-4 flex flex-wrap items-center justify-end gap-2">
      {isEmpty && isUntouched && cells.lines.length > 0 && (
        <span className="me-auto text-text-2">
          {hasMeans || earlier.size > 0
            ? t(
                'No budgets in {month} yet: type amounts, or take the proposed ones. They are what you usually spend, or what is spent already where that is more.',
                { month: monthName(budgets.sheet.month) },
              )
            : t('A budget is how much you want to spend on something in a month. Begin with any category.')}
        </span>
      )}
      <Button needs="write" icon={<FolderPlus size={15} />} className="max-sm:hidden" onClick={onNewGroup}>
        {t('New group')}
      </Button>
      {isEmpty && earlier.size > 0 && (
        <Button
          needs="write"
          onClick={() => cells.fill(({ category_id }) => earlier.get(category_id) ?? null)}
        >
          {t('Go on with {month}’s budgets', { month: monthName(before) })}
        </Button>
      )}
      {hasMeans && (
        <Button
          needs="write"
          icon={<WandSparkles size={15} />}
          aria-keyshortcuts="Alt+="
          onClick={() => cells.fill((line) => proposalOf(line, currency))}
        >
          {t('Fill empty cells with the proposals')}
        </Button>
      )}
    </p>
  )
}
