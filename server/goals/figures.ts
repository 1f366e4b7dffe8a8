import { addDays, type Day } from '../../contract/day.ts'
import { monthsUntil } from '../../contract/goal-months.ts'
import { type Goal, MAX_ALSO_IN } from '../../contract/goals.ts'
import { divide } from '../../contract/money.ts'
import { addMonths } from '../../contract/month.ts'
import { amountToApi } from '../ledger/amounts.ts'
import { movesAddress, registerInAddress } from '../lists/explain.ts'
import { type GoalRow, goalFieldsToApi, type SlimGoal } from '../records/goal.ts'
import type { MoveDay } from '../records/goal-move.ts'

/** Everything that the figures of goals follow from. A verb has it from the records that it looks at, a list as of a version from statements. */
export type GoalFacts = {
  readonly today: Day
  readonly version: number | undefined
  /** All goals of the book that are not in the trash. */
  readonly goals: readonly SlimGoal[]
  /** The live moves of a goal, or the days of them. */
  readonly moves: (goalId: string) => readonly MoveDay[]
  /** The balance of an account at the end of a day; 0 for one that is no money of one's own any more. */
  readonly balance: (accountId: string, currencyId: string, day: Day) => bigint
  /** The first day with an entry on an account up to today, if there is one. */
  readonly began: (accountId: string, currencyId: string) => Day | undefined
  /** The opening balance of an account. */
  readonly opening: (accountId: string, currencyId: string) => { date: Day; amount: bigint } | undefined
  /** The day on which accounts came to have an amount. */
  readonly reached: (accountIds: readonly string[], currencyId: string, amount: bigint) => Day | null
}

const MAX_MONTHS = 1_200

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((all, one) => all + one, 0n)
const ceiling = (amount: bigint, parts: bigint): bigint => (amount + parts - 1n) / parts

/** The first days of the last three whole months, the earliest first, and at the end that of this month. */
export const paceStarts = (today: Day): Day[] =>
  [-3, -2, -1, 0].map((months) => `${addMonths(today.slice(0, 7), months)}-01`)

/** The amount that was saved in a month lately; null while no whole month has passed since the beginning. */
function paceOf(facts: GoalFacts, goal: GoalRow | SlimGoal): bigint | null {
  const { currency_id, account_ids, envelope_account_id } = goal
  const moves = envelope_account_id === null ? [] : facts.moves(goal.id)
  const days =
    envelope_account_id === null
      ? account_ids.flatMap((id) =>
          [facts.began(id, currency_id) ?? [], facts.opening(id, currency_id)?.date ?? []].flat(),
        )
      : moves.map(({ date }) => date)
  const began = days.sort()[0]
  const starts = began === undefined ? [] : paceStarts(facts.today).filter((first) => first > began)
  const [first, end] = [starts[0], starts.at(-1)]
  if (first === undefined || end === undefined || starts.length < 2) return null
  const isWithin = ({ date }: { date: Day }) => date >= first && date < end
  const saved =
    envelope_account_id === null
      ? account_ids.map((id) => {
          const opening = facts.opening(id, currency_id)
          const moved =
            facts.balance(id, currency_id, addDays(end, -1)) -
            facts.balance(id, currency_id, addDays(first, -1))
          return opening && isWithin(opening) ? moved - opening.amount : moved
        })
      : moves.filter(isWithin).map(({ amount }) => amount)
  return divide(sum(saved), BigInt(starts.length - 1))
}

/** The first day since which an envelope has held an amount. */
function heldSince(moves: readonly MoveDay[], amount: bigint): Day | null {
  let [held, since]: [bigint, Day | null] = [0n, null]
  for (const [date, ofDay] of byDay(moves)) {
    held += ofDay
    since = held >= amount ? (since ?? date) : null
  }
  return since
}

/** The sums of moves by day, in order. */
export function byDay(moves: readonly MoveDay[]): [Day, bigint][] {
  const days = Map.groupBy(moves, ({ date }) => date)
  return [...days]
    .map(([date, some]): [Day, bigint] => [date, sum(some.map(({ amount }) => amount))])
    .sort(([a], [b]) => (a < b ? -1 : 1))
}

