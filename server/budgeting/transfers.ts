import type { TransferChange, TransferDraft } from '../../contract/budgeting.ts'
import type { Day } from '../../contract/day.ts'
import { convert, convertBack, decimalText, impliedRate } from '../../contract/money.ts'
import { refuse } from '../../contract/refusals.ts'
import { newId } from '../ids.ts'
import { amountOf, checkSize, shown } from '../ledger/amounts.ts'
import type { Book } from '../ledger/book.ts'
import type { LoadedAccount } from '../ledger/chart.ts'
import { type Entry, entryOf, plainTransaction, type Transaction } from '../ledger/journal.ts'
import { decimalsOf, type Rate, theRate } from '../ledger/rates.ts'
import {
  exchangeAccount,
  kept,
  rateFor,
  sentRate,
  theAmount,
  theContact,
  theCurrency,
  theDate,
  theMoneyAccount,
} from './compose.ts'
import type { Loaded } from './load.sql.ts'

/** Puts a transfer together from what was sent, what was there, and what was loaded. Refuses what does not fit. */
export function composeTransfer(
  book: Book,
  draft: TransferDraft | TransferChange,
  loaded: Loaded,
): Transaction {
  const { before } = loaded
  const from = theMoneyAccount(
    loaded,
    draft.from_account_id ?? before?.account_id ?? '',
    before?.account_id,
    'from_account_id',
  )
  const to = theMoneyAccount(
    loaded,
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
  const date = theDate(book, draft.date, before)
  const contact = theContact(loaded, kept(draft.contact_id, before?.contact_id ?? null), before?.contact_id)
  const amount = theAmount(draft.amount, before, currency_id, 'amount')
  const moved = theMove(book, draft, loaded, { currency_id, to_currency_id, date, amount })
  const memo = kept(draft.memo, before?.entries[0]?.memo ?? '') ?? ''
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
    to_currency_id,
    contact_id: contact?.id ?? null,
    notes: kept(draft.notes, before?.notes ?? null) || null,
    tags: draft.tags ?? before?.tags ?? [],
    version: book.version,
    created_at: before?.created_at ?? book.at,
    updated_at: book.at,
    entries: entriesOf(loaded, from, to, { currency_id, to_currency_id, amount, ...moved }, memo),
  }
}

/** The currency on one side: the one sent, the one the account is kept in, or the fallback. A kept account takes no other. */
function currencyOn(
  account: LoadedAccount,
  field: string,
  sent: string | null | undefined,
  stored: string | null | undefined,
  fallback: string,
): string {
  const chosen = sent && sent !== stored ? theCurrency(sent, field) : null
  const bound = account.currency_id
  if (chosen && bound && chosen !== bound)
    refuse('account_currency', { field, name: account.name, bound, currency_id: chosen })
  return chosen ?? bound ?? (sent ? theCurrency(sent, field) : fallback)
}

type Asked = { currency_id: string; to_currency_id: string; date: Day; amount: bigint }
type Moved = { rate: Rate; base_amount: bigint; to_amount: bigint }

/** What arrives, and what both sides are worth: the base-currency side if there is one, else what leaves at its rate. */
function theMove(book: Book, draft: TransferChange, loaded: Loaded, asked: Asked): Moved {
  const { currency_id, to_currency_id, date, amount } = asked
  const base = book.base_currency_id
  const decimals = { from: decimalsOf(currency_id), to: decimalsOf(to_currency_id), base: decimalsOf(base) }
  const sent = sentRate(draft.fx_rate, loaded.before)
  const arriving = sentArrival(draft, loaded, to_currency_id)
  const worthAt = (rate: Rate) =>
    checkSize(convert(amount, decimals.from, rate.rate, decimals.base), base, 'amount')

  if (to_currency_id === currency_id) {
    if (arriving !== null && arriving !== amount) {
      const [left, arrived] = [shown(amount, currency_id), shown(arriving, currency_id)]
      const reason = `${left} ${currency_id} cannot arrive as ${arrived}; record a fee as an expense of its own.`
      refuse('transfer_mismatch', { reason })
    }
    const rate = rateFor(book, loaded, { currency_id, date, sent })
    return { rate, base_amount: worthAt(rate), to_amount: amount }
  }
  if (to_currency_id === base && arriving !== null) {
    const implied = () => impliedRate(amount, decimals.from, arriving, decimals.base)
    const rate: Rate = sent
      ? { rate: sent, source: 'given', date }
      : { rate: implied(), source: 'charged', date }
    if (worthAt(rate) !== arriving) {
      const [worth, arrived] = [shown(worthAt(rate), base), shown(arriving, base)]
      refuse('transfer_mismatch', {
        reason: `amount × fx_rate is ${worth} ${base}, not ${arrived}. Send one of the two.`,
      })
    }
    return { rate, base_amount: arriving, to_amount: arriving }
  }
  const rate = rateFor(book, loaded, { currency_id, date, sent })
  const base_amount = worthAt(rate)
  if (arriving !== null) return { rate, base_amount, to_amount: arriving }
  const standing = standingArrival(loaded, asked, base_amount)
  if (standing !== null) return { rate, base_amount, to_amount: standing }
  const back = theRate(book, to_currency_id, date, loaded.known_rates)
  const to_amount = convertBack(base_amount, decimals.base, back.rate, decimals.to)
  if (to_amount === 0n) {
    const left = `${shown(amount, currency_id)} ${currency_id}`
    refuse('transfer_mismatch', {
      reason: `${left} comes to nothing in ${to_currency_id}. Send what arrives.`,
    })
  }
  return { rate, base_amount, to_amount: checkSize(to_amount, to_currency_id, 'to_amount') }
}

/** What arrives, if it was sent, and is not the stored amount coming back with the rest of the record. */
function sentArrival({ to_amount }: TransferChange, { before }: Loaded, toCurrencyId: string): bigint | null {
  if (to_amount === null || to_amount === undefined) return null
  const { to_amount: stored = null, to_currency_id: storedIn = null } = before ?? {}
  if (stored !== null && storedIn !== null && shown(stored, storedIn) === to_amount) return null
  return amountOf(to_amount, toCurrencyId, 'to_amount')
}

/** What arrived before, while nothing that it depends on has changed. */
function standingArrival({ before }: Loaded, asked: Asked, baseAmount: bigint): bigint | null {
  const isStanding =
    before?.currency_id === asked.currency_id &&
    before.to_currency_id === asked.to_currency_id &&
    before.amount === asked.amount &&
    before.date === asked.date &&
    before.base_amount === baseAmount
  return isStanding ? before.to_amount : null
}

function entriesOf(
  loaded: Loaded,
  from: LoadedAccount,
  to: LoadedAccount,
  { currency_id, to_currency_id, amount, to_amount, base_amount }: Omit<Asked, 'date'> & Moved,
  memo: string,
): Entry[] {
  if (currency_id === to_currency_id) {
    return [entryOf({ from: from.id, to: to.id }, { currency_id, amount, base_amount }, { memo })]
  }
  const exchange = exchangeAccount(loaded).id
  return [
    entryOf({ from: from.id, to: exchange }, { currency_id, amount, base_amount }, { memo }),
    entryOf(
      { from: exchange, to: to.id },
      { currency_id: to_currency_id, amount: to_amount, base_amount },
      { memo },
    ),
  ]
}
