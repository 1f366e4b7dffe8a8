import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { InjectOptions } from 'fastify'
import { api } from '../../contract/api.ts'
import { isAuth, type Route } from '../../contract/route.ts'
import { makeWorld } from '../../test/world.ts'
import { change, transaction } from '../database/database.ts'
import { sql } from '../database/sql.ts'

const world = await makeWorld()
const ana = await world.person()

/** Lets a token be of this age, past the service, as another process would. */
const setAge = (days: number) =>
  transaction(world.db, (tx) =>
    change(
      tx,
      sql`update tokens set created_at = now() - ${days} * interval '1 day' where user_id = ${ana.user.id}`,
    ),
  )

/** A request that its route refuses, whatever is in the book. */
const wrongIn = (route: Route, payload: string): InjectOptions & { url: string } => ({
  method: route.method,
  url: `${route.path.replace(/\{\w+\}/g, 'nonsense')}?${Object.keys(route.query?.properties ?? {})
    .map((name) => `${name}=%00`)
    .join('&')}`,
  ...(route.method !== 'GET' && { payload, headers: { 'content-type': 'application/json' } }),
})

test('a token that has ended is told so before anything else that is wrong with a request, by every route', async () => {
  const statuses = new Set<number>()
  for (const { name, route } of api) {
    if (route.open) continue
    for (const payload of route.method === 'GET' ? [''] : ['"text"', '{"no":']) {
      const wrong = wrongIn(route, payload)
      await setAge(0)
      if (isAuth(route))
        await ana.send({ url: '/contacts' }) // some of these would end the token
      else statuses.add((await ana.send(wrong)).status) // from here on it is remembered
      await setAge(1_000)
      const { status, body } = await ana.send(wrong)
      assert.deepEqual([status, body.code], [401, 'unauthenticated'], `${name} ${payload}`)
    }
  }
  assert.deepEqual([...statuses].sort(), [200, 400, 404, 422])
  await setAge(0)
})
