import { availableParallelism } from 'node:os'

/** One figure: a ratio of two values of this run, or an amount, with the limit it has to keep to. */
export type Figure = {
  name: string
  value: number
  unit: 'ratio' | 's' | 'MiB' | '/s' | 'B' | 'files' | 'lines'
  atLeast?: number
  atMost?: number
  /** The value to reach one day, where that is more than its budget asks for. */
  goal?: number
  /** The measurements that the value comes from. */
  from: Record<string, number>
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

export async function timeMs(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

export const isBroken = ({
  value,
  atLeast = Number.NEGATIVE_INFINITY,
  atMost = Number.POSITIVE_INFINITY,
}: Figure) => !(value >= atLeast && value <= atMost)

export const rounded = (value: number) => Number(value.toPrecision(3))

export const verdict = (figure: Figure) => {
  if (figure.atLeast === undefined && figure.atMost === undefined) return ''
  return isBroken(figure) ? 'BROKEN' : 'kept'
}

/** Whether this load of the machine makes figures worse: the service is one process beside the many of PostgreSQL. */
export const isBusy = (load: number) => load > availableParallelism() / 2

export function budget({ atLeast, atMost, goal }: Pick<Figure, 'atLeast' | 'atMost' | 'goal'>): string {
  const limit = atLeast !== undefined ? `≥ ${atLeast}` : atMost !== undefined ? `≤ ${atMost}` : ''
  return goal === undefined ? limit : `${limit} (goal ${goal})`
}

/** A line of the output while the bench runs. */
export function line(figure: Figure): string {
  const { name, value, unit, from } = figure
  const shown = `${rounded(value)}${unit === 'ratio' ? '' : ` ${unit}`}`
  const origin = Object.entries(from).map(([what, measured]) => `${what} ${rounded(measured)}`)
  return `${name.padEnd(50)}${shown.padStart(11)}${budget(figure).padStart(22)}  ${verdict(figure).padEnd(8)}${origin.join(', ')}`
}
