import type { Obligation } from '../../contract/obligations.ts'

type Named = Pick<Obligation, 'name' | 'expense_id'>

/** The name of a debt: a share without words of its own is the share of a bill. */
export const debtName = (debt: Named): string =>
  debt.expense_id !== null && debt.name === 'Shared expense' ? 'Share of a bill' : debt.name

/** A share of a bill that has words of its own. */
export const isNamedShare = (debt: Named): boolean =>
  debt.expense_id !== null && debt.name !== 'Shared expense'
