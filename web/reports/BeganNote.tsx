import type { NetWorth } from '../../contract/reports.ts'
import { useToday } from '../page/me.ts'
import { dayInSentence } from '../ui/dates.ts'
import { Money } from '../ui/Money.tsx'
import { beginLater, type WorthPoint } from './worth.ts'

/** How many accounts are named. */
const NAMED = 3

export const RATE_MISSING = 'Dotted: a rate is missing for that day, so amounts count as they were recorded.'

/** The figure that the book began with, the same on every screen and for all days, with its accounts and their days. */
function Began({ began, currency }: { began: NonNullable<NetWorth['began_with']>; currency: string }) {
  const today = useToday()
  return (
    <>
      {'You began with '}
      <Money amount={began.net} currency={currency} />
      {`: ${accountsText(began.accounts, today)}.`}
    </>
  )
}

/** Names with the day that each begins on, or that all begin on. */
function accountsText(accounts: readonly { account_name: string; date: string }[], today: string): string {
  const on = (date: string) => dayInSentence(date, today)
  const isOneDay = accounts.every(({ date }) => date === accounts[0]?.date)
  const more = accounts.length - NAMED
  const names = accounts
    .slice(0, NAMED)
    .map(({ account_name, date }) => (isOneDay ? account_name : `${account_name} on ${on(date)}`))
    .join(', ')
  return `${names}${more > 0 ? ` and ${more} more` : ''}${isOneDay ? `, on ${on(accounts[0]?.date ?? today)}` : ''}`
}

/** How the line of net worth counts accounts before their first day. */
export const BegunNote = ({
  line,
  began,
  currency,
}: {
  line: readonly WorthPoint[]
  began: NetWorth['began_with']
  currency: string
}) =>
  began && line.some(({ isEarly }) => isEarly) ? (
    <p className="mt-2 text-caption text-text-3">
      <Began began={began} currency={currency} /> Before its day, an account counts with that balance
      {line.some((point) => point.isEarly && point.isBefore) && '; before the first of these days, dotted'}.
    </p>
  ) : null

/** The accounts that begin after the first point: until its day an account is in no figure, and its balance then is no change. */
export function BeganLater({
  began,
  since,
  currency,
}: {
  began: NetWorth['began_with']
  since: string
  currency: string
}) {
  const today = useToday()
  const later = beginLater(began, since)
  if (!began || later.length === 0) return null
  const isAll = later.length === began.accounts.length
  return (
    <>
      {isAll ? (
        <Began began={began} currency={currency} />
      ) : (
        `${later.length === 1 ? 'One account begins' : `${later.length} accounts begin`} later: ${accountsText(later, today)}.`
      )}{' '}
      Before its day, an account is in no figure; the balance that it begins with is no change.
    </>
  )
}
