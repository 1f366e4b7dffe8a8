import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  askServer,
  asks,
  changes,
  type Florin,
  isProcess,
  killHard,
  refusedStart,
  registers,
  serverOf,
  signsIn,
  start,
  startedFolder,
  stop,
  theServerOf,
} from './instance.ts'
import { until } from './until.ts'

const folder = await startedFolder()
const pidFile = join(folder, 'postgres', 'postmaster.pid')

test('a Florin killed with -9 leaves its PostgreSQL to the next one, which stops it in the end', async () => {
  const first = await start({ DATA_DIR: folder })
  await registers('Ana', first)
  const server = theServerOf(folder)
  await killHard(first)
  assert(isProcess(server.pid, folder), 'PostgreSQL went with it')

  const second = await start({ DATA_DIR: folder })
  assert.equal(theServerOf(folder).pid, server.pid)
  assert.match(second.said(), /Took over the PostgreSQL that an earlier Florin left running\./)
  await signsIn('Ana', second)
  assert.equal(await stop(second), 0)
  assert.equal(isProcess(server.pid, folder), false)
  assert.equal(existsSync(server.sockets), false)
})

test('after a crash of all of it, everything is there again and the old socket is cleared away', async () => {
  const first = await start({ DATA_DIR: folder })
  await registers('Bela', first)
  const old = await crash(first)
  const second = await start({ DATA_DIR: folder })
  await signsIn('Bela', second)
  assert.equal(existsSync(old.sockets), false)
  assert.equal(await stop(second), 0)
})

test('a pid file from before the crash that names a stranger by now is not a hindrance', async () => {
  await crash(await start({ DATA_DIR: folder }))
  await writeFile(pidFile, (await readFile(pidFile, 'utf8')).replace(/^\d+/, String(process.pid)))
  const florin = await start({ DATA_DIR: folder })
  assert.notEqual(theServerOf(folder).pid, process.pid)
  assert.equal(await stop(florin), 0)
})

test('a PostgreSQL left running whose socket was deleted is replaced', async () => {
  const first = await start({ DATA_DIR: folder })
  const server = theServerOf(folder)
  await killHard(first)
  await rm(server.sockets, { recursive: true })
  const second = await start({ DATA_DIR: folder })
  await signsIn('Bela', second)
  assert.equal(isProcess(server.pid, folder), false)
  assert.equal(await stop(second), 0)
})

test('while PostgreSQL is gone requests are told to come back, and within 5 seconds they are answered again', async () => {
  const florin = await start({ DATA_DIR: folder })
  const token = await registers('Cora', florin)
  const server = theServerOf(folder)
  const answers = await answersAfter(
    florin,
    token,
    () => process.kill(server.pid, 'SIGKILL'),
    () => (serverOf(folder)?.pid ?? server.pid) !== server.pid,
  )
  assert(
    answers.some(({ status }) => status === 503),
    'no request met the gap',
  )
  assert.notEqual(theServerOf(folder).pid, server.pid)
  await signsIn('Cora', florin)
  assert.equal(await stop(florin), 0)
  assert.equal(serverOf(folder), undefined)
})

test('when every session is ended in the middle of its work Florin goes on, and still owns its folder', async () => {
  const florin = await start({ DATA_DIR: folder })
  const token = await registers('Dora', florin)
  const server = theServerOf(folder)
  await answersAfter(
    florin,
    token,
    () => askServer(folder, endSessionsAtWork),
    () => florin.said().includes('Connected to the built-in PostgreSQL again.'),
  )
  assert.equal(theServerOf(folder).pid, server.pid)
  assert.match(
    await refusedStart({ DATA_DIR: folder }),
    new RegExp(`^Another Florin \\(process ${florin.pid}\\) is running`),
  )
  assert.equal(await stop(florin), 0)
  assert.equal(isProcess(server.pid, folder), false)
})

test('told to stop while PostgreSQL recovers from the death of a session, it leaves nothing running either', async () => {
  const florin = await start({ DATA_DIR: folder })
  const server = theServerOf(folder)
  assert.equal((await fetch(`${florin.address}ready`)).status, 200) // by a session of the service
  const [guard, other] = (
    await askServer(
      folder,
      `select pid from pg_stat_activity where application_name like 'florin%' order by application_name desc`,
    )
  ).map(({ pid }) => Number(pid))
  if (!guard || !other) return assert.fail('there are not two sessions')
  process.kill(other, 'SIGSTOP') // PostgreSQL waits for it before it goes on
  try {
    process.kill(guard, 'SIGKILL')
    await until(() => florin.said().includes('Lost the session'), 2_000)
    process.kill(florin.pid, 'SIGTERM')
    await sleep(500)
  } finally {
    process.kill(other, 'SIGCONT')
  }
  assert.equal(await florin.ended, 0, florin.said())
  assert.equal(isProcess(server.pid, folder), false)
  assert.equal(existsSync(server.sockets), false)
})

/** Ends every session but its own while changes are in the middle of a transaction, which waits for their book. */
const endSessionsAtWork = `
  begin;
  select id from books for update;
  select pg_sleep(0.2);
  select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid();
  commit`

/** The machine loses power: nobody gets to clean up. */
async function crash(florin: Florin): Promise<{ pid: number; sockets: string }> {
  const server = theServerOf(folder)
  await killHard(florin)
  process.kill(server.pid, 'SIGKILL')
  await until(() => !isProcess(server.pid, folder), 2_000)
  return server
}

/**
 * The answers to requests from an incident in the database until all goes well again: at most 5 seconds, in which each is served or told
 * to come back, and Florin itself is up throughout.
 */
async function answersAfter(florin: Florin, token: string, happens: () => unknown, isMended: () => boolean) {
  const answers: { status: number; retryAfter: string | null }[] = []
  let isOver = false
  const asking = [asks, asks, changes, changes].map(async (request) => {
    for (; !isOver; await sleep(5)) {
      const answer = await request(token, florin)
      await answer.text()
      answers.push({ status: answer.status, retryAfter: answer.headers.get('retry-after') })
    }
  })
  try {
    await until(() => answers.length >= 20, 5_000)
    const deadline = Date.now() + 5_000
    await happens()
    await until(isMended, deadline - Date.now(), florin.said)
    const since = answers.length
    const isWell = () =>
      answers.length >= since + 20 && answers.slice(-20).every(({ status }) => status === 200)
    await until(isWell, deadline - Date.now(), () => JSON.stringify(answers.slice(-3)) + florin.said())
  } finally {
    isOver = true
    await Promise.all(asking)
  }
  assert(florin.isRunning())
  assert.equal((await fetch(`${florin.address}health`)).status, 200)
  assert.equal((await fetch(`${florin.address}ready`)).status, 200)
  for (const { status, retryAfter } of answers) {
    assert([200, 503].includes(status), `a request was answered with ${status}`)
    if (status === 503) assert.match(String(retryAfter), /^\d+$/)
  }
  return answers
}
