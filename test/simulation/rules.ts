import type { Account } from '../../contract/accounts.ts'
import type { Line, Transaction, TransactionChange, TransferChange } from '../../contract/budgeting.ts'
import * as money from '../../contract/money.ts'
import type { Code } from '../../contract/refusals.ts'
import { decimals, isClosed, isThere, type Ledger, numberOf, units } from '../model.ts'
import { convert, type Rate, rateOn } from './rates.ts'

/** The model's half of a change: applies a request by the rules as they are documented. */
export type Sent = TransactionChange & TransferChange
export type Kind = 'expense' | 'income' | 'transfer'
type Entry = {
  from: string
  to: string
  currency: string
  amount: bigint
  worth: bigint
  memo?: string | null
}

export const systemAccount = (ledger: Ledger, name: string): string =>
  [...ledger.accounts.values()].find((account) => account.is_system && account.name === name)?.id ?? ''

/** The two lines of an entry; the server gives their ids. */
const linesOf = ({ base }: Ledger, entries: readonly Entry[]): Line[] =>
  entries.flatMap(({ from, to, currency, amount, worth, memo }) => {
    const unticked = { reconciliation_id: null, is_locked: false }
    const line = { id: '', account_name: '', currency_id: currency, memo: memo ?? '', ...unticked }
    const [own, inBase] = [numberOf(amount, currency), numberOf(worth, base)]
    return [
      { ...line, account_id: to, debit: own, credit: 0, debit_base: inBase, credit_base: 0 },
      { ...line, account_id: from, debit: 0, credit: own, debit_base: 0, credit_base: inBase },
    ]
  })

const nothing = {
  category_id: null,
  charged_amount: null,
  charged_source: null,
  contact_id: null,
  notes: null,
  memo: null,
  tags: [],
  external_id: null,
}
const noTransfer = {
  from_account_id: null,
  to_account_id: null,
  to_amount: null,
  to_currency_id: null,
  to_source: null,
}
const unknown = {
  id: '',
  version: 0,
  created_at: '',
  updated_at: '',
  deleted_at: null,
  lines: [],
  plan_id: null,
  obligation_id: null,
}

/** The record that a change starts from: the stored record, the book's own values, and the sent fields on top. */
const merged = (ledger: Ledger, kind: Transaction['kind'], before: Transaction | undefined, sent: Sent) =>
  ({
    ...unknown,
    ...nothing,
    ...noTransfer,
    kind,
    is_refund: false,
    splits: [],
    shares: [],
    base_currency_id: ledger.base,
    base_currency_code: ledger.base,
    currency_id: ledger.base,
    asset_account_id: ledger.defaultId,
    ...before,
    ...sent,
  }) as Transaction // the simulation sends all required fields

type Asked = { date: string; currency: string; amount: bigint; sent: Sent; isChanged: boolean }
/** The other side of an exchange: as it is sent, and as it is stored in which currency. */
type Other = {
  currency: string
  sent: { value: number | null | undefined; source: string | null | undefined }
  stands: { value: number | null | undefined; source: string | null | undefined; currency: string | null }
  mismatch: Code
}
type Exchanged = { rate: Rate; worth: bigint; other: bigint; source: string }

/** The sent value, unless it is the stored one coming back; undefined then. */
const told = (
  { value, source }: Other['sent'],
  stands: { value: number | null | undefined; source: string | null | undefined },
) => (value === stands.value && source === stands.source ? undefined : value)

