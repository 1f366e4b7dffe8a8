import { Link } from '@tanstack/react-router'
import { ChevronRight, Printer } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Day } from '../../contract/day.ts'
import { useToday } from '../auth/me.ts'
import { useAddress } from '../shell/address.ts'
import { IconButton } from '../ui/Button.tsx'
import { PageHeading } from '../ui/Card.tsx'
import { DayField } from '../ui/DayField.tsx'
import { rangeText } from '../ui/dates.ts'
import { Segmented } from '../ui/Segmented.tsx'
import { useTitle } from '../ui/title.ts'
import { type Choice, choices, type Span } from './span.ts'

/** The head of a report: the way back, its name, what it is about, and a button that prints it. */
export function ReportHeading({
  title,
  subtitle,
  children,
}: {
  title: string
  /** What it is about, for paper, where no control says it. */
  subtitle?: string
  children?: ReactNode
}) {
  useTitle(title)
  return (
    <>
      <PageHeading
        before={
          <nav
            aria-label="Where you are"
            className="mb-1 flex items-center gap-1.5 text-caption text-text-3 print:hidden"
          >
            <Link to="/reports" className="rounded-[4px] py-1 text-text-2 hover:underline">
              Reports
            </Link>
            <ChevronRight size={13} aria-hidden />
            <span>{title}</span>
          </nav>
        }
        end={
          <>
            {children}
            <IconButton
              label="Print"
              className="border border-line bg-surface"
              onClick={() => window.print()}
            >
              <Printer size={16} />
            </IconButton>
          </>
        }
      >
        {title}
      </PageHeading>
      {subtitle ? <p className="-mt-3 mb-3 hidden text-table text-text-2 print:block">{subtitle}</p> : null}
    </>
  )
}

const labels: Record<Choice, string> = { '3m': '3 m', '6m': '6 m', '1y': '1 y', all: 'All', own: 'Own dates' }

/** Which days a report is about. Days of one's own are two fields, filled with the days that were shown before. */
export function SpanPicker({ span }: { span: Span }) {
  const { filter } = useAddress()
  const { choice, date_from, date_to } = span
  const choose = (next: Choice) =>
    next === 'own'
      ? filter({ period: undefined, date_from, date_to, figure: undefined })
      : filter({
          period: next,
          date_from: undefined,
          date_to: undefined,
          month: undefined,
          figure: undefined,
        })
  return (
    <>
      <Segmented
        label="Days"
        value={choice}
        options={choices.map((value) => ({ value, label: labels[value] }))}
        onChange={choose}
      />
      {choice === 'own' ? (
        <div className="flex w-full items-center gap-1.5 sm:w-auto">
          <DayInput label="First day" value={date_from} onChange={(day) => filter({ date_from: day })} />
          <span aria-hidden className="text-text-3">
            –
          </span>
          <DayInput label="Last day" value={date_to} onChange={(day) => filter({ date_to: day })} />
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
