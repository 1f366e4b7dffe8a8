import { todayIn } from '../../contract/day.ts'
import type { Obligation, WriteOff } from '../../contract/obligations.ts'
import { refuse } from '../../contract/refusals.ts'
import { amountOf, amountToApi } from '../ledger/amounts.ts'
import { plainTransaction, type Transaction } from '../ledger/journal.ts'
import type { Known } from '../ledger/known.ts'
import type { Guard, Verb } from '../ledger/verb.ts'
import { newId } from '../process/ids.ts'
import type { CategoryRow } from '../records/category.ts'
import type { Debt } from '../records/obligation.ts'
import { checkOpen } from '../records/require.ts'
import { moveDebt, released, requireObligation } from './debt.ts'
import { saved } from './obligations.ts'
import { checkDate, debtAfter, takenBack } from './payments.ts'

/** Writes off the outstanding amount or a part of it, or records that it was forgiven, at its value in the books. */
export const writeOff = (id: string, draft: WriteOff): Verb<Obligation> => ({
  looksAt: { obligation: [id], category: [draft.category_id] },
  decide(book, known) {
    const debt = requireObligation(known, id)
    const date = draft.date ?? todayIn(book.time_zone)
    const category = requireCategory(known, draft.category_id, debt)
    checkDate(book, debt, date)
    const amount = requirePart(debt, draft)
    if (debt.outstanding_amount === 0n) refuse('nothing_outstanding', { name: debt.name })
    const owed = { amount: debt.outstanding_amount, base_amount: debt.outstanding_base }
    const base_amount = released(owed, amount)
    const down = moveDebt(debt, category.account_id, { amount: -amount, base_amount: -base_amount })
    const after: Transaction = {
      ...plainTransaction,
      id: newId(),
      kind: 'write_off',
      date,
      currency_id: debt.currency_id,
      amount,
      base_amount,
      fx_rate: debt.fx_rate,
      fx_source: debt.fx_source,
      fx_date: debt.fx_date,
      category_id: category.id,
      contact_id: debt.contact_id,
      obligation_id: debt.id,
      notes: draft.notes || null,
      created_version: book.version,
      version: book.version,
      created_at: book.at,
      updated_at: book.at,
      entries: [{ ...down, category_id: category.id }],
    }
    const step = { before: null, after }
    checkOpen(book, known, [step])

    // Nothing below this line refuses.
    return saved(book, known, debt, debtAfter(book, debt, step), [step])
  },
})

/** Forgiving a payable is income; forgiving a receivable is an expense. */
function requireCategory(known: Known, id: string, { direction }: Debt): CategoryRow {
  const category = known.find('category', id)
  const kind = direction === 'payable' ? 'income' : 'expense'
  if (!category || category.deleted_at !== null || category.kind !== kind)
    return refuse('write_off_category', { direction, kind })
  if (!category.is_active) refuse('category_inactive', { field: 'category_id', name: category.name })
  return category
}

/** The part to write off: all of it, unless the request names an amount. */
function requirePart({ currency_id, outstanding_amount }: Debt, draft: WriteOff): bigint {
  if (draft.amount === undefined || draft.amount === null) return outstanding_amount
  const amount = amountOf(draft.amount, currency_id, 'amount')
  if (outstanding_amount > 0n && amount > outstanding_amount) {
    const [applied, outstanding] = [
      amountToApi(amount, currency_id),
      amountToApi(outstanding_amount, currency_id),
    ]
    refuse('overpaid', { field: 'amount', applied, outstanding, currency_id })
  }
  return amount
}

/** Takes the latest write-off back. */
export const takeBackWriteOff = (id: string, guard: Guard): Verb<Obligation> => ({
  looksAt: { obligation: [id], write_off: [id] },
  decide(book, known) {
    const debt = requireObligation(known, id)
    guard(debt)
    const latest = known.find('write_off', id)
    if (!latest) return refuse('nothing_written_off', { name: debt.name })
    const step = takenBack(book, latest)
    checkOpen(book, known, [step])

    // Nothing below this line refuses.
    return saved(book, known, debt, debtAfter(book, debt, step), [step])
  },
})
