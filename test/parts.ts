import assert from 'node:assert/strict'
import type { Account, RegisterLine } from '../contract/accounts.ts'
import type { Transaction } from '../contract/budgeting.ts'
import type { Category } from '../contract/categories.ts'
import type { Obligation } from '../contract/obligations.ts'
import type { Valuation } from '../contract/valuation.ts'
import { units } from './model.ts'
import { readWhole } from './pages.ts'
import type { Person } from './world.ts'

/** Lists read to their end and added up independently, to check the sum below them. */
export type Chart = { accounts: Account[]; categories: Category[] }

const isDebit = ({ type }: Account): boolean => type === 'asset' || type === 'expense'

/** The section of the chart that an account is in. */
function sectionOf({ type, is_claim, is_system, is_valued, name }: Account): string {
  if (type === 'asset') return is_claim ? 'claim' : is_valued ? 'thing' : 'money'
  if (is_system && name === 'Changes in value') return 'value'
  return type === 'income' && is_system ? 'exchange' : type
}

/** The addresses of all lists that an answer names. */
export function explainsIn(answer: unknown): string[] {
  if (typeof answer !== 'object' || answer === null) return []
  return Object.entries(answer).flatMap(([key, value]) =>
    /explains?$/.test(key) ? textsIn(value) : explainsIn(value),
  )
}
const textsIn = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : Object.values(value ?? {}).flatMap(textsIn)

/** Reads a list to its end: its parts add up to the sum that it shows. */
export async function partsAddUp(person: Person, explain: string, chart: Chart): Promise<void> {
  const { data, sum_base } = await readWhole<Part>(person, explain)
  const of = (amount: number) => units(amount, person.user.base_currency_id)
  const { pathname, searchParams } = new URL(explain, 'http://florin')
  const isDifference = searchParams.get('of') === 'difference'
  const counted = countedBy(pathname, searchParams, chart)
  const sign = counted[0] === undefined || isDebit(counted[0]) ? 1n : -1n
  const sum = data.reduce((sum, part) => {
    if ('base_value' in part)
      return sum + (isDifference ? of(part.difference) - of(part.since) : of(part.base_value))
    if ('outstanding_base' in part) return sum + of(part.outstanding_base)
    const lines = 'lines' in part ? part.lines : [part]
    const ours = lines.filter(({ account_id }) => counted.some((account) => account.id === account_id))
    const flow = searchParams.get('flow')
    if (flow !== null)
      return ours.reduce((sum, line) => sum + of(flow === 'in' ? line.debit_base : line.credit_base), sum)
    return ours.reduce((sum, line) => sum + sign * (of(line.debit_base) - of(line.credit_base)), sum)
  }, 0n)
  assert.equal(sum, of(sum_base), explain)
  const postings = data.filter((part) => 'transaction_id' in part || 'lines' in part)
  const added = postings.reduce((sum, { counted_base = Number.NaN }) => sum + of(counted_base), 0n)
  if (postings.length > 0) assert.equal(added, sum, explain)
}

type Part = RegisterLine | Transaction | Obligation | Valuation['data'][number]

/** The accounts whose lines a list adds up; those whose normal side counts as positive are first. */
function countedBy(path: string, query: URLSearchParams, { accounts, categories }: Chart): Account[] {
  const [, id] = /^\/accounts\/(.+)\/lines$/.exec(path) ?? []
  if (id !== undefined) return accounts.filter((account) => account.id === id)
  const ids = query.get('category_id')?.split(',')
  if (ids) {
    const chosen = categories.filter(({ id }) => ids.includes(id)).map(({ account }) => account.id)
    return accounts.filter(({ id }) => chosen.includes(id))
  }
  const group = query.get('group_id')
  if (group) {
    const chosen = categories.filter(({ id, parent_id }) => id === group || parent_id === group)
    return accounts.filter(({ id }) => chosen.some(({ account }) => account.id === id))
  }
  const sections = query.get('section')?.split(',') ?? []
  const excepted = query.get('except_account_id')?.split(',') ?? []
  const others = accounts.filter(({ id }) => !excepted.includes(id))
  return sections.flatMap((section) => others.filter((account) => sectionOf(account) === section))
}
