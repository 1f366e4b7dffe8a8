import type { Obligation } from '../../contract/obligations.ts'
import { t } from '../../words/t.ts'

/** The name that the service gives a share without words of its own. */
export const NAMELESS_SHARE = 'Shared expense'

type Named = Pick<Obligation, 'name' | 'expense_id'>

/** The name of a debt: a share without words of its own is the share of a bill. */
export const debtName = (debt: Named): string =>
  debt.expense_id !== null && debt.name === NAMELESS_SHARE ? t('Share of a bill') : debt.name

/** A share of a bill that has words of its own. */
export const isNamedShare = (debt: Named): boolean => debt.expense_id !== null && debt.name !== NAMELESS_SHARE
