import type {
  Budget,
  BudgetDraft,
  BudgetSheetDraft,
  copyBudgets,
  putBudgets,
  SheetRow,
  Source,
} from '../../contract/budgets.ts'
import { addMonths, isMonth, type Month, NEVER } from '../../contract/month.ts'
import { Refusal, refusalAt, refuse, refuseField } from '../../contract/refusals.ts'
import type { ReplyOf } from '../../contract/route.ts'
import type { Db } from '../database/database.ts'
import { amountOf, checkSize } from '../ledger/amounts.ts'
import type { BookRow } from '../ledger/book.ts'
import { decideEach, type Known, type References, together } from '../ledger/known.ts'
import { type Book, changed, type Decision, type Guard, unchanged, type Verb } from '../ledger/verb.ts'
import { isId } from '../process/ids.ts'
import { allowFor } from '../process/slices.ts'
import {
  type BudgetRow,
  budgetId,
  budgetToApi,
  type HeldBudget,
  type MonthBudgets,
  ownOf,
  runningOf,
} from '../records/budget.ts'
import type { CategoryRow } from '../records/category.ts'
import { findBudgets } from './budgets.sql.ts'

/** The path of a budget. */
type Address = { category_id: string; month: string }

/** The month that an address names. */
export function requireMonth(month: string): Month {
  if (isMonth(month)) return month
  return refuseField('month', 'not_a_month', { value: month.slice(0, 60) })
}

/** The category and the month that an address names; an address with a malformed id is not found. */
function requireAddress({ category_id, month }: Address): Address {
  const name = requireMonth(month)
  return isId(category_id) ? { category_id: category_id.toLowerCase(), month: name } : refuse('not_found')
}

/** The budgets of a category in a month, from the row of the month and the latest running one, which may have ended before the month. */
function holdingOf(address: Address, row: BudgetRow | null, latest: BudgetRow | null): MonthBudgets {
  const running = latest && runningOf(latest)
  return {
    ...address,
    own: row && ownOf(row),
    running: running && address.month < running.until ? running : null,
  }
}

/** The budget that holds. */
const heldIn = ({ own, running }: MonthBudgets): HeldBudget | null => own ?? running

/** The budget of a category that holds in a month, also of a category in the trash. */
export async function readBudget(db: Db, book: BookRow, address: Address): Promise<Budget> {
  const asked = requireAddress(address)
  const found = await findBudgets(db, book, asked)
  const holding = holdingOf(
    asked,
    found.find(({ month }) => month === asked.month) ?? null,
    found.find((row) => runningOf(row) !== null) ?? null,
  )
  const category = heldIn(holding) ? found[0] : undefined
  return budgetToApi(book, holding, { name: (category ?? refuse('not_found')).category_name })
}

/** Setting a budget looks at the month's own row and at the running one; ending it, also at the one that ran before. */
const looksAt = (address: Address): References => ({
  budget: [budgetId(address)],
  running_budget: [budgetId(address), budgetId({ ...address, month: addMonths(address.month, -1) })],
  category: [address.category_id],
})

/** The rows that a decision starts from. */
function lookUp(
  records: Known,
  address: Address,
): MonthBudgets & { row: BudgetRow | null; latest: BudgetRow | null } {
  const row = records.find('budget', budgetId(address)) ?? null
  const latest = records.find('running_budget', budgetId(address)) ?? null
  return { ...holdingOf(address, row, latest), row, latest }
}

/** Sets the budget of a category from a month on, or for the month alone. */
export function setBudget(address: Address, draft: BudgetDraft, guard: Guard): Verb<Budget> {
  const asked = requireAddress(address)
  return {
    looksAt: looksAt(asked),
    decide(book, records) {
      const category = records.find('category', asked.category_id)
      if (!category || category.deleted_at !== null) return refuse('not_found')
      return decideAmount(book, records, category, asked.month, draft, guard)
    },
  }
}

