import assert from 'node:assert/strict'
import { addDays, type Day, todayIn } from '../../contract/day.ts'
import { decimalText } from '../../contract/money.ts'
import type { Payment, PaymentChange, PaymentDraft } from '../../contract/obligations.ts'
import { refuse } from '../../contract/refusals.ts'
import { later } from '../../words/t.ts'
import { amountFrom, amountToApi } from '../ledger/amounts.ts'
import { exchange } from '../ledger/exchange.ts'
import {
  type Entry,
  entryOf,
  isSameTransaction,
  keepLines,
  plainTransaction,
  type Step,
  type Transaction,
} from '../ledger/journal.ts'
import type { Known, References } from '../ledger/known.ts'
import { type Book, type Decision, type Guard, unchanged, type Verb } from '../ledger/verb.ts'
import { newId } from '../process/ids.ts'
import type { AccountRow } from '../records/account.ts'
import type { Debt } from '../records/obligation.ts'
import {
  accountWithRole,
  checkCurrencyDay,
  checkOpen,
  requireCurrency,
  requireMoneyAccount,
} from '../records/require.ts'
import {
  checkNoSetOff,
  effectOf,
  moveDebt,
  type Owed,
  outstandingOf,
  released,
  requireObligation,
  withOutstanding,
} from './debt.ts'
import { debtChanges, sentRate } from './obligations.ts'
import { paymentToApi } from './to-api.ts'

/**
 * The obligation and the records that a payment of it refers to, but none of its other payments, so that the last of many payments costs as
 * much as the first.
 */
const references = (id: string, draft: PaymentChange): References => ({
  obligation: [id],
  account: [draft.asset_account_id],
  role: ['currency_exchange', 'exchange_gains'],
  rate: sentRate(draft.currency_id, draft.date),
})

/** Pays an obligation, in part or in full. */
export const pay = (id: string, draft: PaymentDraft) =>
  ({
    looksAt: { ...references(id, draft), default: draft.asset_account_id === undefined ? [''] : [] },
    decide(book: Book, known: Known): Decision<Payment> {
      const debt = requireObligation(known, id)
      const step = { before: null, after: composePayment(book, known, draft, debt, null) }
      checkOpen(book, known, [step])

      // Nothing below this line refuses.
      const after = debtAfter(book, debt, step)
      return {
        answer: paymentToApi(book, debt, step.after, after.outstanding_amount),
        changes: debtChanges(debt, after, [step]),
      }
    },
  }) satisfies Verb<Payment>

/** Changes a payment: fields that are left out keep their value. */
export const changePayment = (
  id: string,
  paymentId: string,
  draft: PaymentChange,
  guard: Guard,
): Verb<Payment> => ({
  looksAt: { ...references(id, draft), transaction: [paymentId], outstanding_after: [paymentId] },
  decide(book, known) {
    const debt = requireObligation(known, id)
    const before = requirePayment(known, debt, paymentId)
    const after = composePayment(book, known, draft, debt, before)
    guard(before)
    if (!isSameTransaction(before, after)) checkNoSetOff(known, [before])
    const left = known.find('outstanding_after', paymentId)
    assert(left !== undefined, 'a live payment has entries')
    if (isSameTransaction(before, after)) return unchanged(paymentToApi(book, debt, before, left))
    const step = { before, after }
    checkOpen(book, known, [step])

    // Nothing below this line refuses.
    const leftAfter = left + effectOf(debt, after.entries).amount - effectOf(debt, before.entries).amount
    return {
      answer: paymentToApi(book, debt, after, leftAfter),
      changes: debtChanges(debt, debtAfter(book, debt, step), [step]),
    }
  },
})

/** Takes a payment back: removes its entries and increases the outstanding amount again. */
export const takeBackPayment = (id: string, paymentId: string, guard: Guard): Verb<Payment> => ({
  looksAt: { obligation: [id], transaction: [paymentId], role: ['currency_exchange'] },
  decide(book, known) {
    const debt = requireObligation(known, id)
    const before = requirePayment(known, debt, paymentId)
    guard(before)
    checkNoSetOff(known, [before])
    const step = takenBack(book, before)
    checkOpen(book, known, [step])

    // Nothing below this line refuses.
    const after = debtAfter(book, debt, step)
    return {
      answer: paymentToApi(book, debt, step.after, after.outstanding_amount),
      changes: debtChanges(debt, after, [step]),
    }
  },
})

