import type {
  ExpenseChange,
  ExpenseDraft,
  Transaction as Shown,
  TransactionChange,
  TransactionDraft,
  TransferChange,
  TransferDraft,
} from '../../contract/budgeting.ts'
import { todayIn } from '../../contract/day.ts'
import { refuse } from '../../contract/refusals.ts'
import { isSameTransaction, isShared, keepLines, type Step, type Transaction } from '../ledger/journal.ts'
import { type Known, type References, rateKey } from '../ledger/known.ts'
import { type Book, changed, type Decision, type Guard, unchanged, type Verb } from '../ledger/verb.ts'
import { erasedPostings } from '../obligations/obligations.ts'
import { checkShares, type Share, shareChanges, storedShares } from '../obligations/shares.ts'
import type { Erasable } from '../records/life-cycle.ts'
import { checkOpen } from '../records/locks.ts'
import { checkExternalId } from '../records/require.ts'
import { namesIn, transactionToApi } from '../records/transaction-to-api.ts'
import { type ComposedBooking, composeBooking } from './booking.ts'
import { composeTransfer } from './transfers.ts'

/** The kinds that people record themselves, and their drafts. */
type Drafts = {
  expense: { draft: ExpenseDraft; change: ExpenseChange }
  income: { draft: TransactionDraft; change: TransactionChange }
  transfer: { draft: TransferDraft; change: TransferChange }
}
export type RecordedKind = keyof Drafts
export type Sent = ExpenseChange & TransferChange

/** A write of more transactions, or parts of one, than this is served alone: others would wait for the end of its group. */
export const MAX_IN_COMPANY = 20
const servedAlone = ({ splits = [], shares = [] }: Sent): { isServedAlone?: true } =>
  splits.length + shares.length > MAX_IN_COMPANY ? { isServedAlone: true } : {}

/** The records that recording or changing a transaction looks at. */
export function looksAt(sent: Sent, id?: string): References {
  const accounts = [sent.asset_account_id, sent.from_account_id, sent.to_account_id].filter(Boolean)
  const currencies = [sent.currency_id, sent.to_currency_id].filter((one) => typeof one === 'string')
  const roles = [
    ...(currencies.length > 0 ? ['currency_exchange'] : []),
    ...(sent.shares ? ['receivables'] : []),
  ]
  return {
    account: accounts,
    // Without an account in the request, the book's default account is used.
    default: id === undefined && accounts.length === 0 ? [''] : [],
    category: [sent.category_id, ...(sent.splits ?? []).map(({ category_id }) => category_id)].filter(
      Boolean,
    ),
    contact: [sent.contact_id, ...(sent.shares ?? []).map(({ contact_id }) => contact_id)].filter(Boolean),
    role: roles,
    // In the book's time zone today may be another day: the writer then loads its rate in a second round.
    rate: currencies.map((currency) => rateKey(currency, sent.date ?? todayIn('UTC'))),
    ...(sent.external_id ? { external_id: [sent.external_id] } : {}),
    ...(id === undefined ? {} : { transaction: [id], shares: [id] }),
  }
}

function compose(
  book: Book,
  kind: RecordedKind,
  sent: Sent,
  known: Known,
  before: Transaction | null,
): ComposedBooking {
  return kind === 'transfer'
    ? { transaction: composeTransfer(book, sent, known, before), shares: [] }
    : composeBooking(book, kind, sent, known, before)
}

/** Records an expense, an income or a transfer. */
export const record = <K extends RecordedKind>(kind: K, draft: Drafts[K]['draft']) =>
  ({
    looksAt: looksAt(draft),
    ...servedAlone(draft),
    decide(book: Book, known: Known): Decision<Shown> {
      const { transaction, shares } = compose(book, kind, draft, known, null)
      return save(book, known, { before: null, after: transaction }, shares)
    },
  }) satisfies Verb<Shown>

/** The same as part of a larger change, which answers for itself, and may have chosen the id. */
export function recordOne<K extends RecordedKind>(
  book: Book,
  known: Known,
  kind: K,
  draft: Drafts[K]['draft'],
  id: string | null = null,
): Decision<Transaction> {
  const { transaction, shares } = compose(book, kind, draft, known, null)
  return post(book, known, { before: null, after: { ...transaction, id: id ?? transaction.id } }, shares)
}

