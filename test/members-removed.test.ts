import assert from 'node:assert/strict'
import { test } from 'node:test'
import { updateMe } from '../contract/auth.ts'
import { createExpense, updateExpense } from '../contract/budgeting.ts'
import { createContact, listContacts } from '../contract/contacts.ts'
import { createBook, listBooks, type Role, removeMember, updateMember } from '../contract/members.ts'
import { createProgramKey } from '../contract/programs.ts'
import { change, transaction } from '../server/database/database.ts'
import { sql } from '../server/database/sql.ts'
import { verify } from '../server/verify/verify.ts'
import { category } from './books.ts'
import { inBook, join } from './household.ts'
import { makeWorld, type Person, refused, signedIn } from './world.ts'

/** Two instances on one database: what one of them changes about members holds in the other with the next request. */
const world = await makeWorld()
const other = world.another()

/** Somebody at the other instance, with this token. */
const atOther = ({ user, book_id, password, token: own }: Person, token = own) =>
  signedIn(other, { user, book_id, password, token })

/** A book of Ana's, and Kai in it, whom the other instance has just served. */
async function shared(role: Role) {
  const [ana, kai] = [
    await world.person({ name: 'Ana', base_currency_id: 'CHF' }),
    await world.person({ name: 'Kai' }),
  ]
  const food = await category(ana, 'Food')
  await join(world, ana, ana.book_id, kai, role)
  return { ana, kai, food, there: inBook(other, kai, ana.book_id), elsewhere: atOther(kai) }
}

const giveRole = (ana: Person, kai: Person, role: Role) =>
  ana.call(updateMember, { params: { user_id: kai.user.id }, body: { role } })

test('a removed person is refused by the next request of every kind, though the other instance remembers token, book and reply', async () => {
  const requests = (bookId: string, expenseId: string) => {
    const at = `/books/${bookId}`
    const file = { 'content-type': 'text/csv' }
    return [
      { url: `${at}/contacts` },
      { url: `${at}/contacts`, headers: { 'if-none-match': '*' } },
      { url: `${at}/contacts?format=csv` },
      { url: `${at}/export?format=json` },
      { url: at },
      { url: `${at}/changes` },
      { url: `${at}/reports/balance-sheet` },
      { method: 'POST', url: `${at}/contacts`, payload: { name: 'Late' } },
      {
        method: 'POST',
        url: `${at}/contacts`,
        payload: { name: 'Once' },
        headers: { 'idempotency-key': 'k' },
      },
      { method: 'PUT', url: `${at}/budgeting/expenses/${expenseId}`, payload: { notes: 'late' } },
      { method: 'DELETE', url: `${at}/budgeting/expenses/${expenseId}` },
      { method: 'POST', url: `${at}/changes/2/undo` },
      {
        method: 'POST',
        url: `${at}/budgeting/transactions/bulk`,
        payload: { ids: [expenseId], delete: true },
      },
      { method: 'POST', url: `${at}/imports`, payload: 'Date,Text,Amount\n2026-01-01,x,-1\n', headers: file },
      { method: 'POST', url: `${at}/contacts`, payload: { name: '' } },
    ] as const
  }
  const { ana, kai, food, there, elsewhere } = await shared('editor')
  const key = { headers: { 'idempotency-key': 'k' } }
  for (const [index, request] of requests(ana.book_id, kai.user.id).entries()) {
    await there.call(createContact, { body: { name: 'Once' }, ...key })
    const { id } = await there.call(createExpense, { body: { amount: 1, category_id: food.id } })
    await there.call(updateExpense, { params: { id }, body: { notes: 'mine' } })
    await there.call(listContacts)
    const asked = requests(ana.book_id, id)[index] ?? assert.fail()
    await ana.call(removeMember, { params: { user_id: kai.user.id } })
    const { version } = (await ana.send({ url: '/books/current' })).body
    const { status, body, headers } = await elsewhere.send(asked)
    assert.deepEqual([status, body?.code, headers.book], [404, 'book_not_found', undefined], request.url)
    assert.equal((await ana.send({ url: '/books/current' })).body.version, version, 'nothing was written')
    assert.equal((await elsewhere.call(listContacts)).data.length, 0, 'their own book is open')
    await join(world, ana, ana.book_id, kai, 'editor')
  }
})

test('a role that is raised or lowered counts with the next request, in the other instance too', async () => {
  const { ana, kai, food, there } = await shared('viewer')
  const record = () => there.call(createExpense, { body: { amount: 1, category_id: food.id } })
  assert.equal((await refused(record())).code, 'not_allowed')
  await giveRole(ana, kai, 'editor')
  const { id } = await record()
  await record()
  await giveRole(ana, kai, 'annotator')
  const change = (body: object) => there.call(updateExpense, { params: { id }, body })
  assert.equal((await refused(change({ amount: 2 }))).code, 'field_not_allowed')
  assert.equal((await refused(record())).code, 'not_allowed')
  await change({ notes: 'sorted' })
  await giveRole(ana, kai, 'viewer')
  assert.equal((await refused(change({ notes: 'again' }))).code, 'not_allowed')
  assert.equal((await there.call(listContacts)).data.length, 0)
})

