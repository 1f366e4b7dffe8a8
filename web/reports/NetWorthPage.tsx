import { type NetWorth, netWorth } from '../../contract/reports.ts'
import { t } from '../../words/t.ts'
import { useAsk } from '../api/ask.ts'
import { Loaded } from '../api/Loaded.tsx'
import { useAddress } from '../page/address.ts'
import { useBook } from '../page/me.ts'
import { Card } from '../ui/Card.tsx'
import { dayText } from '../ui/dates.ts'
import { Money } from '../ui/Money.tsx'
import { useIsPhone } from '../ui/media.ts'
import { DrillDown } from './DrillDown.tsx'
import { MissingRates } from './MissingRates.tsx'
import { NetWorthChart } from './NetWorthChart.tsx'
import { NetWorthTable } from './NetWorthTable.tsx'
import { NothingHere } from './NothingHere.tsx'
import { ReportHeading, SpanPicker, spanText } from './ReportFrame.tsx'
import type { Span } from './span.ts'
import { useFigures, useSpan } from './use-report.ts'
import { WhyChanged } from './WhyChanged.tsx'
import { changeFigures, type WorthMonth, worthFigures, worthMonths } from './worth.ts'

/** Assets, debts and net worth, month by month, and why net worth changed. */
export function NetWorthPage() {
  const { today, ...span } = useSpan('1y')
  // The future has no value yet: the last point is today.
  const date_to = span.date_to > today && span.date_from <= today ? today : span.date_to
  const query = useAsk(netWorth, { query: { date_from: span.date_from, date_to, by: 'month' } })
  return (
    <>
      <ReportHeading title={t('Net worth')} subtitle={spanText({ ...span, date_to })}>
        <SpanPicker span={span} />
      </ReportHeading>
      <Loaded query={query} rows={12}>
        {(report) =>
          report.began_with === null &&
          report.points.every(({ assets, liabilities }) => assets === 0 && liabilities === 0) ? (
            <NothingHere title={t('Nothing to count {days}', { days: spanText({ ...span, date_to }) })}>
              {t(
                'Your net worth would stand here, month by month: the balances of your accounts less what you owe, and why it changed.',
              )}
            </NothingHere>
          ) : (
            <Worth report={report} span={{ ...span, date_to }} today={today} />
          )
        }
      </Loaded>
    </>
  )
}

function Worth({ report, span, today }: { report: NetWorth; span: Span; today: string }) {
  const { month_starts_on: start } = useBook()
  const { search, filter } = useAddress()
  const isPhone = useIsPhone()
  const currency = report.base_currency_id
  const months = worthMonths(report, start)
  const chosen = months.find(({ month }) => month === search.month) ?? months.at(-1)
  const why = useAsk(netWorth, {
    query: chosen
      ? { date_from: chosen.date_from, date_to: chosen.date, by: 'month' }
      : { date_from: span.date_from, date_to: span.date_to },
  })
  const figures = [
    ...worthFigures(months),
    ...(why.data && chosen ? changeFigures(why.data, chosen.month) : []),
  ]
  const { current, show, close } = useFigures(figures)
  return (
    <>
      <MissingRates rates={report.missing_rates} base={currency} />
      <NetWorthChart
        report={report}
        months={months}
        today={today}
        start={start}
        onChoose={(month) => filter({ month, figure: undefined })}
      />
      <div className="flex flex-col gap-4 sm:flex-row sm:flex-wrap sm:items-start">
        <Card className="order-2 min-w-0 sm:order-1 sm:flex-[2_1_520px]">
          <NetWorthTable
            months={months}
            currency={currency}
            today={today}
            start={start}
            chosen={chosen?.month}
            openKey={current?.key}
            onShow={show}
            onChoose={(month) => filter({ month, figure: undefined })}
            isShort={isPhone}
          />
        </Card>
        {chosen ? (
          <Card className="order-1 p-5 sm:order-2 sm:flex-[1_1_260px]">
            {isPhone ? <ThatMonth month={chosen} currency={currency} onShow={show} /> : null}
            <Loaded query={why}>
              {(reason) => (
                <WhyChanged month={chosen.month} report={reason} openKey={current?.key} onShow={show} />
              )}
            </Loaded>
          </Card>
        ) : null}
      </div>
      {current ? <DrillDown figure={current} onClose={close} /> : null}
    </>
  )
}

/** One month at a time: assets, debts and net worth at its end. */
const ThatMonth = ({
  month: { month, date, assets, liabilities, net },
  currency,
  onShow,
}: {
  month: WorthMonth
  currency: string
  onShow: (key: string) => void
}) => (
  <ul aria-label={dayText(date)} className="-mt-1 mb-4 text-table">
    {(
      [
        ['have', t('What you have'), assets],
        ['owe', t('What you owe'), liabilities],
        ['net', t('Net worth, {day}', { day: dayText(date) }), net],
      ] as const
    ).map(([key, words, amount]) => (
      <li key={key} className="border-b border-line">
        <button
          type="button"
          aria-haspopup="dialog"
          className="flex min-h-11 w-full items-center justify-between gap-3 text-start"
          onClick={() => onShow(`${key}.${month}`)}
        >
          {words} <Money amount={amount} currency={currency} className="font-medium" />
        </button>
      </li>
    ))}
  </ul>
)
