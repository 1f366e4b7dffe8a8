import type { ColumnRole } from '../../../contract/import-mapping.ts'
import type { HeadedColumn } from './columns.ts'
import { amountIn } from './csv-row.ts'
import { currencyCodeOf } from './file-values.ts'
import { folded } from './headings.ts'
import { proofOf } from './proof.ts'

/**
 * Decides which of several columns with the same heading is read: banks write Amount and Currency once for the account and once for the
 * purchase. The amount is the one that the balances follow, else the one in the currency of the account, else the one that more rows have, in
 * fewer currencies; the currency is the one beside it. Of days, it is the one that more rows have. The others are not read.
 */
export function settleTwins(
  columns: readonly HeadedColumn[],
  guessed: readonly ColumnRole[],
  currency: string | undefined,
): ColumnRole[] {
  const roles = [...guessed]
  const twinsOf = (role: ColumnRole): number[] => {
    const at = roles.indexOf(role)
    const heading = folded(columns[at]?.heading ?? '')
    if (at < 0 || heading === '') return []
    const same = columns.flatMap((one, index) =>
      folded(one.heading ?? '') === heading && (index === at || roles[index] === 'ignore') ? index : [],
    )
    return same.length > 1 ? same : []
  }
  const choose = (role: ColumnRole, twins: readonly number[], chosen: number | undefined) => {
    if (chosen !== undefined) for (const at of twins) roles[at] = at === chosen ? role : 'ignore'
  }
  const filledMost = (twins: readonly number[]) => best(twins, (at) => filledIn(columns[at]))
  const currencies = twinsOf('currency')
  const beside = (at: number) => [at + 1, at - 1].find((one) => currencies.includes(one))
  const inOwn = (at: number) => {
    const values = columns[beside(at) ?? -1]?.values ?? []
    return values.filter((value) => currency !== undefined && currencyCodeOf(value) === currency).length
  }
  const amounts = twinsOf('amount')
  const balance = columns[roles.indexOf('balance')]
  const proven = amounts.filter((at) => isFollowed(columns[at], balance))
  const own = new Set(amounts.map(inOwn)).size > 1 ? best(amounts, inOwn) : undefined
  const kinds = (at: number) => new Set(columns[beside(at) ?? -1]?.values).size
  const usual = best(
    amounts.toSorted((a, b) => kinds(a) - kinds(b)),
    (at) => filledIn(columns[at]),
  )
  choose('amount', amounts, (proven.length === 1 ? proven[0] : own) ?? usual)
  choose('currency', currencies, beside(roles.indexOf('amount')) ?? filledMost(currencies))
  const dates = twinsOf('date')
  choose('date', dates, filledMost(dates))
  return roles
}

/** The first of the columns that have the highest rank. */
const best = (columns: readonly number[], rankOf: (at: number) => number): number | undefined =>
  columns.toSorted((a, b) => rankOf(b) - rankOf(a))[0]

const filledIn = (column: HeadedColumn | undefined): number =>
  column?.values.filter((value) => value.trim() !== '').length ?? 0

/** Whether each balance is the one before and the amount. */
const isFollowed = (amounts: HeadedColumn | undefined, balances: HeadedColumn | undefined): boolean =>
  (['.', ','] as const).some((decimal) => {
    const rows = (amounts?.values ?? []).map((value, line) => ({
      line,
      key: '',
      date: '2000-01-01',
      amount: amountIn(value, decimal),
      balance: amountIn(balances?.values[line] ?? '', decimal),
    }))
    return rows.every(({ amount }) => amount !== undefined) && proofOf(rows).is === 'agreed'
  })
