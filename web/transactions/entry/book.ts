import type { Account } from '../../../contract/accounts.ts'
import type { Category } from '../../../contract/categories.ts'
import type { Day } from '../../../contract/day.ts'
import { allCurrencies, type CurrencyFacts } from '../../../contract/iso4217.ts'
import type { Suggestion } from '../../../contract/suggestions.ts'
import { isMoneyAccount } from '../../accounts/money-account.ts'
import { usual } from '../../currencies/list.ts'
import { separatorIn } from '../../ui/amount-text.ts'
import { type DayStyle, orderIn } from '../../ui/day-text.ts'
import { fold } from '../../ui/matching.ts'
import type { EntryWords } from './entry-words.ts'

/** The parts of the book that quick entry needs, with every name prepared for matching: typing reads them at each key. */
export type Named = { readonly id: string; readonly name: string; readonly folded: string }
export type EntryAccount = Named & {
  readonly currency_id: string | null
  readonly type: 'asset' | 'liability'
}
export type EntryCategory = Named & {
  readonly kind: 'expense' | 'income'
  readonly icon: string | null
  /** The ledger account of the category. */
  readonly account_id: string
  /** Whether others stand in it and nothing was recorded under it: words mean these others first. */
  readonly isGroup?: boolean
}
export type EntryBook = {
  /** Accounts that money can come from or go to. */
  readonly accounts: readonly EntryAccount[]
  readonly categories: readonly EntryCategory[]
  readonly contacts: readonly Named[]
  /** The account of an entry that names none. */
  readonly account: EntryAccount | null
  /** By category, the account of its latest entry, which comes before `account`; empty where the account is preset. */
  readonly account_of: ReadonlyMap<string, EntryAccount>
  readonly receivables_id: string | null
  readonly payables_id: string | null
  readonly base_currency_id: string
  /** All currencies; of two with one symbol, the one that comes first is meant. */
  readonly currencies: readonly CurrencyFacts[]
  /** The currencies of the book: for these, a code in small letters is enough even if it is a word. */
  readonly own_currencies: ReadonlySet<string>
  readonly day: DayStyle
  readonly separator: '.' | ','
  readonly words: EntryWords
}

const named = <T extends { id: string; name: string }>({ id, name }: T): Named => ({
  id,
  name,
  folded: fold(name),
})

type AccountFacts = Pick<
  Account,
  | 'id'
  | 'name'
  | 'code'
  | 'type'
  | 'currency_id'
  | 'is_active'
  | 'is_claim'
  | 'is_system'
  | 'is_default'
  | 'deleted_at'
> &
  Partial<Pick<Account, 'balance_as_of' | 'is_valued'>>

type Earlier = Pick<Suggestion, 'category_id' | 'asset_account_id' | 'date' | 'entered_count'>

export function entryBook(facts: {
  accounts: readonly AccountFacts[]
  categories: readonly (Pick<
    Category,
    'id' | 'name' | 'kind' | 'icon' | 'is_active' | 'deleted_at' | 'account'
  > &
    Partial<Pick<Category, 'parent_id'>>)[]
  contacts: readonly { id: string; name: string }[]
  base_currency_id: string
  today: Day
  locale: string
  words: EntryWords
  /** An account that is preset, as in a register. */
  account_id?: string | undefined
  /** Earlier entries, which tell the account of their category. Imported ones do not: the account is that of the file, not one that somebody chose. */
  earlier?: readonly Earlier[]
}): EntryBook {
  const accounts = facts.accounts.filter(isMoneyAccount).map(
    (account): EntryAccount => ({
      ...named(account),
      currency_id: account.currency_id,
      type: account.type === 'liability' ? 'liability' : 'asset',
    }),
  )
  const find = (id: string | undefined) => accounts.find((account) => account.id === id)
  const own = new Set([
    facts.base_currency_id,
    ...accounts.flatMap(({ currency_id }) => (currency_id === null ? [] : [currency_id])),
  ])
  const rank = ({ id }: CurrencyFacts) =>
    id === facts.base_currency_id ? 0 : own.has(id) ? 1 : usual.includes(id) ? 2 + usual.indexOf(id) : 99
  const groups = new Set(facts.categories.map(({ parent_id }) => parent_id))
  const used = new Set(facts.earlier?.map(({ category_id }) => category_id))
  const system = (type: Account['type']) =>
    facts.accounts.find((account) => account.is_system && account.type === type && hasClaim(account))?.id ??
    null
  return {
    accounts,
    categories: facts.categories
      .filter(({ is_active, deleted_at }) => is_active && deleted_at === null)
      .map((category) => ({
        ...named(category),
        kind: category.kind,
        icon: category.icon,
        account_id: category.account.id,
        isGroup: groups.has(category.id) && !used.has(category.id),
      })),
    contacts: facts.contacts.map(named),
    account: find(facts.account_id) ?? find(usualAccount(facts.accounts)?.id) ?? null,
    account_of: find(facts.account_id) ? new Map() : accountsOf(facts.earlier ?? [], find),
    receivables_id: system('asset'),
    payables_id: system('liability'),
    base_currency_id: facts.base_currency_id,
    currencies: [...allCurrencies].sort((a, b) => rank(a) - rank(b)),
    own_currencies: own,
    day: { today: facts.today, order: orderIn(facts.locale), words: facts.words.days, lean: 'past' },
    separator: separatorIn(facts.locale),
    words: facts.words,
  }
}

/** Of Florin's own accounts, Receivables is the claim and Payables the only liability. */
const hasClaim = ({ type, is_claim }: AccountFacts): boolean => type === 'liability' || is_claim

/** The code of the cash that every book begins with, as its default account. */
export const FIRST_CASH = '1000'

/**
 * The account of an entry that names none: the default account. As long as that is the cash of a new book, and nobody said what is in it, it is
 * the bank whose balance was given.
 */
function usualAccount(accounts: readonly AccountFacts[]): AccountFacts | undefined {
  const chosen = accounts.find(({ is_default }) => is_default)
  if (chosen && (chosen.code !== FIRST_CASH || chosen.balance_as_of)) return chosen
  const isBank = (account: AccountFacts) =>
    account.type === 'asset' &&
    isMoneyAccount(account) &&
    !/cash|wallet|purse|saving|reserve/i.test(account.name)
  return accounts.find((account) => account.balance_as_of && isBank(account)) ?? chosen
}

/** So many of the latest entries of a category decide its account. */
const DECIDING = 10

/** The account of each category: of its latest entries the most frequent one, of equally frequent ones the newest. */
function accountsOf(
  earlier: readonly Earlier[],
  find: (id: string | undefined) => EntryAccount | undefined,
): Map<string, EntryAccount> {
  const latest = [...earlier].sort((a, b) => (a.date > b.date ? -1 : a.date < b.date ? 1 : 0))
  return new Map(
    [...Map.groupBy(latest, ({ category_id }) => category_id)].flatMap(([id, entries]) => {
      const counts = new Map<EntryAccount, number>()
      let room = DECIDING
      for (const { asset_account_id, entered_count: count } of entries) {
        const account = find(asset_account_id ?? undefined)
        if (account && count > 0) counts.set(account, (counts.get(account) ?? 0) + Math.min(count, room))
        room = Math.max(0, room - count)
      }
      const most = Math.max(...counts.values())
      const account = [...counts].find(([, count]) => count === most)?.[0]
      return account ? [[id, account] as const] : []
    }),
  )
}
