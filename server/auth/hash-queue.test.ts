import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { listDevices, login, register } from '../../contract/auth.ts'
import { client } from '../../contract/client.ts'
import { Refusal } from '../../contract/refusals.ts'
import { instanceKey, makeWorld, PASSWORD, type Person, through } from '../../test/world.ts'
import { newId } from '../process/ids.ts'
import { sealDevice } from './devices.ts'
import { type HashPurpose, makeHashQueue } from './hash-queue.ts'
import { COST, OWASP } from './passwords.ts'

const cheap = { ...COST }
after(() => Object.assign(COST, cheap))
Object.assign(COST, OWASP) // as it is outside of tests
const world = await makeWorld()

/** Work that ends when it is told to, and who got their turn, in order. */
function workshop(places: Parameters<typeof makeHashQueue>[0]) {
  const inTurn = makeHashQueue(places)
  const begun: string[] = []
  const ends: (() => void)[] = []
  const ask = (address: string, line: HashPurpose = 'login', gone = new AbortController().signal) =>
    inTurn(line, { address, gone }, () => {
      begun.push(address)
      return new Promise<void>((resolve) => ends.push(resolve))
    }).then(
      () => 'done',
      (error: unknown) => (error instanceof Refusal ? error.code : assert.fail(String(error))),
    )
  const finishOne = async () => {
    ends.shift()?.()
    await new Promise(setImmediate)
  }
  return { ask, begun, finishOne }
}

test('senders are served in turn, however many requests one of them has waiting', async () => {
  const { ask, begun, finishOne } = workshop({ atOnce: 1, each: 50, perLine: 1_000 })
  const asked = [...Array.from({ length: 20 }, () => ask('flood')), ask('ana'), ask('bea'), ask('ana')]
  for (let count = 0; count < 23; count++) await finishOne()
  assert.deepEqual(begun.slice(0, 6), ['flood', 'flood', 'ana', 'bea', 'flood', 'ana'])
  assert((await Promise.all(asked)).every((answer) => answer === 'done'))
})

test('a flood of registrations does not hold up sign-ins, nor people who are signed in', async () => {
  const { ask, begun, finishOne } = workshop({ atOnce: 1, each: 50, perLine: 1_000 })
  for (let count = 0; count < 40; count++) void ask(`stranger ${count}`, 'registration')
  void ask('ana', 'login')
  void ask('bea', 'session')
  void ask('cleo', 'known_device')
  for (let count = 0; count < 5; count++) await finishOne()
  assert.deepEqual(begun.slice(2, 5), ['ana', 'bea', 'cleo'])
})

test('over its bound a sender is refused, and nobody else is', async () => {
  const { ask, finishOne } = workshop({ atOnce: 1, each: 3, perLine: 1_000 })
  const flood = Array.from({ length: 6 }, () => ask('flood'))
  const ana = ask('ana')
  for (let count = 0; count < 5; count++) await finishOne()
  assert.deepEqual(await Promise.all(flood), ['done', 'done', 'done', 'done', 'busy', 'busy'])
  assert.equal(await ana, 'done')
})

test('when all places to wait are taken, whoever has most of them gives one up', async () => {
  const { ask, finishOne } = workshop({ atOnce: 1, each: 10, perLine: 6 })
  const flood = Array.from({ length: 6 }, () => ask('flood'))
  const [ana, bea, cleo] = [ask('ana'), ask('bea'), ask('cleo')]
  for (let count = 0; count < 9; count++) await finishOne()
  assert.deepEqual(await Promise.all([ana, bea, cleo]), ['done', 'done', 'done'])
  assert.equal((await Promise.all(flood)).filter((answer) => answer === 'busy').length, 2)
})

