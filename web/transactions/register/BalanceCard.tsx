import { Link } from '@tanstack/react-router'
import { type Account, listAccountLines } from '../../../contract/accounts.ts'
import { addDays } from '../../../contract/day.ts'
import { listReconciliations } from '../../../contract/reconciliations.ts'
import { comma, t } from '../../../words/t.ts'
import { useAsk } from '../../api/ask.ts'
import { rateDayWords, useRateDays } from '../../currencies/rate-days.ts'
import { type HeldAmount, heldIn, worth } from '../../page/accounts.ts'
import { useBook, useToday } from '../../page/me.ts'
import { Card } from '../../ui/Card.tsx'
import { Sparkline } from '../../ui/charts/LineChart.tsx'
import { dayInSentence, dayShort } from '../../ui/dates.ts'
import { Money } from '../../ui/Money.tsx'
import { currencyName, exactText } from '../../ui/money.ts'
import { rich } from '../../ui/rich.ts'
import { dayBalances, isOfMoney, reconciledWords } from './lines.ts'

/** The balance of an account as in the sidebar, the currencies that make it up, and the course of one over the last 30 days. */
export function BalanceCard({ account, currency }: { account: Account; currency: string }) {
  const { base_currency_id: base } = useBook()
  const isCard = account.type === 'liability'
  const balance = worth(account, base)
  const isOwed = isCard && balance <= 0n
  const held = heldIn(account, base)
  const amount = account.balances.find((one) => one.currency_id === currency)?.amount ?? 0
  return (
    <Card aria-label={t('Balance')} className="@container mb-4 flex flex-wrap items-end gap-x-10 gap-y-4 p-5">
      <div>
        <p className="text-table text-text-2">
          {isCard ? (isOwed ? t('You owe') : t('Paid ahead')) : t('Balance')}
        </p>
        <p className="text-figure-lg font-semibold">
          <Money amount={isOwed ? -balance : balance} currency={base} variant="figure" />
        </p>
      </div>
      {held.length > 0 && <HeldList account={account} held={held} isOwed={isOwed} />}
      <div className="flex min-w-64 flex-1 flex-col items-end gap-1 max-sm:w-full max-sm:items-stretch">
        <LastDays account={account} currency={currency} balance={amount} isOneOfSeveral={held.length > 0} />
        {isOfMoney(account) && <LastStatement account={account} currency={currency} />}
      </div>
    </Card>
  )
}

/** The currencies that a balance is made of, and at which rates they count. */
function HeldList({
  account: { base_value, missing_rates },
  held,
  isOwed,
}: {
  account: Account
  held: readonly HeldAmount[]
  isOwed: boolean
}) {
  const today = useToday()
  const { base_currency_id: base } = useBook()
  const foreign = held.flatMap(({ currency }) => (currency === base ? [] : [currency]))
  const days = useRateDays(base_value === null ? [] : foreign, base, today)
  return (
    <div className="flex flex-col gap-0.5">
      <ul className="flex flex-wrap gap-x-6 gap-y-1">
        {held.map(({ currency, amount }) => (
          <li key={currency}>
            <span className="block text-table text-text-2">
              {t('in {currency}', { currency: currencyName(currency) })}
            </span>
            <Money
              amount={isOwed ? -amount : amount}
              currency={currency}
              className="text-page font-semibold"
            />
          </li>
        ))}
      </ul>
      <p className="text-caption text-text-3">
        {base_value === null
          ? t('no rate for {currencies} today: together at the rates of its transactions', {
              currencies: missing_rates.map((id) => currencyName(id)).join(comma()),
            })
          : ratesText(days && rateDayWords(days, today), held.length > 1)}
      </p>
    </div>
  )
}

function ratesText(rates: string | undefined, isTogether: boolean): string {
  if (!isTogether) return rates ?? ''
  return rates === undefined ? t('together') : t('together {rates}', { rates })
}

const DAYS = 30

/** A position on a scale, for which a number is exact enough. */
const chartValue = (minor: bigint, currency: string): number => Number(exactText(minor, currency))

function LastDays({
  account,
  currency,
  balance,
  isOneOfSeveral,
}: {
  account: Account
  currency: string
  balance: number
  /** Whether the account has other currencies too: this one is then named. */
  isOneOfSeveral: boolean
}) {
  const today = useToday()
  const from = addDays(today, -DAYS + 1)
  const { data } = useAsk(listAccountLines, {
    params: { id: account.id },
    query: { date_from: from, date_to: today, currency_id: currency, limit: 1000 },
  })
  if (!data || data.meta.next_cursor !== null) return null
  const days = dayBalances(data.data, { from, to: today, type: account.type, currency, balance })
  const sizes = days.map(({ minor }) => minor)
  const least = sizes.reduce((a, b) => (b < a ? b : a))
  const most = sizes.reduce((a, b) => (b > a ? b : a))
  const range = {
    count: DAYS,
    least: <Money amount={least} currency={currency} whole />,
    most: <Money amount={most} currency={currency} whole />,
  }
  return (
    <>
      <div className="w-full">
        <Sparkline
          label={t('Balance of {account}, last {count, plural, one {# day} other {# days}}', {
            account: account.name,
            count: DAYS,
          })}
          name={t('Balance')}
          currency={currency}
          points={days.map(({ day, minor }) => ({
            key: day,
            label: dayInSentence(day, today),
            short: dayShort(day, today),
            value: chartValue(minor, currency),
          }))}
        />
      </div>
      <p className="text-caption text-text-3">
        {isOneOfSeveral
          ? rich('in {currency}, last {count, plural, one {# day} other {# days}}, {least} to {most}', {
              currency: currencyName(currency),
              ...range,
            })
          : rich('last {count, plural, one {# day} other {# days}}, {least} to {most}', range)}
      </p>
    </>
  )
}

/** The statement of the bank that is open, or the last one that was finished. */
export function LastStatement({ account, currency }: { account: Account; currency: string }) {
  const today = useToday()
  const { data } = useAsk(listReconciliations, { params: { id: account.id }, query: { limit: 20 } })
  if (!data) return null
  const own = data.data.filter((one) => one.currency_id === currency)
  const open = own.find(({ status }) => status === 'open')
  const last = own.find(({ status }) => status === 'finished')
  if (!open && !last) return null
  return (
    <Link
      to="/accounts/$id/reconcile"
      params={{ id: account.id }}
      search={{ currency_id: currency }}
      className="text-caption text-text-2 hover:underline"
    >
      {open
        ? t('The statement of {day} is open', { day: dayInSentence(open.date, today) })
        : last && reconciledWords(last, today)}
    </Link>
  )
}
