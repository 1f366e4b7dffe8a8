import type { Day } from '../../contract/day.ts'
import type { BalanceSheet } from '../../contract/reports.ts'
import type { Db } from '../database/database.ts'
import { amountToApi } from '../ledger/amounts.ts'
import { balancesOnDays } from '../ledger/balances.sql.ts'
import type { BookRow } from '../ledger/book.ts'
import { registerAddress, transactionsAddress, valuationAddress } from '../lists/explain.ts'
import { isDebitSection } from '../records/sections.ts'
import {
  accountsIn,
  isWorth,
  pairsOn,
  type Rates,
  readHeld,
  readRates,
  type Valued,
  valueOn,
} from './holdings.ts'
import { sumOf } from './periods.ts'

type SheetRow = BalanceSheet['assets'][number]

/** An account as a row, and the amount that it counts with: both positive on its normal side. */
function rowOf(book: BookRow, account: Valued, date: Day, rates: Rates, version: number | undefined) {
  const { account_id, account_name, section, holdings } = account
  const base = book.base_currency_id
  const sign = isDebitSection(section) ? 1n : -1n
  const { recorded, value, counted } = valueOn(book, holdings, date, rates)
  const isRevalued = isWorth(account)
  const shown = isRevalued ? value : recorded
  const row: SheetRow = {
    account_id,
    account_name,
    balances: holdings
      .filter(({ amount }) => amount !== 0n)
      .map(({ currency_id, amount }) => ({ currency_id, amount: amountToApi(sign * amount, currency_id) })),
    base_balance: amountToApi(sign * recorded, base),
    base_value: shown === null || version !== undefined ? null : amountToApi(sign * shown, base),
    explain: registerAddress(account_id, { date_to: date }, version),
  }
  return { section, row, recorded: sign * recorded, counted: sign * (isRevalued ? counted : recorded) }
}

/** Assets, liabilities and equity at the end of a day. */
export async function computeBalanceSheet(
  db: Db,
  book: BookRow,
  date: Day,
  version: number | undefined,
): Promise<BalanceSheet> {
  const held = await readHeld(db, book, balancesOnDays(book, [date], version), version)
  const accounts = accountsIn(held)
  const worth = accounts.filter(isWorth)
  const rates = await readRates(db, book, pairsOn(worth, date), version)
  const listed = accounts.map((account) => rowOf(book, account, date, rates, version))
  const of = (...sections: string[]) => listed.filter(({ section }) => sections.includes(section))
  const total = (rows: readonly { counted: bigint }[]) => sumOf(rows.map(({ counted }) => counted))
  const [assets, liabilities] = [of('money', 'claim', 'thing'), of('liability')]
  const equity = of('equity', 'value').filter(({ recorded }) => recorded !== 0n)
  const result = total(of('income', 'exchange')) - total(of('expense'))
  const unrealised =
    sumOf(assets.map(({ counted, recorded }) => counted - recorded)) -
    sumOf(liabilities.map(({ counted, recorded }) => counted - recorded))
  const base = book.base_currency_id
  const computed = (account_name: string, recorded: bigint, value: bigint, explain: string): SheetRow => ({
    account_id: null,
    account_name,
    balances: [],
    explain,
    base_balance: amountToApi(recorded, base),
    base_value: version === undefined ? amountToApi(value, base) : null,
  })
  // A book without things has the address that it always had.
  const owned = of('thing').length > 0 ? 'money,claim,thing' : 'money,claim'
  const ofResult = transactionsAddress({ section: 'income,exchange,expense' }, { date_to: date }, version)
  return {
    base_currency_id: base,
    date,
    assets: assets.map(({ row }) => row),
    liabilities: liabilities.map(({ row }) => row),
    equity: [
      ...equity.map(({ row }) => row),
      computed('Result so far', result, result, ofResult),
      computed(
        'Unrealised difference',
        0n,
        unrealised,
        valuationAddress(date, { of: 'difference' }, version),
      ),
    ],
    totals: {
      assets: amountToApi(total(assets), base),
      liabilities: amountToApi(total(liabilities), base),
      equity: amountToApi(total(equity) + result + unrealised, base),
    },
    explains: {
      assets: valuationAddress(date, { section: owned }, version),
      liabilities: valuationAddress(date, { section: 'liability' }, version),
      equity: valuationAddress(date, {}, version),
    },
    is_complete: rates.missing.length === 0,
    missing_rates: rates.missing,
  }
}
