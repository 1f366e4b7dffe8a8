import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, before, test } from 'node:test'
import { api, parts } from '../../contract/api.ts'
import { exampleBody } from '../../contract/examples.ts'
import { type Ability, abilities, areas, createProgramKey } from '../../contract/programs.ts'
import { isForPrograms, type Route } from '../../contract/route.ts'
import { type Answer, instanceKey, makeWorld, type Person, signedIn } from '../../test/world.ts'
import { makeApp } from '../app.ts'
import { change, transaction } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { isPlainChange } from '../http/request.ts'
import { readSettings } from '../settings.ts'
import { makePair } from '../workers/pairs.ts'
import { makePeers, ownerProcess } from '../workers/peers.ts'

/** Every operation of the contract with every ability: in one process, with the check of the writer alone, and handed between processes. */
const world = await makeWorld()
const closed = api.filter(({ route }) => !route.open)
const keys = new Map<Ability, string>()
let ana: Person

before(async () => {
  ana = await world.person()
  for (const ability of abilities) keys.set(ability, await keyOf(ana, [ability]))
})

const keyOf = async (person: Person, some: Ability[]): Promise<string> =>
  (await person.call(createProgramKey, { body: { name: some.join(' '), abilities: some } })).token

const withKey = (token: string) => ({ authorization: `Bearer ${token}` })

/** A request without effect: its records do not exist, and its body cannot be read. It is judged before that is found out. */
const harmless = (route: Route) => ({
  method: route.method,
  url: route.path.replace(/\{\w+\}/g, ana.user.id),
  ...(route.method !== 'GET' && { payload: '{"broken' }),
})

/** The refusal that a key with one ability gets, or none. */
function expected(part: string, route: Route, ability: Ability): string | undefined {
  if (!isForPrograms(route)) return 'not_for_programs'
  if (route.needs === undefined || ability === route.needs || ability === `${route.needs}:${part}`)
    return undefined
  return 'ability_missing'
}

const isOfAbilities = (code: string | undefined) =>
  code === 'ability_missing' || code === 'not_for_programs' ? code : undefined

function assertJudged({ status, body, text }: Answer, name: string, wanted: string | undefined): void {
  assert.notEqual(status, 401, `${name}: ${text}`)
  assert(status < 500, `${name}: ${text}`)
  assert.equal(isOfAbilities(body?.code), wanted, `${name}: ${text}`)
  if (wanted) assert.equal(status, 403)
}

/** Operations on members and on books themselves, which are for people. */
const ofPeople = [
  'createBook',
  'deleteBook',
  'updateMember',
  'removeMember',
  'createBookInvitation',
  'revokeBookInvitation',
  'acceptInvitation',
]

test('the areas are the parts of the API but for auth, and no key reaches auth except to read who its person is', () => {
  assert.deepEqual(
    [...areas],
    Object.keys(parts).filter((part) => part !== 'auth'),
  )
  for (const { name, part, route } of closed)
    assert.equal(
      isForPrograms(route),
      (part !== 'auth' && !ofPeople.includes(name)) || name === 'getMe',
      name,
    )
  assert.equal(abilities.length, 3 * (1 + areas.length))
})

for (const ability of abilities)
  test(`a key with ${ability} is served as the right and the part of each operation say, and refused everything else`, async () => {
    const headers = {
      ...withKey(keys.get(ability) ?? assert.fail()),
      'content-type': 'application/json',
    }
    let served = 0
    for (const { name, part, route } of closed) {
      const { method, ...request } = harmless(route)
      const sent = { method, ...request, headers }
      const wanted = expected(part, route, ability)
      const answer = await world.send(sent)
      assertJudged(answer, `${name} with ${ability}`, wanted)
      if (wanted === 'ability_missing') {
        assert.deepEqual(answer.body.params, { name: ability, ability: `${route.needs}:${part}` })
        assert.match(answer.body.detail, new RegExp(`needs the ability ${route.needs}:${part}, or `))
      }
      if (!wanted) served++
    }
    const parts = closed.filter(({ part, route }) => !expected(part, route, ability))
    assert.equal(served, parts.length)
  })

test('what an ability does not allow is refused before the body, the query and the address are looked at', async () => {
  const headers = withKey(keys.get('write:budgeting') ?? '')
  for (const url of [
    '/contacts?limit=none',
    '/contacts/nobody',
    '/contacts?cursor=forged',
    '/contacts?format=csv',
  ])
    assert.equal((await world.send({ url, headers })).body.code, 'ability_missing', url)
  const { headers: read } = await ana.send({ url: '/contacts' })
  const known = { ...headers, 'if-none-match': read.etag ?? assert.fail() }
  assert.equal((await world.send({ url: '/contacts', headers: known })).status, 403)
  assert.equal((await world.send({ method: 'HEAD', url: '/contacts', headers })).status, 403)
})

