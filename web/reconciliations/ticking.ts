import type { Account, RegisterLine } from '../../contract/accounts.ts'
import { type Day, laterDay } from '../../contract/day.ts'
import type { ReconciliationSummary } from '../../contract/reconciliations.ts'
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

/** A difference in words. */
export function differenceText(
  difference: bigint,
  type: AccountType,
  money: (minor: bigint) => string,
): string {
  if (difference === 0n) return 'Everything on the statement is ticked.'
  const size = money(difference < 0n ? -difference : difference)
  const subject = type === 'liability' ? 'The statement says you owe' : 'The statement has'
  return `${subject} ${size} ${difference > 0n ? 'more' : 'less'} than the ticked lines.`
}

/** The one line whose tick would take the difference away; undefined if there is none, or more than one. */
export function missingLine(
  difference: bigint,
  lines: readonly RegisterLine[],
  ticked: ReadonlySet<string>,
  type: AccountType,
): RegisterLine | undefined {
  if (difference === 0n) return undefined
  const found = lines.filter((line) => {
    const effect = balanceEffect(line, type)
    return ticked.has(line.id) ? effect === -difference : effect === difference
  })
  return found.length === 1 ? found[0] : undefined
}

/** The day to begin with: today, or the day of the last statement if that is later. */
export const firstDay = (today: Day, last: Pick<ReconciliationSummary, 'date'> | undefined): Day =>
  last ? laterDay(today, last.date) : today

/** Some ticks with one more or one less. */
export function toggled(ticked: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(ticked)
  if (!next.delete(id)) next.add(id)
  return next
}
