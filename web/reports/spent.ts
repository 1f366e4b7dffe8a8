import { isDay } from '../../contract/day.ts'
import { isMonth } from '../../contract/month.ts'
import type { Spending } from '../../contract/reports.ts'
import { dayText, monthText } from '../ui/dates.ts'
import { sumOf } from '../ui/money.ts'
import type { Figure } from './behind.ts'

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

/** The words for a row without a name. */
const without: Record<By, string> = {
  category: 'Without a category',
  group: 'Without a category',
  contact: 'Without a contact',
  tag: 'Without a tag',
  account: 'Not from an account',
  month: '',
  day: '',
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
    return { ...row, key: id ?? 'none', label: time ?? name ?? id ?? without[by], members: membersOf(row) }
  })
}

/** The categories of a group, and the part that is recorded in the group itself. */
function membersOf({ id, name, children = [], own }: SpendingRow): SpentRow[] {
  if (children.length === 0) return []
  const some = children.map((row) => ({ ...row, key: row.id ?? 'none', label: row.name ?? '', members: [] }))
  const itself = own ? [{ ...own, id, name, key: `${id}.own`, label: `${name} itself`, members: [] }] : []
  return [...some, ...itself]
}

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

/** Every figure of the report that opens: each row, each row before, and both totals. */
export function spendingFigures(report: Spending, rows: readonly SpentRow[]): Figure[] {
  const before = (key: string, title: string, amount: number, explain: string | null): Figure[] =>
    explain === null ? [] : [{ key: `${key}.before`, title: `${title}, the time before`, amount, explain }]
  return [
    ...withMembers(rows).flatMap(({ key, label, amount, explain, previous, previous_explain }) => [
      { key, title: label, amount, explain },
      ...before(key, label, previous, previous_explain),
    ]),
    { key: 'all', title: 'Total', amount: report.total, explain: report.explain },
    ...before('all', 'Total', report.previous_total, report.previous_explain),
  ]
}
