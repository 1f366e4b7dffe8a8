import assert from 'node:assert/strict'
import { currencyFacts } from '../../contract/iso4217.ts'
import { decimalText } from '../../contract/money.ts'
import type { Obligation, ObligationDraft } from '../../contract/obligations.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Tx } from '../database/database.ts'
import { newId } from '../ids.ts'
import { amountOf, checkSize } from '../ledger/amounts.ts'
import { type Action, type Book, type Change, type Guard, keep } from '../ledger/book.ts'
import { exchange } from '../ledger/exchange.ts'
import { isSameTransaction, journal, type Step, type Transaction } from '../ledger/journal.ts'
import type { Rate } from '../ledger/rates.ts'
import { type Debt, openingPostings, type Standing, standingOf, worthOf } from './debt.ts'
import {
  findTrashedCategory,
  type LoadedDebt,
  loadWithPostings,
  type PostedDebt,
  saveDebts,
} from './obligations.sql.ts'
import { correctOnly, followers, isStanding, openingBalances, repost, settlements } from './repost.ts'
import { type DebtNames, shownObligation } from './shown.ts'
import { theSides } from './sides.ts'

/** Records that something is owed, and posts it. */
export async function addObligation(tx: Tx, book: Book, draft: ObligationDraft): Promise<Obligation> {
  const loaded = await load(tx, book, null, draft)
  const { debt, names } = compose(book, draft, loaded)
  const correction = debt.outstanding_amount - debt.original_amount
  const postings = openingPostings(book, debt, openingBalances(loaded), { before: null, correction }, [])
  return save(tx, book, 'created', debt, { names, transactions: [] }, steps([], postings))
}

function load(tx: Tx, book: Book, id: string | null, draft: ObligationDraft): Promise<PostedDebt> {
  return loadWithPostings(tx, book, {
    id,
    accounts: [draft.account_id, draft.counter_account_id],
    contact: draft.contact_id,
    currencies: [draft.currency_id],
    date: draft.opened_date,
  })
}

/** The obligation, unless it is in the trash. */
export const standingDebt = ({ before }: LoadedDebt): Debt =>
  before && before.deleted_at === null ? before : refuse('not_found')

/** Builds an obligation from the request, the stored record and the loaded rows, or refuses. */
function compose(book: Book, draft: ObligationDraft, loaded: PostedDebt): { debt: Debt; names: DebtNames } {
  const { before } = loaded
  const currency_id =
    currencyFacts(draft.currency_id)?.id ??
    refuse('currency_not_found', { field: 'currency_id', id: draft.currency_id.slice(0, 20) })
  const contact = loaded.contacts.find(({ id }) => id === draft.contact_id.toLowerCase())
  if (!contact || (contact.is_deleted && contact.id !== before?.contact_id))
    refuse('contact_not_found', { field: 'contact_id' })
  const sides = theSides(draft, loaded, currency_id)
  const original_amount = amountOf(draft.original_amount, currency_id, 'original_amount')
  const outstanding_amount = amountOf(draft.outstanding_amount, currency_id, 'outstanding_amount')
  const rate = openingRate(book, draft, loaded, {
    ...{ currency_id, original_amount, account_id: sides.account.id, counter_account_id: sides.counter },
  })
  const debt: Debt = {
    id: before?.id ?? newId(),
    name: draft.name,
    reference: draft.reference === undefined ? (before?.reference ?? null) : draft.reference || null,
    notes: draft.notes === undefined ? (before?.notes ?? null) : draft.notes || null,
    opened_date: draft.opened_date,
    due_date: draft.due_date === undefined ? (before?.due_date ?? null) : draft.due_date,
    direction: sides.direction,
    original_amount,
    outstanding_amount,
    outstanding_base: 0n,
    currency_id,
    contact_id: contact.id,
    account_id: sides.account.id,
    claim_account_id: sides.claim,
    counter_account_id: sides.counter,
    fx_rate: decimalText(rate.rate),
    fx_source: rate.source,
    fx_date: rate.date,
    expense_id: before?.expense_id ?? null,
    settled_at: outstanding_amount > 0n ? null : (before?.settled_at ?? book.at),
    version: book.version,
    created_at: before?.created_at ?? book.at,
    updated_at: book.at,
    deleted_at: null,
  }
  checkSize(worthOf(book, debt, original_amount), book.base_currency_id, 'original_amount')
  checkSize(worthOf(book, debt, outstanding_amount), book.base_currency_id, 'outstanding_amount')
  const { name: account_name, code: account_code } = sides.account
  return { debt, names: { contact_name: contact.name, account_name, account_code } }
}

