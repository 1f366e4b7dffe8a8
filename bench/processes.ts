import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { chmod, mkdtemp, readFile, readlink, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import project from '../package.json' with { type: 'json' }
import { joinEmbedded } from '../server/postgres/embedded.ts'
import { readSettings } from '../server/settings.ts'

/** How the owner of the service's database signs in. */
export type Owner = { host: string; user: string; password: string; database: string }

/** A process of Florin, on whichever database. */
export type Started = {
  pid: number
  port: number
  dataDir: string
  stop: (isKept?: boolean) => Promise<void>
}

/** One on the built-in PostgreSQL. */
export type Service = Started & { owner: Owner }

/** In how many processes the service runs, as `npm start` decides it on this machine. */
export const PROCESSES = readSettings({}).workers

/** The arguments of Node in `npm start`: `exec node …`. */
const START = project.scripts.start.split(' ').slice(2)

/** Florin as `npm start` runs it, in a process of its own, on the built-in PostgreSQL in an empty folder. */
export async function startService(): Promise<Service> {
  const folder = await newFolder()
  return startIn(folder)
}

export async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'florin-bench-'))
  await chmod(folder, 0o711) // a root's PostgreSQL runs as another account, which has to get through
  return folder
}

/** The same in a folder that may have data already, which `stop` keeps if it is told to. */
export async function startIn(folder: string, special: Special = {}): Promise<Service> {
  const { stop, ...started } = await startFlorin(folder, special)
  try {
    const { owner } = await joinEmbedded(started.dataDir, { info: () => undefined, warn: console.error })
    return { ...started, owner: owner as Owner, stop } // the built-in one has a socket and a password
  } catch (error) {
    await stop()
    throw error
  }
}

/** Settings, and the machinery that the service does without (`without.ts`). */
export type Special = { env?: Record<string, string>; without?: string }

/** Florin in a process of its own, on whichever database its settings name. */
export async function startFlorin(folder: string, { env = {}, without }: Special): Promise<Started> {
  const logFile = join(folder, 'florin.log')
  const log = openSync(logFile, 'w')
  const dataDir = join(folder, 'data')
  const [args, script] = [START.slice(0, -1), START.slice(-1)]
  const patched = without === undefined ? [] : ['--import', './bench/without.ts']
  const child = spawn(process.execPath, [...args, ...patched, ...script], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    env: {
      PATH: process.env.PATH ?? '',
      PORT: '0',
      DATA_DIR: dataDir,
      ...env,
      ...(without !== undefined && { BENCH_WITHOUT: without }),
    },
    stdio: ['ignore', log, log],
  })
  const ended = once(child, 'exit')
  // A bench that is interrupted leaves no service behind.
  const end = () => child.kill('SIGTERM')
  process.on('exit', end)
  child.once('exit', () => process.off('exit', end))
  const stop = async (isKept = false) => {
    child.kill('SIGTERM')
    await ended
    if (!isKept) await rm(folder, { recursive: true, force: true })
  }
  try {
    let port: string | undefined
    while (port === undefined) {
      const said = await readFile(logFile, 'utf8')
      if (child.exitCode !== null) throw new Error(`Florin did not start: ${said}`)
      port = /^Florin is ready: \S+:(\d+)\/$/m.exec(said)?.[1]
      await sleep(20)
    }
    return { pid: Number(child.pid), port: Number(port), dataDir, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Runs a file of this folder in a process of its own: it is sent a task, and sends back the outcome. */
export async function inOwnProcess<Task, Outcome>(file: string, task: Task): Promise<Outcome> {
  const child = fork(new URL(file, import.meta.url))
  const ended = once(child, 'exit').then(() => {
    throw new Error(`${file} ended without an outcome`)
  })
  child.send(task as object)
  const [outcome] = await Promise.race([once(child, 'message'), ended])
  ended.catch(() => undefined) // it has done its work
  child.kill()
  return outcome as Outcome // what the file sends
}

/** The memory that a process holds, in MiB; NaN on a system that does not say. */
async function residentOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024
}

/** The memory of the service: of its process and of those of Node that it has started, without PostgreSQL. */
export async function memoryOf(pid: number): Promise<number> {
  const file = `/proc/${pid}/task/${pid}/children`
  const children = (await readFile(file, 'utf8').catch(() => '')).split(' ').filter((text) => text !== '')
  const program = await readlink(`/proc/${pid}/exe`).catch(() => '')
  let sum = await residentOf(pid)
  for (const child of children.map(Number))
    if ((await readlink(`/proc/${child}/exe`).catch(() => '')) === program)
      sum += (await memoryOf(child)) || 0
  return sum
}
