const AHEAD_MS = 3_600_000

/** The latest time of a change that this process has met, in any book, or was told of by another process. */
let latest = ''

/** Notes the time of a book's last change. Every book that is read or changed carries this time, so that no query is needed. */
export function noteTime(at: string): void {
  if (at > latest) latest = at
}

/**
 * The time of a change that is ahead of this machine's clock by more than an hour: the clock was ahead, and was set back. The times of changes
 * never decrease, so further changes of this book get this time until the clock has reached it.
 */
export const timeAhead = (): string | undefined =>
  Date.parse(latest) - Date.now() > AHEAD_MS ? latest : undefined
