import type { Transaction } from '../../../contract/budgeting.ts'
import type { Day } from '../../../contract/day.ts'
import { type Month, type MonthStart, monthOfDay } from '../../../contract/month.ts'

/** The timeline as a list of lines of known heights: month headings, days where they stand alone, and transactions. */
export type Item =
  | { readonly type: 'month'; readonly key: string; readonly month: Month }
  | { readonly type: 'day'; readonly key: string; readonly date: Day; readonly month: Month }
  | {
      readonly type: 'row'
      readonly key: string
      readonly transaction: Transaction
      readonly month: Month
      /** The first transaction of its day shows the day. */
      readonly isFirstOfDay: boolean
    }

type TimelinePage = { readonly data: readonly Transaction[] }
type TimelineShape = {
  readonly monthStart: MonthStart
  readonly hasDayLines: boolean
  /** Not in the order of days: each row stands alone. */
  readonly isFlat?: boolean
}

/** The items of a page, made once as long as the page, the day before it and the shape stay the same. */
const made = new WeakMap<TimelinePage, { after: string; items: Item[] }>()

/** The month of each day, looked up once: months may start on a payday, which takes a while to compute. */
const months = new Map<string, Month>()
function monthOf(date: Day, start: MonthStart): Month {
  const key = `${date} ${start}`
  let month = months.get(key)
  if (month === undefined) {
    month = monthOfDay(date, start)
    months.set(key, month)
  }
  return month
}

function itemsOfPage(
  page: TimelinePage,
  before: Day | undefined,
  { monthStart, hasDayLines, isFlat }: TimelineShape,
): Item[] {
  const after = `${before} ${monthStart} ${hasDayLines} ${isFlat}`
  const known = made.get(page)
  if (known?.after === after) return known.items
  const items: Item[] = []
  if (isFlat)
    for (const transaction of page.data) {
      const month = monthOf(transaction.date, monthStart)
      items.push({ type: 'row', key: transaction.id, transaction, month, isFirstOfDay: true })
    }
  let day = before
  let month = before === undefined ? undefined : monthOf(before, monthStart)
  for (const transaction of isFlat ? [] : page.data) {
    const { date } = transaction
    const isFirstOfDay = date !== day
    if (isFirstOfDay) {
      const next = monthOf(date, monthStart)
      if (next !== month) items.push({ type: 'month', key: next, month: next })
      month = next
      if (hasDayLines) items.push({ type: 'day', key: date, date, month: next })
      day = date
    }
    items.push({ type: 'row', key: transaction.id, transaction, month: month ?? '', isFirstOfDay })
  }
  made.set(page, { after, items })
  return items
}

/** All items of the pages. A page that was there before costs next to nothing. */
export function itemsOf(pages: readonly TimelinePage[], shape: TimelineShape): Item[] {
  let before: Day | undefined
  return pages.flatMap((page) => {
    const items = itemsOfPage(page, before, shape)
    before = page.data.at(-1)?.date ?? before
    return items
  })
}

/** The transaction that is this many rows after another, or before it; none at the ends. Without one to start from, the first. */
export function rowBeside(items: readonly Item[], id: string | undefined, step: 1 | -1): number | undefined {
  const start = id === undefined ? -1 : items.findIndex((item) => item.type === 'row' && item.key === id)
  if (start < 0 && step < 0) return undefined
  for (let index = start + step; index >= 0 && index < items.length; index += step)
    if (items[index]?.type === 'row') return index
  return undefined
}

/** The transactions from one to another, both included, whichever comes first. */
export function rowsBetween(items: readonly Item[], a: string, b: string): Transaction[] {
  const rows = items.flatMap((item) => (item.type === 'row' ? [item.transaction] : []))
  const ends = [rows.findIndex(({ id }) => id === a), rows.findIndex(({ id }) => id === b)].toSorted(
    (x, y) => x - y,
  )
  const [first = -1, last = -1] = ends
  return first < 0 ? rows.slice(last, last + 1) : rows.slice(first, last + 1)
}
