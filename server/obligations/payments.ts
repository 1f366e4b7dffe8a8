import { type Day, todayIn } from '../../contract/day.ts'
import { currencyFacts } from '../../contract/iso4217.ts'
import { decimalText } from '../../contract/money.ts'
import type { Payment, PaymentChange, PaymentDraft } from '../../contract/obligations.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Tx } from '../database/database.ts'
import { newId } from '../ids.ts'
import { amountOf, shown } from '../ledger/amounts.ts'
import { type Book, type Guard, keep } from '../ledger/book.ts'
import { accountWithRole, isMoneyAccount, type LoadedAccount } from '../ledger/chart.ts'
import { exchange } from '../ledger/exchange.ts'
import {
  type Entry,
  entryOf,
  isSameTransaction,
  journal,
  plainTransaction,
  type Step,
  type Transaction,
} from '../ledger/journal.ts'
import { type Debt, moveDebt, released, standingOf } from './debt.ts'
import { findPosting, type LoadedDebt, loadForObligation } from './obligations.sql.ts'
import { impliedChange, standingDebt, theNames, withOutstanding } from './obligations.ts'
import { readPayment } from './payments.sql.ts'
import { shownPayment } from './shown.ts'

/** Pays an obligation, in part or in full. The book's row is in hand, so no two payments see the same debt. */
export async function pay(tx: Tx, book: Book, id: string, draft: PaymentDraft): Promise<Payment> {
  const loaded = await loadForObligation(tx, book, {
    id,
    accounts: [draft.asset_account_id],
    currencies: [draft.currency_id],
    date: draft.date ?? todayIn(book.time_zone),
  })
  const debt = standingDebt(loaded)
  const payment = composePayment(book, draft, loaded, debt, null)
  const after = await settle(tx, book, loaded, debt, { before: null, after: payment })
  return shownPayment(book, debt, payment, after.outstanding_amount)
}

/** Changes a payment: what is left out keeps its value. */
export async function changePayment(
  tx: Tx,
  book: Book,
  id: string,
  paymentId: string,
  draft: PaymentChange,
  guard: Guard,
): Promise<Payment> {
  const loaded = await loadForObligation(tx, book, {
    id,
    payment: paymentId,
    accounts: [draft.asset_account_id],
    currencies: [draft.currency_id],
    date: draft.date,
  })
  const debt = standingDebt(loaded)
  const before = (await findPosting(tx, book, debt, 'payment', paymentId)) ?? refuse('not_found')
  const payment = composePayment(book, draft, loaded, debt, before)
  guard(before)
  if (!isSameTransaction(before, payment)) await settle(tx, book, loaded, debt, { before, after: payment })
  return readPayment(tx, book, id, before.id)
}

/** Builds a payment from the request, the stored record and the loaded rows, or refuses. */
function composePayment(
  book: Book,
  draft: PaymentChange,
  loaded: LoadedDebt,
  debt: Debt,
  before: Transaction | null,
): Transaction {
  const date = draft.date ?? before?.date ?? todayIn(book.time_zone)
  if (date !== before?.date) checkDate(book, debt, date)
  const account = requireMoneyAccount(loaded, debt, draft.asset_account_id, before, book)
  const currency_id = paymentCurrency(draft, debt, account, before)
  const amount = paymentAmount(draft, before, currency_id)
  const { rate, paid, applied, source } = price(book, draft, loaded, {
    ...{ debt, before, account, currency_id, amount, date },
  })
  const open = without(debt, before)
  if (applied > open.outstanding_amount) {
    const field = currency_id === debt.currency_id ? 'amount' : 'applied_amount'
    const [much, left] = [shown(applied, debt.currency_id), shown(open.outstanding_amount, debt.currency_id)]
    refuse('overpaid', { field, applied: much, outstanding: left, currency_id: debt.currency_id })
  }
  const isSameMoney =
    before?.account_id === account.id &&
    before.currency_id === currency_id &&
    before.amount === amount &&
    before.base_amount === paid &&
    appliedOf(debt, before) === applied
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
    notes: draft.notes === undefined ? (before?.notes ?? null) : draft.notes || null,
    version: book.version,
    created_at: before?.created_at ?? book.at,
    updated_at: book.at,
    entries: isSameMoney
      ? before.entries
      : paymentEntries(loaded, open, { account, currency_id, amount, paid, applied }),
  }
}

