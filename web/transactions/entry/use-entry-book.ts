import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { listCategories } from '../../../contract/categories.ts'
import { listContacts } from '../../../contract/contacts.ts'
import { listSuggestions } from '../../../contract/suggestions.ts'
import { useAsk, useEverything } from '../../api/ask.ts'
import { mostUsedFirst, usageOf } from '../../categories/usage.ts'
import { accounts as allAccounts } from '../../page/accounts.ts'
import { useBook, useToday } from '../../page/me.ts'
import { useLocale } from '../../ui/locale.ts'
import { type EntryBook, entryBook } from './book.ts'
import { entryWords } from './entry-words.ts'

/** The book for quick entry, the most used categories first; undefined until accounts, categories and contacts are here. */
export function useEntryBook(account_id?: string): EntryBook | undefined {
  const { data: accounts } = useQuery(allAccounts)
  const { data: categories } = useEverything(listCategories)
  const { data: contacts } = useEverything(listContacts)
  const { data: suggestions } = useAsk(listSuggestions, { query: { limit: 100 } })
  const { base_currency_id } = useBook()
  const today = useToday()
  const locale = useLocale()
  return useMemo(() => {
    if (!accounts || !categories || !contacts) return undefined
    const usage = usageOf(suggestions?.data ?? [])
    return entryBook({
      accounts,
      categories: mostUsedFirst(categories, usage),
      contacts,
      base_currency_id,
      today,
      locale,
      account_id,
      earlier: suggestions?.data ?? [],
      words: entryWords(),
    })
  }, [accounts, categories, contacts, suggestions, base_currency_id, today, locale, account_id])
}
