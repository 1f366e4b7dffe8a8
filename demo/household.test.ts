import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listAccounts } from '../contract/accounts.ts'
import { verify } from '../server/verify/verify.ts'
import { makeWorld } from '../test/world.ts'
import { household } from './household.ts'
import { play } from './play.ts'

const today = Temporal.Now.plainDateISO('UTC')
const world = await makeWorld()
const ana = await world.person({ name: 'Ana', base_currency_id: 'EUR' })
console.time('play')
await play(ana, household({ today, years: Number(process.env.YEARS ?? 1) }))
console.timeEnd('play')

test('the household is what its log says', async () => {
  console.time('verify')
  assert.deepEqual(await verify(world.db), [])
  console.timeEnd('verify')
  for (const a of (await ana.call(listAccounts)).data)
    console.log(a.name, a.type, JSON.stringify(a.balances), a.base_balance, a.base_value)
})
