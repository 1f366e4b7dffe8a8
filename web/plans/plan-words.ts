import type { Account } from '../../contract/accounts.ts'
import type { Day } from '../../contract/day.ts'
import type { Goal } from '../../contract/goals.ts'
import type { Occurrence, Plan } from '../../contract/plans.ts'
import { comma, t } from '../../words/t.ts'
import { dayInSentence } from '../ui/dates.ts'
import { wordLocale } from '../ui/locale.ts'
import { minorOf, sumOf } from '../ui/money.ts'
import { onward } from '../ui/reading.ts'

/** Plans and their occurrences in the reader's words. */

export type PlanAccounts = ReadonlyMap<string, Pick<Account, 'name' | 'type' | 'currency_id'>>

/** Where the money of plans is, by id: a plan that fills an envelope is in the currency of its goal. */
export type PlanPlaces = {
  readonly accounts: PlanAccounts
  readonly goals: ReadonlyMap<string, Pick<Goal, 'name' | 'currency_id'>>
}

/** Whether money will come in (1), go out (-1), or stay on one's own accounts (0): of a plan, or of an occurrence that may differ from it. */
export function planDirection(
  { kind, draft: planned }: Pick<Plan, 'kind' | 'draft'>,
  accounts: PlanAccounts,
  occurrence?: Pick<Occurrence, 'draft'>,
): -1 | 0 | 1 {
  const draft = { ...planned, ...occurrence?.draft }
  if (kind === 'expense') return draft.is_refund ? 1 : -1
  if (kind === 'income') return draft.is_refund ? -1 : 1
  if (kind === 'transfer' || kind === 'goal') return 0
  // A bill is an expense, or stands with the payables; money owed to me is an income, or a claim.
  const type = accounts.get(draft.account_id ?? '')?.type
  return type === 'income' || type === 'asset' ? 1 : -1
}

/** The amount of a plan. */
export const amountOfPlan = ({ draft }: Pick<Plan, 'draft'>): number =>
  draft.original_amount ?? draft.amount ?? 0

/** The part of an expense that is left to oneself, where others are to pay back theirs; undefined where nobody is. */
export function ownPart({ draft }: Pick<Plan, 'draft'>, currency: string): bigint | undefined {
  const shares = draft.shares ?? []
  if (shares.length === 0) return undefined
  return (
    minorOf(draft.amount ?? 0, currency) -
    sumOf(
      shares.map(({ amount }) => amount),
      currency,
    )
  )
}

/** The currency of a plan: where the draft names none, that of the goal, of a transfer that of the account that it comes from, else the base currency. */
export const currencyOfPlan = (
  { kind, draft }: Pick<Plan, 'kind' | 'draft'>,
  { accounts, goals }: PlanPlaces,
  base: string,
): string => {
  const place =
    kind === 'transfer' ? accounts.get(draft.from_account_id ?? '') : goals.get(draft.goal_id ?? '')
  return draft.currency_id ?? place?.currency_id ?? base
}

/** The subject of a plan: its category, the way of a transfer, who is owed, the goal. It begins with a small letter, unless it is first. */
export function aboutPlan(
  { kind, draft }: Pick<Plan, 'kind' | 'draft'>,
  names: PlanPlaces & {
    categories: ReadonlyMap<string, string>
    contacts: ReadonlyMap<string, string>
  },
  { isFirst = false }: { isFirst?: boolean } = {},
): string {
  const account = (id: string | undefined) => names.accounts.get(id ?? '')?.name
  const who = names.contacts.get(draft.contact_id ?? '')
  if (kind === 'transfer')
    return [account(draft.from_account_id), account(draft.to_account_id)]
      .filter(Boolean)
      .join(` ${onward()} `)
  if (kind === 'goal') {
    const goal = names.goals.get(draft.goal_id ?? '')?.name ?? t('a goal')
    return isFirst ? t('Set aside for {goal}', { goal }) : t('set aside for {goal}', { goal })
  }
  if (kind === 'obligation')
    return planDirection({ kind, draft }, names.accounts) > 0
      ? owedToYou(who, isFirst)
      : owedByYou(who ?? t('somebody'), isFirst)
  const several = isFirst ? t('Several categories') : t('several categories')
  const category = draft.splits?.length ? several : names.categories.get(draft.category_id ?? '')
  return [category, account(draft.asset_account_id)].filter(Boolean).join(comma())
}

function owedToYou(who: string | undefined, isFirst: boolean): string {
  if (who !== undefined) return t('{who} will owe you', { who })
  return isFirst ? t('Somebody will owe you') : t('somebody will owe you')
}

const owedByYou = (who: string, isFirst: boolean): string =>
  isFirst ? t('You will owe {who}', { who }) : t('you will owe {who}', { who })

/** Whether somebody has to do something: its day has come, and Florin does not record it by itself, or cannot. */
export const isWaiting = ({ state, auto }: Pick<Occurrence, 'state' | 'auto'>): boolean =>
  state === 'waiting' || (state === 'due' && !auto)

/** Whether the day of an occurrence that is still open is before today. */
export const isLate = ({ date }: Pick<Occurrence, 'date'>, today: Day): boolean => date < today

/** The state of an occurrence, or the reason it waits. */
export function stateText(
  { state, auto, reason, date, draft }: Pick<Occurrence, 'state' | 'auto' | 'reason' | 'date' | 'draft'>,
  today: Day,
  locale = wordLocale(),
): string {
  switch (state) {
    case 'waiting':
      return reason?.message ?? t('It could not be recorded.')
    case 'due':
      return auto
        ? t('Florin is recording it')
        : date === today
          ? t('waits for you')
          : t('waits for you since {day}', { day: dayInSentence(date, today, locale) })
    case 'posted':
      return t('recorded')
    case 'skipped':
      return t('left out this time')
    case 'coming':
      return draft ? t('changed this time') : auto ? t('by itself') : t('by hand')
  }
}

/** The state under the heading Waits for you: since when, or the reason. */
export const waitingText = (occurrence: Parameters<typeof stateText>[0], today: Day): string =>
  occurrence.state === 'due' && !occurrence.auto
    ? occurrence.date === today
      ? t('today')
      : t('since {day}', { day: dayInSentence(occurrence.date, today) })
    : stateText(occurrence, today)

/** The plans that still have a day to come, and those that are over. */
export const isOver = ({ next_date }: Pick<Plan, 'next_date'>): boolean => next_date === null

/** Whether the amount of a plan is divided to count by the month. */
export const isDivided = ({ schedule: { every, unit } }: Pick<Plan, 'schedule'>): boolean =>
  unit !== 'month' || every !== 1
