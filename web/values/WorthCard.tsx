import type { ReactNode } from 'react'
import { type Account, listAccountLines } from '../../contract/accounts.ts'
import { useAsk } from '../api/ask.ts'
import { worth } from '../page/accounts.ts'
import { useBook, useToday } from '../page/me.ts'
import { Card } from '../ui/Card.tsx'
import { LineChart } from '../ui/charts/LineChart.tsx'
import { dayInSentence } from '../ui/dates.ts'
import { Money } from '../ui/Money.tsx'
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
  const words = isDebt(account) && balance < 0 ? 'Paid ahead' : amountWords(account)
  const since = latest && dayInSentence(latest.date, today)
  return (
    <Card aria-label={words} className="@container mb-4 p-4 sm:p-5">
      <p className="text-table text-text-2">{words}</p>
      <p className="text-figure-lg font-semibold">
        <Money amount={isDebt(account) ? Math.abs(balance) : balance} currency={currency} variant="figure" />
      </p>
      <p className="text-caption text-text-3">
        <InBase account={account} />
        {!latest
          ? balance === 0
            ? 'No value is stated yet. State one, and it counts in net worth.'
            : 'as its entries make it; no value is stated yet'
          : latest.amount === balance
            ? `as stated on ${since}`
            : `stated on ${since}, with the entries since`}
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
        label={`${isDebt(account) ? 'Owed on' : 'Worth of'} ${account.name}`}
        name={columnWords(account)}
        currency={currency}
        points={courseOf(stated, lines, balance, today)}
        steps
        height={180}
      />
    </div>
  )
}

/** An account in a foreign currency counts in net worth with its amount in the book's own. */
function InBase({ account }: { account: Account }) {
  const { base_currency_id: base } = useBook()
  if (account.currency_id === base) return null
  const value = worth(account, base)
  return (
    <>
      <Money amount={value < 0n ? -value : value} currency={base} />{' '}
      {account.base_value === null ? 'at recorded rates' : 'at today’s rate'},{' '}
    </>
  )
}
