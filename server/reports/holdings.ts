import type { Day } from '../../contract/day.ts'
import { type Db, rows } from '../database/database.ts'
import { type Sql, sql } from '../database/sql.ts'
import type { BookRow } from '../ledger/book.ts'
import type { KnownRate } from '../ledger/known.ts'
import { accountsAt } from '../ledger/known-at.sql.ts'
import { type FoundRate, findRate, knownRatesOn, nearestDate } from '../ledger/rates.ts'
import { computeValue } from '../ledger/worth.ts'
import { startSlice } from '../process/slices.ts'
import { sectionOf } from '../records/sections.ts'

/** The balance of an account in a currency: debits less credits. */
export type Holding = { currency_id: string; amount: bigint; base_amount: bigint }

export type Valued = { account_id: string; account_name: string; section: string; holdings: Holding[] }

/** An amount of an account, a currency and a period, as it is read. */
export type HeldRow = {
  period: number
  account_id: string
  account_name: string
  section: string
  currency_id: string
  amount: string
  base_amount: string
}

/** Rows of `movementsBetween` or `balancesOnDays`, added up by account, currency and period, with their accounts. */
export const readHeld = (
  db: Db,
  book: BookRow,
  parts: Sql,
  version: number | undefined,
): Promise<HeldRow[]> =>
  rows(
    db,
    // Materialised: without statistics, the planner expects one account, and would repeat the sum for each.
    sql`with s as materialized (
          select period, account_id, currency_id, sum(amount) as amount, sum(base_amount) as base_amount
          from ${parts} parts group by period, account_id, currency_id
          having sum(amount) <> 0 or sum(base_amount) <> 0)
        select s.period, a.id as account_id, a.name as account_name, ${sectionOf(sql`a`)} as section, s.currency_id,
               s.amount::text, s.base_amount::text
        from s join ${accountsAt(book, version)} a on a.id = s.account_id
        order by a.code, s.currency_id, s.period`,
  )

/** A currency without a rate on one or several consecutive requested days. */
type Missing = { currency_id: string; date: Day; date_to: Day; nearest_date: Day | null }

/** The rates of several days, and those that are missing. */
export type Rates = {
  find: (currencyId: string, date: Day) => FoundRate | undefined
  missing: Missing[]
}

type CurrencyDay = { currency_id: string; date: Day }
const keyOf = ({ currency_id, date }: CurrencyDay) => `${currency_id} ${date}`

/**
 * The rates of currencies on days, which are in order, in one statement. With known_at there are none: earlier rates of a book are not
 * looked up.
 */
export async function readRates(
  db: Db,
  book: BookRow,
  asked: readonly CurrencyDay[],
  version: number | undefined,
): Promise<Rates> {
  const foreign = asked.filter(({ currency_id }) => currency_id !== book.base_currency_id)
  const known =
    version !== undefined || foreign.length === 0
      ? []
      : await rows<KnownRate & CurrencyDay>(db, knownRatesOn(book, foreign))
  const byPair = new Map(known.map((one) => [keyOf(one), one]))
  const found = new Map<string, FoundRate>()
  const missing: Missing[] = []
  const latest = new Map<string, Missing>()
  const slice = startSlice()
  for (const pair of foreign) {
    const { currency_id, date } = pair
    const one = byPair.get(keyOf(pair))
    const rate = findRate(book, currency_id, date, one)
    const before = latest.get(currency_id)
    if (rate) {
      found.set(keyOf(pair), rate)
      latest.delete(currency_id)
    } else if (before) before.date_to = date
    else {
      const start = { currency_id, date, date_to: date, nearest_date: nearestDate(one, date) }
      latest.set(currency_id, start)
      missing.push(start)
    }
    if (slice.isOver()) await slice.next()
  }
  return {
    find: (currency_id, date) =>
      currency_id === book.base_currency_id
        ? findRate(book, currency_id, date, undefined)
        : found.get(keyOf({ currency_id, date })),
    missing,
  }
}

/** The recorded base amount of an account's holdings, and their value; null if a rate is missing. Debits less credits. */
export function valueOn(book: BookRow, holdings: readonly Holding[], date: Day, rates: Rates) {
  const recorded = holdings.reduce((sum, { base_amount }) => sum + base_amount, 0n)
  const { value } = computeValue(book.base_currency_id, holdings, (id) => rates.find(id, date))
  return { recorded, value, counted: value ?? recorded }
}

/** Accounts with their holdings, from rows in the order of their accounts. */
export function accountsIn(held: readonly HeldRow[]): Valued[] {
  const found = new Map<string, Valued>()
  for (const { account_id, account_name, section, currency_id, amount, base_amount } of held) {
    const account = found.get(account_id) ?? { account_id, account_name, section, holdings: [] }
    found.set(account_id, account)
    account.holdings.push({ currency_id, amount: BigInt(amount), base_amount: BigInt(base_amount) })
  }
  return [...found.values()]
}

/** The pairs of currency and day that are needed to value accounts. */
export const pairsOn = (accounts: readonly Valued[], date: Day) => {
  const currencies = new Set(
    accounts.flatMap(({ holdings }) =>
      holdings.flatMap(({ currency_id, amount }) => (amount === 0n ? [] : [currency_id])),
    ),
  )
  return [...currencies].sort().map((currency_id) => ({ currency_id, date }))
}

export const isWorth = ({ section }: { section: string }): boolean =>
  ['money', 'claim', 'thing', 'liability'].includes(section)
