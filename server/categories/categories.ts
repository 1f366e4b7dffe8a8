import assert from 'node:assert/strict'
import type {
  Arrangement,
  ArrangementRow,
  arrangeCategories,
  Category,
  CategoryChange,
  CategoryDraft,
} from '../../contract/categories.ts'
import { Refusal, refusalAt, refuse, refuseField } from '../../contract/refusals.ts'
import type { ReplyOf } from '../../contract/route.ts'
import { decideEach, type Known } from '../ledger/known.ts'
import { type Book, changed, type Decision, type Guard, unchanged, type Verb } from '../ledger/verb.ts'
import { newId } from '../process/ids.ts'
import { allowFor } from '../process/slices.ts'
import { type AccountRow, NOT_SAID } from '../records/account.ts'
import type { CategoryRow } from '../records/category.ts'
import { categoryToApi } from '../records/category.ts'
import { freeCode } from '../records/chart.ts'
import type { Erasable } from '../records/life-cycle.ts'
import { checkChildless, requireParent, treeOf, whyNoParent } from './tree.ts'

/** Adds a category and the ledger account that its transactions post to. */
export const addCategory = (draft: CategoryDraft) =>
  ({
    looksAt: { codes: [''], category: [draft.parent_id] },
    decide(book: Book, known: Known): Decision<Category> {
      const { name, kind = 'expense', is_active = true, position = 0, icon = null } = draft
      const parent = draft.parent_id
        ? requireParent(treeOf(known), { id: null, kind, name }, draft.parent_id)
        : null

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
        is_valued: false,
        person_id: null,
      }
      const category: CategoryRow = {
        id: newId(),
        kind,
        name,
        is_active,
        account_id: account.id,
        ...made,
        parent_id: parent?.id ?? null,
        position,
        icon,
      }
      return {
        answer: categoryToApi(category, account),
        changes: [changed('account', null, account), changed('category', null, category)],
      }
    },
  }) satisfies Verb<Category>

export const changeCategory = (id: string, draft: CategoryChange, guard: Guard): Verb<Category> => ({
  looksAt: {
    category: [id, draft.parent_id],
    account_of: [id],
    ...(draft.parent_id && { children: [id] }),
  },
  decide(book, known) {
    const before = requireCategory(known, id)
    const { kind = before.kind, parent_id = before.parent_id } = draft
    if (kind !== before.kind) refuse('category_kind_fixed', { kind: before.kind })
    const isMoved = parent_id !== null && parent_id.toLowerCase() !== before.parent_id
    const parent = isMoved ? requireParent(treeOf(known), before, parent_id) : null
    guard(before)

    // Nothing below this line refuses.
    const { name, is_active, position, icon } = { ...before, ...draft }
    const fields = { name, is_active, parent_id: parent?.id ?? parent_id, position, icon }
    return isSame(before, fields)
      ? unchanged(categoryToApi(before, accountOf(known, before)))
      : save(book, known, before, fields)
  },
})

/** Moves many categories as one change. Only the tree that comes of it has to be right. A refusal names the row. */
export const arrange = ({ rows }: Arrangement): Verb<ReplyOf<typeof arrangeCategories>> => ({
  looksAt: {
    category: rows.flatMap(({ id, parent_id }) => [id, parent_id]),
    account_of: rows.map(({ id }) => id),
    children: rows.map(({ id }) => id),
  },
  isServedAlone: true,
  async decide(book, known) {
    allowFor(rows.length)
    const placed = new Map<string, CategoryRow>()
    const steps = await decideEach(rows, (row, index) =>
      atRow(index, () => {
        const before = requireRow(known, row, placed)
        const { parent_id = before.parent_id, position = before.position } = row
        const after = { ...before, parent_id: parent_id?.toLowerCase() ?? null, position }
        placed.set(before.id, after)
        return { before, after }
      }),
    )
    const tree = treeOf(known, placed)
    await decideEach(steps, ({ after }, index) =>
      atRow(index, () => after.parent_id !== null && requireParent(tree, after, after.parent_id)),
    )

    // Nothing below this line refuses.
    const decisions = steps.map(({ before, after }) =>
      isSame(before, after)
        ? unchanged(categoryToApi(before, accountOf(known, before)))
        : save(book, known, before, { parent_id: after.parent_id, position: after.position }),
    )
    const changes = decisions.flatMap((decision) => decision.changes)
    const data = decisions.map(({ answer }) => answer)
    return { answer: { version: changes.length > 0 ? book.version : book.version - 1, data }, changes }
  },
})

function requireRow(
  known: Known,
  { id }: ArrangementRow,
  placed: ReadonlyMap<string, CategoryRow>,
): CategoryRow {
  const category = known.find('category', id)
  if (!category || category.deleted_at !== null)
    return refuse('category_not_found', { field: 'id', kind: null })
  if (placed.has(category.id)) refuseField('id', 'named_twice', { resource: 'category' })
  return category
}

function atRow<T>(index: number, decide: () => T): T {
  try {
    return decide()
  } catch (error) {
    throw error instanceof Refusal ? refusalAt(error, `rows.${index}`) : error
  }
}

/** A category that was ever posted to, or that a budget or a plan names, is not deleted for good; its account is deleted with it. */
export const categoryLife = (id: string): Erasable<CategoryRow, Category> => ({
  looksAt: { category: [id], account_of: [id] },
  looksAtForTrashing: { children: [id] },
  find: (known) => known.find('category', id),
  show: (_, known, category) => categoryToApi(category, accountOf(known, category)),
  trash(book, known, before) {
    checkChildless(known, before)
    return save(book, known, before, { deleted_at: book.at })
  },
  // Restored without its group if the group is in the trash by now, or is itself in another group.
  restore: (book, known, before) =>
    save(book, known, before, {
      deleted_at: null,
      parent_id: whyNoParent(treeOf(known), before, before.parent_id) === null ? before.parent_id : null,
    }),
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
export function requireCategory(known: Known, id: string): CategoryRow {
  const category = known.find('category', id)
  return category && category.deleted_at === null ? category : refuse('not_found')
}

export function accountOf(known: Known, { id }: CategoryRow): AccountRow {
  const account = known.find('account_of', id)
  assert(account, 'a category without an account')
  return account
}

const PLACE = ['name', 'is_active', 'parent_id', 'position', 'icon'] as const

const isSame = (before: CategoryRow, fields: Pick<CategoryRow, (typeof PLACE)[number]>): boolean =>
  PLACE.every((name) => fields[name] === before[name])

/** A category and its account change together: name, activity and trash are always the same. Only the category has a place in the tree. */
export function save(
  book: Book,
  known: Known,
  before: CategoryRow,
  fields: Partial<Pick<CategoryRow, (typeof PLACE)[number] | 'deleted_at'>>,
): Decision<Category> {
  const account = accountOf(known, before)
  const marks = { version: book.version, updated_at: book.at }
  const after = { ...before, ...fields, ...marks }
  const { name, is_active, deleted_at } = after
  const isOfAccount =
    name !== before.name || is_active !== before.is_active || deleted_at !== before.deleted_at
  return {
    answer: categoryToApi(after, account),
    changes: [
      ...(isOfAccount
        ? [changed('account', account, { ...account, name, is_active, deleted_at, ...marks })]
        : []),
      changed('category', before, after),
    ],
  }
}
