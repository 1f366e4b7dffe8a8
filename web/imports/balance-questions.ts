import { useSyncExternalStore } from 'react'
import type { Account } from '../../contract/accounts.ts'
import type { ImportBalance } from '../../contract/import-mapping.ts'
import type { Import } from '../../contract/imports.ts'
import { storedOfPerson } from '../ui/stored.ts'

/** The questions about balances at the end of an import, one for each account. */
export type BalanceQuestion =
  | { is: 'bank'; account: Account; balance: ImportBalance }
  | { is: 'agrees'; account: Account; balance: ImportBalance }
  /** Entries of the very day on which a balance was said may be in it or not. */
  | { is: 'day'; account: Account; said: NonNullable<Account['balance_as_of']> }

/** The accounts that rows of a file belong to. */
const accountsOf = ({ account_id, mapping, balances }: Import): Set<string> =>
  new Set(
    [
      account_id,
      ...(mapping?.accounts ?? []).map((one) => one.account_id),
      ...balances.map((one) => one.account_id),
    ].filter((id) => id !== null),
  )

/**
 * The questions of a recorded file. Of several balances of an account the latest one counts. Where the balance of the bank is asked about, it also
 * answers whether entries of a day are in what was said.
 */
export function questionsOf(
  file: Import,
  accounts: readonly Account[],
  base: string,
  isKept: (name: string) => boolean,
): BalanceQuestion[] {
  const { balances } = file
  return accounts
    .filter(({ id }) => accountsOf(file).has(id))
    .flatMap((account): BalanceQuestion[] => {
      const own = account.currency_id ?? base
      const balance = balances
        .filter((one) => one.account_id === account.id && one.currency_id === own)
        .toSorted((one, other) => (one.date < other.date ? 1 : -1))[0]
      if (balance?.difference === 0) return [{ is: 'agrees', account, balance }, ...dayOf(account, isKept)]
      if (balance && !isKept(nameOf('bank', account))) return [{ is: 'bank', account, balance }]
      return dayOf(account, isKept)
    })
}

const dayOf = (account: Account, isKept: (name: string) => boolean): BalanceQuestion[] => {
  const { balance_as_of: said } = account
  return said && !said.includes_day && !isKept(nameOf('day', account)) ? [{ is: 'day', account, said }] : []
}

/** The name that an answer is remembered by. */
export const nameOf = (is: BalanceQuestion['is'], { id }: Pick<Account, 'id'>): string => `${is} ${id}`

const MAX_KEPT = 200
const store = storedOfPerson('florin.kept-balances')

const keptIn = (text: string | null): string[] => {
  try {
    const list: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(list) ? list.filter((one) => typeof one === 'string') : []
  } catch {
    return []
  }
}

/** The questions of an import that were answered with No: this browser remembers them, and does not ask again. */
export function useKept(importId: string): {
  isKept: (name: string) => boolean
  keep: (name: string) => void
} {
  const kept = keptIn(useSyncExternalStore(store.subscribe, store.get))
  return {
    isKept: (name) => kept.includes(`${importId} ${name}`),
    keep: (name) =>
      store.set(JSON.stringify([...keptIn(store.get()), `${importId} ${name}`].slice(-MAX_KEPT))),
  }
}
