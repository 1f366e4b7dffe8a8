import { monthOfDay } from '../../contract/month.ts'
import { spending } from '../../contract/reports.ts'
import { t } from '../../words/t.ts'
import { useAsk } from '../api/ask.ts'
import { Loaded } from '../api/Loaded.tsx'
import { useAddress } from '../page/address.ts'
import { useBook } from '../page/me.ts'
import { Button } from '../ui/Button.tsx'
import { daysBetween } from '../ui/dates.ts'
import { SelectField } from '../ui/Field.tsx'
import { Segmented } from '../ui/Segmented.tsx'
import { Refusal } from '../ui/States.tsx'
import { ComparePicker, useComparison } from './ComparePicker.tsx'
import { MonthStepper } from './MonthStepper.tsx'
import { ReportHeading, SpanPicker, spanText } from './ReportFrame.tsx'
import { SpendingReport } from './SpendingReport.tsx'
import { soFar } from './span.ts'
import { isBy, isKind } from './spent.ts'
import { useSpan } from './use-report.ts'

/** More days than these are too many to read one by one. */
const MAX_DAYS = 400

/** Where the money went, or came from, against the days before or those a year before. */
export function SpendingPage() {
  const { search, filter } = useAddress()
  const { month_starts_on: start } = useBook()
  const { today, ...asked } = useSpan('month')
  const span = soFar(asked, today)
  const { date_from, date_to } = span
  const by = isBy(search.by) ? search.by : 'category'
  const kind = isKind(search.kind) ? search.kind : 'expense'
  const isTooLong = by === 'day' && daysBetween(date_from, date_to) >= MAX_DAYS
  // Months are asked for in place of too many days, and shown once somebody chooses so.
  const isByGroup = by === 'group'
  const compare = useComparison(span)
  const query = useAsk(spending, {
    query: {
      ...{ date_from, date_to, kind },
      by: isTooLong ? 'month' : isByGroup ? 'category' : by,
      ...(isByGroup && { by_group: true }),
      ...(compare === 'year' && { compare }),
    },
  })
  return (
    <>
      <ReportHeading
        title={kind === 'income' ? t('Income') : t('Spending')}
        subtitle={spanText(span)}
        isMoreOpen={search.compare !== undefined || span.choice !== 'month'}
        more={
          <>
            <ComparePicker span={span} isAlways className="max-sm:min-w-32 max-sm:flex-1" />
            <SpanPicker span={span} hasMonths />
          </>
        }
      >
        <Segmented
          label={t('What')}
          value={kind}
          options={[
            { value: 'expense', label: t('Spent') },
            { value: 'income', label: t('Received') },
          ]}
          onChange={(value) => filter({ kind: value === 'expense' ? undefined : value, figure: undefined })}
        />
        <SelectField
          label={t('Divided by')}
          isLabelHidden
          className="max-sm:min-w-28 max-sm:flex-1"
          value={by}
          onChange={(event) =>
            filter({
              by: event.target.value === 'category' ? undefined : event.target.value,
              figure: undefined,
            })
          }
        >
          <option value="category">{t('By category')}</option>
          <option value="group">{t('By group')}</option>
          <option value="contact">{t('By contact')}</option>
          <option value="tag">{t('By tag')}</option>
          <option value="account">{t('By account')}</option>
          <option value="month">{t('By month')}</option>
          <option value="day">{t('By day')}</option>
        </SelectField>
        {span.choice === 'month' || span.choice === 'last-month' ? (
          <MonthStepper
            month={monthOfDay(date_from, start)}
            current={monthOfDay(today, start)}
            onMonth={(month) => filter({ month, period: undefined, figure: undefined })}
          />
        ) : null}
      </ReportHeading>
      {isTooLong ? (
        <Refusal
          title={t('{days} are too many days to show one by one', { days: spanText(span) })}
          actions={
            <>
              <Button onClick={() => filter({ by: 'month' })}>{t('Show by month')}</Button>
              <Button onClick={() => filter({ period: '1y', date_from: undefined, date_to: undefined })}>
                {t('Show one year')}
              </Button>
            </>
          }
        />
      ) : (
        <Loaded query={query} rows={10}>
          {(report) => <SpendingReport report={report} by={by} kind={kind} />}
        </Loaded>
      )}
    </>
  )
}
