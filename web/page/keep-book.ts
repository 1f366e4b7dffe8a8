import { cache } from '../api/ask.ts'
import { takeFromDevice } from '../api/from-device.ts'
import { changeBook, mayKeep, readBook } from '../api/kept-book.ts'
import { type KeptAnswer, keptWith } from '../api/kept-book-rules.ts'
import { lastPerson } from '../api/person.ts'
import { essential, forEntries, rankOf, timeline, trimmed } from './kept-answers.ts'
import { book, me } from './me.ts'

/** Answers come in bunches, and writing can wait until the page is at rest. */
const PAUSE_MS = 1_000
/** Answers that no page has asked for are asked for once they are older than this. */
const OLD_MS = 60 * 60 * 1_000

/** The texts of answers, so that each is written out once. */
const texts = new WeakMap<object, string>()

function textOf(key: readonly unknown[], answer: object): string {
  const text = texts.get(answer) ?? JSON.stringify(trimmed(key, answer))
  texts.set(answer, text)
  return text
}

/** Every answer in memory that is to be kept. */
const answersHere = (): KeptAnswer[] =>
  cache
    .getQueryCache()
    .getAll()
    .flatMap(({ queryKey: key, state: { data, dataUpdatedAt: at } }) =>
      typeof data === 'object' && data !== null && rankOf(key) !== undefined
        ? [{ key, text: textOf(key, data), at }]
        : [],
    )

const whose = () => [cache.getQueryData(me.queryKey), cache.getQueryData(book.queryKey)] as const

/** Writes what has come. The answers are of the person whom the service named: a page has one person, and the service refuses it another's. */
async function write(): Promise<void> {
  const [person, here] = whose()
  if (!person || !here || !mayKeep(person.id)) return
  const answers = answersHere()
  try {
    await changeBook(person.id, here.id, (former) => keptWith(former, answers, rankOf, Date.now()))
  } catch {
    // A full disk, or a browser that keeps nothing: the app works without a copy.
  }
}

/** Whether the book has changed since this copy of it was made: a list of before may even say that nothing is in the book. */
function isChangedSince(answers: readonly KeptAnswer[]): boolean {
  const kept = answers.find(({ key }) => JSON.stringify(key) === JSON.stringify(book.queryKey))
  return kept === undefined || JSON.parse(kept.text).version !== cache.getQueryData(book.queryKey)?.version
}

/** Asks for what an entry needs, and for the timeline, if this device has them not, of long ago, or of before the book has changed. */
async function fill(former: readonly KeptAnswer[]): Promise<void> {
  const at = new Map(former.map((one) => [JSON.stringify(one.key), one.at]))
  const isChanged = isChangedSince(former)
  const isOld = (key: readonly unknown[]) =>
    isChanged || Date.now() - (at.get(JSON.stringify(key)) ?? 0) > OLD_MS
  const stays = { gcTime: Number.POSITIVE_INFINITY } // an entry can be added however long the page is open
  const { accounts, categories, contacts, suggestions } = forEntries
  if (isOld(accounts.queryKey)) await cache.prefetchQuery({ ...accounts, ...stays })
  if (isOld(categories.queryKey)) await cache.prefetchQuery({ ...categories, ...stays })
  if (isOld(contacts.queryKey)) await cache.prefetchQuery({ ...contacts, ...stays })
  if (isOld(suggestions.queryKey)) await cache.prefetchQuery({ ...suggestions, ...stays })
  if (isOld(timeline.queryKey)) await cache.prefetchInfiniteQuery(timeline)
}

/** Keeps the book on this device from now on, as far as the service answers. */
export async function keepBook(): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  cache.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return
    if (rankOf(event.query.queryKey) === undefined) return
    clearTimeout(timer)
    timer = setTimeout(() => void write(), PAUSE_MS)
  })
  document.addEventListener('visibilitychange', () => void write())
  const [person, here] = whose()
  if (!person || !here || !mayKeep(person.id)) return
  const former = await readBook(person.id, here.id)
  await write()
  await fill(former)
}

/** Shows a book of whoever is signed in here from this device, or else their default book. Answers whether it is there. */
export async function openKept(book_id: string | undefined): Promise<boolean> {
  const id = lastPerson()
  if (id === undefined) return false
  const answers = await readBook(id, book_id)
  const names = new Set(answers.map(({ key }) => JSON.stringify(key)))
  if (!essential.every((key) => names.has(JSON.stringify(key)))) return false
  for (const { key, text, at } of answers) takeFromDevice(key, JSON.parse(text), at)
  return cache.getQueryData(me.queryKey)?.id === id
}
