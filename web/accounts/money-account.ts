import type { Account } from '../../contract/accounts.ts'

/** Whether money can come from an account or go to it, cash, banks, cards and loans: the service's own rule. */
export const isMoneyAccount = (
  account: Pick<Account, 'type' | 'is_claim' | 'is_system' | 'is_active' | 'deleted_at'>,
): boolean =>
  ((account.type === 'asset' && !account.is_claim) || account.type === 'liability') &&
  !account.is_system &&
  account.is_active &&
  account.deleted_at === null
