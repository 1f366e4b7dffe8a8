import type { NetWorth } from '../../contract/reports.ts'
import { valuation } from '../../contract/valuation.ts'
import { t } from '../../words/t.ts'
import { useAsk } from '../api/ask.ts'
import { useToday } from '../page/me.ts'
import { shortlyListed } from '../transactions/title.ts'
import { CardHeading } from '../ui/Card.tsx'
import { classes } from '../ui/classes.ts'
import { dayInSentence, monthName } from '../ui/dates.ts'
import { Money } from '../ui/Money.tsx'
import { currencyName, sumOf } from '../ui/money.ts'
import { ByValues } from './ByValues.tsx'
import { hasParts, type Reason, reasonsIn, reasonWords, worthEffect } from './worth.ts'

/** Why net worth changed in a month: income, spending and exchange rates add up to the change. */
export function WhyChanged({
  month,
  report,
  openKey,
  onShow,
}: {
  month: string
  report: NetWorth
  openKey: string | undefined
  onShow: (key: string) => void
}) {
  const currency = report.base_currency_id
  const shown = reasonsIn(report)
  const together = sumOf(
    shown.map((reason) => worthEffect(reason, report)),
    currency,
  )
  return (
    <>
      <CardHeading>{t('Why it changed in {month}', { month: monthName(month) })}</CardHeading>
      {hasParts(report.changes) && (
        <p className="text-caption text-text-2">
          <ByValues gained={together} parts={report.changes} currency={currency} />
        </p>
      )}
      <table className="mt-2 w-full text-table">
        <caption className="sr-only">
          {t('Why net worth changed in {month}', { month: monthName(month) })}
        </caption>
        <tbody>
          {shown.map((reason) => (
            <ReasonRow key={reason} {...{ reason, report, openKey, onShow }} />
          ))}
        </tbody>
        <tfoot>
          <tr className="border-t border-text">
            <th scope="row" className="py-2 text-start font-semibold">
              {t('Change')}
            </th>
            <td className="py-2 text-end">
              <Money
                amount={together}
                currency={currency}
                variant="signed"
                className="double-rule font-semibold"
              />
            </td>
          </tr>
        </tfoot>
      </table>
      <Rates date={report.date_to} base={currency} />
    </>
  )
}

/** A reason with its effect, which opens the list behind it. */
function ReasonRow({
  reason,
  report,
  openKey,
  onShow,
}: {
  reason: Reason
  report: NetWorth
  openKey: string | undefined
  onShow: (key: string) => void
}) {
  const amount = worthEffect(reason, report)
  const key = `why.${reason}`
  return (
    <tr className="border-b border-line last:border-0">
      <th scope="row" className="py-1 text-start font-normal">
        {reasonWords[reason]()}
      </th>
      <td className="py-1 text-end">
        {amount === 0 ? (
          <span className="text-text-3">{t('none')}</span>
        ) : (
          <button
            type="button"
            aria-haspopup="dialog"
            aria-expanded={openKey === key}
            onClick={() => onShow(key)}
            className={classes(
              '-me-2 min-h-8 rounded-control px-2 hover:bg-tile touch:min-h-11',
              openKey === key && 'bg-accent-soft outline-2 outline-accent',
            )}
          >
            <Money amount={amount} currency={report.base_currency_id} variant="signed" />
          </button>
        )}
      </td>
    </tr>
  )
}

/** At which rates money in other currencies is valued, where there is any. */
function Rates({ date, base }: { date: string; base: string }) {
  const today = useToday()
  const { data } = useAsk(valuation, { query: { date } })
  const foreign = data?.data.filter(
    (row) => row.currency_id !== base && row.amount !== 0 && row.rate_date !== null,
  )
  if (!foreign || foreign.length === 0) return null
  const names = [...new Set(foreign.map((row) => currencyName(row.currency_id)))]
  const days = [...new Set(foreign.map((row) => row.rate_date ?? date))].sort()
  const latest = days.at(-1) ?? date
  return (
    <p className="mt-2 text-caption text-text-3">
      {t('{currencies}: valued at the rates of {day}.', {
        currencies: shortlyListed(names),
        day: dayInSentence(latest, today),
      })}
    </p>
  )
}
