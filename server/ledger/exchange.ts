import type { Day } from '../../contract/day.ts'
import {
  convert,
  convertBack,
  decimalFrom,
  decimalNumber,
  decimalOf,
  impliedRate,
  isEqual,
  one,
} from '../../contract/money.ts'
import { refuse } from '../../contract/refusals.ts'
import { later } from '../../words/t.ts'
import { amountOf, amountToApi, checkSize, decimalsOf, formatAmount } from './amounts.ts'
import type { Source, Transaction } from './journal.ts'
import { type Known, rateKey } from './known.ts'
import { nearestDate, type Rate, rateOf } from './rates.ts'
import type { Book } from './verb.ts'

/**
 * Decides the rate, and the amount on the other side of an exchange, for expenses, incomes, transfers, payments, openings and
 * obligations. A value is given by a person or found by Florin; docs/decisions/0007 has the rule.
 */

/** A value in a request: undefined if it was not sent, null if Florin is asked to find it. */
type SentNumber = number | null | undefined

/** On PUT, a value equal to the stored one and sent with the stored source is ignored. */
function sentValue(
  value: SentNumber,
  source: string | null | undefined,
  shown: { value: number; source: string } | null,
): SentNumber {
  if (typeof value !== 'number' || shown === null || source !== shown.source) return value
  return isEqual(decimalOf(value), decimalOf(shown.value)) ? undefined : value
}

type Choice<T> = { how: 'sent' | 'stored' | 'unchanged'; value: T } | { how: 'find' }

/**
 * The rule for one value. `stored` is null if none is stored, or if it was for another pair of currencies. A given value stays until
 * another is sent. A found value is looked up again when the fields that it depends on have changed, and never because the rates did.
 */
function choose<T>(
  sent: T | null | undefined,
  stored: { value: T; isGiven: boolean } | null,
  isChanged: boolean,
): Choice<T> {
  if (sent === null) return { how: 'find' }
  if (sent !== undefined) return { how: 'sent', value: sent }
  if (stored?.isGiven) return { how: 'stored', value: stored.value }
  return stored && !isChanged ? { how: 'unchanged', value: stored.value } : { how: 'find' }
}

type GivenChoice<T> = Exclude<Choice<T>, { how: 'unchanged' | 'find' }>
const isGiven = <T>(choice: Choice<T>): choice is GivenChoice<T> =>
  choice.how === 'sent' || choice.how === 'stored'

/** The amount on the other side: charged to an account, arriving by a transfer, or settled by a payment. */
type OtherSide = {
  field: 'charged_amount' | 'to_amount' | 'applied_amount'
  currency_id: string
  value: SentNumber
  source: string | null | undefined
  /** The name of the charged account, for the sentence of a refusal. */
  account_name?: string
}

/** The stored values of the record; `other` is null if it has no other side. */
type Before = Pick<Transaction, 'currency_id' | 'base_amount' | 'fx_rate' | 'fx_source' | 'fx_date'> & {
  other: { currency_id: string; amount: bigint; source: Source } | null
}

type AmountToExchange = {
  date: Day
  currency_id: string
  amount: bigint
  /** The field that the amount is sent in. */
  field: string
  fx_rate: SentNumber
  fx_source: string | null | undefined
  other: OtherSide | null
  before: Before | null
  /** Whether the record's own date, amount, currencies or accounts differ from the stored ones. */
  isChanged: boolean
  known: Known
}

export type Exchanged = {
  rate: Rate
  base_amount: bigint
  /** The amount on the other side; null if the request has no other side. */
  other: { amount: bigint; source: Source } | null
}

/** Decides the rate, the base amount, and the amount on the other side. Refuses values that contradict each other, and a missing rate. */
export function exchange(book: Book, asked: AmountToExchange): Exchanged {
  if (!isPlain(book, asked)) return exchangeAtRate(book, asked)
  const { amount, date, other } = asked
  const rate = { rate: one, source: 'base', date } as const
  return { rate, base_amount: amount, other: other && { amount, source: 'found' } }
}

/** Whether nothing is exchanged: both sides are in the base currency, and the request sends no rate and no other amount. */
const isPlain = (book: Book, { currency_id, fx_rate, other }: AmountToExchange): boolean =>
  currency_id === book.base_currency_id &&
  typeof fx_rate !== 'number' &&
  (other === null || (other.currency_id === currency_id && typeof other.value !== 'number'))

