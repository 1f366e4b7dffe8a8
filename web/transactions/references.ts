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
import { nameOfMember, type PersonNamed, personOf, usePeople } from '../page/people.ts'
import { commaList, MAX_IMPORTS, type NamesOf } from './filters.ts'
import { type AccountsById, accountsById, type DebtNames } from './title.ts'

/** The records that transactions refer to, and the names behind ids. Each list is asked for once and shared by the whole app. */
export function useReferences() {
  const { data: allAccounts } = useQuery(accounts)
  const { data: categories } = useEverything(listCategories)
  const { data: contacts } = useEverything(listContacts)
  const { isShared, members } = usePeople()
  const people = isShared ? members.map((one) => ({ id: one.user_id, name: nameOfMember(one) })) : []
  const named = new Map(
    [...(allAccounts ?? []), ...(categories ?? []), ...(contacts ?? []), ...people].map(({ id, name }) => [
      id,
      name,
    ]),
  )
  const nameOf: NamesOf = (_, id) => named.get(id)
  return {
    accounts: allAccounts,
    categories,
    contacts,
    /** Everybody who is or was in a shared book. */
    people,
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

type PersonOfRow = Pick<PersonNamed, 'name' | 'short' | 'isYou'>

/** The accounts, the names of debts, the chosen icons and, of a shared book, the short names of its people, for the rows of a list. */
export function useWords(): {
  accounts: AccountsById
  debts: DebtNames
  icons: ChosenIcons
  people: ReadonlyMap<string, PersonOfRow>
} {
  const icons = useChosenIcons()
  const { isShared, members } = usePeople()
  const names = isShared
    ? JSON.stringify(members.map(({ user_id }) => [user_id, personOf(user_id, members)]))
    : '[]' // one text, so that rows are drawn anew only if a name changes
  const { data: all } = useQuery(accounts)
  const { data: obligations } = useEverything(listObligations)
  return useMemo(
    () => ({
      accounts: accountsById(all),
      debts: new Map(obligations?.map(({ id, name }) => [id, name])),
      icons,
      people: new Map(JSON.parse(names) as [string, PersonOfRow][]), // the text above
    }),
    [all, obligations, icons, names],
  )
}
