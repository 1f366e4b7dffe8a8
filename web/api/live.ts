import { listChanges } from '../../contract/changes.ts'
import { addressOf } from '../../contract/client.ts'
import { watchBook } from '../../contract/streams.ts'
import { BASE, call } from './ask.ts'

/** After a refusal, the stream is tried again after so long; a lost connection the browser opens again by itself. */
const AGAIN_MS = 15_000
/** So often the history is asked while there is no stream. */
const POLL_MS = 30_000
/** So many failures in a row count as no stream. */
const MAX_FAILURES = 2

/**
 * Tells the versions of a book as it changes, from the one that the page has on, by one stream for all tabs of the browser that show it: HTTP/1.1 has
 * six connections. The tab that holds the lock has the stream and tells the others. A tab that nobody sees gives the lock away, since browsers put such
 * tabs to sleep. Without a stream, the history is asked now and then. `onBack` is called when the stream is open again.
 */
export function watchVersions(
  bookId: string,
  since: number,
  { onVersion, onBack }: { onVersion: (version: number) => void; onBack: () => void },
): () => void {
  let latest = since
  const tell = (version: number) => {
    latest = Math.max(latest, version)
    onVersion(version)
  }
  const channel = new BroadcastChannel(`florin.versions.${bookId}`)
  channel.onmessage = ({ data }) => tell(Number(data))
  const tellAll = (version: number) => {
    channel.postMessage(version)
    tell(version)
  }

  let polling: ReturnType<typeof setInterval> | undefined
  /** Asks for the latest change. A book that one is not in any more answers not found, which the page shows. */
  const poll = async () => {
    if (document.visibilityState === 'hidden') return
    const { data } = await call(listChanges, { query: { since: latest, order: 'desc', limit: 1 } })
    const [last] = data
    if (last) tellAll(last.version)
  }
  const tryPoll = () => void poll().catch(() => undefined) // the next one tells
  const startPolling = () => {
    if (polling !== undefined) return
    polling = setInterval(tryPoll, POLL_MS)
    tryPoll()
  }
  const stopPolling = () => {
    clearInterval(polling)
    polling = undefined
  }

  /** Holds the stream until the signal ends it. */
  const stream = (signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      let source: EventSource | undefined
      let timer: ReturnType<typeof setTimeout> | undefined
      let failures = 0
      let hasFailed = false
      const open = () => {
        source = new EventSource(`${BASE}${addressOf(watchBook, { query: { since: latest } }, bookId)}`)
        source.onopen = () => {
          failures = 0
          stopPolling()
          if (hasFailed) onBack()
          hasFailed = false
        }
        source.onmessage = ({ lastEventId }) => tellAll(Number(lastEventId))
        source.onerror = () => {
          failures++
          hasFailed = true
          const isRefused = source?.readyState === EventSource.CLOSED
          if (isRefused) timer = setTimeout(open, AGAIN_MS)
          if (isRefused || failures >= MAX_FAILURES) startPolling()
        }
      }
      open()
      signal.addEventListener('abort', () => {
        clearTimeout(timer)
        stopPolling()
        source?.close()
        resolve()
      })
    })

  let waiting: AbortController | undefined
  const take = () => {
    waiting?.abort()
    waiting = undefined
    if (document.visibilityState === 'hidden') return
    if (!('locks' in navigator)) return startPolling() // an origin without encryption has no locks
    waiting = new AbortController()
    const { signal } = waiting
    navigator.locks
      .request(`florin.stream.${bookId}`, { signal }, () => stream(signal))
      .catch(() => undefined) // given up before it was its turn
  }
  document.addEventListener('visibilitychange', take)
  take()
  return () => {
    document.removeEventListener('visibilitychange', take)
    waiting?.abort()
    stopPolling()
    channel.close()
  }
}
