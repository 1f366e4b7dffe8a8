import assert from 'node:assert/strict'
import { chmod, chown, lstat, mkdir, rename, rm } from 'node:fs/promises'
import { createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  addressOf,
  ask,
  asks,
  type Florin,
  isRoot,
  registers,
  removeLater,
  signsIn,
  start,
  startedFolder,
  stop,
  theServerOf,
} from './instance.ts'
import { until } from './until.ts'

/*
 * The folder of the socket is below /tmp. Once somebody has removed it, any account can make one of its name, and listen
 * there in the place of PostgreSQL.
 */
const folder = await startedFolder()
const SOCKET = '.s.PGSQL.5432'
const NOBODY = 65_534

/** A message of PostgreSQL's: its type, its length, its contents. */
function message(type: string, ...contents: (number | string)[]): Buffer {
  const parts = contents.map((part) => {
    if (typeof part === 'string') return Buffer.from(part)
    const number = Buffer.alloc(4)
    number.writeInt32BE(part)
    return number
  })
  const length = Buffer.alloc(4)
  length.writeInt32BE(4 + parts.reduce((sum, part) => sum + part.length, 0))
  return Buffer.concat([Buffer.from(type), length, ...parts])
}
const welcome = Buffer.concat([message('R', 0), message('Z', 'I')])
const scram = message('R', 10, 'SCRAM-SHA-256\0\0')
const challenge = (asked: Buffer) =>
  message('R', 11, `r=${/r=(.*)$/.exec(asked.toString('latin1'))?.[1]}more,s=c2FsdA==,i=1`)
const wrongProof = message('R', 12, `v=${Buffer.alloc(32).toString('base64')}`)

/** The answers of an impostor to the first message, to the second and so on. */
type Answer = (asked: Buffer) => Buffer
const impostors: Record<string, Answer[]> = {
  'a password': [() => message('R', 3)],
  'an MD5 of the password': [() => message('R', 5, 'salt')],
  nothing: [() => welcome],
  'SCRAM, and then a password': [() => scram, () => message('R', 3)],
  'SCRAM, and then nothing': [() => scram, () => welcome],
  'SCRAM, and has a wrong proof itself': [() => scram, challenge, () => Buffer.concat([wrongProof, welcome])],
}

type Impostor = {
  heard: Buffer[][]
  /** The answer it got to its last message. */
  told: () => string
  end: () => void
}
const listening = new Set<Server>()
after(() => {
  for (const server of listening) server.close()
})

/** Listens in the place of PostgreSQL, and keeps what each connection sends. */
async function impersonate(path: string, uid: number, answers: Answer[]): Promise<Impostor> {
  const draft = `${path}.new`
  const heard: Buffer[][] = []
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    const said: Buffer[] = []
    heard.push(said)
    open.add(socket)
    socket.on('error', () => undefined)
    socket.on('data', (chunk: Buffer) => {
      const answer = answers[said.push(chunk) - 1]
      if (answer) socket.write(answer(chunk))
    })
  })
  listening.add(server)
  await new Promise<void>((resolve) => server.listen(draft, resolve))
  await rename(draft, path) // a server that ends unlinks the name it began with, which may be PostgreSQL's again by then
  await chmod(path, 0o777)
  if (isRoot) await chown(path, uid, uid)
  const end = () => {
    for (const socket of open) socket.destroy()
    server.close()
  }
  const told = () => heard.flatMap((said) => said.slice(answers.length)).join()
  return { heard, told, end }
}

/** Asks until Florin has connected to PostgreSQL again this many times; each request meanwhile is served or told to come back. */
async function outlasts(impostor: Impostor, florin: Florin, token: string, times = 1): Promise<void> {
  const isBack = () => florin.said().split('Connected to the built-in PostgreSQL again').length > times
  for (const deadline = Date.now() + 10_000; !isBack(); await sleep(20)) {
    assert(Date.now() < deadline, florin.said())
    const { status } = await asks(token, florin)
    assert([200, 503].includes(status), `${status}`)
    assert.equal(impostor.told(), '')
  }
}

test('a server in the place of PostgreSQL is told no password and no statement, whatever it asks for', async () => {
  const florin = await start({ DATA_DIR: folder })
  const token = await registers('Ana', florin)
  for (const [round, [what, answers]] of Object.entries(impostors).entries()) {
    const { sockets } = theServerOf(folder)
    const { uid } = await lstat(sockets)
    // The server itself stays within reach of the test, which ends all its sessions, so that new ones are made.
    await rename(join(sockets, SOCKET), join(sockets, '.s.PGSQL.5433'))
    const impostor = await impersonate(join(sockets, SOCKET), uid, answers)
    try {
      await ask(
        { connectionString: `${addressOf(folder)}&port=5433` },
        `select pg_terminate_backend(pid) from pg_stat_activity
         where backend_type = 'client backend' and pid <> pg_backend_pid()`,
      )
      await outlasts(impostor, florin, token, round + 1)
    } finally {
      impostor.end()
    }
    assert(impostor.heard.length > 0, `nobody asked the impostor that asks for ${what}`)
    assert.equal(impostor.told(), '', what)
  }
  await signsIn('Ana', florin)
  assert.equal(await stop(florin), 0)
})

test('a folder of another account in the place of the one that was removed is not used', {
  skip: !isRoot && 'only root can make a folder of another account',
}, async () => {
  const florin = await start({ DATA_DIR: folder })
  const token = await registers('Bela', florin)
  const { sockets: old } = theServerOf(folder)
  await rm(old, { recursive: true })
  await mkdir(old)
  removeLater(old)
  await chmod(old, 0o777)
  await chown(old, NOBODY, NOBODY)
  const impostor = await impersonate(join(old, SOCKET), NOBODY, impostors['a password'] ?? [])
  try {
    await outlasts(impostor, florin, token)
  } finally {
    impostor.end()
  }
  assert.deepEqual(impostor.heard.flat(), [])
  await signsIn('Bela', florin)
  const { sockets } = theServerOf(folder)
  assert.notEqual(sockets, old)
  assert.equal((await lstat(sockets)).mode & 0o777, 0o700)
  assert.equal(await stop(florin), 0)
})

test('a folder that others may enter is not used again', async () => {
  const florin = await start({ DATA_DIR: folder })
  const { sockets: old } = theServerOf(folder)
  await chmod(old, 0o777)
  await until(() => florin.said().includes('Connected to the built-in PostgreSQL again'), 10_000, florin.said)
  const { sockets } = theServerOf(folder)
  assert.notEqual(sockets, old)
  await assert.rejects(lstat(old), { code: 'ENOENT' })
  await signsIn('Ana', florin)
  assert.equal(await stop(florin), 0)
})