/** The accounts that a goal counts, or has an envelope of. */
export const accountsOf = ({
  account_ids,
  envelope_account_id,
}: Pick<GoalRow, 'account_ids' | 'envelope_account_id'>) =>
  envelope_account_id === null ? account_ids : [envelope_account_id]

/** The amount that the envelopes of an account hold in a currency. */
const heldIn = (facts: GoalFacts, accountId: string, currencyId: string): bigint =>
  sum(
    facts.goals
      .filter((one) => one.envelope_account_id === accountId && one.currency_id === currencyId)
      .map(({ held }) => held),
  )

/** Other goals that count the same money. Two envelopes of an account hold different money. */
const alsoIn = (facts: GoalFacts, goal: GoalRow): Goal['also_in'] =>
  facts.goals.flatMap((one) => {
    const isApart = one.id === goal.id || one.currency_id !== goal.currency_id
    const areEnvelopes = one.envelope_account_id !== null && goal.envelope_account_id !== null
    if (isApart || areEnvelopes) return []
    const counted = new Set(accountsOf(goal))
    return accountsOf(one)
      .filter((id) => counted.has(id))
      .map((account_id) => ({ id: one.id, name: one.name, account_id }))
  })

/** A goal as the API shows it. */
export function goalToApi(goal: GoalRow, facts: GoalFacts): Goal {
  const { id, currency_id, target_amount, target_date, account_ids, envelope_account_id } = goal
  const { today, version } = facts
  const toApi = (minor: bigint) => amountToApi(minor, currency_id)
  const parts = account_ids.map((account_id) => ({
    account_id,
    amount: facts.balance(account_id, currency_id, today),
    explain: registerInAddress(account_id, currency_id, today, version),
  }))
  const moves = envelope_account_id === null ? [] : facts.moves(id)
  const saved = sum([...parts, ...moves].map(({ amount }) => amount))
  const left = saved >= target_amount ? 0n : target_amount - saved
  const isReached = left === 0n
  const needed =
    target_date === null || isReached ? null : ceiling(left, BigInt(monthsUntil(today, target_date)))
  const pace = paceOf(facts, goal)
  const months = pace !== null && pace > 0n && !isReached ? ceiling(left, pace) : null
  const isOnTime = needed === null || pace === null ? null : pace >= needed
  const free = accountsOf(goal).map((one) => {
    const [held, balance] = [heldIn(facts, one, currency_id), facts.balance(one, currency_id, today)]
    return { held, balance, over: held - (balance > 0n ? balance : 0n) }
  })
  const others = alsoIn(facts, goal)
  const overdrawn = sum(free.map(({ over }) => (over > 0n ? over : 0n)))
  return {
    ...goalFieldsToApi(goal),
    saved: toApi(saved),
    left: toApi(left),
    needed_a_month: needed === null ? null : toApi(needed),
    pace: {
      a_month: pace === null ? null : toApi(pace),
      reaches_on:
        months === null || months > MAX_MONTHS
          ? null
          : reachedBy(today, Number(months), isOnTime && target_date),
      on_time: isOnTime,
    },
    is_reached: isReached,
    reached_on: !isReached
      ? null
      : envelope_account_id === null
        ? facts.reached(account_ids, currency_id, target_amount)
        : heldSince(moves, target_amount),
    explain:
      envelope_account_id === null
        ? ((parts.length === 1 ? parts[0]?.explain : null) ?? null)
        : movesAddress(id, version),
    explains: parts.map(({ account_id, amount, explain }) => ({ account_id, saved: toApi(amount), explain })),
    also_in: others.slice(0, MAX_ALSO_IN),
    also_in_count: others.length,
    overdrawn: overdrawn > 0n ? toApi(overdrawn) : null,
    envelope_account:
      envelope_account_id === null
        ? null
        : { balance: toApi(free[0]?.balance ?? 0n), held: toApi(free[0]?.held ?? 0n) },
  }
}

/** The day after a number of months. The last month of a goal that is on time ends on its day. */
function reachedBy(today: Day, months: number, latest: Day | null | false): Day {
  const day = Temporal.PlainDate.from(today).add({ months }).toString()
  return latest && day > latest ? latest : day
}
