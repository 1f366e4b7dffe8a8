import type { Problem } from '../../contract/problem.ts'
import type { PlainRequest, RequestProgress } from './plain-requests.ts'

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
    name: entries.find(({ book_name }) => book_name)?.book_name ?? 'that book',
    entries,
  }))
}

/** The entries that are sent without asking, the oldest first. */
export const sendable = (kept: readonly Kept[], user_id: string, now: number): Kept[] =>
  kept
    .filter((one) => one.user_id === user_id && one.refusal === null && !isDoubtful(one, now))
    .sort((a, b) => a.made_at - b.made_at)

const countText = (count: number) => (count === 1 ? '1 transaction is' : `${count} transactions are`)

/** The words of the banner; undefined if there is nothing to say. `since` says when the screen is from, if it is shown from this device. */
export function bannerText(
  count: number,
  isOnline: boolean,
  canKeep = true,
  since?: string,
): string | undefined {
  const them = countText(count)
  if (since !== undefined) {
    const away = `No connection. As of ${since}.`
    return count === 0 ? away : `${away} ${them} kept on this device.`
  }
  if (count === 0 && isOnline) return undefined
  if (count === 0)
    return canKeep
      ? 'You are offline. What you add is kept on this device.'
      : 'You are offline. Nothing can be added.'
  return isOnline
    ? `${them} kept on this device and not sent yet.`
    : `You are offline. ${them} kept on this device and sent when you are back.`
}

/** The words of the sign-in about entries that wait: 2 transactions wait on this device. */
export const waitingText = (count: number): string =>
  count === 1 ? '1 transaction waits on this device.' : `${count} transactions wait on this device.`

/** The line in place of something that is not on this device, while there is no connection. */
export function notHereText(count: number): string {
  const line = 'Not on this device: it needs a connection.'
  return count === 0 ? line : `${line} ${countText(count)} kept here and sent then.`
}

/** The entries of a book, the latest first, as its transactions are; of before there were several books, those are of the default one. */
export const waitingHere = (kept: readonly Kept[], bookId: string): Kept[] =>
  kept
    .filter(({ book_id }) => book_id === undefined || book_id === bookId)
    .toSorted((a, b) => b.made_at - a.made_at)
