import type { Day } from '../../contract/day.ts'
import { type Db, rows } from '../database/database.ts'
import { type Sql, sql } from '../database/sql.ts'
import type { KnownRate } from '../ledger/known.ts'
import { accountsAt } from '../ledger/known-at.sql.ts'
import { type FoundRate, findRate, knownRatesOn, nearestDate } from '../ledger/rates.ts'
import type { BookRow } from '../ledger/records.ts'
import { sectionOf } from '../ledger/sections.ts'
import { computeValue } from '../ledger/values.ts'

/** What an account holds in a currency: debits less credits. */
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
    sql`select s.period, a.id as account_id, a.name as account_name, ${sectionOf(sql`a`)} as section, s.currency_id,
               s.amount::text, s.base_amount::text
        from (select period, account_id, currency_id, sum(amount) as amount, sum(base_amount) as base_amount
              from ${parts} parts group by period, account_id, currency_id
              having sum(amount) <> 0 or sum(base_amount) <> 0) s
        join ${accountsAt(book, version)} a on a.id = s.account_id
        order by a.code, s.currency_id, s.period`,
  )

type Missing = { currency_id: string; date: Day; nearest_date: Day | null }

/** The rates of several days, and those that are missing. */
export type Rates = {
  find: (currencyId: string, date: Day) => FoundRate | undefined
  missing: Missing[]
}

/**
 * The rates of currencies on days, in one statement. As known at a version there are none: which rates a book had at an earlier time is
 * not looked up.
 */
export async function readRates(
  db: Db,
  book: BookRow,
  asked: readonly { currency_id: string; date: Day }[],
  version: number | undefined,
): Promise<Rates> {
  const foreign = asked.filter(({ currency_id }) => currency_id !== book.base_currency_id)
  const known =
    version !== undefined || foreign.length === 0
      ? []
      : await rows<KnownRate & { date: Day }>(db, knownRatesOn(book, foreign))
  const found = new Map(
    known.map((one) => [
      `${one.currency_id} ${one.date}`,
      { one, rate: findRate(book, one.currency_id, one.date, one) },
    ]),
  )
  const of = ({ currency_id, date }: { currency_id: string; date: Day }) =>
    found.get(`${currency_id} ${date}`)
  return {
    find: (currency_id, date) =>
      currency_id === book.base_currency_id
        ? findRate(book, currency_id, date, undefined)
        : of({ currency_id, date })?.rate,
    missing: foreign
      .filter((pair) => !of(pair)?.rate)
      .map((pair) => ({ ...pair, nearest_date: nearestDate(of(pair)?.one, pair.date) })),
  }
}

/** The recorded base amount of what an account holds, and its value; null if a rate is missing. Debits less credits. */
export function valueOn(book: BookRow, holdings: readonly Holding[], date: Day, rates: Rates) {
  const recorded = holdings.reduce((sum, { base_amount }) => sum + base_amount, 0n)
  const { value } = computeValue(book.base_currency_id, holdings, (id) => rates.find(id, date))
  return { recorded, value, counted: value ?? recorded }
}

/** Accounts with what they hold, from rows in the order of their accounts. */
export function accountsIn(held: readonly HeldRow[]): Valued[] {
  const found = new Map<string, Valued>()
  for (const { account_id, account_name, section, currency_id, amount, base_amount } of held) {
    const account = found.get(account_id) ?? { account_id, account_name, section, holdings: [] }
    found.set(account_id, account)
    account.holdings.push({ currency_id, amount: BigInt(amount), base_amount: BigInt(base_amount) })
  }
  return [...found.values()]
}

/** The pairs of currency and day that the value of accounts needs. */
export const pairsOn = (accounts: readonly Valued[], date: Day) => {
  const currencies = new Set(
    accounts.flatMap(({ holdings }) =>
      holdings.flatMap(({ currency_id, amount }) => (amount === 0n ? [] : [currency_id])),
    ),
  )
  return [...currencies].sort().map((currency_id) => ({ currency_id, date }))
}

export const isWorth = ({ section }: { section: string }): boolean =>
  ['money', 'claim', 'liability'].includes(section)
