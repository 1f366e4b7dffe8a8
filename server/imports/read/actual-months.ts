import { later } from '../../../words/t.ts'
import type { ActualNames } from './actual-names.ts'
import { type ActualEntries, amountOf, amountSaid, type BudgetMoney } from './actual-rows.ts'
import { type ActualTables, isSet, textIn, unitsOf } from './actual-tables.ts'
import type { FileBudget, LeftOutOfFile } from './besides.ts'

/** The amount of a category in a month, and whether what is left, below nothing too, goes into the next month. */
type PlannedMonth = { readonly units: bigint; readonly isCarried: boolean }

/** A month as a number that goes up by one. */
type MonthNumber = number
const monthNumber = (year: number, month: number): MonthNumber => year * 12 + month - 1
const monthName = (number: MonthNumber) =>
  `${Math.floor(number / 12)}-${String((number % 12) + 1).padStart(2, '0')}`

function monthIn(value: unknown): MonthNumber | undefined {
  const [, year = '', month = ''] = /^((?:19|20|21)\d\d)(0[1-9]|1[0-2])$/.exec(String(value)) ?? []
  return year === '' ? undefined : monthNumber(Number(year), Number(month))
}

/** An amount that is assigned or left over for longer than this is not written out month by month. */
const MAX_MONTHS = 600

/**
 * Budgets month by month. With envelopes, what is left of a category goes on, and what is missing only if its month says so; with tracking, either goes
 * on only if the month says so. Florin keeps what is left of a month that has a budget: a month without one, into which something was left, gets one of 0.
 */
export function budgetsOf(
  tables: ActualTables,
  names: ActualNames,
  entries: ActualEntries,
  { money, isTracking }: { readonly money: BudgetMoney; readonly isTracking: boolean },
): { readonly budgets: FileBudget[]; readonly left_out: LeftOutOfFile[] } {
  const left_out: LeftOutOfFile[] = []
  const planned = new Map<string, Map<MonthNumber, PlannedMonth>>()
  for (const row of tables(isTracking ? 'reflect_budgets' : 'zero_budgets')) {
    const category = names.category(textIn(row, 'category'))
    const [month, units] = [monthIn(row.month), unitsOf(row.amount)]
    if (!category || (category.kind === 'income' && !isTracking)) continue // the program shows neither
    if (month === undefined || units === undefined) {
      left_out.push({
        kind: 'budgets',
        name: category.name,
        why: later('Row {row} of the table of budgets has no month, or no amount.', {
          row: String(row.rowid),
        }),
      })
      continue
    }
    const key = keyOf(category)
    const own = planned.get(key) ?? new Map<MonthNumber, PlannedMonth>()
    own.set(month, { units, isCarried: isSet(row, 'carryover') })
    planned.set(key, own)
  }
  const moved = movedByMonth(entries)
  const last = [...planned.values(), ...moved.values()].reduce(
    (latest, months) => months.keys().reduce((a, b) => Math.max(a, b), latest),
    0,
  )
  const budgets: FileBudget[] = []
  for (const [key, months] of planned) {
    const spent = moved.get(key) ?? new Map<MonthNumber, bigint>()
    const first = [...months.keys(), ...spent.keys()].reduce((a, b) => Math.min(a, b))
    const { kind, name } = fromKey(key)
    let left = 0n
    for (let month = Math.max(first, last - MAX_MONTHS); month <= last; month++) {
      const { units, isCarried } = months.get(month) ?? { units: 0n, isCarried: false }
      const flow = spent.get(month) ?? 0n
      left += units + (kind === 'income' ? -flow : flow)
      const goesOn = isCarried || (!isTracking && left > 0n)
      if (units < 0n)
        left_out.push({
          kind: 'budgets',
          name: `${name} ${monthName(month)}`,
          why: later(
            '{amount} is assigned, and a budget is 0 or more: nothing is carried into the month after.',
            { amount: amountSaid(units, money) },
          ),
        })
      else if (units !== 0n || (goesOn && left !== 0n))
        budgets.push({
          kind,
          name,
          month: monthName(month),
          amount: amountOf(units, money.decimals),
          // With envelopes, what is left goes on, also if nothing is left now: a later refund is then not lost.
          rollover: isCarried || (!isTracking && left >= 0n),
        })
      if (!goesOn) left = 0n
    }
  }
  return { budgets, left_out }
}

const keyOf = ({ kind, name }: { kind: 'expense' | 'income'; name: string }) => `${kind} ${name}`
const fromKey = (key: string): { kind: 'expense' | 'income'; name: string } => ({
  kind: key.startsWith('income') ? 'income' : 'expense',
  name: key.slice(key.indexOf(' ') + 1),
})

/** By how much each category moved in each month, on accounts that are on budget. */
function movedByMonth({ byId }: ActualEntries): ReadonlyMap<string, Map<MonthNumber, bigint>> {
  const moved = new Map<string, Map<MonthNumber, bigint>>()
  for (const { account, category, isParent, date, units } of byId.values()) {
    if (account.isOff || !category || isParent) continue
    const months = moved.get(keyOf(category)) ?? new Map<MonthNumber, bigint>()
    moved.set(keyOf(category), months)
    const month = monthNumber(Number(date.slice(0, 4)), Number(date.slice(5, 7)))
    months.set(month, (months.get(month) ?? 0n) + units)
  }
  return moved
}
