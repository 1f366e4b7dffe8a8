import assert from 'node:assert/strict'
import { api } from '../contract/api.ts'
import { exampleBody } from '../contract/examples.ts'
import { plainResources } from '../contract/resources.ts'
import type { Person } from './world.ts'

/** Records of the plain kinds, made of the examples in the contract, so that tests of everything need not name them. */

/** The example of a body: of the route that has this method and path. */
function bodyOf(method: 'POST' | 'PUT', path: string): object {
  const found = api.find(({ route }) => route.method === method && route.path === path)
  const body = found && exampleBody(found.route)
  assert(typeof body === 'object' && body, `${method} ${path} has no example of its body`)
  return body
}

async function sent(person: Person, method: 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) {
  const { status, body, text } = await person.send({ method, url, ...(payload && { payload }) })
  assert.equal(status, 200, text)
  return body as { id: string }
}

const create = async (person: Person, path: string): Promise<string> =>
  (await sent(person, 'POST', path, bodyOf('POST', path))).id

/** Creates one of each kind. Their ids, by the path of their list. */
export async function onePlainEach(person: Person): Promise<Record<string, string>> {
  const ids: Record<string, string> = {}
  for (const { list } of plainResources) ids[list.path] = await create(person, list.path)
  return ids
}

/** Of each kind: a record that was changed, one in the trash that had been there before, and one that is deleted for good. */
export async function plainInEveryState(person: Person): Promise<void> {
  for (const { list } of plainResources) {
    const { path } = list
    for (const isLast of [false, true]) {
      const url = `${path}/${await create(person, path)}`
      await sent(person, 'DELETE', url)
      await sent(person, 'POST', `${url}/restore`)
      await sent(person, 'PUT', url, bodyOf('PUT', `${path}/{id}`))
      await sent(person, 'DELETE', url)
      if (isLast) await sent(person, 'DELETE', `${url}?forever=true`)
    }
    const kept = await create(person, path)
    await sent(person, 'PUT', `${path}/${kept}`, bodyOf('PUT', `${path}/{id}`))
  }
}
