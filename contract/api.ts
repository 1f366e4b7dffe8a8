import * as accounts from './accounts.ts'
import * as auth from './auth.ts'
import * as batches from './batches.ts'
import * as between from './between.ts'
import * as books from './books.ts'
import * as budgeting from './budgeting.ts'
import * as budgets from './budgets.ts'
import * as categories from './categories.ts'
import * as changes from './changes.ts'
import * as currencies from './currencies.ts'
import * as flows from './flow.ts'
import * as forecasts from './forecast.ts'
import * as goals from './goals.ts'
import * as importRules from './import-rules.ts'
import * as imports from './imports.ts'
import * as invitations from './invitations.ts'
import * as mail from './mail.ts'
import * as members from './members.ts'
import * as obligations from './obligations.ts'
import * as oidc from './oidc.ts'
import * as overview from './overview.ts'
import * as passkeys from './passkeys.ts'
import * as plans from './plans.ts'
import * as programs from './programs.ts'
import * as reconciliations from './reconciliations.ts'
import * as recovery from './recovery.ts'
import * as recurring from './recurring.ts'
import * as reports from './reports.ts'
import { plainParts } from './resources.ts'
import type { Route } from './route.ts'
import * as secondFactor from './second-factor.ts'
import * as settlements from './settlements.ts'
import * as streams from './streams.ts'
import * as suggestions from './suggestions.ts'
import * as valuations from './valuation.ts'
import * as values from './values.ts'
import * as waysBack from './ways-back.ts'

/** Every part of the API, in the order of the documentation: its subject, and its routes. */
export const parts: Record<string, { about: string; contract: object }> = {
  auth: {
    about:
      'People: sign-up, sign-in, sign-out, devices, keys for programs, passwords, passkeys, single sign-on, mail and the second factor.',
    contract: {
      ...auth,
      ...programs,
      ...invitations,
      ...secondFactor,
      ...recovery,
      ...mail,
      ...passkeys,
      ...oidc,
      ...waysBack,
    },
  },
  books: {
    about:
      'Books: those that a person keeps or shares, their settings and members, the links that invite others, money between books, and their changes as they happen.',
    contract: { ...books, ...members, ...between, ...streams },
  },
  ...plainParts,
  obligations: {
    about:
      'Obligations (debts in both directions), their payments and write-offs, and the statement of a contact.',
    contract: { ...obligations, ...settlements },
  },
  categories: {
    about: 'Categories of expenses and of incomes; each has a ledger account.',
    contract: categories,
  },
  budgeting: {
    about: 'Expenses, incomes and transfers, in any currency.',
    contract: { ...budgeting, ...batches, ...suggestions },
  },
  budgets: {
    about: 'Budgets: the amounts planned, spent and left for a category and month.',
    contract: budgets,
  },
  accounts: { about: 'The accounts of the ledger, their balances and their registers.', contract: accounts },
  values: {
    about: 'Stated values of things and debts: what an account is worth on a day.',
    contract: values,
  },
  reconciliations: {
    about: 'Reconciliation of accounts with bank statements, line by line.',
    contract: reconciliations,
  },
  currencies: {
    about: "Currencies of ISO 4217, and exchange rates: the book's own and published ones.",
    contract: currencies,
  },
  plans: {
    about: 'Recurring transactions and obligations: their schedules, their occurrences, and a forecast.',
    contract: { ...plans, ...recurring, ...forecasts },
  },
  goals: {
    about:
      'Saving goals: what is saved for them on accounts or in envelopes, and what is needed. They move no money.',
    contract: goals,
  },
  imports: {
    about:
      'Import of files from banks and other programs: each file is read, reviewed row by row, and recorded as one change.',
    contract: { ...imports, ...importRules },
  },
  reports: {
    about: 'Reports: balance sheet, income statement, cash flow, net worth, spending and others.',
    contract: { ...reports, ...valuations, ...flows, ...overview },
  },
  changes: {
    about: 'The history of the book: every change, in order, and how to undo one.',
    contract: changes,
  },
}

const isRoute = (value: object): value is Route =>
  typeof value === 'object' && 'method' in value && 'path' in value

const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'restore']

/** The order of the documentation: by path. A record that is deleted is restored right away, so that the next requests find it. */
const order = ({ method, path }: Route) =>
  path.endsWith('/restore')
    ? `${path.slice(0, -'/restore'.length)} ${METHODS.indexOf('restore')}`
    : `${path} ${METHODS.indexOf(method)}`

/** Every route of the API, by its name in the contract (`createContact`), with the part it belongs to. */
export const api: { name: string; part: string; route: Route }[] = Object.entries(parts).flatMap(
  ([part, { contract }]) =>
    Object.entries(contract)
      .flatMap(([name, value]) => (isRoute(value) ? [{ name, part, route: value }] : []))
      .sort((a, b) => (order(a.route) < order(b.route) ? -1 : 1)),
)
