import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readlinkSync } from 'node:fs'
import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { Socket } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import {
  addressOf,
  ask,
  askServer,
  isProcess,
  killHard,
  refusedStart,
  registers,
  signsIn,
  start,
  startedFolder,
  stop,
  theServerOf,
} from './instance.ts'
import { until } from './until.ts'

const folder = await startedFolder()
const secrets = join(folder, 'secrets.json')

test('nobody gets into PostgreSQL without a password that only the owner of Florin can read', async () => {
  const florin = await start({ DATA_DIR: folder })
  await registers('Ana', florin)
  assert.equal((await stat(secrets)).mode & 0o777, 0o600)
  assert.equal((await stat(secrets)).uid, process.getuid?.())
  const host = theServerOf(folder).sockets
  for (const user of ['florin', 'florin_service', 'postgres'])
    for (const password of ['', 'florin'])
      await assert.rejects(
        ask({ host, user, password, database: 'florin' }, 'select'),
        /28P01|28000|password/,
      )
  const [kept] = await askServer(
    folder,
    `select bool_and(rolpassword like 'SCRAM-SHA-256$%') as hashed from pg_authid where rolcanlogin`,
  )
  assert.equal(kept?.hashed, true)
  assert.equal(await stop(florin), 0)
})

test('the role of the service owns nothing and may make nothing', async () => {
  const florin = await start({ DATA_DIR: folder })
  const [role] = await askServer(
    folder,
    `select rolcanlogin, rolsuper or rolcreatedb or rolcreaterole or rolinherit or rolreplication or rolbypassrls as may
     from pg_roles where rolname = 'florin_service'`,
  )
  assert.deepEqual(role, { rolcanlogin: true, may: false })

  // A role that was changed, or has another password, is as it should be again with the next start.
  await askServer(folder, `alter role florin_service superuser password 'known'`)
  assert.equal(await stop(florin), 0)
  const again = await start({ DATA_DIR: folder })
  const service = JSON.parse(await readFile(secrets, 'utf8')).service.password
  const host = theServerOf(folder).sockets
  const connection = { host, user: 'florin_service', database: 'florin' }
  const asked = await ask(
    { ...connection, password: service },
    `select current_setting('is_superuser') as may`,
  )
  assert.deepEqual(asked, [{ may: 'off' }])
  await assert.rejects(ask({ ...connection, password: 'known' }, 'select'))
  assert.equal(await stop(again), 0)
})

test('the role of the service gets into no other database, and leaves nothing of its own in this one', async () => {
  const florin = await start({ DATA_DIR: folder })
  const { password } = JSON.parse(await readFile(secrets, 'utf8')).service
  const host = theServerOf(folder).sockets
  const as = (database: string, text: string) =>
    ask({ host, user: 'florin_service', password, database }, text).then(
      () => 'done',
      (error: { code?: string }) => error.code,
    )
  assert.equal(await as('florin', 'select'), 'done')
  for (const database of ['postgres', 'template1']) assert.equal(await as(database, 'select'), '42501')
  for (const text of [
    'create temporary table loot (id int)',
    'create function pg_temp.loot() returns int language sql return 1',
    'select lo_create(0)',
    `select lo_from_bytea(0, 'loot')`,
  ])
    assert.equal(await as('florin', text), '42501', text)
  assert.equal(await stop(florin), 0)
})

test('a statement ends when its client is gone', async () => {
  const florin = await start({ DATA_DIR: folder })
  const stream = new Socket()
  const connection = { connectionString: addressOf(folder), application_name: 'gone', stream: () => stream }
  const sleeping = ask(connection, 'select pg_sleep(60)')
  const isAtWork = async () =>
    (
      await askServer(
        folder,
        `select from pg_stat_activity where application_name = 'gone' and wait_event = 'PgSleep'`,
      )
    ).length > 0
  await until(isAtWork, 5_000)
  stream.destroy()
  await assert.rejects(sleeping)
  await until(async () => !(await isAtWork()), 5_000)
  assert.equal(await stop(florin), 0)
})

test('lost secrets are made anew', async () => {
  const before = await readFile(secrets, 'utf8')
  await rm(secrets)
  const florin = await start({ DATA_DIR: folder })
  await signsIn('Ana', florin)
  assert.notEqual(await readFile(secrets, 'utf8'), before)
  assert.equal(await stop(florin), 0)

  await writeFile(secrets, 'of somebody else')
  assert.equal(
    await refusedStart({ DATA_DIR: folder }),
    `${secrets} does not hold Florin's secrets. Move it away, and Florin makes new ones.`,
  )
  await rm(secrets)
})

test('secrets that are lost while a Florin runs leave it alone', async () => {
  const florin = await start({ DATA_DIR: folder })
  const { pid } = theServerOf(folder)
  await rm(secrets)
  assert.equal(
    await refusedStart({ DATA_DIR: folder }),
    `The PostgreSQL that runs on ${join(folder, 'postgres')} (process ${pid}) does not know the password in ${secrets}. ` +
      'Stop the Florin that uses it, or that process, and start again.',
  )
  await signsIn('Ana', florin)
  assert.equal(await stop(florin), 0)
  const again = await start({ DATA_DIR: folder })
  await signsIn('Ana', again)
  assert.equal(await stop(again), 0)
})

const skip = process.platform !== 'linux' && 'where a program is that runs is asked of /proc'
test('a data folder from before there were passwords gets them, also if its PostgreSQL was left running', {
  skip,
}, async () => {
  const first = await start({ DATA_DIR: folder })
  const old = theServerOf(folder)
  const program = readlinkSync(`/proc/${old.pid}/exe`)
  const { uid, gid } = await stat(join(folder, 'postgres'))
  await askServer(
    folder,
    'alter role florin password null; drop owned by florin_service; drop role florin_service',
  )
  await killHard(first)
  process.kill(old.pid, 'SIGINT')
  await until(() => !isProcess(old.pid, folder), 10_000)
  for (const name of ['secrets.json', 'pg_hba.conf', 'owner.json']) await rm(join(folder, name))
  await writeFile(join(folder, 'postgres', 'pg_hba.conf'), 'local all all trust\n')

  const args = ['-D', join(folder, 'postgres'), '-k', old.sockets, '-c', 'listen_addresses=']
  const open = spawn(program, args, { uid, gid, stdio: 'ignore' })
  const isUp = () =>
    ask({ host: old.sockets, user: 'florin', database: 'florin' }, 'select').then(
      () => true,
      () => false,
    )
  await until(isUp, 5_000)
  const second = await start({ DATA_DIR: folder })
  if (open.exitCode === null) await once(open, 'exit')
  await signsIn('Ana', second)
  const host = theServerOf(folder).sockets
  await assert.rejects(ask({ host, user: 'florin', database: 'florin' }, 'select'))
  await ask({ connectionString: addressOf(folder) }, 'select')
  assert.equal(await stop(second), 0)
})