/** The rate it was opened at. A share has its expense's, and a rate that payments were computed by stays. */
function openingRate(
  book: Book,
  draft: ObligationDraft,
  { before, known_rates, transactions }: PostedDebt,
  debt: Pick<Debt, 'currency_id' | 'original_amount' | 'account_id' | 'counter_account_id'>,
): Rate {
  const isHeld = before !== null && (before.expense_id !== null || settlements(transactions).length > 0)
  const { rate } = exchange(book, {
    ...{ date: draft.opened_date, currency_id: debt.currency_id, amount: debt.original_amount },
    ...{ field: 'original_amount', fx_rate: draft.fx_rate, fx_source: draft.fx_source, other: null },
    before: before && { ...before, base_amount: 0n, other: null },
    isChanged:
      !isHeld &&
      (before?.opened_date !== draft.opened_date ||
        before.original_amount !== debt.original_amount ||
        before.currency_id !== debt.currency_id ||
        before.account_id !== debt.account_id ||
        before.counter_account_id !== debt.counter_account_id),
    known_rates,
  })
  const isSameRate = before?.fx_rate === decimalText(rate.rate)
  return isHeld && isSameRate ? { rate: rate.rate, source: before.fx_source, date: before.fx_date } : rate
}

/** Changes an obligation. What its payments were reckoned by is fixed once there are any. */
export async function changeObligation(
  tx: Tx,
  book: Book,
  id: string,
  draft: ObligationDraft,
  guard: Guard,
): Promise<Obligation> {
  const loaded = await load(tx, book, id, draft)
  const before = standingDebt(loaded)
  const { debt, names } = compose(book, draft, loaded)
  guard(before)
  if (isSameDebt(before, debt)) return shownObligation(book, before, loaded.names ?? names)
  if (before.expense_id !== null) checkShare(before, debt)
  const paid = settlements(loaded.transactions)
  if (paid.length > 0) checkFixed(before, debt, paid.length)
  checkOpened(before, debt, paid)
  const postings =
    before.expense_id === null ? repost(book, loaded, before, debt, paid) : correctOnly(book, loaded, debt)
  const { transactions } = loaded
  const all = [...postings, ...followers(book, debt, transactions, postings)]
  return save(tx, book, 'updated', debt, { names, transactions }, steps(transactions, all))
}

/** An obligation is not opened after it was paid. */
function checkOpened(before: Debt, { opened_date }: Debt, paid: readonly Transaction[]): void {
  if (opened_date === before.opened_date) return
  const earlier = paid.find(({ date }) => date < opened_date)
  if (!earlier) return
  const what = earlier.kind === 'payment' ? 'payment' : 'write-off'
  refuse('payment_date', {
    field: 'opened_date',
    reason: `${opened_date} is after the ${what} of ${earlier.date}, which would then come before the debt.`,
  })
}

const fixed = ['original_amount', 'account_id', 'currency_id', 'fx_rate'] as const

function checkFixed(before: Debt, debt: Debt, count: number): void {
  const field = fixed.find((one) => before[one] !== debt[one])
  if (field) refuse('has_payments', { name: before.name, field, count })
}

/** Fields that come from a shared expense can only be changed there. */
function checkShare(before: Debt, debt: Debt): void {
  const said = [...fixed, 'opened_date', 'contact_id', 'counter_account_id'] as const
  if (said.some((one) => before[one] !== debt[one])) refuse('obligation_of_share', { name: before.name })
}

/** Pairs each posting with what it was before; what did not change is left alone. */
export function steps(before: readonly Transaction[], after: readonly Transaction[]): Step[] {
  return after
    .map((one) => ({ before: before.find(({ id }) => id === one.id) ?? null, after: one }))
    .filter((step) => step.before === null || !isSameTransaction(step.before, step.after))
}

function isSameDebt(a: Debt, b: Debt): boolean {
  const plain = ({ version: _, updated_at: __, outstanding_base: ___, ...rest }: Debt) =>
    Object.entries(rest)
      .sort(([x], [y]) => (x < y ? -1 : 1))
      .map(([key, value]) => `${key}=${value}`)
      .join('\n')
  return plain(a) === plain(b)
}

