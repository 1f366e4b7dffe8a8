import assert from 'node:assert/strict'
import type { Day } from '../../contract/day.ts'
import { currencyFacts } from '../../contract/iso4217.ts'
import { decimalText } from '../../contract/money.ts'
import type { Obligation, ObligationDraft } from '../../contract/obligations.ts'
import { refuse } from '../../contract/refusals.ts'
import { later } from '../../words/t.ts'
import { amountOf, checkSize } from '../ledger/amounts.ts'
import { exchange } from '../ledger/exchange.ts'
import { isLive, type SlimTransaction, type Step } from '../ledger/journal.ts'
import { type Known, type References, rateKey, wholeOf } from '../ledger/known.ts'
import type { Rate } from '../ledger/rates.ts'
import {
  type Book,
  changed,
  type Decision,
  type Erased,
  type Guard,
  unchanged,
  type Verb,
} from '../ledger/verb.ts'
import { newId } from '../process/ids.ts'
import type { AccountRow } from '../records/account.ts'
import type { ContactRow } from '../records/contact.ts'
import type { Erasable } from '../records/life-cycle.ts'
import { type Debt, obligationToApi } from '../records/obligation.ts'
import {
  accountWithRole,
  checkCurrencyDay,
  checkOpen,
  requireContact,
  requireCurrency,
} from '../records/require.ts'
import { transaction } from '../records/transaction.ts'
import {
  checkNoSetOff,
  isSameDebt,
  outstandingOf,
  requireObligation,
  withOutstanding,
  worthOf,
} from './debt.ts'
import { affectedBy, followers, openingPostings, repost, settlementsIn, stepsTo } from './postings.ts'
import { requireSides } from './sides.ts'

/** The rate of a currency on a day, where a request names both. */
export const sentRate = (currencyId: string | undefined, date: Day | undefined): string[] => {
  const currency = currencyId === undefined ? undefined : currencyFacts(currencyId)
  return currency && date ? [rateKey(currency.id, date)] : []
}

const draftReferences = (draft: ObligationDraft): References => ({
  account: [draft.account_id, draft.counter_account_id],
  role: ['opening_balances', 'payables', 'receivables'],
  contact: [draft.contact_id],
  rate: sentRate(draft.currency_id, draft.opened_date),
})

/** Records an obligation, and posts it. */
export const addObligation = (draft: ObligationDraft) =>
  ({
    looksAt: draftReferences(draft),
    decide(book: Book, known: Known): Decision<Obligation> {
      const { debt, contact, account } = compose(book, known, draft, null, [])
      const opening = { before: null, correction: debt.outstanding_amount - debt.original_amount }
      const openingBalances = accountWithRole(known, 'opening_balances').id
      const steps = stepsTo([], openingPostings(book, debt, openingBalances, opening, []))
      checkOpen(book, known, steps)

      // Nothing below this line refuses.
      const after = withPostings(book, debt, [], steps)
      return {
        answer: obligationToApi(book, after, contact, account),
        changes: debtChanges(null, after, steps),
      }
    },
  }) satisfies Verb<Obligation>

/** Changes an obligation. Once there are payments, the fields they were computed from are fixed. */
export const changeObligation = (id: string, draft: ObligationDraft, guard: Guard): Verb<Obligation> => ({
  looksAt: { ...draftReferences(draft), obligation: [id], postings: [id] },
  decide(book, known) {
    const before = requireObligation(known, id)
    const transactions = known.find('postings', id) ?? []
    const { debt, contact, account } = compose(book, known, draft, before, transactions)
    guard(before)
    if (isSameDebt(before, debt)) return unchanged(obligationToApi(book, before, contact, account))
    checkChange(before, debt, settlementsIn(transactions))
    const openingBalances = accountWithRole(known, 'opening_balances').id
    const affected = wholeOf(known, 'transaction', affectedBy(before, debt, transactions))
    const own = affected.filter(({ kind }) => kind === 'obligation')
    const postings = repost(book, before, debt, { transactions, own }, openingBalances)
    const steps = stepsTo(affected, [...postings, ...followers(book, debt, affected, postings)])
    checkOpen(book, known, steps)

    // Nothing below this line refuses.
    const after = withPostings(book, debt, transactions, steps)
    return {
      answer: obligationToApi(book, after, contact, account),
      changes: debtChanges(before, after, steps),
    }
  },
})

/**
 * An obligation goes to the trash with its live postings and comes back with those that went there together with it; it is deleted for good with
 * all its postings and payments. In the trash it keeps its outstanding amount.
 */
