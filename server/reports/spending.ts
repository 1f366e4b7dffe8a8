import { addDays } from '../../contract/day.ts'
import type { Period } from '../../contract/report-parts.ts'
import type { Spending } from '../../contract/reports.ts'
import type { Db } from '../database/database.ts'
import { amountToApi } from '../ledger/amounts.ts'
import type { BookRow } from '../ledger/book.ts'
import { movementAddress, transactionsAddress } from '../lists/explain.ts'
import { comparedWith, comparedWithYear, explainListed, periodsIn, type Range, startsOf } from './periods.ts'
import { readSpent, type SpentRow } from './spending.sql.ts'

const MAX_ROWS = 1_000

type Grouping = 'category' | 'group' | 'contact' | 'tag' | 'account' | 'month' | 'day'
type SpendingKind = 'expense' | 'income'
type SpendingRow = Spending['rows'][number]
type SpendingQuery = {
  by: Grouping
  kind: SpendingKind
  compare: 'previous' | 'year'
  isByGroup: boolean
  created_by: string | undefined
}

/** The part of a total, with six decimals; null if the total is 0. */
const shareOf = (amount: bigint, total: bigint): number | null =>
  total === 0n ? null : Number((amount * 1_000_000n) / total) / 1_000_000

/** The list behind a row. */
function explainRow(
  { id, account_id }: SpentRow,
  {
    by,
    kind,
    range,
    version,
    created_by,
  }: { range: Range; version: number | undefined } & Pick<SpendingQuery, 'by' | 'kind' | 'created_by'>,
): string {
  const listed = (filter: Parameters<typeof transactionsAddress>[0]) =>
    transactionsAddress({ ...filter, created_by }, range, version)
  if (by === 'category' || by === 'group') {
    if (id === null) return movementAddress(account_id ?? '', range, version, created_by)
    return listed(by === 'group' ? { group_id: id } : { category_id: id })
  }
  const section = kind
  if (by === 'contact') return listed({ section, contact_id: id ?? 'none' })
  if (by === 'account') return listed({ section, asset_account_id: id ?? 'none' })
  return listed({ section, ...(id === null ? { is_tagged: false } : { tag: id }) })
}

const figuresOf = ({ id: _, name: __, ...figures }: SpendingRow) => figures

/** Computes spending or income of a range, by a grouping, against the days that it is compared with. */
export async function computeSpending(
  db: Db,
  book: BookRow,
  range: Range,
  { by: asked, kind, compare, isByGroup, created_by }: SpendingQuery,
  version: number | undefined,
): Promise<Spending> {
  const by = isByGroup ? 'group' : asked
  const isByTime = by === 'month' || by === 'day'
  const periods = periodsIn(book, isByTime ? by : 'none', range)
  const previous = compare === 'year' ? comparedWithYear(book, range) : comparedWith(book, range)
  const starts = startsOf(periods)
  const before = starts.map(previous.counterpart)
  const query = { kind, starts, previous: before, version, created_by, hasMembers: isByGroup }
  const spent = isByTime
    ? await readSpent(db, book, { ...query, by: 'period', limit: periods.length })
    : await readSpent(db, book, { ...query, by, limit: MAX_ROWS + 1 })
  const base = book.base_currency_id
  const total = BigInt(spent.total.amount)
  const toApi = (
    found: Pick<SpentRow, 'id' | 'name' | 'amount' | 'previous' | 'count'>,
    explain: (days: Range) => string,
    [now, then]: [Range, Range] = [range, previous],
  ): SpendingRow => {
    const [amount, before] = [BigInt(found.amount), BigInt(found.previous)]
    return {
      id: found.id,
      name: found.name,
      amount: amountToApi(amount, base),
      share: shareOf(amount, total),
      previous: amountToApi(before, base),
      change: amountToApi(amount - before, base),
      count: found.count,
      explain: explain(now),
      previous_explain: explainListed(explain, then),
    }
  }
  const explainTotal = (days: Range) => transactionsAddress({ section: kind, created_by }, days, version)
  const byId = new Map(spent.rows.map((one) => [one.id, one]))
  const byTime = (period: Period, index: number): SpendingRow => {
    const { amount = '0', previous = '0', count = 0 } = byId.get(String(index + 1)) ?? {}
    const { label } = period
    const then = { date_from: before[index] ?? '', date_to: addDays(before[index + 1] ?? '', -1) }
    return toApi({ id: label, name: label, amount, previous, count }, explainTotal, [period, then])
  }
  const rowOf = (found: SpentRow, by: Grouping) =>
    toApi(found, (days) => explainRow(found, { by, kind, range: days, version, created_by }))
  const members = Map.groupBy(spent.members.slice(0, MAX_ROWS), ({ group_id }) => group_id)
  const groupOf = (found: SpentRow): SpendingRow => {
    const all = members.get(found.id ?? '') ?? []
    const children = all.filter(({ id }) => id !== found.id).map((one) => rowOf(one, 'category'))
    const own = children.length > 0 && all.find(({ id }) => id === found.id)
    return { ...rowOf(found, 'group'), children, own: own ? figuresOf(rowOf(own, 'category')) : null }
  }
  return {
    base_currency_id: base,
    ...range,
    previous_date_from: previous.date_from,
    previous_date_to: previous.date_to,
    rows: isByTime
      ? periods.map(byTime)
      : spent.rows.slice(0, MAX_ROWS).map((found) => (isByGroup ? groupOf(found) : rowOf(found, by))),
    total: amountToApi(total, base),
    previous_total: amountToApi(BigInt(spent.total.previous), base),
    explain: explainTotal(range),
    previous_explain: explainListed(explainTotal, previous),
    is_complete: isByTime || Math.max(spent.rows.length, spent.members.length) <= MAX_ROWS,
  }
}
