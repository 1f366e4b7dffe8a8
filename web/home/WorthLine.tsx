import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { listTransactions } from '../../contract/budgeting.ts'
import type { Day } from '../../contract/day.ts'
import type { Overview } from '../../contract/overview.ts'
import { netWorth } from '../../contract/reports.ts'
import { t } from '../../words/t.ts'
import { asking } from '../api/ask.ts'
import { sentenceOf } from '../api/change.ts'
import { BeganLater, RATE_MISSING } from '../reports/BeganNote.tsx'
import { pageBehind } from '../reports/explain.ts'
import { apart, type DrawnPoint, drawnLine, pointText, worthLine } from '../reports/worth.ts'
import { LineChart } from '../ui/charts/LineChart.tsx'
import { dayInSentence, dayShort, monthShort } from '../ui/dates.ts'
import { type Range, worthQuery } from './overview-figures.ts'

/** The line of the chosen range; until it arrives, the year's, which is here already. */
export function Worth({ overview, range }: { overview: Overview; range: Range }) {
  const { base_currency_id: base, date } = overview
  const navigate = useNavigate()
  const { points, since, by, error } = useRange(overview, range)
  const began = overview.net_worth.began_with
  const isYears = (points.at(0)?.date ?? date).slice(0, 4) !== date.slice(0, 4) && points.length > 14
  return (
    <>
      <LineChart
        label={t('Net worth over time')}
        name={t('Net worth')}
        currency={base}
        height={220}
        points={points.map((point) => ({
          key: point.date,
          label: pointText(dayInSentence(point.date, date), point),
          short:
            by !== 'month'
              ? dayShort(point.date, point.date)
              : isYears
                ? `${monthShort(point.date.slice(0, 7))} ${point.date.slice(2, 4)}`
                : monthShort(point.date.slice(0, 7)),
          ...apart(point),
          isRecorded: !point.is_complete,
        }))}
        secondName={partName(points)}
        dottedNote={points.some(({ is_complete }) => !is_complete) && RATE_MISSING}
        onOpen={(key) => {
          const explain = points.find((point) => point.date === key)?.explain
          if (explain) void navigate(pageBehind(explain))
        }}
      />
      <Begins of={since} points={points} began={began} />
      {error && range !== '1y' && (
        <p role="alert" className="text-caption text-warn">
          {sentenceOf(error)} {t('The last year is shown.')}
        </p>
      )}
    </>
  )
}

/** The name of the pale line, where there is one. */
const partName = (points: readonly DrawnPoint[]) =>
  points.some(({ isPart }) => isPart) ? t('Without accounts that begin later') : undefined

/** Which accounts a line waits for, where it begins without them or with the last of them. */
function Begins({
  of: since,
  points,
  began,
}: {
  of: Day | undefined
  points: readonly DrawnPoint[]
  began: Overview['net_worth']['began_with']
}) {
  const first = points[0]
  if (!since || !first || (!first.isPart && first.date === since)) return null
  return <BeganLater began={began} since={since} />
}

/** The year's line without axes, on phones. */
export function SmallLine({
  overview: { net_worth: worth, base_currency_id: base, date },
}: {
  overview: Overview
}) {
  const points = drawnLine(worth.points, worth.began_with, base)
  if (points.length < 2) return null // one point is no course
  return (
    <div className="mt-3">
      <LineChart
        bare
        height={48}
        label={t('Net worth over time')}
        name={t('Net worth')}
        currency={base}
        dottedNote={points.some(({ is_complete }) => !is_complete) && RATE_MISSING}
        points={points.map((point) => ({
          key: point.date,
          label: pointText(dayInSentence(point.date, date), point),
          short: monthShort(point.date.slice(0, 7)),
          ...apart(point),
          isRecorded: !point.is_complete,
        }))}
        secondName={partName(points)}
      />
      <Begins of={worthLine(worth.points)[0]?.date} points={points} began={worth.began_with} />
    </div>
  )
}

/** The points of a range: the year's come with the overview, others are asked for when they are chosen. */
function useRange({ net_worth: worth, date, base_currency_id: base }: Overview, range: Range) {
  const oldest = useQuery({
    ...asking(listTransactions, { query: { sort: 'date', limit: 1 } }),
    enabled: range === 'all',
  })
  const first = range === 'all' ? oldest.data?.data[0]?.date : date
  const query = worthQuery(range === '1y' ? '3m' : range, date, first ?? date)
  const asked = useQuery({
    ...asking(netWorth, { query: { ...query, date_to: date } }),
    enabled: range !== '1y' && first !== undefined,
  })
  const isAsked = range !== '1y' && asked.data !== undefined && !asked.isPlaceholderData
  const all = isAsked ? asked.data.points : worth.points
  return {
    points: drawnLine(all, worth.began_with, base),
    since: worthLine(all)[0]?.date,
    ...(isAsked
      ? { by: query.by, error: null }
      : { by: 'month' as const, error: oldest.error ?? asked.error }),
  }
}
