let processes = 1

/** Says how many processes share the work of this machine. It has to be said before anything that has a limit is loaded. */
export function shareWith(count: number): void {
  processes = count
}

/** How many processes share the work of this machine, this one among them. */
export const processCount = (): number => processes

/** This process's part of what all of them may do at once: one at least. */
export const partOf = (all: number): number => Math.max(1, Math.ceil(all / processes))
