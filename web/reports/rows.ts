import type { Day } from '../../contract/day.ts'
import type { Period } from '../../contract/report-parts.ts'
import type { CashFlow, IncomeStatement } from '../../contract/reports.ts'
import { t } from '../../words/t.ts'
import { sumOf } from '../ui/money.ts'
import { daysBehind, type Figure, onDays } from './behind.ts'
import { changeKey } from './explain.ts'
import { periodText } from './span.ts'

/** The rows of reports with one column for each period. */

export type SeriesRow = {
  key: string
  name: string
  amounts: readonly number[]
  total: number
  /** The lists behind the amounts; where there are none, the amounts do not open. */
  explains?: readonly string[]
  /** The list behind the total. */
  explain?: string
  /** Money in is green with +. */
  signed?: boolean
  /** The rows that it opens to. */
  members?: readonly SeriesRow[]
}

export type RowGroup = { key: string; title: string; rows: readonly SeriesRow[]; total?: SeriesRow }

/** A row of parts of a whole, from 0 to 1; null where there is no whole. */
export type RateRow = { name: string; amounts: readonly (number | null)[]; total: number | null }

/** The key of a figure in the address. */
export const figureKey = (row: Pick<SeriesRow, 'key'>, label: string): string => `${row.key}.${label}`

/** The label of the column that adds up all periods. */
export const SUM = 'sum'

/** Every figure of the rows that opens. */
export function figuresOf(rows: readonly SeriesRow[], periods: readonly Period[], whole: string): Figure[] {
  return rows.flatMap((row): Figure[] => {
    const signed = row.signed === true
    const cells = periods.flatMap((period, index): Figure[] => {
      const explain = row.explains?.[index]
      if (explain === undefined) return []
      const before = periods[index - 1]
      return [
        {
          key: figureKey(row, period.label),
          title: t('{name}, {days}', { name: row.name, days: periodText(period) }),
          amount: row.amounts[index] ?? 0,
          explain,
          signed,
          ...(before
            ? {
                notes: [
                  {
                    words: t('{period}: [October 2026: €80]', { period: periodText(before) }),
                    amount: row.amounts[index - 1] ?? 0,
                  },
                ],
              }
            : {}),
        },
      ]
    })
    const sum: Figure[] =
      row.explain === undefined
        ? []
        : [
            {
              key: figureKey(row, SUM),
              title: t('{name}, {days}', { name: row.name, days: whole }),
              amount: row.total,
              explain: row.explain,
              signed,
            },
          ]
    return [...cells, ...sum]
  })
}

/** All rows of groups, in the order in which they are shown. */
export const rowsOf = (groups: readonly RowGroup[], final?: SeriesRow): SeriesRow[] => [
  ...groups.flatMap(({ rows, total }) => [
    ...rows.flatMap((row) => [row, ...(row.members ?? [])]),
    ...(total ? [total] : []),
  ]),
  ...(final ? [final] : []),
]

/** How many periods there are before the first with anything in it: they show no figures. */
export function emptyBefore(groups: readonly RowGroup[], periods: readonly unknown[]): number {
  const first = periods.findIndex((_, index) =>
    groups.some(({ rows }) => rows.some(({ amounts }) => (amounts[index] ?? 0) !== 0)),
  )
  return first < 0 ? periods.length : first
}

/** A chart of a single bar says little: so many columns stay, with or without entries. Those before the first entry are pale and have no figures. */
const MIN_COLUMNS = 3

/** How many periods are before the first day of the book: they have no column. Until that day is known, those without anything in them. */
export function beforeBook(
  groups: readonly RowGroup[],
  periods: readonly Period[],
  first: Day | undefined,
): number {
  return skippedOf(emptyBefore(groups, periods), periods, first)
}

/** The same, where so many periods at the beginning are known to be empty. */
export function skippedOf(empty: number, periods: readonly Period[], first: Day | undefined): number {
  if (empty === periods.length) return 0
  const before =
    first === undefined ? empty : periods.slice(0, empty).filter(({ date_to }) => date_to < first).length
  return Math.min(before, Math.max(0, periods.length - MIN_COLUMNS))
}

const rowFrom = (row: SeriesRow, count: number): SeriesRow => ({
  ...row,
  amounts: row.amounts.slice(count),
  ...(row.explains && { explains: row.explains.slice(count) }),
  ...(row.members && { members: row.members.map((member) => rowFrom(member, count)) }),
})

/** The rows without their first periods. */
export const rowsFrom = (
  { groups, final }: { groups: readonly RowGroup[]; final: SeriesRow },
  count: number,
) => ({
  groups: groups.map(
    ({ rows, total, ...group }): RowGroup => ({
      ...group,
      rows: rows.map((row) => rowFrom(row, count)),
      ...(total && { total: rowFrom(total, count) }),
    }),
  ),
  final: rowFrom(final, count),
})

/** The largest first, so that the important ones are at the top; the order of the codes where they are equal. */
const byTotal = <Row extends { total: number }>(rows: readonly Row[]): Row[] =>
  rows.toSorted((a, b) => b.total - a.total)

