import type { Period } from '../../contract/report-parts.ts'
import type { IncomeStatement } from '../../contract/reports.ts'
import { type Db, rows } from '../database/database.ts'
import { sql, wholeNumber } from '../database/sql.ts'
import { movementsBetween } from '../ledger/balances.sql.ts'
import type { BookRow } from '../ledger/book.ts'
import { accountsAt } from '../ledger/known-at.sql.ts'
import { registerAddress, transactionsAddress } from '../lists/explain.ts'
import { mapInSlices } from '../process/slices.ts'
import { sectionOf } from '../records/sections.ts'
import {
  addUp,
  type By,
  checkAmounts,
  MAX_AMOUNTS,
  periodsIn,
  type Range,
  seriesToApi,
  startsOf,
} from './periods.ts'

type MovedRow = {
  account_id: string
  category_id: string | null
  category_name: string
  section: 'income' | 'exchange' | 'expense'
  period: number
  base_amount: string
}

const readMoved = (
  db: Db,
  book: BookRow,
  periods: readonly Period[],
  version: number | undefined,
): Promise<MovedRow[]> =>
  rows(
    db,
    // Materialised: without statistics, the planner expects one account, and would repeat the sum for each.
    sql`with s as materialized (
          select period, account_id, sum(base_amount) as base_amount
          from ${movementsBetween(book, startsOf(periods), version)} parts
          group by period, account_id having sum(base_amount) <> 0)
        select a.id as account_id, c.id as category_id, coalesce(c.name, a.name) as category_name, ${sectionOf(sql`a`)} as section,
               s.period, s.base_amount::text
        from s join ${accountsAt(book, version)} a on a.id = s.account_id
        left join categories c on c.book_id = ${book.id} and c.account_id = a.id
        where a.type in ('income', 'expense') order by a.code, s.period limit ${wholeNumber(MAX_AMOUNTS + 1)}`,
  )

type PeriodsRow = Omit<MovedRow, 'period' | 'base_amount'> & { amounts: bigint[] }

/** Income and expense of each account and period, positive on the normal side. */
function rowsOf(moved: readonly MovedRow[], length: number): PeriodsRow[] {
  const found = new Map<string, PeriodsRow>()
  for (const { period, base_amount, ...account } of moved) {
    const row = found.get(account.account_id) ?? { ...account, amounts: Array(length).fill(0n) }
    found.set(account.account_id, row)
    row.amounts[period - 1] = BigInt(base_amount) * (account.section === 'expense' ? 1n : -1n)
  }
  return [...found.values()]
}

/** The income statement of a range, by periods. */
export async function computeIncomeStatement(
  db: Db,
  book: BookRow,
  range: Range,
  by: By,
  version: number | undefined,
): Promise<IncomeStatement> {
  const periods = periodsIn(book, by, range)
  const moved = await readMoved(db, book, periods, version)
  checkAmounts(moved.length, by, range)
  checkAmounts(new Set(moved.map(({ account_id }) => account_id)).size * periods.length, by, range)
  const all = rowsOf(moved, periods.length)
  const base = book.base_currency_id
  const explained = (explain: (days: Range) => string) => ({
    explain: explain(range),
    explains: periods.map(explain),
  })
  const rowToApi = ({ account_id, category_id, category_name, amounts }: PeriodsRow) => ({
    account_id,
    category_id,
    category_name,
    ...seriesToApi(amounts, base),
    ...explained((days) => registerAddress(account_id, days, version)),
  })
  const [expense, income] = [true, false].map((isExpense) =>
    all.filter(({ section }) => (section === 'expense') === isExpense),
  ) as [PeriodsRow[], PeriodsRow[]] // one for each of two values
  const totalOf = (rows: readonly PeriodsRow[]) =>
    addUp(
      periods.length,
      rows.map(({ amounts }) => amounts),
    )
  const [totalIncome, totalExpense] = [totalOf(income), totalOf(expense)]
  const net = totalIncome.map((amount, index) => amount - (totalExpense[index] ?? 0n))
  const total = (amounts: readonly bigint[], section: string) => ({
    ...seriesToApi(amounts, base),
    ...explained((days) => transactionsAddress({ section }, days, version)),
  })
  return {
    base_currency_id: base,
    ...range,
    periods,
    income: await mapInSlices(income, rowToApi),
    expense: await mapInSlices(expense, rowToApi),
    totals: {
      income: total(totalIncome, 'income,exchange'),
      expense: total(totalExpense, 'expense'),
      net: total(net, 'income,exchange,expense'),
    },
  }
}
