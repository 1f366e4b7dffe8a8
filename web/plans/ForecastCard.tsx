import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Forecast, forecast } from '../../contract/forecast.ts'
import { listed, t } from '../../words/t.ts'
import { useAsk } from '../api/ask.ts'
import { Loaded } from '../api/Loaded.tsx'
import { accounts, type HeldAmount, heldIn, isMoney } from '../page/accounts.ts'
import { useAddress } from '../page/address.ts'
import { useBook, useToday } from '../page/me.ts'
import { Card } from '../ui/Card.tsx'
import { LineChart } from '../ui/charts/LineChart.tsx'
import { dayInSentence, dayShort } from '../ui/dates.ts'
import { SelectField } from '../ui/Field.tsx'
import { Money } from '../ui/Money.tsx'
import { currencyName, exactText } from '../ui/money.ts'
import { rich } from '../ui/rich.ts'
import { Segmented } from '../ui/Segmented.tsx'
import { AllAmounts } from './AllAmounts.tsx'
import { AtTheEnd, Lowest, NoIncome } from './ForecastWords.tsx'
import { busiestAccount, dailySteps, freeSteps, lowPoint, pointsOf, waitingIn } from './forecast.ts'

const forecastSpans = {
  '1': () => t('1 m [one month]'),
  '3': () => t('3 m [three months]'),
  '12': () => t('1 y [one year]'),
} as const
type ForecastSpan = keyof typeof forecastSpans

/** The forecast of an account's balance: step by step, with its low point named. */
export function ForecastCard({ hasIncome }: { hasIncome: boolean }) {
  const { search, filter } = useAddress()
  const today = useToday()
  const { base_currency_id: base } = useBook()
  const [span, setSpan] = useState<ForecastSpan>('3')
  const until = Temporal.PlainDate.from(today)
    .add({ months: Number(span) })
    .toString()
  const query = useAsk(forecast, { query: { until } })
  const { data: all = [] } = useQuery(accounts)
  const choices = all.filter(isMoney)
  // The account that most plans are on.
  const busiest = query.data && busiestAccount(query.data)
  const account =
    choices.find(({ id }) => id === search.account_id) ??
    choices.find(({ id }) => id === busiest) ??
    choices[0]
  if (!account) return null
  if (query.isPending && !search.account_id) return <Card className="min-h-[340px]" />
  const currency = account.currency_id ?? base
  return (
    <Card className="p-5 max-sm:p-4">
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="text-body font-semibold">{t('Balance ahead')}</h2>
        <SelectField
          label={t('Account')}
          isLabelHidden
          value={account.id}
          onChange={(event) => filter({ account_id: event.target.value })}
          className="w-48"
        >
          {choices.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        <Segmented
          label={t('How far')}
          value={span}
          onChange={setSpan}
          className="ms-auto max-sm:ms-0"
          options={(['1', '3', '12'] as const).map((value) => ({ value, label: forecastSpans[value]() }))}
        />
      </div>
      <Loaded query={query}>
        {(data) => (
          <Steps
            data={data}
            accountId={account.id}
            name={account.name}
            currency={currency}
            hasIncome={hasIncome}
          />
        )}
      </Loaded>
      <OtherCurrencies held={heldIn(account, base)} currency={currency} />
    </Card>
  )
}

/** A forecast is in one currency: the others of the account are named, since its balance elsewhere counts them. */
const OtherCurrencies = ({ held, currency }: { held: readonly HeldAmount[]; currency: string }) => {
  const others = held.filter((one) => one.currency !== currency)
  if (others.length === 0) return null
  return (
    <p className="mt-3 text-caption text-text-3">
      {rich('In {currency} alone, without {others}.', {
        currency: currencyName(currency),
        others: (
          <AllAmounts
            amounts={others.map(({ currency: other, amount }) => (
              <Money key={other} amount={amount} currency={other} />
            ))}
          />
        ),
      })}
    </p>
  )
}

function Steps({
  data,
  accountId,
  name,
  currency,
  hasIncome,
}: {
  data: Forecast
  accountId: string
  name: string
  currency: string
  hasIncome: boolean
}) {
  const today = useToday()
  const points = pointsOf(data, accountId, currency)
  const low = lowPoint(points, currency)
  const last = points.at(-1)
  const waiting = waitingIn(points, today)
  if (!low || !last)
    return (
      <p className="py-4 text-table text-text-2">
        {t('Nothing is known about {account} in the days ahead.', { account: name })}
      </p>
    )
  const days = dailySteps(points, { from: data.date_from, to: data.date_to, currency })
  const free = freeSteps(data, { accountId, currency }, days)
  const freeThen = free?.at(-1)
  return (
    <>
      <p className="mt-2 mb-3 text-table text-text-2">
        {low.minor < 0n && !hasIncome ? (
          <NoIncome />
        ) : (
          <>
            <Lowest low={low} currency={currency} />{' '}
            <AtTheEnd day={data.date_to} balance={last.balance} free={freeThen} currency={currency} />
          </>
        )}
        {waiting.length > 0 && ' '}
        {waiting.length > 0 &&
          t('This counts {names}, not recorded yet, as of today.', { names: listed(waiting) })}{' '}
        {t('Only what recurs is in it, not what you usually spend besides.')}
      </p>
      <LineChart
        label={t('Balance of {account} in the days ahead', { account: name })}
        name={t('Balance')}
        currency={currency}
        steps
        height={220}
        {...(free && { secondName: t('Free, not in envelopes'), legend: 'below' as const })}
        points={days.map(({ day, minor }, index) => ({
          key: day,
          label: dayInSentence(day, today),
          short: dayShort(day, today),
          value: placeOf(minor, currency),
          second: free && placeOf(free[index] ?? minor, currency),
        }))}
      />
      {data.left_out.length > 0 && (
        <ul className="mt-3 text-caption text-text-3">
          {data.left_out.map(({ because, date, reason }) => (
            <li key={`${because.id} ${date}`}>
              {t('Not counted: {plan}, {day}.', {
                plan: because.name ?? '',
                day: dayInSentence(date, today),
              })}{' '}
              {reason.message}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** A place on a scale, for which a number is exact enough. */
const placeOf = (minor: bigint, currency: string): number => Number(exactText(minor, currency))