/** The same where another currency, a rate or an amount on the other side is involved. */
function exchangeAtRate(book: Book, asked: AmountToExchange): Exchanged {
  const { currency_id, other, before, isChanged, date } = asked
  const stored = before?.currency_id === currency_id ? before : null
  const storedRate = stored && {
    value: { rate: decimalFrom(stored.fx_rate), source: stored.fx_source, date: stored.fx_date },
    isGiven: stored.fx_source === 'given',
  }
  const chosen = choose(readRate(book, asked), storedRate, isChanged)
  // The day of a given rate is the record's own.
  const rate = isGiven(chosen) ? { ...chosen, value: { ...chosen.value, date } } : chosen
  if (other === null) return untied(book, asked, rate, { how: 'find' })
  if (other.currency_id === currency_id) {
    checkSame(asked, other, sentOther(asked, other))
    const { base_amount, rate: found } = untied(book, { ...asked, other: null }, rate, { how: 'find' })
    return { rate: found, base_amount, other: { amount: asked.amount, source: 'found' } }
  }
  const storedOther = stored?.other?.currency_id === other.currency_id ? stored.other : null
  const sent = sentOther(asked, other)
  const amount = choose(
    typeof sent === 'number' ? amountOf(sent, other.currency_id, other.field) : sent,
    storedOther && { value: storedOther.amount, isGiven: storedOther.source === 'given' },
    isChanged,
  )
  // The amount that a payment settles may differ from its worth: the difference is a gain or a loss.
  const isTied = other.currency_id === book.base_currency_id && other.field !== 'applied_amount'
  return isTied ? tied(book, asked, rate, amount) : untied(book, asked, rate, amount)
}

function readRate(
  book: Book,
  { before, currency_id, date, ...asked }: AmountToExchange,
): Rate | null | undefined {
  const shownRate = before && {
    value: decimalNumber(decimalFrom(before.fx_rate)),
    source: before.fx_source,
  }
  const sent = sentValue(asked.fx_rate, asked.fx_source, shownRate)
  if (typeof sent !== 'number') return sent
  const rate = decimalOf(sent)
  if (currency_id !== book.base_currency_id) return { rate, source: 'given', date }
  return isEqual(rate, one) ? null : refuse('fx_rate_base', { currency_id, fx_rate: sent })
}

function sentOther({ before }: AmountToExchange, { value, source }: OtherSide): SentNumber {
  const stored = before?.other ?? null
  return sentValue(
    value,
    source,
    stored && { value: amountToApi(stored.amount, stored.currency_id), source: stored.source },
  )
}

const mismatches = {
  charged_amount: 'charged_mismatch',
  to_amount: 'transfer_mismatch',
  applied_amount: 'payment_mismatch',
} as const

/** Refuses another amount on the other side if both sides have the same currency. */
function checkSame(
  { amount, currency_id }: AmountToExchange,
  { field, account_name }: OtherSide,
  sent: SentNumber,
): void {
  if (typeof sent !== 'number') return
  const read = amountOf(sent, currency_id, field)
  if (read === amount) return
  const [whole = '', part = ''] = [amount, read].map((one) => formatAmount(one, currency_id))
  const reasons = {
    charged_amount: later('"{account_name}" takes {currency_id} itself; leave it out.', {
      account_name: account_name ?? '',
      currency_id,
    }),
    to_amount: later('{whole} cannot arrive as {part}; record a fee as an expense of its own.', {
      whole,
      part,
    }),
    applied_amount: later('{whole} cannot settle {part}; leave it out.', { whole, part }),
  }
  refuse(mismatches[field], { reason: reasons[field] })
}

const worthAt = (book: Book, { amount, currency_id, field }: AmountToExchange, { rate }: Rate): bigint => {
  const base = book.base_currency_id
  return checkSize(convert(amount, decimalsOf(currency_id), rate, decimalsOf(base)), base, field)
}

/** The other side is in the base currency: the rate follows from the amount there, or the amount from the rate. */
function tied(book: Book, asked: AmountToExchange, rate: Choice<Rate>, amount: Choice<bigint>): Exchanged {
  const base = book.base_currency_id
  if (isGiven(rate) && isGiven(amount)) {
    const worth = worthAt(book, asked, rate.value)
    if (worth === amount.value)
      return { rate: rate.value, base_amount: worth, other: { amount: worth, source: 'given' } }
    if (rate.how === 'sent' && amount.how === 'sent' && asked.other) {
      const [computed, sent] = [formatAmount(worth, base), formatAmount(amount.value, base)]
      refuse(mismatches[asked.other.field], {
        reason: later('amount × fx_rate is {computed}, not {sent}. Send one of the two.', { computed, sent }),
      })
    }
  }
  // A rate that is sent outranks a stored amount. Otherwise the rate follows from the amount, which is a fact.
  if (isGiven(amount) && !(rate.how === 'sent' && amount.how === 'stored')) {
    const other = { amount: amount.value, source: 'given' } as const
    return { rate: impliedBy(asked, amount.value, base, asked.date), base_amount: amount.value, other }
  }
  const isUsable = rate.how !== 'find' && rate.value.source !== 'charged'
  const found = isUsable ? rate.value : requireRate(book, asked, null)
  const base_amount = worthAt(book, asked, found)
  if (base_amount === 0n) refuseNothing(asked)
  return { rate: found, base_amount, other: { amount: base_amount, source: 'found' } }
}

