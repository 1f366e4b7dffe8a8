import type { NetWorth } from '../../contract/reports.ts'
import { useToday } from '../page/me.ts'
import { dayInSentence } from '../ui/dates.ts'
import { Money } from '../ui/Money.tsx'
import type { WorthPoint } from './worth.ts'

/** How many accounts are named. */
const NAMED = 3

/**
 * Why a part of the line of net worth is dotted. The figure that the book began with is the same on every screen and for all days, with
 * its accounts and their days.
 */
export function DottedNote({
  line,
  began,
  currency,
}: {
  line: readonly WorthPoint[]
  began: NetWorth['began_with']
  currency: string
}) {
  const today = useToday()
  const accounts = began?.accounts ?? []
  const more = accounts.length - NAMED
  const isOneDay = accounts.every(({ date }) => date === accounts[0]?.date)
  const on = (date: string) => dayInSentence(date, today)
  return (
    <>
      {line.some(({ is_complete }) => !is_complete) &&
        'Dotted: a rate is missing for that day, so amounts count as they were recorded. '}
      {began && line.some(({ isEarly }) => isEarly) && (
        <>
          {'You began with '}
          <Money amount={began.net} currency={currency} />
          {': '}
          {accounts
            .slice(0, NAMED)
            .map(({ account_name, date }) => (isOneDay ? account_name : `${account_name} on ${on(date)}`))
            .join(', ')}
          {more > 0 && ` and ${more} more`}
          {isOneDay && `, on ${on(accounts[0]?.date ?? today)}`}. Before its day, an account counts with that
          balance, dotted.
        </>
      )}
    </>
  )
}
