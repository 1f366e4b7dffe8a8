import type { ReactNode } from 'react'
import type { Resource } from '../../contract/changes.ts'
import { t } from '../../words/t.ts'
import { rich } from '../ui/rich.ts'

/** The kinds of records in words. Records of a kind that nothing here names are told by the API's word for it. */

/** What a change was about: a record of a kind, or only a name. */
export type Told = { kind: string; title: string }

/** How the name in a sentence is shown. */
export type ShowName = (name: ReactNode) => ReactNode

type InSentence = (name: string, b: ShowName) => ReactNode

const alone: InSentence = (name, b) => b(name)

/** A record with its kind, as what somebody changed: "the account Savings". The kinds whose names say enough have no word. */
const named: Readonly<Record<Resource | 'name' | 'books_through' | 'books_after' | 'order', InSentence>> = {
  name: alone,
  expense: alone,
  income: alone,
  transfer: alone,
  payment: alone,
  goal_move: alone,
  book: (name, b) => rich('the book <b>{name}</b> [Ana changed …]', { name, b }),
  books_through: (day, b) => rich('the books through <b>{day}</b> [Ana closed …]', { day, b }),
  books_after: (day, b) => rich('the books after <b>{day}</b> [Ana reopened …]', { day, b }),
  account: (name, b) => rich('the account <b>{name}</b> [Ana changed …]', { name, b }),
  category: (name, b) => rich('the category <b>{name}</b> [Ana changed …]', { name, b }),
  order: (categories, b) =>
    rich('the order of <b>{categories}</b> [Ana changed the order of 3 categories]', { categories, b }),
  contact: (name, b) => rich('the contact <b>{name}</b> [Ana changed …]', { name, b }),
  budget: (name, b) => rich('the budget <b>{name}</b> [Ana changed …]', { name, b }),
  goal: (name, b) => rich('the goal <b>{name}</b> [Ana changed …]', { name, b }),
  exchange_rate: (name, b) => rich('the rate <b>{name}</b> [Ana changed …]', { name, b }),
  opening: (account, b) =>
    rich('the balance at the start of <b>{account}</b> [Ana changed …]', { account, b }),
  value: (name, b) => rich('the value of <b>{name}</b> [Ana changed …]', { name, b }),
  value_posting: (name, b) => rich('the change in value of <b>{name}</b> [Ana changed …]', { name, b }),
  obligation: (name, b) => rich('the debt <b>{name}</b> [Ana changed …]', { name, b }),
  obligation_posting: (name, b) => rich('the entry of a debt, <b>{name}</b> [Ana changed …]', { name, b }),
  write_off: (name, b) => rich('what was forgiven, <b>{name}</b> [Ana changed …]', { name, b }),
  import_rule: (name, b) => rich('the rule <b>{name}</b> [Ana changed …]', { name, b }),
  plan: (name, b) => rich('the recurring entry <b>{name}</b> [Ana changed …]', { name, b }),
  plan_occurrence: (name, b) => rich('the recurring entry <b>{name}</b> [Ana changed …]', { name, b }),
  reconciliation: (name, b) => rich('the reconciliation of <b>{name}</b> [Ana changed …]', { name, b }),
}

/** import_rule → import rule */
const plainly = (resource: string): string => resource.replaceAll('_', ' ')

const lookUp = <Value>(table: Readonly<Record<string, Value>>, kind: string): Value | undefined =>
  Object.hasOwn(table, kind) ? table[kind] : undefined

/** Only a name, which says enough. */
export const onlyNamed = (title: string): Told => ({ kind: 'name', title })

/** A record in a sentence. */
export const toldRecord = ({ kind, title }: Told, b: ShowName): ReactNode =>
  lookUp(named, kind)?.(title, b) ??
  rich('the {kind} <b>{name}</b> [Ana changed …]', { kind: plainly(kind), name: title, b })

