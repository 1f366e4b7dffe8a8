import { refuse } from '../../contract/refusals.ts'
import { shown } from '../ledger/amounts.ts'
import type { Book, Change } from '../ledger/book.ts'
import { hasSameEntries, type Step, type Transaction } from '../ledger/journal.ts'
import type { Debt } from './debt.ts'
import { debtChange, impliedChange } from './obligations.ts'
import type { HeldShare } from './shares.sql.ts'
import type { DebtNames } from './shown.ts'

/** Who a share belongs to, and where it stands. */
export type ShareFacts = { contact_id: string; names: DebtNames }

/**
 * What a change of a shared expense does to its shares: opened, changed, deleted or restored with it. A share that was paid,
 * written off or corrected holds its expense as it is.
 */
export function shareChanges(
  book: Book,
  { before, after }: Step,
  held: readonly HeldShare[],
  factsOf: (obligationId: string) => ShareFacts,
): Change[] {
  if (before && before.deleted_at === after.deleted_at && hasSameEntries(before, after)) return []
  const paid = held.find(({ debt, is_touched }) => debt.deleted_at === null && is_touched)
  if (paid) refuseShare(paid)
  const kept = after.entries.flatMap((entry) =>
    entry.obligation_id === null ? [] : [{ entry, id: entry.obligation_id }],
  )
  const gone = held.filter(({ debt }) => debt.deleted_at === null && !kept.some(({ id }) => id === debt.id))
  return [
    ...kept.map(({ entry, id }) => {
      const old = held.find(({ debt }) => debt.id === id)
      const { contact_id, names } = factsOf(id)
      const debt = shareOf(book, after, entry, id, contact_id, old?.debt ?? null)
      const action = old
        ? after.deleted_at
          ? 'deleted'
          : old.debt.deleted_at
            ? 'restored'
            : 'updated'
        : 'created'
      return old ? impliedChange(book, action, debt, names) : debtChange(book, action, debt, names)
    }),
    ...gone.map(({ debt, names }) =>
      impliedChange(
        book,
        'deleted',
        { ...debt, version: book.version, updated_at: book.at, deleted_at: book.at },
        names,
      ),
    ),
  ]
}

function refuseShare({ debt, names }: HeldShare): never {
  const settled = debt.original_amount - debt.outstanding_amount
  const { currency_id } = debt
  refuse('share_paid', { contact: names.contact_name, amount: shown(settled, currency_id), currency_id })
}

/** The obligation that an entry of a shared expense opens. */
function shareOf(
  book: Book,
  expense: Transaction,
  entry: Transaction['entries'][number],
  id: string,
  contactId: string,
  old: Debt | null,
): Debt {
  const { debit_account_id, credit_account_id, amount, base_amount, currency_id } = entry
  return {
    id,
    name:
      old?.name ??
      (expense.notes?.trim() ? [...expense.notes.trim()].slice(0, 150).join('') : 'Shared expense'),
    reference: old?.reference ?? null,
    notes: old?.notes ?? null,
    opened_date: expense.date,
    due_date: old?.due_date ?? null,
    direction: 'receivable',
    original_amount: amount,
    outstanding_amount: amount,
    outstanding_base: base_amount,
    currency_id,
    contact_id: contactId,
    account_id: debit_account_id,
    claim_account_id: debit_account_id,
    counter_account_id: credit_account_id,
    fx_rate: expense.fx_rate,
    fx_source: expense.fx_source,
    fx_date: expense.fx_date,
    expense_id: expense.id,
    settled_at: null,
    version: book.version,
    created_at: old?.created_at ?? book.at,
    updated_at: book.at,
    deleted_at: expense.deleted_at,
  }
}
