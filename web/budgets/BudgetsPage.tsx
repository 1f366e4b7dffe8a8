import { useQueries } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight, Copy, Plus } from 'lucide-react'
import { useState } from 'react'
import { type BudgetSheet, copyBudgets, getBudgets } from '../../contract/budgets.ts'
import { addMonths, isMonth, type Month, monthOfDay } from '../../contract/month.ts'
import { asking, useAsk } from '../api/ask.ts'
import { useChange } from '../api/change.ts'
import { Loaded } from '../api/Loaded.tsx'
import { useAddress } from '../page/address.ts'
import { useBook, useToday } from '../page/me.ts'
import { Button, ButtonLink, IconButton } from '../ui/Button.tsx'
import { Card, useTitle } from '../ui/Card.tsx'
import { monthName, monthText, rangeText } from '../ui/dates.ts'
import { useIsPhone } from '../ui/media.ts'
import { Refusal } from '../ui/States.tsx'
import { BudgetList } from './BudgetList.tsx'
import { BudgetSummary } from './BudgetSummary.tsx'
import { BudgetTable } from './BudgetTable.tsx'
import { isPlanned, mostSpentFirst, mostUsedFirst, progressOf } from './budget-sheet.ts'
import { CategoryPlanSheet } from './CategoryPlanSheet.tsx'
import { inOrder } from './cell.ts'
import { NothingPlanned } from './NothingPlanned.tsx'
import { PlanCategory } from './PlanCategory.tsx'
import { usePlans } from './use-plans.ts'

/** The budget of a month: planned, spent and left. */
export function BudgetsPage() {
  const { search, filter } = useAddress()
  const { month_starts_on: start } = useBook()
  const current = monthOfDay(useToday(), start)
  const month = search.month && isMonth(search.month) ? search.month : current
  useTitle(`Budgets, ${monthText(month)}`)
  const [isPlanning, setPlanning] = useState(false)
  const isPhone = useIsPhone()
  const go = (to: Month) => filter({ month: to === current ? undefined : to, open: undefined })
  const before = addMonths(month, -1)
  // Loads the neighbouring months before somebody turns to them.
  const [previous] = useQueries({
    queries: [before, addMonths(month, 1)].map((one) => asking(getBudgets, { query: { month: one } })),
  })
  const query = useAsk(getBudgets, { query: { month } })
  const data = query.data?.month === month ? query.data : undefined
  const last = previous?.data?.month === before ? previous.data : undefined
  const copy = useChange(copyBudgets, {
    words: ({ data: copied }) => `${monthName(before)}’s plan copied: ${copied.length} categories`,
  })
  const canCopy = last?.rows.some(({ planned }) => planned !== null) ?? false
  const copyPlan = () => void copy.send({ params: { month }, body: { from: before } })
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
          <IconButton label={monthText(addMonths(month, 1))} onClick={() => go(addMonths(month, 1))}>
            <ChevronRight size={18} />
          </IconButton>
        </span>
        {month !== current && (
          <Button look="quiet" onClick={() => go(current)}>
            This month
          </Button>
        )}
        <span className="flex flex-1 flex-wrap justify-end gap-2 max-sm:basis-full max-sm:justify-start">
          <ButtonLink to="/plans" look="quiet" className="max-sm:hidden">
            Plans
          </ButtonLink>
          {canCopy && (
            <Button icon={isPhone ? null : <Copy size={15} />} isBusy={copy.isBusy} onClick={copyPlan}>
              Copy {monthName(before)}’s plan
            </Button>
          )}
          <Button look="primary" icon={<Plus size={16} />} onClick={() => setPlanning(true)}>
            Plan a category
          </Button>
        </span>
      </header>
      {start !== 1 && data && (
        <p className="-mt-4 mb-4 text-table text-text-3">{rangeText(data.date_from, data.date_to)}</p>
      )}
      {copy.sentence && (
        <div className="mb-4">
          <Refusal title={copy.sentence} />
        </div>
      )}
      <Loaded query={{ ...query, data }} rows={8}>
        {(sheet) => (
          <MonthOfBudgets
            key={month}
            sheet={sheet}
            last={last}
            onCopy={canCopy ? copyPlan : undefined}
            onPlan={() => setPlanning(true)}
          />
        )}
      </Loaded>
      {data && (
        <ButtonLink to="/plans" className="mt-4 w-full sm:hidden">
          Plans and what is coming up
        </ButtonLink>
      )}
      {isPlanning && data && <PlanCategory sheet={data} onClose={() => setPlanning(false)} />}
    </>
  )
}

function MonthOfBudgets({
  sheet: given,
  last,
  onCopy,
  onPlan,
}: {
  sheet: BudgetSheet
  last: BudgetSheet | undefined
  onCopy: (() => void) | undefined
  onPlan: () => void
}) {
  const { search, filter } = useAddress()
  const progress = progressOf(given, useToday())
  const isPhone = useIsPhone()
  const currency = given.base_currency_id
  const plans = usePlans(given, given.month)
  const sheet = plans.sheet ?? given
  // The order is that of the first look at the month: no row jumps away from under a finger.
  const [order] = useState(() => [
    ...mostUsedFirst(given.rows.filter(isPlanned), currency).map(({ category_id }) => category_id),
    ...mostSpentFirst(
      given.rows.filter((row) => !isPlanned(row)),
      currency,
    ).map(({ category_id }) => category_id),
  ])
  const rows = inOrder(sheet.rows, order)
  const opened = rows.find(({ category_id }) => category_id === search.open)
  const isEmpty = !rows.some(isPlanned)
  return (
    <div className="@container">
      {isEmpty ? (
        <NothingPlanned sheet={sheet} last={last} onCopy={onCopy} onPlan={onPlan} />
      ) : (
        <BudgetSummary sheet={sheet} progress={progress} />
      )}
      {(!isEmpty || rows.length > 0) && (
        <Card className="mt-4">
          {isPhone ? (
            <BudgetList sheet={sheet} rows={rows} progress={progress} />
          ) : (
            <BudgetTable sheet={sheet} rows={rows} progress={progress} plans={plans} />
          )}
        </Card>
      )}
      {opened && (
        <CategoryPlanSheet
          key={opened.category_id}
          row={opened}
          sheet={sheet}
          last={last?.rows.find(({ category_id }) => category_id === opened.category_id)}
          onClose={() => filter({ open: undefined })}
        />
      )}
    </div>
  )
}
