import { todayIn } from '../../contract/day.ts'
import { trialBalance } from '../../contract/reports.ts'
import { type Db, rows } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { shown } from '../ledger/amounts.ts'
import type { BookRow } from '../ledger/book.ts'
import { serve } from '../serve.ts'

type BalanceRow = {
  id: string
  name: string
  code: string
  type: string
  is_active: boolean
  base_amount: string
}

/** Whole months from the balances, the days of the last month from the entries: all in one statement, so of one moment. */
const balancesThrough = (db: Db, book: BookRow, date: string): Promise<BalanceRow[]> =>
  rows(
    db,
    sql`select a.id, a.name, a.code, a.type, a.is_active, sum(part.base_amount)::text as base_amount from (
          select account_id, base_amount from balances
          where book_id = ${book.id} and month < date_trunc('month', ${date}::date)
          union all
          select debit_account_id, base_amount from entries
          where book_id = ${book.id} and date between date_trunc('month', ${date}::date) and ${date}::date and not is_deleted
          union all
          select credit_account_id, -base_amount from entries
          where book_id = ${book.id} and date between date_trunc('month', ${date}::date) and ${date}::date and not is_deleted) part
        join accounts a on a.book_id = ${book.id} and a.id = part.account_id
        group by a.id, a.name, a.code, a.type, a.is_active
        having sum(part.base_amount) <> 0
        order by a.code`,
  )

export const reports = [
  serve(trialBalance, async ({ db, book, query }) => {
    const date = query.date ?? todayIn(book.time_zone)
    const base = book.base_currency_id
    const found = await balancesThrough(db, book, date)
    const sides = found.map(({ base_amount, ...account }) => {
      const net = BigInt(base_amount)
      return { account, debit: net > 0n ? net : 0n, credit: net < 0n ? -net : 0n }
    })
    const total = (side: 'debit' | 'credit') =>
      shown(
        sides.reduce((sum, one) => sum + one[side], 0n),
        base,
      )
    return {
      date,
      base_currency_id: base,
      accounts: sides.map(({ account, debit, credit }) => ({
        account,
        debit_base: shown(debit, base),
        credit_base: shown(credit, base),
      })),
      total_debit_base: total('debit'),
      total_credit_base: total('credit'),
    }
  }),
]
