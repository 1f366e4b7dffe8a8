/** How many sessions a process has for each purpose. */
export type Sizes = {
  /** In turn, some at a time for each person. */
  readonly common: number
  readonly perPerson: number
  /** Kept for look-ups of tokens. */
  readonly lookUps: number
  /** Kept for sign-ins. */
  readonly signIns: number
  /** Changes travel in groups, so a few sessions carry all of them. One person can hold one of those for lone requests, with an import. */
  readonly writers: number
  /** Exports at a time, one for each person. */
  readonly exporters: number
}

/**
 * The sizes for one of several processes on a machine. Together they have about as many sessions as a single one: 20, 24 for two, 36 for
 * four. None has less than two of a kind that one person could hold one of, so that another person always finds one; look-ups of tokens last for a moment.
 */
export function sizesOf(processes: number): Sizes {
  const part = (all: number, least: number) => Math.max(least, Math.ceil(all / processes))
  return {
    common: part(8, 2),
    perPerson: part(2, 1),
    lookUps: part(3, 1),
    signIns: 1,
    writers: part(4, 3),
    exporters: part(4, 2),
  }
}

/** How many groups of requests, and how many lone requests, the writer serves at once: each has a session, and none waits for one. */
export const lanesOf = ({ writers }: { writers: { options: { max?: number } } }) => ({
  group: Math.floor((writers.options.max ?? 2) / 2),
  alone: Math.ceil((writers.options.max ?? 2) / 2),
})