/** Puts an obligation into the trash, with its live postings. */
export async function trashObligation(tx: Tx, book: Book, id: string, guard: Guard): Promise<Obligation> {
  const loaded = await loadWithPostings(tx, book, { id })
  const before = standingDebt(loaded)
  guard(before)
  if (before.expense_id !== null) refuse('obligation_of_share', { name: before.name })
  const gone = loaded.transactions.filter(isStanding)
  const after = gone.map((one) => ({
    ...one,
    version: book.version,
    updated_at: book.at,
    deleted_at: book.at,
  }))
  return save(
    tx,
    book,
    'deleted',
    { ...before, deleted_at: book.at },
    withNames(loaded),
    steps(loaded.transactions, after),
  )
}

/** Restores an obligation, with the postings that went to the trash together with it. */
export async function restoreObligationOf(tx: Tx, book: Book, id: string): Promise<Obligation> {
  const loaded = await loadWithPostings(tx, book, { id })
  const before = loaded.before ?? refuse('not_found')
  if (before.deleted_at === null) return shownObligation(book, before, theNames(loaded))
  if (before.expense_id !== null) refuse('obligation_of_share', { name: before.name })
  const contact = loaded.contacts.find((one) => one.id === before.contact_id)
  if (contact?.is_deleted) refuse('link_deleted', { link: 'contact', name: contact.name })
  const category = await findTrashedCategory(tx, book, before)
  if (category) refuse('link_deleted', { link: 'category', name: category.name })
  const back = loaded.transactions.filter((one) => one.version === before.version && one.deleted_at !== null)
  const after = back.map((one) => ({ ...one, version: book.version, updated_at: book.at, deleted_at: null }))
  return save(
    tx,
    book,
    'restored',
    { ...before, deleted_at: null },
    withNames(loaded),
    steps(loaded.transactions, after),
  )
}

export const theNames = ({ names }: LoadedDebt): DebtNames => names ?? refuse('not_found')

const withNames = (loaded: PostedDebt) => ({ names: theNames(loaded), transactions: loaded.transactions })

/** The obligation with what the books say is outstanding once these steps are taken. */
function withStanding(
  book: Book,
  debt: Debt,
  transactions: readonly Transaction[],
  changed: readonly Step[],
): Debt {
  const after = new Map([...transactions, ...changed.map((step) => step.after)].map((one) => [one.id, one]))
  return withOutstanding(book, debt, standingOf(debt, [...after.values()]))
}

/** The obligation with this outstanding; settled from the first moment on at which nothing is. */
export const withOutstanding = (book: Book, debt: Debt, { amount, base_amount }: Standing): Debt => ({
  ...debt,
  outstanding_amount: amount,
  outstanding_base: base_amount,
  settled_at: amount > 0n ? null : (debt.settled_at ?? book.at),
  version: book.version,
  updated_at: book.at,
})

/** An obligation's line in the log, and the statement that writes it. */
export const debtChange = (book: Book, action: Action, debt: Debt, names: DebtNames): Change<Obligation> => ({
  action,
  resource: 'obligation',
  record: shownObligation(book, debt, names),
  statements: [saveDebts(book.id, [debt])],
})

/**
 * The same for an obligation that changes because a payment or its expense does. Its notes stay as they were and can be long, so the
 * log does not repeat them.
 */
export function impliedChange(book: Book, action: Action, debt: Debt, names: DebtNames): Change<Obligation> {
  const change = debtChange(book, action, debt, names)
  const { notes: _, ...logged } = change.record
  return { ...change, logged }
}

/** Writes an obligation and its postings. In the trash it keeps what was outstanding, for when it comes back. */
function save(
  tx: Tx,
  book: Book,
  action: Action,
  debt: Debt,
  loaded: { names: DebtNames; transactions: readonly Transaction[] },
  changed: readonly Step[],
): Promise<Obligation> {
  const after =
    debt.deleted_at === null
      ? withStanding(book, debt, loaded.transactions, changed)
      : { ...debt, version: book.version, updated_at: book.at }
  assert.equal(after.outstanding_amount, debt.outstanding_amount, 'the books and the obligation say the same')
  const change = debtChange(book, action, after, loaded.names)
  return keep(tx, book, { ...change, statements: [...change.statements, ...journal(book, changed)] })
}
