import { Link } from '@tanstack/react-router'
import type { Spending } from '../../contract/reports.ts'
import { t } from '../../words/t.ts'
import { type Search, useAddress } from '../page/address.ts'
import { useBook, useToday } from '../page/me.ts'
import { Card } from '../ui/Card.tsx'
import { Money } from '../ui/Money.tsx'
import { sumOf } from '../ui/money.ts'
import { rich } from '../ui/rich.ts'
import { Segmented } from '../ui/Segmented.tsx'
import { DrillDown } from './DrillDown.tsx'
import { changeKey } from './explain.ts'
import { useNothingOn } from './first-day.ts'
import { NothingHere } from './NothingHere.tsx'
import { spanText } from './ReportFrame.tsx'
import { SpendingChart } from './SpendingChart.tsx'
import { SpendingTable } from './SpendingTable.tsx'
import { isSoFar } from './span.ts'
import { type By, isOverTime, partsOf, spendingFigures, withNames } from './spent.ts'
import { useFigures } from './use-report.ts'
import { WhySpent } from './WhySpent.tsx'

/** The days in figures: the total and why it changed, the shares, and the table. */
export function SpendingReport({
  report,
  by,
  kind,
}: {
  report: Spending
  by: By
  kind: 'expense' | 'income'
}) {
  const { search, filter } = useAddress()
  const today = useToday()
  const { month_starts_on: start } = useBook()
  const currency = report.base_currency_id
  const rows = withNames(report.rows, by)
  const { current, show, close } = useFigures(spendingFigures(report, rows, by))
  const before = spanText({ date_from: report.previous_date_from, date_to: report.previous_date_to })
  const isByChange = search.sort === 'change'
  if (rows.length === 0)
    return (
      <NothingHere
        title={
          kind === 'expense'
            ? t('Nothing was spent {days}', { days: spanText(report) })
            : t('Nothing was received {days}', { days: spanText(report) })
        }
      >
        {kind === 'expense'
          ? t(
              'The largest expenses of these days would stand here, each with its share, and with its change since other days.',
            )
          : t(
              'The largest incomes of these days would stand here, each with its share, and with its change since other days.',
            )}
      </NothingHere>
    )
  return (
    <>
      <Card className="@container mb-4 p-5">
        <p className="text-table text-text-2">
          {isSoFar(report.date_to, today, start)
            ? t('{days}, so far', { days: spanText(report) })
            : spanText(report)}
        </p>
        <p className="flex flex-wrap items-baseline gap-x-3">
          <Money
            amount={report.total}
            currency={currency}
            variant="figure"
            className="text-figure-lg font-semibold"
          />
          <Difference report={report} kind={kind} before={before} />
        </p>
        {by === 'category' ? <WhySpent report={report} rows={rows} kind={kind} /> : null}
        <div className="mt-4">
          <SpendingChart
            rows={rows}
            by={by}
            currency={currency}
            names={[spanText(report), before]}
            today={today}
            start={start}
            onOpen={show}
          />
        </div>
      </Card>
      {isOverTime(rows, by) ? null : (
        <Segmented
          label={t('Order')}
          className="mb-3 print:hidden"
          value={isByChange ? 'change' : 'size'}
          options={[
            { value: 'size', label: t('By size') },
            { value: 'change', label: t('By change') },
          ]}
          onChange={(value) => filter({ sort: value === 'change' ? value : undefined })}
        />
      )}
      <Card>
        <SpendingTable
          report={report}
          rows={rows}
          kind={kind}
          before={before}
          isByChange={isByChange}
          onSort={(sort) => filter({ sort })}
          isByTime={isOverTime(rows, by)}
          isByTag={by === 'tag'}
          openKey={current?.key}
          onShow={show}
        />
      </Card>
      {isOverTime(rows, by) || by === 'tag' ? null : <Refunds rows={rows} currency={currency} />}
      {by === 'tag' ? (
        <p className="mt-3 text-caption text-text-3">
          {t(
            'A transaction with several tags counts for each of them, so the rows can add up to more than the total, and the shares to more than 100%.',
          )}
        </p>
      ) : null}
      {current ? <DrillDown figure={current} onClose={close} /> : null}
    </>
  )
}

/** The rows below zero together, which have no share. */
function Refunds({ rows, currency }: { rows: Parameters<typeof partsOf>[0]; currency: string }) {
  const { whole, back } = partsOf(rows, currency)
  return back === 0n ? null : (
    <p className="mt-3 text-caption text-text-3">
      {rich('Shares are of {whole}, without refunds of {refunds}.', {
        whole: <Money amount={whole} currency={currency} />,
        refunds: <Money amount={back} currency={currency} />,
      })}
    </p>
  )
}

/** How much more or less than on other days, in words: neither is good or bad. It opens both lists. */
function Difference({
  report: { total, previous_total, previous_date_to, base_currency_id: currency },
  kind,
  before,
}: {
  report: Spending
  kind: 'expense' | 'income'
  before: string
}) {
  const amount = sumOf([total, -previous_total], currency)
  const nothing = useNothingOn(
    previous_total === 0,
    previous_date_to,
    kind === 'expense'
      ? t('nothing was spent {days}', { days: before })
      : t('nothing was received {days}', { days: before }),
  )
  if (previous_total === 0) return <span className="text-table text-text-2">{nothing}</span>
  if (amount === 0n)
    return <span className="text-table text-text-2">{t('as much as {days}', { days: before })}</span>
  const money = (
    <Money amount={amount < 0n ? -amount : amount} currency={currency} className="font-semibold" />
  )
  return (
    <Link
      to="."
      search={(search: Search) => ({ ...search, figure: changeKey('all') })}
      resetScroll={false}
      className="rounded-[4px] text-table text-text-2 underline-offset-4 hover:underline"
    >
      {amount < 0n
        ? rich('{amount} less than {days}', { amount: money, days: before })
        : rich('{amount} more than {days}', { amount: money, days: before })}
    </Link>
  )
}
