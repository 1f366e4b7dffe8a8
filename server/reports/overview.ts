import { type Day, todayIn } from '../../contract/day.ts'
import { addMonths, daysOfMonth, monthOfDay } from '../../contract/month.ts'
import type { Overview } from '../../contract/overview.ts'
import type { Period } from '../../contract/reports.ts'
import { type Line, readLines, sheetOf } from '../budgets/sheet.ts'
import type { Db } from '../database/database.ts'
import { amountToApi } from '../ledger/amounts.ts'
import { type BookRow, monthStartOf } from '../ledger/records.ts'
import type { Asker } from '../plans/dry-run.ts'
import { readUpcoming } from '../plans/upcoming.ts'
import { listTransactions } from '../transactions/transactions.sql.ts'
import { linesOf, transactionsOf } from './explain.ts'
import { pointsToApi, readWorth } from './net-worth.ts'
import { type DailyRow, readDaily, readOwed } from './overview.sql.ts'
import { addDays, daysIn, periodsIn, recentRange, startsOf } from './periods.ts'
import { sumOf } from './series.ts'

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

/** Whether a row is of this month, or of the same days of the month before, or of neither. */
type When = (row: DailyRow) => 'now' | 'before' | undefined

/** What was spent this month against the month before, day by day and by category. */
async function spentUntil(
  db: Db,
  book: BookRow,
  { date, version }: At,
): Promise<Pick<Overview, 'spent' | 'categories'>> {
  const name = monthOfDay(date, monthStartOf(book))
  const [month, before] = [monthAt(book, name), monthAt(book, addMonths(name, -1))]
  const days = periodsIn(book, 'day', { date_from: before.date_from, date_to: date })
  const daily = await readDaily(db, book, startsOf(days), version)
  const offset = daysIn(before) // the first days are those of the month before
  const elapsed = days.length - offset
  const when: When = ({ period }) => (period > offset ? 'now' : period <= elapsed ? 'before' : undefined)
  const base = book.base_currency_id
  const expense = daily.filter(({ section }) => section === 'expense')
  const perDay = days.map(() => 0n)
  for (const { period, amount } of expense) perDay[period - 1] = (perDay[period - 1] ?? 0n) + BigInt(amount)
  const cumulative = (from: number, to: number) => {
    let sum = 0n
    return days.slice(from, to).map(({ date_from }, index) => {
      sum += perDay[from + index] ?? 0n
      return { date: date_from, amount: amountToApi(sum, base) }
    })
  }
  const total = (rows: readonly DailyRow[], of: 'now' | 'before') =>
    sumOf(rows.filter((row) => when(row) === of).map(({ amount }) => BigInt(amount)))
  const toDate = { date_from: month.date_from, date_to: date }
  const income = total(
    daily.filter(({ section }) => section === 'income'),
    'now',
  )
  return {
    spent: {
      ...month,
      ...amountsToApi(total(expense, 'now'), total(expense, 'before'), base),
      days: cumulative(offset, days.length),
      previous_month: {
        ...before,
        total: amountToApi(sumOf(perDay.slice(0, offset)), base),
        days: cumulative(0, offset),
      },
      income: amountToApi(income, base),
      explain: transactionsOf({ section: 'expense' }, toDate, version),
      income_explain: transactionsOf({ section: 'income' }, toDate, version),
    },
    categories: categoriesOf(expense, when, (row) => linesOf(row.account_id, toDate, version), base),
  }
}

/** The categories with the largest amounts, and the rest together. */
function categoriesOf(
  expense: readonly DailyRow[],
  when: When,
  explain: (row: DailyRow) => string,
  base: string,
): Overview['categories'] {
  const of = (rows: readonly DailyRow[], one: 'now' | 'before') =>
    sumOf(rows.filter((row) => when(row) === one).map(({ amount }) => BigInt(amount)))
  const all = [...Map.groupBy(expense, ({ account_id }) => account_id).values()]
    .map((rows) => ({ first: rows[0], now: of(rows, 'now'), before: of(rows, 'before') }))
    .filter(({ now, before }) => now !== 0n || before !== 0n)
    .sort((a, b) => (a.now === b.now ? 0 : a.now > b.now ? -1 : 1))
  const rest = all.slice(SHOWN)
  return {
    rows: all.slice(0, SHOWN).flatMap(({ first, now, before }) => {
      if (!first) return []
      const { category_id, category_name, account_id } = first
      const named = { category_id, category_name, account_id, explain: explain(first) }
      return [{ ...named, ...amountsToApi(now, before, base) }]
    }),
    rest: {
      count: rest.length,
      ...amountsToApi(sumOf(rest.map(({ now }) => now)), sumOf(rest.map(({ before }) => before)), base),
    },
  }
}

