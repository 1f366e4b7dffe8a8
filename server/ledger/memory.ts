import { bookAfter, type Decided, type Memory } from './decide.ts'
import { forgetChanged } from './forget.ts'
import { rememberedReferences } from './kind.ts'
import { type Holdings, heldKey, hold, type Reference, type References } from './known.ts'
import type { LoadRequest } from './load.sql.ts'
import type { Loaded } from './load.ts'
import type { StoredToken } from './log.ts'

/** A book as this process last left it: its row, some of its records, and the tokens that changed it, by their ids. */
type Remembered = {
  book: NonNullable<Loaded['book']>
  readonly holdings: Holdings
  readonly tokens: Map<string, StoredToken>
  /** Whether a request has looked at it since it was kept. */
  wasRecalled: boolean
}

const MAX_BOOKS = 1_000
const MAX_RECORDS = { ofBook: 200, ofAll: 20_000 }
/** The most tokens that are kept for a book: somebody may sign in again for each change. */
const MAX_TOKENS = 16
/** A record with notes longer than this is not remembered. */
const LONG_NOTES = 500
/** For how long a book is not cached after another process has written to it. */
const DISTRUST_MS = 10_000

export function makeMemory({ isOff }: { isOff: boolean }): Memory {
  /** The books, those that changed longest ago first. */
  const books = new Map<string, Remembered>()
  const distrusted = new Map<string, number>()
  let records = 0

  function forget(bookId: string): void {
    records -= countOf(books.get(bookId)?.holdings)
    books.delete(bookId)
  }

  function isDistrusted(bookId: string): boolean {
    const until = distrusted.get(bookId)
    if (until !== undefined && until < performance.now()) distrusted.delete(bookId)
    return distrusted.has(bookId)
  }

  return {
    recall(asked) {
      const [first] = asked
      const remembered = first && books.get(first.bookId)
      if (!remembered) return undefined
      const loaded = asked.flatMap((one) => loadedFrom(remembered, one) ?? [])
      if (loaded.length < asked.length) return undefined
      remembered.wasRecalled = true
      return loaded
    },
    keep(decided) {
      const [first, last] = [decided[0], decided.at(-1)]
      if (!first || !last) return
      const { bookId } = last.waiting.request
      const was = books.get(bookId)
      forget(bookId)
      if (isOff || decided.some(hasSettings) || isDistrusted(bookId)) return
      const isSame = was?.book.hash === first.loaded.book?.hash
      const { holdings, tokens } = was && isSame ? was : { holdings: new Map(), tokens: new Map() }
      if (holdings !== last.loaded.holdings) take(holdings, last.loaded.holdings)
      for (const { saved, loaded } of decided) {
        forgetChanged(holdings, saved.changes)
        if (loaded.token) keepLast(tokens, loaded.token)
      }
      drop(holdings)
      const count = countOf(holdings)
      if (count > MAX_RECORDS.ofBook || tokens.size === 0) return // nothing is recalled without a token
      books.set(bookId, { book: bookAfter(last.saved), holdings, tokens, wasRecalled: false })
      records += count
      while (books.size > MAX_BOOKS || records > MAX_RECORDS.ofAll) forget(books.keys().next().value ?? '')
    },
    forget,
    distrust(bookId) {
      const now = performance.now()
      for (const [other, until] of distrusted) if (until < now) distrusted.delete(other)
      distrusted.set(bookId, now + DISTRUST_MS)
      const wasRecalled = books.get(bookId)?.wasRecalled ?? false
      forget(bookId)
      return wasRecalled
    },
  }
}

/** Whether a change leaves the book with other settings than `bookAfter` says. Deleting for good, which makes it smaller, is served alone. */
const hasSettings = ({ saved: { changes } }: Decided): boolean => changes.some(({ kind }) => kind === 'book')

/** The records of a request, if all are cached. Results of earlier attempts are not cached; the write checks that its key is new. */
function loadedFrom({ book, holdings, tokens }: Remembered, asked: LoadRequest): Loaded | undefined {
  const token = asked.token && tokens.get(asked.token.id)
  if (!token || token.user_id !== asked.token?.userId) return undefined
  if (asked.changeIds.length > 0 || !isHeld(holdings, asked.references, book)) return undefined
  return {
    book,
    token,
    holdings,
    earlier: undefined,
    changeId: undefined,
    isRecalled: true,
  }
}

function isHeld(
  holdings: Holdings,
  references: References,
  { base_currency_id }: Remembered['book'],
): boolean {
  for (const name in references) {
    const reference = name as Reference // a key of References
    const held = holdings.get(reference)
    for (const key of references[reference] ?? []) {
      // The base currency needs no rate.
      if (typeof key !== 'string' || (reference === 'rate' && key.startsWith(`${base_currency_id} `)))
        continue
      if (!held?.has(heldKey(reference, key))) return false
    }
  }
  return true
}

const countOf = (holdings: Holdings | undefined): number => {
  let count = 0
  for (const held of holdings?.values() ?? []) count += held.size
  return count
}

function keepLast(tokens: Map<string, StoredToken>, token: StoredToken): void {
  tokens.delete(token.id)
  const [oldest] = tokens.size >= MAX_TOKENS ? tokens.keys() : []
  if (oldest !== undefined) tokens.delete(oldest)
  tokens.set(token.id, token)
}

/**
 * Caches loaded records: small ones, to which the book's changes often refer. Only changes of the same book can change them, so the book's
 * hash proves that they are up to date. That is not true of rates and people's names. Absence is never cached: a request for a missing
 * record is always decided from a fresh load.
 */
function take(holdings: Holdings, loaded: Holdings): void {
  for (const reference of rememberedReferences())
    for (const [key, found] of loaded.get(reference) ?? [])
      if (found !== null && !isLong(found)) hold(holdings, reference, key, found as never) // as it was held of this reference
}

const isLong = (found: unknown): boolean =>
  ((found as { notes?: string | null } | null)?.notes?.length ?? 0) > LONG_NOTES // only contacts have notes

/** Drops forgotten records. */
function drop(holdings: Holdings): void {
  for (const held of holdings.values())
    for (const [key, found] of held) if (found === undefined) held.delete(key)
}
