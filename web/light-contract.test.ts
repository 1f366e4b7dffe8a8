import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { api } from '../contract/api.ts'
import { addressOf } from '../contract/client.ts'
import { type Route, takesIdempotencyKey } from '../contract/route.ts'
import { lightContract, lightOf } from './light-contract.ts'

test('of every route, the app gets how it is asked', () => {
  assert(api.length > 100)
  for (const { name, route } of api) {
    const { method, path, raw, open, needs, forPeople } = route
    assert.deepEqual(
      JSON.parse(lightOf(route) ?? ''),
      JSON.parse(JSON.stringify({ method, path, raw, open, needs, forPeople })),
      name,
    )
    // The app asks for the route at the same address as every other client.
    const light = JSON.parse(lightOf(route) ?? '') as Route
    assert.equal(addressOf(light, {}, 'BOOK'), addressOf(route, {}, 'BOOK'), name)
    assert.equal(takesIdempotencyKey(light), takesIdempotencyKey(route), name)
  }
})

test('plain values stay, schemas become empty, and functions are left to the file', () => {
  assert.equal(lightOf(['a', { b: 1, c: null }]), '["a",{"b":1,"c":null}]')
  assert.equal(lightOf(Type.Object({ a: Type.String() })), '{}')
  for (const value of [() => 1, [() => 1], { a: () => 1 }, new Map(), new Set(), /a/, 1n])
    assert.equal(lightOf(value), undefined)
})

test('a file of routes becomes its routes; one with functions keeps its code without texts', async () => {
  const contract = `${import.meta.dirname.replace(/web$/, 'contract')}/`
  const routes = await lightContract.transform('', `${contract}overview.ts`)
  assert.match(
    routes ?? '',
    /export const overview = \{"method":"GET","path":"\/reports\/overview","needs":"read"\}/,
  )
  const code = "export const f = () => Type.String({ description: 'Long.' })"
  assert.equal(
    await lightContract.transform(code, `${contract}route.ts`),
    'export const f = () => Type.Any()',
  )
  assert.equal(await lightContract.transform(code, '/elsewhere.ts'), undefined)
})
