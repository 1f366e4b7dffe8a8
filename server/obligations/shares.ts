import { refuse } from '../../contract/refusals.ts'
import { amountToApi } from '../ledger/amounts.ts'
import { type Entry, keepsEntries, type Step, type Transaction } from '../ledger/journal.ts'
import { type Known, wholeOf } from '../ledger/known.ts'
import { type Book, changed, type RecordChange } from '../ledger/verb.ts'
import type { ContactRow } from '../records/contact.ts'
import type { Debt } from '../records/obligation.ts'
import { isSameDebt } from './debt.ts'

/**
 * Shares of expenses: each opens an obligation of a contact, which changes and goes to the trash together with its expense. An expense
 * without shares (`isShared`) needs none of this. A verb that changes a stored expense lists `shares: [id]` in `looksAt`, which loads the
 * obligations, their contacts and whether each was touched.
 */

/** A contact's share of an expense. Its obligation keeps its id as long as the contact has a share. */
export type Share = {
  readonly contact: ContactRow
  readonly amount: bigint
  readonly obligation_id: string
}

type ShareEntry = { readonly entry: Entry; readonly obligation_id: string }

/** The entries of an expense that open the obligations of others. */
const owedIn = ({ entries }: Transaction): ShareEntry[] =>
  entries.flatMap((entry) =>
    entry.obligation_id === null ? [] : [{ entry, obligation_id: entry.obligation_id }],
  )

/** The shares of a stored expense, in the order of its entries. */
export const storedShares = (known: Known, expense: Transaction): Share[] =>
  owedIn(expense).map(({ entry, obligation_id }) => {
    const debt = (known.find('shares', expense.id) ?? []).find(({ id }) => id === obligation_id)
    const contact = debt && known.find('contact', debt.contact_id)
    if (!contact) throw new Error(`the share ${obligation_id} has no contact`)
    return { contact, amount: entry.amount, obligation_id }
  })

/** Refuses a change of an expense while a share of it was paid, written off or corrected. */
export function checkShares(known: Known, { before, after }: Step): void {
  if (before === null || keepsEntries({ before, after })) return
  for (const debt of known.find('shares', before.id) ?? []) {
    if (debt.deleted_at !== null || known.find('is_touched', debt.id) !== true) continue
    const { currency_id, original_amount, outstanding_amount } = debt
    const contact = known.find('contact', debt.contact_id)?.name ?? ''
    refuse('share_paid', {
      contact,
      amount: amountToApi(original_amount - outstanding_amount, currency_id),
      currency_id,
    })
  }
}

/**
 * The changes of the shares with their expense: they are opened, changed, put into the trash or restored with it. `shares` are those
 * of the expense as it becomes. Nothing here refuses: `checkShares` has.
 */
export function shareChanges(
  book: Book,
  known: Known,
  { before, after }: Step,
  shares: readonly Share[],
): RecordChange[] {
  if (before && keepsEntries({ before, after })) return []
  const stored = before === null ? [] : (known.find('shares', before.id) ?? [])
  const kept = owedIn(after)
  const gone = stored.filter(
    ({ id, deleted_at }) => deleted_at === null && !kept.some(({ obligation_id }) => obligation_id === id),
  )
  const held = stored.filter(({ id }) => kept.some(({ obligation_id }) => obligation_id === id))
  const whole = new Map(wholeOf(known, 'obligation', [...held, ...gone]).map((debt) => [debt.id, debt]))
  const changes = [
    ...kept.map((owed) => {
      const old = whole.get(owed.obligation_id) ?? null
      return { old, debt: shareOf(book, after, owed, shares, old) }
    }),
    ...wholeOf(known, 'obligation', gone).map((old) => ({ old, debt: { ...old, deleted_at: book.at } })),
  ]
  return changes
    .filter(({ old, debt }) => old === null || !isSameDebt(old, debt))
    .map(({ old, debt }) =>
      changed('obligation', old, { ...debt, version: book.version, updated_at: book.at }),
    )
}

/** A share has the name of its expense: the memo, else the notes. */
function nameOf({ entries, notes }: Transaction): string {
  const words = entries.find(({ memo }) => memo.trim() !== '')?.memo.trim() || notes?.trim()
  return words ? [...words].slice(0, 150).join('') : 'Shared expense'
}

/** The obligation that an entry of a shared expense opens. */
function shareOf(
  book: Book,
  expense: Transaction,
  { entry, obligation_id: id }: ShareEntry,
  shares: readonly Share[],
  old: Debt | null,
): Debt {
  const contact = shares.find(({ obligation_id }) => obligation_id === id)?.contact
  if (!contact) throw new Error(`nobody has the share ${id}`)
  const { debit_account_id, credit_account_id, amount, base_amount, currency_id } = entry
  return {
    id,
    name: old?.name ?? nameOf(expense),
    reference: old?.reference ?? null,
    notes: old?.notes ?? null,
    opened_date: expense.date,
    due_date: old?.due_date ?? null,
    direction: 'receivable',
    original_amount: amount,
    outstanding_amount: amount,
    outstanding_base: base_amount,
    currency_id,
    contact_id: contact.id,
    account_id: debit_account_id,
    claim_account_id: debit_account_id,
    counter_account_id: credit_account_id,
    fx_rate: expense.fx_rate,
    fx_source: expense.fx_source,
    fx_date: expense.fx_date,
    expense_id: expense.id,
    plan_id: null,
    settled_at: null,
    created_version: old?.created_version ?? book.version,
    version: book.version,
    created_at: old?.created_at ?? book.at,
    updated_at: book.at,
    deleted_at: expense.deleted_at,
  }
}
