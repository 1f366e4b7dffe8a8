import { useQuery } from '@tanstack/react-query'
import { Refused } from '../../contract/client.ts'
import { type ExchangeRate, getExchangeRate } from '../../contract/currencies.ts'
import { isDay } from '../../contract/day.ts'
import { t } from '../../words/t.ts'
import { asking } from '../api/ask.ts'
import { sentenceOf } from '../api/change.ts'
import { useAddress } from '../page/address.ts'
import { useBook, useToday } from '../page/me.ts'
import { SettingsCard } from '../page/Settings.tsx'
import { DayField } from '../ui/DayField.tsx'
import { dayInSentence } from '../ui/dates.ts'
import { rateText } from '../ui/money.ts'
import { Refusal } from '../ui/States.tsx'
import { CurrencyPicker } from './CurrencyPicker.tsx'
import { missingRateWords } from './missing-rate.ts'
import { SetRate } from './SetRate.tsx'

/** The currencies and the day that the address asks about. */
export function useAsked() {
  const { search, filter } = useAddress()
  const today = useToday()
  const base = useBook().base_currency_id
  const to = search.to ?? base
  const from = search.from ?? ''
  const date = isDay(search.date ?? '') ? (search.date ?? today) : today
  return { asked: { from, to, date }, ask: filter, today }
}

/** The rate that a transaction of a day would get; it can be replaced by one's own. */
export function LookUp() {
  const { asked, ask, today } = useAsked()
  const { from, to, date } = asked
  const isSame = from === to
  const isAsked = from !== '' && !isSame
  const { data, error } = useQuery({
    ...asking(getExchangeRate, { params: asked }),
    enabled: isAsked,
    retry: false,
  })
  const isMissing = error instanceof Refused && error.problem.status === 404
  const isThese = data?.from === from && data.to === to && data.date === date
  return (
    <SettingsCard
      title={t('Look up a rate')}
      words={t('What a transaction of that day would be recorded with. You can set your own instead.')}
    >
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-3">
        <CurrencyPicker
          label={t('From [a currency]')}
          value={from}
          onChange={(next) => ask({ from: next })}
        />
        <CurrencyPicker label={t('To [a currency]')} value={to} onChange={(next) => ask({ to: next })} />
        <DayField label={t('Day')} today={today} day={date} onDay={(day) => day && ask({ date: day })} />
      </div>
      <div aria-live="polite" className="mt-4">
        {isSame ? (
          <p className="text-table text-text-2">{t('Both are the same currency: the rate is always 1.')}</p>
        ) : !isAsked ? null : isMissing ? (
          <Refusal title={missingRateWords({ from, to, date }, today)}>
            {t('It never guesses one. Set the one that you know, from your bank or the exchange office.')}
          </Refusal>
        ) : error ? (
          <Refusal title={sentenceOf(error)} />
        ) : (
          data && isThese && <Found rate={data} />
        )}
      </div>
      {isAsked && <SetRate key={`${from} ${to} ${date}`} {...asked} />}
    </SettingsCard>
  )
}

function Found({ rate: { from, to, rate, source, rate_date } }: { rate: ExchangeRate }) {
  const day = dayInSentence(rate_date, useToday())
  return (
    <p className="rounded-control bg-sunken px-3.5 py-2.5 text-body">
      1 {from} = <strong className="font-semibold">{rateText(rate)}</strong> {to}
      <span className="ms-2 text-table text-text-2">
        {source === 'own'
          ? t('your own rate for {day}', { day })
          : t('published by the European Central Bank for {day}', { day })}
      </span>
    </p>
  )
}
