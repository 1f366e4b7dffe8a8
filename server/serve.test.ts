import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { route } from '../contract/route.ts'
import { makeWorld, type Person } from '../test/world.ts'
import { makeWriter } from './ledger/writer.ts'
import { serve } from './serve.ts'
import { readSettings } from './settings.ts'

test('whatever a route throws is answered as a failure of ours, even if it is no error', async () => {
  const world = await makeWorld()
  const { token }: Person = await world.person()
  const app = world.another()
  const house = { db: world.service, settings: readSettings({}), instanceKey: new Uint8Array(32) }
  for (const [index, thrown] of [new Error('x'), 'text', undefined, Readable.from(['text'])].entries()) {
    const throwing = route({ method: 'GET', path: `/throws-${index}`, needs: 'read', summary: '', file: {} })
    serve(throwing, () => {
      throw thrown
    }).bind(app, house, makeWriter(world.service))
  }
  for (const index of [0, 1, 2, 3]) {
    const headers = { authorization: `Bearer ${token}` }
    const answer = await app.inject({ url: `/api/v1/throws-${index}`, headers })
    assert.equal(answer.statusCode, 500)
    assert.equal(answer.json().code, 'internal')
  }
})
