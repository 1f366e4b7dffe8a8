/** Work that is done one after another, and can be waited for. */
export function inTurn() {
  let tail: Promise<unknown> = Promise.resolve()
  let waiting = 0
  let refused = 0
  return {
    /** `onIdle` is told when nothing waits any more, `onRefused` when this piece of work fails; what comes after it is done all the same. */
    add(work: () => Promise<unknown>, onIdle: () => void, onRefused: (error: unknown) => void): void {
      waiting++
      tail = tail.then(work).then(
        () => {
          if (--waiting === 0) onIdle()
        },
        (error: unknown) => {
          waiting--
          refused++
          onRefused(error)
        },
      )
    },
    /** Waits for everything, also for what is added meanwhile. False if some of it was refused. */
    async done(): Promise<boolean> {
      const before = refused
      while (waiting > 0) await tail
      return refused === before
    },
  }
}
