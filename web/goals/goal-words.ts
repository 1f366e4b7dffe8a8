import type { Day } from '../../contract/day.ts'
import { monthsUntil } from '../../contract/goal-months.ts'
import type { Goal } from '../../contract/goals.ts'
import { listed, t } from '../../words/t.ts'
import { dayInSentence, dayText, monthText } from '../ui/dates.ts'
import { moneyText, sumOf } from '../ui/money.ts'

/** Goals in the reader's words. */

/** The names of accounts by their ids. */
export type AccountNames = ReadonlyMap<string, string>

const nameIn = (names: AccountNames, id: string) => names.get(id) ?? t('an account')

/** Where it is saved: "an envelope in Savings", "everything in Savings and Cash". */
export function placeText({ envelope, account_ids }: Goal, names: AccountNames): string {
  if (envelope) return t('an envelope in {account}', { account: nameIn(names, envelope.account_id) })
  return account_ids.length > 3
    ? t('{count, plural, one {everything in # account} other {everything in # accounts}}', {
        count: account_ids.length,
      })
    : t('everything in {accounts}', { accounts: listed(account_ids.map((id) => nameIn(names, id))) })
}

/** Its day and its place: "by 1 April 2027, an envelope in Savings". */
export const aboutGoal = (goal: Goal, names: AccountNames): string =>
  `${goal.target_date === null ? t('no day') : t('by {day}', { day: dayText(goal.target_date) })}, ${placeText(goal, names)}`

/** Whether the envelopes of its account hold more than the account: part of its money is promised, and not there. */
export const isShort = ({ envelope, overdrawn }: Goal): boolean => envelope !== null && overdrawn !== null

/** Whether a goal is reached with money that is there. */
export const isDone = (goal: Goal): boolean => goal.is_reached && !isShort(goal)

/** When a goal was reached: its accounts may have had the money before it was made. */
export function reachedText(
  { reached_on, created_at }: Pick<Goal, 'reached_on' | 'created_at'>,
  today: Day,
  timeZone: string,
): string {
  if (reached_on === null) return t('reached')
  const made = Temporal.Instant.from(created_at).toZonedDateTimeISO(timeZone).toPlainDate().toString()
  return reached_on < made
    ? t('already reached')
    : t('reached on {day}', { day: dayInSentence(reached_on, today) })
}

/** How much a month, and for how long: the amount, and the words after it. Null once it is reached. */
export function neededText(goal: Goal, today: Day): { amount: number; words: string } | null {
  const { target_date, needed_a_month, left } = goal
  if (goal.is_reached) return null
  if (needed_a_month === null || target_date === null) return { amount: left, words: t('to go [€80 to go]') }
  if (target_date <= today)
    return {
      amount: left,
      words: t('is missing, and its day was {day} [€80 is missing, …]', {
        day: dayInSentence(target_date, today),
      }),
    }
  const months = monthsUntil(today, target_date)
  const words =
    months === 1
      ? t('this month [€80 this month]')
      : t(
          '{months, plural, one {a month needed, for # month} other {a month needed, for # months}} [€80 a month needed, for 11 months]',
          {
            months,
          },
        )
  return { amount: needed_a_month, words }
}

/** The pace of late: the amount of it, if it reaches anything, and the words after it. */
export function paceText({ pace, is_reached }: Goal): { amount: number | null; words: string } | null {
  if (is_reached || pace.a_month === null) return null
  if (pace.a_month <= 0) return { amount: null, words: t('nothing saved lately') }
  return {
    amount: pace.a_month,
    words:
      pace.reaches_on === null
        ? t('a month, as lately: more than a hundred years [at €80 a month, as lately: …]')
        : t('a month, as lately: reached in {month} [at €80 a month, as lately: …]', {
            month: monthText(pace.reaches_on.slice(0, 7)),
          }),
  }
}

/** Which other goals count the same money; null if none does. */
export function alsoText({ also_in, also_in_count, envelope }: Goal, names: AccountNames): string | null {
  if (also_in.length === 0) return null
  const count = also_in_count - also_in.length
  if (envelope) {
    const more = count > 0 ? [t('{count, plural, one {# more} other {# more}}', { count })] : []
    return t(
      '{count, plural, one {{goals} counts everything in {account}, with this envelope.} other {{goals} count everything in {account}, with this envelope.}}',
      {
        count: also_in.length,
        goals: listed([...also_in.map(({ name }) => name), ...more]),
        account: nameIn(names, envelope.account_id),
      },
    )
  }
  const byAccount = Map.groupBy(also_in, ({ account_id }) => account_id)
  return [
    ...[...byAccount].map(([id, goals]) =>
      t('Money in {account} also counts for {goals}.', {
        account: nameIn(names, id),
        goals: listed(goals.map(({ name }) => name)),
      }),
    ),
    ...(count > 0 ? [t('{count, plural, one {And # more.} other {And # more.}}', { count })] : []),
  ].join(' ')
}

/** The part of the target that is saved, from 0 to 1. */
export const shareOf = ({ saved, target_amount }: Pick<Goal, 'saved' | 'target_amount'>): number =>
  Math.min(1, Math.max(0, saved / target_amount))

/** An account with its envelopes, in one currency. */
export type EnvelopeAccount = {
  id: string
  currency: string
  balance: number
  held: number
  free: bigint
  overdrawn: number | null
  goals: Goal[]
}

/** The accounts that goals have envelopes of, in the order of the goals. Empty envelopes are not counted. */
export function envelopeAccounts(goals: readonly Goal[]): EnvelopeAccount[] {
  const withEnvelope = goals.filter(({ envelope, saved }) => envelope !== null && saved !== 0)
  const byAccount = Map.groupBy(withEnvelope, (goal) => `${goal.envelope?.account_id} ${goal.currency_id}`)
  return [...byAccount.values()].flatMap((some): EnvelopeAccount[] => {
    const [first] = some
    if (!first?.envelope || !first.envelope_account) return []
    const { balance, held } = first.envelope_account
    return [
      {
        id: first.envelope.account_id,
        currency: first.currency_id,
        balance,
        held,
        free: sumOf([balance, -held], first.currency_id),
        overdrawn: first.overdrawn,
        goals: some,
      },
    ]
  })
}

/** The envelope to take an excess from, and as much of it as is there: one that is not full and holds it all, else the one that holds most. */
export function wayOut({ goals, overdrawn }: EnvelopeAccount): { goal: Goal; amount: number } | null {
  if (overdrawn === null) return null
  const byAmount = goals.toSorted((a, b) => b.saved - a.saved)
  const goal = byAmount.find(({ is_reached, saved }) => !is_reached && saved >= overdrawn) ?? byAmount[0]
  return goal ? { goal, amount: Math.min(overdrawn, goal.saved) } : null
}

/** A sentence for a message: "€240.00 put into Japan in spring". */
export const movedText = (amount: number, currency: string, name: string): string =>
  amount > 0
    ? t('{amount} put into {goal}', { amount: moneyText(amount, currency), goal: name })
    : t('{amount} taken out of {goal}', { amount: moneyText(-amount, currency), goal: name })
