import { setTimeout as sleep } from 'node:timers/promises'

type When = {
  readonly everyMs: number
  /** The pause before the first time; without it, the work begins at once. */
  readonly firstMs?: number
}

/**
 * Does work in the background again and again, with a pause after each time, in which nothing keeps the process running. A failure is told to `failed`, and
 * the next time is the next try. Answers with a function that stops it: the signal aborts, and nothing that fails from then on is told.
 */
export function keepDoing(
  { everyMs, firstMs = 0 }: When,
  work: (signal: AbortSignal) => unknown,
  failed: (error: Error) => void,
): () => Promise<void> {
  const stopping = new AbortController()
  const { signal } = stopping
  async function follow(): Promise<void> {
    for (let pauseMs = firstMs; ; pauseMs = everyMs) {
      if (pauseMs > 0) await sleep(pauseMs, undefined, { signal, ref: false }).catch(() => undefined) // told to stop meanwhile
      if (signal.aborted) return
      try {
        await work(signal)
      } catch (error) {
        if (!signal.aborted) failed(error as Error) // only errors are thrown here
      }
    }
  }
  const following = follow()
  return () => {
    stopping.abort()
    return following
  }
}
