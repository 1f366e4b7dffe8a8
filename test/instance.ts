import assert from 'node:assert/strict'
import { execFile, execFileSync, spawn } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { chmod, mkdtemp, realpath } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { login, register } from '../contract/auth.ts'
import { client } from '../contract/client.ts'
import { until } from './until.ts'

/** Real processes of Florin, as `npm start` makes them, each on a folder or a database of its own. */
export type Run = {
  pid: number
  /** Its output so far: its messages as sentences, as on a terminal. */
  said: () => string
  /** Its standard output, unchanged. */
  printed: () => string
  /** Its standard error. */
  complained: () => string
  isRunning: () => boolean
  /** Its exit code; null when it was killed. */
  ended: Promise<number | null>
}
export type Florin = Run & { address: string }
export type Environment = Record<string, string>

/** Another way to run it than from this folder with this Node. */
export type How = {
  project?: string
  command?: (program: string, args: string[]) => [string, string[]]
  account?: { uid: number; gid: number }
}

export const isRoot = process.getuid?.() === 0
const launched: Run[] = []
const dataDirs = new Set<string>()
const folders: string[] = []

// Whatever a test did or failed to do, none of its processes outlives it, and no folder outlives its file (`groups.ts`).
afterEach(endProcesses)
after(removeFolders)
Object.assign(globalThis, { removeFolders })
process.once('SIGTERM', () => {
  endProcesses()
  removeFolders()
  process.exit(1)
})

function endProcesses(): void {
  for (const run of launched) if (run.isRunning()) kill(run.pid)
  for (const dataDir of dataDirs) {
    const server = serverOf(dataDir)
    if (!server || !isProcess(server.pid, dataDir)) continue
    kill(server.pid)
    if (server.sockets.startsWith('/tmp/florin-')) rmSync(server.sockets, { recursive: true, force: true })
  }
}

function removeFolders(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It was gone already.
  }
}

/** Ends the PostgreSQL of this data folder after each test, if the test did not. */
export const lookAfter = (dataDir: string): Set<string> => dataDirs.add(dataDir)

/** Removes a folder with all that tests have put there, when the file is done. */
export const removeLater = (folder: string): number => folders.push(folder)

/** Starts the process and waits for nothing. */
export function launch(env: Environment, { project = process.cwd(), command, account }: How = {}): Run {
  const args = ['--import', './runtime.mjs', 'server/main.ts']
  const [program, all] = command?.(process.execPath, args) ?? [process.execPath, args]
  const child = spawn(program, all, {
    ...account,
    cwd: project,
    // Without the environment that the tests run in, where DATABASE_URL may be set. No test calls the ECB.
    env: {
      PATH: process.env.PATH ?? '',
      LOG_LEVEL: 'warn',
      PORT: '0',
      WEB: 'off',
      WORKERS: '1',
      ECB_URL: 'http://127.0.0.1:9/',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  let errors = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk))
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk))
  // A PostgreSQL left behind keeps neither of the two open, so `close` comes with the end of the process.
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  const run: Run = {
    pid: child.pid ?? assert.fail(`${program} cannot be started`),
    said: () => sentences(output + errors),
    printed: () => output,
    complained: () => sentences(errors),
    isRunning: () => child.exitCode === null && child.signalCode === null,
    ended,
  }
  launched.push(run)
  if (env.DATA_DIR) lookAfter(env.DATA_DIR)
  return run
}

/** The sentences in lines of JSON that have nothing else; all other lines as they are. */
const sentences = (text: string): string =>
  text.replace(/^\{"level":\d+,"time":\d+,"pid":\d+,"msg":("(?:[^"\\]|\\.)*")\}$/gm, (_, said: string) =>
    JSON.parse(said),
  )

/** Waits until it says that it is ready, and where. */
export async function ready(run: Run): Promise<Florin> {
  const address = () => /^Florin is ready: (\S+)$/m.exec(run.said())?.[1]
  await until(() => address() !== undefined || !run.isRunning(), 60_000, run.said)
  return { ...run, address: address() ?? assert.fail(`it did not start: ${run.said()}`) }
}

/** A Florin that is ready. */
export const start = (env: Environment, how?: How): Promise<Florin> => ready(launch(env, how))

