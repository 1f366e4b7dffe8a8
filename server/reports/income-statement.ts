import type { Period } from '../../contract/report-parts.ts'
import type { IncomeStatement } from '../../contract/reports.ts'
import { type Db, rows } from '../database/database.ts'
import { nothing, sql, wholeNumber } from '../database/sql.ts'
import { movementsBetween, movementsBy } from '../ledger/balances.sql.ts'
import type { BookRow } from '../ledger/book.ts'
import { accountsAt } from '../ledger/known-at.sql.ts'
import { movementAddress, transactionsAddress } from '../lists/explain.ts'
import { mapInSlices } from '../process/slices.ts'
import { inPlace } from '../records/category.ts'
import { sectionOf } from '../records/sections.ts'
import {
  addUp,
  type By,
  checkAmounts,
  MAX_AMOUNTS,
  periodsIn,
  type Range,
  seriesToApi,
  startsOf,
  sumOf,
} from './periods.ts'

type MovedRow = {
  account_id: string
  category_id: string | null
  category_name: string
  section: 'income' | 'exchange' | 'expense'
  /** The periods in which the account moved, from 1, and the movements in them. */
  periods: number[]
  moved: string[]
} & GroupColumns

/** The group that the category of an account stands in; nulls if it stands in none, and where groups are not asked for. */
type GroupColumns = { group_id?: string | null; group_name?: string | null; group_account_id?: string | null }

/** Groups with their categories, by position and name; accounts without a category come last. */
const groups = {
  columns: sql`, p.id as group_id, p.name as group_name, p.account_id as group_account_id`,
  order: sql`c.id is null, ${inPlace(sql`coalesce(p.position, c.position)`)}, coalesce(p.name, c.name) collate "und-x-icu",
             coalesce(p.created_version, c.created_version), coalesce(p.id, c.id), ${inPlace(sql`c.position`)}, c.name collate "und-x-icu", c.created_version, c.id,`,
}

const readMoved = (
  db: Db,
  book: BookRow,
  { periods, version, isByGroup, created_by }: { periods: readonly Period[]; isByGroup: boolean } & AtVersion,
): Promise<MovedRow[]> =>
  rows(
    db,
    // Materialised: without statistics, the planner expects one account, and would repeat the sum for each.
    sql`with s as materialized (
          select period, account_id, sum(base_amount) as base_amount
          from ${created_by === undefined ? movementsBetween(book, startsOf(periods), version) : movementsBy(book, startsOf(periods), version, created_by)} parts
          group by period, account_id having sum(base_amount) <> 0),
        moved as (
          select a.id, a.name, a.code, ${sectionOf(sql`a`)} as section, s.period, s.base_amount
          from s join ${accountsAt(book, version)} a on a.id = s.account_id
          where a.type in ('income', 'expense') limit ${wholeNumber(MAX_AMOUNTS + 1)}),
        m as (
          select id, name, code, section, array_agg(period) as periods, array_agg(base_amount::text) as moved
          from moved group by id, name, code, section)
        select m.id as account_id, c.id as category_id, coalesce(c.name, m.name) as category_name, m.section, m.periods, m.moved
               ${isByGroup ? groups.columns : nothing}
        from m left join categories c on c.book_id = ${book.id} and c.account_id = m.id
        ${isByGroup ? sql`left join categories p on p.book_id = ${book.id} and p.id = c.parent_id` : nothing}
        order by ${isByGroup ? groups.order : nothing} m.code`,
  )

export type PeriodsRow = Omit<MovedRow, 'periods' | 'moved'> & { amounts: bigint[] }
/** As known at which version, and by whom: by all unless a person is given. */
type AtVersion = { version: number | undefined; created_by?: string | undefined }

/** Income and expense of an account in each period, positive on the normal side. */
function rowOf({ periods, moved, ...account }: MovedRow, length: number): PeriodsRow {
  const amounts = Array<bigint>(length).fill(0n)
  for (const [index, period] of periods.entries())
    amounts[period - 1] = BigInt(moved[index] ?? 0) * (account.section === 'expense' ? 1n : -1n)
  return { ...account, amounts }
}

type PeriodsQuery = { by: By; isByGroup: boolean } & AtVersion

