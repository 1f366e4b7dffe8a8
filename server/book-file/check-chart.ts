import type { AccountRow, Role } from '../records/account.ts'
import type { BudgetRow } from '../records/budget.ts'
import type { CategoryRow } from '../records/category.ts'
import { fault } from '../records/columns.ts'
import { isOwnMoney, whyNotValued } from '../records/require.ts'
import { type KnownInFile, linked } from './file-records.ts'
import { eachOf, type FileBook, FileFault } from './format.ts'

/** The accounts that Florin itself posts to: each once, with its original type. */
const ROLES: Readonly<Record<Role, Pick<AccountRow, 'type' | 'is_claim'>>> = {
  receivables: { type: 'asset', is_claim: true },
  payables: { type: 'liability', is_claim: false },
  opening_balances: { type: 'equity', is_claim: false },
  currency_exchange: { type: 'equity', is_claim: false },
  exchange_gains: { type: 'income', is_claim: false },
  value_changes: { type: 'equity', is_claim: false },
  other_book: { type: 'equity', is_claim: false },
}
/** Opened by the first change that needs one. */
const LATER: readonly string[] = ['value_changes', 'other_book']

/** Checks accounts, categories, budgets and rates, and their references to each other. */
export async function checkChart({ records }: FileBook, known: KnownInFile): Promise<void> {
  const [codes, roles, defaults] = [new Set<string>(), new Set<string>(), new Set<string>()]
  await eachOf(records.account, (account) => {
    const { name, code, role, person_id } = account
    if (codes.has(code)) fault(`the account "${name}" has the code ${code}, which another account has`)
    codes.add(code)
    if (account.is_claim && account.type !== 'asset') fault(`the account "${name}" is a claim, and no asset`)
    if (role !== null) {
      const key = `${role} ${person_id ?? ''}` // the other books of each person have an account
      if (roles.has(key)) fault(`the account "${name}" has the role ${role}, which another account has`)
      roles.add(key)
      checkRole(account, ROLES[role as Role]) // one of them, as its field was read
    }
    if ((role === 'other_book') !== (person_id !== null))
      fault(`the account "${name}" has a person without the role other_book, or the role without a person`)
    if (account.is_valued && whyNotValued(account) !== null)
      fault(`the account "${name}" is worth something, which such an account is not`)
    if (!account.is_default) return
    defaults.add(account.id)
    if (!isOwnMoney(account) || !account.is_active || account.deleted_at !== null)
      fault(`the account "${name}" is the default, and money cannot be on it`)
  })
  for (const role of Object.keys(ROLES)) if (!LATER.includes(role)) known.role(role as Role) // its own keys
  if (defaults.size !== 1) throw new FileFault(1, `${defaults.size} accounts are the default, instead of one`)
  const owned = new Set<string>()
  await eachOf(records.category, (category) => {
    const account = linked(known.accounts, 'account_id', category.account_id)
    if (owned.has(account.id)) fault(`the category "${category.name}" has the account of another one`)
    owned.add(account.id)
    checkCategory(category, account)
    checkGroup(category, known)
  })
  await eachOf(records.budget, (budget) => {
    linked(known.categories, 'category_id', budget.category_id)
    checkBudget(budget)
  })
  await eachOf(records.exchange_rate, ({ from_id, to_id }) => {
    if (from_id === to_id) fault(`it is a rate from ${from_id} to itself`)
  })
}

/** A budget is for its month alone, or it runs from its month on, or it has both parts; each part is whole. */
function checkBudget(budget: BudgetRow): void {
  const { month, amount, rollover, running_amount, running_rollover, running_until } = budget
  const parts = [
    [amount, rollover],
    [running_amount, running_rollover, running_until],
  ].map((part) => part.filter((value) => value !== null).length)
  if (parts[0] === 1 || ![0, 3].includes(parts[1] ?? 0))
    fault(`the budget of ${month} has an amount without its rollover or its end, or one of these without it`)
  if (parts[0] === 0 && parts[1] === 0) fault(`the budget of ${month} has no amount`)
  if (running_until !== null && running_until <= month)
    fault(`the budget of ${month} runs until ${running_until}, which is not after it`)
}

function checkRole(account: AccountRow, expected: Pick<AccountRow, 'type' | 'is_claim'>): void {
  const { type, is_claim, is_active, currency_id, deleted_at } = account
  const isAsOpened =
    type === expected.type &&
    is_claim === expected.is_claim &&
    is_active &&
    currency_id === null &&
    deleted_at === null
  if (!isAsOpened) fault(`the account "${account.name}" is not as Florin opened it for ${account.role}`)
}

/** A category and its account change together. */
function checkCategory(category: CategoryRow, account: AccountRow): void {
  const isSame =
    category.name === account.name &&
    category.kind === account.type &&
    category.is_active === account.is_active &&
    category.deleted_at === account.deleted_at
  if (!isSame || account.role !== null || account.currency_id !== null)
    fault(`the category "${category.name}" and its account "${account.name}" are not alike`)
}

/** A category stands in one of its kind, which stands in none; a live one in a live one. */
function checkGroup({ name, kind, parent_id, deleted_at }: CategoryRow, known: KnownInFile): void {
  if (parent_id === null) return
  const group = linked(known.categories, 'parent_id', parent_id)
  if (group.kind !== kind)
    fault(`the category "${name}" of ${kind}s stands in "${group.name}", which is one of ${group.kind}s`)
  if (deleted_at !== null) return
  if (group.deleted_at !== null)
    fault(`the category "${name}" stands in "${group.name}", which is in the trash`)
  if (group.parent_id !== null)
    fault(`the category "${name}" stands in "${group.name}", which stands in a group itself`)
}
