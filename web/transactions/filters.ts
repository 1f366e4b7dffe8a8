import { type Day, isDay } from '../../contract/day.ts'
import { addMonths, daysOfMonth, type Month, type MonthStart, monthOfDay } from '../../contract/month.ts'
import type { TransactionQuery } from '../../contract/transaction-query.ts'
import { t } from '../../words/t.ts'
import type { Search } from '../page/address.ts'
import { dayText, momentText, monthText, rangeText } from '../ui/dates.ts'
import { currencyName } from '../ui/money.ts'
import { readSearched } from './searched.ts'
import { atStart, kindWord, othersText, shortlyListed } from './title.ts'

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
  month: () => t('This month'),
  'last-month': () => t('Last month'),
  year: () => t('This year'),
  'last-year': () => t('Last year'),
}

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
  const since = (day: string) => t('Since {day}', { day })
  const until = (day: string) => t('Until {day}', { day })
  if (from && !isDay(from)) return since(from)
  if (to && !isDay(to)) return until(to)
  if (!from || !to) return from ? since(dayText(from)) : to ? until(dayText(to)) : ''
  const month = monthNamed(from, to, start)
  if (month) return monthText(month)
  const year = Number(monthOfDay(from, start).slice(0, 4))
  const whole = daysOfYear(year, start)
  if (whole.date_from === from && whole.date_to === to) return String(year)
  return from <= to
    ? rangeText(from, to)
    : t('{first} to {last}', { first: dayText(from), last: dayText(to) })
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

const sectionWords: Readonly<Record<string, () => string>> = {
  money: () => t('Money'),
  claim: () => t('Owed to you'),
  liability: () => t('You owe'),
  equity: () => t('Equity'),
  income: () => t('Income'),
  exchange: () => t('Exchange gains'),
  expense: () => t('Spending'),
}

const flowWords: Readonly<Record<string, () => string>> = {
  in: () => t('Money that came in'),
  out: () => t('Money that went out'),
  between: () => t('Money from and to other books'),
}

/** Transactions that have none of what a filter is about. */
const noneOf: Readonly<Record<string, (isFirst: boolean) => string>> = {
  asset_account_id: () => t('no account'),
  contact_id: (isFirst) => (isFirst ? t('Without a person') : t('without a person')),
}

export type Chip = { name: FilterName; words: string }

/** The filters of the list, in plain words. The text that is searched for stands in its own field. */
export function chipsOf(search: Search, nameOfId: NamesOf, start: MonthStart, today: Day): Chip[] {
  const nameIn = (parameter: string, id: string, isFirst: boolean): string => {
    if (id === 'none') return noneOf[parameter]?.(isFirst) ?? ''
    const name = nameOfId(parameter, id)
    if (name !== undefined) return isFirst ? atStart(name) : name
    return isFirst ? t('One that is gone') : t('one that is gone')
  }
  /** The names of a filter; `begins` where the words of the chip begin with them. */
  const all = (parameter: string, begins = false) =>
    shortlyListed(
      commaList(search[parameter]).map((id, index) => nameIn(parameter, id, begins && index === 0)),
    )
  const words: Record<FilterName, string> = {
    period: dayRangeText(search.date_from, search.date_to, start),
    kind: shortlyListed(commaList(search.kind).map(kindText)),
    category: all('category_id', true),
    group: search.group_id ? t('{categories} (group)', { categories: all('group_id', true) }) : '',
    account: all('account_id', true),
    place: search.asset_account_id ? t('Money on {accounts}', { accounts: all('asset_account_id') }) : '',
    contact: all('contact_id', true),
    member: search.created_by ? t('By {people}', { people: all('created_by') }) : '',
    amount: amountText(search.amount_min, search.amount_max),
    tag: search.tag ? `#${search.tag}` : (tagged[search.is_tagged ?? '']?.() ?? ''),
    currency: currencyText(commaList(search.currency_id)),
    section: sectionText(search, all('except_account_id')),
    import: importText([...new Set(commaList(search.import_id))], nameOfId),
    moment: search.known_at ? knownText(search.known_at, today) : '',
  }
  return (Object.keys(parameters) as FilterName[]) // its keys are the filters
    .filter((name) => words[name] !== '')
    .map((name) => ({ name, words: words[name] }))
}

/** Up to this many imports are told apart; of more, two are named. */
export const MAX_IMPORTS = 3

/** From nov.csv; From nov.csv, oct.csv and 2 others; From one import, where its name is not known. */
function importText(ids: readonly string[], nameOfId: NamesOf): string {
  if (ids.length === 0) return ''
  const known = ids
    .flatMap((id) => nameOfId('import_id', id) ?? [])
    .slice(0, ids.length > MAX_IMPORTS ? MAX_IMPORTS - 1 : MAX_IMPORTS)
  const rest = ids.length - known.length
  if (known.length === 0)
    return t('{count, plural, =1 {From one import} other {From # imports}}', { count: rest })
  const others = rest === 0 ? [] : [othersText(rest)]
  return t('From {imports}', { imports: shortlyListed([...known, ...others]) })
}

const currencyText = (ids: readonly string[]): string =>
  ids.length === 0
    ? ''
    : t('In {currencies}', {
        currencies: shortlyListed(ids.map((id) => currencyName(id.toUpperCase()))),
      })

const tagged: Readonly<Record<string, () => string>> = {
  true: () => t('With a tag'),
  false: () => t('Without a tag'),
}

const kindText = (kind: string): string => kindWord(kind) ?? atStart(kind)

const amountText = (min: string | undefined, max: string | undefined): string =>
  min && max
    ? min === max
      ? t('Exactly {amount}', { amount: min })
      : t('{least} to {most}', { least: min, most: max })
    : min
      ? t('{amount} or more', { amount: min })
      : max
        ? t('Up to {amount}', { amount: max })
        : ''

function sectionText(search: Search, exceptions: string): string {
  const flow =
    search.section === 'money' || search.flow === 'between' ? flowWords[search.flow ?? ''] : undefined
  const sections =
    flow?.() ??
    shortlyListed(commaList(search.section).map((section) => sectionWords[section]?.() ?? atStart(section)))
  return search.except_account_id && sections
    ? t('{sections} without {accounts}', { sections, accounts: exceptions })
    : sections
}

/** The books as they were at a version of the book, or at a time. */
function knownText(knownAt: string, today: Day): string {
  if (/^\d+$/.test(knownAt)) return t('As it was at version {version}', { version: knownAt })
  if (Number.isNaN(Date.parse(knownAt))) return t('As it was {moment}', { moment: knownAt })
  if (isDay(knownAt)) return t('As it was on {day}', { day: dayText(knownAt) })
  return t('As it was {moment}', { moment: momentText(new Date(knownAt).toISOString(), today) })
}

/** Where a jump to a month leads: to its last day, with everything before it below. */
export function jumpTo(month: Month, search: Search, start: MonthStart): Search {
  const { date_to } = daysOfMonth(month, start)
  const isBefore = search.date_from !== undefined && search.date_from > date_to
  return { date_to, ...(isBefore ? { date_from: undefined } : {}) }
}
