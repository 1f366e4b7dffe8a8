import assert from 'node:assert/strict'
import { listAccounts } from '../../contract/accounts.ts'
import { listTransactions } from '../../contract/budgeting.ts'
import { listCategories } from '../../contract/categories.ts'
import { leftOut } from '../../contract/changes.ts'
import { listContacts } from '../../contract/contacts.ts'
import { listExchangeRates } from '../../contract/currencies.ts'
import { listObligations } from '../../contract/obligations.ts'
import type { Person } from '../world.ts'
import { allBudgets } from './budgets.ts'
import { historySince } from './past.ts'

type Page = { data: readonly { id: string }[]; meta: { next_cursor: string | null } }
type Ask = (page: { limit: number; cursor?: string }) => Promise<Page>

async function allOf(ask: Ask): Promise<{ id: string }[]> {
  const found: { id: string }[] = []
  let cursor: string | null = null
  do {
    const page: Page = await ask({ limit: 1000, ...(cursor && { cursor }) })
    found.push(...page.data)
    cursor = page.meta.next_cursor
  } while (cursor)
  return found
}

/** Everything that the lists show, the trash included, by id. */
async function everythingIn(person: Person): Promise<Map<string, object>> {
  const { call } = person
  const found = new Map<string, object>()
  for (const trash of [{}, { deleted: 'only' as const }]) {
    const lists: Ask[] = [
      (page) => call(listAccounts, { query: { ...page, ...trash } }),
      (page) => call(listCategories, { query: { ...page, ...trash } }),
      (page) => call(listContacts, { query: { ...page, ...trash } }),
      (page) => call(listTransactions, { query: { ...page, ...trash } }),
      (page) => call(listObligations, { query: { ...page, ...trash } }),
    ]
    for (const list of lists) for (const record of await allOf(list)) found.set(record.id, record)
  }
  for (const rate of await allOf((page) => call(listExchangeRates, { query: page }))) found.set(rate.id, rate)
  for (const budget of await allBudgets(person)) found.set(budget.id, budget)
  return found
}

const withoutFigures = (record: object): object =>
  'balances' in record
    ? Object.fromEntries(Object.entries(record).filter(([name]) => !leftOut.account?.includes(name)))
    : record

/** The history, applied step by step from nothing, ends in just the records that the lists show. */
export async function historyLeadsHere(person: Person, limit: number): Promise<void> {
  const records = new Map<string, object>()
  for (const { version, resource, id, before, after } of await historySince({ person }, 0, limit)) {
    if (resource === 'book') continue
    assert.deepEqual(before, records.get(id) ?? null, `version ${version}, ${resource} ${id}`)
    if (after) records.set(id, after)
    else records.delete(id)
  }
  const listed = [...(await everythingIn(person))].map(([id, one]) => [id, withoutFigures(one)] as const)
  const byId = (a: readonly [string, unknown], b: readonly [string, unknown]) => (a[0] < b[0] ? -1 : 1)
  assert.deepEqual([...records].sort(byId), listed.sort(byId))
}
