import { type Day, todayIn } from '../../contract/day.ts'
import { moneyFlow } from '../../contract/flow.ts'
import { overview } from '../../contract/overview.ts'
import { refuseField } from '../../contract/refusals.ts'
import {
  balanceSheet,
  cashFlow,
  incomeStatement,
  netWorth,
  spending,
  trialBalance,
} from '../../contract/reports.ts'
import { valuation } from '../../contract/valuation.ts'
import { type Db, rows, snapshot } from '../database/database.ts'
import { fromReplica } from '../database/replica.ts'
import { sql } from '../database/sql.ts'
import { amountToApi } from '../ledger/amounts.ts'
import { balancesThrough } from '../ledger/balances.sql.ts'
import type { BookRow } from '../ledger/book.ts'
import { accountsAt } from '../ledger/known-at.sql.ts'
import { registerAddress } from '../lists/explain.ts'
import { versionAt } from '../lists/known-at.ts'
import { serve } from '../serve.ts'
import { computeBalanceSheet } from './balance-sheet.ts'
import { computeCashFlow } from './cash-flow.ts'
import { computeFlow } from './flow.ts'
import { computeIncomeStatement } from './income-statement.ts'
import { computeNetWorth } from './net-worth.ts'
import { computeOverview } from './overview.ts'
import { monthRange, recentRange, yearRange } from './periods.ts'
import { computeSpending } from './spending.ts'
import { computeValuation } from './valuation.ts'

type BalanceRow = {
  id: string
  name: string
  code: string
  type: string
  is_active: boolean
  base_amount: string
}

/** The accounts that have a balance through the end of a day, in one statement: all of one moment. */
const readBalances = (db: Db, book: BookRow, day: Day, version: number | undefined): Promise<BalanceRow[]> =>
  rows(
    db,
    sql`select a.id, a.name, a.code, a.type, a.is_active, s.base_amount::text
        from (select account_id, sum(base_amount) as base_amount from ${balancesThrough(book, { day, version })} parts
              group by account_id having sum(base_amount) <> 0) s
        join ${accountsAt(book, version)} a on a.id = s.account_id
        order by a.code`,
  )

/** A report is read from the replica, where there is one. */
const report: typeof serve = (route, answer) =>
  serve(route, (asked) => fromReplica(asked.db, asked.book.id, async (db) => answer({ ...asked, db })))

export const reports = [
  report(trialBalance, async ({ db, book, query }) => {
    const date = query.date ?? todayIn(book.time_zone)
    const version = await versionAt(db, book, query.known_at)
    const found = await readBalances(db, book, date, version)
    const base = book.base_currency_id
    const sides = found.map(({ base_amount, ...account }) => {
      const net = BigInt(base_amount)
      return { account, debit: net > 0n ? net : 0n, credit: net < 0n ? -net : 0n }
    })
    const total = (side: 'debit' | 'credit') =>
      amountToApi(
        sides.reduce((sum, one) => sum + one[side], 0n),
        base,
      )
    return {
      date,
      base_currency_id: base,
      accounts: sides.map(({ account, debit, credit }) => ({
        account,
        debit_base: amountToApi(debit, base),
        credit_base: amountToApi(credit, base),
        explain: registerAddress(account.id, { date_to: date }, version),
      })),
      total_debit_base: total('debit'),
      total_credit_base: total('credit'),
    }
  }),
  report(incomeStatement, async ({ db, book, query }) => {
    const range = yearRange(book, query)
    const version = await versionAt(db, book, query.known_at)
    const { by = 'none', by_group: isByGroup = false } = query
    return computeIncomeStatement(db, book, range, { by, isByGroup, created_by: query.created_by }, version)
  }),
  report(balanceSheet, async ({ db, book, query }) => {
    const version = await versionAt(db, book, query.known_at)
    const date = query.date ?? todayIn(book.time_zone)
    return snapshot(db, (reading) => computeBalanceSheet(reading, book, date, version))
  }),
  report(valuation, async ({ db, book, query, ignored }) => {
    const version = await versionAt(db, book, query.known_at)
    const date = query.date ?? todayIn(book.time_zone)
    const { data, meta } = await snapshot(db, (reading) =>
      computeValuation(reading, book, date, query, version),
    )
    return { data, meta: { ...meta, ignored } }
  }),
  report(netWorth, async ({ db, book, query }) => {
    const range = recentRange(book, query)
    const version = await versionAt(db, book, query.known_at)
    return snapshot(db, (reading) => computeNetWorth(reading, book, range, query.by ?? 'month', version))
  }),
  report(spending, async ({ db, book, query }) => {
    const { by = 'category', kind = 'expense', compare = 'previous', by_group = false } = query
    if (by_group && by !== 'category') refuseField('by_group', 'groups_of_categories', { by })
    const range = monthRange(book, query)
    const asked = { by, kind, compare, isByGroup: by_group, created_by: query.created_by }
    return computeSpending(db, book, range, asked, await versionAt(db, book, query.known_at))
  }),
  report(moneyFlow, async ({ db, book, query }) => {
    const range = monthRange(book, query)
    return computeFlow(db, book, range, await versionAt(db, book, query.known_at))
  }),
  report(cashFlow, async ({ db, book, query }) => {
    const range = yearRange(book, query)
    const version = await versionAt(db, book, query.known_at)
    return computeCashFlow(db, book, range, query.by ?? 'month', version)
  }),
  report(overview, async ({ db, book, query }) => {
    const version = await versionAt(db, book, query.known_at)
    const at = { date: query.date ?? todayIn(book.time_zone), version }
    return snapshot(db, (reading) => computeOverview(reading, book, at))
  }),
]
