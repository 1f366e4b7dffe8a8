import type { NetWorth } from '../../contract/reports.ts'
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
  const days = ({ date, date_to }: MissingRateOfReport) =>
    date === date_to
      ? `on ${dayInSentence(date, today)}`
      : `from ${dayInSentence(date, today)} to ${dayInSentence(date_to, today)}`
  return (
    <div className="mb-4">
      <Refusal
        title="Some rates are missing"
        actions={rates.map((rate) => (
          <ButtonLink
            key={rate.currency_id}
            to="/settings/rates"
            search={{ from: rate.currency_id, to: base, date: rate.date }}
          >
            {`Enter the rate of the ${currencyName('en', rate.currency_id)}`}
          </ButtonLink>
        ))}
      >
        {rates.map((rate) => (
          <p key={rate.currency_id}>
            {`Florin has no rate from ${currencyName('en', rate.currency_id)} to ${currencyName('en', base)} ${days(rate)}. It never guesses one: what is held in it counts as it was recorded.`}
          </p>
        ))}
      </Refusal>
    </div>
  )
}
