import type { Account } from '../../contract/accounts.ts'
import type { Line, Transaction, TransactionChange, TransferChange } from '../../contract/budgeting.ts'
import * as money from '../../contract/money.ts'
import type { Code } from '../../contract/refusals.ts'
import { decimals, isClosed, isThere, type Ledger, numberOf, units } from '../model.ts'

/** What the books make of a request, by the rules as they are written down: the model's half of a change. */
export type Sent = TransactionChange & TransferChange
export type Kind = 'expense' | 'income' | 'transfer'
type Rate = Pick<Transaction, 'fx_rate' | 'fx_source' | 'fx_date'>
type Entry = {
  from: string
  to: string
  currency: string
  amount: bigint
  worth: bigint
  memo?: string | null
}

export const convert = (minor: bigint, currency: string, rate: number, to: string): bigint =>
  money.convert(minor, decimals(currency), money.decimalOf(rate), decimals(to))

/** The book's own rate of the day, either way round; else the latest published one on or before it, at most 31 days old. */
export function rateOn({ base, published, own }: Ledger, currency: string, date: string): Rate | undefined {
  if (currency === base) return { fx_rate: 1, fx_source: 'base', fx_date: date }
  const inverse = own.get(`${base}/${currency}/${date}`)
  const kept = own.get(`${currency}/${base}/${date}`) ?? (inverse && ratio('1', String(inverse)))
  if (kept) return { fx_rate: kept, fx_source: 'own', fx_date: date }
  const oldest = Temporal.PlainDate.from(date).subtract({ days: 31 }).toString()
  const isUsable = (day: Ledger['published'][number]) =>
    day.date <= date && day.date >= oldest && day.perEuro[currency] && day.perEuro[base]
  const { date: fx_date, perEuro } = published.findLast(isUsable) ?? { date: '', perEuro: {} }
  if (fx_date === '') return undefined
  return { fx_rate: ratio(String(perEuro[base]), String(perEuro[currency])), fx_source: 'ecb', fx_date }
}
const ratio = (to: string, from: string): number =>
  money.decimalNumber(money.ratio(money.decimalFrom(to), money.decimalFrom(from), 10))

export const systemAccount = (ledger: Ledger, name: string): string =>
  [...ledger.accounts.values()].find((account) => account.is_system && account.name === name)?.id ?? ''

/** The two lines of an entry; their ids are the server's to give. */
const linesOf = ({ base }: Ledger, entries: readonly Entry[]): Line[] =>
  entries.flatMap(({ from, to, currency, amount, worth, memo }) => {
    const line = { id: '', account_name: '', currency_id: currency, memo: memo ?? '' }
    const [own, inBase] = [numberOf(amount, currency), numberOf(worth, base)]
    return [
      { ...line, account_id: to, debit: own, credit: 0, debit_base: inBase, credit_base: 0 },
      { ...line, account_id: from, debit: 0, credit: own, debit_base: 0, credit_base: inBase },
    ]
  })

const nothing = {
  category_id: null,
  charged_amount: null,
  contact_id: null,
  notes: null,
  memo: null,
  tags: [],
}
const noTransfer = { from_account_id: null, to_account_id: null, to_amount: null, to_currency_id: null }
const unknown = { id: '', version: 0, created_at: '', updated_at: '', deleted_at: null, lines: [] }

/** The record that a change starts from: what stands there, what the book says of itself, and what was sent on top. */
const merged = (ledger: Ledger, kind: Transaction['kind'], before: Transaction | undefined, sent: Sent) =>
  ({
    ...{ ...unknown, ...nothing, ...noTransfer, kind, is_refund: false, splits: [], shares: [] },
    ...{ base_currency_id: ledger.base, base_currency_code: ledger.base, currency_id: ledger.base },
    asset_account_id: ledger.defaultId,
    ...before,
    ...sent,
  }) as Transaction // the simulation sends all that is required of it

type Asked = { date: string; currency: string; amount: bigint; fx_rate: number | null | undefined }
/** Money that may have another currency on its other side: told in the request, or standing there while nothing else changes. */
type Other = {
  currency: string
  told: number | null | undefined
  stands: number | null | undefined
  isKept: boolean
  mismatch: Code
}
type Exchanged = { rate: Rate; worth: bigint; other: bigint }

function exchanged(
  ledger: Ledger,
  before: Transaction | undefined,
  asked: Asked,
  other: Other,
): Exchanged | Code {
  const { base } = ledger
  const { date, currency, amount, fx_rate } = asked
  const told = other.told && other.told !== other.stands ? units(other.told, other.currency) : null
  const isDated = before !== undefined && before.currency_id === currency && before.date === date
  const at = (fx_rate: number, fx_source: string): Rate => ({ fx_rate, fx_source, fx_date: date })
  const theRate = () => {
    if (currency === base) return at(1, 'base')
    if (fx_rate && fx_rate !== before?.fx_rate) return at(fx_rate, 'given')
    if (told !== null && other.currency === base) {
      const implied = money.impliedRate(amount, decimals(currency), told, decimals(base))
      return at(money.decimalNumber(implied), 'charged')
    }
    return isDated ? before : rateOn(ledger, currency, date)
  }
  const rate = theRate()
  if (!rate) return 'fx_rate_missing'
  const worth = convert(amount, currency, rate.fx_rate, base)
  const result = (other: bigint): Exchanged => ({ rate, worth, other })
  const expected = other.currency === currency ? amount : other.currency === base ? worth : told
  if (told !== null && told !== expected) return other.mismatch
  if (other.currency === currency) return result(amount)
  if (told !== null) return result(told)
  const isStanding =
    isDated && units(before.amount, currency) === amount && units(before.base_amount, base) === worth
  if (isStanding && other.isKept && other.stands) return result(units(other.stands, other.currency))
  const back = rateOn(ledger, other.currency, date)
  if (!back) return 'fx_rate_missing'
  const rateBack = money.decimalOf(back.fx_rate)
  const computed = money.convertBack(worth, decimals(base), rateBack, decimals(other.currency))
  return computed === 0n ? other.mismatch : result(computed)
}

