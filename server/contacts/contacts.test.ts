import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  createContact,
  deleteContact,
  getContact,
  listContacts,
  restoreContact,
  updateContact,
} from '../../contract/contacts.ts'
import { type Person, refused, sharedWorld } from '../../test/world.ts'

const world = await sharedWorld()

const add = (person: Person, name: string) => person.call(createContact, { body: { name } })

test('a contact is created, read, changed, put into the trash and brought back', async () => {
  const ana = await world.person()
  const body = { name: 'Bela', phone: '+36 1', email: 'Bela@Example.com', notes: 'met in Pécs' }
  const made = await ana.call(createContact, { body })
  assert.equal(made.email, 'Bela@Example.com')
  assert.equal(made.deleted_at, null)
  assert.deepEqual(await ana.call(getContact, { params: { id: made.id } }), made)

  const changed = await ana.call(updateContact, { params: { id: made.id }, body: { phone: '' } })
  assert.deepEqual(changed, {
    ...made,
    phone: null,
    version: made.version + 1,
    updated_at: changed.updated_at,
  })

  const trashed = await ana.call(deleteContact, { params: { id: made.id } })
  assert.notEqual(trashed.deleted_at, null)
  const { id } = made
  assert.equal((await refused(ana.call(getContact, { params: { id } }))).code, 'not_found')
  assert.equal((await refused(ana.call(deleteContact, { params: { id } }))).code, 'not_found')
  assert.equal((await refused(ana.call(updateContact, { params: { id }, body: {} }))).code, 'not_found')
  assert.deepEqual((await ana.call(listContacts)).data, [])
  assert.deepEqual((await ana.call(listContacts, { query: { deleted: 'only' } })).data, [trashed])

  const restored = await ana.call(restoreContact, { params: { id: made.id } })
  assert.equal(restored.deleted_at, null)
  assert.deepEqual((await ana.call(listContacts)).data, [restored])
  assert.deepEqual(await ana.call(restoreContact, { params: { id: made.id } }), restored)
})

test('optional fields are null when left out, null or empty', async () => {
  const ana = await world.person()
  for (const body of [
    { name: 'Bela' },
    { name: 'Bela', phone: null, email: null, notes: null },
    { name: 'Bela', phone: '', email: '', notes: '' },
  ]) {
    const made = await ana.call(createContact, { body })
    assert.deepEqual([made.phone, made.email, made.notes], [null, null, null])
  }
})

test('text is stored and echoed exactly as sent, and counted in code points', async () => {
  const ana = await world.person()
  const name = `  ${'👩‍👩‍👧'.repeat(10)} <b>%_\\'"`
  assert.equal((await add(ana, name)).name, name)
  assert.equal((await add(ana, '😀'.repeat(255))).name, '😀'.repeat(255))
  const problem = await refused(add(ana, '😀'.repeat(256)))
  assert.deepEqual(problem.errors, { name: ['name must have at most 255 characters; this one has 256.'] })
})

test('what is wrong with a contact is said by field, and changes nothing', async () => {
  const ana = await world.person()
  const cases: [body: unknown, field: string, sentence: RegExp][] = [
    [{}, 'name', /name is required/],
    [{ name: null }, 'name', /must be a string, not null/],
    [{ name: 12 }, 'name', /must be a string, not a number/],
    [{ name: '' }, 'name', /must not be empty/],
    [{ name: ' \t\u2003' }, 'name', /must not be blank/],
    [{ name: 'B', phone: 5 }, 'phone', /must be a string or null, not a number/],
    [{ name: 'B', phone: '1'.repeat(51) }, 'phone', /at most 50 characters; this one has 51/],
    [{ name: 'B', email: 'nobody' }, 'email', /must be an e-mail address; "nobody" is not/],
    [{ name: 'B', notes: 'x'.repeat(10_001) }, 'notes', /at most 10000 characters; this one has 10001/],
    [{ name: 'B\0' }, 'name', /U\+0000/],
    [{ name: 'B', notes: '\ud800' }, 'notes', /surrogate/],
    [[], 'body', /must be an object, not a list/],
    ['text', 'body', /must be an object, not a string/],
    [null, 'body', /must be an object, not null/],
  ]
  for (const [body, field, sentence] of cases) {
    const answer = await ana.send({ method: 'POST', url: '/contacts', payload: JSON.stringify(body) })
    assert.equal(answer.status, 422, answer.text)
    assert.equal(answer.body.code, 'invalid')
    assert.match(answer.body.errors[field]?.[0] ?? '', sentence, answer.text)
    assert.equal(answer.body.message, answer.body.detail)
  }
  assert.deepEqual((await ana.call(listContacts)).data, [])
})