export const obligationLife = (id: string): Erasable<Debt, Obligation> => ({
  looksAt: { obligation: [id], postings: [id], role: ['currency_exchange'] },
  find: (known) => known.find('obligation', id),
  show: (book, known, debt) => saved(book, known, debt, debt, []).answer,
  trash(book, known, before) {
    checkNoShare(before)
    const dates = { version: book.version, updated_at: book.at, deleted_at: book.at }
    const transactions = (known.find('postings', id) ?? []).filter(isLive)
    checkNoSetOff(known, transactions)
    const steps = wholeOf(known, 'transaction', transactions).map((one) => ({
      before: one,
      after: { ...one, ...dates },
    }))
    checkOpen(book, known, steps)

    // Nothing below this line refuses.
    return saved(book, known, before, { ...before, ...dates }, steps)
  },
  restore(book, known, before) {
    checkNoShare(before)
    const stored = known.find('postings', id) ?? []
    // A restored book has one version for all its records, so only the time shows which records went to the trash together.
    const trashed = stored.filter(
      (one) => one.version === before.version && one.deleted_at === before.deleted_at,
    )
    checkLinks(known, before, trashed)
    const dates = { version: book.version, updated_at: book.at, deleted_at: null }
    const steps = wholeOf(known, 'transaction', trashed).map((one) => ({
      before: one,
      after: { ...one, ...dates },
    }))
    checkOpen(book, known, steps)

    // Nothing below this line refuses.
    const after = withPostings(book, { ...before, ...dates }, stored, steps)
    return saved(book, known, before, after, steps)
  },
  erase(_, known, debt) {
    checkNoShare(debt)
    return { resource: 'obligation', name: debt.name, belonging: erasedPostings(known, id) }
  },
})

/** The obligation of a share changes with its expense. */
function checkNoShare({ expense_id, name }: Debt): void {
  if (expense_id !== null) refuse('obligation_of_share', { name })
}

/** The transactions of an obligation, as the log calls them. */
export const erasedPostings = (known: Known, id: string): Erased[] =>
  (known.find('postings', id) ?? [])
    .filter(({ obligation_id }) => obligation_id === id)
    .map((one) => ({ resource: transaction.resourceOf(one), id: one.id }))

/** Refuses to restore an obligation whose contact, or whose category or that of a posting, is in the trash. */
function checkLinks(known: Known, debt: Debt, postings: readonly SlimTransaction[]): void {
  const contact = known.find('contact', debt.contact_id)
  if (contact && contact.deleted_at !== null) refuse('link_deleted', { link: 'contact', name: contact.name })
  const categories = [
    known.find('category_of', debt.account_id),
    ...postings.map(({ category_id }) =>
      category_id === null ? undefined : known.find('category', category_id),
    ),
  ]
  const gone = categories.find((category) => category && category.deleted_at !== null)
  if (gone) refuse('link_deleted', { link: 'category', name: gone.name })
}

type ComposedDebt = { debt: Debt; contact: ContactRow; account: AccountRow }

/** Builds an obligation from the request and the stored record, or refuses. */
function compose(
  book: Book,
  known: Known,
  draft: ObligationDraft,
  before: Debt | null,
  transactions: readonly SlimTransaction[],
): ComposedDebt {
  const currency_id = requireCurrency(draft.currency_id)
  checkCurrencyDay(book, currency_id, draft.opened_date)
  const contact = requireContact(known, draft.contact_id, before?.contact_id)
  const { account, direction, claim, counter } = requireSides(known, draft, before, currency_id)
  const original_amount = amountOf(draft.original_amount, currency_id, 'original_amount')
  const outstanding_amount = amountOf(draft.outstanding_amount, currency_id, 'outstanding_amount')
  const { reference = before?.reference, notes = before?.notes, due_date = before?.due_date } = draft
  const fields = {
    opened_date: draft.opened_date,
    original_amount,
    currency_id,
    account_id: account.id,
    counter_account_id: counter.id,
  }
  const isHeld = before !== null && (before.expense_id !== null || settlementsIn(transactions).length > 0)
  const rate = openingRate(book, known, draft, fields, before, isHeld)
  const debt: Debt = {
    id: before?.id ?? newId(),
    ...fields,
    name: draft.name,
    reference: reference || null,
    notes: notes || null,
    due_date: due_date ?? null,
    direction,
    outstanding_amount,
    outstanding_base: before?.outstanding_base ?? 0n, // computed once its postings are known
    contact_id: contact.id,
    claim_account_id: claim.id,
    fx_rate: decimalText(rate.rate),
    fx_source: rate.source,
    fx_date: rate.date,
    expense_id: before?.expense_id ?? null,
    plan_id: before?.plan_id ?? null,
    settled_at: outstanding_amount > 0n ? null : (before?.settled_at ?? book.at),
    created_version: before?.created_version ?? book.version,
    version: book.version,
    created_at: before?.created_at ?? book.at,
    updated_at: book.at,
    deleted_at: null,
  }
  checkSize(worthOf(book, debt, original_amount), book.base_currency_id, 'original_amount')
  checkSize(worthOf(book, debt, outstanding_amount), book.base_currency_id, 'outstanding_amount')
  return { debt, contact, account }
}

