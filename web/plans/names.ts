import { useQuery } from '@tanstack/react-query'
import { listCategories } from '../../contract/categories.ts'
import { listContacts } from '../../contract/contacts.ts'
import { useEverything } from '../api/ask.ts'
import { accounts } from '../page/accounts.ts'

/** The names behind the ids in the drafts of plans. */
export function useNames() {
  const { data: all } = useQuery(accounts)
  const { data: categories } = useEverything(listCategories)
  const { data: contacts } = useEverything(listContacts)
  return {
    accounts: new Map(all?.map((account) => [account.id, account])),
    categories: new Map(categories?.map(({ id, name }) => [id, name])),
    contacts: new Map(contacts?.map(({ id, name }) => [id, name])),
  }
}
export type Names = ReturnType<typeof useNames>
