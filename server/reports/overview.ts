import { becauseOf, MAX_ALONG } from '../../contract/because.ts'
import { addDays, type Day, todayIn } from '../../contract/day.ts'
import { addMonths, daysOfMonth, monthOfDay } from '../../contract/month.ts'
import type { Overview } from '../../contract/overview.ts'
import type { Occurrence } from '../../contract/plans.ts'
import type { Period } from '../../contract/report-parts.ts'
import { rowsByGroup, type SheetLine } from '../budgets/lines.ts'
import { readLines, sheetOf } from '../budgets/sheet.ts'
import type { Db } from '../database/database.ts'
import { readGoals } from '../goals/read.ts'
import { amountToApi } from '../ledger/amounts.ts'
import { type BookRow, monthStartOf } from '../ledger/book.ts'
import { obligationsAddress, registerAddress, transactionsAddress } from '../lists/explain.ts'
import { readUpcoming } from '../plans/upcoming.ts'
import { listTransactions } from '../transactions/transactions.sql.ts'
import { beganWith, pointsToApi, readWorth } from './net-worth.ts'
import { type CategorySpendingRow, readDaily, readOwed } from './overview.sql.ts'
import { daysIn, explainListed, periodsIn, type Range, recentRange, startsOf, sumOf } from './periods.ts'
import { findTodo } from './todo.ts'

/** How many rows a part of the overview has. */
const SHOWN = 5
const LATEST = 6
const AHEAD_DAYS = 31

type At = { date: Day; version: number | undefined }

const monthAt = (book: BookRow, month: string): Period => ({
  label: month,
  ...daysOfMonth(month, monthStartOf(book)),
})

/** Amounts of this month, and of the same days of the month before. */
const amountsToApi = (now: bigint, previous: bigint, base: string) => ({
  amount: amountToApi(now, base),
  previous: amountToApi(previous, base),
  change: amountToApi(now - previous, base),
})

/** The spending of this month against the month before, day by day and by category. */
async function spentUntil(
  db: Db,
  book: BookRow,
  { date, version }: At,
): Promise<Pick<Overview, 'spent' | 'categories' | 'because'>> {
  const name = monthOfDay(date, monthStartOf(book))
  const [month, before] = [monthAt(book, name), monthAt(book, addMonths(name, -1))]
  const days = periodsIn(book, 'day', { date_from: before.date_from, date_to: date })
  const offset = daysIn(before) // the first days are those of the month before
  const elapsed = days.length - offset
  // A whole month is compared with a whole one, as in the report on spending, even where that is longer.
  const compared = date === month.date_to ? offset : Math.min(elapsed, offset)
  const daily = await readDaily(
    db,
    book,
    { starts: startsOf(days), elapsed, compared, limit: SHOWN, changes: MAX_ALONG },
    version,
  )
  const base = book.base_currency_id
  const perDay = (section: 'income' | 'expense') => {
    const amounts = days.map(() => 0n)
    for (const one of daily.days) if (one.section === section) amounts[one.period - 1] = BigInt(one.amount)
    return amounts
  }
  const [expense, income] = [perDay('expense'), perDay('income')]
  const cumulative = (from: number, to: number) => {
    let sum = 0n
    return days.slice(from, to).map(({ date_from }, index) => {
      sum += expense[from + index] ?? 0n
      return { date: date_from, amount: amountToApi(sum, base) }
    })
  }
  const toDate = { date_from: month.date_from, date_to: date }
  const [now, then] = [sumOf(expense.slice(offset)), sumOf(expense.slice(0, compared))]
  const last = addDays(before.date_from, compared - 1)
  const explained = (explain: (days: Range) => string) => ({
    explain: explain(toDate),
    previous_explain: explainListed(explain, { date_from: before.date_from, date_to: last }),
  })
  const categoryAmounts = ({
    account_id,
    now,
    before,
  }: Pick<CategorySpendingRow, 'account_id' | 'now' | 'before'>) => ({
    ...amountsToApi(BigInt(now), BigInt(before), base),
    ...explained((days) => registerAddress(account_id, days, version)),
  })
  const because = becauseOf(daily.changed, now - then, (one) => BigInt(one.now) - BigInt(one.before))
  const shown = daily.categories.map(({ account_id }) => account_id).join()
  return {
    spent: {
      ...month,
      ...amountsToApi(now, then, base),
      ...explained((days) => transactionsAddress({ section: 'expense' }, days, version)),
      days: cumulative(offset, days.length),
      previous_month: {
        ...before,
        total: amountToApi(sumOf(expense.slice(0, offset)), base),
        days: cumulative(0, offset),
      },
      income: amountToApi(sumOf(income.slice(offset)), base),
      income_explain: transactionsAddress({ section: 'income' }, toDate, version),
    },
    categories: {
      rows: daily.categories.map(({ account_id, category_id, category_name, ...amounts }) => ({
        category_id,
        category_name,
        account_id,
        ...categoryAmounts({ account_id, ...amounts }),
      })),
      rest: {
        count: daily.count - daily.categories.filter((one) => BigInt(one.now) !== 0n).length,
        ...amountsToApi(
          now - sumOf(daily.categories.map((one) => BigInt(one.now))),
          then - sumOf(daily.categories.map((one) => BigInt(one.before))),
          base,
        ),
        ...explained((days) =>
          transactionsAddress(
            { section: 'expense', ...(shown && { except_account_id: shown }) },
            days,
            version,
          ),
        ),
      },
    },
    because: because.map(({ category_id, category_name, ...amounts }) => ({
      category_id,
      name: category_name,
      ...categoryAmounts(amounts),
    })),
  }
}

