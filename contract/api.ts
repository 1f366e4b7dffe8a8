import * as accounts from './accounts.ts'
import * as auth from './auth.ts'
import * as batches from './batches.ts'
import * as books from './books.ts'
import * as budgeting from './budgeting.ts'
import * as budgets from './budgets.ts'
import * as categories from './categories.ts'
import * as changes from './changes.ts'
import * as contacts from './contacts.ts'
import * as currencies from './currencies.ts'
import * as forecasts from './forecast.ts'
import * as importRules from './import-rules.ts'
import * as imports from './imports.ts'
import * as obligations from './obligations.ts'
import * as overview from './overview.ts'
import * as plans from './plans.ts'
import * as reconciliations from './reconciliations.ts'
import * as reports from './reports.ts'
import type { Route } from './route.ts'
import * as settlements from './settlements.ts'
import * as suggestions from './suggestions.ts'

/** Every part of the API, in the order of the documentation: its subject, and its routes. */
export const parts: Record<string, { about: string; contract: object }> = {
  auth: { about: 'People: signing up, in and out, their devices and their passwords.', contract: auth },
  books: {
    about: 'The book that a person keeps: its currency, its time zone, and the day it is closed through.',
    contract: books,
  },
  contacts: { about: 'People and parties that a person deals with.', contract: contacts },
  obligations: {
    about: 'Who owes whom: debts, their payments and write-offs, and the statement of a contact.',
    contract: { ...obligations, ...settlements },
  },
  categories: {
    about: 'What money is spent on and comes from; each has a ledger account.',
    contract: categories,
  },
  budgeting: {
    about: 'Expenses, incomes and transfers, in any currency.',
    contract: { ...budgeting, ...batches, ...suggestions },
  },
  budgets: {
    about: 'Budgets: what is planned for a category and month, what was spent, and what is left.',
    contract: budgets,
  },
  accounts: { about: 'The accounts of the ledger, their balances and their registers.', contract: accounts },
  reconciliations: {
    about: 'Accounts compared with the statements of a bank, line by line.',
    contract: reconciliations,
  },
  currencies: {
    about: "Currencies of ISO 4217, and exchange rates: the book's own and published ones.",
    contract: currencies,
  },
  plans: {
    about:
      'Transactions and obligations that come again and again: when, posted by whom, and what they lead to.',
    contract: { ...plans, ...forecasts },
  },
  imports: {
    about: 'Files of banks and other programs: read, looked through row by row, and recorded as one change.',
    contract: { ...imports, ...importRules },
  },
  reports: { about: 'What the books add up to.', contract: { ...reports, ...overview } },
  changes: {
    about: 'The history of the book: everything that happened to it, in order, and how to undo it.',
    contract: changes,
  },
}

const isRoute = (value: object): value is Route =>
  typeof value === 'object' && 'method' in value && 'path' in value

const METHODS = ['GET', 'POST', 'PUT', 'DELETE']
const order = (route: Route) => `${route.path} ${METHODS.indexOf(route.method)}`

/** Every route of the API, by its name in the contract (`createContact`), with the part it belongs to. */
export const api: { name: string; part: string; route: Route }[] = Object.entries(parts).flatMap(
  ([part, { contract }]) =>
    Object.entries(contract)
      .flatMap(([name, value]) => (isRoute(value) ? [{ name, part, route: value }] : []))
      .sort((a, b) => (order(a.route) < order(b.route) ? -1 : 1)),
)
