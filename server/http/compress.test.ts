import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { createContact } from '../../contract/contacts.ts'
import { makeWorld, type Person } from '../../test/world.ts'
import { takes } from './compress.ts'

const world = await makeWorld()

/** An answer as its bytes come over the wire. */
async function ask(person: Person, url: string, headers: Record<string, string> = {}) {
  const answer = await world.app.inject({
    url: `/api/v1${url}`,
    headers: { authorization: `Bearer ${person.token}`, ...headers },
  })
  const { 'content-encoding': coding, etag, vary } = answer.headers
  return { status: answer.statusCode, coding, etag, vary, bytes: answer.rawPayload, headers: answer.headers }
}
const zipped = { 'accept-encoding': 'gzip, deflate, br' }

async function withContacts(count: number) {
  const ana = await world.person()
  for (let n = 0; n < count; n++)
    await ana.call(createContact, { body: { name: `Contact ${n}`, notes: 'x'.repeat(40) } })
  return ana
}

test('an answer above 1 kB is gzipped for whoever takes it, and says the same', async () => {
  const ana = await withContacts(10)
  const plain = await ask(ana, '/contacts')
  const small = await ask(ana, '/contacts', zipped)
  assert.deepEqual([plain.coding, small.coding], [undefined, 'gzip'])
  assert(plain.bytes.length > 1_024 && small.bytes.length < plain.bytes.length / 2)
  assert.deepEqual(gunzipSync(small.bytes), plain.bytes)
  assert.equal(small.headers['content-length'], String(small.bytes.length))
  for (const { vary } of [plain, small]) assert.match(String(vary), /\bAccept-Encoding\b/)
})

test('small answers, answers about people and their devices, and those for pages of other sites go out as they are', async () => {
  const ana = await withContacts(10)
  assert.equal((await ask(ana, '/contacts?limit=1', zipped)).coding, undefined)
  for (let n = 0; n < 12; n++)
    await world.send({
      method: 'POST',
      url: '/auth/login',
      payload: { email: ana.user.email, password: ana.password },
    })
  const devices = await ask(ana, '/auth/tokens', zipped)
  assert(devices.bytes.length > 1_024)
  assert.equal(devices.coding, undefined)
  assert.equal((await ask(ana, '/contacts', { ...zipped, 'sec-fetch-site': 'cross-site' })).coding, undefined)
  assert.equal((await ask(ana, '/openapi.json', zipped)).coding, 'gzip', 'the document has no secrets')
})

test('a list has an ETag of what it shows, one for each coding, and is answered with 304 while that is the same', async () => {
  const ana = await withContacts(10)
  const [plain, small] = [await ask(ana, '/contacts'), await ask(ana, '/contacts', zipped)]
  assert.match(String(plain.etag), /^"[\w-]{16}"$/)
  assert.equal(small.etag, String(plain.etag).replace(/"$/, '-gzip"'))
  for (const etag of [plain.etag, small.etag, `W/${plain.etag}`, `"other", ${small.etag}`, '*']) {
    for (const more of [{}, zipped]) {
      const again = await ask(ana, '/contacts', { ...more, 'if-none-match': String(etag) })
      assert.deepEqual([again.status, again.bytes.length, again.coding], [304, 0, undefined], String(etag))
      assert([plain.etag, small.etag].includes(again.etag))
    }
  }
  const fresh = { 'if-none-match': String(plain.etag) }
  for (const url of ['/contacts?limit=3', '/contacts?include=total', '/contacts?colour=red'])
    assert.equal((await ask(ana, url, fresh)).status, 200, url)
  await ana.call(createContact, { body: { name: 'Another' } })
  const after = await ask(ana, '/contacts', fresh)
  assert.equal(after.status, 200)
  assert.notEqual(after.etag, plain.etag)
})

test('a gzipped record is changed under the ETag it came with', async () => {
  const ana = await world.person()
  const made = await ana.call(createContact, { body: { name: 'Long', notes: 'x'.repeat(3_000) } })
  const url = `/contacts/${made.id}`
  const { etag, coding } = await ask(ana, url, zipped)
  assert.equal(coding, 'gzip')
  const put = (name: string) =>
    ana.send({ method: 'PUT', url, payload: { name }, headers: { 'if-match': String(etag) } })
  assert.equal((await put('Other')).status, 200)
  assert.equal((await put('Third')).status, 412)
  assert.equal((await ask(ana, url, { ...zipped, 'if-none-match': String(etag) })).status, 200)
})

test('the codings that a client accepts are read by their weights', () => {
  for (const yes of ['gzip', 'GZIP;q=0.5', 'br, gzip', '*', 'br;q=1.0, *;q=0.1', 'x-gzip'])
    assert(takes(yes, 'gzip'), yes)
  for (const no of [
    undefined,
    '',
    'br',
    'identity',
    'gzip;q=0',
    '*;q=0',
    'gzip;q=0, *',
    'gzip;q=x',
    'gzippy',
  ])
    assert(!takes(no, 'gzip'), String(no))
})