function exchanged(
  ledger: Ledger,
  before: Transaction | undefined,
  { date, currency, amount, sent, isChanged }: Asked,
  other: Other,
): Exchanged | Code {
  const { base } = ledger
  const isOwnPair = before?.currency_id === currency
  const sentRate = told(
    { value: sent.fx_rate, source: sent.fx_source },
    { value: before?.fx_rate, source: before?.fx_source },
  )
  if (currency === base && sentRate && sentRate !== 1) return 'fx_rate_base'
  const sentOther = told(other.sent, other.stands)
  const isOtherPair = isOwnPair && other.stands.currency === other.currency
  const inUnits = (value: number | null | undefined) => (value ? units(value, other.currency) : null)

  // Given values: in this request, or earlier and not taken back since.
  const now = { rate: sentRate ?? null, other: inUnits(sentOther) }
  const earlier = {
    rate: sentRate === undefined && isOwnPair && before.fx_source === 'given' ? before.fx_rate : null,
    other:
      sentOther === undefined && isOtherPair && other.stands.source === 'given'
        ? inUnits(other.stands.value)
        : null,
  }
  let rate = currency === base ? null : (now.rate ?? earlier.rate)
  let there = other.currency === currency ? null : (now.other ?? earlier.other)
  if (other.currency === currency && now.other !== null && now.other !== amount) return other.mismatch
  if (other.currency === base && rate !== null && there !== null) {
    if (convert(amount, currency, rate, base) !== there) {
      if (now.rate !== null && now.other !== null) return other.mismatch
      if (now.rate !== null) there = null
      else rate = null
    }
  }

  // Found values: as stored, while no part of them changes and nobody asks; else by the rates of the day.
  const theRate = (): Rate | undefined => {
    if (currency === base) return { fx_rate: 1, fx_source: 'base', fx_date: date }
    if (rate !== null) return { fx_rate: rate, fx_source: 'given', fx_date: date }
    if (other.currency === base && there !== null) return implied(there, date)
    const isKept = !isChanged && isOwnPair && sentRate === undefined && before.fx_source !== 'given'
    const isImplied = before?.fx_source === 'charged' && other.currency !== currency
    const isStale = isImplied && (there === null || now.other !== null)
    if (isKept && !isStale) return before
    const found = rateOn(ledger, currency, date)
    if (found || there === null) return found
    const back = rateOn(ledger, other.currency, date)
    const worth = back ? convert(there, other.currency, back.fx_rate, base) : 0n
    return back && worth > 0n ? implied(worth, back.fx_date) : undefined
  }
  const implied = (worth: bigint, fx_date: string): Rate => ({
    fx_rate: money.decimalNumber(money.impliedRate(amount, decimals(currency), worth, decimals(base))),
    fx_source: 'charged',
    fx_date,
  })
  const found = theRate()
  if (!found) return 'fx_rate_missing'
  const worth = convert(amount, currency, found.fx_rate, base)
  const result = (other: bigint, source: string): Exchanged => ({ rate: found, worth, other, source })
  if (other.currency === currency) return result(amount, 'found')
  if (there !== null) return result(there, 'given')
  const isSame = !isChanged && isOtherPair && sentOther === undefined && other.stands.source === 'found'
  if (other.currency !== base && isSame && before && units(before.base_amount, base) === worth)
    return result(inUnits(other.stands.value) ?? 0n, 'found')
  const back = rateOn(ledger, other.currency, date)
  if (!back) return 'fx_rate_missing'
  const rateBack = money.decimalOf(back.fx_rate)
  const computed = money.convertBack(worth, decimals(base), rateBack, decimals(other.currency))
  return computed === 0n ? other.mismatch : result(computed, 'found')
}

/** The transaction after a request, or the code of its refusal. Fields that the request leaves out stay as they were. */
export function composed(
  ledger: Ledger,
  kind: Kind,
  before: Transaction | undefined,
  sent: Sent,
): Transaction | Code {
  const t = merged(ledger, kind, before, sent)
  return kind === 'transfer' ? transferred(ledger, t, before, sent) : booked(ledger, t, before, sent)
}

const hasDecimals = (amount: number, currency: string) =>
  typeof money.readAmount(amount, decimals(currency)) === 'bigint'

