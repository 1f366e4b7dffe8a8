import { resources } from '../../contract/changes.ts'
import type { Day } from '../../contract/day.ts'
import { t } from '../../words/t.ts'
import type { Search } from '../page/address.ts'
import { ownTimeZone } from '../ui/dates.ts'
import { kindsWord } from './record-nouns.ts'

/** The filters of the activity: in the address under the names of the API. */
export const filterNames = ['resource', 'user_id', 'from', 'to', 'dated_from', 'dated_to'] as const

export const activityFiltersIn = (search: Search): Partial<Record<(typeof filterNames)[number], string>> =>
  Object.fromEntries(filterNames.flatMap((name) => (search[name] ? [[name, search[name]]] : [])))

/** The kinds of records as a reader tells them apart, where those are not the kinds of the API. */
const namedKinds = {
  'expense,income,transfer,opening': () => t('Transactions'),
  'obligation,obligation_posting,payment,write_off': () => t('Debts and payments'),
  'plan,plan_occurrence': () => t('Recurring'),
  'goal,goal_move': () => t('Goals'),
  import_rule: () => t('Rules'),
  reconciliation: () => t('Reconciliations'),
  exchange_rate: () => t('Rates'),
  book: () => t('The book itself'),
}

/** All kinds of records, each with those of the API that it is made of: money first, and the rare ones last. */
export function kindsOfRecord(): { value: string; label: string }[] {
  const named = Object.entries(namedKinds).map(([value, label]) => ({ value, label: label() }))
  const isNamed = (resource: string) => named.some(({ value }) => value.split(',').includes(resource))
  return [
    ...named.slice(0, 2),
    ...resources
      .filter((resource) => !isNamed(resource))
      .map((value) => ({ value, label: kindsWord(value) })),
    ...named.slice(2),
  ]
}

/** The first and the last moment of a day where the reader is: the API filters by moments. */
export const startOfDay = (day: Day, timeZone = ownTimeZone()): string =>
  Temporal.PlainDate.from(day).toZonedDateTime(timeZone).toInstant().toString()

export const endOfDay = (day: Day, timeZone = ownTimeZone()): string =>
  Temporal.PlainDate.from(day)
    .add({ days: 1 })
    .toZonedDateTime(timeZone)
    .toInstant()
    .subtract({ milliseconds: 1 })
    .toString()

/** The day that a moment is on; empty if it is not a moment, as in an address that somebody wrote by hand. */
export function dayAt(moment: string | undefined, timeZone = ownTimeZone()): string {
  try {
    return moment ? Temporal.Instant.from(moment).toZonedDateTimeISO(timeZone).toPlainDate().toString() : ''
  } catch {
    return ''
  }
}