/** The income and expense accounts that moved in the periods of a range. */
export async function readPeriods(
  db: Db,
  book: BookRow,
  range: Range,
  { by, isByGroup, version, created_by }: PeriodsQuery,
): Promise<{ periods: Period[]; all: PeriodsRow[] }> {
  const periods = periodsIn(book, by, range)
  const found = await readMoved(db, book, { periods, version, isByGroup, created_by })
  checkAmounts(
    found.reduce((count, { moved }) => count + moved.length, 0),
    by,
    range,
  )
  const shown = new Set(found.flatMap((one) => [one.account_id, one.group_account_id ?? one.account_id]))
  checkAmounts(shown.size * periods.length, by, range)
  return { periods, all: found.map((one) => rowOf(one, periods.length)) }
}

/** A group with the rows of its categories, or a row without a group. */
export type StatementGroup = { head: PeriodsRow; own: PeriodsRow | null; children: PeriodsRow[] }

/** Rows by group. The amounts of a group's head are its own and those of its categories. */
export function groupsOf(all: readonly PeriodsRow[]): StatementGroup[] {
  const keyOf = ({ account_id, group_account_id }: PeriodsRow) => group_account_id ?? account_id
  return [...Map.groupBy(all, keyOf).values()].flatMap((members) => {
    const children = members.filter(({ group_id }) => group_id)
    const own = members.find(({ group_id }) => !group_id) ?? null
    const [child] = children
    if (!child) return own ? [{ head: own, own: null, children }] : []
    const head = {
      account_id: child.group_account_id ?? '',
      category_id: child.group_id ?? null,
      category_name: child.group_name ?? '',
      section: child.section,
      amounts: addUp(
        child.amounts.length,
        members.map(({ amounts }) => amounts),
      ),
    }
    return [{ head, own, children }]
  })
}

/** The part of the income that is left, with four decimals; null without income. */
function savingsRate(net: bigint, income: bigint): number | null {
  if (income <= 0n) return null
  const size = (2n * 10_000n * (net < 0n ? -net : net) + income) / (2n * income)
  return Number(net < 0n ? -size : size) / 10_000
}

/** The income statement of a range, by periods. */
export async function computeIncomeStatement(
  db: Db,
  book: BookRow,
  range: Range,
  asked: Omit<PeriodsQuery, 'version'>,
  version: number | undefined,
): Promise<IncomeStatement> {
  const { created_by } = asked
  const { periods, all } = await readPeriods(db, book, range, { ...asked, version })
  const base = book.base_currency_id
  const explained = (explain: (days: Range) => string) => ({
    explain: explain(range),
    explains: periods.map(explain),
  })
  const figuresOf = ({ account_id, amounts }: PeriodsRow) => ({
    ...seriesToApi(amounts, base),
    ...explained((days) => movementAddress(account_id, days, version, created_by)),
  })
  const rowToApi = (row: PeriodsRow) => ({
    account_id: row.account_id,
    category_id: row.category_id,
    category_name: row.category_name,
    ...figuresOf(row),
  })
  const groupToApi = ({ head, own, children }: StatementGroup) => ({
    ...rowToApi(head),
    ...(children.length > 0 &&
      head.category_id !== null &&
      explained((days) =>
        transactionsAddress({ group_id: head.category_id ?? '', created_by }, days, version),
      )),
    children: children.map(rowToApi),
    own: own && figuresOf(own),
  })
  const [expense, income] = [true, false].map((isExpense) =>
    all.filter(({ section }) => (section === 'expense') === isExpense),
  ) as [PeriodsRow[], PeriodsRow[]] // one for each of two values
  const toApi = (rows: PeriodsRow[]) =>
    asked.isByGroup ? mapInSlices(groupsOf(rows), groupToApi) : mapInSlices(rows, rowToApi)
  const totalOf = (rows: readonly PeriodsRow[]) =>
    addUp(
      periods.length,
      rows.map(({ amounts }) => amounts),
    )
  const [totalIncome, totalExpense] = [totalOf(income), totalOf(expense)]
  const net = totalIncome.map((amount, index) => amount - (totalExpense[index] ?? 0n))
  const total = (amounts: readonly bigint[], section: string) => ({
    ...seriesToApi(amounts, base),
    ...explained((days) => transactionsAddress({ section, created_by }, days, version)),
  })
  return {
    base_currency_id: base,
    ...range,
    periods,
    income: await toApi(income),
    expense: await toApi(expense),
    totals: {
      income: total(totalIncome, 'income,exchange'),
      expense: total(totalExpense, 'expense'),
      net: total(net, 'income,exchange,expense'),
      savings_rate: {
        amounts: net.map((amount, index) => savingsRate(amount, totalIncome[index] ?? 0n)),
        total: savingsRate(sumOf(net), sumOf(totalIncome)),
      },
    },
  }
}