/** A debt is settled on the day it was opened or later, and at the latest tomorrow, when it is already that day elsewhere. */
export function checkDate(book: Book, debt: Debt, date: Day): void {
  if (date < debt.opened_date)
    refuse('payment_date', {
      field: 'date',
      reason: `${date} is before ${debt.opened_date}, when "${debt.name}" was opened.`,
    })
  const tomorrow = Temporal.PlainDate.from(todayIn(book.time_zone)).add({ days: 1 }).toString()
  if (date > tomorrow)
    refuse('payment_date', {
      field: 'date',
      reason: `${date} is later than tomorrow, ${tomorrow}. Record it when it happens.`,
    })
}

/** The debt as it would be without a payment. */
function without(debt: Debt, payment: Transaction | null): Debt {
  const { amount, base_amount } = standingOf(debt, payment ? [payment] : [])
  return {
    ...debt,
    outstanding_amount: debt.outstanding_amount - amount,
    outstanding_base: debt.outstanding_base - base_amount,
  }
}

/** How much of the debt a payment settles. */
const appliedOf = (debt: Debt, payment: Transaction): bigint => -standingOf(debt, [payment]).amount

/** Money can come from any account except the one that holds the claim; an edited payment may keep its account. */
function requireMoneyAccount(
  { accounts }: LoadedDebt,
  debt: Debt,
  sent: string | undefined,
  before: Transaction | null,
  book: Book,
): LoadedAccount {
  const id = sent ?? before?.account_id ?? book.default_account_id
  const account = accounts.find((one) => one.id === id.toLowerCase())
  if (account && account.id === before?.account_id) return account
  if (!account || !isMoneyAccount(account) || account.id === debt.claim_account_id) {
    return refuse('account_not_usable', { field: 'asset_account_id' })
  }
  return account
}

function paymentCurrency(
  { currency_id: sent }: PaymentChange,
  debt: Debt,
  { name, currency_id: bound }: LoadedAccount,
  before: Transaction | null,
): string {
  const currency_id =
    sent === undefined
      ? (before?.currency_id ?? debt.currency_id)
      : (currencyFacts(sent)?.id ??
        refuse('currency_not_found', { field: 'currency_id', id: sent.slice(0, 20) }))
  if (bound !== null && bound !== currency_id) refuse('payment_currency', { name, bound, currency_id })
  return currency_id
}

/** The amount that was sent, or the stored one: ten euros become ten yen where only the currency is another. */
function paymentAmount(
  { amount: sent }: PaymentChange,
  before: Transaction | null,
  currencyId: string,
): bigint {
  if (sent !== undefined) return amountOf(sent, currencyId, 'amount')
  if (before === null) throw new Error('the contract requires an amount')
  return before.currency_id === currencyId
    ? before.amount
    : amountOf(shown(before.amount, before.currency_id), currencyId, 'amount')
}

type Asked = {
  debt: Debt
  before: Transaction | null
  account: LoadedAccount
  currency_id: string
  amount: bigint
  date: Day
}