/** A live payment of this obligation. */
function requirePayment(known: Known, debt: Debt, paymentId: string): Transaction {
  const payment = known.find('transaction', paymentId)
  const isOfDebt = payment?.kind === 'payment' && payment.obligation_id === debt.id
  return isOfDebt && payment.deleted_at === null ? payment : refuse('not_found')
}

/** A payment or write-off goes to the trash. */
export const takenBack = (book: Book, before: Transaction) => ({
  before,
  after: { ...before, version: book.version, updated_at: book.at, deleted_at: book.at },
})

/** The obligation after a payment or write-off: its outstanding amount changes by the effect of this step. */
export function debtAfter(book: Book, debt: Debt, { before, after }: Step): Debt {
  const [was, is] = [outstandingOf(debt, [before]), outstandingOf(debt, [after])]
  return withOutstanding(book, debt, {
    amount: debt.outstanding_amount + is.amount - was.amount,
    base_amount: debt.outstanding_base + is.base_amount - was.base_amount,
  })
}

/** Builds a payment from the request and the stored record, or refuses. The money goes to the account that the request names, or to `against`. */
export function composePayment(
  book: Book,
  known: Known,
  draft: PaymentChange,
  debt: Debt,
  before: Transaction | null,
  against?: AccountRow,
): Transaction {
  const date = draft.date ?? before?.date ?? todayIn(book.time_zone)
  if (date !== before?.date) checkDate(book, debt, date)
  const account = against ?? requireAccount(known, draft, debt, before)
  const currency_id = requirePaymentCurrency(draft, debt, account, before)
  checkCurrencyDay(book, currency_id, date)
  const amount = amountFrom(draft.amount, before, currency_id, 'amount')
  const priced = price(book, known, draft, debt, before, { account, currency_id, amount, date })
  const { rate, paid, applied, source } = priced
  const open = outstandingWithout(debt, before)
  if (applied > open.amount) {
    const field = currency_id === debt.currency_id ? 'amount' : 'applied_amount'
    const [much, left] = [amountToApi(applied, debt.currency_id), amountToApi(open.amount, debt.currency_id)]
    refuse('overpaid', { field, applied: much, outstanding: left, currency_id: debt.currency_id })
  }
  const isSameMoney =
    before?.account_id === account.id &&
    before.currency_id === currency_id &&
    before.amount === amount &&
    before.base_amount === paid &&
    effectOf(debt, before.entries).amount === -applied
  const { notes = before?.notes } = draft
  return {
    ...plainTransaction,
    id: before?.id ?? newId(),
    kind: 'payment',
    date,
    currency_id,
    amount,
    base_amount: paid,
    fx_rate: decimalText(rate.rate),
    fx_source: rate.source,
    fx_date: rate.date,
    other_source: source,
    account_id: account.id,
    contact_id: debt.contact_id,
    obligation_id: debt.id,
    notes: notes || null,
    version: book.version,
    created_version: before?.created_version ?? book.version,
    created_at: before?.created_at ?? book.at,
    updated_at: book.at,
    entries: isSameMoney
      ? before.entries
      : keepLines(
          before?.entries ?? [],
          entriesOf(known, debt, released(open, applied), { account, currency_id, amount, paid, applied }),
        ),
  }
}

/** A debt is settled on the day it was opened or later, and at the latest tomorrow, because it may already be tomorrow in another time zone. */
export function checkDate(book: Book, debt: Debt, date: Day): void {
  if (date < debt.opened_date)
    refuse('payment_date', {
      field: 'date',
      reason: later('{date} is before {opened_date}, when "{name}" was opened.', {
        date,
        opened_date: debt.opened_date,
        name: debt.name,
      }),
    })
  const tomorrow = addDays(todayIn(book.time_zone), 1)
  if (date > tomorrow)
    refuse('payment_date', {
      field: 'date',
      reason: later('{date} is later than tomorrow, {tomorrow}. Record it when it happens.', {
        date,
        tomorrow,
      }),
    })
}

