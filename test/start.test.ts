import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { migrationsOf } from '../server/database/migrate.ts'
import {
  askServer,
  emptyFolder,
  type Florin,
  isProcess,
  killHard,
  launch,
  ready,
  refusalOf,
  refusedStart,
  registers,
  registrationOf,
  serverOf,
  signsIn,
  start,
  stop,
  theServerOf,
} from './instance.ts'
import { isWithin, until } from './until.ts'

// Most of these need no folder of their own; it is empty for the first, whichever that is.
const folder = join(await emptyFolder(), 'not', 'there', 'yet')

test('the first start on an empty folder makes a database that keeps what it confirms, and says where to find Florin', async () => {
  const florin = await start({ DATA_DIR: folder })
  assert.deepEqual(await (await fetch(`${florin.address}ready`)).json(), { status: 'ready' })
  assert.equal(modeOf(await stat(join(folder, 'postgres'))), '700')
  assert.equal(modeOf(await stat(theServerOf(folder).sockets)), '700')

  const settings = await askServer(
    folder,
    `select name, setting from pg_settings where name in
       ('data_checksums', 'fsync', 'full_page_writes', 'synchronous_commit', 'server_encoding', 'listen_addresses')`,
  )
  assert.deepEqual(Object.fromEntries(settings.map(({ name, setting }) => [name, setting])), {
    data_checksums: 'on',
    fsync: 'on',
    full_page_writes: 'on',
    synchronous_commit: 'on',
    server_encoding: 'UTF8',
    listen_addresses: '',
  })
  if (process.platform === 'linux') assert.deepEqual(portsOf(theServerOf(folder).pid), [])
  if (process.platform === 'linux') assert.equal(portsOf(florin.pid).length, 1)
  const latest = (await migrationsOf()).at(-1)?.id
  assert(florin.said().includes(`The data is at ${latest}.`), florin.said())
  assert.equal(await stop(florin), 0)
})

test('a later start finds what was written before', async () => {
  const first = await start({ DATA_DIR: folder })
  await registers('Ana', first)
  assert.equal(await stop(first), 0)
  const second = await start({ DATA_DIR: folder })
  await signsIn('Ana', second)
  const [user] = await askServer(folder, 'select password_hash from users')
  assert.match(String(user?.password_hash), /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/, 'as OWASP recommends it')
  await stop(second)
})

test('Ctrl-C stops it too', async () => {
  const florin = await start({ DATA_DIR: folder })
  const server = theServerOf(folder)
  assert.equal(await stop(florin, 'SIGINT'), 0)
  assert.equal(isProcess(server.pid, folder), false)
})

const terminal = '/usr/bin/script' // of util-linux: runs a command in a terminal of its own
const noTerminal = !(process.platform === 'linux' && existsSync(terminal)) && 'there is no script(1) here'
test('a terminal that is closed stops it too, and nothing stays behind', { skip: noTerminal }, async () => {
  const florin = await start(
    { DATA_DIR: folder, LOG_LEVEL: 'info' },
    {
      command: (program, args) => [
        terminal,
        ['-qfc', `exec ${[program, ...args].map((word) => `'${word}'`).join(' ')}`, '/dev/null'],
      ],
    },
  )
  const { pid } = theServerOf(folder)
  const [guard] = await askServer(
    folder,
    `select application_name as name from pg_stat_activity where application_name like 'florin %'`,
  )
  const itself = Number(String(guard?.name).replace('florin ', ''))
  assert(isProcess(itself, 'server/main.ts'))
  await killHard(florin) // the terminal
  try {
    await until(() => !isProcess(itself, 'server/main.ts'), 5_000)
  } finally {
    if (isProcess(itself, 'server/main.ts')) process.kill(itself, 'SIGKILL')
  }
  assert.equal(isProcess(pid, folder), false)
})

test('told to stop, it takes nobody new, finishes the request under way, and leaves nothing running', async () => {
  const florin = await start({ DATA_DIR: folder })
  const server = theServerOf(folder)
  const slow = await halfRegisters('Bela', florin)
  process.kill(florin.pid, 'SIGTERM')
  await until(async () => !(await takesConnections(florin)), 2_000)
  assert(florin.isRunning(), 'it did not wait for the request')
  assert.match(await slow.finish(), /^HTTP\/1\.1 200 /)
  const answered = performance.now()

  assert.equal(await florin.ended, 0, florin.said())
  assert(isWithin(2_000, answered), 'it waits for a client that has its answer')
  assert.equal(isProcess(server.pid, folder), false)
  assert.equal(serverOf(folder), undefined, 'postmaster.pid is left')
  assert.equal(existsSync(server.sockets), false, 'the folder of the socket is left')
  const again = await start({ DATA_DIR: folder })
  await signsIn('Bela', again) // the request that was finished had its effect
  await stop(again)
})

