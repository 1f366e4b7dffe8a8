import type { Starter } from '../../contract/books.ts'
import { todayIn } from '../../contract/day.ts'
import { starterAccounts, starterCategories } from '../../contract/starter.ts'
import { accountLife, changeAccount, openAccount } from '../accounts/accounts.ts'
import { addCategory, categoryLife } from '../categories/categories.ts'
import { type Found, type Known, type Reference, requireLoaded, together } from '../ledger/known.ts'
import type { Decision, RecordChange, Verb } from '../ledger/verb.ts'
import type { AccountRow } from '../records/account.ts'
import { restore } from '../records/life-cycle.ts'

/**
 * Adds the categories and accounts of the ready-made set whose names the book does not have yet, and binds Bank to the base currency. Those in the
 * trash come back.
 */
export const addStarterSet: Verb<Starter> = {
  looksAt: { codes: [''], names: [''] },
  isServedAlone: true,
  async decide(book, known) {
    const today = todayIn(book.time_zone)
    const currency_id = book.base_currency_id
    const names = known.find('names', '') ?? []
    const live = keysOf(names.filter(({ is_live }) => is_live))
    const trashed = keysOf(names.filter(({ is_live }) => !is_live))
    const codes = [...(known.find('codes', '') ?? [])]
    const changes: RecordChange[] = []
    const add = async <Answer>(verb: Verb<Answer>): Promise<Answer> => {
      const decision: Decision<Answer> = await verb.decide(book, withCodes(known, codes))
      changes.push(...decision.changes)
      for (const { kind, after } of decision.changes)
        if (kind === 'account') codes.push((after as AccountRow).code) // a row of this kind
      return decision.answer
    }
    const made: Omit<Starter, 'version'> = { categories: [], accounts: [] }
    const missing = starterCategories.filter(({ kind, name }) => !live.has(keyOf(kind, name)))
    const back = categoriesOf(
      known,
      missing.flatMap(({ kind, name }) => trashed.get(keyOf(kind, name)) ?? []),
    )
    for (const draft of missing) {
      const id = back.get(trashed.get(keyOf(draft.kind, draft.name)) ?? '')
      made.categories.push(await add(id ? restore(categoryLife(id)) : addCategory(draft)))
    }
    const closed = starterAccounts.filter(({ type, name }) => !live.has(keyOf(type, name)))
    const verbs = closed.map((draft) => {
      const id = trashed.get(keyOf(draft.type, draft.name))
      return id ? restore(accountLife(id, today)) : openAccount({ ...draft, currency_id }, today)
    })
    requireLoaded(known, together(verbs.map(({ looksAt }) => looksAt)))
    for (const verb of verbs) made.accounts.push(await add(verb))
    const bank = live.get(keyOf('asset', 'Bank'))
    if (bank && isUnbound(known, bank, currency_id)) {
      const binding = changeAccount(bank, { currency_id }, () => undefined, today)
      requireLoaded(known, binding.looksAt)
      await add(binding)
    }
    const version = changes.length > 0 ? book.version : book.version - 1
    return { answer: { version, ...made }, changes }
  },
}

/** Whether an account takes any currency, and was used in none but this one. Only cash is a purse of several. */
function isUnbound(known: Known, id: string, currency_id: string): boolean {
  requireLoaded(known, { account: [id], uses: [id] })
  const uses = known.find('uses', id) ?? []
  return (
    known.find('account', id)?.currency_id === null && uses.every((use) => use.currency_id === currency_id)
  )
}

const keyOf = (type: string, name: string): string => `${type} ${name.trim().toLowerCase()}`

/** The newest account of each type and name. */
const keysOf = (names: Found['names']): Map<string, string> =>
  new Map(names.map(({ id, type, name }) => [keyOf(type, name), id]))

/** The categories of accounts, by the ids of the accounts. An account of their type may have none. */
function categoriesOf(known: Known, accountIds: readonly string[]): Map<string, string> {
  requireLoaded(known, { category_of: accountIds })
  const ids = accountIds.flatMap((accountId) => known.find('category_of', accountId)?.id ?? [])
  requireLoaded(known, { category: ids, account_of: ids })
  return new Map(
    ids.flatMap((id) => known.find('category', id) ?? []).map(({ id, account_id }) => [account_id, id]),
  )
}

/** The same records, with the codes that the accounts before have taken. */
const withCodes = (known: Known, codes: readonly string[]): Known => ({
  ...known,
  find: <R extends Reference>(reference: R, key: string): Found[R] | undefined =>
    reference === 'codes' ? ([...codes] as Found[R]) : known.find(reference, key), // what `codes` finds
})