type OpeningFacts = Pick<
  Debt,
  'opened_date' | 'currency_id' | 'original_amount' | 'account_id' | 'counter_account_id'
>

/** The rate at which an obligation was opened. It is fixed if it comes from the expense, or if payments were computed from it. */
function openingRate(
  book: Book,
  known: Known,
  draft: ObligationDraft,
  opened: OpeningFacts,
  before: Debt | null,
  isHeld: boolean,
): Rate {
  const { rate } = exchange(book, {
    date: opened.opened_date,
    currency_id: opened.currency_id,
    amount: opened.original_amount,
    field: 'original_amount',
    fx_rate: draft.fx_rate,
    fx_source: draft.fx_source,
    other: null,
    before: before && { ...before, base_amount: 0n, other: null },
    isChanged:
      !isHeld &&
      (before?.opened_date !== opened.opened_date ||
        before.original_amount !== opened.original_amount ||
        before.currency_id !== opened.currency_id ||
        before.account_id !== opened.account_id ||
        before.counter_account_id !== opened.counter_account_id),
    known,
  })
  const isSameRate = before?.fx_rate === decimalText(rate.rate)
  return isHeld && before && isSameRate
    ? { rate: rate.rate, source: before.fx_source, date: before.fx_date }
    : rate
}

const fixed = ['original_amount', 'account_id', 'currency_id', 'fx_rate'] as const
const fixedForShare = [...fixed, 'opened_date', 'contact_id', 'counter_account_id'] as const

/** Refuses to change fields of a share that come from its expense, and fields that payments were computed from. */
function checkChange(before: Debt, debt: Debt, settlements: readonly SlimTransaction[]): void {
  const { name } = before
  if (before.expense_id !== null && fixedForShare.some((one) => before[one] !== debt[one]))
    refuse('obligation_of_share', { name })
  const field = fixed.find((one) => before[one] !== debt[one])
  const count = settlements.length
  if (field && count > 0) refuse('has_payments', { name, field, count })
  checkOpened(before, debt, settlements)
}

/** An obligation is not opened after it was paid. */
function checkOpened(before: Debt, { opened_date }: Debt, settlements: readonly SlimTransaction[]): void {
  if (opened_date === before.opened_date) return
  const earlier = settlements.find(({ date }) => date < opened_date)
  if (!earlier) return
  refuse('payment_date', {
    field: 'opened_date',
    reason: later(
      '{kind, select, payment {{opened_date} is after the payment of {date}, which would then come before the debt.} other {{opened_date} is after the write-off of {date}, which would then come before the debt.}}',
      { kind: earlier.kind, opened_date, date: earlier.date },
    ),
  })
}

/** The obligation with the amounts computed from its stored transactions and these steps. */
function withPostings(
  book: Book,
  debt: Debt,
  stored: readonly SlimTransaction[],
  steps: readonly Step[],
): Debt {
  const all = new Map<string, SlimTransaction>(
    [...stored, ...steps.map(({ after }) => after)].map((one) => [one.id, one]),
  )
  const after = withOutstanding(book, debt, outstandingOf(debt, [...all.values()]))
  assert.equal(after.outstanding_amount, debt.outstanding_amount, 'the books and the obligation say the same')
  return after
}

/** An obligation and its transactions, in the form of the log. An unchanged obligation is left out. */
export const debtChanges = (before: Debt | null, after: Debt, steps: readonly Step[]) => [
  ...(before && isSameDebt(before, after) ? [] : [changed('obligation', before, after)]),
  ...steps.map((step) => changed('transaction', step.before, step.after)),
]

/** The decision about an obligation whose contact and account do not change. */
export function saved(
  book: Book,
  known: Known,
  before: Debt,
  after: Debt,
  steps: readonly Step[],
): Decision<Obligation> {
  const contact = known.find('contact', before.contact_id)
  const account = known.find('account', before.account_id)
  assert(contact && account, 'an obligation comes with its contact and its account')
  return {
    answer: obligationToApi(book, after, contact, account),
    changes: debtChanges(before, after, steps),
  }
}