/** Several records as what somebody changed, in the case of the sentence. */
const counts: Readonly<Record<Resource | 'transaction', (count: number) => string>> = {
  transaction: (count) =>
    t('{count, plural, one {# transaction} other {# transactions}} [Ana changed …]', { count }),
  expense: (count) => t('{count, plural, one {# expense} other {# expenses}} [Ana changed …]', { count }),
  income: (count) => t('{count, plural, one {# income} other {# incomes}} [Ana changed …]', { count }),
  transfer: (count) => t('{count, plural, one {# transfer} other {# transfers}} [Ana changed …]', { count }),
  payment: (count) => t('{count, plural, one {# payment} other {# payments}} [Ana changed …]', { count }),
  goal_move: (count) =>
    t('{count, plural, one {# move of a goal} other {# moves of goals}} [Ana changed …]', { count }),
  book: (count) => t('{count, plural, one {# book} other {# books}} [Ana changed …]', { count }),
  account: (count) => t('{count, plural, one {# account} other {# accounts}} [Ana changed …]', { count }),
  category: (count) => t('{count, plural, one {# category} other {# categories}} [Ana changed …]', { count }),
  contact: (count) => t('{count, plural, one {# contact} other {# contacts}} [Ana changed …]', { count }),
  budget: (count) => t('{count, plural, one {# budget} other {# budgets}} [Ana changed …]', { count }),
  goal: (count) => t('{count, plural, one {# goal} other {# goals}} [Ana changed …]', { count }),
  exchange_rate: (count) => t('{count, plural, one {# rate} other {# rates}} [Ana changed …]', { count }),
  opening: (count) =>
    t('{count, plural, one {# balance at the start} other {# balances at the start}} [Ana changed …]', {
      count,
    }),
  value: (count) => t('{count, plural, one {# value} other {# values}} [Ana changed …]', { count }),
  value_posting: (count) =>
    t('{count, plural, one {# change in value} other {# changes in value}} [Ana changed …]', { count }),
  obligation: (count) => t('{count, plural, one {# debt} other {# debts}} [Ana changed …]', { count }),
  obligation_posting: (count) =>
    t('{count, plural, one {# entry of a debt} other {# entries of debts}} [Ana changed …]', { count }),
  write_off: (count) =>
    t('{count, plural, one {# forgiven amount} other {# forgiven amounts}} [Ana changed …]', { count }),
  import_rule: (count) => t('{count, plural, one {# rule} other {# rules}} [Ana changed …]', { count }),
  plan: (count) =>
    t('{count, plural, one {# recurring entry} other {# recurring entries}} [Ana changed …]', { count }),
  plan_occurrence: (count) =>
    t(
      '{count, plural, one {# date of a recurring entry} other {# dates of recurring entries}} [Ana changed …]',
      { count },
    ),
  reconciliation: (count) =>
    t('{count, plural, one {# reconciliation} other {# reconciliations}} [Ana changed …]', { count }),
}

/** 3 expenses */
export const manyOf = (resource: string, count: number): string =>
  lookUp(counts, resource)?.(count) ??
  t('{count, plural, one {# {kind}} other {# {kind}s}}', { count, kind: plainly(resource) })

const kinds: Readonly<Record<Resource, () => string>> = {
  book: () => t('a book'),
  account: () => t('an account'),
  category: () => t('a category'),
  contact: () => t('a contact'),
  budget: () => t('a budget'),
  goal: () => t('a goal'),
  expense: () => t('an expense'),
  income: () => t('an income'),
  transfer: () => t('a transfer'),
  payment: () => t('a payment'),
  value: () => t('a value'),
  reconciliation: () => t('a reconciliation'),
  import_rule: () => t('a rule'),
  opening: () => t('a balance at the start'),
  value_posting: () => t('a change in value'),
  obligation: () => t('a debt'),
  obligation_posting: () => t('an entry of a debt'),
  write_off: () => t('a forgiven amount'),
  plan: () => t('a recurring entry'),
  plan_occurrence: () => t('a date of a recurring entry'),
  exchange_rate: () => t('a rate'),
  goal_move: () => t('a move of a goal'),
}

/** A kind of record as a word with its article: for records whose content is gone. */
export const aRecord = (resource: string): string =>
  lookUp(kinds, resource)?.() ??
  t('{vowel, select, yes {an {kind}} other {a {kind}}}', {
    vowel: /^[aeio]/.test(resource) ? 'yes' : 'no',
    kind: plainly(resource),
  })

const headings: Readonly<Record<Resource, () => string>> = {
  expense: () => t('Expense'),
  income: () => t('Income'),
  transfer: () => t('Transfer'),
  payment: () => t('Payment'),
  account: () => t('Account'),
  category: () => t('Category'),
  contact: () => t('Contact'),
  plan: () => t('Recurring entry'),
  plan_occurrence: () => t('Date of a recurring entry'),
  goal: () => t('Goal'),
  goal_move: () => t('Move of a goal'),
  book: () => t('Book'),
  budget: () => t('Budget'),
  value: () => t('Value'),
  exchange_rate: () => t('Rate'),
  reconciliation: () => t('Reconciliation'),
  opening: () => t('Balance at the start'),
  value_posting: () => t('Change in value'),
  write_off: () => t('Forgiven amount'),
  obligation_posting: () => t('Entry of a debt'),
  obligation: () => t('Debt'),
  import_rule: () => t('Rule'),
}

/** import_rule → Import rule, for a kind that a newer service has. */
const inWords = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ')

/** A kind of record by itself: "Forgiven amount". */
export const kindWord = (resource: string): string => lookUp(headings, resource)?.() ?? inWords(resource)

const several: Readonly<Record<string, () => string>> = {
  account: () => t('Accounts'),
  category: () => t('Categories'),
  contact: () => t('Contacts'),
  budget: () => t('Budgets'),
  value: () => t('Values'),
  value_posting: () => t('Changes in value'),
}

/** A kind of record to choose, as many: "Accounts". */
export const kindsWord = (resource: string): string => lookUp(several, resource)?.() ?? inWords(resource)
