import { useQuery } from '@tanstack/react-query'
import { listTransactions } from '../../contract/budgeting.ts'
import type { Day } from '../../contract/day.ts'
import type { Period } from '../../contract/report-parts.ts'
import { kinds } from '../../contract/transaction-query.ts'
import { t } from '../../words/t.ts'
import { asking } from '../api/ask.ts'
import { useToday } from '../page/me.ts'
import { dayInSentence } from '../ui/dates.ts'
import { beforeBook, emptyBefore, type RowGroup, rowsFrom, type SeriesRow, skippedOf } from './rows.ts'

/** A balance that an account begins with is dated the day before the first entry: nothing happened on that day. */
const ENTRIES = kinds.filter((kind) => kind !== 'opening').join()

/** The day of the first entry of the book; undefined until it is known, and without any. Asked for only where it is needed. */
export function useFirstDay(isNeeded: boolean): Day | undefined {
  const oldest = useQuery({
    ...asking(listTransactions, { query: { kind: ENTRIES, sort: 'date', limit: 1 } }),
    enabled: isNeeded,
  })
  return oldest.data?.data[0]?.date
}

/** Why days have no figure to be compared with: the book begins after them, or nothing happened. */
export const nothingOn = (first: Day | undefined, last: Day, today: Day, nothing: string): string =>
  first !== undefined && first > last
    ? t('No entries before {day}', { day: dayInSentence(first, today) })
    : nothing

/** The same, where a component says it of days without anything. */
export function useNothingOn(isNothing: boolean, last: Day, nothing: string): string {
  return nothingOn(useFirstDay(isNothing), last, useToday(), nothing)
}

/** How many periods a small chart leaves out, as the report that it opens does: those before the first day of the book. */
export function useSkipped(
  periods: readonly Period[] | undefined,
  ...series: readonly { amounts: readonly number[] }[]
): number {
  const all = periods ?? []
  const at = all.findIndex((_, index) => series.some(({ amounts }) => (amounts[index] ?? 0) !== 0))
  const empty = at < 0 ? all.length : at
  const first = useFirstDay(empty > 0 && empty < all.length)
  return skippedOf(empty, all, first)
}

/** A report from the first day of the book on: its columns, and how many it has lost. */
export function useSinceBegin(
  all: { groups: readonly RowGroup[]; final: SeriesRow },
  { periods }: { periods: readonly Period[] },
) {
  const first = useFirstDay(emptyBefore(all.groups, periods) > 0)
  const skipped = beforeBook(all.groups, periods, first)
  return { ...rowsFrom(all, skipped), periods: periods.slice(skipped), skipped }
}
