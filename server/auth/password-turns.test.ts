import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { listDevices, login, register } from '../../contract/auth.ts'
import { client } from '../../contract/client.ts'
import { instanceKey, makeWorld, PASSWORD, type Person, through } from '../../test/world.ts'
import { newId } from '../process/ids.ts'
import { sealDevice } from './devices.ts'
import { COST, OWASP } from './passwords.ts'

const cheap = { ...COST }
after(() => Object.assign(COST, cheap))
Object.assign(COST, OWASP) // as it is outside of tests
const world = await makeWorld()

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
