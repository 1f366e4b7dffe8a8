import { type Account, listAccountLines } from '../../contract/accounts.ts'
import type { Day } from '../../contract/day.ts'
import { t } from '../../words/t.ts'
import { useAsk } from '../api/ask.ts'
import { useToday } from '../page/me.ts'
import { dayInSentence } from '../ui/dates.ts'
import { Money } from '../ui/Money.tsx'
import { minorOf } from '../ui/money.ts'
import { rich } from '../ui/rich.ts'

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
  const put = {
    amount: (
      <Money
        amount={difference < 0n ? -difference : difference}
        currency={currency}
        className="font-medium"
      />
    ),
    day: dayInSentence(day, today),
  }
  return (
    <p role="status" className="text-table text-text-2">
      {difference === 0n
        ? t('Just what the books have on {day}.', { day: dayInSentence(day, today) })
        : difference < 0n
          ? rich(
              '{amount} less than the books have on {day}. It changes net worth, and is neither income nor spending.',
              put,
            )
          : rich(
              '{amount} more than the books have on {day}. It changes net worth, and is neither income nor spending.',
              put,
            )}
    </p>
  )
}
