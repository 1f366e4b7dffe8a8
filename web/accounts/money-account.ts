import type { Account } from '../../contract/accounts.ts'

/** Whether an account is a choice for paying: cash, banks, cards and loans. The service takes things too; nobody pays with them. */
export const isMoneyAccount = (
  account: Pick<Account, 'type' | 'is_claim' | 'is_system' | 'is_active' | 'deleted_at'> &
    Partial<Pick<Account, 'is_valued'>>,
): boolean =>
  ((account.type === 'asset' && !account.is_claim) || account.type === 'liability') &&
  !account.is_system &&
  !account.is_valued &&
  account.is_active &&
  account.deleted_at === null
