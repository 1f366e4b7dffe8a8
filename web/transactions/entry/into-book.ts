import { listAccounts } from '../../../contract/accounts.ts'
import { createCategory, listCategories } from '../../../contract/categories.ts'
import { listContacts } from '../../../contract/contacts.ts'
import { todayIn } from '../../../contract/day.ts'
import type { BookOfPerson } from '../../../contract/members.ts'
import { listSuggestions } from '../../../contract/suggestions.ts'
import { clientOf } from '../../api/ask.ts'
import type { Kept } from '../../api/kept-rules.ts'
import type { PlainRequest } from '../../api/plain-requests.ts'
import { putInto } from '../../api/queue.ts'
import { reachSignedIn } from '../../api/session.ts'
import { fold } from '../../ui/matching.ts'
import { type EntryBook, type EntryCategory, entryBook } from './book.ts'
import { readWith } from './choices.ts'
import { requestsOf } from './entry-requests.ts'
import { entryWords } from './entry-words.ts'
import { partsOf } from './lost-words.ts'
import { categoryKindOf, type Reading } from './reading.ts'

type Lost = Pick<Kept, 'line' | 'steps'>

/** An entry read with the names of another book, for the day that it had. An account that the book does not have is its default one. */
function readIn(book: EntryBook, { line, steps }: Lost, category?: EntryCategory): Reading {
  const { date, opened_date } = (steps.at(-1)?.body ?? {}) as { date?: string; opened_date?: string } // as `requestsOf` has made it
  const day = (date ?? opened_date) as EntryBook['day']['today'] | undefined
  const chosen = category && { category }
  const read = readWith(line, book, { ...chosen })
  const usual = book.account ?? book.accounts[0]
  const isWithout = read.faults.includes('account_unknown') || read.faults.includes('account_missing')
  const reading = isWithout && usual ? readWith(line, book, { ...chosen, account: usual }) : read
  return day === undefined ? reading : { ...reading, day }
}

/** The requests that record an entry in another book. Null if it says something that the other book does not have, such as a category. */
export const stepsIn = (book: EntryBook, one: Lost, category?: EntryCategory): PlainRequest[] | null =>
  requestsOf(readIn(book, one, category), book)

/** A category that entries name and the other book does not have. Without a name, the sentence of its entry does not say it. */
export type Wanted = {
  key: string
  name: string
  kind: EntryCategory['kind']
  entries: readonly Kept[]
}

/** Sorts entries for another book: the requests of those that it can take, the categories that others still need, and those that have no place in it. */
export function sortedFor(
  book: EntryBook,
  entries: readonly Kept[],
  chosen: ReadonlyMap<string, EntryCategory> = new Map(),
): { ready: { one: Kept; steps: PlainRequest[] }[]; wanted: Wanted[]; staying: Kept[] } {
  const ready: { one: Kept; steps: PlainRequest[] }[] = []
  const wanted = new Map<string, Wanted>()
  const staying: Kept[] = []
  for (const one of entries) {
    const { category: name } = partsOf(one)
    const kind = categoryKindOf(readIn(book, one).kind)
    const key = `${kind} ${name === '' ? one.id : fold(name)}`
    const named = book.categories.find((each) => each.kind === kind && each.folded === fold(name))
    const steps = stepsIn(book, one) ?? stepsIn(book, one, chosen.get(key) ?? named)
    const known = wanted.get(key)
    if (steps) ready.push({ one, steps })
    else if (kind !== null && !chosen.has(key))
      wanted.set(key, { key, name: known?.name ?? name, kind, entries: [...(known?.entries ?? []), one] })
    else staying.push(one)
  }
  return { ready, wanted: [...wanted.values()], staying }
}

/** The names of another book. */
export async function namesOf(book: BookOfPerson, locale: string): Promise<EntryBook> {
  const { call } = clientOf(reachSignedIn, book.id)
  const most = { query: { limit: 1000 } }
  const [accounts, categories, contacts, earlier] = await Promise.all([
    call(listAccounts, most),
    call(listCategories, most),
    call(listContacts, most),
    call(listSuggestions, { query: { limit: 100 } }),
  ])
  return entryBook({
    accounts: accounts.data,
    categories: categories.data,
    contacts: contacts.data,
    base_currency_id: book.base_currency_id,
    today: todayIn(book.time_zone),
    locale,
    account_id: undefined,
    earlier: earlier.data,
    words: entryWords(),
  })
}

/** Adds a category to another book, under the name that it had in the lost one. */
export async function addCategory(
  book: BookOfPerson,
  { name, kind }: Pick<Wanted, 'name' | 'kind'>,
): Promise<EntryCategory> {
  const { id, icon, account } = await clientOf(reachSignedIn, book.id).call(createCategory, {
    body: { name, kind },
    headers: { 'Idempotency-Key': crypto.randomUUID() },
  })
  return { id, name, folded: fold(name), kind, icon, account_id: account.id }
}

/** Gives entries to another book, as far as it can take them. Answers with the categories that the others need, and those that stay. */
export async function putAllInto(
  entries: readonly Kept[],
  book: BookOfPerson,
  names: EntryBook,
  chosen: ReadonlyMap<string, EntryCategory>,
): Promise<{ wanted: readonly Wanted[]; staying: readonly Kept[] }> {
  const { ready, wanted, staying } = sortedFor(names, entries, chosen)
  for (const { one, steps } of ready) await putInto(one, book, steps)
  return { wanted, staying }
}