/** The budgets of the month of which the largest part is used. A group that has a budget of its own counts once, in place of its categories. */
async function budgetsAt(
  db: Db,
  book: BookRow,
  { date, version }: At,
): Promise<{ budgets: Overview['budgets']; overCount: number }> {
  const asked = {
    kind: 'expense',
    month: monthOfDay(date, monthStartOf(book)),
    version,
    isByGroup: true,
  } as const
  const found = await readLines(db, book, asked)
  const available = ({ amount, carried }: SheetLine) => (amount ?? 0n) + carried
  /** A budget of 0 of which nothing is spent has no used part; one that is exceeded from the start has the largest. */
  const startOf = (line: SheetLine) => {
    const have = available(line)
    return have > 0n ? 1 : line.actual > have ? 0 : 2
  }
  const isMoreUsed = (a: SheetLine, b: SheetLine) => {
    if (startOf(a) !== 1 || startOf(b) !== 1) return startOf(a) < startOf(b)
    return a.actual * available(b) > b.actual * available(a)
  }
  const used = rowsByGroup(found.lines)
    .flatMap(({ line, own, children, counts }) => (counts.length === 1 ? [line] : [own, ...children]))
    .filter(({ amount }) => amount !== null)
    .sort((a, b) => (isMoreUsed(a, b) ? -1 : isMoreUsed(b, a) ? 1 : 0))
  const { rows, totals } = await sheetOf(book, asked, found)
  const all = rows.flatMap(({ children = [], own: _, members_planned: __, ...row }) => [row, ...children])
  const shown = used
    .slice(0, SHOWN)
    .flatMap(({ id }) => all.find(({ category_id }) => category_id === id) ?? [])
  return {
    budgets: { month: asked.month, left: totals.left, rows: shown },
    overCount: used.filter((line) => line.actual > available(line)).length,
  }
}

async function owedAt(db: Db, book: BookRow, { date, version }: At): Promise<Overview['owed']> {
  const isPast = date < todayIn(book.time_zone)
  const asked = { date, isPast, limit: SHOWN }
  const { receivable, payable, late_count, obligations } = await readOwed(db, book, asked, version)
  const isListed = !isPast && version === undefined
  const base = book.base_currency_id
  return {
    receivable: amountToApi(BigInt(receivable), base),
    payable: amountToApi(BigInt(payable), base),
    balance: amountToApi(BigInt(receivable) - BigInt(payable), base),
    explains: {
      receivable: isListed ? obligationsAddress('receivable') : null,
      payable: isListed ? obligationsAddress('payable') : null,
    },
    late_count,
    obligations: obligations.map((one) => ({
      ...one,
      outstanding_amount: amountToApi(BigInt(one.outstanding_amount), one.currency_id),
      outstanding_base: amountToApi(BigInt(one.outstanding_base), base),
    })),
  }
}

/** The next occurrences of plans that are neither posted nor skipped, late ones first. */
async function openOccurrences(db: Db, book: BookRow, today: Day): Promise<Occurrence[]> {
  const { data } = await readUpcoming(db, book, { until: addDays(today, AHEAD_DAYS), limit: 50 })
  return [...data].filter(({ state }) => state !== 'posted' && state !== 'skipped')
}

/** The goals in use, those with the nearest day first. */
const goalsAt = async (db: Db, book: BookRow, { date, version }: At): Promise<Overview['goals']> =>
  date < todayIn(book.time_zone) ? [] : readGoals(db, book, version, SHOWN)

/** Net worth at the ends of the eleven months before and on the day. */
async function worthAt(db: Db, book: BookRow, { date, version }: At): Promise<Overview['net_worth']> {
  const days = periodsIn(book, 'month', recentRange(book, { date_to: date })).map(({ date_to }) => date_to)
  const read = await readWorth(db, book, days, version)
  const { worth, openedSince, since, revaluedSince, rates } = read
  const base = book.base_currency_id
  const nothing = { assets: 0n, liabilities: 0n }
  const [now = nothing, before = nothing] = [worth.at(-1), worth.at(-2)]
  const net = now.assets - now.liabilities
  return {
    net: amountToApi(net, base),
    assets: amountToApi(now.assets, base),
    liabilities: amountToApi(now.liabilities, base),
    change: amountToApi(net - (before.assets - before.liabilities), base),
    opening: amountToApi(openedSince(days.length - 2), base),
    between: amountToApi(since('between', days.length - 2), base),
    value: amountToApi(since('value', days.length - 2), base),
    revalued: amountToApi(revaluedSince(days.length - 2), base),
    points: pointsToApi(book, days, read, version),
    began_with: beganWith(book, read.openings),
    is_complete: rates.missing.length === 0,
    missing_rates: rates.missing,
  }
}

/** Everything that the Home screen shows. */
export async function computeOverview(db: Db, book: BookRow, at: At): Promise<Overview> {
  const { date, version } = at
  const today = todayIn(book.time_zone)
  const isNow = date >= today && version === undefined
  const open = isNow ? await openOccurrences(db, book, today) : []
  const net_worth = await worthAt(db, book, at)
  const owed = await owedAt(db, book, at)
  const { budgets, overCount } = await budgetsAt(db, book, at)
  const latest = await listTransactions(db, book, undefined, { limit: LATEST, date_to: date }, version)
  return {
    date,
    base_currency_id: book.base_currency_id,
    net_worth,
    ...(await spentUntil(db, book, at)),
    budgets,
    owed,
    latest: [...latest.data],
    coming_up: open.slice(0, SHOWN),
    goals: await goalsAt(db, book, at),
    todo: isNow
      ? await findTodo(db, book, { date, today }, { net_worth, owed, budgets, open, overCount })
      : [],
  }
}