/** What a payment is worth in the base currency, and how much of the debt it settles. */
function price(
  book: Book,
  draft: PaymentChange,
  { known_rates }: LoadedDebt,
  { debt, before, account, currency_id, amount, date }: Asked,
) {
  const stored = before?.other_source && {
    ...{ amount: appliedOf(debt, before), currency_id: debt.currency_id, source: before.other_source },
  }
  const { rate, base_amount, other } = exchange(book, {
    ...{ date, currency_id, amount, field: 'amount', known_rates },
    ...{ fx_rate: draft.fx_rate, fx_source: draft.fx_source },
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
  if (other === null) throw new Error('a payment settles something')
  return { rate, paid: base_amount, applied: other.amount, source: other.source }
}

type Paid = { account: LoadedAccount; currency_id: string; amount: bigint; paid: bigint; applied: bigint }

/**
 * What was paid leaves the money account (or comes to it) at what it is worth today; the debt goes down by what the books had it at.
 * The difference is an entry of its own with the exchange gains and losses: on the claim where both are in one currency, on
 * Currency exchange where the payment went through there.
 */
function paymentEntries(
  loaded: LoadedDebt,
  debt: Debt,
  { account, currency_id, amount, paid, applied }: Paid,
): Entry[] {
  const freed = released({ amount: debt.outstanding_amount, base_amount: debt.outstanding_base }, applied)
  const difference = paid - freed
  const gains = accountWithRole(loaded.accounts, 'exchange_gains').id
  if (currency_id === debt.currency_id) {
    const down = moveDebt(debt, account.id, { amount: -applied, base_amount: -paid })
    return difference === 0n ? [down] : [down, moveDebt(debt, gains, { amount: 0n, base_amount: difference })]
  }
  const exchange = accountWithRole(loaded.accounts, 'currency_exchange').id
  const sides = (from: string, to: string, isTurned = false) =>
    (debt.direction === 'payable') !== isTurned ? { from, to } : { from: to, to: from }
  const size = difference < 0n ? -difference : difference
  const rest = { currency_id, amount: 0n, base_amount: size }
  return [
    entryOf(sides(account.id, exchange), { currency_id, amount, base_amount: paid }),
    moveDebt(debt, exchange, { amount: -applied, base_amount: -freed }),
    ...(difference === 0n
      ? []
      : [entryOf(sides(exchange, gains, difference < 0n), rest, { obligation_id: debt.id })]),
  ]
}

/**
 * Writes a payment or write-off, and the obligation after it: what was outstanding, and what this posting does to it. The other
 * payments are not looked at, so that the last of many costs what the first did.
 */
export async function settle(tx: Tx, book: Book, loaded: LoadedDebt, debt: Debt, step: Step): Promise<Debt> {
  const [was, is] = [step.before ? [step.before] : [], [step.after]].map((one) => standingOf(debt, one))
  const amount = debt.outstanding_amount + (is?.amount ?? 0n) - (was?.amount ?? 0n)
  const base_amount = debt.outstanding_base + (is?.base_amount ?? 0n) - (was?.base_amount ?? 0n)
  const after = withOutstanding(book, debt, { amount, base_amount })
  const change = impliedChange(book, 'updated', after, theNames(loaded))
  const action = step.before === null ? 'created' : step.after.deleted_at === null ? 'updated' : 'deleted'
  const line = shownPayment(book, debt, step.after, after.outstanding_amount)
  await keep(
    tx,
    book,
    { ...change, statements: [...change.statements, ...journal(book, [step])] },
    { action, resource: step.after.kind, record: line, statements: [] },
  )
  return after
}

/** Takes a payment back, out of the books and off the obligation. */
export async function takeBack(
  tx: Tx,
  book: Book,
  id: string,
  paymentId: string,
  guard: Guard,
): Promise<Payment> {
  const loaded = await loadForObligation(tx, book, { id })
  const debt = standingDebt(loaded)
  const payment = await findPosting(tx, book, debt, 'payment', paymentId)
  if (!payment) return refuse('not_found')
  guard(payment)
  const gone = { ...payment, version: book.version, updated_at: book.at, deleted_at: book.at }
  const after = await settle(tx, book, loaded, debt, { before: payment, after: gone })
  return shownPayment(book, debt, gone, after.outstanding_amount)
}
