import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { updateBook } from '../../contract/books.ts'
import { getExchangeRate } from '../../contract/currencies.ts'
import { t } from '../../words/t.ts'
import { asking } from '../api/ask.ts'
import { refresh, useChange } from '../api/change.ts'
import { useBook, useToday } from '../page/me.ts'
import { SettingsCard } from '../page/Settings.tsx'
import { dayInSentence } from '../ui/dates.ts'
import { Switch } from '../ui/Field.tsx'
import { useMay } from '../ui/rights.ts'
import { Refusal } from '../ui/States.tsx'
import { RatesFile } from './RatesFile.tsx'

/** The published rates: a switch for the daily ones, and a place for the ECB's file. */
export function EcbRates() {
  const { ecb_rates: isOn, version } = useBook()
  const mayOwn = useMay('own')
  const change = useChange(updateBook, {
    words: ({ ecb_rates }) =>
      ecb_rates
        ? t('The ECB’s daily rates are on')
        : t('The ECB’s daily rates are off; those that came stay'),
  })
  // The switch moves at once, and back if it is refused; once the book has moved on, the book counts.
  const [wanted, setWanted] = useState<{ isOn: boolean; version: number }>()
  const set = async (ecb_rates: boolean) => {
    setWanted({ isOn: ecb_rates, version })
    if (!(await change.send({ body: { ecb_rates } }))) setWanted(undefined)
  }
  return (
    <SettingsCard
      title={t('The ECB’s daily rates')}
      words={t(
        'Switched on, Florin fetches the rates that the European Central Bank publishes for some thirty currencies each working day. Nothing about you is sent. Switched off, it calls nobody, unless whoever runs this Florin has said so.',
      )}
      end={
        mayOwn && (
          <Switch
            checked={wanted?.version === version ? wanted.isOn : isOn}
            aria-label={t('Fetch the ECB’s daily rates')}
            onChange={(event) => void set(event.target.checked)}
          >
            {(wanted?.version === version ? wanted.isOn : isOn) ? t('On [a switch]') : t('Off [a switch]')}
          </Switch>
        )
      }
    >
      {change.sentence && <Refusal title={change.sentence} />}
      {isOn && <Latest />}
      <RatesFile />
    </SettingsCard>
  )
}

/** How often it is looked whether the first rates have come: for half a minute. */
const LOOK_MS = 3_000
const MAX_LOOKS = 10

/** The day of the latest published rates; until some have come, it is asked again. */
function Latest() {
  const today = useToday()
  const base = useBook().base_currency_id
  const from = base === 'EUR' ? 'USD' : 'EUR'
  const { data, error } = useQuery({
    ...asking(getExchangeRate, { params: { from, to: base, date: today } }),
    retry: false,
    refetchInterval: ({ state }) => (state.data || state.errorUpdateCount > MAX_LOOKS ? false : LOOK_MS),
  })
  const wasMissing = useRef(false)
  useEffect(() => {
    if (error) wasMissing.current = true
    else if (data && wasMissing.current) {
      wasMissing.current = false
      void refresh() // figures of the whole book follow from them
    }
  }, [data, error])
  return (
    <p role="status" className="mb-4 text-table text-text-2">
      {error
        ? t('None have come yet. They are fetched within a minute, if this service reaches the ECB.')
        : data?.source === 'ecb'
          ? t('The latest are of {day}.', { day: dayInSentence(data.rate_date, today) })
          : ''}
    </p>
  )
}
