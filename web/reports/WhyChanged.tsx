import { addDays } from '../../contract/day.ts'
import type { NetWorth } from '../../contract/reports.ts'
import { valuation } from '../../contract/valuation.ts'
import { t } from '../../words/t.ts'
import { useAsk } from '../api/ask.ts'
import { useToday } from '../page/me.ts'
import { shortlyListed } from '../transactions/title.ts'
import { CardHeading } from '../ui/Card.tsx'
import { classes } from '../ui/classes.ts'
import { dayInSentence, dayText, monthName } from '../ui/dates.ts'
import { Money } from '../ui/Money.tsx'
import { currencyName, minorOf, sumOf } from '../ui/money.ts'
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
            <EffectRow
              key={reason}
              name={reasonWords[reason]()}
              of={reason}
              amount={worthEffect(reason, report)}
              {...{ currency, openKey, onShow }}
            />
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
          {report.changes.opening !== 0 && <WithNewAccounts {...{ together, report, openKey, onShow }} />}
        </tfoot>
      </table>
      <Rates date={report.date_to} base={currency} />
    </>
  )
}

/** The balances that accounts began with are no change: with them, the change is the difference of the two figures. */
function WithNewAccounts({
  together,
  report,
  openKey,
  onShow,
}: { together: bigint; report: NetWorth } & Opening) {
  const currency = report.base_currency_id
  const { opening } = report.changes
  return (
    <>
      <EffectRow
        name={t('New accounts began with')}
        of="opening"
        {...{ amount: opening, currency, openKey, onShow }}
      />
      <tr>
        <th scope="row" className="py-2 text-start font-normal">
          {t('Compared with {day}', { day: dayText(addDays(report.date_from, -1)) })}
        </th>
        <td className="py-2 text-end">
          <Money amount={together + minorOf(opening, currency)} currency={currency} variant="change" />
        </td>
      </tr>
    </>
  )
}

type Opening = { openKey: string | undefined; onShow: (key: string) => void }

/** A part of the change with its effect, which opens the list behind it. */
function EffectRow({
  name,
  of,
  amount,
  currency,
  openKey,
  onShow,
}: { name: string; of: Reason | 'opening'; amount: number; currency: string } & Opening) {
  const key = `why.${of}`
  return (
    <tr className="border-b border-line last:border-0">
      <th scope="row" className="py-1 text-start font-normal">
        {name}
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
            <Money amount={amount} currency={currency} variant={of === 'opening' ? 'change' : 'signed'} />
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
