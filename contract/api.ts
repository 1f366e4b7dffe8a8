import * as accounts from './accounts.ts'
import * as auth from './auth.ts'
import * as books from './books.ts'
import * as budgeting from './budgeting.ts'
import * as categories from './categories.ts'
import * as changes from './changes.ts'
import * as contacts from './contacts.ts'
import * as currencies from './currencies.ts'
import * as obligations from './obligations.ts'
import * as reports from './reports.ts'
import type { Route } from './route.ts'

/** Every part of the API, in the order the documentation shows them. */
const parts: Record<string, object> = {
  auth,
  books,
  contacts,
  obligations,
  categories,
  budgeting,
  accounts,
  currencies,
  reports,
  changes,
}

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
