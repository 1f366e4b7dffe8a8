import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { hand, type OsUser, runAs, spawnOptions } from '../server/postgres/os-user.ts'
import { findPlace } from '../server/postgres/place.ts'
import { until } from './until.ts'

export type Server = {
  pid: number
  folder: string
  /** Its log: the statements it ran, and its own messages. */
  log: () => string
  ask: (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>
  stop: () => Promise<void>
}

export const OWNER = 'florin'
export const urlOf = (folder: string, user = OWNER) =>
  `postgres://${user}@/florin?host=${encodeURIComponent(folder)}`

/** It takes sessions without a password: its socket is in a folder that is closed to others. */
async function startServer(bin: string, account: OsUser, folder: string, more: string[]): Promise<Server> {
  const settings = [
    'listen_addresses=',
    'shared_buffers=16MB',
    'jit=off',
    'wal_retrieve_retry_interval=50ms',
    'max_standby_streaming_delay=100ms',
    ...more,
  ]
  const program = spawn(
    join(bin, 'postgres'),
    ['-D', folder, '-k', folder, ...settings.flatMap((setting) => ['-c', setting])],
    { ...spawnOptions(account), stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const ended = once(program, 'exit')
  process.once('exit', () => program.kill('SIGQUIT')) // should this file fail before its end
  let log = ''
  program.stderr.on('data', (chunk: Buffer) => (log += chunk))
  const ask: Server['ask'] = async (text, values) => {
    const session = new pg.Client({ host: folder, user: OWNER, database: 'postgres' })
    session.on('error', () => undefined)
    await session.connect()
    try {
      return (await session.query(text, values)).rows
    } finally {
      await session.end()
    }
  }
  await until(
    () =>
      ask('select 1').then(
        () => true,
        () => false,
      ),
    10_000,
    () => log,
  )
  return {
    pid: Number(program.pid),
    folder,
    log: () => log,
    ask,
    async stop() {
      program.kill('SIGQUIT')
      await ended
    },
  }
}

/** Two real PostgreSQLs: a copy of a cluster that has never run follows it from its first record on. */
export async function startServers(
  settings: string[],
): Promise<{ primary: Server; replica: Server; stopBoth: () => Promise<void> }> {
  const folder = await mkdtemp(join(await realpath(tmpdir()), 'florin-replica-'))
  await chmod(folder, 0o711)
  const { bin, account } = await findPlace(folder, () => undefined)
  const [first, second] = [join(folder, 'primary'), join(folder, 'replica')]
  for (const one of [first, second]) {
    await mkdir(one, { mode: 0o700 })
    await hand(one, account)
  }
  const locale = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C', '--encoding=UTF8']
  for (const [program, args] of [
    [join(bin, 'initdb'), ['-D', first, '-U', OWNER, '--auth=trust', '--no-sync', ...locale]],
    ['cp', ['-a', `${first}/.`, second]],
    ['touch', [join(second, 'standby.signal')]],
  ] as const) {
    const { ok, output } = await runAs(account, program, [...args])
    assert(ok, output)
  }
  const primary = await startServer(bin, account, first, settings)
  const replica = await startServer(bin, account, second, [
    ...settings,
    `primary_conninfo=host=${first} user=${OWNER}`,
  ])
  const stopBoth = async () => {
    for (const server of [replica, primary]) await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
  return { primary, replica, stopBoth }
}
