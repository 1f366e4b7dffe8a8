import { useQuery } from '@tanstack/react-query'
import type { Account } from '../../contract/accounts.ts'
import { listTransactions, type Transaction } from '../../contract/budgeting.ts'
import type { Import } from '../../contract/imports.ts'
import { asking } from '../api/ask.ts'
import { accounts, isCredit, isMoney } from '../page/accounts.ts'

const none: readonly never[] = []

/** The transfers that an import has added. */
export function useTransfers(file: Import): readonly Transaction[] {
  const isMoved = file.added.some(({ kind }) => kind === 'transfer')
  const query = { import_id: file.id, kind: 'transfer' as const, limit: 200 }
  const { data } = useQuery({ ...asking(listTransactions, { query }), enabled: isMoved })
  return (isMoved && data?.data) || none
}

/**
 * The accounts whose balance is only what an import adds up to, since nobody has said one: that of the file, if it is the first and states no
 * balance itself, and those that its transfers reach.
 */
export function unopenedOf(
  file: Pick<Import, 'id' | 'account_id' | 'balances'>,
  isFirst: boolean,
  all: readonly Account[],
  transfers: readonly Pick<Transaction, 'from_account_id' | 'to_account_id'>[],
): Account[] {
  const reached = new Set(
    transfers.flatMap(({ from_account_id, to_account_id }) => [from_account_id, to_account_id]),
  )
  const isStated = (id: string) => file.balances.some(({ account_id }) => account_id === id)
  const isOwn = ({ id }: Account) => isFirst && id === file.account_id
  return all
    .filter(({ opening_balance, balance_as_of }) => opening_balance === null && balance_as_of === null)
    .filter((one) => !isStated(one.id) && (isOwn(one) || (one.id !== file.account_id && reached.has(one.id))))
    .filter((one) => isMoney(one) || isCredit(one))
    .toSorted((one, other) => Number(isOwn(other)) - Number(isOwn(one)))
}

export function useUnopened(file: Import, others: readonly Import[]): readonly Account[] {
  const { data: all = none } = useQuery(accounts)
  const transfers = useTransfers(file)
  const isFirst = !others.some(
    ({ id, account_id, status, is_undone }) =>
      id !== file.id && account_id === file.account_id && status === 'committed' && !is_undone,
  )
  return unopenedOf(file, isFirst, all, transfers)
}