test('a change that waits for its book is judged by the role that its person has when it is made', async () => {
  for (const [role, code] of [
    ['annotator', 'not_allowed'],
    ['viewer', 'not_allowed'],
    [null, 'book_not_found'],
  ] as const) {
    const { ana, kai, food, there } = await shared('editor')
    const { version } = await there.call(createExpense, { body: { amount: 1, category_id: food.id } })
    const waiting = await transaction(world.db, async (tx) => {
      await change(tx, sql`select from books where id = ${ana.book_id} for update`)
      const asked = inBook(other, kai, ana.book_id)
        .ask(createExpense, { body: { amount: 2, category_id: food.id } })
        .then((answer) => answer.json() as Promise<{ code: string }>)
      const undo = atOther(kai).send({
        method: 'POST',
        url: `/books/${ana.book_id}/changes/${version}/undo`,
      })
      await new Promise((resolve) => setTimeout(resolve, 100))
      const member = sql`user_id = ${kai.user.id} and book_id = ${ana.book_id}`
      await change(
        tx,
        role
          ? sql`update members set role = ${role} where ${member}`
          : sql`delete from members where ${member}`,
      )
      return { asked, undo }
    })
    // A plain change waits for no lock: it is either made before, as an editor, or refused.
    const first = await waiting.asked
    assert([undefined, code, 'busy'].includes(first.code), first.code)
    const undone = (await waiting.undo).body
    assert(
      [role === null ? code : role === 'annotator' ? 'field_not_allowed' : code].includes(undone.code),
      undone.code,
    )
  }
})

test('nothing lands in another book than the one that its answer names, while the default moves and both instances write', async () => {
  const ana = await world.person()
  const second = await ana.call(createBook, { body: { name: 'Second' } })
  const books = [ana.book_id, second.id]
  const both = [ana, atOther(ana)]
  const landed = new Map<string, string>()
  const refusals = new Set<string>()
  for (let round = 0; round < 12; round++) {
    const name = (of: number, n: number) => `${round}-${of}-${n}`
    const moved = both[round % 2]?.call(updateMe, { body: { default_book_id: books[round % 2] ?? '' } })
    const writes = both.flatMap((person, of) =>
      Array.from({ length: 3 }, async (_, n) => {
        const url = n === 2 ? '/books/current/contacts' : '/contacts'
        const answer = await person.send({ method: 'POST', url, payload: { name: name(of, n) } })
        if (answer.status === 503) refusals.add(answer.body.code)
        else landed.set(name(of, n), answer.headers.book ?? assert.fail(answer.text))
      }),
    )
    const reads = both.map(async (person) => {
      const { headers, body } = await person.send({ url: '/contacts?limit=1000' })
      for (const one of body.data) {
        const known = landed.get(one.name)
        if (known !== undefined) assert.equal(known, headers.book, one.name)
      }
    })
    await Promise.all([moved, ...writes, ...reads])
    const settled = books[round % 2]
    for (const person of both) {
      // The first change of a process that remembers the other default may have to be sent again, and only the first.
      const payload = { name: `settled ${round} ${both.indexOf(person)}` }
      const answers = [
        await person.send({ method: 'POST', url: '/contacts', payload }),
        await person.send({ method: 'POST', url: '/contacts', payload }),
      ]
      const done = answers.filter(({ status }) => status === 200)
      assert(done.length > 0, answers.map(({ text }) => text).join())
      for (const { headers } of done) assert.equal(headers.book, settled)
      assert.equal((await person.send({ url: '/contacts' })).headers.book, settled)
    }
  }
  for (const id of books)
    for (const { name } of (await inBook(world.app, ana, id).call(listContacts, { query: { limit: 1000 } }))
      .data)
      if (landed.has(name)) assert.equal(landed.get(name), id, name)
  assert(landed.size > 15, `${landed.size} landed, ${[...refusals]} had to be sent again`)
  assert(refusals.has('default_book_moved'))
})

