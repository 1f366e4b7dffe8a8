import type { Account } from '../../contract/accounts.ts'
import type { Day } from '../../contract/day.ts'
import { showAmount } from '../../contract/money.ts'
import type { Value } from '../../contract/values.ts'
import { coveredThrough } from '../page/accounts.ts'
import { decimalsOf, sumOf } from '../ui/money.ts'

/** A worth as somebody stated it: a value, or the balance that was said when the account was added. */
export type Stated = Pick<Value, 'date' | 'amount' | 'notes' | 'change'> & { isBeginning: boolean }

/** The statements about an account, the latest first. Where all of its values are there, the balance that it began with comes before them. */
export function statedOf(account: Account, values: readonly Value[], isAll: boolean): Stated[] {
  const { balance_as_of: said, currency_id } = account
  const through = coveredThrough(account)
  const all = values.map(({ date, amount, notes, change }) => ({
    date,
    amount,
    notes,
    change,
    isBeginning: false,
  }))
  const first = all.at(-1)
  if (!isAll || said === null || through === null || currency_id === null) return all
  if (first)
    first.change = showAmount(sumOf([first.amount, -said.amount], currency_id), decimalsOf(currency_id))
  return [...all, { date: through, amount: said.amount, notes: null, change: null, isBeginning: true }]
}

/** Whether a day is the one of whose end the balance was said: to state its worth again changes that balance. */
export const isBeginning = ({ balance_as_of: said }: Pick<Account, 'balance_as_of'>, day: Day): boolean =>
  said?.includes_day === true && said.date === day
