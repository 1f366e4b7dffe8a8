import type { Problem } from '../../contract/problem.ts'
import { t } from '../../words/t.ts'
import type { PlainRequest, RequestProgress } from './plain-requests.ts'

/** The names in an entry, and whether money went out. */
export type KeptNames = {
  readonly category: string
  readonly account: string
  readonly who: string
  readonly isOut: boolean
}

/** What is said of an entry: its sentence, the line that was typed, and the names in them. */
export type SaidEntry = Pick<Kept, 'words' | 'line' | 'names'>

/** An entry that waits on this device. It belongs to the person who made it and is sent only as that person. */
export type Kept = RequestProgress & {
  readonly id: string
  readonly user_id: string
  /** The book it was written in, and its name. Missing in entries of before there were several books: those go to the default one. */
  readonly book_id?: string
  readonly book_name?: string
  readonly made_at: number
  /** The entry as a sentence, and the line that was typed. */
  readonly words: string
  readonly line: string
  /** The names in it, should its book be gone when it is sent. Missing in entries that were kept before Florin spoke several languages. */
  readonly names?: KeptNames
  readonly steps: readonly PlainRequest[]
  readonly keys: readonly string[]
  /** When it was first sent, if an answer never came: the service may have recorded it. */
  readonly sent_at: number | null
  /** Why the service refused it. */
  readonly refusal: Problem | null
}

/** The service knows a key for 24 hours; the rest is for clocks that differ and requests that take long. */
export const KEY_LASTS_MS = 23 * 60 * 60 * 1_000

/** Whether an entry may have been recorded under a key that the service no longer knows: sent again, it could be there twice. */
export const isDoubtful = ({ sent_at }: Pick<Kept, 'sent_at'>, now: number): boolean =>
  sent_at !== null && Math.abs(now - sent_at) >= KEY_LASTS_MS

/** The entries whose book their person is no longer a member of, by that book. */
export function orphaned(kept: readonly Kept[]): { book_id: string; name: string; entries: Kept[] }[] {
  const groups = Map.groupBy(
    kept.filter(({ refusal }) => refusal?.code === 'book_not_found'),
    ({ book_id }) => book_id ?? '',
  )
  return [...groups].map(([book_id, entries]) => ({
    book_id,
    name: entries.find(({ book_name }) => book_name)?.book_name ?? t('that book'),
    entries,
  }))
}

/** The entries that are sent without asking, the oldest first. */
export const sendable = (kept: readonly Kept[], user_id: string, now: number): Kept[] =>
  kept
    .filter((one) => one.user_id === user_id && one.refusal === null && !isDoubtful(one, now))
    .sort((a, b) => a.made_at - b.made_at)

/** The words of the banner; undefined if there is nothing to say. `since` says when the screen is from, if it is shown from this device. */
export function bannerText(
  count: number,
  isOnline: boolean,
  canKeep = true,
  since?: string,
): string | undefined {
  if (since !== undefined)
    return count === 0
      ? t('No connection. As of {since}.', { since })
      : t(
          '{count, plural, one {No connection. As of {since}. # transaction is kept on this device.} other {No connection. As of {since}. # transactions are kept on this device.}}',
          { count, since },
        )
  if (count === 0 && isOnline) return undefined
  if (count === 0)
    return canKeep
      ? t('You are offline. What you add is kept on this device.')
      : t('You are offline. Nothing can be added.')
  return isOnline
    ? t(
        '{count, plural, one {# transaction is kept on this device and not sent yet.} other {# transactions are kept on this device and not sent yet.}}',
        { count },
      )
    : t(
        '{count, plural, one {You are offline. # transaction is kept on this device and sent when you are back.} other {You are offline. # transactions are kept on this device and sent when you are back.}}',
        { count },
      )
}

/** The line in place of something that is not on this device, while there is no connection. */
export const notHereText = (count: number): string =>
  count === 0
    ? t('Not on this device: it needs a connection.')
    : t(
        '{count, plural, one {Not on this device: it needs a connection. # transaction is kept here and sent then.} other {Not on this device: it needs a connection. # transactions are kept here and sent then.}}',
        { count },
      )

/** The entries of a book, the latest first, as its transactions are; of before there were several books, those are of the default one. */
export const waitingHere = (kept: readonly Kept[], bookId: string): Kept[] =>
  kept
    .filter(({ book_id }) => book_id === undefined || book_id === bookId)
    .toSorted((a, b) => b.made_at - a.made_at)
