import type { Budget, BudgetDraft, copyBudgets, Source } from '../../contract/budgets.ts'
import { isMonth, type Month } from '../../contract/month.ts'
import { refuse } from '../../contract/refusals.ts'
import type { ReplyOf } from '../../contract/route.ts'
import type { Db } from '../database/database.ts'
import { amountOf, checkSize } from '../ledger/amounts.ts'
import type { BookRow } from '../ledger/book.ts'
import { changed, type Guard, unchanged, type Verb } from '../ledger/verb.ts'
import { isId } from '../process/ids.ts'
import { budgetId, budgetToApi } from '../records/budget.ts'
import type { CategoryRow } from '../records/category.ts'
import { findBudget } from './budgets.sql.ts'

/** A budget as the API shows it. */
type Address = { category_id: string; month: string }

/** The month that an address names. */
export function requireMonth(month: string): Month {
  if (isMonth(month)) return month
  const sentence = `month must be a month from 1901-01 to 2199-12, as YYYY-MM; "${month.slice(0, 60)}" is not.`
  return refuse('invalid', { errors: { month: [sentence] } })
}

/** The id of the budget that an address names; an address with a malformed id is not found. */
function requireAddress({ category_id, month }: Address): string {
  const name = requireMonth(month)
  return isId(category_id)
    ? budgetId({ category_id: category_id.toLowerCase(), month: name })
    : refuse('not_found')
}

/** The budget of a category for a month, also of a category in the trash. */
export async function readBudget(db: Db, book: BookRow, address: Address): Promise<Budget> {
  const [category_id = '', month = ''] = requireAddress(address).split('/')
  const found = (await findBudget(db, book, { category_id, month })) ?? refuse('not_found')
  return budgetToApi(book, { id: budgetId(found), ...found }, { name: found.category_name })
}

/** Sets the budget of a category for a month. */
export function setBudget(address: Address, draft: BudgetDraft, guard: Guard): Verb<Budget> {
  const id = requireAddress(address)
  return {
    looksAt: { budget: [id], category: [address.category_id] },
    decide(book, known) {
      const category = known.find('category', address.category_id)
      if (!category || category.deleted_at !== null) return refuse('not_found')
      const before = known.find('budget', id) ?? null
      const amount =
        draft.amount === undefined ? before?.amount : amountOf(draft.amount, book.base_currency_id, 'amount')
      if (amount === undefined) return refuse('invalid', { errors: { amount: ['amount is required.'] } })
      guard(before ?? { id, version: 0 })

      // Nothing below this line refuses.
      const { rollover = before?.rollover ?? false } = draft
      if (before && before.amount === amount && before.rollover === rollover)
        return unchanged(budgetToApi(book, before, category))
      const { month } = address
      const after = { id, category_id: category.id, month, amount, rollover, version: book.version }
      return { answer: budgetToApi(book, after, category), changes: [changed('budget', before, after)] }
    },
  }
}

/** Removes a budget, also one of a category in the trash, and answers with it. */
export function removeBudget(address: Address, guard: Guard): Verb<Budget> {
  const id = requireAddress(address)
  return {
    looksAt: { budget: [id], category: [address.category_id] },
    decide(book, known) {
      const before = known.find('budget', id) ?? refuse('not_found')
      const category = known.find('category', before.category_id) ?? refuse('not_found')
      guard(before)

      // Nothing below this line refuses.
      return {
        answer: budgetToApi(book, { ...before, version: book.version }, category),
        changes: [changed('budget', before, null)],
      }
    },
  }
}

/** An amount to set for a category; its rollover stays as it is unless another is given. */
export type CopiedBudget = { category_id: string; amount: bigint; rollover?: boolean }

type CopyRequest = {
  month: Month
  kind: CategoryRow['kind']
  source: Source
  copied: readonly CopiedBudget[]
}

/** Sets the budgets of a month to amounts from another one. Categories that are deactivated or in the trash are left out. */
export const copyToMonth = ({
  month,
  kind,
  source,
  copied,
}: CopyRequest): Verb<ReplyOf<typeof copyBudgets>> => ({
  looksAt: {
    budget: copied.map(({ category_id }) => budgetId({ category_id, month })),
    category: copied.map(({ category_id }) => category_id),
  },
  isServedAlone: true,
  decide(book, known) {
    const budgets = copied.flatMap(({ category_id, amount, rollover }) => {
      const category = known.find('category', category_id)
      if (!category?.is_active || category.deleted_at !== null) return []
      const id = budgetId({ category_id, month })
      const before = known.find('budget', id) ?? null
      const fields = {
        amount: checkSize(amount, book.base_currency_id, 'from'),
        rollover: rollover ?? before?.rollover ?? false,
      }
      const isSame = before?.amount === fields.amount && before.rollover === fields.rollover
      const after = before && isSame ? before : { id, category_id, month, ...fields, version: book.version }
      return [{ before, after, category, isSame }]
    })
    if (budgets.length === 0)
      refuse('nothing_to_copy', { from: `${source.isActual ? 'actual:' : ''}${source.month}`, kind })

    // Nothing below this line refuses.
    const changes = budgets
      .filter(({ isSame }) => !isSame)
      .map(({ before, after }) => changed('budget', before, after))
    const data = budgets.map(({ after, category }) => budgetToApi(book, after, category))
    return changes.length === 0
      ? unchanged({ version: book.version - 1, data })
      : { answer: { version: book.version, data }, changes }
  },
})
