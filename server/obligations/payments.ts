import { type Day, todayIn } from '../../contract/day.ts'
import { currencyFacts } from '../../contract/iso4217.ts'
import { convert, convertBack, decimalOf, decimalText } from '../../contract/money.ts'
import type { Obligation, Payment, PaymentDraft, WriteOff } from '../../contract/obligations.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Tx } from '../database/database.ts'
import { newId } from '../ids.ts'
import { amountOf, checkSize, shown } from '../ledger/amounts.ts'
import { type Book, type Guard, keep } from '../ledger/book.ts'
import { accountWithRole, isMoneyAccount, type LoadedAccount } from '../ledger/chart.ts'
import { type Entry, entryOf, journal, plainTransaction, type Transaction } from '../ledger/journal.ts'
import { decimalsOf, type Rate, theRate } from '../ledger/rates.ts'
import { type Debt, moveDebt, released, standingOf } from './debt.ts'
import { type LoadedDebt, loadForObligation } from './obligations.sql.ts'
import { debtChange, settlements, standingDebt, steps, theNames, withStanding } from './obligations.ts'
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
  const after = await settle(tx, book, loaded, debt, payment, 'created')
  return shownPayment(book, debt, payment, after.outstanding_amount)
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
  const freed = released(standingOf(debt, loaded.transactions), applied)
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

/** Writes a payment or write-off, and the obligation as it stands after it. */
async function settle(
  tx: Tx,
  book: Book,
  loaded: LoadedDebt,
  debt: Debt,
  posting: Transaction,
  action: 'created' | 'deleted',
): Promise<Debt> {
  const changed = steps(loaded.transactions, [posting])
  const after = withStanding(book, debt, loaded.transactions, changed)
  const change = debtChange(book, 'updated', after, theNames(loaded))
  const line = shownPayment(book, debt, posting, after.outstanding_amount)
  await keep(
    tx,
    book,
    { ...change, statements: [...change.statements, ...journal(book, changed)] },
    { action, resource: posting.kind, record: line, statements: [] },
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
  const payment = settlements(loaded.transactions).find(
    (one) => one.kind === 'payment' && one.id === paymentId.toLowerCase(),
  )
  if (!payment) return refuse('not_found')
  guard(payment)
  const gone = { ...payment, version: book.version, updated_at: book.at, deleted_at: book.at }
  const after = await settle(tx, book, loaded, debt, gone, 'deleted')
  return shownPayment(book, debt, gone, after.outstanding_amount)
}

/** Writes off what is outstanding, or records that it was forgiven, at what the books have it at. */
export async function writeOffDebt(tx: Tx, book: Book, id: string, draft: WriteOff): Promise<Obligation> {
  const date = draft.date ?? todayIn(book.time_zone)
  const loaded = await loadForObligation(tx, book, { id, category: draft.category_id, date })
  const debt = standingDebt(loaded)
  const category = loaded.categories.find((one) =>
    draft.category_id ? one.id === draft.category_id.toLowerCase() : one.account_id === debt.account_id,
  )
  if (!category || category.is_deleted) return refuse('write_off_category')
  if (!category.is_active) refuse('category_inactive', { field: 'category_id', name: category.name })
  if (debt.outstanding_amount === 0n) refuse('nothing_outstanding', { name: debt.name })
  const { amount, base_amount } = standingOf(debt, loaded.transactions)
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
  const after = await settle(tx, book, loaded, debt, writtenOff, 'created')
  return debtChange(book, 'updated', after, theNames(loaded)).record
}

/** Takes the latest write-off back. */
export async function undoWriteOffOf(tx: Tx, book: Book, id: string, guard: Guard): Promise<Obligation> {
  const loaded = await loadForObligation(tx, book, { id })
  const debt = standingDebt(loaded)
  guard(debt)
  const last = settlements(loaded.transactions).findLast(({ kind }) => kind === 'write_off')
  if (!last) return refuse('nothing_written_off', { name: debt.name })
  const gone = { ...last, version: book.version, updated_at: book.at, deleted_at: book.at }
  const after = await settle(tx, book, loaded, debt, gone, 'deleted')
  return debtChange(book, 'updated', after, theNames(loaded)).record
}
