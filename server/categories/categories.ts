import type { Category, CategoryChange, CategoryDraft } from '../../contract/categories.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Db, Tx } from '../database/database.ts'
import type { Sql } from '../database/sql.ts'
import { newId } from '../ids.ts'
import { type Action, type Book, type Guard, keep } from '../ledger/book.ts'
import { type AccountRow, changeAccount, insertAccount } from '../ledger/chart.ts'
import { changeCategory, findCategory, findFreeCode, insertCategory } from './categories.sql.ts'

export async function theCategory(db: Db, bookId: string, id: string): Promise<Category> {
  const category = await findCategory(db, bookId, id)
  return category && category.deleted_at === null ? category : refuse('not_found')
}

/** Adds a category and the ledger account that its transactions post to. */
export async function addCategory(tx: Tx, book: Book, draft: CategoryDraft): Promise<Category> {
  const kind = draft.kind ?? 'expense'
  const is_active = draft.is_active ?? true
  const code = await findFreeCode(tx, book.id, kind)
  const category: Category = {
    id: newId(),
    kind,
    name: draft.name,
    is_active,
    account: { id: newId(), name: draft.name, code, type: kind, is_active },
    version: book.version,
    created_at: book.at,
    updated_at: book.at,
    deleted_at: null,
  }
  return save(tx, book, 'created', category, insertCategory, insertAccount)
}

export async function changeCategoryOf(
  tx: Tx,
  book: Book,
  id: string,
  draft: CategoryChange,
  guard: Guard,
): Promise<Category> {
  const before = await theCategory(tx, book.id, id)
  const { name = before.name, is_active = before.is_active, kind = before.kind } = draft
  if (kind !== before.kind) refuse('category_kind_fixed', { kind: before.kind })
  guard(before)
  if (name === before.name && is_active === before.is_active) return before
  return save(tx, book, 'updated', { ...before, name, is_active })
}

export async function trashCategory(tx: Tx, book: Book, id: string, guard: Guard): Promise<Category> {
  const before = await theCategory(tx, book.id, id)
  guard(before)
  return save(tx, book, 'deleted', { ...before, deleted_at: book.at })
}

export async function restoreCategoryOf(tx: Tx, book: Book, id: string): Promise<Category> {
  const before = (await findCategory(tx, book.id, id)) ?? refuse('not_found')
  return before.deleted_at === null ? before : save(tx, book, 'restored', { ...before, deleted_at: null })
}

/** A category and its account are written together, so that name, activity and trash are always the same. */
function save(
  tx: Tx,
  book: Book,
  action: Action,
  category: Category,
  writeCategory: (bookId: string, category: Category) => Sql = changeCategory,
  writeAccount: (bookId: string, account: AccountRow) => Sql = changeAccount,
): Promise<Category> {
  const { name, is_active, created_at, deleted_at } = category
  const changed = { version: book.version, updated_at: book.at }
  const record = { ...category, ...changed, account: { ...category.account, name, is_active } }
  const account: AccountRow = {
    ...record.account,
    type: category.kind,
    ...changed,
    created_at,
    deleted_at,
    role: null,
    is_claim: false,
    currency_id: null,
  }
  const statements = [writeAccount(book.id, account), writeCategory(book.id, record)]
  return keep(tx, book, { action, resource: 'category', record, statements })
}
