import assert from 'node:assert/strict'
import { type Day, FIRST_DAY, LAST_DAY } from '../../contract/day.ts'
import { isLive, type Transaction } from '../ledger/journal.ts'
import type { Known, References } from '../ledger/known.ts'
import { type AccountRow, coveredKey, normalSide } from './account.ts'
import { differenceId, nearKey, type SlimValue } from './value.ts'

/** The days of an account whose differences to stated values may change, and what the differences are after a change. */

/** The changes of one account: debits less credits of each day without differences, and the values that are stated, changed or removed. */
export type ValuedChanges = {
  readonly accountId: string
  readonly net: Map<Day, bigint>
  readonly stated: Map<Day, { readonly before: SlimValue | null; readonly after: SlimValue | null }>
}

/** A day whose difference may change: its value after the change, if it has one, and the values of before that count for it. */
export type Target = {
  readonly account: AccountRow
  readonly date: Day
  readonly value: SlimValue | null
  /** The value that holds before it, after the change. */
  readonly previous: SlimValue | null
  /** The values of before, after the day of `previous` and up to this day. */
  readonly replaced: readonly SlimValue[]
  /** The values of before on the two days, if there were any. */
  readonly was: SlimValue | undefined
  readonly previousWas: SlimValue | undefined
  readonly net: bigint
}

const daysIn = ({ net }: ValuedChanges): Day[] =>
  [...net].flatMap(([day, amount]) => (amount === 0n ? [] : [day]))

/** The account and its values around the days that change; nothing if none does. */
export function nearOf(
  known: Known,
  following: ValuedChanges,
): { account?: [string]; values_near?: [string] } {
  const { accountId, stated } = following
  const touched = [...daysIn(following), ...stated.keys()].sort()
  const [first, last] = [touched[0], touched.at(-1)]
  if (first === undefined || last === undefined) return {}
  const all = nearKey(accountId, FIRST_DAY, LAST_DAY)
  const key = known.isLoaded('values_near', all) ? all : nearKey(accountId, first, last)
  return { account: [accountId], values_near: [key] }
}

export function targetsOf(known: Known, following: ValuedChanges): Target[] {
  const { accountId, net, stated } = following
  const [key] = nearOf(known, following).values_near ?? []
  if (key === undefined) return []
  const days = daysIn(following).sort((a, b) => (a < b ? -1 : 1))
  const account = known.find('account', accountId) ?? assert.fail('a value of no account')
  const old = (known.find('values_near', key) ?? []).toSorted((a, b) => (a.date < b.date ? -1 : 1))
  const before = new Map(old.map((value) => [value.date, value]))
  const after = new Map(before)
  for (const [date, { after: value }] of stated)
    if (value) after.set(date, value)
    else after.delete(date)
  const targets: Target[] = []
  let previous: SlimValue | null = null
  // The values of before, and the days with entries, are passed once: an account may have thousands of both.
  let [passed, reached, sum] = [0, 0, 0n]
  for (const date of [...new Set([...before.keys(), ...after.keys()])].sort()) {
    const value = after.get(date) ?? null
    for (let day = days[reached]; day !== undefined && day <= date; day = days[++reached])
      sum += net.get(day) ?? 0n
    let end = passed
    if (value) while ((old[end]?.date ?? LAST_DAY) <= date && end < old.length) end++
    const target: Target = {
      account,
      date,
      value,
      previous,
      replaced: old.slice(passed, end),
      was: before.get(date),
      previousWas: previous ? before.get(previous.date) : undefined,
      net: sum,
    }
    if (isTouched(target)) targets.push(target)
    if (value) [previous, passed, sum] = [value, end, 0n]
  }
  return targets
}

/** Whether the difference of a day may be another one than before: those of all other days stay. */
const isTouched = ({ value, was, previous, previousWas, replaced, net }: Target): boolean =>
  value === null ||
  net !== 0n ||
  was === undefined ||
  was.amount !== value.amount ||
  was.fx_rate !== value.fx_rate ||
  was.fx_source !== value.fx_source ||
  was.fx_date !== value.fx_date ||
  replaced.length !== 1 ||
  (previous !== null && previous.amount !== previousWas?.amount)

const dayKey = ({ id, currency_id }: AccountRow, date: Day): string =>
  coveredKey(id, currency_id ?? '', date, 1)

export const referencesOf = ({
  account,
  date,
  value,
  previous,
  replaced,
  was,
  previousWas,
}: Target): References => ({
  transaction: [date, ...replaced.map((one) => one.date)].map((day) => differenceId(account.id, day)),
  covered: value
    ? [
        ...(was ? [] : [dayKey(account, date)]),
        ...(previous && !previousWas ? [dayKey(account, previous.date)] : []),
      ]
    : [],
})

/** The difference that leads to the value: debits less credits. The entries since the previous value are known by the balances of before. */
export function debitOf(
  known: Known,
  { account, date, value, previous, replaced, was, previousWas, net }: Target,
) {
  if (!value) return 0n
  const side = normalSide(account)
  const balanceOn = (day: Day, stated: SlimValue | undefined): bigint =>
    stated ? side * stated.amount : (known.find('covered', dayKey(account, day))?.amount ?? 0n)
  const posted = replaced.reduce((sum, one) => sum + debitIn(account, storedOn(known, account, one.date)), 0n)
  const [start, startWas] = previous
    ? [side * previous.amount, balanceOn(previous.date, previousWas)]
    : [0n, 0n]
  const entries = balanceOn(date, was) - startWas - posted + net
  return side * value.amount - start - entries
}

export const storedOn = (known: Known, { id }: AccountRow, date: Day): Transaction | null =>
  known.find('transaction', differenceId(id, date)) ?? null

const debitIn = ({ id }: AccountRow, difference: Transaction | null): bigint => {
  if (!isLive(difference)) return 0n
  return difference.entries[0]?.debit_account_id === id ? difference.amount : -difference.amount
}
