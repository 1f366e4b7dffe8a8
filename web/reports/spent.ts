import type { Spending } from '../../contract/reports.ts'
import { dayText, monthText } from '../ui/dates.ts'
import type { Figure } from './behind.ts'

/** The rows of the report on spending. */

const kinds = ['expense', 'income'] as const
const ways = ['category', 'contact', 'tag', 'account', 'month', 'day'] as const
export type By = (typeof ways)[number]

export const isBy = (text: string | undefined): text is By => ways.some((way) => way === text)
export const isKind = (text: string | undefined): text is (typeof kinds)[number] =>
  kinds.some((kind) => kind === text)

type Given = Spending['rows'][number]
export type SpentRow = Given & { key: string; label: string }

/** What a row without a name is. */
const without: Record<By, string> = {
  category: 'Without a category',
  contact: 'Without a contact',
  tag: 'Without a tag',
  account: 'Not from an account',
  month: '',
  day: '',
}

/** The rows with a name each: months and days in the reader's words. */
export const withNames = (rows: readonly Given[], by: By): SpentRow[] =>
  rows.map((row) => ({
    ...row,
    key: row.id ?? 'none',
    label:
      by === 'month' && row.id !== null
        ? monthText(row.id)
        : by === 'day' && row.id !== null
          ? dayText(row.id)
          : (row.name ?? row.id ?? without[by]),
  }))

/** Every figure of the report that opens: each row, each row before, and both totals. */
export function spendingFigures(report: Spending, rows: readonly SpentRow[]): Figure[] {
  const before = (key: string, title: string, amount: number, explain: string | null): Figure[] =>
    explain === null ? [] : [{ key: `${key}.before`, title: `${title}, the time before`, amount, explain }]
  return [
    ...rows.flatMap(({ key, label, amount, explain, previous, previous_explain }) => [
      { key, title: label, amount, explain },
      ...before(key, label, previous, previous_explain),
    ]),
    { key: 'all', title: 'All together', amount: report.total, explain: report.explain },
    ...before('all', 'All together', report.previous_total, report.previous_explain),
  ]
}
