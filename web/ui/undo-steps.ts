/** The changes of this page that the keys take back, one press after the other, and those that they redo. */
export type Step = {
  turn: 'undo' | 'redo'
  run: () => unknown
  /** The version of the book that it takes back, by which another way of undoing finds it. */
  version?: number
  /** A redo offers it: whatever else can be redone stays. */
  isAgain?: boolean
}

/** As many steps back as somebody may want to go; earlier changes are in Activity. */
const MAX_STEPS = 50

let steps: readonly Step[] = []

/** Adds a step, as the latest one. A new change leaves nothing to redo. */
export function remember(step: Step): void {
  const kept = step.turn === 'undo' && !step.isAgain ? steps.filter(({ turn }) => turn === 'undo') : steps
  steps = [...kept.filter((one) => one !== step), step].slice(-MAX_STEPS)
}

/** Takes a step away that its message has run. */
export const forget = (step: object): void => {
  steps = steps.filter((one) => one !== step)
}

/** Takes the step away that takes a version back, since that is done in another way. */
export const forgetVersion = (version: number): void => {
  steps = steps.filter((one) => one.version !== version)
}

/** The steps belong to one person and their book. */
export const forgetSteps = (): void => {
  steps = []
}

let last: Promise<unknown> = Promise.resolve()

/** Runs the latest step in a direction; false if there is none. Steps wait for each other: a later change may stand on an earlier one. */
export function takeStep(direction: Step['turn']): boolean {
  const step = steps.findLast(({ turn }) => turn === direction)
  if (!step) return false
  forget(step)
  last = last.catch(() => undefined).then(step.run)
  return true
}
