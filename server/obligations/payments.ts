import { type Day, todayIn } from '../../contract/day.ts'
import { currencyFacts } from '../../contract/iso4217.ts'
import { convert, convertBack, decimalOf, decimalText } from '../../contract/money.ts'
import type { Payment, PaymentDraft } from '../../contract/obligations.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Tx } from '../database/database.ts'
import { newId } from '../ids.ts'
import { amountOf, checkSize, shown } from '../ledger/amounts.ts'
import { type Book, type Guard, keep } from '../ledger/book.ts'
import { accountWithRole, isMoneyAccount, type LoadedAccount } from '../ledger/chart.ts'
import {
  type Entry,
  entryOf,
  journal,
  plainTransaction,
  type Step,
  type Transaction,
} from '../ledger/journal.ts'
import { decimalsOf, type Rate, theRate } from '../ledger/rates.ts'
import { type Debt, moveDebt, released, standingOf } from './debt.ts'
import { findPosting, type LoadedDebt, loadForObligation } from './obligations.sql.ts'
import { impliedChange, standingDebt, theNames, withOutstanding } from './obligations.ts'
import { shownPayment } from './shown.ts'

/** Pays an obligation, in part or in full. The book's row is in hand, so no two payments see the same debt. */
export async function pay(tx: Tx, book: Book, id: string, draft: PaymentDraft): Promise<Payment> {
  const date = draft.date ?? todayIn(book.time_zone)
  const loaded = await loadForObligation(tx, book, {
    id,
    accounts: [draft.asset_account_id],
    currencies: [draft.currency_id],
    date,
  })
  const debt = standingDebt(loaded)
  checkDate(book, debt, date)
  const account = theMoneyAccount(loaded, debt, draft.asset_account_id ?? book.default_account_id)
  const currency_id = paymentCurrency(draft, debt, account)
  const amount = amountOf(draft.amount, currency_id, 'amount')
  const { rate, paid, applied } = price(book, draft, loaded, { debt, currency_id, amount, date })
  if (applied > debt.outstanding_amount) {
    const field = currency_id === debt.currency_id ? 'amount' : 'applied_amount'
    const [much, left] = [shown(applied, debt.currency_id), shown(debt.outstanding_amount, debt.currency_id)]
    refuse('overpaid', { field, applied: much, outstanding: left, currency_id: debt.currency_id })
  }
  const payment: Transaction = {
    ...plainTransaction,
    id: newId(),
    kind: 'payment',
    date,
    currency_id,
    amount,
    base_amount: paid,
    fx_rate: decimalText(rate.rate),
    fx_source: rate.source,
    fx_date: rate.date,
    account_id: account.id,
    contact_id: debt.contact_id,
    obligation_id: debt.id,
    notes: draft.notes || null,
    version: book.version,
    created_at: book.at,
    updated_at: book.at,
    entries: paymentEntries(loaded, debt, { account, currency_id, amount, paid, applied }),
  }
  const after = await settle(tx, book, loaded, debt, { before: null, after: payment })
  return shownPayment(book, debt, payment, after.outstanding_amount)
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

/** Money can come from any account but the one that the debt itself stands on. */
function theMoneyAccount({ accounts }: LoadedDebt, debt: Debt, id: string): LoadedAccount {
  const account = accounts.find((one) => one.id === id.toLowerCase())
  if (!account || !isMoneyAccount(account) || account.id === debt.claim_account_id) {
    return refuse('account_not_usable', { field: 'asset_account_id' })
  }
  return account
}

function paymentCurrency(draft: PaymentDraft, debt: Debt, account: LoadedAccount): string {
  const sent = draft.currency_id
  const currency_id =
    sent === undefined
      ? debt.currency_id
      : (currencyFacts(sent)?.id ??
        refuse('currency_not_found', { field: 'currency_id', id: sent.slice(0, 20) }))
  const { name, currency_id: bound } = account
  if (bound !== null && bound !== currency_id) refuse('payment_currency', { name, bound, currency_id })
  return currency_id
}

type Asked = { debt: Debt; currency_id: string; amount: bigint; date: Day }

/** What a payment is worth in the base currency, and how much of the debt it settles. */
function price(
  book: Book,
  draft: PaymentDraft,
  { known_rates }: LoadedDebt,
  { debt, currency_id, amount, date }: Asked,
) {
  const base = book.base_currency_id
  const rate: Rate =
    draft.fx_rate && currency_id !== base
      ? { rate: decimalOf(draft.fx_rate), source: 'given', date }
      : theRate(book, currency_id, date, known_rates)
  const paid = checkSize(
    convert(amount, decimalsOf(currency_id), rate.rate, decimalsOf(base)),
    base,
    'amount',
  )
  const sent = draft.applied_amount
    ? amountOf(draft.applied_amount, debt.currency_id, 'applied_amount')
    : null
  if (currency_id === debt.currency_id) {
    if (sent !== null && sent !== amount) {
      const [paying, settling] = [amount, sent].map((one) => `${shown(one, currency_id)} ${currency_id}`)
      refuse('payment_mismatch', { reason: `${paying} cannot settle ${settling}; leave it out.` })
    }
    return { rate, paid, applied: amount }
  }
  if (sent !== null) return { rate, paid, applied: sent }
  const back = theRate(book, debt.currency_id, date, known_rates)
  const applied = convertBack(paid, decimalsOf(base), back.rate, decimalsOf(debt.currency_id))
  if (applied === 0n) {
    const paying = `${shown(amount, currency_id)} ${currency_id}`
    refuse('payment_mismatch', {
      reason: `${paying} comes to nothing in ${debt.currency_id}. Send what it settles.`,
    })
  }
  return { rate, paid, applied: checkSize(applied, debt.currency_id, 'applied_amount') }
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
