import { getMe } from '../../contract/auth.ts'
import { callOpenly } from './ask.ts'
import { Unreachable } from './session.ts'

const FIRST_MS = 1_000
const MAX_MS = 15_000

let waiting: Promise<void> | undefined

/** Resolves once Florin answers, whatever it says. It is asked again and again, and at once when the browser has a network again. */
export const whenReachable = (): Promise<void> => {
  waiting ??= untilReached().finally(() => {
    waiting = undefined
  })
  return waiting
}

async function untilReached(): Promise<void> {
  for (let pause = FIRST_MS; ; pause = Math.min(2 * pause, MAX_MS)) {
    try {
      await callOpenly(getMe)
      return
    } catch (error) {
      if (!(error instanceof Unreachable)) return
    }
    await new Promise<unknown>((go) => {
      setTimeout(go, pause)
      window.addEventListener('online', go, { once: true })
    })
  }
}

/** Whether the server serves the app's page: then a reload can help. */
export const isThere = async (): Promise<boolean> => (await fetch('/', { method: 'HEAD' })).ok
