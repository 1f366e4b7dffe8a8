/** Runs tasks one after another, and can be waited for. */
export function inTurn() {
  let tail: Promise<unknown> = Promise.resolve()
  let waiting = 0
  let refused = 0
  return {
    /** `onIdle` is called when nothing waits any more, `onRefused` when this task fails; the tasks after it run all the same. */
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
    /** Waits for all tasks, also those added meanwhile. False if one of them was refused. */
    async done(): Promise<boolean> {
      const before = refused
      while (waiting > 0) await tail
      return refused === before
    },
  }
}
