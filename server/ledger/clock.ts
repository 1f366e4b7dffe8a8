const AHEAD_MS = 3_600_000

/** The latest time of a change that this process has met, in any book, or was told of by another process. */
let latest = ''

/** Notes the time of a book's last change. Books that are read or changed bring it along, so that nothing has to be looked for. */
export function noteTime(at: string): void {
  if (at > latest) latest = at
}

/**
 * The time of a change that is ahead of this machine's clock by more than an hour: the clock was ahead, and was set back. A change is never before the one before
 * it, so changes of this book have this time until the clock has come there.
 */
export const timeAhead = (): string | undefined =>
  Date.parse(latest) - Date.now() > AHEAD_MS ? latest : undefined
