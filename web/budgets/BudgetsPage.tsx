import { useQueries } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight, WandSparkles } from 'lucide-react'
import { getBudgets } from '../../contract/budgets.ts'
import { addMonths, isMonth, type Month, monthOfDay } from '../../contract/month.ts'
import { asking } from '../api/ask.ts'
import { Loaded } from '../api/Loaded.tsx'
import { useAddress } from '../page/address.ts'
import { useBook, useToday } from '../page/me.ts'
import { Button, ButtonLink, IconButton } from '../ui/Button.tsx'
import { Card, useTitle } from '../ui/Card.tsx'
import { monthName, monthText } from '../ui/dates.ts'
import { useIsPhone } from '../ui/media.ts'
import { minorOf } from '../ui/money.ts'
import { BudgetList } from './BudgetList.tsx'
import { BudgetSummary } from './BudgetSummary.tsx'
import { progressOf } from './budget-sheet.ts'
import { CategoryBudgetSheet } from './CategoryBudgetSheet.tsx'
import { proposalOf } from './lines.ts'
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
  useTitle(`Budgets, ${monthText(month)}`)
  const go = (to: Month) => filter({ month: to === current ? undefined : to, open: undefined })
  const [before, next] = [addMonths(month, -1), addMonths(month, 1)]
  // Loads the neighbouring months before somebody turns to them.
  useQueries({ queries: [before, next].map((one) => asking(getBudgets, { query: { month: one } })) })
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
            This month
          </Button>
        )}
        <ButtonLink to="/plans" look="quiet" className="ml-auto max-sm:hidden">
          Recurring
        </ButtonLink>
      </header>
      <Loaded query={query} rows={8}>
        {(budgets) => <MonthOfBudgets key={month} budgets={budgets} before={before} />}
      </Loaded>
      {query.data && (
        <ButtonLink to="/plans" className="mt-4 w-full sm:hidden">
          Recurring, and what is coming up
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
  const { lines, style } = cells
  const place = lines.findIndex(({ category_id }) => category_id === search.open)
  const opened = lines[place]
  return (
    <div className="@container flex flex-col sm:min-h-[calc(100dvh-140px)]">
      <BudgetSummary budgets={budgets} cells={cells} progress={progress} />
      <Fill budgets={budgets} cells={cells} before={before} />
      <Card className="my-4">
        {isPhone ? (
          <BudgetList lines={lines} currency={style.currency} progress={progress} />
        ) : (
          <SheetTable budgets={budgets} cells={cells} progress={progress} month={sheet.month} />
        )}
      </Card>
      <SaveBar cells={cells} />
      {opened && (
        <CategoryBudgetSheet
          key={opened.category_id}
          line={opened}
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

/** Fills empty cells: with what is usual, or, in a month without budgets, with those of the month before. Nothing is saved by it. */
function Fill({
  budgets,
  cells,
  before,
}: {
  budgets: Budgets
  cells: ReturnType<typeof useCells>
  before: Month
}) {
  const { currency } = cells.style
  const [last] = useQueries({ queries: [asking(getBudgets, { query: { month: before } })] })
  const earlier = new Map(
    last?.data?.month === before
      ? last.data.rows.flatMap(({ category_id, planned }) =>
          planned === null ? [] : [[category_id, minorOf(planned, currency)]],
        )
      : [],
  )
  const isEmpty = budgets.lines.every(({ planned }) => planned === null)
  const hasMeans = cells.lines.some(({ planned, mean }) => planned === null && mean !== null)
  if (!hasMeans && !(isEmpty && earlier.size > 0)) return null
  return (
    <p className="mt-4 flex flex-wrap items-center justify-end gap-2">
      {isEmpty && (
        <span className="mr-auto text-text-2">
          No budgets in {monthName(budgets.sheet.month)} yet: type amounts, or take the grey ones, from what
          you usually spend.
        </span>
      )}
      {isEmpty && earlier.size > 0 && (
        <Button onClick={() => cells.fill(({ category_id }) => earlier.get(category_id) ?? null)}>
          Go on with {monthName(before)}’s budgets
        </Button>
      )}
      {hasMeans && (
        <Button
          icon={<WandSparkles size={15} />}
          aria-keyshortcuts="Alt+="
          onClick={() => cells.fill((line) => proposalOf(line, currency))}
        >
          Fill empty cells with what is usual
        </Button>
      )}
    </p>
  )
}
