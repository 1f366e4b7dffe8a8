import { useQuery } from '@tanstack/react-query'
import { listed, t } from '../../words/t.ts'
import { accounts } from '../page/accounts.ts'
import { useAddress } from '../page/address.ts'
import { useBook, useToday } from '../page/me.ts'
import { SettingsCard, SettingsFrame } from '../page/Settings.tsx'
import { Button } from '../ui/Button.tsx'
import { currencyName } from '../ui/money.ts'
import { EcbRates } from './EcbRates.tsx'
import { LookUp } from './LookUp.tsx'
import { OwnRates } from './OwnRates.tsx'

/** Exchange rates: those of the book itself, and the published ones. */
export const RatesPage = () => (
  <SettingsFrame title={t('Exchange rates')}>
    <Missing />
    <p className="-mt-2 text-table text-text-2">
      {t(
        'Florin uses your own rate of a day, else the one that the European Central Bank published for it or for the last working day before. Where there is none, it asks: it never guesses one. A transaction keeps the rate it was recorded with.',
      )}
    </p>
    <LookUp />
    <EcbRates />
    <OwnRates />
  </SettingsFrame>
)

/** Currencies with a balance and without a rate for today. */
function Missing() {
  const { filter } = useAddress()
  const today = useToday()
  const base = useBook().base_currency_id
  const { data = [] } = useQuery(accounts)
  const missing = [...new Set(data.flatMap(({ missing_rates }) => missing_rates))].sort()
  if (missing.length === 0) return null
  return (
    <SettingsCard
      title={t('Missing today')}
      words={t(
        'You have money in {currencies}, and Florin has no rate for today. Until it has one, those amounts count in {base} at the rates they were recorded with, and reports say so.',
        {
          currencies: listed(missing.map((id) => currencyName(id))),
          base: currencyName(base),
        },
      )}
    >
      <div className="flex flex-wrap gap-2">
        {missing.map((id) => (
          <Button needs="write" key={id} onClick={() => filter({ from: id, to: base, date: today })}>
            {t('Set a rate for {currency}', { currency: id })}
          </Button>
        ))}
      </div>
    </SettingsCard>
  )
}
