import { once } from 'node:events'
import type { MessagePort } from 'node:worker_threads'

/** A thread is at most a few pieces ahead of the main thread, which answers each piece with `taken`. */
const PIECES_AHEAD = 3

/** Makes the function with which a thread sends messages; it waits while the thread is too far ahead. */
export function makeSay<Says>(port: MessagePort): (says: Says) => Promise<void> {
  let ahead = 0
  port.on('message', (heard: unknown) => {
    if (heard === 'taken') ahead--
  })
  return async (says) => {
    port.postMessage(says)
    ahead++
    while (ahead >= PIECES_AHEAD) await once(port, 'message')
  }
}
