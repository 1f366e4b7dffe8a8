import type { Starter } from '../../contract/books.ts'
import { todayIn } from '../../contract/day.ts'
import {
  type StarterCategory,
  type StarterName,
  starterAccounts,
  starterCategories,
  starterGroups,
  starterIcons,
  starterName,
  starterSingles,
} from '../../contract/starter.ts'
import type { Language } from '../../words/languages.ts'
import { inLanguage } from '../../words/t.ts'
import { accountLife, changeAccount, openAccount } from '../accounts/accounts.ts'
import { addCategory, categoryLife } from '../categories/categories.ts'
import { type Found, type Known, type Reference, requireLoaded, together } from '../ledger/known.ts'
import type { Decision, RecordChange, Verb } from '../ledger/verb.ts'
import type { CategoryRow } from '../records/category.ts'
import { restore } from '../records/life-cycle.ts'

/**
 * Adds the categories and accounts of the ready-made set whose names the book does not have yet, and binds Bank to the base currency. Those in the
 * trash come back as they were. A category that the book has stays where it is, and a group is added only if something new stands in it.
 */
export const addStarterSet = (language: Language): Verb<Starter> => ({
  looksAt: { codes: [''], names: [''] },
  isServedAlone: true,
  async decide(book, known) {
    const today = todayIn(book.time_zone)
    const currency_id = book.base_currency_id
    const names = known.find('names', '') ?? []
    const live = keysOf(names.filter(({ is_live }) => is_live))
    const trashed = keysOf(names.filter(({ is_live }) => !is_live))
    const changes: RecordChange[] = []
    const add = async <Answer>(verb: Verb<Answer>): Promise<Answer> => {
      const decision: Decision<Answer> = await verb.decide(book, withChanges(known, changes))
      changes.push(...decision.changes)
      return decision.answer
    }
    const made: Omit<Starter, 'version'> = { categories: [], accounts: [] }
    const nameOf = (name: StarterName) => inLanguage(language, () => starterName(name))
    const isMissing = ({ kind, name }: StarterCategory) => !live.has(keyOf(kind, nameOf(name)))
    const accountIn = ({ kind, name }: StarterCategory) =>
      live.get(keyOf(kind, nameOf(name))) ?? trashed.get(keyOf(kind, nameOf(name)))
    const missing = starterCategories.filter(isMissing)
    const before = categoriesOf(
      known,
      [...starterGroups, ...missing].flatMap((one) => accountIn(one) ?? []),
    )
    const rowOf = (one: StarterCategory) => before.get(accountIn(one) ?? '')
    // An English name says which icon a category has.
    const looks = ({ name }: StarterCategory) => ({
      name: nameOf(name),
      ...(language !== 'en' && starterIcons[name] && { icon: starterIcons[name] }),
    })
    const addMissing = async (one: StarterCategory, parent_id: string | null) => {
      const row = rowOf(one)
      const category = await add(
        row ? restore(categoryLife(row.id)) : addCategory({ ...one, ...looks(one), parent_id }),
      )
      made.categories.push(category)
      return category
    }
    for (const group of starterGroups) {
      const members = group.members.filter(isMissing)
      const row = rowOf(group)
      const isNeeded = members.some((one) => !rowOf(one) || rowOf(one)?.parent_id === row?.id)
      const parent = isNeeded && isMissing(group) ? await addMissing(group, null) : row
      // The book's own category of that name may stand in a group, or be an account without a category.
      const parent_id = parent?.parent_id === null ? parent.id : null
      for (const one of members) await addMissing(one, parent_id)
    }
    for (const one of starterSingles.filter(isMissing)) await addMissing(one, null)
    const closed = starterAccounts.filter(({ type, name }) => !live.has(keyOf(type, nameOf(name))))
    const verbs = closed.map((draft) => {
      const id = trashed.get(keyOf(draft.type, nameOf(draft.name)))
      return id
        ? restore(accountLife(id, today))
        : openAccount({ ...draft, name: nameOf(draft.name), currency_id }, today)
    })
    requireLoaded(known, together(verbs.map(({ looksAt }) => looksAt)))
    for (const verb of verbs) made.accounts.push(await add(verb))
    const bank = live.get(keyOf('asset', nameOf('Bank'))) ?? live.get(keyOf('asset', 'Bank'))
    if (bank && isUnbound(known, bank, currency_id)) {
      const binding = changeAccount(bank, { currency_id }, () => undefined, today)
      requireLoaded(known, binding.looksAt)
      await add(binding)
    }
    const version = changes.length > 0 ? book.version : book.version - 1
    return { answer: { version, ...made }, changes }
  },
})

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

/** The categories of accounts, by account id, with all records that a restore of them looks at. An account of their type may have no category. */
function categoriesOf(known: Known, accountIds: readonly string[]): Map<string, CategoryRow> {
  requireLoaded(known, { category_of: accountIds })
  const rows = accountIds.flatMap((accountId) => known.find('category_of', accountId) ?? [])
  const ids = rows.map(({ id }) => id)
  const parents = rows.map(({ parent_id }) => parent_id)
  requireLoaded(known, { category: [...ids, ...parents], account_of: ids, children: ids })
  return new Map(rows.map((row) => [row.account_id, row]))
}

/** The same records, with the codes that the changes have taken, and categories as the changes leave them. */
const withChanges = (known: Known, changes: readonly RecordChange[]): Known => ({
  ...known,
  find<R extends Reference>(reference: R, key: string): Found[R] | undefined {
    if (reference === 'codes') {
      const taken = changes.flatMap(({ kind, after }) => (kind === 'account' && after ? after.code : []))
      return [...(known.find('codes', key) ?? []), ...taken] as Found[R] // as `codes` finds them
    }
    const own = changes.find(({ kind, after }) => kind === 'category' && after?.id === key)
    return reference === 'category' && own ? (own.after as Found[R]) : known.find(reference, key) // a row of this kind
  },
})
