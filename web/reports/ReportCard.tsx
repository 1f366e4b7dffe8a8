import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '../../words/t.ts'
import { useFromDevice } from '../api/from-device.ts'
import { Loaded } from '../api/Loaded.tsx'
import type { Search } from '../page/address.ts'
import { useToday } from '../page/me.ts'
import { Card } from '../ui/Card.tsx'
import { classes } from '../ui/classes.ts'
import { momentInSentence } from '../ui/dates.ts'
import { rich } from '../ui/rich.ts'

type Query<T> = {
  data: T | undefined
  error: Error | null
  refetch: () => unknown
  isPlaceholderData: boolean
  dataUpdatedAt: number
}

/** The content of a card: a figure, the sentence that it belongs to, and a small chart with the words below it. */
export type Glance = {
  figure: ReactNode
  sentence: ReactNode
  chart: ReactNode
  labels?: readonly string[]
  /** Whether each label stands below a bar, and not at a point of a line. */
  isBars?: boolean
  /** Nothing is to be drawn: a line below the cards, and no card. */
  isLine?: boolean
  /** Without figures, the words for what would stand here. */
  nothing?: string | false
}

/** A sentence with when it is of, if it is from this device and of another moment than the page says. */
function OfWhen({ sentence, at }: { sentence: ReactNode; at: number }) {
  const today = useToday()
  const since = useFromDevice()
  const [said, own] = [since ?? at, at].map((moment) =>
    momentInSentence(new Date(moment).toISOString(), today),
  )
  return said === own ? sentence : rich('{sentence}, as of {moment}', { sentence, moment: own })
}

const Would = ({ children }: { children: string }) => (
  <span className="flex h-full items-center justify-center rounded-control border border-dashed border-line-2 px-4 text-center text-caption text-text-2">
    {children}
  </span>
)

/** A report as one figure with its sentence and a small chart; all of it opens the report. It loads and fails alone. */
export const ReportCard = <T,>({
  to,
  search,
  title,
  query,
  isRow = false,
  children,
}: {
  to: string
  search: Search
  title: string
  query: Query<T>
  /** It has a row of its own: the words stand beside the chart where there is room. */
  isRow?: boolean
  children: (data: T) => Glance
}) => (
  <Card
    className={classes(
      'h-full min-h-[196px] hover:border-line-2 has-data-line:min-h-0',
      isRow && 'sm:min-h-[150px]',
    )}
    isBehind={query.isPlaceholderData}
  >
    {query.data === undefined ? <p className="px-4 pt-4 font-semibold">{title}</p> : null}
    <Loaded query={query} rows={3}>
      {(data) => {
        const { nothing = false, isBars = false, isLine = false, labels = [], ...glance } = children(data)
        const { figure, sentence, chart } =
          nothing === false
            ? glance
            : {
                figure: t('Nothing [Nothing on these days]'),
                sentence: t('on these days [Nothing on these days]'),
                chart: <Would>{nothing}</Would>,
              }
        if (isLine && nothing === false)
          return (
            <Link
              to={to}
              search={search}
              data-line
              className="flex min-h-12 flex-wrap items-center gap-x-2 rounded-card px-4 py-2"
            >
              <span className="font-semibold max-sm:flex-1 sm:w-44">{title}</span>
              {figure !== '–' && <span className="font-semibold">{figure}</span>}
              <span className="flex-1 text-table text-text-2 max-sm:order-last max-sm:basis-full">
                <OfWhen sentence={sentence} at={query.dataUpdatedAt} />
              </span>
              <ChevronRight size={17} aria-hidden className="shrink-0 text-text-3" />
            </Link>
          )
        return (
          <Link
            to={to}
            search={search}
            className={classes(
              'relative flex h-full flex-col rounded-card p-4',
              isRow
                ? 'min-h-[194px] sm:grid sm:min-h-[148px] sm:grid-cols-3 sm:grid-rows-[auto_1fr_auto] sm:gap-x-8 sm:pe-12 sm:[&>span]:col-start-2 sm:[&>span]:col-end-4 sm:[&>[data-words]]:col-start-1! sm:[&>[data-words]]:col-end-2! sm:[&>[data-chart]]:row-start-1 sm:[&>[data-chart]]:row-end-3 sm:[&>[data-chart]]:mt-0'
                : 'min-h-[194px]',
            )}
          >
            <span data-words className="pe-6 font-semibold">
              {title}
            </span>
            <ChevronRight size={17} aria-hidden className="absolute end-4 top-4 shrink-0 text-text-3" />
            <span
              data-words
              className="flex min-h-7 flex-wrap content-start items-baseline gap-x-2 sm:min-h-11"
            >
              <span className="text-[17px] font-semibold">{figure}</span>{' '}
              <span className="text-caption text-text-2">
                <OfWhen sentence={sentence} at={query.dataUpdatedAt} />
              </span>
            </span>
            <span data-chart className="mt-3 block h-[78px] max-sm:has-[[data-list]]:h-auto">
              {chart}
            </span>
            <span
              aria-hidden
              dir="ltr"
              className="mt-1.5 flex min-h-4 justify-between text-caption text-text-3"
            >
              {(nothing === false ? labels : []).map((label, index) => (
                <span
                  // biome-ignore lint/suspicious/noArrayIndexKey: labels are places on an axis
                  key={index}
                  className={classes(
                    isBars && 'flex-1 text-center',
                    index > 1 && index === labels.length - 1 && 'font-semibold text-text',
                  )}
                >
                  {label}
                </span>
              ))}
            </span>
          </Link>
        )
      }}
    </Loaded>
  </Card>
)
