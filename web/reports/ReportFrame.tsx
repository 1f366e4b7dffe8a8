import { Link } from '@tanstack/react-router'
import { ChevronRight, Printer, SlidersHorizontal } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Day } from '../../contract/day.ts'
import { t } from '../../words/t.ts'
import { useAddress } from '../page/address.ts'
import { useToday } from '../page/me.ts'
import { IconButton } from '../ui/Button.tsx'
import { PageHeading, useTitle } from '../ui/Card.tsx'
import { DayField } from '../ui/DayField.tsx'
import { rangeText } from '../ui/dates.ts'
import { SelectField } from '../ui/Field.tsx'
import { useIsPhone } from '../ui/media.ts'
import { Segmented } from '../ui/Segmented.tsx'
import { type Span, type SpanChoice, spanChoices, spendingChoices } from './span.ts'

/** The head of a report: the way back, its name, its subject, and a button that prints it. */
export function ReportHeading({
  title,
  subtitle,
  children,
  more,
  isMoreOpen = false,
}: {
  title: string
  /** The subject, for paper, where no control says it. */
  subtitle?: string
  children?: ReactNode
  /** Choices that a phone folds up. */
  more?: ReactNode
  /** Whether one of them is not as usual: they are open at first, so that it is seen. */
  isMoreOpen?: boolean
}) {
  useTitle(title)
  const isPhone = useIsPhone()
  const [isUnfolded, setUnfolded] = useState(isMoreOpen)
  const print = (
    <IconButton label={t('Print')} className="border border-line bg-surface" onClick={() => window.print()}>
      <Printer size={16} />
    </IconButton>
  )
  return (
    <>
      <PageHeading
        before={
          <div className="mb-1 flex items-center gap-2 print:hidden">
            <nav
              aria-label={t('Where you are')}
              className="flex min-w-0 flex-1 items-center gap-1.5 text-caption text-text-3"
            >
              <Link to="/reports" className="rounded-[4px] py-1 text-text-2 hover:underline">
                {t('Reports')}
              </Link>
              <ChevronRight size={13} aria-hidden className="shrink-0" />
              <span className="truncate">{title}</span>
            </nav>
            {/* On a phone the title has its line alone, however long it is. */}
            {isPhone && more ? (
              <IconButton
                label={t('More choices')}
                aria-expanded={isUnfolded}
                className="border border-line bg-surface"
                onClick={() => setUnfolded(!isUnfolded)}
              >
                <SlidersHorizontal size={16} />
              </IconButton>
            ) : null}
            {isPhone ? print : null}
          </div>
        }
        end={
          isPhone ? undefined : (
            <>
              {children}
              {more}
              {print}
            </>
          )
        }
      >
        {title}
      </PageHeading>
      {isPhone && children ? (
        // Beside the title only the button has room; the choices have a line of their own.
        <div className="-mt-3 mb-5 flex flex-wrap items-center gap-2 print:hidden">
          {children}
          {more && isUnfolded ? more : null}
        </div>
      ) : null}
      {subtitle ? <p className="-mt-3 mb-3 hidden text-table text-text-2 print:block">{subtitle}</p> : null}
    </>
  )
}

const labels: Record<SpanChoice, () => string> = {
  month: () => t('One month'),
  'last-month': () => t('Last month'),
  year: () => t('This year'),
  '3m': () => t('Last 3 months'),
  '6m': () => t('Last 6 months'),
  '1y': () => t('Last 12 months'),
  all: () => t('All [days]'),
  own: () => t('Own dates'),
}

/** The same, where all of them stand side by side. */
const shortLabels: Record<SpanChoice, () => string> = {
  ...labels,
  '3m': () => t('3 m [3 months]'),
  '6m': () => t('6 m [6 months]'),
  '1y': () => t('1 y [1 year]'),
}

/** Which days a report is about; with single months among them (whose stepper is beside it) they are a list, for which there is room beside a sheet. Days of one's own are two fields, filled with the days that were shown before. */
export function SpanPicker({ span, hasMonths = false }: { span: Span; hasMonths?: boolean }) {
  const { filter } = useAddress()
  const { choice, date_from, date_to } = span
  const choose = (next: SpanChoice) =>
    next === 'own'
      ? filter({ period: undefined, month: undefined, date_from, date_to, figure: undefined })
      : filter({
          period: next,
          date_from: undefined,
          date_to: undefined,
          month: undefined,
          figure: undefined,
        })
  return (
    <>
      {hasMonths ? (
        <SelectField
          label={t('Days')}
          isLabelHidden
          value={choice === 'last-month' ? 'month' : choice}
          onChange={({ target }) => choose(spendingChoices.find((one) => one === target.value) ?? 'month')}
        >
          {(['month', 'year', ...spanChoices] as const).map((value) => (
            <option key={value} value={value}>
              {labels[value]()}
            </option>
          ))}
        </SelectField>
      ) : (
        <Segmented
          label={t('Days')}
          value={spanChoices.find((one) => one === choice) ?? '3m'}
          options={spanChoices.map((value) => ({ value, label: shortLabels[value]() }))}
          onChange={choose}
        />
      )}
      {choice === 'own' ? (
        <div className="flex w-full items-center gap-1.5 sm:w-auto">
          <DayInput label={t('First day')} value={date_from} onChange={(day) => filter({ date_from: day })} />
          <span aria-hidden className="text-text-3">
            –
          </span>
          <DayInput label={t('Last day')} value={date_to} onChange={(day) => filter({ date_to: day })} />
        </div>
      ) : null}
    </>
  )
}

/** A day of the address. */
export const DayInput = ({
  label,
  value,
  onChange,
}: {
  label: string
  value: Day
  onChange: (day: Day) => void
}) => (
  <DayField
    label={label}
    isLabelHidden
    className="min-w-0 flex-1 sm:w-44 sm:flex-none"
    today={useToday()}
    day={value}
    onDay={(day) => day !== null && onChange(day)}
  />
)

export const spanText = ({ date_from, date_to }: Omit<Span, 'choice'>): string =>
  rangeText(date_from, date_to)
