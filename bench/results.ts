import { readFile, writeFile } from 'node:fs/promises'
import { availableParallelism, loadavg } from 'node:os'
import { budget, type Figure, isBusy, rounded, verdict } from './figures.ts'
import { PROCESSES } from './processes.ts'

/** The measurements of one group, and their machine. Groups that a run leaves out keep their earlier ones. */
export type Group = {
  title: string
  /** The meaning of its figures, for somebody who has not seen the bench. */
  about: string
  date: string
  machine: string
  /** How busy the machine was before the bench began. */
  load: number
  isBusy: boolean
  figures: Kept[]
}
export type Kept = {
  name: string
  value: number
  unit: Figure['unit']
  budget: string
  verdict: string
  from: Record<string, number>
}
export type Results = Record<string, Group>

const RESULTS = new URL('results.json', import.meta.url)
const DOCUMENT = new URL('../docs/speed.md', import.meta.url)
const [BEGIN, END] = ['<!-- figures -->', '<!-- end of figures -->']

export const readResults = async (): Promise<Results> =>
  JSON.parse(await readFile(RESULTS, 'utf8').catch(() => '{}'))

export const groupOf = (
  { title, about }: Pick<Group, 'title' | 'about'>,
  figures: readonly Figure[],
  load: number,
): Group => ({
  title,
  about,
  date: new Date().toISOString().slice(0, 10),
  machine: machine(),
  load: rounded(load),
  isBusy: isBusy(load),
  figures: figures.map((figure) => ({
    name: figure.name,
    value: rounded(figure.value),
    unit: figure.unit,
    budget: budget(figure),
    verdict: verdict(figure),
    from: Object.fromEntries(Object.entries(figure.from).map(([what, value]) => [what, rounded(value)])),
  })),
})

const machine = () =>
  `${availableParallelism()} cores, ${process.platform}-${process.arch}, Node ${process.versions.node}, WORKERS=${PROCESSES}`

export const loadNow = (): number => loadavg()[0] ?? 0

/** Keeps the figures of a group beside the bench, in the order of all groups, and rewrites the tables of docs/speed.md. */
export async function keep(name: string, group: Group, order: readonly string[]): Promise<void> {
  const all = { ...(await readResults()), [name]: group }
  const results = Object.fromEntries(
    order.flatMap((each) => (all[each] === undefined ? [] : [[each, all[each]]])),
  )
  await writeFile(RESULTS, `${JSON.stringify(results, null, 2)}\n`)
  await writeFile(DOCUMENT, withTables(await readFile(DOCUMENT, 'utf8'), results))
}

/** The document with the tables of these results in place of its own. */
export function withTables(document: string, results: Results): string {
  const [before = '', rest = ''] = document.split(BEGIN)
  const [, after = ''] = rest.split(END)
  return `${before}${BEGIN}\n\n${Object.values(results).map(tableOf).join('\n')}\n${END}${after}`
}

const number = (value: number) => (Number.isFinite(value) ? value.toLocaleString('en-US') : '–')

function tableOf({ title, about, date, machine, load, isBusy, figures }: Group): string {
  const rows = figures.map(({ name, value, unit, budget, verdict, from }) => {
    const origin = Object.entries(from).map(([what, measured]) => `${what} ${number(measured)}`)
    const shown = unit === 'ratio' ? number(value) : `${number(value)} ${unit}`
    return `| ${name} | ${verdict === 'BROKEN' ? `**${shown}**` : shown} | ${budget} | ${origin.join('; ')} |`
  })
  const other = isBusy ? `; the machine had other work (load ${load})` : ''
  return `### ${title}\n\n${about}\n\n| figure | value | budget | from |\n|---|---|---|---|\n${rows.join('\n')}\n\n${date}, ${machine}${other}.\n`
}
