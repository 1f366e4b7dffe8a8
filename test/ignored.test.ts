import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listAccounts } from '../contract/accounts.ts'
import { api } from '../contract/api.ts'
import { addressOf } from '../contract/client.ts'
import type { Route } from '../contract/route.ts'
import { lender } from './debts.ts'
import { makeWorld } from './world.ts'

const world = await makeWorld()

/** Whatever answers with a list, in pages or not. */
const hasMeta = ({ reply }: Route) =>
  Object.hasOwn((reply as { properties?: object } | undefined)?.properties ?? {}, 'meta')

test('every list names the parameters that it does not know, and none when it knows them all', async () => {
  const { ana, owe } = await lender(world)
  const debt = await owe('Receivables')
  const [cash] = (await ana.call(listAccounts, { query: { q: 'Cash' } })).data
  const lists = api.filter(({ route }) => hasMeta(route))
  assert(lists.length > 10)
  for (const { name, route } of lists) {
    const params = { id: route.path.startsWith('/accounts') ? (cash?.id ?? '') : debt.id }
    const url = addressOf(route, { params })
    const ask = async (query: string) => {
      const { body, text } = await ana.send({ url: url + query })
      assert(body.meta, `${name}: ${text}`)
      return body.meta.ignored
    }
    assert.deepEqual(await ask('?limit=1'), [], name)
    assert.deepEqual(await ask(''), [], name)
    const sent = '?limit=1&colour=red&catgory_id=x&colour=blue&%C3%A9t%C3%A9='
    assert.deepEqual(await ask(sent), ['colour', 'catgory_id', 'été'], name)
  }
})