test('every fault of a request is told at once', async () => {
  const ana = await world.person()
  const answer = await ana.send({
    method: 'POST',
    url: '/contacts',
    payload: { name: 1, phone: 2, email: 'x' },
  })
  assert.deepEqual(new Set(Object.keys(answer.body.errors)), new Set(['email', 'name', 'phone']))
})

test('unknown fields and unknown query parameters are ignored', async () => {
  const ana = await world.person()
  const answer = await ana.send({
    method: 'POST',
    url: '/contacts?colour=blue',
    payload: { name: 'Bela', colour: 'blue' },
  })
  assert.equal(answer.status, 200)
  assert(!('colour' in answer.body))
})

test('a record read and sent back whole changes nothing', async () => {
  const ana = await world.person()
  const made = await add(ana, 'Bela')
  assert.deepEqual(await ana.call(updateContact, { params: { id: made.id }, body: made }), made)
  assert.equal((await add(ana, 'Cili')).version, made.version + 1, 'and takes no version')
})

test("somebody else's contact is not found, byte for byte as one that does not exist", async () => {
  const [ana, eve] = [await world.person(), await world.person()]
  const { id } = await add(ana, 'Bela')
  const { id: trashed } = await add(eve, 'Gone')
  await eve.call(deleteContact, { params: { id: trashed } })
  const ids = [
    id,
    trashed,
    '01a1dcc1-3150-7939-9015-ac0ae930220f',
    'nonsense',
    '%00',
    `${id}x`,
    id.toUpperCase(),
  ]
  const requests = [
    { method: 'GET', path: '' },
    { method: 'PUT', path: '', payload: { name: 'Stolen' } },
    { method: 'DELETE', path: '' },
  ] as const
  for (const { method, path, ...rest } of requests) {
    const answers = await Promise.all(
      ids.map((one) => eve.send({ method, url: `/contacts/${one}${path}`, ...rest })),
    )
    const texts = answers.map(({ text, body }) => text.replace(body.request_id, ''))
    assert.deepEqual(new Set(texts).size, 1, texts.join('\n'))
    assert.equal(answers[0]?.status, 404)
  }
  const answer = await eve.send({ method: 'POST', url: `/contacts/${id}/restore` })
  assert.equal(answer.status, 404)
  assert.equal((await ana.call(getContact, { params: { id } })).name, 'Bela')
})

test('contacts are listed by name as a person would, page by page, without gaps or repeats', async () => {
  const ana = await world.person()
  const names = ['Émile', 'zoe', 'Ana', 'ana', 'Zoe', 'Eva', 'Östen', 'émile', 'Bo', 'Bo', 'Bo']
  for (const name of names) await add(ana, name)
  for (const sort of ['name', '-name', 'created_at', '-created_at'] as const) {
    const whole = (await ana.call(listContacts, { query: { sort } })).data
    const paged: typeof whole = []
    let cursor: string | null = null
    do {
      const query: { sort: typeof sort; limit: number; cursor?: string } = {
        sort,
        limit: 2,
        ...(cursor ? { cursor } : {}),
      }
      const { data, meta } = await ana.call(listContacts, { query })
      paged.push(...data)
      cursor = meta.next_cursor
    } while (cursor)
    assert.deepEqual(paged, whole)
    assert.equal(new Set(paged.map(({ id }) => id)).size, names.length)
  }
  const sorted = (await ana.call(listContacts)).data.map(({ name }) => name)
  assert.deepEqual(sorted, ['ana', 'Ana', 'Bo', 'Bo', 'Bo', 'émile', 'Émile', 'Eva', 'Östen', 'zoe', 'Zoe'])
})