test('told to stop while it starts, it leaves nothing running either', async () => {
  const florin = launch({ DATA_DIR: folder })
  await until(() => isProcess(serverOf(folder)?.pid ?? 0, folder), 10_000, florin.said)
  const { pid } = theServerOf(folder)
  assert.equal(await stop(florin), 0, florin.said())
  assert.equal(isProcess(pid, folder), false)
  assert.equal(serverOf(folder), undefined)
})

test('a second Florin on the same folder is refused, and the first goes on', async () => {
  const first = await start({ DATA_DIR: folder })
  const sentence = await refusedStart({ DATA_DIR: folder })
  assert.equal(
    sentence,
    `Another Florin (process ${first.pid}) is running on ${folder}. Stop it first, or set another DATA_DIR.`,
  )
  await registers('Cora', first)
  assert.equal(await stop(first), 0)
})

test('of several Florins started at the same moment on an empty folder, exactly one becomes ready', async () => {
  const empty = await emptyFolder()
  const before = unusedSockets()
  const runs = [1, 2, 3].map(() => launch({ DATA_DIR: empty }))
  await until(() => runs.filter((run) => !run.isRunning()).length === 2, 30_000)
  const winner = await ready(runs.find((run) => run.isRunning()) ?? assert.fail('none is left'))
  for (const run of runs.filter(({ pid }) => pid !== winner.pid))
    assert.match(
      await refusalOf(run),
      new RegExp(`^Another Florin \\(process ${winner.pid}\\) is running on `),
    )
  await registers('Ana', winner)
  assert.deepEqual(await draftsIn(empty), [])
  // Folders of other processes, which run beside these tests, come into use or go as well.
  const unused = unusedSockets().filter((name) => !before.includes(name))
  await until(() => unusedSockets().every((name) => !unused.includes(name)), 10_000)
  assert.equal(await stop(winner), 0)
})

test('a first start that was killed half-way does not hinder the next', async () => {
  const empty = await emptyFolder()
  await mkdir(join(empty, 'postgres.new-abc123', 'base'), { recursive: true })
  await writeFile(join(empty, 'postgres.new-abc123', 'PG_VERSION'), '18\n')
  const first = launch({ DATA_DIR: empty })
  await until(
    async () => (await draftsIn(empty)).some((name) => name.endsWith('.verifier')),
    10_000,
    first.said,
  )
  process.kill(first.pid, 'SIGKILL')
  await first.ended
  assert.equal(existsSync(join(empty, 'postgres')), false, 'it was faster than the test')

  const second = await start({ DATA_DIR: empty })
  await registers('Ana', second)
  assert.deepEqual(await draftsIn(empty), [])
  assert.equal(await stop(second), 0)
})

const modeOf = ({ mode }: { mode: number }) => (mode & 0o777).toString(8)

const draftsIn = async (folder: string) =>
  (await readdir(folder)).filter((name) => name.startsWith('postgres.new-'))

/** Folders for a socket without one: only for a moment, before PostgreSQL is there, or for good, left behind. */
const unusedSockets = () =>
  readdirSync('/tmp').filter((name) => {
    try {
      return /^florin-\w{6}$/.test(name) && readdirSync(join('/tmp', name)).length === 0
    } catch {
      return false // gone since it was listed, or somebody else's
    }
  })

/** The TCP ports that a process listens on. */
function portsOf(pid: number): string[] {
  const sockets = readdirSync(`/proc/${pid}/fd`).map((fd) => {
    try {
      return readlinkSync(`/proc/${pid}/fd/${fd}`)
    } catch {
      return '' // closed since it was listed
    }
  })
  return ['tcp', 'tcp6']
    .flatMap((name) => readFileSync(`/proc/${pid}/net/${name}`, 'utf8').split('\n').slice(1))
    .map((line) => line.trim().split(/\s+/))
    .filter(([, , , state, , , , , , inode]) => state === '0A' && sockets.includes(`socket:[${inode}]`))
    .map(([, local]) => String(local))
}

const takesConnections = ({ address }: Florin): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(Number(new URL(address).port), '127.0.0.1')
    socket.on('connect', () => resolve(true)).on('error', () => resolve(false))
    socket.on('connect', () => socket.destroy())
  })

/** A registration of which only the first half has arrived. */
async function halfRegisters(name: string, { address }: Florin): Promise<{ finish: () => Promise<string> }> {
  const { host, port } = new URL(address)
  const body = JSON.stringify(registrationOf(name))
  const socket = connect(Number(port), '127.0.0.1')
  let answer = ''
  const answered = new Promise<void>((resolve) => {
    socket.on('close', resolve)
    socket.on('data', (chunk: Buffer) => {
      answer += chunk
      resolve()
    })
  })
  socket.write(
    `POST /api/v1/auth/register HTTP/1.1\r\nhost: ${host}\r\ncontent-type: application/json\r\n` +
      `content-length: ${body.length}\r\n\r\n${body.slice(0, 20)}`,
  )
  await sleep(200)
  return {
    async finish() {
      socket.write(body.slice(20))
      await answered
      return answer
    },
  }
}
