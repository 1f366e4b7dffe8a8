import { useQuery } from '@tanstack/react-query'
import type { NetWorth } from '../../contract/reports.ts'
import { comma, t } from '../../words/t.ts'
import { accounts } from '../page/accounts.ts'
import { useToday } from '../page/me.ts'
import { dayInSentence } from '../ui/dates.ts'
import { Money } from '../ui/Money.tsx'
import { rich } from '../ui/rich.ts'
import { beginLater, onDaysSaid } from './worth.ts'

/** How many accounts are named. */
const NAMED = 3

const RateMissing = () => t('Dotted: a rate is missing for that day, so amounts count as they were recorded.')

export const RATE_MISSING = <RateMissing />

/** The figure that the book began with, the same on every screen and for all days, with its accounts and their days. */
function Began({ began, currency }: { began: NonNullable<NetWorth['began_with']>; currency: string }) {
  const today = useToday()
  return rich('You began with {amount}: {accounts}.', {
    amount: <Money amount={began.net} currency={currency} />,
    accounts: accountsText(began.accounts, today),
  })
}

/** Names with the day that each begins on, or that all begin on. */
function accountsText(accounts: readonly { account_name: string; date: string }[], today: string): string {
  const on = (date: string) => dayInSentence(date, today)
  const isOneDay = accounts.every(({ date }) => date === accounts[0]?.date)
  const count = Math.max(0, accounts.length - NAMED)
  const names = accounts
    .slice(0, NAMED)
    .map(({ account_name: account, date }) =>
      isOneDay ? account : t('{account} on {day}', { account, day: on(date) }),
    )
    .join(comma())
  if (isOneDay)
    return t(
      '{count, plural, =0 {{accounts}, on {day}} one {{accounts} and # more, on {day}} other {{accounts} and # more, on {day}}}',
      { count, accounts: names, day: on(accounts[0]?.date ?? today) },
    )
  return t('{count, plural, =0 {{accounts}} one {{accounts} and # more} other {{accounts} and # more}}', {
    count,
    accounts: names,
  })
}

/** The accounts that begin after the first point: until its day an account is in no figure, and its balance then is no change. */
export function BeganLater({
  began: asRead,
  since,
  currency,
}: {
  began: NetWorth['began_with']
  since: string
  currency: string
}) {
  const today = useToday()
  const { data: known = [] } = useQuery(accounts)
  const later = beginLater(asRead, since)
  if (!asRead || later.length === 0) return null
  const began = { ...asRead, accounts: onDaysSaid(asRead.accounts, known) }
  return (
    <p className="mt-2 text-caption text-text-3">
      {later.length === began.accounts.length ? (
        <Began began={began} currency={currency} />
      ) : (
        t(
          '{count, plural, one {One account begins later: {accounts}.} other {# accounts begin later: {accounts}.}}',
          { count: later.length, accounts: accountsText(onDaysSaid(later, known), today) },
        )
      )}{' '}
      {t('Before its day, an account is in no figure; the balance that it begins with is no change.')}
    </p>
  )
}
