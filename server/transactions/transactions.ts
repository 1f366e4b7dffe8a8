import type {
  ExpenseChange,
  ExpenseDraft,
  Transaction as Shown,
  TransactionChange,
  TransactionDraft,
  TransferChange,
  TransferDraft,
} from '../../contract/budgeting.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Tx } from '../database/database.ts'
import { type Action, type Book, type Guard, keep } from '../ledger/book.ts'
import { hasSameEntries, isSameTransaction, journal, type Transaction } from '../ledger/journal.ts'
import { type ShareFacts, shareChanges } from '../obligations/shares.ts'
import { composeBooking } from './booking.ts'
import { contactName, namesOf, receivables } from './compose.ts'
import { type Loaded, loadForTransaction, type RecordedKind } from './load.sql.ts'
import { shownTransaction } from './shown.ts'
import { composeTransfer } from './transfers.ts'

/** The kinds that people record themselves, and what they send to do it. */
type Drafts = {
  expense: { draft: ExpenseDraft; change: ExpenseChange }
  income: { draft: TransactionDraft; change: TransactionChange }
  transfer: { draft: TransferDraft; change: TransferChange }
}
type Sent = ExpenseChange & TransferChange

function load(tx: Tx, book: Book, kind: RecordedKind, id: string | null, sent: Sent): Promise<Loaded> {
  return loadForTransaction(tx, book, {
    id,
    kind,
    accounts: [sent.asset_account_id, sent.from_account_id, sent.to_account_id],
    categories: [sent.category_id, ...(sent.splits ?? []).map(({ category_id }) => category_id)],
    contacts: [sent.contact_id, ...(sent.shares ?? []).map(({ contact_id }) => contact_id)],
    currencies: [sent.currency_id, sent.to_currency_id],
    date: sent.date,
  })
}

const compose = (book: Book, kind: RecordedKind, sent: Sent, loaded: Loaded): Transaction =>
  kind === 'transfer' ? composeTransfer(book, sent, loaded) : composeBooking(book, kind, sent, loaded)

/** Records an expense, an income or a transfer. The caller owns the SQL transaction: a refusal rolls all of it back. */
export async function record<K extends RecordedKind>(
  tx: Tx,
  book: Book,
  kind: K,
  draft: Drafts[K]['draft'],
): Promise<Shown> {
  const loaded = await load(tx, book, kind, null, draft)
  return save(tx, book, 'created', loaded, draft, compose(book, kind, draft, loaded))
}

/** Changes a transaction: its entries are replaced, its id stays. */
export async function change<K extends RecordedKind>(
  tx: Tx,
  book: Book,
  kind: K,
  id: string,
  draft: Drafts[K]['change'],
  guard: Guard,
): Promise<Shown> {
  const loaded = await load(tx, book, kind, id, draft)
  const before = standing(loaded)
  const composed = compose(book, kind, draft, loaded)
  // What posts the same keeps its lines, and their ids.
  const after = hasSameEntries(before, composed) ? { ...composed, entries: before.entries } : composed
  guard(before)
  return isSameTransaction(before, after)
    ? show(book, loaded, draft, before)
    : save(tx, book, 'updated', loaded, draft, after)
}

export async function remove(
  tx: Tx,
  book: Book,
  kind: RecordedKind,
  id: string,
  guard: Guard,
): Promise<Shown> {
  const loaded = await load(tx, book, kind, id, {})
  const before = standing(loaded)
  guard(before)
  return save(tx, book, 'deleted', loaded, {}, { ...before, deleted_at: book.at })
}

/** Brings a transaction back, if everything it posts to is still there. */
export async function restore(tx: Tx, book: Book, kind: RecordedKind, id: string): Promise<Shown> {
  const loaded = await load(tx, book, kind, id, {})
  const before = loaded.before ?? refuse('not_found')
  if (before.deleted_at === null) return show(book, loaded, {}, before)
  const category = loaded.categories.find(({ is_deleted }) => is_deleted)
  if (category) refuse('link_deleted', { link: 'category', name: category.name })
  const owing = loaded.contacts.find(
    ({ id, is_deleted }) => is_deleted && loaded.shares.some(({ debt }) => debt.contact_id === id),
  )
  if (owing) refuse('link_deleted', { link: 'contact', name: owing.name })
  return save(tx, book, 'restored', loaded, {}, { ...before, deleted_at: null })
}

/** The transaction, unless it is in the trash. */
const standing = ({ before }: Loaded): Transaction =>
  before && before.deleted_at === null ? before : refuse('not_found')

/** The contact of each share of a transaction: from the request, or from the stored obligation. */
function factsOf(loaded: Loaded, sent: Sent, transaction: Transaction): (obligationId: string) => ShareFacts {
  const entries = transaction.entries.filter(({ obligation_id }) => obligation_id !== null)
  return (id) => {
    const held = loaded.shares.find(({ debt }) => debt.id === id)
    if (held) return { contact_id: held.debt.contact_id, names: held.names }
    const index = entries.findIndex(({ obligation_id }) => obligation_id === id)
    const contact_id = sent.shares?.[index]?.contact_id.toLowerCase() ?? ''
    const { name: account_name, code: account_code } = receivables(loaded)
    return {
      contact_id,
      names: { contact_name: contactName(loaded, contact_id), account_name, account_code },
    }
  }
}

function show(book: Book, loaded: Loaded, sent: Sent, transaction: Transaction): Shown {
  const contact = loaded.contacts.find(({ id }) => id === transaction.contact_id)
  const facts = factsOf(loaded, sent, transaction)
  const owed = transaction.entries.flatMap(({ obligation_id }) =>
    obligation_id === null ? [] : [obligation_id],
  )
  const shares = owed.map((id) => {
    const { contact_id, names } = facts(id)
    return [id, { contact_id, contact_name: names.contact_name }] as const
  })
  return shownTransaction(book, transaction, namesOf(loaded, contact ?? null, Object.fromEntries(shares)))
}

function save(
  tx: Tx,
  book: Book,
  action: Action,
  loaded: Loaded,
  sent: Sent,
  transaction: Transaction,
): Promise<Shown> {
  const after = { ...transaction, version: book.version, updated_at: book.at }
  const step = { before: loaded.before, after }
  const shares = shareChanges(book, step, loaded.shares, factsOf(loaded, sent, after))
  const record = show(book, loaded, sent, after)
  return keep(
    tx,
    book,
    { action, resource: after.kind, record, statements: journal(book, [step]) },
    ...shares,
  )
}
