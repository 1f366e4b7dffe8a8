import { readFileSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { register } from '../contract/auth.ts'
import { client } from '../contract/client.ts'
import { registrationOf } from './instance.ts'

/** The cost of a request. */
export type Taken = { ms: number; ofDatabase: number; mb: number; waits?: Waits }

/** Measures the processor time of a process and of its PostgreSQL sessions, and the memory of the process. */
export function makeMeter(pid: number, postmaster: number) {
  const ticksOf = (of: number) => {
    const fields = readFileSync(`/proc/${of}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return Number(fields[11]) + Number(fields[12])
  }
  /** Sessions alone: the background work of PostgreSQL comes at any time. */
  const sessions = () =>
    readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8').split(' ').map(Number)
  const ticksOfSession = (of: number): number | undefined => {
    try {
      return readFileSync(`/proc/${of}/cmdline`, 'utf8').includes('[local]') ? ticksOf(of) : undefined
    } catch {
      return undefined // it has ended
    }
  }
  const TICK_MS = 10
  /** The time of sessions that have ended stays counted: sessions are renewed now and then. */
  const ofSessions = new Map<number, number>()
  const used = (): { ms: number; ofDatabase: number } => {
    for (const of of sessions()) {
      const ticks = ticksOfSession(of)
      if (ticks !== undefined) ofSessions.set(of, ticks)
    }
    const ofDatabase = ofSessions.values().reduce((sum, ticks) => sum + ticks, 0) * TICK_MS
    return { ms: ticksOf(pid) * TICK_MS + ofDatabase, ofDatabase }
  }
  const memory = (field: string) =>
    Number(new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_000
  /** Garbage of earlier requests must not count for this one. */
  let lowest = Number.POSITIVE_INFINITY
  const collect = async () => {
    if (memory('VmRSS') < lowest + 10) return
    process.kill(pid, 'SIGWINCH')
    await sleep(100)
    lowest = Math.min(lowest, memory('VmRSS'))
  }
  return {
    used,
    async during<T>(work: () => Promise<T>, other?: Other) {
      await collect()
      writeFileSync(`/proc/${pid}/clear_refs`, '5') // the highest memory is counted anew
      const start = memory('VmRSS')
      const before = used()
      const pause = other?.ask()
      const done = await work()
      const waits = await pause?.()
      const after = used()
      return {
        done,
        mb: Math.round(memory('VmHWM') - start),
        ms: after.ms - before.ms - (waits?.ms ?? 0),
        ofDatabase: after.ofDatabase - before.ofDatabase,
        ...(waits && { waits }),
      }
    },
  }
}

/** Another person, who asks for a page again and again meanwhile. */
type Other = { ask: () => () => Promise<Waits & { ms: number }> }
/** How long each request took, and the 95th percentile in quiet. */
export type Waits = { took: number[]; quiet: number }

const p95 = (of: number[]) => of.toSorted((a, b) => a - b)[Math.floor(of.length * 0.95)] ?? 0

/** How many times longer than in quiet they took, at the 95th percentile. */
export const timesOf = ({ took, quiet }: Waits): number => p95(took) / quiet

export async function makeOther(base: string, meter: { used: () => { ms: number } }): Promise<Other> {
  const { token } = await client(fetch, base).call(register, { body: registrationOf('Bob') })
  const once = async () => {
    const since = performance.now()
    await (
      await fetch(`${base}/budgeting/expenses?limit=20`, { headers: { authorization: `Bearer ${token}` } })
    ).text()
    return performance.now() - since
  }
  for (let n = 0; n < 100; n++) await once()
  const before = meter.used().ms
  const quiet: number[] = []
  for (let n = 0; n < 200; n++) quiet.push(await once())
  const each = (meter.used().ms - before) / quiet.length
  return {
    ask: () => {
      const took: number[] = []
      let isGoing = true
      const asking = (async () => {
        while (isGoing) took.push(await once())
      })()
      return async () => {
        isGoing = false
        await asking
        return { ms: Math.round(took.length * each), took, quiet: p95(quiet) }
      }
    },
  }
}