/** A failed start: one sentence, no stack, no success. */
export async function refusedStart(env: Environment, how?: How): Promise<string> {
  const run = launch(env, how)
  await Promise.race([run.ended, sleep(60_000, undefined, { ref: false })])
  return refusalOf(run)
}
export async function refusalOf(run: Run): Promise<string> {
  assert.equal(await run.ended, 1, run.said())
  assert.doesNotMatch(run.said(), /^ {4}at /m, 'there is a stack')
  assert.doesNotMatch(run.said(), /Florin is ready/)
  assert.match(run.complained(), /^[^\n]+\.\n$/, 'it is not one sentence on one line')
  return run.complained().trim()
}

/** Asks it to stop, and answers with its exit code. */
export async function stop(run: Run, signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
  process.kill(run.pid, signal)
  return run.ended
}

/** kill -9. */
export async function killHard(run: Run): Promise<void> {
  process.kill(run.pid, 'SIGKILL')
  await run.ended
}

/** An empty folder that everybody may pass through, as a project's usually is. */
export async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(await realpath(tmpdir()), 'florin-start-'))
  await chmod(folder, 0o711)
  folders.push(folder)
  return folder
}

/** A data folder as a first start leaves it. A run of all tests has made one; in a run of some, it is empty, and the first start is still to come. */
export async function startedFolder(): Promise<string> {
  const folder = await emptyFolder()
  const made = process.env.FLORIN_TEST_STARTED
  if (made) await promisify(execFile)('cp', ['-a', `${made}/.`, folder])
  return folder
}

type Server = { pid: number; sockets: string }

/** The built-in PostgreSQL of a data folder, by its pid file: running or not. */
export function serverOf(dataDir: string): Server | undefined {
  try {
    const lines = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')
    return { pid: Number(lines[0]), sockets: lines[4] ?? '' }
  } catch {
    return undefined
  }
}

/** The built-in PostgreSQL that a test expects to be there. */
export const theServerOf = (dataDir: string): Server =>
  serverOf(dataDir) ?? assert.fail(`no PostgreSQL runs on ${dataDir}`)

/** Whether a process runs with this text in its command: its number alone may belong to another process. */
export function isProcess(pid: number, what: string): boolean {
  try {
    const commandLine =
      process.platform === 'linux'
        ? readFileSync(`/proc/${pid}/cmdline`, 'utf8')
        : execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
    return commandLine.includes(what)
  } catch {
    return false
  }
}

/** The real, effective, saved and file system user of a process. */
export function usersOf(pid: number): number[] {
  const [, users = ''] = /^Uid:\s+(.*)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return users.split('\t').map(Number)
}

type Rows = Record<string, unknown>[]

/** A statement in a database, past Florin. */
export async function ask(connection: pg.ClientConfig, text: string, values: unknown[] = []): Promise<Rows> {
  const session = new pg.Client(connection)
  session.on('error', () => undefined) // a test may end its own session with all others
  await session.connect()
  try {
    return (await session.query(text, values)).rows
  } finally {
    await session.end()
  }
}

/** The superuser's password, as only the Florin of a data folder can read it. */
const passwordOf = (dataDir: string): string =>
  JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8')).owner.password

/** The address of a database in the built-in PostgreSQL of a data folder. */
export const addressOf = (dataDir: string, database = 'florin'): string =>
  `postgres://florin:${passwordOf(dataDir)}@/${database}?host=${theServerOf(dataDir).sockets}`

/** A statement in the built-in database of a data folder. */
export const askServer = (dataDir: string, text: string): Promise<Rows> =>
  ask({ connectionString: addressOf(dataDir) }, text)

const PASSWORD = 'correct horse battery'
const api = ({ address }: Florin) => client(fetch, `${address}api/v1`)
const emailOf = (name: string) => `${name.toLowerCase()}@example.com`

export const registrationOf = (name: string) => ({
  name,
  email: emailOf(name),
  password: PASSWORD,
  password_confirmation: PASSWORD,
})

/** Somebody registers, and gets a token. */
export const registers = async (name: string, florin: Florin): Promise<string> =>
  (await api(florin).call(register, { body: registrationOf(name) })).token

/** Whoever has registered can sign in: the write was kept. */
export const signsIn = async (name: string, florin: Florin): Promise<string> =>
  (await api(florin).call(login, { body: { email: emailOf(name), password: PASSWORD } })).token

/** The answer to a request that needs the database, whatever it is. */
export const asks = (token: string, { address }: Florin): Promise<Response> =>
  fetch(`${address}api/v1/auth/me`, { headers: { authorization: `Bearer ${token}` } })

/** The answer to a request that changes something. */
export const changes = (token: string, { address }: Florin): Promise<Response> =>
  fetch(`${address}api/v1/contacts`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Bela' }),
  })
