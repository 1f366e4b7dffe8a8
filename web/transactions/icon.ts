import type { Transaction } from '../../contract/budgeting.ts'
import type { ChosenIcons } from '../categories/chosen-icons.ts'
import { iconOfTransaction } from '../ui/icons.tsx'
import { categoryNames } from './title.ts'

/** The icon of a row: the one chosen for its category, or the one that the category's name suggests. */
export const iconOf = (
  transaction: Pick<Transaction, 'kind' | 'splits' | 'category_id' | 'category_name'>,
  icons: ChosenIcons,
) => {
  const { category_id } = transaction.splits[0] ?? transaction
  return iconOfTransaction(transaction.kind, categoryNames(transaction), icons.get(category_id ?? '') ?? null)
}
