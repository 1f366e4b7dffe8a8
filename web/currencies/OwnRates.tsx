import { Trash2 } from 'lucide-react'
import { deleteExchangeRate, type ExchangeRate, listExchangeRates } from '../../contract/currencies.ts'
import { t } from '../../words/t.ts'
import { usePages } from '../api/ask.ts'
import { useChange } from '../api/change.ts'
import { Loaded } from '../api/Loaded.tsx'
import { useToday } from '../page/me.ts'
import { SettingsCard } from '../page/Settings.tsx'
import { Button, IconButton } from '../ui/Button.tsx'
import { dayInSentence, dayText } from '../ui/dates.ts'
import { rateText } from '../ui/money.ts'
import { useAsked } from './LookUp.tsx'

/** The rates that somebody set, the latest first. */
export function OwnRates() {
  const query = usePages(listExchangeRates, { query: { limit: 20 } })
  return (
    <SettingsCard title={t('Your own rates')}>
      <Loaded query={{ data: query.rows, error: query.error, refetch: query.refetch }} rows={3}>
        {(rates) =>
          rates.length === 0 ? (
            <p className="text-table text-text-2">
              {t(
                'You have set none. Where Florin misses one, it asks for it while you record a transaction.',
              )}
            </p>
          ) : (
            <ul aria-label={t('Your own rates by day')} className="divide-y divide-line border-t border-line">
              {[...Map.groupBy(rates, ({ date }) => date)].map(([date, ofDay]) => (
                <li key={date} className="gap-4 py-1 sm:flex">
                  <p className="w-28 shrink-0 pt-2.5 text-table text-text-2">{dayText(date)}</p>
                  <ul className="min-w-0 flex-1">
                    {ofDay.map((rate) => (
                      <Row key={rate.id} rate={rate} />
                    ))}
                  </ul>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      {query.hasNextPage && (
        <Button look="quiet" isBusy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {t('Show earlier ones')}
        </Button>
      )}
    </SettingsCard>
  )
}

function Row({ rate: { from, to, date, rate } }: { rate: ExchangeRate }) {
  const { ask } = useAsked()
  const today = useToday()
  const change = useChange(deleteExchangeRate, {
    words: t('Your rate for {day} is gone. Transactions keep theirs.', {
      day: dayInSentence(date, today),
    }),
  })
  return (
    <li className="flex min-h-9 items-center gap-3 text-table touch:min-h-11">
      <button
        type="button"
        onClick={() => ask({ from, to, date })}
        className="min-h-8 min-w-0 flex-1 rounded-control text-start tabular-nums hover:underline touch:min-h-11"
      >
        1 {from} = <span className="font-medium">{rateText(rate)}</span> {to}
      </button>
      <IconButton
        needs="write"
        label={t('Delete the rate 1 {from} = {rate} {to}, {day}', {
          from,
          rate: rateText(rate),
          to,
          day: dayText(date),
        })}
        aria-busy={change.isBusy}
        onClick={() => void change.send({ params: { from, to, date } })}
      >
        <Trash2 size={15} />
      </IconButton>
    </li>
  )
}