function booked(
  ledger: Ledger,
  t: Transaction,
  before: Transaction | undefined,
  sent: Sent,
): Transaction | Code {
  const { currency_id, amount } = t
  const account = ledger.accounts.get(t.asset_account_id ?? '')
  const isKept = before?.asset_account_id === account?.id
  const charged = isKept && before?.charged_amount ? before.lines.at(-1)?.currency_id : undefined
  const bound = account?.currency_id ?? charged ?? currency_id
  const boundBefore = (before?.charged_amount ? before.lines.at(-1) : before)?.currency_id ?? null
  const parts = partsOf(t, before, sent)
  if (![t, ...parts].every((one) => hasDecimals(one.amount, currency_id))) return 'amount_decimals'
  if (isContradicted(parts, before, sent)) return 'beside_splits'
  const total = parts.reduce((sum, part) => sum + units(part.amount, currency_id), 0n)
  if (total !== units(amount, currency_id)) return 'splits_mismatch'
  const found = exchanged(
    ledger,
    before,
    {
      date: t.date,
      currency: currency_id,
      amount: total,
      sent,
      isChanged:
        before?.date !== t.date ||
        before.amount !== amount ||
        before.currency_id !== currency_id ||
        !isKept ||
        boundBefore !== bound,
    },
    {
      currency: bound,
      sent: { value: sent.charged_amount, source: sent.charged_source },
      stands: {
        value: before?.charged_amount,
        source: before?.charged_source,
        currency: before?.charged_amount ? boundBefore : null,
      },
      mismatch: 'charged_mismatch',
    },
  )
  if (typeof found === 'string') return found
  const { rate, worth, other, source } = found
  const [isForeign, exchange] = [bound !== currency_id, systemAccount(ledger, 'Currency exchange')]
  const sides = (from = '', to = '') =>
    (t.kind === 'expense') !== t.is_refund ? { from, to } : { from: to, to: from }
  const weights = parts.map((part) => units(part.amount, currency_id))
  const shares = money.allocate(worth, weights)
  const entries: Entry[] = parts.map(({ category_id, memo }, index) => ({
    ...sides(isForeign ? exchange : account?.id, ledger.categories.get(category_id)?.account.id),
    currency: currency_id,
    amount: weights[index] ?? 0n,
    worth: shares[index] ?? 0n,
    memo,
  }))
  const { memo = null } = parts.find((part) => part.memo) ?? {} // the charge has the words of the purchase
  const taken = { ...sides(account?.id, exchange), currency: bound, amount: other, worth, memo }
  const isSplit = parts.length > 1
  return {
    ...withMoney(ledger, t, rate, worth),
    category_id: parts[0]?.category_id ?? null,
    charged_amount: isForeign ? numberOf(other, bound) : null,
    charged_source: isForeign ? source : null,
    to_source: null,
    memo: isSplit ? null : (parts[0]?.memo ?? null),
    splits: isSplit ? parts.map((part) => ({ ...part, category_name: '' })) : [],
    lines: linesOf(ledger, isForeign ? [...entries, taken] : entries),
  }
}

/** A category or a memo that differs from the parts, and is not the record's own coming back. */
function isContradicted(parts: Part[], before: Transaction | undefined, sent: Sent): boolean {
  const isSplit = sent.splits === undefined ? parts.length > 1 : sent.splits.length > 0
  if (!isSplit) return false
  const { category_id, memo } = sent
  const isOther = category_id && category_id !== before?.category_id && category_id !== parts[0]?.category_id
  const isMemoBack = !memo || memo === before?.memo || (parts.length === 1 && parts[0]?.memo === memo)
  return Boolean(isOther) || !isMemoBack
}

type Part = { category_id: string; amount: number; memo: string | null }

function partsOf(t: Transaction, before: Transaction | undefined, sent: Sent): Part[] {
  if (sent.splits?.length)
    return sent.splits.map(({ category_id, amount, memo }, index) => {
      const isKept =
        index === 0 && sent.memo !== null && sent.memo !== '' && !sent.splits?.some((one) => one.memo)
      const own = memo || (sent.splits?.length === 1 && sent.memo)
      return { category_id, amount, memo: own || (isKept && !before?.splits.length && before?.memo) || null }
    })
  if (sent.splits === undefined && before?.splits.length) return before.splits
  return [{ category_id: t.category_id ?? '', amount: t.amount, memo: t.memo || null }]
}