/** The budgets of the month of which the largest part is used. */
async function budgetsAt(db: Db, book: BookRow, { date, version }: At): Promise<Overview['budgets']> {
  const asked = { kind: 'expense', month: monthOfDay(date, monthStartOf(book)), version } as const
  const lines = await readLines(db, book, asked)
  const isMoreUsed = (a: Line, b: Line) => {
    const [ofA, ofB] = [(a.amount ?? 0n) + a.carried, (b.amount ?? 0n) + b.carried]
    if (ofA <= 0n || ofB <= 0n) return ofA <= 0n && ofB > 0n // nothing was left from the start
    return a.actual * ofB > b.actual * ofA
  }
  const used = lines
    .filter(({ amount }) => amount !== null)
    .sort((a, b) => (isMoreUsed(a, b) ? -1 : isMoreUsed(b, a) ? 1 : 0))
  const { rows } = sheetOf(book, asked, lines)
  const left = sumOf(used.map(({ amount, carried, actual }) => (amount ?? 0n) + carried - actual))
  return {
    month: asked.month,
    left: amountToApi(left, book.base_currency_id),
    rows: used.slice(0, SHOWN).flatMap(({ id }) => rows.find(({ category_id }) => category_id === id) ?? []),
  }
}

async function owedAt(db: Db, book: BookRow, { date, version }: At): Promise<Overview['owed']> {
  const { receivable, payable, late_count, obligations } = await readOwed(db, book, date, version, SHOWN)
  const base = book.base_currency_id
  return {
    receivable: amountToApi(BigInt(receivable), base),
    payable: amountToApi(BigInt(payable), base),
    balance: amountToApi(BigInt(receivable) - BigInt(payable), base),
    late_count,
    obligations: obligations.map((one) => ({
      ...one,
      outstanding_amount: amountToApi(BigInt(one.outstanding_amount), one.currency_id),
      outstanding_base: amountToApi(BigInt(one.outstanding_base), base),
    })),
  }
}

/** The next occurrences of plans that are neither posted nor skipped. */
async function comingUp(
  db: Db,
  book: BookRow,
  by: Asker,
  { date, version }: At,
): Promise<Overview['coming_up']> {
  const today = todayIn(book.time_zone)
  if (date < today || version !== undefined) return []
  const { data } = await readUpcoming(db, book, by, { until: addDays(today, AHEAD_DAYS), limit: 50 })
  return [...data].filter(({ state }) => state !== 'posted' && state !== 'skipped').slice(0, SHOWN)
}

/** Net worth at the ends of the last twelve months and on the day. */
async function worthAt(db: Db, book: BookRow, { date, version }: At): Promise<Overview['net_worth']> {
  const days = periodsIn(book, 'month', recentRange(book, { date_to: date })).map(({ date_to }) => date_to)
  const { worth, rates } = await readWorth(db, book, days, version)
  const base = book.base_currency_id
  const nothing = { assets: 0n, liabilities: 0n }
  const [now = nothing, before = nothing] = [worth.at(-1), worth.at(-2)]
  const net = now.assets - now.liabilities
  return {
    net: amountToApi(net, base),
    assets: amountToApi(now.assets, base),
    liabilities: amountToApi(now.liabilities, base),
    change: amountToApi(net - (before.assets - before.liabilities), base),
    points: pointsToApi(book, days, worth, version),
    is_complete: rates.missing.length === 0,
    missing_rates: rates.missing,
  }
}

/** Everything that the Home screen shows. */
export async function computeOverview(db: Db, book: BookRow, by: Asker, at: At): Promise<Overview> {
  const { date, version } = at
  const latest = await listTransactions(db, book, undefined, { limit: LATEST, date_to: date }, version)
  return {
    date,
    base_currency_id: book.base_currency_id,
    net_worth: await worthAt(db, book, at),
    ...(await spentUntil(db, book, at)),
    budgets: await budgetsAt(db, book, at),
    owed: await owedAt(db, book, at),
    latest: [...latest.data],
    coming_up: await comingUp(db, book, by, at),
  }
}