/** The rate that follows from both amounts of an exchange. */
const impliedBy = (
  { amount, currency_id }: AmountToExchange,
  worth: bigint,
  base: string,
  date: Day,
): Rate => ({
  rate: impliedRate(amount, decimalsOf(currency_id), worth, decimalsOf(base)),
  source: 'charged',
  date,
})

/** The other side is in a third currency, or absent: rate and amount do not depend on each other. */
function untied(book: Book, asked: AmountToExchange, rate: Choice<Rate>, amount: Choice<bigint>): Exchanged {
  const { other, before } = asked
  const given = isGiven(amount) ? amount.value : null
  const chosen = untiedRate(book, asked, rate, amount)
  const base_amount = worthAt(book, asked, chosen)
  if (other === null) return { rate: chosen, base_amount, other: null }
  if (given !== null) return { rate: chosen, base_amount, other: { amount: given, source: 'given' } }
  if (amount.how === 'unchanged' && base_amount === before?.base_amount) {
    return { rate: chosen, base_amount, other: { amount: amount.value, source: 'found' } }
  }
  const back =
    rateOf(book, asked.known, other.currency_id, asked.date) ??
    refuseMissing(book, asked, other.currency_id, [other.field])
  const decimals = [decimalsOf(book.base_currency_id), decimalsOf(other.currency_id)] as const
  const found = convertBack(base_amount, decimals[0], back.rate, decimals[1])
  if (found === 0n) refuseNothing(asked)
  checkSize(found, other.currency_id, other.field)
  return { rate: chosen, base_amount, other: { amount: found, source: 'found' } }
}

function untiedRate(book: Book, asked: AmountToExchange, rate: Choice<Rate>, amount: Choice<bigint>): Rate {
  const { currency_id, date } = asked
  if (currency_id === book.base_currency_id) return { rate: one, source: 'base', date }
  // A rate that was computed from the amount on the other side is valid only as long as that amount is.
  const isStale =
    asked.other !== null &&
    rate.how === 'unchanged' &&
    rate.value.source === 'charged' &&
    amount.how !== 'stored'
  if (rate.how !== 'find' && !isStale) return rate.value
  return requireRate(book, asked, amount)
}

/** The rate of the day; without one, the rate that follows from a given amount in a currency whose rate is known. */
function requireRate(book: Book, asked: AmountToExchange, amount: Choice<bigint> | null): Rate {
  const { currency_id, other, date, known } = asked
  const found = rateOf(book, known, currency_id, date)
  if (found) return found
  if (other === null) return refuseMissing(book, asked, currency_id, ['fx_rate'])
  const otherRate = rateOf(book, known, other.currency_id, date)
  if (amount && isGiven(amount)) {
    const base = book.base_currency_id
    const decimals = [decimalsOf(other.currency_id), decimalsOf(base)] as const
    const worth = otherRate ? convert(amount.value, decimals[0], otherRate.rate, decimals[1]) : 0n
    if (otherRate && worth > 0n) return impliedBy(asked, worth, base, otherRate.date)
    return refuseMissing(book, asked, currency_id, ['fx_rate'])
  }
  return refuseMissing(book, asked, currency_id, ['fx_rate', other.field], otherRate ? 'or' : 'and')
}

/** Names only the fields that would help in this request. */
function refuseMissing(
  book: Book,
  { date, known }: AmountToExchange,
  from: string,
  fields: string[],
  join: 'or' | 'and' = 'or',
): never {
  const nearest = nearestDate(known.find('rate', rateKey(from, date)), date)
  return refuse('fx_rate_missing', { from, to: book.base_currency_id, date, nearest, fields, join })
}

function refuseNothing({ amount, currency_id, other }: AmountToExchange): never {
  if (!other) throw new Error('nothing on the other side')
  const reason = later(
    '{field, select, charged_amount {{amount} comes to nothing in {currency_id}. Send what was taken.} to_amount {{amount} comes to nothing in {currency_id}. Send what arrives.} other {{amount} comes to nothing in {currency_id}. Send what it settles.}}',
    { field: other.field, amount: formatAmount(amount, currency_id), currency_id: other.currency_id },
  )
  return refuse(mismatches[other.field], { reason })
}
