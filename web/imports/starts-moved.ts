import type { Account } from '../../contract/accounts.ts'
import type { Transaction } from '../../contract/budgeting.ts'
import type { Import } from '../../contract/imports.ts'
import { coveredThrough } from '../page/accounts.ts'

/** An account beside that of the file whose start moved with the transfers of an import, because a person had said what it has. */
export type MovedStart = {
  readonly account: Account
  /** What it has, as a person said. */
  readonly said: number
  /** How far below nothing it would have to begin: cash cannot, so something that was paid from it is missing. 0 where it does not. */
  readonly below: number
}

/** The accounts beside that of a file that its transfers reach on days which a said balance covers: the others keep their start. */
export function startsMoved(
  { account_id }: Pick<Import, 'account_id'>,
  accounts: readonly Account[],
  transfers: readonly Pick<Transaction, 'date' | 'from_account_id' | 'to_account_id'>[],
): MovedStart[] {
  return accounts.flatMap((account) => {
    const { id, type, balance_as_of: said, opening_balance } = account
    const through = coveredThrough(account)
    if (id === account_id || !said || through === null) return []
    const isReached = transfers.some(
      ({ date, from_account_id, to_account_id }) =>
        date <= through && (from_account_id === id || to_account_id === id),
    )
    const start = opening_balance ?? 0
    return isReached
      ? [{ account, said: said.amount, below: type === 'asset' && start < 0 ? -start : 0 }]
      : []
  })
}
