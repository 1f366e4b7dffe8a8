import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { appendFile, chmod, rm, stat, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { joinEmbedded } from '../server/postgres/embedded.ts'
import {
  askServer,
  asks,
  emptyFolder,
  type Florin,
  isProcess,
  isRoot,
  launch,
  ready,
  refusalOf,
  refusedStart,
  registers,
  signsIn,
  start,
  startedFolder,
  stop,
  theServerOf,
} from './instance.ts'
import { until } from './until.ts'

const run = promisify(execFile)
const folder = await startedFolder()
const data = join(folder, 'postgres')
const noProc = process.platform !== 'linux' && 'processes are looked up in /proc'

/** PostgreSQL and its sessions, as far as they run. */
const processesOf = (pid: number): number[] =>
  readdirSync('/proc')
    .map(Number)
    .filter((one) => {
      try {
        const text = readFileSync(`/proc/${one}/stat`, 'utf8')
        const [, state, parent] = text.slice(text.lastIndexOf(')')).split(' ')
        return state !== 'Z' && (one === pid || Number(parent) === pid)
      } catch {
        return false
      }
    })

const isGone = (pid: number) => !processesOf(pid).includes(pid)

test('the number that npm start has is enough to stop it', { skip: noProc }, async () => {
  const npm = launch(
    { DATA_DIR: folder, npm_config_update_notifier: 'false' },
    { command: () => ['npm', ['start']] },
  )
  await ready(npm)
  const { pid } = JSON.parse(readFileSync(join(folder, 'owner.json'), 'utf8'))
  assert(isProcess(pid, 'server/main.ts'))
  const server = theServerOf(folder).pid
  process.kill(npm.pid, 'SIGTERM')
  await until(() => !isProcess(pid, 'server/main.ts') && !isProcess(server, data), 10_000, npm.said)
  await npm.ended
})

test('a database that hangs is told to whoever asks, and does not keep Florin from ending within 10 seconds', {
  skip: noProc,
}, async () => {
  const florin = await start({ DATA_DIR: folder })
  const token = await registers('Ana', florin)
  const { pid, sockets } = theServerOf(folder)
  const processes = processesOf(pid)
  assert(processes.length > 3)
  try {
    for (const one of processes) process.kill(one, 'SIGSTOP')
    const asked = asks(token, florin)
    await sleep(1_000) // until the request has arrived, without a sign of it from PostgreSQL
    process.kill(florin.pid, 'SIGTERM')
    const hasEnded = until(() => !florin.isRunning(), 10_000, florin.said)
    assert.deepEqual(await codeOf(await asked), [503, 'unavailable'])
    await hasEnded
    assert.equal(await florin.ended, 0, florin.said())
    await until(() => processes.every(isGone), 1_000)
  } finally {
    wake(processes)
  }
  assert.equal(existsSync(sockets), false)

  const again = await start({ DATA_DIR: folder })
  await signsIn('Ana', again)
  assert.equal(await stop(again), 0)
})

const codeOf = async (answer: Response) => [
  answer.status,
  ((await answer.json()) as { code?: string }).code, // as every refusal has
]

function wake(processes: number[]): void {
  for (const one of processes) if (!isGone(one)) process.kill(one, 'SIGCONT')
}

test('told to stop while a session of PostgreSQL is dying, it leaves no process behind', {
  skip: noProc,
}, async () => {
  const florin = await start({ DATA_DIR: folder })
  assert.equal((await fetch(`${florin.address}ready`)).status, 200) // by a session of the service
  const { pid } = theServerOf(folder)
  const [guard, other] = (
    await askServer(
      folder,
      `select pid from pg_stat_activity where application_name like 'florin%' order by application_name desc`,
    )
  ).map(({ pid }) => Number(pid))
  if (!guard || !other) return assert.fail('there are not two sessions')
  const processes = processesOf(pid)
  process.kill(other, 'SIGSTOP') // PostgreSQL waits for it, and does not start again meanwhile
  process.kill(guard, 'SIGKILL')
  await until(() => florin.said().includes('Lost the session'), 2_000)
  try {
    const ended = stop(florin)
    await until(() => !florin.isRunning(), 10_000, florin.said)
    assert.equal(await ended, 0, florin.said())
    await until(() => processes.every(isGone), 1_000)
  } finally {
    wake(processes)
  }
})

test('a socket that is removed comes back by itself', async () => {
  const florin = await start({ DATA_DIR: folder })
  await registers('Bela', florin)
  const server = theServerOf(folder)
  await rm(server.sockets, { recursive: true })
  await until(() => florin.said().includes('Connected to the built-in PostgreSQL again'), 8_000, florin.said)
  await signsIn('Bela', florin)
  await askServer(folder, 'select')
  assert.notEqual(theServerOf(folder).pid, server.pid)
  assert.equal((await stat(theServerOf(folder).sockets)).mode & 0o777, 0o700)
  assert.equal(await stop(florin), 0)
})

test('a start waits for a command that has the data folder for a moment', async () => {
  const command = await joinEmbedded(folder, { info: () => undefined, warn: () => undefined })
  const florin = launch({ DATA_DIR: folder })
  // Its session is older than the longest wait for a Florin to end.
  const waiting = `select from pg_stat_activity where application_name = 'florin ${florin.pid}'
                   and backend_start < clock_timestamp() - interval '1.5 s'`
  await until(async () => (await askServer(folder, waiting)).length > 0, 15_000, florin.said)
  await command.stop()
  const started = await ready(florin)
  await signsIn('Bela', started)
  assert.equal(await stop(started), 0)
})

test('the log of PostgreSQL is bounded while it runs', async () => {
  const florin = await start({ DATA_DIR: folder })
  const log = join(folder, 'postgres.log')
  await appendFile(log, 'a line of a long night\n'.repeat(50_000))
  await until(async () => (await stat(log)).size < 100_000, 6_000)
  assert.equal((await stat(`${log}.1`)).size, 1_000_000)
  // PostgreSQL goes on writing to the same file.
  const [bad] = await Promise.allSettled([askServer(folder, 'select pg_terminate_backend(pg_backend_pid())')])
  assert.equal(bad?.status, 'rejected')
  await until(async () => readFileSync(log, 'utf8').includes('FATAL'), 3_000)
  assert.equal(readFileSync(log).includes(0), false)
  assert.equal(await stop(florin), 0)
})

/** Does something with a file system of its own, which only root may mount. */
async function onDisk(
  size: string,
  context: TestContext,
  work: (disk: string) => Promise<void>,
): Promise<void> {
  const disk = await emptyFolder()
  const mount = () => run('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=0711`, 'tmpfs', disk])
  if (!isRoot || noProc || (await isRefused(mount()))) return context.skip('only root can mount a small disk')
  try {
    await work(disk)
  } finally {
    await run('umount', ['-l', disk])
  }
}

test('a full disk is named at start, in answers and by /ready', (context) =>
  onDisk('120m', context, fillAndFree))

test('a disk that is too small for a first start is named, each time, and one that grew is taken', (context) =>
  onDisk('45m', context, async (disk) => {
    const DATA_DIR = join(disk, 'data')
    for (const _ of [1, 2]) assert.equal(await refusedStart({ DATA_DIR }), fullAt(DATA_DIR))
    await run('mount', ['-o', 'remount,size=150m', disk])
    const florin = await start({ DATA_DIR })
    await registers('Ana', florin)
    assert.equal(await stop(florin), 0)
  }))

const isRefused = (work: Promise<unknown>) =>
  work.then(
    () => false,
    () => true,
  )

const fullAt = (dataDir: string) =>
  `The disk of DATA_DIR ${dataDir} is full. Make room on it, or set another DATA_DIR, and start again.`

async function fillAndFree(disk: string): Promise<void> {
  const ballast = join(disk, 'ballast')
  const full = fullAt(join(disk, 'data'))
  const fill = () => run('sh', ['-c', 'cat /dev/zero > "$0" 2>/dev/null || true', ballast])
  await fill()
  await chmod(ballast, 0o600)
  assert.equal(await refusedStart({ DATA_DIR: join(disk, 'data') }), full)
  await rm(ballast)

  const florin = await start({ DATA_DIR: join(disk, 'data'), LOG_LEVEL: 'silent' })
  const token = await registers('Ana', florin)
  await fill()
  await until(async () => (await fetch(`${florin.address}ready`)).status === 507, 6_000)
  const answer = await largeWrites(florin, token)
  assert.deepEqual(await codeOf(answer), [507, 'storage_full'])
  await rm(ballast)
  await until(async () => (await fetch(`${florin.address}ready`)).status === 200, 15_000, florin.said)
  await signsIn('Ana', florin)
  assert.equal(await stop(florin), 0)

  // After a clean stop: a start without any room fails; where PostgreSQL can begin, the start says that the disk is full.
  await fill()
  assert.equal(await refusedStart({ DATA_DIR: join(disk, 'data') }), full)
  for (const bytes of [8 * 1024, 2 * 1024 ** 2]) {
    await truncate(ballast, (await stat(ballast)).size - bytes)
    const run = launch({ DATA_DIR: join(disk, 'data') })
    await until(() => /ready|started|full/.test(run.said()) || !run.isRunning(), 30_000, run.said)
    assert.match(run.said(), /^The disk of DATA_DIR .* is full(: less than 16 MiB are free|\. Make room)/m)
    if (run.isRunning()) await stop(run)
    else await refusalOf(run)
  }
}

/** Changes that need room, until one of them finds none. */
async function largeWrites(florin: Florin, token: string): Promise<Response> {
  const notes = Array.from({ length: 2_000 }, (_, n) =>
    String.fromCodePoint(0x4e00 + ((n * 7919) % 20_000)),
  ).join('')
  for (let n = 0; n < 3_000; n++) {
    const answer = await fetch(`${florin.address}api/v1/contacts`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: `Bela ${n}`, notes }),
    })
    if (answer.status !== 200) return answer
    await answer.text()
  }
  return assert.fail('there is still room')
}