test('a page says how long it may be, how many there are if asked, and where the next one is', async () => {
  const ana = await world.person()
  for (const name of ['A', 'B', 'C']) await add(ana, name)
  assert.deepEqual((await ana.call(listContacts)).meta, { limit: 200, next_cursor: null, ignored: [] })
  const first = await ana.send({ url: '/contacts?limit=2&include=total' })
  assert.equal(first.body.meta.total, 3)
  const next = /^<\/api\/v1(.+)>; rel="next"$/.exec(first.headers.link ?? '')?.[1] ?? ''
  const second = await ana.send({ url: next })
  assert.deepEqual(
    second.body.data.map(({ name }: { name: string }) => name),
    ['C'],
  )
  assert.equal(second.headers.link, undefined)
})

test('a cursor that is not ours, or of another list, order or filter, is refused', async () => {
  const [ana, eve] = [await world.person(), await world.person()]
  for (const name of ['A', 'B']) for (const person of [ana, eve]) await add(person, name)
  const { next_cursor } = (await ana.call(listContacts, { query: { limit: 1 } })).meta
  const cursor = next_cursor ?? ''
  const forged = Buffer.from('["Z","x"]').toString('base64url')
  for (const bad of ['x', '.', cursor.slice(1), `${cursor}x`, `${forged}.abc`, cursor.split('.')[0] ?? '']) {
    const problem = await refused(ana.call(listContacts, { query: { cursor: bad } }))
    assert.equal(problem.code, 'cursor_invalid')
    assert(problem.errors?.cursor)
  }
  assert.equal(
    (await refused(ana.call(listContacts, { query: { cursor, sort: '-name' } }))).code,
    'cursor_invalid',
  )
  assert.equal((await refused(ana.call(listContacts, { query: { cursor, q: 'A' } }))).code, 'cursor_invalid')
  assert.equal((await refused(eve.call(listContacts, { query: { cursor } }))).code, 'cursor_invalid')
})

test('query parameters of the wrong kind are refused by name', async () => {
  const ana = await world.person()
  for (const [query, field] of [
    ['limit=0', 'limit'],
    ['limit=1001', 'limit'],
    ['limit=ten', 'limit'],
    ['limit=1.5', 'limit'],
    ['sort=colour', 'sort'],
    ['deleted=yes', 'deleted'],
    ['include=everything', 'include'],
    ['q=%00', 'q'],
  ] as const) {
    const answer = await ana.send({ url: `/contacts?${query}` })
    assert.equal(answer.status, 422, query)
    assert(answer.body.errors[field], answer.text)
  }
})

test('search finds text in every field, whatever its case, and takes % and _ at their word', async () => {
  const ana = await world.person()
  await ana.call(createContact, { body: { name: 'Ödön', notes: '100% sure' } })
  await ana.call(createContact, { body: { name: 'Bela', phone: '+36 20', email: 'b_la@example.com' } })
  const found = async (q: string) =>
    (await ana.call(listContacts, { query: { q } })).data.map(({ name }) => name)
  assert.deepEqual(await found('ödÖn'), ['Ödön'])
  assert.deepEqual(await found('0%'), ['Ödön'])
  assert.deepEqual(await found('_'), ['Bela'])
  assert.deepEqual(await found('+36'), ['Bela'])
  assert.deepEqual(await found('nobody'), [])
  assert.deepEqual(await found(''), ['Bela', 'Ödön'])
})