/** What a transaction becomes, or the code of why it does not. What is left out of the request stays as it was. */
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
  const parts = partsOf(t, before, sent)
  if (![t, ...parts].every((one) => hasDecimals(one.amount, currency_id))) return 'amount_decimals'
  const total = parts.reduce((sum, part) => sum + units(part.amount, currency_id), 0n)
  if (total !== units(amount, currency_id)) return 'splits_mismatch'
  const found = exchanged(
    ledger,
    before,
    { date: t.date, currency: currency_id, amount: total, fx_rate: sent.fx_rate },
    {
      currency: bound,
      told: sent.charged_amount,
      stands: before?.charged_amount,
      isKept,
      mismatch: 'charged_mismatch',
    },
  )
  if (typeof found === 'string') return found
  const { rate, worth, other } = found
  const isForeign = bound !== currency_id
  const exchange = systemAccount(ledger, 'Currency exchange')
  const sides = (from = '', to = '') =>
    (t.kind === 'expense') !== t.is_refund ? { from, to } : { from: to, to: from }
  const weights = parts.map((part) => units(part.amount, currency_id))
  const shares = money.allocate(worth, weights)
  const entries: Entry[] = parts.map(({ category_id, memo }, index) => ({
    ...sides(isForeign ? exchange : account?.id, ledger.categories.get(category_id)?.account.id),
    ...{ currency: currency_id, amount: weights[index] ?? 0n, worth: shares[index] ?? 0n, memo },
  }))
  const taken = { ...sides(account?.id, exchange), currency: bound, amount: other, worth }
  const isSplit = parts.length > 1
  return {
    ...withMoney(ledger, t, rate, worth),
    category_id: parts[0]?.category_id ?? null,
    charged_amount: isForeign ? numberOf(other, bound) : null,
    memo: isSplit ? null : (parts[0]?.memo ?? null),
    splits: isSplit ? parts.map((part) => ({ ...part, category_name: '' })) : [],
    lines: linesOf(ledger, isForeign ? [...entries, taken] : entries),
  }
}

type Part = { category_id: string; amount: number; memo: string | null }

function partsOf(t: Transaction, before: Transaction | undefined, sent: Sent): Part[] {
  if (sent.splits?.length)
    return sent.splits.map(({ category_id, amount, memo }) => ({
      category_id,
      amount,
      memo: memo || sent.memo || null,
    }))
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
  const isKept = before?.to_currency_id === to_currency_id
  const found = exchanged(
    ledger,
    before,
    { date: t.date, currency: currency_id, amount, fx_rate: sent.fx_rate },
    {
      currency: to_currency_id,
      told: sent.to_amount,
      stands: before?.to_amount,
      isKept,
      mismatch: 'transfer_mismatch',
    },
  )
  if (typeof found === 'string') return found
  const { rate, worth, other } = found
  const exchange = systemAccount(ledger, 'Currency exchange')
  const memo = t.memo || null
  const leaves = { from: from?.id ?? '', to: exchange, currency: currency_id, amount, worth, memo }
  const arrives = { from: exchange, to: to?.id ?? '', currency: to_currency_id, amount: other, worth, memo }
  const isOne = currency_id === to_currency_id
  return {
    ...withMoney(ledger, { ...t, currency_id }, rate, worth),
    asset_account_id: t.from_account_id,
    ...{ to_currency_id, to_amount: numberOf(other, to_currency_id), memo },
    lines: linesOf(ledger, isOne ? [{ ...leaves, to: to?.id ?? '' }] : [leaves, arrives]),
  }
}

const withMoney = ({ base }: Ledger, t: Transaction, rate: Rate, worth: bigint): Transaction => ({
  ...t,
  ...{ currency_code: t.currency_id, base_amount: numberOf(worth, base), notes: t.notes || null },
  ...{ fx_rate: rate.fx_rate, fx_source: rate.fx_source, fx_date: rate.fx_date },
})

export type Opening = { balance: number | null; date: string; fx_rate: number | null; currency_id: string }

/** The opening of an account: posted, replaced or, with nothing on it, in the trash; undefined where there never was one. */
export function opened(
  ledger: Ledger,
  account: Account,
  before: Transaction | undefined,
  opening: Opening,
): Transaction | Code | undefined {
  const { balance, date, fx_rate, currency_id } = opening
  if (!balance) return before && { ...before, deleted_at: 'now' }
  const amount = units(Math.abs(balance), currency_id)
  const standing = before && isThere(before) ? before : undefined
  const asked = { date, currency: currency_id, amount, fx_rate }
  const asItStands = fx_rate === null ? standing : undefined
  const none = {
    currency: currency_id,
    told: null,
    stands: null,
    isKept: false,
    mismatch: 'invalid',
  } as const
  const found = exchanged(ledger, asItStands, asked, none)
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

const withoutIds = ({ id: _, account_name: __, ...line }: Line) => line

/** Whether a change from one state to the other touches a day that is closed. */
export function isLocked(ledger: Ledger, before: Transaction | undefined, after: Transaction): boolean {
  const standing = [before, after].filter((one) => one && isThere(one))
  const [a, b] = standing.map((one) => one && JSON.stringify([one.date, one.lines.map(withoutIds)]))
  return standing.some((one) => one && isClosed(ledger, one.date)) && (standing.length < 2 || a !== b)
}
