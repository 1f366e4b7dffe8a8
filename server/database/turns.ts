import { Refusal } from '../../contract/refusals.ts'

/** Hands out places in turn; `take` answers with what gives the place back. */
export type Turns = { take: (person: string) => Promise<() => void> }

// Less than a request may take to arrive, so that whoever waits in vain is told so.
const PATIENCE_MS = 12_000

type Places = {
  total: number
  each: number
  /** Whoever has more to do while others are served leaves a place empty for as long as they had it, but not longer than this. */
  restMs?: number
}

/**
 * So many places in all, and at most a few for each person. Whoever waits is served person by person, so that somebody with
 * sixty requests under way delays somebody with one by one request at most.
 */
export function makeTurns({ total, each, restMs = 0 }: Places): Turns {
  const held = new Map<string, number>()
  const waiting = new Map<string, (() => void)[]>() // in the order in which people are served
  let places = total

  const holds = (person: string) => held.get(person) ?? 0

  function serveNext(): void {
    if (places === 0) return
    for (const [person, queue] of waiting) {
      if (holds(person) >= each) continue
      waiting.delete(person)
      const enter = queue.shift()
      if (queue.length > 0) waiting.set(person, queue) // behind everybody else
      enter?.()
      return
    }
  }

  function enter(person: string): () => void {
    places--
    held.set(person, holds(person) + 1)
    const since = performance.now()
    let isHeld = true
    const free = () => {
      places++
      if (holds(person) === 1) held.delete(person)
      else held.set(person, holds(person) - 1)
      serveNext()
    }
    return () => {
      if (!isHeld) return // it may be given back from several ends
      isHeld = false
      if (restMs > 0 && waiting.has(person) && held.size > 1)
        setTimeout(free, Math.min(restMs, performance.now() - since))
      else free()
    }
  }

  return {
    take(person) {
      if (places > 0 && holds(person) < each) return Promise.resolve(enter(person))
      const { promise, resolve, reject } = Promise.withResolvers<() => void>()
      const queue = waiting.get(person) ?? []
      const begin = () => {
        clearTimeout(patience)
        resolve(enter(person))
      }
      const patience = setTimeout(() => {
        queue.splice(queue.indexOf(begin), 1)
        if (queue.length === 0 && waiting.get(person) === queue) waiting.delete(person)
        reject(new Refusal('busy', {}))
      }, PATIENCE_MS)
      queue.push(begin)
      waiting.set(person, queue)
      return promise
    },
  }
}
