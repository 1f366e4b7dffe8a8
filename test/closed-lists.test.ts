import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api } from '../contract/api.ts'
import { addressOf } from '../contract/client.ts'
import { pathNames } from '../contract/path-parameters.ts'

import { makeWorld } from './world.ts'

type Schema = { type: string; format?: string; enum?: unknown[]; 'x-values'?: string[]; items?: Schema }

/** Every query parameter of every route. */
const parameters = api.flatMap(({ name: route, route: { query, ...rest } }) =>
  Object.entries(query?.properties ?? {}).map(([name, schema]) => ({
    route,
    name,
    schema: schema as Schema,
    method: rest.method, // a schema is plain JSON
    url: addressOf(
      { ...rest, query } as never, // the same route
      {
        params: Object.fromEntries(
          pathNames(rest.path).map((name) => [name, '0190f0a0-0000-7000-8000-000000000001']),
        ),
      },
    ),
  })),
)

/** Texts that a person chose, and ids: unknown ones find nothing. */
const isOpen = (name: string, route: string) =>
  ['q', 'tag', 'cursor', 'filename', 'id', 'created_by'].includes(name) ||
  name.endsWith('_id') ||
  ['startOidc', 'finishOidc'].includes(route) // a page of the app, and the words of a provider

test('every query parameter is a closed list, has a type or a format, or takes a text or an id', () => {
  for (const { route, name, schema } of parameters)
    assert(
      schema.enum ?? schema['x-values'] ?? schema.format ?? (schema.type !== 'string' || isOpen(name, route)),
      `${route} takes any text as ${name}: is it a closed list (an enum, or SeveralOf)?`,
    )
})

test('a value outside a closed list is refused, with the values that are allowed', async () => {
  const world = await makeWorld()
  const ana = await world.person()
  const closed = parameters.filter(({ schema }) => schema.enum ?? schema['x-values'])
  assert(closed.length > 60)
  for (const { route, name, schema, method, url } of closed) {
    const values = (schema['x-values'] ?? schema.enum ?? []).map(String)
    const refused = async (text: string, wrong: string) => {
      const ask = { method, url: `${url}?${name}=${encodeURIComponent(text)}`, payload: 'x' }
      const { status, body } = await ana.send(method === 'GET' ? { url: ask.url } : ask)
      assert.equal(status, 422, `${route} ${name}=${text}`)
      assert.equal(body.code, 'invalid')
      const [sentence = ''] = body.errors[name] ?? []
      for (const part of [name, JSON.stringify(wrong), ...values])
        assert(sentence.includes(part), `${route}: "${sentence}" does not say ${part}`)
    }
    for (const wrong of ['purple', '']) await refused(wrong, wrong)
    await refused(`${values[0]}x`, `${values[0]}x`)
    if (!schema['x-values']) continue
    for (const list of [`purple,${values[0]}`, `${values.join()},purple`, ` ${values[0]} , purple`])
      await refused(list, 'purple')
    await refused(`${values[0]},`, '')
    if (method !== 'GET') continue
    const spaced = await ana.send({ url: `${url}?${name}=${encodeURIComponent(` ${values.join(' ,  ')} `)}` })
    assert(spaced.status === 200 || spaced.body.code === 'not_found', `${route} ${name}: ${spaced.text}`)
  }
})
