import { type Day, isDay } from '../../contract/day.ts'
import { addMonths, daysOfMonth, type Month, type MonthStart, monthOfDay } from '../../contract/month.ts'
import type { TransactionQuery } from '../../contract/transaction-query.ts'
import type { Search } from '../page/address.ts'
import { dayText, momentText, monthText, rangeText } from '../ui/dates.ts'
import { currencyName } from '../ui/money.ts'
import { readSearched } from './searched.ts'
import { kindWords, shortlyListed } from './title.ts'

/** The filters of the timeline: in the address, in requests, and in the reader's words. */

/** Each filter has a chip; a filter may be made of two parameters. */
const parameters = {
  period: ['date_from', 'date_to'],
  kind: ['kind'],
  category: ['category_id'],
  group: ['group_id'],
  account: ['account_id'],
  place: ['asset_account_id'],
  contact: ['contact_id'],
  member: ['created_by'],
  amount: ['amount_min', 'amount_max'],
  tag: ['tag', 'is_tagged'],
  currency: ['currency_id'],
  section: ['section', 'except_account_id', 'flow'],
  import: ['import_id'],
  moment: ['known_at'],
} as const
export type FilterName = keyof typeof parameters

export const parametersOf = (name: FilterName): readonly string[] => parameters[name]

const names = [...Object.values(parameters).flat(), 'q'] as const

/** The API's query: the filters in the address, under its own names. A tag or an amount in the search is a filter too. */
export function filtersIn(search: Search): TransactionQuery {
  const given: Search = Object.fromEntries(
    names.flatMap((name) => (search[name] ? [[name, search[name]]] : [])),
  )
  const { q, ...others } = given
  const searched: Search = q ? readSearched(q) : {}
  const isTwice = Object.keys(searched).some((name) => name in others)
  return { ...others, ...(isTwice ? { q } : searched) } as TransactionQuery // as text, which addresses are made of
}

/** How the list is sorted, if not by days: by amount, the largest first. */
export const sortIn = (search: Search): '-amount' | undefined =>
  search.sort === '-amount' ? '-amount' : undefined

export const isFiltered = (search: Search): boolean => names.some((name) => search[name])

/** Whether only days are chosen, so that the months of the list are whole apart from its ends. */
export const isOfDaysOnly = (search: Search): boolean =>
  names.every((name) => !search[name] || name === 'date_from' || name === 'date_to')

/** Whether the list has a sum: transfers and payments of debts are neither income nor spending. */
export const isSummed = (search: Search): boolean =>
  Boolean(search.category_id || search.group_id || search.account_id || search.section) ||
  !search.kind ||
  commaList(search.kind).some((kind) => kind === 'expense' || kind === 'income')

/** Whether the sum counts of a shared bill only one's own share; the sum of an account counts all that was paid from it. */
export const isOfOwnShares = (search: Search): boolean =>
  Boolean(search.category_id || search.group_id || search.section) || !search.account_id

/** The change of the address that takes some filters away; all without names. */
export const without = (...some: readonly FilterName[]): Search =>
  Object.fromEntries((some.length > 0 ? some.flatMap(parametersOf) : names).map((name) => [name, undefined]))

export const commaList = (text: string | undefined): string[] =>
  text ? text.split(',').filter((value) => value !== '') : []

export const periods = {
  month: 'This month',
  'last-month': 'Last month',
  year: 'This year',
  'last-year': 'Last year',
} as const

/** The days of a period that has a name. */
export function daysOfPeriod(period: keyof typeof periods, today: Day, start: MonthStart): DayRange {
  const month = monthOfDay(today, start)
  const year = Number(month.slice(0, 4))
  switch (period) {
    case 'month':
      return daysOfMonth(month, start)
    case 'last-month':
      return daysOfMonth(addMonths(month, -1), start)
    case 'year':
      return daysOfYear(year, start)
    case 'last-year':
      return daysOfYear(year - 1, start)
  }
}

export type DayRange = { date_from: Day; date_to: Day }

/** A year of the book: twelve of its months. */
export const daysOfYear = (year: number, start: MonthStart): DayRange => ({
  date_from: daysOfMonth(`${year}-01`, start).date_from,
  date_to: daysOfMonth(`${year}-12`, start).date_to,
})

/** November 2026; 2026; Since 1 Nov 2026; Until 12 Nov 2026; 1–12 Nov 2026. */
export function dayRangeText(from: string | undefined, to: string | undefined, start: MonthStart): string {
  if (from && !isDay(from)) return `Since ${from}`
  if (to && !isDay(to)) return `Until ${to}`
  if (!from || !to) return from ? `Since ${dayText(from)}` : to ? `Until ${dayText(to)}` : ''
  const month = monthNamed(from, to, start)
  if (month) return monthText(month)
  const year = Number(monthOfDay(from, start).slice(0, 4))
  const whole = daysOfYear(year, start)
  if (whole.date_from === from && whole.date_to === to) return String(year)
  return from <= to ? rangeText(from, to) : `${dayText(from)} to ${dayText(to)}`
}

/** The month that two days are the first and the last of. */
function monthNamed(from: Day, to: Day, start: MonthStart): Month | undefined {
  const month = monthOfDay(from, start)
  const days = daysOfMonth(month, start)
  return days.date_from === from && days.date_to === to ? month : undefined
}

