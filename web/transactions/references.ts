import { useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { listCategories } from '../../contract/categories.ts'
import { listContacts } from '../../contract/contacts.ts'
import { getImport } from '../../contract/imports.ts'
import { listObligations } from '../../contract/obligations.ts'
import { asking, useEverything } from '../api/ask.ts'
import { type ChosenIcons, useChosenIcons } from '../categories/chosen-icons.ts'
import { importName } from '../imports/import-words.ts'
import { accounts } from '../page/accounts.ts'
import { useToday } from '../page/me.ts'
import { commaList, MAX_IMPORTS, type NamesOf } from './filters.ts'
import { type AccountsById, accountsById, type DebtNames } from './title.ts'

/** The records that transactions refer to, and the names behind ids. Each list is asked for once and shared by the whole app. */
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

/** The names of the imports that a list is filtered by. A missing import has no name. */
export function useImportNames(ids: string | undefined) {
  const today = useToday()
  const asked = [...new Set(commaList(ids))].slice(0, MAX_IMPORTS)
  const answers = useQueries({ queries: asked.map((id) => asking(getImport, { params: { id } })) })
  const named = new Map(
    answers.flatMap(({ data }) => (data ? [[data.id, importName(data, today)] as const] : [])),
  )
  return {
    nameOf: (id: string) => named.get(id),
    isReady: answers.every(({ isPending }) => !isPending),
  }
}

/** The accounts, the names of debts and the chosen icons, for the rows of a list. */
export function useWords(): { accounts: AccountsById; debts: DebtNames; icons: ChosenIcons } {
  const icons = useChosenIcons()
  const { data: all } = useQuery(accounts)
  const { data: obligations } = useEverything(listObligations)
  return useMemo(
    () => ({
      accounts: accountsById(all),
      debts: new Map(obligations?.map(({ id, name }) => [id, name])),
      icons,
    }),
    [all, obligations, icons],
  )
}
