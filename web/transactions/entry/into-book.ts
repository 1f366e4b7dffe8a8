import { listAccounts } from '../../../contract/accounts.ts'
import { listCategories } from '../../../contract/categories.ts'
import { listContacts } from '../../../contract/contacts.ts'
import { todayIn } from '../../../contract/day.ts'
import type { BookOfPerson } from '../../../contract/members.ts'
import { listSuggestions } from '../../../contract/suggestions.ts'
import { clientOf } from '../../api/ask.ts'
import type { Kept } from '../../api/kept-rules.ts'
import type { PlainRequest } from '../../api/plain-requests.ts'
import { putInto } from '../../api/queue.ts'
import { reachSignedIn } from '../../api/session.ts'
import { type EntryBook, entryBook } from './book.ts'
import { readWith } from './choices.ts'
import { requestsOf } from './entry-requests.ts'
import { englishWords } from './entry-words-en.ts'

/**
 * The requests that record an entry in another book than the one it was written in: its line is read with the names of that book, for the day that it had.
 * Null if the line says something that the other book does not have, such as a category.
 */
export function stepsIn(
  book: EntryBook,
  { line, steps }: Pick<Kept, 'line' | 'steps'>,
): PlainRequest[] | null {
  const { date, opened_date } = (steps.at(-1)?.body ?? {}) as { date?: string; opened_date?: string } // as `requestsOf` has made it
  const day = (date ?? opened_date) as EntryBook['day']['today'] | undefined
  const reading = readWith(line, book, {})
  return requestsOf(day === undefined ? reading : { ...reading, day }, book)
}

/** Gives entries to another book, as far as it has what they name. Answers with those that stay. */
export async function putAllInto(
  entries: readonly Kept[],
  book: BookOfPerson,
  locale: string,
): Promise<readonly Kept[]> {
  const { call } = clientOf(reachSignedIn, book.id)
  const most = { query: { limit: 1000 } }
  const [accounts, categories, contacts, earlier] = await Promise.all([
    call(listAccounts, most),
    call(listCategories, most),
    call(listContacts, most),
    call(listSuggestions, { query: { limit: 100 } }),
  ])
  const names = entryBook({
    accounts: accounts.data,
    categories: categories.data,
    contacts: contacts.data,
    base_currency_id: book.base_currency_id,
    today: todayIn(book.time_zone),
    locale,
    account_id: undefined,
    earlier: earlier.data,
    words: englishWords,
  })
  const staying: Kept[] = []
  for (const one of entries) {
    const steps = stepsIn(names, one)
    if (steps) await putInto(one, book, steps)
    else staying.push(one)
  }
  return staying
}
