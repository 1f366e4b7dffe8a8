import { addressOf } from '../../contract/client.ts'
import { watchBook } from '../../contract/streams.ts'
import { BASE } from './ask.ts'

/** After a refusal, the stream is tried again after so long; a lost connection the browser opens again by itself. */
const AGAIN_MS = 15_000

/**
 * Tells the versions of a book as it changes, by one stream for all tabs of the browser that show it: HTTP/1.1 has six connections. The tab that holds
 * the lock has the stream and tells the others. A tab that nobody sees gives the lock away, since browsers put such tabs to sleep.
 */
export function watchVersions(bookId: string, onVersion: (version: number) => void): () => void {
  const channel = new BroadcastChannel(`florin.versions.${bookId}`)
  channel.onmessage = ({ data }) => onVersion(Number(data))
  let waiting: AbortController | undefined

  /** Holds the stream until the signal ends it. */
  const stream = (signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      let source: EventSource | undefined
      let timer: ReturnType<typeof setTimeout> | undefined
      const open = () => {
        source = new EventSource(`${BASE}${addressOf(watchBook, {}, bookId)}`)
        source.onmessage = ({ lastEventId }) => {
          channel.postMessage(Number(lastEventId))
          onVersion(Number(lastEventId))
        }
        source.onerror = () => {
          if (source?.readyState === EventSource.CLOSED) timer = setTimeout(open, AGAIN_MS)
        }
      }
      open()
      signal.addEventListener('abort', () => {
        clearTimeout(timer)
        source?.close()
        resolve()
      })
    })

  const take = () => {
    waiting?.abort()
    waiting = undefined
    if (document.visibilityState === 'hidden' || !('locks' in navigator)) return
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
    channel.close()
  }
}
