import type { Account } from '../../contract/accounts.ts'
import type { Value } from '../../contract/values.ts'
import { useToday } from '../page/me.ts'
import { Card } from '../ui/Card.tsx'
import { LineChart } from '../ui/charts/LineChart.tsx'
import { dayInSentence } from '../ui/dates.ts'
import { Money } from '../ui/Money.tsx'
import { courseOf } from './course.ts'

/** The worth of a thing, or what is owed, as it was stated, and its course in steps: a ring for each stated day. */
export function WorthCard({ account, values }: { account: Account; values: readonly Value[] }) {
  const today = useToday()
  const currency = account.currency_id ?? ''
  const balance = account.balances.find((one) => one.currency_id === currency)?.amount ?? 0
  const [latest] = values
  const points = courseOf(values, balance, today)
  const isDebt = account.type === 'liability'
  return (
    <Card aria-label={isDebt ? 'You owe' : 'Worth'} className="mb-4 p-5">
      <p className="text-table text-text-2">{isDebt ? 'You owe' : 'Worth'}</p>
      <p className="text-figure-lg font-semibold">
        <Money amount={balance} currency={currency} variant="figure" />
      </p>
      <p className="mb-3 text-caption text-text-3">
        {!latest
          ? 'no value was stated yet'
          : latest.amount === balance
            ? `as stated on ${dayInSentence(latest.date, today)}`
            : `with the entries since ${dayInSentence(latest.date, today)}, when it was stated`}
      </p>
      {points.length > 1 && (
        <LineChart
          label={isDebt ? `Owed on ${account.name}` : `Worth of ${account.name}`}
          name={isDebt ? 'Owed' : 'Worth'}
          currency={currency}
          points={points}
          steps
          rings
        />
      )}
    </Card>
  )
}