/** The part of some days that lies within the filter's days; undefined if there is none. */
export function within(days: DayRange, search: Search): DayRange | undefined {
  const date_from = search.date_from && search.date_from > days.date_from ? search.date_from : days.date_from
  const date_to = search.date_to && search.date_to < days.date_to ? search.date_to : days.date_to
  return date_from <= date_to ? { date_from, date_to } : undefined
}

/** The names behind the ids in the address. */
export type NamesOf = (parameter: string, id: string) => string | undefined

const sectionWords: Readonly<Record<string, string>> = {
  money: 'Money',
  claim: 'Owed to you',
  liability: 'You owe',
  equity: 'Equity',
  income: 'Income',
  exchange: 'Exchange gains',
  expense: 'Spending',
}

const flowWords: Readonly<Record<string, string>> = {
  in: 'Money that came in',
  out: 'Money that went out',
  between: 'Money from and to other books',
}

export type Chip = { name: FilterName; words: string }

/** The filters of the list, in plain words. The text that is searched for stands in its own field. */
export function chipsOf(search: Search, nameOfId: NamesOf, start: MonthStart, today: Day): Chip[] {
  const all = (parameter: string, none = '') =>
    shortlyListed(
      commaList(search[parameter]).map((id) =>
        id === 'none' ? none : (nameOfId(parameter, id) ?? 'one that is gone'),
      ),
    )
  const words: Record<FilterName, string> = {
    period: dayRangeText(search.date_from, search.date_to, start),
    kind: shortlyListed(commaList(search.kind).map(kindText)),
    category: all('category_id'),
    group: search.group_id ? `${all('group_id')} (group)` : '',
    account: all('account_id'),
    place: search.asset_account_id ? `Money on ${all('asset_account_id', 'no account')}` : '',
    contact: all('contact_id', 'without a person'),
    member: search.created_by ? `by ${all('created_by')}` : '',
    amount: amountText(search.amount_min, search.amount_max),
    tag: search.tag ? `#${search.tag}` : (tagged[search.is_tagged ?? ''] ?? ''),
    currency: currencyText(commaList(search.currency_id)),
    section: sectionText(search, all),
    import: importText([...new Set(commaList(search.import_id))], nameOfId),
    moment: search.known_at ? `As it was ${momentOf(search.known_at, today)}` : '',
  }
  return (Object.keys(parameters) as FilterName[]) // its keys are the filters
    .filter((name) => words[name] !== '')
    .map((name) => ({ name, words: words[name].charAt(0).toUpperCase() + words[name].slice(1) }))
}

/** Up to this many imports are told apart; of more, two are named. */
export const MAX_IMPORTS = 3

/** from nov.csv; from nov.csv, oct.csv and 2 others; from one import, where its name is not known. */
function importText(ids: readonly string[], nameOfId: NamesOf): string {
  if (ids.length === 0) return ''
  const known = ids
    .flatMap((id) => nameOfId('import_id', id) ?? [])
    .slice(0, ids.length > MAX_IMPORTS ? MAX_IMPORTS - 1 : MAX_IMPORTS)
  const rest = ids.length - known.length
  if (known.length === 0) return rest === 1 ? 'from one import' : `from ${rest} imports`
  const others = rest === 0 ? [] : [rest === 1 ? '1 other' : `${rest} others`]
  return `from ${shortlyListed([...known, ...others])}`
}

const currencyText = (ids: readonly string[]): string =>
  ids.length === 0 ? '' : `in ${shortlyListed(ids.map((id) => currencyName('en', id.toUpperCase())))}`

const tagged: Readonly<Record<string, string>> = { true: 'With a tag', false: 'Without a tag' }

const kindText = (kind: string): string =>
  kind in kindWords ? kindWords[kind as keyof typeof kindWords] : kind // just looked up

const amountText = (min: string | undefined, max: string | undefined): string =>
  min && max
    ? min === max
      ? `exactly ${min}`
      : `${min} to ${max}`
    : min
      ? `${min} or more`
      : max
        ? `up to ${max}`
        : ''

function sectionText(search: Search, all: (parameter: string) => string): string {
  const flow =
    search.section === 'money' || search.flow === 'between' ? flowWords[search.flow ?? ''] : undefined
  const sections =
    flow ?? shortlyListed(commaList(search.section).map((section) => sectionWords[section] ?? section))
  return search.except_account_id && sections ? `${sections} without ${all('except_account_id')}` : sections
}

/** A version of the book, or a time. */
const momentOf = (knownAt: string, today: Day): string =>
  /^\d+$/.test(knownAt)
    ? `at version ${knownAt}`
    : Number.isNaN(Date.parse(knownAt))
      ? knownAt
      : isDay(knownAt)
        ? `on ${dayText(knownAt)}`
        : momentText(new Date(knownAt).toISOString(), today)

/** Where a jump to a month leads: to its last day, with everything before it below. */
export function jumpTo(month: Month, search: Search, start: MonthStart): Search {
  const { date_to } = daysOfMonth(month, start)
  const isBefore = search.date_from !== undefined && search.date_from > date_to
  return { date_to, ...(isBefore ? { date_from: undefined } : {}) }
}
