import { t } from '../../words/t.ts'
import { useAddress } from '../page/address.ts'
import { useBook } from '../page/me.ts'
import { SelectField } from '../ui/Field.tsx'
import { isWithinYear, type Span } from './span.ts'

/** The days that a report is compared with. */
export type Comparison = 'before' | 'year'

/** The comparison that the address names; more than a year of days is not compared with the year before. */
export function useComparison(span: Span): Comparison | undefined {
  const { search } = useAddress()
  const { month_starts_on: start } = useBook()
  if (search.compare === 'year' && isWithinYear(span, start)) return 'year'
  return search.compare === 'before' ? 'before' : undefined
}

/** Which days a report is compared with; some reports always are, with the days before unless others are chosen. */
export function ComparePicker({
  span,
  isAlways = false,
  className,
}: {
  span: Span
  isAlways?: boolean
  className?: string
}) {
  const { filter } = useAddress()
  const { month_starts_on: start } = useBook()
  const compare = useComparison(span)
  const isMonth = span.choice === 'month' || span.choice === 'last-month'
  return (
    <SelectField
      label={t('Compared with')}
      isLabelHidden
      {...(className && { className })}
      value={compare ?? (isAlways ? 'before' : '')}
      onChange={({ target }) => {
        const isUsual = target.value === (isAlways ? 'before' : '')
        filter({ compare: isUsual ? undefined : target.value, figure: undefined })
      }}
    >
      {isAlways ? null : <option value="">{t('Not compared')}</option>}
      <option value="before">{isMonth ? t('Against the month before') : t('Against the days before')}</option>
      {isWithinYear(span, start) ? <option value="year">{t('Against last year')}</option> : null}
    </SelectField>
  )
}