/** Sets the abilities of a key past the service, as another process might find them. */
const setAbilities = (person: Person, some: readonly string[]) =>
  transaction(world.db, (tx) =>
    change(
      tx,
      sql`update tokens set abilities = ${some} where user_id = ${person.user.id} and abilities is not null`,
    ),
  )

const changes = api.filter(({ route }) => route.needs && route.method !== 'GET' && !route.forPeople)
const request = (person: Person, route: Route, token: string) => ({
  method: route.method,
  url: route.path
    .replace('{month}', '2026-05')
    .replace('{date}', '2026-05-20')
    .replace('{version}', '1')
    .replace('{from}/{to}', 'EUR/USD')
    .replace('{n}', '1')
    .replace(/\{\w+\}/g, person.user.id),
  headers: withKey(token),
  ...(!route.raw && { payload: (exampleBody(route) ?? {}) as object }), // an example is an object
})

test('the writer judges the key again, as it is stored then, for every change', async () => {
  const bea = await world.person()
  const token = await keyOf(bea, ['read', 'write', 'own'])
  for (const { name, part, route } of changes) {
    await setAbilities(bea, ['read', 'write', 'own'])
    const me = await world.send({ url: '/auth/me', headers: withKey(token) }) // from here on it is remembered
    assert.equal(me.status, 200)
    const others = areas.filter((area) => area !== part)
    await setAbilities(
      bea,
      ['read', 'write', 'own'].flatMap((right) => others.map((area) => `${right}:${area}`)),
    )
    const { body, text } = await world.send(request(bea, route, token))
    assert.equal(body?.code, 'ability_missing', `${name}: ${text}`)
    assert.deepEqual(body.params.ability, `${route.needs}:${part}`)
  }
  assert.equal(
    (await bea.send({ url: '/changes' })).body.data.length,
    (await (await world.person()).send({ url: '/changes' })).body.data.length,
  )
})

/** Two processes behind one port, here in one, over a real connection; the first hands changes of the person's book to the second. */
async function twoProcesses() {
  const settings = { ...readSettings({ LOG_LEVEL: 'silent' }), failuresPerMinute: 0, rateLimitPerMinute: 0 }
  const handed: string[] = []
  const [apps, links] = [[1, 2].map(() => makePeers), [] as ReturnType<typeof makePeers>[]]
  const made = apps.map((make, index) => {
    const peers = make(index + 1, 2, () => ({ error: (fields) => assert.fail(JSON.stringify(fields)) }))
    links.push(peers)
    const noting = {
      ...peers,
      serve: ((route, answer) =>
        peers.serve(route, (checked, isGone) => {
          handed.push(`${route.method} ${route.path}`)
          return answer(checked, isGone)
        })) as typeof peers.serve,
    }
    const worker = { number: index + 1, peers: noting, lastBackup: () => null }
    return makeApp({ db: world.service, instanceKey, settings, worker })
  })
  for (const app of made) await app.ready()
  const [one, other] = await makePair()
  const greeted = [one, other].map((end) => once(end, 'data'))
  links[0]?.open(2, one)
  links[1]?.open(1, other)
  await Promise.all(greeted)
  after(async () => {
    one.destroy()
    other.destroy()
    for (const app of made) await app.close()
  })
  return { apps: made, handed }
}

test('a change that is handed to another process is judged by the key there as well', async () => {
  const { apps, handed } = await twoProcesses()
  let bea = await world.person()
  while (ownerProcess(bea.book_id, 2) !== 2) bea = await world.person()
  const token = await keyOf(bea, ['read', 'write', 'own'])
  const first = signedIn(apps[0] ?? assert.fail(), {
    user: bea.user,
    book_id: bea.book_id,
    password: bea.password,
    token,
  })
  const all = ['read', 'write', 'own']
  for (const { name, part, route } of changes) {
    handed.length = 0
    await setAbilities(bea, all)
    assert.equal((await first.send({ url: '/auth/me' })).status, 200)
    await setAbilities(
      bea,
      all.filter((right) => right !== route.needs),
    )
    const { body, text } = await first.send(request(bea, route, token))
    assert.equal(body?.code, 'ability_missing', `${name}: ${text}`)
    await setAbilities(bea, [`write:${part}`, `own:${part}`, ...(route.needs === 'read' ? ['read'] : [])])
    await first.send({ url: '/auth/me' })
    const served = await first.send(request(bea, route, token))
    assertJudged(served, name, undefined)
    if (isPlainChange(route)) assert.deepEqual(handed.length, 2, `${name} was not handed on: ${served.text}`)
  }
})
