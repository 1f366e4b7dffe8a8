import type { Account, RegisterLine } from '../../contract/accounts.ts'
import { type Day, laterDay } from '../../contract/day.ts'
import type { ReconciliationSummary } from '../../contract/reconciliations.ts'
import { t } from '../../words/t.ts'
import { coveredThrough } from '../page/accounts.ts'
import type { Bill } from '../transactions/register/bills.ts'
import { movementOf } from '../transactions/register/lines.ts'
import { minorOf } from '../ui/money.ts'

/** The arithmetic of comparing an account with a statement, in minor units, and its result in words. */

type AccountType = Account['type']

/** The amount a line adds to the balance, which is positive on the account's normal side: for a card, the debt. */
export const balanceEffect = (line: RegisterLine, type: AccountType): bigint =>
  type === 'liability' ? -movementOf(line) : movementOf(line)

/** The statement's balance less the start and the ticked lines: 0 when all of it is found. */
export function differenceOf(
  statement: Pick<ReconciliationSummary, 'statement_balance' | 'start_balance' | 'currency_id'>,
  lines: readonly RegisterLine[],
  ticked: ReadonlySet<string>,
  type: AccountType,
): bigint {
  const { statement_balance, start_balance, currency_id } = statement
  let cleared = minorOf(start_balance, currency_id)
  for (const line of lines) if (ticked.has(line.id)) cleared += balanceEffect(line, type)
  return minorOf(statement_balance, currency_id) - cleared
}

/** The parts that the statement is compared with: a start that a person said, or that the statement before it ended with, and ticks. */
export type Compared = { start: 'said' | 'before' | 'none'; count: number }

/** A difference in words. Without a tick, only the start was compared, and no line. */
export function differenceText(
  difference: bigint,
  type: AccountType,
  money: (minor: bigint) => string,
  { start, count }: Compared,
): string {
  if (difference === 0n) {
    if (start === 'said' && count === 0)
      return t('The statement has the balance that you said; no line is compared.')
    if (count === 0) return t('The statement has the balance that it starts with; no line is compared.')
    return t('Everything on the statement is ticked.')
  }
  const size = money(difference < 0n ? -difference : difference)
  const values = { start, amount: size }
  if (type === 'liability')
    return difference > 0n
      ? t(
          '{start, select, said {The statement says you owe {amount} more than the balance that you said and the ticked lines.} before {The statement says you owe {amount} more than its start and the ticked lines.} other {The statement says you owe {amount} more than the ticked lines.}}',
          values,
        )
      : t(
          '{start, select, said {The statement says you owe {amount} less than the balance that you said and the ticked lines.} before {The statement says you owe {amount} less than its start and the ticked lines.} other {The statement says you owe {amount} less than the ticked lines.}}',
          values,
        )
  return difference > 0n
    ? t(
        '{start, select, said {The statement has {amount} more than the balance that you said and the ticked lines.} before {The statement has {amount} more than its start and the ticked lines.} other {The statement has {amount} more than the ticked lines.}}',
        values,
      )
    : t(
        '{start, select, said {The statement has {amount} less than the balance that you said and the ticked lines.} before {The statement has {amount} less than its start and the ticked lines.} other {The statement has {amount} less than the ticked lines.}}',
        values,
      )
}

/** Whether all, some or none of a bill's lines are ticked: by one press all are, but another client may tick some. */
export function tickOf({ parts }: Bill, ticked: ReadonlySet<string>): 'all' | 'some' | 'none' {
  const count = parts.filter(({ id }) => ticked.has(id)).length
  return count === 0 ? 'none' : count === parts.length ? 'all' : 'some'
}

/** The one bill whose tick would take the difference away; undefined if there is none, or more than one. */
export function missingBill(
  difference: bigint,
  bills: readonly Bill[],
  ticked: ReadonlySet<string>,
  type: AccountType,
): Bill | undefined {
  if (difference === 0n) return undefined
  const found = bills.filter((bill) => {
    const isTicked = tickOf(bill, ticked) === 'all'
    const moved = bill.parts.filter(({ id }) => isTicked || !ticked.has(id))
    const effect = moved.reduce((sum, line) => sum + balanceEffect(line, type), 0n)
    return effect === (isTicked ? -difference : difference)
  })
  return found.length === 1 ? found[0] : undefined
}

type Statement = Pick<ReconciliationSummary, 'date' | 'start_balance' | 'currency_id'>

/**
 * The day through which lines are in the balance that was said of the account, with which its first statement starts: they are on no
 * statement. Null where the statements start otherwise. `first` is the first statement of the account, be it this one.
 */
export function saidThrough(
  account: Pick<Account, 'balance_as_of' | 'currency_id'>,
  first: Statement,
  base: string,
): Day | null {
  const said = account.balance_as_of
  const isStart =
    said !== null &&
    first.currency_id === (account.currency_id ?? base) &&
    first.date >= said.date &&
    first.start_balance === said.amount
  return isStart ? coveredThrough(account) : null
}

/** The day to begin with: today, or the day of the last statement if that is later. */
export const firstDay = (today: Day, last: Pick<ReconciliationSummary, 'date'> | undefined): Day =>
  last ? laterDay(today, last.date) : today

/** The ticks after a press on a bill: all of its lines get one, or lose theirs if all have one. */
export function toggled(ticked: ReadonlySet<string>, bill: Bill): ReadonlySet<string> {
  const next = new Set(ticked)
  const isTicked = tickOf(bill, ticked) === 'all'
  for (const { id } of bill.parts) {
    if (isTicked) next.delete(id)
    else next.add(id)
  }
  return next
}
