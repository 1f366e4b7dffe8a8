import assert from 'node:assert/strict'
import type { Category, CategoryChange, CategoryDraft } from '../../contract/categories.ts'
import { refuse } from '../../contract/refusals.ts'
import { erase } from '../ledger/erase.ts'
import type { Known } from '../ledger/known.ts'
import { type Book, changed, type Decision, type Guard, unchanged, type Verb } from '../ledger/verb.ts'
import { newId } from '../process/ids.ts'
import type { AccountRow } from '../records/account.ts'
import type { CategoryRow } from '../records/category.ts'
import { categoryToApi } from '../records/category.ts'
import { freeCode } from '../records/chart.ts'

/** Adds a category and the ledger account that its transactions post to. */
export const addCategory = (draft: CategoryDraft) =>
  ({
    looksAt: { codes: [''] },
    decide(book: Book, known: Known): Decision<Category> {
      const { name, kind = 'expense', is_active = true } = draft

      // Nothing below this line refuses.
      const made = {
        ...{ created_version: book.version, version: book.version },
        ...{ created_at: book.at, updated_at: book.at, deleted_at: null },
      }
      const account: AccountRow = {
        id: newId(),
        name,
        code: freeCode(kind, known.find('codes', '') ?? []),
        type: kind,
        role: null,
        is_active,
        is_claim: false,
        is_default: false,
        currency_id: null,
        ...made,
      }
      const category: CategoryRow = { id: newId(), kind, name, is_active, account_id: account.id, ...made }
      return {
        answer: categoryToApi(category, account),
        changes: [changed('account', null, account), changed('category', null, category)],
      }
    },
  }) satisfies Verb<Category>

export const changeCategory = (id: string, draft: CategoryChange, guard: Guard): Verb<Category> => ({
  looksAt: { category: [id], account_of: [id] },
  decide(book, known) {
    const before = requireCategory(known, id)
    const { name = before.name, is_active = before.is_active, kind = before.kind } = draft
    if (kind !== before.kind) refuse('category_kind_fixed', { kind: before.kind })
    guard(before)

    // Nothing below this line refuses.
    const isSame = name === before.name && is_active === before.is_active
    return isSame
      ? unchanged(categoryToApi(before, accountOf(known, before)))
      : save(book, known, before, { name, is_active })
  },
})

export const trashCategory = (id: string, guard: Guard): Verb<Category> => ({
  looksAt: { category: [id], account_of: [id] },
  decide(book, known) {
    const before = requireCategory(known, id)
    guard(before)

    // Nothing below this line refuses.
    return save(book, known, before, { deleted_at: book.at })
  },
})

/** Deletes for good a category in the trash that nothing was ever posted to, and that no budget and no plan names, with its account. */
export const eraseCategory = (id: string, guard: Guard): Verb<Category> => ({
  looksAt: { category: [id], account_of: [id] },
  isServedAlone: true,
  decide(_, known) {
    const category = known.find('category', id) ?? refuse('not_found')
    guard(category)
    const account = accountOf(known, category)
    return erase(
      known,
      categoryToApi(category, account),
      { resource: 'category', ...category },
      {
        referred: [account.id, category.id],
        belonging: [{ resource: 'account', id: account.id }],
      },
    )
  },
})

/** Brings a category back; a category that is not in the trash stays as it is. */
export const restoreCategory = (id: string): Verb<Category> => ({
  looksAt: { category: [id], account_of: [id] },
  decide(book, known) {
    const before = known.find('category', id) ?? refuse('not_found')

    // Nothing below this line refuses.
    return before.deleted_at === null
      ? unchanged(categoryToApi(before, accountOf(known, before)))
      : save(book, known, before, { deleted_at: null })
  },
})

/** The category, unless it is in the trash. */
function requireCategory(known: Known, id: string): CategoryRow {
  const category = known.find('category', id)
  return category && category.deleted_at === null ? category : refuse('not_found')
}

function accountOf(known: Known, { id }: CategoryRow): AccountRow {
  const account = known.find('account_of', id)
  assert(account, 'a category without an account')
  return account
}

/** A category and its account change together, so that name, activity and trash are always the same. */
function save(
  book: Book,
  known: Known,
  before: CategoryRow,
  fields: Partial<Pick<CategoryRow, 'name' | 'is_active' | 'deleted_at'>>,
): Decision<Category> {
  const account = accountOf(known, before)
  const marks = { version: book.version, updated_at: book.at }
  const after = { ...before, ...fields, ...marks }
  return {
    answer: categoryToApi(after, account),
    changes: [
      changed('account', account, { ...account, ...fields, ...marks }),
      changed('category', before, after),
    ],
  }
}
