import type { ImportAdded } from '../../contract/import-mapping.ts'
import { t } from '../../words/t.ts'
import { REST, type Share, sharesOf } from '../ui/charts/shares.ts'
import { sumOf } from '../ui/money.ts'

const words = {
  income: () => t('In [money]'),
  expense: () => t('Out [money]'),
  transfer: () => t('Moved between accounts and cards'),
  payment: () => t('Debts paid'),
} as const

/** The last line of a list: the sum of its rows, and how many transactions they are. */
const totalOf = (added: readonly ImportAdded[], currency: string) => ({
  amount: sumOf(
    added.map(({ amount }) => amount),
    currency,
  ),
  count: added.reduce((sum, { count }) => sum + count, 0),
})

/** How many transactions a row of the list stands for, also the row of those that share the last colour. */
export function countOf(
  key: string,
  items: readonly (Share & { count: number })[],
  currency: string,
): number {
  const rows = key === REST ? sharesOf(items, currency).rest : items.filter((item) => item.key === key)
  return rows.reduce((sum, { count }) => sum + count, 0)
}

/**
 * The sums of what an import has added, and the categories of its spending and income. A category whose refunds are larger has no share: it
 * is named by itself, so that the rows of a list add up to its sum.
 */
export function addedFigures(added: readonly ImportAdded[], currency: string) {
  const of = (kind: ImportAdded['kind']) => added.filter((one) => one.kind === kind)
  const shares = (kind: 'expense' | 'income') =>
    of(kind).flatMap(({ category_id, category_name, amount, count }) =>
      amount > 0 ? [{ key: category_id ?? '', name: category_name ?? t('No category'), amount, count }] : [],
    )
  const refunds = (kind: 'expense' | 'income') =>
    of(kind).flatMap(({ category_id, category_name, amount, count }) =>
      amount < 0 ? [{ key: category_id ?? '', name: category_name ?? t('No category'), amount, count }] : [],
    )
  const kinds = ['income', 'expense', 'transfer', 'payment'] as const
  return {
    figures: kinds.flatMap((kind) => {
      const own = of(kind)
      const amount = sumOf(
        own.map((one) => one.amount),
        currency,
      )
      return own.length === 0 ? [] : [{ kind, words: words[kind](), amount }]
    }),
    lists: (['expense', 'income'] as const).map((kind) => ({
      kind,
      total: totalOf(of(kind), currency),
      words: kind === 'expense' ? t('Spent, by category') : t('Received, by category'),
      items: shares(kind),
      refunds: refunds(kind),
    })),
  }
}
