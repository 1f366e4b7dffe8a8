/**
 * Does something, and returns the longest work of this thread in one turn of the event loop meanwhile, in milliseconds of processor
 * time: others wait that long. Time on the clock would count other programs of the machine. It looks once a millisecond, so that turns
 * shorter than that may count together: to look after every turn would keep the thread busy.
 */
export async function longestTurn<T>(work: () => Promise<T>): Promise<{ done: T; ms: number }> {
  let [ms, last, isGoing] = [0, process.threadCpuUsage(), true]
  const turn = () => {
    const { user, system } = process.threadCpuUsage(last)
    ms = Math.max(ms, (user + system) / 1_000)
    last = process.threadCpuUsage()
    if (isGoing) setTimeout(turn, 1)
  }
  setTimeout(turn, 1)
  try {
    const done = await work()
    turn()
    return { done, ms }
  } finally {
    isGoing = false
  }
}