function transferred(
  ledger: Ledger,
  t: Transaction,
  before: Transaction | undefined,
  sent: Sent,
): Transaction | Code {
  const [from, to] = [t.from_account_id, t.to_account_id].map((id) => ledger.accounts.get(id ?? ''))
  const isOther = (account: Account | undefined, sent: string | null | undefined, stored?: string | null) =>
    sent && sent !== stored && account?.currency_id && account.currency_id !== sent
  if (isOther(from, sent.currency_id, before?.currency_id)) return 'account_currency'
  if (isOther(to, sent.to_currency_id, before?.to_currency_id)) return 'account_currency'
  const currency_id = from?.currency_id ?? t.currency_id
  const stands = before && before.to_currency_id !== before.currency_id ? before.to_currency_id : null
  const to_currency_id = to?.currency_id ?? sent.to_currency_id ?? stands ?? currency_id
  if (!hasDecimals(t.amount, currency_id)) return 'amount_decimals'
  const amount = units(t.amount, currency_id)
  const found = exchanged(
    ledger,
    before,
    {
      date: t.date,
      currency: currency_id,
      amount,
      sent,
      isChanged:
        before?.date !== t.date ||
        before.amount !== t.amount ||
        before.currency_id !== currency_id ||
        before.to_currency_id !== to_currency_id ||
        before.from_account_id !== t.from_account_id ||
        before.to_account_id !== t.to_account_id,
    },
    {
      currency: to_currency_id,
      sent: { value: sent.to_amount, source: sent.to_source },
      stands: {
        value: before?.to_amount,
        source: before?.to_source,
        currency: before?.to_currency_id ?? null,
      },
      mismatch: 'transfer_mismatch',
    },
  )
  if (typeof found === 'string') return found
  const { rate, worth, other, source } = found
  const exchange = systemAccount(ledger, 'Currency exchange')
  const memo = t.memo || null
  const leaves = { from: from?.id ?? '', to: exchange, currency: currency_id, amount, worth, memo }
  const arrives = { from: exchange, to: to?.id ?? '', currency: to_currency_id, amount: other, worth, memo }
  const isOne = currency_id === to_currency_id
  return {
    ...withMoney(ledger, { ...t, currency_id }, rate, worth),
    asset_account_id: t.from_account_id,
    to_currency_id,
    to_amount: numberOf(other, to_currency_id),
    memo,
    to_source: source,
    charged_source: null,
    lines: linesOf(ledger, isOne ? [{ ...leaves, to: to?.id ?? '' }] : [leaves, arrives]),
  }
}

const withMoney = ({ base }: Ledger, t: Transaction, rate: Rate, worth: bigint): Transaction => ({
  ...t,
  currency_code: t.currency_id,
  base_amount: numberOf(worth, base),
  notes: t.notes || null,
  fx_rate: rate.fx_rate,
  fx_source: rate.fx_source,
  fx_date: rate.fx_date,
})

export type Opening = {
  balance: number | null
  date: string
  currency_id: string
  sent: Pick<Sent, 'fx_rate' | 'fx_source'>
}

/** The opening of an account: posted, replaced or, with a balance of zero, in the trash; undefined where there never was one. */
export function opened(
  ledger: Ledger,
  account: Account,
  before: Transaction | undefined,
  opening: Opening,
): Transaction | Code | undefined {
  const { balance, date, sent, currency_id } = opening
  const standing = before && isThere(before) ? before : undefined
  if (!balance) return standing && { ...standing, deleted_at: 'now' }
  const amount = units(Math.abs(balance), currency_id)
  const isChanged =
    standing?.date !== date || standing.amount !== Math.abs(balance) || standing.currency_id !== currency_id
  const nobody = { value: null, source: null }
  const none = { currency: currency_id, sent: nobody, stands: { ...nobody, currency: null } }
  const found = exchanged(
    ledger,
    standing,
    { date, currency: currency_id, amount, sent, isChanged },
    { ...none, mismatch: 'invalid' },
  )
  if (typeof found === 'string') return found
  const others = systemAccount(ledger, 'Opening balances')
  const sides =
    (account.type === 'asset') === balance > 0
      ? { from: others, to: account.id }
      : { from: account.id, to: others }
  const t = merged(ledger, 'opening', before, { date, currency_id, amount: Math.abs(balance) })
  const lines = linesOf(ledger, [{ ...sides, currency: currency_id, amount, worth: found.worth }])
  const money = withMoney(ledger, t, found.rate, found.worth)
  return { ...money, asset_account_id: account.id, deleted_at: null, lines }
}

const withoutIds = ({ id: _, account_name: __, is_locked: ___, ...line }: Line) => line

/** Whether a change from one state to the other touches a closed day. */
export function isLocked(ledger: Ledger, before: Transaction | undefined, after: Transaction): boolean {
  const standing = [before, after].filter((one) => one && isThere(one))
  const [a, b] = standing.map((one) => one && JSON.stringify([one.date, one.lines.map(withoutIds)]))
  return standing.some((one) => one && isClosed(ledger, one.date)) && (standing.length < 2 || a !== b)
}
