import assert from 'node:assert/strict'
import { test } from 'node:test'
import { login, register } from '../../contract/auth.ts'
import { client } from '../../contract/client.ts'
import { Refusal } from '../../contract/refusals.ts'
import { makeWorld, PASSWORD, through } from '../../test/world.ts'
import { type Line, makeHashQueue } from './hash-queue.ts'

/** Work that ends when it is told to, and who got their turn, in order. */
function workshop(places: Parameters<typeof makeHashQueue>[0]) {
  const inTurn = makeHashQueue(places)
  const begun: string[] = []
  const ends: (() => void)[] = []
  const ask = (sender: string, line: Line = 'login') =>
    inTurn(line, sender, () => {
      begun.push(sender)
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
  const { ask, begun, finishOne } = workshop({ atOnce: 1, each: 50, total: 1_000 })
  const asked = [...Array.from({ length: 20 }, () => ask('flood')), ask('ana'), ask('bea'), ask('ana')]
  for (let count = 0; count < 23; count++) await finishOne()
  assert.deepEqual(begun.slice(0, 6), ['flood', 'flood', 'ana', 'bea', 'flood', 'ana'])
  assert((await Promise.all(asked)).every((answer) => answer === 'done'))
})

test('a flood of registrations does not hold up sign-ins, nor people who are signed in', async () => {
  const { ask, begun, finishOne } = workshop({ atOnce: 1, each: 50, total: 1_000 })
  for (let count = 0; count < 40; count++) void ask(`stranger ${count}`, 'registration')
  void ask('ana', 'login')
  void ask('bea', 'session')
  void ask('cleo', 'known_device')
  for (let count = 0; count < 5; count++) await finishOne()
  assert.deepEqual(begun.slice(2, 5), ['ana', 'bea', 'cleo'])
})

test('over its bound a sender is refused, and nobody else is', async () => {
  const { ask, finishOne } = workshop({ atOnce: 1, each: 3, total: 1_000 })
  const flood = Array.from({ length: 6 }, () => ask('flood'))
  const ana = ask('ana')
  for (let count = 0; count < 5; count++) await finishOne()
  assert.deepEqual(await Promise.all(flood), ['done', 'done', 'done', 'done', 'busy', 'busy'])
  assert.equal(await ana, 'done')
})

test('when all places to wait are taken, whoever has most of them gives one up', async () => {
  const { ask, finishOne } = workshop({ atOnce: 1, each: 10, total: 6 })
  const flood = Array.from({ length: 6 }, () => ask('flood'))
  const [ana, bea, cleo] = [ask('ana'), ask('bea'), ask('cleo')]
  for (let count = 0; count < 9; count++) await finishOne()
  assert.deepEqual(await Promise.all([ana, bea, cleo]), ['done', 'done', 'done'])
  assert.equal((await Promise.all(flood)).filter((answer) => answer === 'busy').length, 2)
})

const world = await makeWorld()

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
