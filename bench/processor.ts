import { readFile, readlink } from 'node:fs/promises'
import { join } from 'node:path'

const TICK_MS = 10 // Linux counts processor time for others in hundredths of a second

/** The processor time of the service and of its PostgreSQL so far, in milliseconds; NaN on a system without /proc. */
export type Spent = { service: number; database: number }

export async function spentBy(pid: number, postmasters: readonly number[]): Promise<Spent> {
  const database = await Promise.all(postmasters.map((postmaster) => spentIn(postmaster, () => true)))
  const program = await readlink(`/proc/${pid}/exe`).catch(() => '')
  const isNode = async (child: number) =>
    (await readlink(`/proc/${child}/exe`).catch(() => undefined)) === program
  return { service: await spentIn(pid, isNode, false), database: database.reduce((a, b) => a + b, 0) }
}

/** The time of a process and of those that it has started, and of those of them that have ended. */
async function spentIn(
  pid: number,
  isCounted: (pid: number) => boolean | Promise<boolean>,
  withEnded = true,
): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // The name of the program, in brackets, may have spaces. After it, the 12th to the 15th field are times.
  const times = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, withEnded ? 15 : 13)
  let sum = times.reduce((all, ticks) => all + Number(ticks), 0) * TICK_MS
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
  for (const child of children
    .split(' ')
    .filter((text) => text !== '')
    .map(Number))
    if (await isCounted(child)) sum += await spentIn(child, isCounted, withEnded)
  return stat === '' ? Number.NaN : sum
}

/** The first process of a PostgreSQL, by its folder. */
export async function postmasterOf(dataDir: string): Promise<number> {
  const text = await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')
  return Number(text.split('\n')[0])
}