test('a line that is full, even with one request of each sender, fills no other', async () => {
  const { ask, finishOne } = workshop({ atOnce: 1, each: 10, perLine: 6 })
  for (let count = 0; count < 7; count++) void ask(`sender ${count}`, 'known_device')
  assert.equal(await ask('ana', 'known_device'), 'busy')
  const others = [ask('ana', 'login'), ask('ana', 'registration'), ask('ana', 'session')]
  for (let count = 0; count < 10; count++) await finishOne()
  assert.deepEqual(await Promise.all(others), ['done', 'done', 'done'])
})

test('a request whose client has gone leaves the line, and makes room for others', async () => {
  const { ask, begun, finishOne } = workshop({ atOnce: 1, each: 2, perLine: 2 })
  const client = new AbortController()
  const running = ask('first')
  const gone = [ask('flood', 'login', client.signal), ask('flood', 'login', client.signal)]
  client.abort()
  assert.deepEqual(await Promise.all(gone), ['busy', 'busy'])
  assert.equal(await ask('flood', 'login', client.signal), 'busy')
  const next = ask('flood')
  for (let count = 0; count < 2; count++) await finishOne()
  assert.deepEqual([await running, await next], ['done', 'done'])
  assert.deepEqual(begun, ['first', 'flood'])
})

test('however many accounts and known devices one address has, it delays another address by a few hashes', async () => {
  const [ana, bea] = [await world.person(), await world.person()]
  const deviceOf = ({ user }: Person) =>
    `service-device=${sealDevice(instanceKey, { userId: user.id, id: newId(), generation: 1 })}`
  const signIn = async (address: string, person: Person, cookie: string) => {
    const answer = await world.app.inject({
      method: 'POST',
      url: '/api/v1/auth/login',
      remoteAddress: address,
      headers: { cookie },
      payload: { email: person.user.email, password: person.password },
    })
    return answer.statusCode
  }
  let answered = 0
  const flood = Array.from({ length: 24 }, async () => {
    const status = await signIn('203.0.113.8', ana, deviceOf(ana))
    answered++
    return status
  })
  assert.equal(await signIn('203.0.113.9', bea, deviceOf(bea)), 200)
  assert(answered <= 8, `${answered} of 24 were answered before the other address`)
  assert((await Promise.all(flood)).every((status) => status === 200))
})

test('sign-ins whose client has gone are not worked off', async () => {
  const ana = await world.person()
  const app = world.another()
  const base = await app.listen({ port: 0, host: '127.0.0.1' })
  const clients = new AbortController()
  const signIn = (signal?: AbortSignal) =>
    fetch(`${base}/api/v1/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: ana.user.email, password: ana.password }),
      ...(signal && { signal }),
    })
  const flood = Array.from({ length: 30 }, () => signIn(clients.signal))
  await Promise.race(flood)
  clients.abort()
  await Promise.allSettled(flood)
  assert.equal((await signIn()).status, 200, 'it waited behind all that were left')
  const opened = (await ana.call(listDevices)).data.length
  assert(opened <= 15, `${opened} of 32 sessions were opened`)
})

test('a flood of sign-ins and registrations from one address delays another address by a few hashes', async () => {
  const ana = await world.person()
  const flooder = client(through(world.app, '203.0.113.8'), '/api/v1')
  const owner = client(through(world.app, '203.0.113.9'), '/api/v1')
  let [answered, answeredBefore] = [0, 0]
  const password = { password: PASSWORD, password_confirmation: PASSWORD }
  const flood = Array.from({ length: 24 }, async (_, index) => {
    const body = { name: 'Flood', email: `flood-${index}@example.com`, ...password }
    const { status } = await (index % 4 ? flooder.ask(login, { body }) : flooder.ask(register, { body }))
    answered++
    return status
  })
  await owner.call(login, { body: { email: ana.user.email, password: ana.password } })
  answeredBefore = answered
  assert(answeredBefore <= 10, `${answeredBefore} of 24 were answered before the owner`)
  assert((await Promise.all(flood)).every((status) => [200, 401].includes(status)))
})