test('a key, a cursor and a reply are of one book, and the same with and without the prefix', async () => {
  const ana = await world.person()
  const second = await ana.call(createBook, { body: { name: 'Second' } })
  const [first, there] = ['', `/books/${second.id}`]
  const add = (at: string, name: string, key: string) =>
    ana.send({
      method: 'POST',
      url: `${at}/contacts`,
      payload: { name },
      headers: { 'idempotency-key': key },
    })
  const one = await add(first, 'Bela', 'one')
  for (const at of [`/books/${ana.book_id}`, '/books/current', first]) {
    const again = await add(at, 'Bela', 'one')
    assert.deepEqual([again.body.id, again.headers['idempotency-replayed']], [one.body.id, 'true'], at)
  }
  const other = await add(there, 'Bela', 'one')
  assert.deepEqual([other.status, other.headers['idempotency-replayed']], [200, undefined])
  assert.notEqual(other.body.id, one.body.id)
  for (const at of [first, there]) await add(at, 'Cili', 'two')
  const page = await ana.send({ url: '/contacts?limit=1' })
  const cursor = encodeURIComponent(page.body.meta.next_cursor)
  for (const at of [`/books/${ana.book_id}`, '/books/current', first])
    assert.equal((await ana.send({ url: `${at}/contacts?limit=1&cursor=${cursor}` })).status, 200, at)
  const strange = await ana.send({ url: `${there}/contacts?limit=1&cursor=${cursor}` })
  assert.equal(strange.body.code, 'cursor_invalid')
  const ofThere = await ana.send({ url: `${there}/contacts?limit=1` })
  const next = /<([^>]+)>/.exec(ofThere.headers.link ?? '')?.[1] ?? assert.fail()
  assert(next.startsWith(`/api/v1${there}/contacts`), next)
  const followed = await ana.send({ url: next.replace('/api/v1', '') })
  assert.deepEqual([followed.status, followed.headers.book], [200, second.id])
  const record = await ana.send({ url: `/contacts/${one.body.id}` })
  const same = await ana.send({
    url: `/books/${ana.book_id}/contacts/${one.body.id}`,
    headers: { 'if-none-match': record.headers.etag ?? '' },
  })
  assert.equal(same.status, 304)
  assert.equal((await ana.send({ url: `${there}/contacts/${one.body.id}` })).body.code, 'not_found')
})

test("a member's key is no other member's: the reply is not theirs", async () => {
  const { ana, kai, elsewhere } = await shared('editor')
  const request = {
    method: 'POST',
    url: `/books/${ana.book_id}/contacts`,
    payload: { name: 'Bela' },
    headers: { 'idempotency-key': 'the-same' },
  } as const
  assert.equal((await ana.send(request)).status, 200)
  const [first, again] = [await elsewhere.send(request), await elsewhere.send(request)]
  assert.deepEqual(
    [first.status, again.text, again.headers['idempotency-replayed']],
    [200, first.text, 'true'],
  )
  assert.equal((await ana.call(listContacts)).data.length, 2)
  const other = await elsewhere.send({ ...request, payload: { name: 'Cili' } })
  assert.deepEqual([other.body.code, other.body.params], ['idempotency_key_reused', { key: 'the-same' }])
  assert.equal((await kai.call(listBooks)).data.length, 2)
})

test("a program's key that is bound to a book opens this one alone, also without the prefix, until its person has left it", async () => {
  const { ana, kai, elsewhere } = await shared('editor')
  const { token } = await kai.call(createProgramKey, {
    body: { name: 'Script', abilities: ['read', 'write'], book_id: ana.book_id },
  })
  const program = atOther(kai, token)
  assert.deepEqual(
    (await program.call(listBooks)).data.map(({ id }) => id),
    [ana.book_id],
  )
  const { default_book_id, base_currency_id } = (await program.send({ url: '/auth/me' })).body
  assert.deepEqual([default_book_id, base_currency_id], [ana.book_id, 'CHF'], 'of this book alone')
  await program.call(createContact, { body: { name: 'Of the script' } })
  assert.equal((await ana.call(listContacts)).data.length, 1)
  assert.equal((await elsewhere.call(listContacts)).data.length, 0)
  for (const id of [kai.book_id, ana.book_id.replace(/.$/, (last) => (last === '0' ? '1' : '0'))])
    assert.equal((await program.send({ url: `/books/${id}/contacts` })).body.code, 'book_not_found')
  assert.equal((await program.send({ url: `/books/${ana.book_id}/contacts` })).status, 200)
  const people = await program.send({
    method: 'POST',
    url: `/books/${ana.book_id}/invitations`,
    payload: { role: 'owner' },
  })
  assert.equal(people.status, 403)
  const leave = await program.send({ method: 'DELETE', url: `/books/${ana.book_id}/members/${kai.user.id}` })
  assert.equal(leave.body.code, 'not_for_programs')
  await ana.call(removeMember, { params: { user_id: kai.user.id } })
  for (const url of ['/contacts', '/books', '/auth/me', `/books/${ana.book_id}/contacts`])
    assert.equal((await program.send({ url })).body.code, 'book_not_found', url)
  const written = await program.send({ method: 'POST', url: '/contacts', payload: { name: 'Late' } })
  assert.equal(written.body.code, 'book_not_found')
  const unknown = await refused(
    kai.call(createProgramKey, { body: { name: 'Script', abilities: ['read'], book_id: ana.book_id } }),
  )
  assert.equal(unknown.code, 'key_book_unknown')
  assert.deepEqual(await verify(world.db), [])
})
