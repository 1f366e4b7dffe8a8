import type { Account } from '../../contract/accounts.ts'
import type { Day } from '../../contract/day.ts'
import { showAmount } from '../../contract/money.ts'
import type { Value } from '../../contract/values.ts'
import { coveredThrough } from '../page/accounts.ts'
import { decimalsOf, sumOf } from '../ui/money.ts'

/** A worth as somebody stated it: a value, or what the account began with. */
export type Stated = Pick<Value, 'date' | 'amount' | 'notes' | 'change'> & { isBeginning: boolean }

/** The statements about an account, the latest first. Where all of its values are there, the balance that it began with comes before them. */
export function statedOf(account: Account, values: readonly Value[], isAll: boolean): Stated[] {
  const { currency_id } = account
  const began = beginningOf(account)
  const all = values.map(({ date, amount, notes, change }) => ({
    date,
    amount,
    notes,
    change,
    isBeginning: false,
  }))
  const first = all.at(-1)
  if (!isAll || began === null || currency_id === null) return all
  if (first)
    first.change = showAmount(sumOf([first.amount, -began.amount], currency_id), decimalsOf(currency_id))
  return [...all, { ...began, notes: null, change: null, isBeginning: true }]
}

/** The balance that was said when the account was added, or its opening balance; null without either. */
function beginningOf(account: Account): { date: Day; amount: number } | null {
  const { balance_as_of: said, opening_balance, opening_date } = account
  const through = coveredThrough(account)
  if (said !== null) return through === null ? null : { date: through, amount: said.amount }
  return opening_balance === null || opening_date === null
    ? null
    : { date: opening_date, amount: opening_balance }
}

/** Whether a day is the one of whose end the balance was said: to state its worth again changes that balance. */
export const isBeginning = ({ balance_as_of: said }: Pick<Account, 'balance_as_of'>, day: Day): boolean =>
  said?.includes_day === true && said.date === day
