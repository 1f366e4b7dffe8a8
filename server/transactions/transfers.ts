import type { TransferChange, TransferDraft } from '../../contract/budgeting.ts'
import { type Day, todayIn } from '../../contract/day.ts'
import { decimalText } from '../../contract/money.ts'
import { refuse } from '../../contract/refusals.ts'
import { amountFrom } from '../ledger/amounts.ts'
import { exchange } from '../ledger/exchange.ts'
import { type Entry, entryOf, plainTransaction, type Source, type Transaction } from '../ledger/journal.ts'
import type { Known } from '../ledger/known.ts'
import type { Rate } from '../ledger/rates.ts'
import type { Book } from '../ledger/verb.ts'
import { newId } from '../process/ids.ts'
import type { AccountRow } from '../records/account.ts'
import {
  accountWithRole,
  checkCurrencyDay,
  requireContact,
  requireCurrency,
  requireMoneyAccount,
} from '../records/require.ts'

/** Builds a transfer from the request and the stored record, or refuses. */
export function composeTransfer(
  book: Book,
  draft: TransferDraft | TransferChange,
  known: Known,
  before: Transaction | null,
): Transaction {
  const from = requireMoneyAccount(
    known,
    draft.from_account_id ?? before?.account_id ?? '',
    before?.account_id,
    'from_account_id',
  )
  const to = requireMoneyAccount(
    known,
    draft.to_account_id ?? before?.to_account_id ?? '',
    before?.to_account_id,
    'to_account_id',
  )
  if (from.id === to.id) refuse('transfer_same_account')
  const stored = before?.currency_id
  const currency_id = currencyOn(
    from,
    'currency_id',
    draft.currency_id,
    stored,
    stored ?? book.base_currency_id,
  )
  // A currency of its own stays on the other side; one that was the same goes along.
  const storedTo = before?.to_currency_id
  const isExchange = storedTo && storedTo !== stored
  const to_currency_id = currencyOn(
    to,
    'to_currency_id',
    draft.to_currency_id,
    storedTo,
    isExchange ? storedTo : currency_id,
  )
  const date = draft.date ?? before?.date ?? todayIn(book.time_zone)
  checkCurrencyDay(book, currency_id, date)
  checkCurrencyDay(book, to_currency_id, date, 'to_currency_id')
  const {
    contact_id = before?.contact_id ?? null,
    notes = before?.notes ?? null,
    external_id = before?.external_id ?? null,
    memo = before?.entries[0]?.memo ?? '',
  } = draft
  const contact = contact_id === null ? null : requireContact(known, contact_id, before?.contact_id)
  const amount = amountFrom(draft.amount, before, currency_id, 'amount')
  const moved = computeMove(book, draft, known, before, {
    from: from.id,
    to: to.id,
    currency_id,
    to_currency_id,
    date,
    amount,
  })
  return {
    ...plainTransaction,
    id: before?.id ?? newId(),
    kind: 'transfer',
    date,
    currency_id,
    amount,
    base_amount: moved.base_amount,
    fx_rate: decimalText(moved.rate.rate),
    fx_source: moved.rate.source,
    fx_date: moved.rate.date,
    account_id: from.id,
    to_account_id: to.id,
    to_amount: moved.to_amount,
    other_source: moved.source,
    to_currency_id,
    contact_id: contact?.id ?? null,
    plan_id: before?.plan_id ?? null,
    notes: notes || null,
    tags: draft.tags ?? before?.tags ?? [],
    external_id: external_id || null,
    version: book.version,
    created_version: before?.created_version ?? book.version,
    created_at: before?.created_at ?? book.at,
    updated_at: book.at,
    entries: entriesOf(known, from, to, { currency_id, to_currency_id, amount, ...moved }, memo ?? ''),
  }
}

/** The currency on one side: the one sent, the one the account is kept in, or the fallback. A kept account takes no other. */
function currencyOn(
  account: AccountRow,
  field: string,
  sent: string | null | undefined,
  stored: string | null | undefined,
  fallback: string,
): string {
  const chosen = sent && sent !== stored ? requireCurrency(sent, field) : null
  const bound = account.currency_id
  if (chosen && bound && chosen !== bound)
    refuse('account_currency', { field, name: account.name, bound, currency_id: chosen })
  return chosen ?? bound ?? (sent ? requireCurrency(sent, field) : fallback)
}

type TransferMoney = {
  from: string
  to: string
  currency_id: string
  to_currency_id: string
  date: Day
  amount: bigint
}
type Moved = { rate: Rate; base_amount: bigint; to_amount: bigint; source: Source }

/** Computes the received amount and the base amount of both sides: the base-currency side if there is one, else the sent amount at its rate. */
function computeMove(
  book: Book,
  draft: TransferChange,
  known: Known,
  before: Transaction | null,
  asked: TransferMoney,
): Moved {
  const { currency_id, to_currency_id, date, amount } = asked
  const stored = before && storedArrival(before)
  const { rate, base_amount, other } = exchange(book, {
    date,
    currency_id,
    amount,
    field: 'amount',
    known,
    fx_rate: draft.fx_rate,
    fx_source: draft.fx_source,
    other: {
      field: 'to_amount',
      currency_id: to_currency_id,
      value: draft.to_amount,
      source: draft.to_source,
    },
    before: before && { ...before, other: stored },
    isChanged:
      before === null ||
      before.date !== date ||
      before.amount !== amount ||
      before.currency_id !== currency_id ||
      before.to_currency_id !== to_currency_id ||
      before.account_id !== asked.from ||
      before.to_account_id !== asked.to,
  })
  if (other === null) throw new Error('a transfer arrives somewhere')
  return { rate, base_amount, to_amount: other.amount, source: other.source }
}

const storedArrival = ({ to_amount, to_currency_id, other_source }: Transaction) =>
  to_amount === null || to_currency_id === null || other_source === null
    ? null
    : { amount: to_amount, currency_id: to_currency_id, source: other_source }

function entriesOf(
  known: Known,
  from: AccountRow,
  to: AccountRow,
  {
    currency_id,
    to_currency_id,
    amount,
    to_amount,
    base_amount,
  }: Omit<TransferMoney, 'date' | 'from' | 'to'> & Moved,
  memo: string,
): Entry[] {
  if (currency_id === to_currency_id) {
    return [entryOf({ from: from.id, to: to.id }, { currency_id, amount, base_amount }, { memo })]
  }
  const exchange = accountWithRole(known, 'currency_exchange').id
  return [
    entryOf({ from: from.id, to: exchange }, { currency_id, amount, base_amount }, { memo }),
    entryOf(
      { from: exchange, to: to.id },
      { currency_id: to_currency_id, amount: to_amount, base_amount },
      { memo },
    ),
  ]
}
