import * as auth from './auth.ts'
import * as changes from './changes.ts'
import * as contacts from './contacts.ts'
import type { Route } from './route.ts'

/** Every part of the API, in the order the documentation shows them. */
const parts: Record<string, object> = { auth, contacts, changes }

const isRoute = (value: object): value is Route => 'method' in value && 'path' in value

const METHODS = ['GET', 'POST', 'PUT', 'DELETE']
const order = (route: Route) => `${route.path} ${METHODS.indexOf(route.method)}`

/** Every route of the API, by its name in the contract (`createContact`), with the part it belongs to. */
export const api: { name: string; part: string; route: Route }[] = Object.entries(parts).flatMap(
  ([part, exported]) =>
    Object.entries(exported)
      .flatMap(([name, value]) => (isRoute(value) ? [{ name, part, route: value }] : []))
      .sort((a, b) => (order(a.route) < order(b.route) ? -1 : 1)),
)
