import type { RegisterLine } from '../../contract/accounts.ts'
import type { Transaction } from '../../contract/budgeting.ts'
import type { Day } from '../../contract/day.ts'
import type { Valuation } from '../../contract/valuation.ts'
import { comma } from '../../words/t.ts'
import { type AccountsById, moneyAccountName, purposeOf, titleOf } from '../transactions/title.ts'
import { dayText, rangeText } from '../ui/dates.ts'
import { type Amount, minorOf, sumOf } from '../ui/money.ts'

/** The list behind a figure, in the form in which it is shown. */

/** A figure on the screen that opens. */
export type Figure = {
  /** Its name in the address. */
  key: string
  title: string
  amount: Amount
  explain: string
  /** Of a difference, the list that is subtracted from the other one. */
  less?: string
  /** The required sum of the list; left out, it is the amount itself. */
  sum?: number
  /** Whether the list may end in the amount below zero. */
  isUnsigned?: boolean
  /** Whether its list has money in and out: in is green with +. */
  signed?: boolean
  /** Figures to judge it by: the month before. */
  notes?: readonly { words: string; amount: number }[]
}

/** An account's balance in another currency, and the rate it is valued at. */
export type Held = { amount: number; currency: string; rate: number | null; rateDate: string | null }

export type BehindRow = {
  id: string
  /** The transaction of the row; without it, the row is the balance of an account. */
  transactionId?: string
  accountId?: string
  date?: string
  title: string
  detail: string
  /** The amount it adds to the sum, in the base currency. */
  counted: Amount
  /** The whole transaction, where only a part of it counts. */
  of?: number | undefined
  /** Whether it belongs to the list that is subtracted, with the other sign. */
  isLess?: boolean
  held?: Held | undefined
}

export type Behind = { rows: BehindRow[]; sum: Amount; total: number }

/** The request of an `explain`. */
export type BehindRequest =
  | { list: 'valuation'; query: Record<string, string> }
  | { list: 'lines'; id: string; query: Record<string, string> }
  | { list: 'transactions'; query: Record<string, string> }

export function requestBehind(explain: string): BehindRequest {
  const [path = '', text = ''] = explain.split('?')
  const query = Object.fromEntries(new URLSearchParams(text))
  if (path === '/reports/valuation') return { list: 'valuation', query }
  const id = /^\/accounts\/([^/]+)\/lines$/.exec(path)?.[1]
  return id === undefined ? { list: 'transactions', query } : { list: 'lines', id, query }
}

export const fromLine = (line: RegisterLine): BehindRow => ({
  id: line.id,
  transactionId: line.transaction_id,
  date: line.date,
  title: line.memo || line.contact_name || line.counter_account_name,
  detail: line.counter_account_name,
  counted: line.counted_base ?? 0,
})

export function fromTransaction(transaction: Transaction, accounts: AccountsById): BehindRow {
  const { id, date, base_amount, counted_base = 0 } = transaction
  const title = titleOf(transaction, accounts)
  const purpose = purposeOf(transaction)
  return {
    id,
    transactionId: id,
    date,
    title,
    detail: [purpose === title ? '' : purpose, moneyAccountName(transaction, accounts)]
      .filter(Boolean)
      .join(comma()),
    counted: counted_base,
    of: Math.abs(counted_base) === base_amount ? undefined : base_amount,
  }
}

export function fromValuation({ data, meta }: Valuation, base: string, isDifference: boolean): Behind {
  const rows = data
    .map(
      (row): BehindRow => ({
        id: `${row.account_id} ${row.currency_id}`,
        accountId: row.account_id,
        title: row.account_name,
        detail: '',
        counted: isDifference ? sumOf([row.difference, -row.since], base) : minorOf(row.base_value, base),
        held:
          row.currency_id === base
            ? undefined
            : { amount: row.amount, currency: row.currency_id, rate: row.rate, rateDate: row.rate_date },
      }),
    )
    .filter(({ counted }) => counted !== 0n)
  return { rows, sum: meta.sum_base, total: rows.length }
}

/** A list less another one: the rows of both, the latter with the other sign. */
export const differenceOf = (now: Behind, before: Behind, base: string): Behind => ({
  rows: [
    ...now.rows,
    ...before.rows.map((row) => ({ ...row, counted: -minorOf(row.counted, base), isLess: true })),
  ],
  sum: minorOf(now.sum, base) - minorOf(before.sum, base),
  total: now.total + before.total,
})

/** The list of the same figure on other days. */
export const onDays = (explain: string, { date_from, date_to }: { date_from: Day; date_to: Day }): string =>
  explain
    .replace(/\bdate_from=[^&]*/, `date_from=${date_from}`)
    .replace(/\bdate_to=[^&]*/, `date_to=${date_to}`)

/** The days of a list, in words; an empty text if it has none. */
export function daysBehind(explain: string): string {
  const { date_from, date_to } = requestBehind(explain).query
  if (date_from === undefined || date_to === undefined) return ''
  return date_from === date_to ? dayText(date_from) : rangeText(date_from, date_to)
}

/** Whether the list proves the figure: its own sum is the figure, and so is the sum of its rows where all of them are here. */
export function proves({ rows, sum, total }: Behind, figure: Figure, base: string): boolean {
  const amount = minorOf(figure.sum ?? figure.amount, base)
  const expected = figure.isUnsigned && sum < 0 ? -amount : amount
  if (minorOf(sum, base) !== expected) return false
  const counted = rows.map((row) => row.counted)
  return rows.length < total || sumOf(counted, base) === expected
}

/** The rows by the size of their amount, the largest first, whichever sign it has. */
export function largestFirst(rows: readonly BehindRow[], base: string): BehindRow[] {
  const size = ({ counted }: BehindRow) => {
    const minor = minorOf(counted, base)
    return minor < 0n ? -minor : minor
  }
  return rows.toSorted((a, b) => Number(size(b) - size(a)))
}