function decideAmount(
  book: Book,
  records: Known,
  category: CategoryRow,
  month: Month,
  draft: BudgetDraft,
  guard: Guard,
): Decision<Budget> {
  const address = { category_id: category.id, month }
  const { row, ...holding } = lookUp(records, address)
  const held = heldIn(holding)
  const amount =
    draft.amount === undefined ? held?.amount : amountOf(draft.amount, book.base_currency_id, 'amount')
  if (amount === undefined) return refuseField('amount', 'required', {})
  guard({ id: budgetId(address), version: held?.version ?? 0 })

  // Nothing below this line refuses.
  const { rollover = held?.rollover ?? false, only = draft.amount === undefined && holding.own !== null } =
    draft
  const isSame = held?.amount === amount && held.rollover === rollover && only === (holding.own !== null)
  if (isSame && !isGivenAnew(draft, holding)) return unchanged(budgetToApi(book, holding, category))
  const before = row ?? emptyRow(address)
  const after = {
    ...before,
    ...(only
      ? { amount, rollover }
      : {
          amount: null,
          rollover: null,
          running_amount: amount,
          running_rollover: rollover,
          running_until: before.running_until ?? holding.running?.until ?? NEVER, // where it was ended, it stays so
        }),
    version: book.version,
  }
  return {
    answer: budgetToApi(
      book,
      holdingOf(address, after, only && after.running_amount === null ? holding.latest : after),
      category,
    ),
    changes: [changed('budget', row, after)],
  }
}

/**
 * Whether an amount is given for a month in which the same amount already runs: it then stays if the earlier budget changes. A record that is sent
 * back gives no amount of its own.
 */
const isGivenAnew = ({ amount, since }: BudgetDraft, { own, running, month }: MonthBudgets): boolean =>
  amount !== undefined && own === null && running?.since !== month && running?.since !== since

const emptyRow = (address: Address): BudgetRow => ({
  id: budgetId(address),
  ...address,
  amount: null,
  rollover: null,
  version: 0,
  running_amount: null,
  running_rollover: null,
  running_until: null,
})

/** Removes a budget for a month alone, or ends the running one, also of a category in the trash, and answers with it. */
export function removeBudget(address: Address, guard: Guard): Verb<Budget> {
  const asked = requireAddress(address)
  return {
    looksAt: looksAt(asked),
    decide(book, records) {
      const held = heldIn(lookUp(records, asked)) ?? refuse('not_found')
      const category = records.find('category', asked.category_id) ?? refuse('not_found')
      guard({ id: budgetId(asked), version: held.version })
      return decideEnd(book, records, category, asked.month)
    },
  }
}

/** Takes away the budget that holds in a month: the one of the month alone, else the running one from this month on. */
function decideEnd(book: Book, records: Known, category: CategoryRow, month: Month): Decision<Budget> {
  const address = { category_id: category.id, month }
  const { row, latest, ...holding } = lookUp(records, address)
  const { version } = book
  const gone = <B extends HeldBudget>(budget: B | null) => budget && { ...budget, version }
  const answer = budgetToApi(
    book,
    { ...holding, own: gone(holding.own), running: gone(holding.running) },
    category,
  )
  if (row && holding.own) {
    const isAlone = row.running_amount === null
    const after = isAlone ? null : { ...row, amount: null, rollover: null, version }
    return { answer, changes: [changed('budget', row, after)] }
  }
  const ended = (running: BudgetRow) =>
    changed('budget', running, { ...running, running_until: month, version })
  if (latest && latest.month < month) return { answer, changes: [ended(latest)] }
  // This budget starts in the month itself, so the budget before it does not come back.
  const earlier = records.find('running_budget', budgetId({ ...address, month: addMonths(month, -1) }))
  const isBack = earlier && (earlier.running_until ?? NEVER) > month
  return { answer, changes: [changed('budget', row, null), ...(isBack ? [ended(earlier)] : [])] }
}

