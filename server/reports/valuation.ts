import type { Day } from '../../contract/day.ts'
import { decimalNumber } from '../../contract/money.ts'
import { refuseField } from '../../contract/refusals.ts'
import type { Valuation, ValuationQuery } from '../../contract/valuation.ts'
import type { Db } from '../database/database.ts'
import { amountToApi } from '../ledger/amounts.ts'
import { balancesOnDays } from '../ledger/balances.sql.ts'
import type { BookRow } from '../ledger/book.ts'
import { commaSeparated } from '../process/ids.ts'
import { isDebitSection } from '../records/sections.ts'
import {
  accountsIn,
  type HeldRow,
  isWorth,
  pairsOn,
  type Rates,
  readHeld,
  readRates,
  type Valued,
  valueOn,
} from './holdings.ts'
import { sumOf } from './periods.ts'

/** The balance of an account in one currency on a day, and its value: debits less credits. */
type ValuedBalance = { account: Valued; currency_id: string; amount: bigint; recorded: bigint; value: bigint }

/** The positions of an account on a day. If a rate of the account is missing, all of them count at their recorded base amount. */
function positionsOf(book: BookRow, account: Valued, date: Day, rates: Rates): ValuedBalance[] {
  const isValued = valueOn(book, account.holdings, date, rates).value !== null
  return account.holdings.map((holding) => ({
    account,
    currency_id: holding.currency_id,
    amount: holding.amount,
    recorded: holding.base_amount,
    value: isValued ? valueOn(book, [holding], date, rates).counted : holding.base_amount,
  }))
}

const keyOf = ({ account, currency_id }: ValuedBalance) => `${account.account_id} ${currency_id}`

/** Rows of the first day alone, or of both days together: balances through the last of them. */
function through(held: readonly HeldRow[], isLast: boolean): Valued[] {
  const accounts = accountsIn(held.filter(({ period }) => period === 0 || isLast))
  return accounts.map((account) => {
    const sums = new Map<string, { amount: bigint; base_amount: bigint }>()
    for (const { currency_id, amount, base_amount } of account.holdings) {
      const sum = sums.get(currency_id) ?? { amount: 0n, base_amount: 0n }
      sums.set(currency_id, { amount: sum.amount + amount, base_amount: sum.base_amount + base_amount })
    }
    return { ...account, holdings: [...sums].map(([currency_id, sum]) => ({ currency_id, ...sum })) }
  })
}

/** Values the accounts of some sections on a day, with the recorded amounts, and the change of the difference since an earlier day. */
export async function computeValuation(
  db: Db,
  book: BookRow,
  date: Day,
  { section = 'money,claim,thing,liability', of = 'value', since, limit = 1_000 }: ValuationQuery,
  version: number | undefined,
): Promise<{ data: Valuation['data']; meta: Omit<Valuation['meta'], 'ignored'> }> {
  if (since !== undefined && since > date) refuseField('since', 'since_after_date', { since, date })
  const sections = commaSeparated(section)
  const isAsked = (account: { section: string }) => isWorth(account) && sections.includes(account.section)
  const days = since === undefined || since === date ? [date] : [since, date]
  const held = await readHeld(db, book, balancesOnDays(book, days, version), version)
  const [now, then] = [through(held, true).filter(isAsked), through(held, false).filter(isAsked)]
  const pairs = [...pairsOn(now, date), ...(since && since < date ? pairsOn(then, since) : [])]
  const rates = await readRates(db, book, pairs, version)
  const before = new Map(
    (since === undefined ? [] : then)
      .flatMap((account) => positionsOf(book, account, since ?? date, rates))
      .map((position) => [keyOf(position), position.value - position.recorded]),
  )
  const sign = isDebitSection(sections[0] ?? '') ? 1n : -1n
  const base = book.base_currency_id
  const toApi = (position: ValuedBalance, earlier: bigint) => {
    const { account, currency_id, amount, recorded, value } = position
    const rate = rates.find(currency_id, date)
    return {
      account_id: account.account_id,
      account_name: account.account_name,
      currency_id,
      amount: amountToApi(sign * amount, currency_id),
      base_balance: amountToApi(sign * recorded, base),
      rate: rate ? decimalNumber(rate.rate) : null,
      rate_date: rate?.date ?? null,
      base_value: amountToApi(sign * value, base),
      difference: amountToApi(sign * (value - recorded), base),
      since: amountToApi(sign * earlier, base),
    }
  }
  const positions = now.flatMap((account) => positionsOf(book, account, date, rates))
  const listed = positions.map((position) => ({ position, earlier: before.get(keyOf(position)) ?? 0n }))
  const realised = since === undefined ? [] : realisedIn(book, held)
  const all = [...listed, ...realised.map((position) => ({ position, earlier: 0n }))]
  const sum = sumOf(
    all.map(({ position: { value, recorded }, earlier }) =>
      of === 'value' ? value : value - recorded - earlier,
    ),
  )
  return {
    data: all.slice(0, limit).map(({ position, earlier }) => toApi(position, earlier)),
    meta: { sum_base: amountToApi(sign * sum, base), is_complete: rates.missing.length === 0 },
  }
}

/** The gains and losses realised between the two days, as a position of the account Exchange gains and losses. */
function realisedIn(book: BookRow, held: readonly HeldRow[]): ValuedBalance[] {
  const later = accountsIn(held.filter(({ period, section }) => period > 0 && section === 'exchange'))
  return later.map((account) => ({
    account,
    currency_id: book.base_currency_id,
    amount: 0n,
    recorded: 0n,
    value: -sumOf(account.holdings.map(({ base_amount }) => base_amount)),
  }))
}
