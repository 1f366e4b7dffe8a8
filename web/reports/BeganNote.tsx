import { useQuery } from '@tanstack/react-query'
import type { Day } from '../../contract/day.ts'
import type { NetWorth } from '../../contract/reports.ts'
import { listed, t } from '../../words/t.ts'
import { accounts } from '../page/accounts.ts'
import { useToday } from '../page/me.ts'
import { dayInSentence } from '../ui/dates.ts'
import { beginLater, onFirstDays } from './worth.ts'

/** How many accounts are named. */
const NAMED = 3

const RateMissing = () => t('Dotted: a rate is missing for that day, so amounts count as they were recorded.')

export const RATE_MISSING = <RateMissing />

/**
 * The accounts that begin after a day, in one sentence: until its day an account is in no figure. The same words on every screen.
 */
export function BeganLater({ began, since }: { began: NetWorth['began_with']; since: Day }) {
  const today = useToday()
  const { data: known = [] } = useQuery(accounts)
  const later = onFirstDays(beginLater(began, since), known)
  if (later.length === 0) return null
  return <p className="mt-2 text-caption text-text-3">{sentence(later, today)}</p>
}

function sentence(later: readonly { account_name: string; date: Day }[], today: Day): string {
  const on = (date: Day) => dayInSentence(date, today)
  const day = later[0]?.date ?? today
  const isOneDay = later.every(({ date }) => date === day)
  const names = later
    .slice(0, NAMED)
    .map(({ account_name: account, date }) =>
      isOneDay ? account : t('{account} on {day}', { account, day: on(date) }),
    )
  const rest = later.length - names.length
  const all = listed([
    ...names,
    ...(rest > 0 ? [t('{count, plural, one {# more} other {# more}}', { count: rest })] : []),
  ])
  return isOneDay
    ? t(
        '{count, plural, one {{accounts} counts from {day} on: its balance before that is not known.} other {{accounts} count from {day} on: their balances before that are not known.}}',
        { count: later.length, accounts: all, day: on(day) },
      )
    : t('Each account counts from the day its balance is known: {accounts}.', { accounts: all })
}
