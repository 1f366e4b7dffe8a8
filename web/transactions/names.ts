import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { listCategories } from '../../contract/categories.ts'
import { listContacts } from '../../contract/contacts.ts'
import { listObligations } from '../../contract/obligations.ts'
import { accounts } from '../accounts/groups.ts'
import { useEverything } from '../api/ask.ts'
import type { NamesOf } from './filters.ts'
import { type Accounts, accountsById, type Debts } from './title.ts'

/** Everything that transactions refer to, and the names behind ids. Each list is asked for once and shared by the whole app. */
export function useReferences() {
  const { data: allAccounts } = useQuery(accounts)
  const { data: categories } = useEverything(listCategories)
  const { data: contacts } = useEverything(listContacts)
  const named = new Map(
    [...(allAccounts ?? []), ...(categories ?? []), ...(contacts ?? [])].map(({ id, name }) => [id, name]),
  )
  const nameOf: NamesOf = (_, id) => named.get(id)
  return {
    accounts: allAccounts,
    categories,
    contacts,
    nameOf,
    isReady: Boolean(allAccounts && categories && contacts),
  }
}

/** What the words of rows are made of: accounts and the names of debts. */
export function useWords(): { accounts: Accounts; debts: Debts } {
  const { data: all } = useQuery(accounts)
  const { data: obligations } = useEverything(listObligations)
  return useMemo(
    () => ({
      accounts: accountsById(all),
      debts: new Map(obligations?.map(({ id, name }) => [id, name])),
    }),
    [all, obligations],
  )
}
