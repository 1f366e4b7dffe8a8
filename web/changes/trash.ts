import { deleteAccount, listAccounts, restoreAccount } from '../../contract/accounts.ts'
import {
  deleteExpense,
  deleteIncome,
  deleteTransfer,
  listTransactions,
  restoreExpense,
  restoreIncome,
  restoreTransfer,
} from '../../contract/budgeting.ts'
import { deleteCategory, listCategories, restoreCategory } from '../../contract/categories.ts'
import type { deleteContact, listContacts, restoreContact } from '../../contract/contacts.ts'
import { deleteGoal, listGoals, restoreGoal } from '../../contract/goals.ts'
import { deleteImportRule, listImportRules, restoreImportRule } from '../../contract/import-rules.ts'
import { deleteObligation, listObligations, restoreObligation } from '../../contract/obligations.ts'
import { deletePlan, listPlans, restorePlan } from '../../contract/plans.ts'
import { plainResources } from '../../contract/resources.ts'
import { everything } from '../api/ask.ts'
import type { ShownRecord } from './fields.ts'
import { recordTitle } from './record-title.ts'

/** A record in the trash, of any kind. */
export type Trashed = {
  id: string
  /** As the history names it: expense, obligation, account. */
  resource: string
  title: string
  deletedAt: string
  /** The change that put it there. */
  version: number
  amount?: { amount: number; currency: string }
  date?: string
}

const inTrash = { query: { deleted: 'only' } } as const

type TrashList = ReturnType<typeof everything<typeof listContacts>>

/** The lists that the trash is made of. */
export const trashLists = {
  transaction: everything(listTransactions, inTrash),
  obligation: everything(listObligations, inTrash),
  category: everything(listCategories, inTrash),
  account: everything(listAccounts, inTrash),
  plan: everything(listPlans, inTrash),
  goal: everything(listGoals, inTrash),
  import_rule: everything(listImportRules, inTrash),
  ...Object.fromEntries(plainResources.map(({ name, list }) => [name, everything(list, inTrash)])),
} as unknown as Readonly<Record<string, TrashList>> // each is a list of records with an id, a version and the time of their deletion

type TrashRoutes = { restore: typeof restoreContact; remove: typeof deleteContact }

/** How each kind is restored and deleted for good. A kind without a route is restored by undoing the change that deleted it. */
export const routesOfTrash = {
  expense: { restore: restoreExpense, remove: deleteExpense },
  income: { restore: restoreIncome, remove: deleteIncome },
  transfer: { restore: restoreTransfer, remove: deleteTransfer },
  obligation: { restore: restoreObligation, remove: deleteObligation },
  category: { restore: restoreCategory, remove: deleteCategory },
  account: { restore: restoreAccount, remove: deleteAccount },
  plan: { restore: restorePlan, remove: deletePlan },
  goal: { restore: restoreGoal, remove: deleteGoal },
  import_rule: { restore: restoreImportRule, remove: deleteImportRule },
  ...Object.fromEntries(plainResources.map(({ name, restore, remove }) => [name, { restore, remove }])),
} as unknown as Readonly<Record<string, TrashRoutes | undefined>> // each takes an id

type Deleted = { id: string; version: number; deleted_at: string | null }

/** A transaction that opens a debt is an obligation's posting in the history: an obligation is the debt itself. */
const resourceOf = (list: string, record: ShownRecord): string =>
  list !== 'transaction' ? list : record.kind === 'obligation' ? 'obligation_posting' : String(record.kind)

function trashed(list: string, record: Deleted): Trashed {
  const shown = record as unknown as ShownRecord // a record of the API is a plain object
  const resource = resourceOf(list, shown)
  const amount = shown.original_amount ?? shown.amount
  const date = shown.date ?? shown.opened_date
  return {
    id: record.id,
    resource,
    title: recordTitle(resource, shown),
    deletedAt: record.deleted_at ?? '',
    version: record.version,
    ...(typeof amount === 'number' && typeof shown.currency_id === 'string'
      ? { amount: { amount, currency: shown.currency_id } }
      : {}),
    ...(typeof date === 'string' ? { date } : {}),
  }
}

/** Records that are deleted along with another in the same change: a debt takes its entries along, a category its account. */
const followers: Readonly<Record<string, readonly string[]>> = {
  obligation: ['obligation_posting', 'payment', 'write_off'],
  category: ['account'],
}

/**
 * The whole trash, the latest first. A record deleted together with another comes back with it, and is not a row of its own: the entries
 * of a debt, the account of a category, the debts of a shared expense.
 */
export function trashOf(
  lists: Readonly<Record<string, readonly (Deleted & { expense_id?: string | null })[] | undefined>>,
): Trashed[] {
  const expenses = new Set(lists.transaction?.map(({ id }) => id))
  const all = Object.entries(lists).flatMap(([list, records = []]) =>
    records
      .filter(({ expense_id }) => !expenses.has(expense_id ?? ''))
      .map((record) => trashed(list, record)),
  )
  const following = new Set(
    all.flatMap(({ version, resource }) =>
      (followers[resource] ?? []).map((follower) => `${version} ${follower}`),
    ),
  )
  return all
    .filter(({ version, resource }) => !following.has(`${version} ${resource}`))
    .toSorted((one, other) =>
      one.deletedAt < other.deletedAt ? 1 : one.deletedAt > other.deletedAt ? -1 : 0,
    )
}