/** Income and spending as rows. */
export function statementRows({ income, expense, totals }: IncomeStatement): {
  groups: RowGroup[]
  final: SeriesRow
} {
  const rowOf = ({ children = [], own, ...row }: IncomeStatement['income'][number]): SeriesRow => {
    const [key, name] = [row.account_id, row.category_name]
    const some = byTotal(children).map((child) => ({
      ...child,
      key: child.account_id,
      name: child.category_name,
    }))
    const itself = own
      ? [{ ...own, key: `${key}.own`, name: t('{category} itself', { category: name }) }]
      : []
    return { ...row, key, name, ...(some.length > 0 && { members: [...some, ...itself] }) }
  }
  return {
    groups: [
      {
        key: 'income',
        title: t('Income'),
        rows: byTotal(income).map(rowOf),
        total: { ...totals.income, key: 'income', name: t('All income') },
      },
      {
        key: 'expense',
        title: t('Spending'),
        rows: byTotal(expense).map(rowOf),
        total: { ...totals.expense, key: 'expense', name: t('All spending') },
      },
    ],
    final: { ...totals.net, key: 'kept', name: t('Kept'), signed: true },
  }
}

const betweenName = (amounts: readonly number[]): string =>
  amounts.every((amount) => amount >= 0)
    ? t('From other books')
    : amounts.every((amount) => amount <= 0)
      ? t('To other books')
      : t('From and to other books')

/** Money into and out of the accounts, as rows. */
export function flowRows({ accounts, totals }: CashFlow): { groups: RowGroup[]; final: SeriesRow } {
  return {
    groups: [
      {
        key: 'all',
        title: t('Cash, bank and savings'),
        rows: [
          { ...totals.came_in, key: 'in', name: t('Came in') },
          { ...totals.went_out, key: 'out', name: t('Went out') },
          ...(totals.opening.amounts.some((amount) => amount !== 0)
            ? [{ ...totals.opening, key: 'opening', name: t('What these accounts began with'), signed: true }]
            : []),
          ...(totals.between.amounts.some((amount) => amount !== 0)
            ? [{ ...totals.between, key: 'between', name: betweenName(totals.between.amounts), signed: true }]
            : []),
        ],
      },
      {
        key: 'accounts',
        title: t('Change by account'),
        rows: accounts.map((account) => ({
          ...account.net,
          key: account.account_id,
          name: account.account_name,
          explain: account.explain,
          explains: account.explains,
          signed: true,
        })),
      },
    ],
    final: {
      ...totals.net,
      key: 'net',
      name: t('Change'),
      explain: totals.explain,
      explains: totals.explains,
      signed: true,
    },
  }
}

export type Compared = { key: string; name: string; now: number; before: number }

/** Two statements side by side: every row that one of them has. */
export function comparedRows(now: IncomeStatement, before: IncomeStatement) {
  const group = (which: 'income' | 'expense'): Compared[] => {
    const names = new Map([...before[which], ...now[which]].map((row) => [row.account_id, row.category_name]))
    const totals = (statement: IncomeStatement) =>
      new Map(statement[which].map((row) => [row.account_id, row.total]))
    const [mine, theirs] = [totals(now), totals(before)]
    return [...names]
      .map(([key, name]) => ({ key, name, now: mine.get(key) ?? 0, before: theirs.get(key) ?? 0 }))
      .sort((a, b) => b.now - a.now || b.before - a.before)
  }
  return { income: group('income'), expense: group('expense') }
}

/** Every figure of two statements side by side that opens: each row of both, and by how much it changed. */
export function comparedFigures(now: IncomeStatement, before: IncomeStatement): Figure[] {
  const base = now.base_currency_id
  const rowsIn = ({ income, expense, totals }: IncomeStatement) => [
    ...[...income, ...expense].map((row) => ({ ...row, key: row.account_id, name: row.category_name })),
    { ...totals.income, key: 'income', name: t('All income') },
    { ...totals.expense, key: 'expense', name: t('All spending') },
    { ...totals.net, key: 'kept', name: t('Kept') },
  ]
  const [mine, theirs] = [now, before].map((one) => new Map(rowsIn(one).map((row) => [row.key, row])))
  return [...new Map([...(theirs ?? []), ...(mine ?? [])]).values()].flatMap(({ key, name, explain }) => {
    // A row that only one of them has is nothing in the other.
    const [amount, previous] = [mine?.get(key)?.total ?? 0, theirs?.get(key)?.total ?? 0]
    const [list, less] = [onDays(explain, now), onDays(explain, before)]
    return [
      {
        key: `${key}.now`,
        title: t('{name}, {days}', { name, days: daysBehind(list) }),
        amount,
        explain: list,
      },
      {
        key: `${key}.before`,
        title: t('{name}, {days}', { name, days: daysBehind(less) }),
        amount: previous,
        explain: less,
      },
      {
        key: changeKey(key),
        title: t('Change of {name}', { name }),
        amount: sumOf([amount, -previous], base),
        explain: list,
        less,
      },
    ]
  })
}

/** The period that is shown alone on a phone: the one of the address, else the current one, else the latest. */
export const shownPeriod = (periods: readonly Period[], label: string | undefined, today: Day): number => {
  const at = periods.findIndex((period) => period.label === label)
  if (at >= 0) return at
  const current = periods.findIndex(({ date_from, date_to }) => date_from <= today && today <= date_to)
  return current >= 0 ? current : periods.length - 1
}
