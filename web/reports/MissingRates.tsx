import type { NetWorth } from '../../contract/reports.ts'
import { t } from '../../words/t.ts'
import { useToday } from '../page/me.ts'
import { ButtonLink } from '../ui/Button.tsx'
import { dayInSentence } from '../ui/dates.ts'
import { currencyName } from '../ui/money.ts'
import { Refusal } from '../ui/States.tsx'

type MissingRateOfReport = NetWorth['missing_rates'][number]

/** Which rates are missing, in words, and the way to give them. Florin never guesses one. */
export function MissingRates({ rates, base }: { rates: readonly MissingRateOfReport[]; base: string }) {
  const today = useToday()
  if (rates.length === 0) return null
  const words = ({ currency_id, date, date_to }: MissingRateOfReport) => {
    const to = currencyName(base)
    const values = { from: currencyName(currency_id), to, day: dayInSentence(date, today) }
    return date === date_to
      ? t(
          'Florin has no rate from {from} to {to} on {day}. It never guesses one: what is held in it counts as it was recorded.',
          values,
        )
      : t(
          'Florin has no rate from {from} to {to} from {day} to {last}. It never guesses one: what is held in it counts as it was recorded.',
          { ...values, last: dayInSentence(date_to, today) },
        )
  }
  return (
    <div className="mb-4">
      <Refusal
        title={t('Some rates are missing')}
        actions={rates.map((rate) => (
          <ButtonLink
            key={rate.currency_id}
            to="/settings/rates"
            search={{ from: rate.currency_id, to: base, date: rate.date }}
          >
            {t('Enter the rate of the {currency}', {
              currency: currencyName(rate.currency_id),
            })}
          </ButtonLink>
        ))}
      >
        {rates.map((rate) => (
          <p key={rate.currency_id}>{words(rate)}</p>
        ))}
      </Refusal>
    </div>
  )
}
