import { todayIn } from '../../contract/day.ts'
import type { Obligation, WriteOff } from '../../contract/obligations.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Tx } from '../database/database.ts'
import { newId } from '../ids.ts'
import { amountOf, shown } from '../ledger/amounts.ts'
import type { Book, Guard } from '../ledger/book.ts'
import { plainTransaction, type Transaction } from '../ledger/journal.ts'
import { type Debt, moveDebt, released } from './debt.ts'
import { findPosting, type LoadedCategory, type LoadedDebt, loadForObligation } from './obligations.sql.ts'
import { standingDebt, theNames } from './obligations.ts'
import { checkDate, settle } from './payments.ts'
import { shownObligation } from './shown.ts'

/** Writes off what is outstanding or a part of it, or records that it was forgiven, at what the books have it at. */
export async function writeOffDebt(tx: Tx, book: Book, id: string, draft: WriteOff): Promise<Obligation> {
  const date = draft.date ?? todayIn(book.time_zone)
  const loaded = await loadForObligation(tx, book, { id, category: draft.category_id, date })
  const debt = standingDebt(loaded)
  const category = requireCategory(loaded, debt)
  checkDate(book, debt, date)
  const amount = partOf(debt, draft)
  if (debt.outstanding_amount === 0n) refuse('nothing_outstanding', { name: debt.name })
  const base_amount = released(
    { amount: debt.outstanding_amount, base_amount: debt.outstanding_base },
    amount,
  )
  const down = moveDebt(debt, category.account_id, { amount: -amount, base_amount: -base_amount })
  const writtenOff: Transaction = {
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
    version: book.version,
    created_at: book.at,
    updated_at: book.at,
    entries: [{ ...down, category_id: category.id }],
  }
  const after = await settle(tx, book, loaded, debt, { before: null, after: writtenOff })
  return shownObligation(book, after, theNames(loaded))
}

/** A debt that I am let off is an income, one that I let somebody off is an expense. */
function requireCategory({ category }: LoadedDebt, { direction }: Debt): LoadedCategory {
  const kind = direction === 'payable' ? 'income' : 'expense'
  if (!category || category.is_deleted || category.kind !== kind)
    return refuse('write_off_category', { direction, kind })
  if (!category.is_active) refuse('category_inactive', { field: 'category_id', name: category.name })
  return category
}

function partOf({ currency_id, outstanding_amount }: Debt, draft: WriteOff): bigint {
  if (draft.amount === undefined || draft.amount === null) return outstanding_amount
  const amount = amountOf(draft.amount, currency_id, 'amount')
  if (outstanding_amount > 0n && amount > outstanding_amount) {
    const [applied, outstanding] = [shown(amount, currency_id), shown(outstanding_amount, currency_id)]
    refuse('overpaid', { field: 'amount', applied, outstanding, currency_id })
  }
  return amount
}

/** Takes the latest write-off back. */
export async function undoWriteOffOf(tx: Tx, book: Book, id: string, guard: Guard): Promise<Obligation> {
  const loaded = await loadForObligation(tx, book, { id })
  const debt = standingDebt(loaded)
  guard(debt)
  const last = await findPosting(tx, book, debt, 'write_off')
  if (!last) return refuse('nothing_written_off', { name: debt.name })
  const gone = { ...last, version: book.version, updated_at: book.at, deleted_at: book.at }
  const after = await settle(tx, book, loaded, debt, { before: last, after: gone })
  return shownObligation(book, after, theNames(loaded))
}
