import type { ReactNode } from 'react'
import { type Account, listAccountLines } from '../../contract/accounts.ts'
import { t } from '../../words/t.ts'
import { useAsk } from '../api/ask.ts'
import { worth } from '../page/accounts.ts'
import { useBook, useToday } from '../page/me.ts'
import { Card } from '../ui/Card.tsx'
import { LineChart } from '../ui/charts/LineChart.tsx'
import { dayInSentence } from '../ui/dates.ts'
import { Money } from '../ui/Money.tsx'
import { rich } from '../ui/rich.ts'
import { courseOf } from './course.ts'
import type { Stated } from './stated.ts'
import { amountWords, columnWords, isDebt } from './value-words.ts'

/** The worth of a thing, or what is owed, and its course in steps since it was first stated. */
export function WorthCard({
  account,
  stated,
  children,
}: {
  account: Account
  stated: readonly Stated[]
  /** More to say below the chart. */
  children?: ReactNode
}) {
  const today = useToday()
  const currency = account.currency_id ?? ''
  const balance = account.balances.find((one) => one.currency_id === currency)?.amount ?? 0
  const [latest] = stated
  const first = stated.at(-1)
  const words = isDebt(account) && balance < 0 ? t('Paid ahead') : amountWords(account)
  const since = latest && dayInSentence(latest.date, today)
  const statement = !latest
    ? balance === 0
      ? t('No value is stated yet. State one, and it counts in net worth.')
      : t('as its entries make it; no value is stated yet')
    : latest.amount === balance
      ? t('as stated on {day}', { day: since ?? '' })
      : t('stated on {day}, with the entries since', { day: since ?? '' })
  return (
    <Card aria-label={words} className="@container mb-4 p-4 sm:p-5">
      <p className="text-table text-text-2">{words}</p>
      <p className="text-figure-lg font-semibold">
        <Money amount={isDebt(account) ? Math.abs(balance) : balance} currency={currency} variant="figure" />
      </p>
      <p className="text-caption text-text-3">
        <InBase account={account} statement={statement} />
      </p>
      {first && first.date < today && (
        <Course account={account} stated={stated} from={first.date} balance={balance} />
      )}
      {children}
    </Card>
  )
}

/** More lines than this are not drawn: the steps then lead from statement to statement. */
const LINES = 1000

/** A ring for each stated day; between them, steps for the entries. */
function Course({
  account,
  stated,
  from,
  balance,
}: {
  account: Account
  stated: readonly Stated[]
  from: string
  balance: number
}) {
  const today = useToday()
  const currency = account.currency_id ?? ''
  const { data } = useAsk(listAccountLines, {
    params: { id: account.id },
    query: { date_from: from, date_to: today, currency_id: currency, limit: LINES },
  })
  const lines = data?.meta.next_cursor === null ? data.data : []
  return (
    <div className="mt-3">
      <LineChart
        label={
          isDebt(account)
            ? t('Owed on {account}', { account: account.name })
            : t('Worth of {account}', { account: account.name })
        }
        name={columnWords(account)}
        currency={currency}
        points={courseOf(stated, lines, balance, today)}
        steps
        height={180}
      />
    </div>
  )
}

/** How its worth is known; of an account in a foreign currency also the amount in the book's own, with which it counts in net worth. */
function InBase({ account, statement }: { account: Account; statement: string }) {
  const { base_currency_id: base } = useBook()
  if (account.currency_id === base) return statement
  const value = worth(account, base)
  const put = { amount: <Money amount={value < 0n ? -value : value} currency={base} />, statement }
  return account.base_value === null
    ? rich('{amount} at recorded rates, {statement} [as stated on 5 May]', put)
    : rich('{amount} at today’s rate, {statement} [as stated on 5 May]', put)
}