/** The outstanding amount without a payment. */
function outstandingWithout(debt: Debt, payment: Transaction | null): Owed {
  const { amount, base_amount } = outstandingOf(debt, [payment])
  return { amount: debt.outstanding_amount - amount, base_amount: debt.outstanding_base - base_amount }
}

/** Money can come from any money account except the one that holds the claim; an edited payment may keep its account. */
function requireAccount(
  known: Known,
  { asset_account_id: sent }: PaymentChange,
  debt: Debt,
  before: Transaction | null,
): AccountRow {
  const field = 'asset_account_id'
  const stored = before?.account_id
  const account = requireMoneyAccount(known, sent ?? stored ?? null, stored, field)
  if (account.id === debt.claim_account_id && account.id !== stored) refuse('account_not_usable', { field })
  return account
}

function requirePaymentCurrency(
  { currency_id: sent }: PaymentChange,
  debt: Debt,
  { name, currency_id: bound }: AccountRow,
  before: Transaction | null,
): string {
  const currency_id = sent === undefined ? (before?.currency_id ?? debt.currency_id) : requireCurrency(sent)
  if (bound !== null && bound !== currency_id) refuse('payment_currency', { name, bound, currency_id })
  return currency_id
}

type PaymentMoney = { account: AccountRow; currency_id: string; amount: bigint; date: Day }

/** The value of a payment in the base currency, and how much of the debt it settles. */
function price(
  book: Book,
  known: Known,
  draft: PaymentChange,
  debt: Debt,
  before: Transaction | null,
  { account, currency_id, amount, date }: PaymentMoney,
) {
  const stored = before?.other_source && {
    amount: -effectOf(debt, before.entries).amount,
    currency_id: debt.currency_id,
    source: before.other_source,
  }
  const { rate, base_amount, other } = exchange(book, {
    date,
    currency_id,
    amount,
    field: 'amount',
    known,
    fx_rate: draft.fx_rate,
    fx_source: draft.fx_source,
    other: {
      field: 'applied_amount',
      currency_id: debt.currency_id,
      value: draft.applied_amount,
      source: draft.applied_source,
    },
    before: before && { ...before, other: stored || null },
    isChanged:
      before?.date !== date ||
      before.amount !== amount ||
      before.currency_id !== currency_id ||
      before.account_id !== account.id,
  })
  assert(other, 'a payment settles something')
  return { rate, paid: base_amount, applied: other.amount, source: other.source }
}

type PricedPayment = Omit<PaymentMoney, 'date'> & { paid: bigint; applied: bigint }

/**
 * The payment leaves the money account (or comes to it) at today's value; the debt goes down by the value that the books had it at
 * (`freed`). The difference is an entry of its own on Exchange gains and losses: against the claim if both are in one currency, against
 * Currency exchange if the payment went through that account.
 */
function entriesOf(
  known: Known,
  debt: Debt,
  freed: bigint,
  { account, currency_id, amount, paid, applied }: PricedPayment,
): Entry[] {
  const difference = paid - freed
  const gains = accountWithRole(known, 'exchange_gains').id
  if (currency_id === debt.currency_id) {
    const down = moveDebt(debt, account.id, { amount: -applied, base_amount: -paid })
    return difference === 0n ? [down] : [down, moveDebt(debt, gains, { amount: 0n, base_amount: difference })]
  }
  const exchangeId = accountWithRole(known, 'currency_exchange').id
  const sides = (from: string, to: string, isTurned = false) =>
    (debt.direction === 'payable') !== isTurned ? { from, to } : { from: to, to: from }
  const size = difference < 0n ? -difference : difference
  const rest = { currency_id, amount: 0n, base_amount: size }
  return [
    entryOf(sides(account.id, exchangeId), { currency_id, amount, base_amount: paid }),
    moveDebt(debt, exchangeId, { amount: -applied, base_amount: -freed }),
    ...(difference === 0n
      ? []
      : [entryOf(sides(exchangeId, gains, difference < 0n), rest, { obligation_id: debt.id })]),
  ]
}