/** Sets the budgets of many categories for a month as one change: all of them, or none. A refusal names the row. */
export function setBudgets(monthName: string, { rows }: BudgetSheetDraft): Verb<ReplyOf<typeof putBudgets>> {
  const month = requireMonth(monthName)
  return {
    looksAt: together(
      rows.flatMap(({ category_id }) =>
        isId(category_id) ? [looksAt({ category_id: category_id.toLowerCase(), month })] : [],
      ),
    ),
    isServedAlone: true,
    async decide(book, records) {
      allowFor(rows.length)
      const named = new Set<string>()
      const decisions = await decideEach(rows, (row, index) => {
        try {
          return decideRow(book, records, month, row, named)
        } catch (error) {
          throw error instanceof Refusal ? refusalAt(error, `rows.${index}`) : error
        }
      })

      // Nothing below this line refuses.
      const changes = decisions.flatMap((decision) => decision.changes)
      const data = decisions.flatMap(({ answer }) => answer ?? [])
      return { answer: { version: changes.length > 0 ? book.version : book.version - 1, data }, changes }
    },
  }
}

function decideRow(
  book: Book,
  records: Known,
  month: Month,
  { category_id, amount, version, ...draft }: SheetRow,
  named: Set<string>,
): Decision<Budget | null> {
  const category = records.find('category', category_id.toLowerCase())
  if (!category || category.deleted_at !== null)
    return refuse('category_not_found', { field: 'category_id', kind: null })
  if (named.has(category.id)) refuseField('category_id', 'named_twice', { resource: 'category' })
  named.add(category.id)
  const guard: Guard = (held) => {
    if (version !== undefined && version !== held.version)
      refuse('stale', { expected: String(version), version: held.version, sent_as: 'version' })
  }
  if (amount !== null) return decideAmount(book, records, category, month, { ...draft, amount }, guard)
  const address = { category_id: category.id, month }
  const holding = lookUp(records, address)
  const held = heldIn(holding)
  guard({ id: budgetId(address), version: held?.version ?? 0 })
  if (draft.only && holding.running && !holding.own) refuseField('amount', 'only_needs_amount', { month })
  if (!held) return unchanged(null)

  // Nothing below this line refuses.
  const { changes } = decideEnd(book, records, category, month)
  if (!holding.own || !holding.running) return { answer: null, changes }
  const { version: given, since } = holding.running
  const running = { ...holding.running, version: since === month ? book.version : given }
  return { answer: budgetToApi(book, { ...holding, own: null, running }, category), changes }
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
  looksAt: together(copied.map(({ category_id }) => looksAt({ category_id, month }))),
  isServedAlone: true,
  decide(book, records) {
    const budgets = copied.flatMap(({ category_id, amount, rollover }) => {
      const category = records.find('category', category_id)
      if (!category?.is_active || category.deleted_at !== null) return []
      const address = { category_id, month }
      const { row: before, latest, ...holding } = lookUp(records, address)
      const fields = {
        amount: checkSize(amount, book.base_currency_id, 'from'),
        rollover: rollover ?? heldIn(holding)?.rollover ?? false,
      }
      const isSame = before?.amount === fields.amount && before.rollover === fields.rollover
      const after =
        before && isSame ? before : { ...(before ?? emptyRow(address)), ...fields, version: book.version }
      return [{ before, after, category, isSame, holding: holdingOf(address, after, latest) }]
    })
    if (budgets.length === 0)
      refuse('nothing_to_copy', { from: `${source.isActual ? 'actual:' : ''}${source.month}`, kind })

    // Nothing below this line refuses.
    const changes = budgets
      .filter(({ isSame }) => !isSame)
      .map(({ before, after }) => changed('budget', before, after))
    const data = budgets.map(({ holding, category }) => budgetToApi(book, holding, category))
    return changes.length === 0
      ? unchanged({ version: book.version - 1, data })
      : { answer: { version: book.version, data }, changes }
  },
})
