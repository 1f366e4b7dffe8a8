import { useState } from 'react'
import { listTransactions } from '../../contract/budgeting.ts'
import { type BudgetSheet, getBudgets, putBudgets } from '../../contract/budgets.ts'
import { listCategories } from '../../contract/categories.ts'
import { Refused } from '../../contract/client.ts'
import { daysOfMonth, type Month, monthOfDay } from '../../contract/month.ts'
import { incomeStatement } from '../../contract/reports.ts'
import { t } from '../../words/t.ts'
import { cache, useAsk, useEverything } from '../api/ask.ts'
import { send, sentenceOf } from '../api/change.ts'
import { useBook, useToday } from '../page/me.ts'
import { separatorIn } from '../ui/amount-text.ts'
import { monthName } from '../ui/dates.ts'
import { useDraft } from '../ui/draft.ts'
import { useLocale } from '../ui/locale.ts'
import { decimalsOf } from '../ui/money.ts'
import {
  type Cell,
  type Cells,
  cellsText,
  filled,
  refusedRow,
  rowsToSend,
  unsaved,
  withCell,
} from './cells.ts'
import { countedIn } from './groups.ts'
import { type Line, linesOf, meanMonths, meansOf, NO_MEANS } from './lines.ts'

/** The budgets of a month as the service has them: both sheets, all categories and the means of the months before. */
export function useBudgets(month: Month) {
  const { month_starts_on: start } = useBook()
  const { first, last } = meanMonths(month, monthOfDay(useToday(), start))
  const expenses = useAsk(getBudgets, { query: { month, by_group: true } })
  const incomes = useAsk(getBudgets, { query: { month, kind: 'income', by_group: true } })
  const { data: categories } = useEverything(listCategories)
  const { data: report, isError: hasNoReport } = useAsk(incomeStatement, {
    query: {
      date_from: daysOfMonth(first, start).date_from,
      date_to: daysOfMonth(last, start).date_to,
      by: 'month',
    },
  })
  const of = (sheet: BudgetSheet | undefined) => (sheet?.month === month ? sheet : undefined)
  const [spending, income] = [of(expenses.data), of(incomes.data)]
  const { data: oldest, isError: hasNoOldest } = useAsk(listTransactions, {
    query: { sort: 'date', limit: 1 },
  })
  const means = report ? meansOf(report, oldest?.data[0]?.date) : NO_MEANS
  // Without the means the sheet is of use as well, but it does not move once it is shown.
  const isWaiting = (!report && !hasNoReport) || (!oldest && !hasNoOldest)
  const data =
    !spending || !income || !categories || isWaiting
      ? undefined
      : {
          sheet: spending,
          income,
          meanMonths: means.months,
          lines: linesOf(spending, categories, means),
          incomeLines: linesOf(income, categories, means),
        }
  return { query: { ...expenses, data, error: expenses.error ?? incomes.error } }
}

export type Budgets = NonNullable<ReturnType<typeof useBudgets>['query']['data']>

const NONE: { cells: Cells } = { cells: {} }

/** The unsaved cells of a month: they stay through a reload, and are saved as one change. */
export function useCells({ sheet, meanMonths, lines: saved, incomeLines: savedIncomes }: Budgets) {
  const { month, base_currency_id: currency } = sheet
  const separator = separatorIn(useLocale())
  const style = { currency, decimals: decimalsOf(currency), separator }
  const { draft, change, clear } = useDraft<{ cells: Cells }>(`budgets-of ${month}`, NONE)
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const [sentence, setSentence] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const [isSaved, setSaved] = useState(false)
  const all = [...saved, ...savedIncomes]
  // A category may have gone since its cell was changed: in the trash it takes no budget.
  const cells: Cells = Object.fromEntries(
    Object.entries(draft.cells).filter(([id]) => all.some(({ category_id }) => category_id === id)),
  )
  const put = (next: Cells) => (Object.keys(next).length === 0 ? clear() : change({ cells: next }))
  const forget = (id: string) => setFaults(({ [id]: _, ...others }) => others)

  /** Whether there is nothing left to save. */
  async function save(): Promise<boolean> {
    const { rows, faults: unread } = rowsToSend(all, cells, style)
    setFaults(unread)
    setSentence(undefined)
    if (Object.keys(unread).length > 0 || isBusy) return false
    if (rows.length === 0) return true
    setBusy(true)
    try {
      const saying = cellsText(
        rows.map(({ category_id }) => category_id),
        savedIncomes,
      )
      const words = t('{month}: {budgets} saved', { month: monthName(month), budgets: saying })
      await send(putBudgets, { params: { month }, body: { rows } }, { words })
      setSaved(true)
      await cache.invalidateQueries({ queryKey: [getBudgets.path] }, { cancelRefetch: false })
      clear()
      return true
    } catch (error) {
      const refused = error instanceof Refused ? refusedRow(error.problem, rows) : undefined
      if (refused) setFaults(refused)
      else setSentence(sentenceOf(error))
      if (error instanceof Refused && error.problem.code === 'stale') {
        // The next attempt is about the budgets that are shown then.
        await cache.invalidateQueries({ queryKey: [getBudgets.path] })
        change({
          cells: Object.fromEntries(
            Object.entries(cells).map(([id, cell]) => [id, { ...cell, version: undefined }]),
          ),
        })
      }
      return false
    } finally {
      setBusy(false)
      setSaved(false)
    }
  }

  const lines = unsaved(saved, cells, style)
  const incomeLines = unsaved(savedIncomes, cells, style)
  // The row of a refused cell may be gone by now, with its category.
  const gone = Object.keys(faults).find((id) => !all.some(({ category_id }) => category_id === id))
  return {
    style,
    cells,
    faults,
    sentence: sentence ?? (gone && faults[gone]),
    isBusy,
    /** Whether the cells are saved, and their new figures are on the way: until then the cells show them. */
    isSaved,
    save,
    lines,
    incomeLines,
    /** How many months the means are of. */
    meanMonths,
    /** The lines that count in the totals. */
    counted: countedIn(lines, currency),
    countedIncomes: countedIn(incomeLines, currency),
    /** The line as it is saved. */
    savedLine: (id: string): Line | undefined => all.find(({ category_id }) => category_id === id),
    edit: (line: Line, part: Partial<Cell>) => {
      forget(line.category_id)
      const known = all.find(({ category_id }) => category_id === line.category_id) ?? line
      put(withCell(cells, known, part, style))
    },
    restore: ({ category_id }: Line) => {
      forget(category_id)
      const { [category_id]: _, ...others } = cells
      put(others)
    },
    fill: (amountIn: (line: Line) => bigint | null) => put(filled(cells, saved, amountIn, style)),
    fillIncomes: (amountIn: (line: Line) => bigint | null) =>
      put(filled(cells, savedIncomes, amountIn, style)),
    discard: () => {
      setFaults({})
      setSentence(undefined)
      clear()
    },
  }
}

export type SheetCells = ReturnType<typeof useCells>
