import { isDeepStrictEqual } from 'node:util'
import { fault } from '../../contract/faults.ts'
import type { Goal, GoalChange, GoalDraft } from '../../contract/goals.ts'
import { refuse } from '../../contract/refusals.ts'
import { later } from '../../words/t.ts'
import { amountFrom, amountOf } from '../ledger/amounts.ts'
import { type Known, requireLoaded } from '../ledger/known.ts'
import { type Book, changed, type Decision, type Guard, unchanged, type Verb } from '../ledger/verb.ts'
import { newId } from '../process/ids.ts'
import type { AccountRow } from '../records/account.ts'
import type { GoalRow } from '../records/goal.ts'
import type { Erasable } from '../records/life-cycle.ts'
import { requireCurrency, whyNotCounted } from '../records/require.ts'
import { factsOf } from './facts.ts'
import { accountsOf, goalToApi } from './figures.ts'

/** The most goals that a book can have, trash included: the figures of one follow from all of them. */
export const MAX_GOALS = 100

export const addGoal = (draft: GoalDraft): Verb<Goal> => ({
  looksAt: { goals: [''], account: [...(draft.account_ids ?? []), draft.envelope?.account_id] },
  decide(book, known) {
    const count = known.find('goals', '')?.length ?? 0
    if (count >= MAX_GOALS) refuse('goals_too_many', { count })
    const currency_id =
      draft.currency_id === undefined ? book.base_currency_id : requireCurrency(draft.currency_id)
    const goal: GoalRow = {
      id: newId(),
      name: draft.name,
      target_amount: amountOf(draft.target_amount, currency_id, 'target_amount'),
      currency_id,
      target_date: draft.target_date ?? null,
      ...placeIn(draft, null),
      icon: draft.icon ?? null,
      notes: draft.notes || null,
      is_active: draft.is_active ?? true,
      created_version: book.version,
      version: book.version,
      created_at: book.at,
      updated_at: book.at,
      deleted_at: null,
    }
    return save(book, known, null, withPlace(known, goal, null))
  },
})

/** Changes a goal. Accounts that stay are not checked again: they may have been closed since. */
export const changeGoal = (id: string, draft: GoalChange, guard: Guard): Verb<Goal> => ({
  looksAt: {
    goal: [id],
    goals: [''],
    move_days: [id],
    account: [...(draft.account_ids ?? []), draft.envelope?.account_id],
  },
  decide(book, known) {
    const before = requireGoal(known, id)
    const currency_id =
      draft.currency_id === undefined ? before.currency_id : requireCurrency(draft.currency_id)
    const stored = { amount: before.target_amount, currency_id: before.currency_id }
    const { name = before.name, target_date = before.target_date, icon = before.icon } = draft
    const { notes = before.notes, is_active = before.is_active } = draft
    const after = withPlace(
      known,
      {
        ...before,
        name,
        target_amount: amountFrom(draft.target_amount, stored, currency_id, 'target_amount'),
        currency_id,
        target_date,
        ...placeIn(draft, before),
        icon,
        notes: notes || null,
        is_active,
      },
      before,
    )
    guard(before)
    const count = known.find('move_days', id)?.count ?? 0
    const isOther = currency_id !== before.currency_id || after.envelope_account_id === null
    if (count > 0 && isOther)
      refuse('goal_has_moves', { name: before.name, count, currency_id: before.currency_id })

    // Nothing below this line refuses.
    if (isDeepStrictEqual(before, after)) return unchanged(goalToApi(before, factsOf(book, known, [before])))
    return save(book, known, before, after)
  },
})

type Place = Pick<GoalRow, 'account_ids' | 'envelope_account_id'>

/** Where a goal is saved: on whole accounts or in an envelope. Naming one of them replaces the other. */
function placeIn({ account_ids, envelope }: GoalChange, before: GoalRow | null): Place {
  const isWhole = account_ids !== undefined && account_ids.length > 0
  const isPart = envelope !== undefined && envelope !== null
  if (isWhole && isPart) wrongPlace('both_places')
  if (isWhole) return { account_ids, envelope_account_id: null }
  if (isPart) return { account_ids: [], envelope_account_id: envelope.account_id }
  const { account_ids: ids = [], envelope_account_id = null } = before ?? {}
  const isKept =
    envelope_account_id === null ? ids.length > 0 && account_ids === undefined : envelope === undefined
  if (!isKept) wrongPlace('no_place')
  return { account_ids: ids, envelope_account_id }
}

