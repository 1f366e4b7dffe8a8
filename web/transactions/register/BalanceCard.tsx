import { Link } from '@tanstack/react-router'
import { type Account, listAccountLines } from '../../../contract/accounts.ts'
import { addDays } from '../../../contract/day.ts'
import { listReconciliations } from '../../../contract/reconciliations.ts'
import { useAsk } from '../../api/ask.ts'
import { useBook, useToday } from '../../page/me.ts'
import { Card } from '../../ui/Card.tsx'
import { Sparkline } from '../../ui/charts/LineChart.tsx'
import { dayInSentence, dayShort } from '../../ui/dates.ts'
import { Money } from '../../ui/Money.tsx'
import { currencyName, exactText, minorOf } from '../../ui/money.ts'
import { dayBalances, isOfMoney } from './lines.ts'

/** The balance of an account in every currency, and its course over the last 30 days. */
export function BalanceCard({ account, currency }: { account: Account; currency: string }) {
  const others = account.balances.filter((one) => one.currency_id !== currency && one.amount !== 0)
  const amount = account.balances.find((one) => one.currency_id === currency)?.amount ?? 0
  const { base_currency_id: base } = useBook()
  const isCard = account.type === 'liability'
  const isOwed = isCard && minorOf(amount, currency) >= 0n
  return (
    <Card aria-label="Balance" className="mb-4 flex flex-wrap items-end gap-x-10 gap-y-4 p-5">
      <div>
        <p className="text-table text-text-2">{isCard ? (isOwed ? 'You owe' : 'Paid ahead') : 'Balance'}</p>
        <p className="text-figure-lg font-semibold">
          <Money
            amount={isCard && !isOwed ? -minorOf(amount, currency) : amount}
            currency={currency}
            variant="figure"
          />
        </p>
      </div>
      {others.length === 0 && currency !== base && account.base_value !== null && (
        <p className="pb-1 text-table text-text-3">
          worth <Money amount={account.base_value} currency={base} /> today
        </p>
      )}
      {others.length > 0 && <Others account={account} others={others} currency={currency} />}
      <div className="ml-auto flex flex-col items-end gap-1 max-sm:ml-0 max-sm:w-full max-sm:items-stretch">
        <LastDays account={account} currency={currency} balance={amount} />
        {isOfMoney(account) && <LastStatement account={account} currency={currency} />}
      </div>
    </Card>
  )
}

function Others({
  account,
  others,
  currency,
}: {
  account: Account
  others: Account['balances']
  currency: string
}) {
  const { base_currency_id: base } = useBook()
  const [only, ...more] = others
  const sole = only && more.length === 0 ? only : undefined
  // The value of the whole account less its part in the base currency is the value of the one other currency.
  const worth =
    sole && currency === base && account.base_value !== null
      ? minorOf(account.base_value, base) -
        minorOf(account.balances.find((one) => one.currency_id === base)?.amount ?? 0, base)
      : undefined
  return (
    <div className="flex flex-col gap-1">
      <p className="text-table text-text-2">
        and in {others.map((one) => currencyName('en', one.currency_id)).join(' and ')}
      </p>
      <p className="flex flex-wrap items-baseline gap-x-3 text-page font-semibold">
        {others.map((one) => (
          <Money key={one.currency_id} amount={one.amount} currency={one.currency_id} />
        ))}
        <span className="text-table font-normal text-text-3">
          {worth !== undefined ? (
            <>
              worth <Money amount={worth} currency={base} /> today
            </>
          ) : account.base_value === null ? (
            <>
              no rate for {account.missing_rates.map((id) => currencyName('en', id)).join(', ')} today: all of
              it counts as <Money amount={account.base_balance} currency={base} />, at the rates of its
              transactions
            </>
          ) : (
            <>
              all of it worth <Money amount={account.base_value} currency={base} /> today
            </>
          )}
        </span>
      </p>
    </div>
  )
}

const DAYS = 30

/** A position on a scale, for which a number is exact enough. */
const chartValue = (minor: bigint, currency: string): number => Number(exactText(minor, currency))

function LastDays({ account, currency, balance }: { account: Account; currency: string; balance: number }) {
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
  return (
    <>
      <div className="w-64 max-sm:w-full">
        <Sparkline
          label={`Balance of ${account.name}, last ${DAYS} days`}
          name="Balance"
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
        last {DAYS} days, <Money amount={least} currency={currency} whole /> to{' '}
        <Money amount={most} currency={currency} whole />
      </p>
    </>
  )
}

function LastStatement({ account, currency }: { account: Account; currency: string }) {
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
        ? `The statement of ${dayInSentence(open.date, today)} is open`
        : `Reconciled through ${dayInSentence(last?.date ?? today, today)}`}
    </Link>
  )
}
