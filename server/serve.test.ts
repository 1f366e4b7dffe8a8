import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { Type } from 'typebox'
import { openapi } from '../contract/openapi.ts'
import { listOf, listQuery, route } from '../contract/route.ts'
import { makeWorld, type Person } from '../test/world.ts'
import { routeSection } from './docs/route-section.ts'
import { makeWriter } from './ledger/writer.ts'
import { serve } from './serve.ts'
import { readSettings } from './settings.ts'

test('whatever a route throws is answered as a failure of ours, even if it is not an error', async () => {
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

test('an operation that ends says so in every answer and in the document', async () => {
  const world = await makeWorld()
  const { token }: Person = await world.person()
  const app = world.another()
  const house = { db: world.service, settings: readSettings({}), instanceKey: new Uint8Array(32) }
  const deprecated = { since: '2027-02-01', sunset: '2028-03-01', instead: '/api/v2/words' }
  const old = route({
    method: 'GET',
    path: '/old',
    needs: 'read',
    summary: 'List words.',
    deprecated,
    query: listQuery(['word'], {}),
    reply: listOf(Type.Object({ word: Type.String() })),
  })
  serve(old, ({ query: { limit = 1, cursor } }) => ({
    data: [{ word: 'a' }],
    positions: [['a']],
    isMore: cursor === undefined,
    meta: { limit },
  })).bind(app, house, makeWriter(world.service))
  const ask = (url: string, headers = { authorization: `Bearer ${token}` }) =>
    app.inject({ url: `/api/v1/old${url}`, headers })
  const own = '</docs#about-versions>; rel="deprecation", </api/v2/words>; rel="successor-version"'
  const first = await ask('?limit=1')
  assert.equal(first.statusCode, 200, first.body)
  assert(first.headers.link?.toString().endsWith(`rel="next", ${own}`), String(first.headers.link))
  const last = await ask(`?limit=1&cursor=${encodeURIComponent(first.json().meta.next_cursor)}`)
  const answers = { 200: last, 422: await ask('?limit=0'), 401: await ask('', { authorization: '' }) }
  for (const [status, { statusCode, headers }] of Object.entries(answers)) {
    assert.equal(statusCode, Number(status))
    assert.equal(headers.deprecation, '@1801440000')
    assert.equal(headers.sunset, 'Wed, 01 Mar 2028 00:00:00 GMT')
    assert.equal(headers.link, own)
  }
  const { paths, components } = openapi([{ name: 'listWords', part: 'books', route: old }]) as {
    paths: Record<string, { get: { deprecated: boolean; description: string; responses: object } }>
    components: { headers: object }
  }
  const { get } = paths['/old'] ?? assert.fail('it is in the document')
  assert.equal(get.deprecated, true)
  assert.match(get.description, /Deprecated since 2027-02-01: use \/api\/v2\/words\. Ends on 2028-03-01\./)
  assert(routeSection('listWords', old).markup.includes('Ends on 2028-03-01.'))
  for (const name of ['Deprecation', 'Sunset', 'Link']) assert(name in components.headers, name)
  assert.throws(
    () => route({ ...old, deprecated: { ...deprecated, sunset: '2028-01-31' } }),
    /less than twelve months/,
  )
})
