import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { makeApp } from '../server/app.ts'
import { script, transaction } from '../server/database/database.ts'
import { closeDatabase, openDatabase } from '../server/database/open.ts'
import { readSettings } from '../server/settings.ts'
import { isCluster } from './waiting.ts'
import { instanceKey, makeWorld, PASSWORD } from './world.ts'

const world = await makeWorld()
const { db, person } = world

test('a change that finds the disk full is told so, and changes nothing', {
  skip: isCluster && 'Citus has no triggers on spread tables, with which this test fills a disk',
}, async () => {
  const ana = await person()
  // PostgreSQL says this of a table that it cannot make longer.
  await transaction(db, (tx) =>
    script(
      tx,
      `create function no_room() returns trigger language plpgsql as
         $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$;
       create trigger no_room before insert on contacts for each row execute function no_room()`,
    ),
  )
  const answer = await ana.send({ method: 'POST', url: '/contacts', payload: { name: 'Bela' } })
  assert.equal(answer.status, 507)
  assert.equal(answer.body.code, 'storage_full')
  assert.match(answer.body.message, /^The disk of the database is full\. Nothing was changed; /)
  await transaction(db, (tx) => script(tx, 'drop trigger no_room on contacts'))
  assert.deepEqual((await ana.send({ url: '/contacts' })).body.data, [])
})

test('while the disk is full the service is not ready, and says why also when its database is gone', async () => {
  const settings = readSettings({ LOG_LEVEL: 'silent' })
  const gone = openDatabase({ host: '/nowhere', database: 'florin', user: 'florin' }, () => undefined)
  const ana = await person()
  const headers = { authorization: `Bearer ${ana.token}` }
  for (const [on, urls] of [
    [db, ['/ready']],
    [gone, ['/ready', '/api/v1/contacts']],
  ] as const) {
    const app = makeApp({ db: on, settings, instanceKey, isFull: () => true })
    for (const url of urls) {
      const answer = await app.inject({ url, headers })
      assert.deepEqual([answer.statusCode, answer.json().code], [507, 'storage_full'], url)
    }
    await app.close()
  }
  const roomy = makeApp({ db: gone, settings, instanceKey, isFull: () => false })
  assert.equal((await roomy.inject({ url: '/ready' })).json().code, 'unavailable')
  await roomy.close()
  await closeDatabase(gone)
})

test('a request that comes on a kept connection while the service stops is refused like any other', async () => {
  const app = world.another()
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo // it listens on a port
  const body = JSON.stringify({
    name: 'Ana',
    email: 'kept@example.com',
    password: PASSWORD,
    password_confirmation: PASSWORD,
  })
  const socket = connect(port, '127.0.0.1')
  let said = ''
  socket.on('data', (chunk: Buffer) => (said += chunk))
  const received = once(app.server, 'request')
  socket.write(
    'POST /api/v1/auth/register HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n' +
      `content-length: ${body.length}\r\n\r\n${body.slice(0, 20)}`,
  )
  await received
  const closed = app.close()
  while (app.server.listening) await setImmediate()
  socket.write(`${body.slice(20)}GET /api/v1/currencies HTTP/1.1\r\nhost: x\r\n\r\n`)
  await once(socket, 'close')
  await closed
  const [first = '', second = ''] = said.split(/(?=HTTP\/1\.1 \d{3})/)
  assert.match(first, /^HTTP\/1\.1 200 /)
  assert.match(second, /^HTTP\/1\.1 503 /)
  assert.match(second, /retry-after: 1\r\n/i)
  assert.match(second, /connection: close\r\n/i)
  assert.match(second, /"code":"stopping"/)
  assert.match(second, /"request_id":"/)
})
