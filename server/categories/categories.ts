import assert from 'node:assert/strict'
import type { Category, CategoryChange, CategoryDraft } from '../../contract/categories.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Known } from '../ledger/known.ts'
import { type Book, changed, type Decision, type Guard, unchanged, type Verb } from '../ledger/verb.ts'
import { newId } from '../process/ids.ts'
import { type AccountRow, NOT_SAID } from '../records/account.ts'
import type { CategoryRow } from '../records/category.ts'
import { categoryToApi } from '../records/category.ts'
import { freeCode } from '../records/chart.ts'
import type { Erasable } from '../records/life-cycle.ts'

/** Adds a category and the ledger account that its transactions post to. */
export const addCategory = (draft: CategoryDraft) =>
  ({
    looksAt: { codes: [''] },
    decide(book: Book, known: Known): Decision<Category> {
      const { name, kind = 'expense', is_active = true } = draft

      // Nothing below this line refuses.
      const made = {
        created_version: book.version,
        version: book.version,
        created_at: book.at,
        updated_at: book.at,
        deleted_at: null,
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
        ...NOT_SAID,
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

/** A category that was ever posted to, or that a budget or a plan names, is not deleted for good; its account is deleted with it. */
export const categoryLife = (id: string): Erasable<CategoryRow, Category> => ({
  looksAt: { category: [id], account_of: [id] },
  find: (known) => known.find('category', id),
  show: (_, known, category) => categoryToApi(category, accountOf(known, category)),
  trash: (book, known, before) => save(book, known, before, { deleted_at: book.at }),
  restore: (book, known, before) => save(book, known, before, { deleted_at: null }),
  erase(_, known, category) {
    const account = accountOf(known, category)
    return {
      resource: 'category',
      name: category.name,
      referred: [account.id, category.id],
      belonging: [{ resource: 'account', id: account.id }],
    }
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