/** Changes a transaction: its entries are replaced, its id stays. */
export const change = <K extends RecordedKind>(
  kind: K,
  id: string,
  draft: Drafts[K]['change'],
  guard: Guard,
): Verb<Shown> => ({
  looksAt: looksAt(draft, id),
  ...servedAlone(draft),
  decide: (book, known) => changeOne(book, known, requireLive(known, kind, id), draft, guard),
})

export function changeOne(
  book: Book,
  known: Known,
  before: Transaction,
  draft: Sent,
  guard: Guard,
): Decision<Shown> {
  const { transaction, shares } = compose(book, before.kind as RecordedKind, draft, known, before) // a recorded one
  const after = { ...transaction, entries: keepLines(before.entries, transaction.entries) }
  guard(before)
  return isSameTransaction(before, after)
    ? unchanged(toApi(book, known, before, shares))
    : save(book, known, { before, after }, shares)
}

/** Puts a transaction into the trash: its entries no longer count. */
export const trashOne = (book: Book, known: Known, before: Transaction): Decision<Shown> =>
  save(book, known, { before, after: { ...before, deleted_at: book.at } }, sharesIn(known, before))

/** A transaction is deleted for good with its entries and the obligations of those who had a share in it. */
export const transactionLife = (kind: RecordedKind, id: string): Erasable<Transaction, Shown> => ({
  looksAt: looksAt({}, id),
  find: (known) => findOf(known, kind, id),
  show: (book, known, one) => toApi(book, known, one, sharesIn(known, one)),
  trash: trashOne,
  restore(book, known, before) {
    const shares = sharesIn(known, before)
    checkLinks(known, before, shares)
    return save(book, known, { before, after: { ...before, deleted_at: null } }, shares)
  },
  erase: (_, known, { id, notes }) => ({
    resource: kind,
    name: notes ?? id,
    belonging: (known.find('shares', id) ?? []).flatMap((debt) => [
      ...erasedPostings(known, debt.id),
      { resource: 'obligation', id: debt.id },
    ]),
  }),
})

/** Refuses to restore a transaction that posts to a record in the trash. */
function checkLinks(known: Known, { entries }: Transaction, shares: readonly Share[]): void {
  for (const { category_id, debit_account_id, credit_account_id } of entries) {
    const category = category_id === null ? undefined : known.find('category', category_id)
    if (category && category.deleted_at !== null)
      refuse('link_deleted', { link: 'category', name: category.name })
    for (const id of [debit_account_id, credit_account_id]) {
      const account = known.find('account', id)
      if (account && account.deleted_at !== null)
        refuse('link_deleted', { link: 'account', name: account.name })
    }
  }
  const gone = shares.find(({ contact }) => contact.deleted_at !== null)
  if (gone) refuse('link_deleted', { link: 'contact', name: gone.contact.name })
}

/** A transaction of a kind, in the trash or not. */
function findOf(known: Known, kind: RecordedKind, id: string): Transaction | undefined {
  const found = known.find('transaction', id)
  return found?.kind === kind ? found : undefined
}

/** A transaction of a kind, unless it is in the trash. */
function requireLive(known: Known, kind: RecordedKind, id: string): Transaction {
  const found = findOf(known, kind, id)
  return found && found.deleted_at === null ? found : refuse('not_found')
}

const sharesIn = (known: Known, transaction: Transaction): Share[] =>
  isShared(transaction) ? storedShares(known, transaction) : []

const toApi = (book: Book, known: Known, transaction: Transaction, shares: readonly Share[]): Shown =>
  transactionToApi(book, transaction, namesIn(known, transaction, shares))

/** Posts a transaction or its new version, with the obligations of those who have a share in it. */
function save(book: Book, known: Known, step: Step, shares: readonly Share[]): Decision<Shown> {
  const { answer, changes } = post(book, known, step, shares)
  return { answer: toApi(book, known, answer, shares), changes }
}

function post(book: Book, known: Known, step: Step, shares: readonly Share[]): Decision<Transaction> {
  const hasShares = isShared(step.before) || shares.length > 0
  checkOpen(book, known, [step])
  if (hasShares) checkShares(known, step)
  checkExternalId(known, step)

  // Nothing below this line refuses.
  const after = { ...step.after, version: book.version, updated_at: book.at }
  return {
    answer: after,
    changes: [
      changed('transaction', step.before, after),
      ...(hasShares ? shareChanges(book, known, { before: step.before, after }, shares) : []),
    ],
  }
}
