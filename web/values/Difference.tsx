import { type Account, listAccountLines } from '../../contract/accounts.ts'
import type { Day } from '../../contract/day.ts'
import { useAsk } from '../api/ask.ts'
import { useToday } from '../page/me.ts'
import { dayInSentence } from '../ui/dates.ts'
import { Money } from '../ui/Money.tsx'
import { minorOf } from '../ui/money.ts'

/** The difference to the balance that the books have at the end of the day. Until that is there, nothing: never the figure of another day. */
export function Difference({ account, day, minor }: { account: Account; day: Day; minor: bigint }) {
  const today = useToday()
  const currency = account.currency_id ?? ''
  const { data, isPlaceholderData } = useAsk(listAccountLines, {
    params: { id: account.id },
    query: { date_to: day, currency_id: currency, limit: 1 },
  })
  if (!data || isPlaceholderData) return null
  const difference = minor - minorOf(data.data[0]?.running_balance ?? 0, currency)
  return (
    <p role="status" className="text-table text-text-2">
      {difference === 0n ? (
        `Just what the books have on ${dayInSentence(day, today)}.`
      ) : (
        <>
          <Money
            amount={difference < 0n ? -difference : difference}
            currency={currency}
            className="font-medium"
          />{' '}
          {difference < 0n ? 'less' : 'more'} than the books have on {dayInSentence(day, today)}. It changes
          net worth, and is neither income nor spending.
        </>
      )}
    </p>
  )
}