const wrongPlace = (code: 'both_places' | 'no_place'): never =>
  refuse('invalid', { faults: [fault('account_ids', code, {}), fault('envelope', code, {})] })

/** The goal with the ids of its accounts as they are stored. Refuses accounts that nothing can be saved on. */
function withPlace(known: Known, goal: GoalRow, before: GoalRow | null): GoalRow {
  const isSame = (id: string) =>
    goal.currency_id === before?.currency_id &&
    (before.account_ids.includes(id) || before.envelope_account_id === id)
  const checked = (id: string, field: string) => {
    const account = known.find('account', id)
    return account && isSame(account.id) ? account.id : requireSavable(account, goal.currency_id, field).id
  }
  return {
    ...goal,
    account_ids: [...new Set(goal.account_ids.map((id) => checked(id, 'account_ids')))],
    envelope_account_id:
      goal.envelope_account_id === null ? null : checked(goal.envelope_account_id, 'envelope.account_id'),
  }
}

/** A goal comes back from the trash only if its accounts are still there for it; one that was deactivated since is. */
function checkFits(account: AccountRow | undefined, { currency_id, envelope_account_id }: GoalRow): void {
  const field = envelope_account_id === null ? 'account_ids' : 'envelope.account_id'
  if (account?.deleted_at)
    refuse('goal_account', {
      field,
      reason: later('"{name}" is in the trash. Restore it first.', { name: account.name }),
    })
  requireSavable(account && { ...account, is_active: true }, currency_id, field)
}

/** An own asset that can have money of a currency. */
function requireSavable(account: AccountRow | undefined, currencyId: string, field: string): AccountRow {
  if (!account || account.deleted_at !== null)
    return refuse('goal_account', {
      field,
      reason: later('there is no such account; GET /accounts lists them.'),
    })
  const { name, currency_id } = account
  const why = whyNotCounted(account, currencyId)
  if (why === 'money')
    refuse('goal_account', {
      field,
      reason: later(
        '"{name}" is not money of your own. Choose an account of type asset that is neither a claim, nor a thing that has a value, nor a system account.',
        { name },
      ),
    })
  if (!account.is_active)
    refuse('goal_account', { field, reason: later('"{name}" is deactivated.', { name }) })
  if (why === 'currency')
    refuse('goal_account', {
      field,
      reason: later(
        '"{name}" is kept in {currency_id}, and the goal is in {goal_currency_id}. They have to be in one currency.',
        { name, currency_id: String(currency_id), goal_currency_id: currencyId },
      ),
    })
  return account
}

/** A goal is deleted for good with its moves, unless a plan fills it. */
export const goalLife = (id: string): Erasable<GoalRow, Goal> => ({
  looksAt: { goal: [id], goals: [''], move_days: [id] },
  looksAtForErasing: { used_by: [id], moves: [id] },
  find: (known) => known.find('goal', id),
  show: (book, known, goal) => goalToApi(goal, factsOf(book, known, [goal])),
  trash: (book, known, before) => save(book, known, before, { ...before, deleted_at: book.at }),
  restore(book, known, before) {
    const ids = accountsOf(before)
    requireLoaded(known, { account: ids })
    for (const one of ids) checkFits(known.find('account', one), before)

    // Nothing below this line refuses.
    return save(book, known, before, { ...before, deleted_at: null })
  },
  erase: (_, known, goal) => ({
    resource: 'goal',
    name: goal.name,
    referred: [goal.id],
    belonging: (known.find('moves', id) ?? []).map((move) => ({ resource: 'goal_move', id: move.id })),
  }),
})

/** The goal, unless it is in the trash. */
export function requireGoal(known: Known, id: string): GoalRow {
  const goal = known.find('goal', id)
  return goal && goal.deleted_at === null ? goal : refuse('not_found')
}

function save(book: Book, known: Known, before: GoalRow | null, goal: GoalRow): Decision<Goal> {
  const after = { ...goal, version: book.version, updated_at: book.at }
  const isNew = before === null
  const facts = factsOf(book, isNew ? withoutMoves(known, after.id) : known, [after], after)
  return { answer: goalToApi(after, facts), changes: [changed('goal', before, after)] }
}

/** A goal that is being made has no moves, and its id is not looked up. */
const withoutMoves = (known: Known, id: string): Known => ({
  find: (reference, key) =>
    reference === 'move_days' && key === id ? undefined : known.find(reference, key),
  isLoaded: (reference, key) => (reference === 'move_days' && key === id) || known.isLoaded(reference, key),
})
