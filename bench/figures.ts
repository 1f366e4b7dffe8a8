import { writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'

/** One figure: a ratio of two values of this run, or a duration, with the limit it has to keep to. */
export type Figure = {
  name: string
  value: number
  unit: 'ratio' | 's' | 'MiB' | '/s'
  atLeast?: number
  atMost?: number
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

const rounded = (value: number) => Number(value.toPrecision(3))

const verdict = (figure: Figure) => {
  if (figure.value === null) return 'not built'
  if (figure.atLeast === undefined && figure.atMost === undefined) return ''
  return isBroken(figure) ? 'BROKEN' : 'kept'
}

const budget = ({ atLeast, atMost }: Figure) =>
  atLeast !== undefined ? `≥ ${atLeast}` : atMost !== undefined ? `≤ ${atMost}` : ''

/** A line of the table. */
export function line(figure: Figure): string {
  const { name, value, unit, from } = figure
  const shown = value === null ? '–' : `${rounded(value)}${unit === 'ratio' ? '' : ` ${unit}`}`
  const origin = Object.entries(from).map(([what, measured]) => `${what} ${rounded(measured)}`)
  return `${name.padEnd(44)}${shown.padStart(11)}${budget(figure).padStart(8)}  ${verdict(figure).padEnd(10)}${origin.join(', ')}`
}

/** Keeps the figures of this run beside the bench. */
export async function save(
  figures: readonly Figure[],
  facts: Record<string, string | number>,
): Promise<void> {
  const machine = { cores: availableParallelism(), platform: `${process.platform}-${process.arch}` }
  const results = {
    ...facts,
    ...machine,
    node: process.versions.node,
    figures: figures.map((figure) => ({
      name: figure.name,
      value: figure.value === null ? null : rounded(figure.value),
      unit: figure.unit,
      budget: budget(figure),
      verdict: verdict(figure),
      from: Object.fromEntries(Object.entries(figure.from).map(([what, value]) => [what, rounded(value)])),
    })),
  }
  await writeFile(new URL('results.json', import.meta.url), `${JSON.stringify(results, null, 2)}\n`)
}
