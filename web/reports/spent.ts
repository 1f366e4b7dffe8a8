import { isDay } from '../../contract/day.ts'
import { decimalNumber } from '../../contract/money.ts'
import { isMonth } from '../../contract/month.ts'
import type { Spending } from '../../contract/reports.ts'
import { t } from '../../words/t.ts'
import { dayText, monthText, rangeText } from '../ui/dates.ts'
import { decimalsOf, minorOf, sumOf } from '../ui/money.ts'
import { daysBehind, type Figure, onDays } from './behind.ts'
import { changeKey } from './explain.ts'

/** The rows of the report on spending. */

const kinds = ['expense', 'income'] as const
const ways = ['category', 'group', 'contact', 'tag', 'account', 'month', 'day'] as const
export type By = (typeof ways)[number]

export const isBy = (text: string | undefined): text is By => ways.some((way) => way === text)
export const isKind = (text: string | undefined): text is (typeof kinds)[number] =>
  kinds.some((kind) => kind === text)

type SpendingRow = Spending['rows'][number]
type PlainRow = Omit<SpendingRow, 'children' | 'own'>
export type SpentRow = PlainRow & { key: string; label: string; members: readonly SpentRow[] }

/** The key of the total. */
const ALL = 'all'

/** The words for a row without a name. */
const without: Record<By, () => string> = {
  category: () => t('Without a category'),
  group: () => t('Without a category'),
  contact: () => t('Without a contact'),
  tag: () => t('Without a tag'),
  account: () => t('Not from an account'),
  month: () => '',
  day: () => '',
}

/** Whether the rows are months, or days. While another division is asked for, the rows of the previous one are still shown. */
export const isOverTime = (rows: readonly Pick<SpendingRow, 'id'>[], by: By): by is 'month' | 'day' =>
  (by === 'month' && rows.every(({ id }) => id !== null && isMonth(id))) ||
  (by === 'day' && rows.every(({ id }) => id !== null && isDay(id)))

/** The rows with a name each: months and days in the reader's words. */
export function withNames(rows: readonly SpendingRow[], by: By): SpentRow[] {
  const isTime = isOverTime(rows, by)
  return rows.map((row) => {
    const { id, name } = row
    const time = isTime && id !== null ? (by === 'month' ? monthText(id) : dayText(id)) : undefined
    return { ...row, key: id ?? 'none', label: time ?? name ?? id ?? without[by](), members: membersOf(row) }
  })
}

/** The categories of a group, and the part that is recorded in the group itself. */
function membersOf({ id, name, children = [], own }: SpendingRow): SpentRow[] {
  if (children.length === 0) return []
  const some = children.map((row) => ({ ...row, key: row.id ?? 'none', label: row.name ?? '', members: [] }))
  const itself = own
    ? [
        {
          ...own,
          id,
          name,
          key: `${id}.own`,
          label: t('{category} itself', { category: name ?? '' }),
          members: [],
        },
      ]
    : []
  return [...some, ...itself]
}

/** All that was spent or received, and what came back of it apart: rows below zero. */
export function partsOf(
  rows: readonly Pick<SpendingRow, 'amount'>[],
  base: string,
): { whole: bigint; back: bigint } {
  const sum = (isBack: boolean) =>
    sumOf(
      rows.map(({ amount }) => amount).filter((amount) => amount < 0 === isBack),
      base,
    )
  return { whole: sum(false), back: sum(true) }
}

/** The part of a row in all rows above zero, as in the bar above them; none below zero, and of nothing. */
export const shareOf = (
  { amount }: Pick<SpendingRow, 'amount'>,
  whole: bigint,
  base: string,
): number | undefined =>
  amount < 0 || whole === 0n ? undefined : Number(minorOf(amount, base)) / Number(whole)

/** The rows as shares of a whole, groups in their colours. */
export const sharesIn = (rows: readonly SpentRow[], colours?: ReadonlyMap<string, number>) =>
  rows.map(({ key, label, amount }) => ({ key, name: label, amount, colour: colours?.get(key) }))

/** Rows and, behind each of them, its members. */
export const withMembers = (rows: readonly SpentRow[]): SpentRow[] =>
  rows.flatMap((row) => [row, ...row.members])

/** The rows by how much they changed: the largest growth first. */
export const byChange = <T extends Pick<SpendingRow, 'amount' | 'previous'>>(
  rows: readonly T[],
  base: string,
): T[] => {
  const change = ({ amount, previous }: T) => sumOf([amount, -previous], base)
  return rows.toSorted((a, b) => Number(change(b) - change(a)))
}

/** Amounts as they add up, one after the other. */
export function addedUp(amounts: readonly number[], base: string): number[] {
  let digits = 0n
  return amounts.map((amount) => {
    digits += minorOf(amount, base)
    return decimalNumber({ digits, scale: decimalsOf(base) })
  })
}

/** The key of all days up to one of them. */
export const untilKey = (day: string): string => `${day}.until`

/** Every figure of the report that opens: each row now, before, and by how much it changed; both totals; and days added up. */
export function spendingFigures(report: Spending, rows: readonly SpentRow[], by: By): Figure[] {
  const base = report.base_currency_id
  const isTime = isOverTime(rows, by)
  const figuresOf = (
    key: string,
    label: string,
    {
      amount,
      previous,
      explain,
      previous_explain,
    }: Pick<SpentRow, 'amount' | 'previous' | 'explain' | 'previous_explain'>,
  ): Figure[] => {
    const days = daysBehind(explain)
    const change = {
      key: changeKey(key),
      title: key === ALL ? t('Change of the total') : t('Change of {name}', { name: label }),
      amount: sumOf([amount, -previous], base),
      explain,
    }
    const now = {
      key,
      title: isTime || days === '' ? label : t('{name}, {days}', { name: label, days }),
      amount,
      explain,
    }
    if (previous_explain === null) return [now, change]
    const before = daysBehind(previous_explain)
    return [
      now,
      {
        key: `${key}.before`,
        title: t('{name}, {days}', { name: label, days: before }),
        amount: previous,
        explain: previous_explain,
      },
      { ...change, less: previous_explain },
    ]
  }
  const sums = addedUp(
    rows.map(({ amount }) => amount),
    base,
  )
  return [
    ...withMembers(rows).flatMap((row) => figuresOf(row.key, row.label, row)),
    ...figuresOf(ALL, t('Total'), { ...report, amount: report.total, previous: report.previous_total }),
    ...(isTime && by === 'day' ? rows : []).map(({ key }, index) => ({
      key: untilKey(key),
      title: rangeText(report.date_from, key),
      amount: sums[index] ?? 0,
      explain: onDays(report.explain, { ...report, date_to: key }),
    })),
  ]
}

/** So many names have room in a card. */
export const MAX_NAMES = 4

/** Contacts say little about where the money went while those that are named got less than such a part of it. */
const NAMED_PART = 5n

export function isNamedLittle(
  report: Pick<Spending, 'rows' | 'total' | 'base_currency_id'> | undefined,
): boolean {
  if (!report || report.rows.length === 0) return false
  const base = report.base_currency_id
  const named = report.rows.filter(({ id }) => id !== null).map(({ amount }) => amount)
  return sumOf(named, base) * NAMED_PART < minorOf(report.total, base)
}
