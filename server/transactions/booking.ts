import type { ExpenseChange, ExpenseDraft, TransactionChange } from '../../contract/budgeting.ts'
import { type Day, todayIn } from '../../contract/day.ts'
import { allocate, decimalText } from '../../contract/money.ts'
import { refuse, refuseField } from '../../contract/refusals.ts'
import { amountFrom } from '../ledger/amounts.ts'
import { exchange } from '../ledger/exchange.ts'
import {
  type Entry,
  entryOf,
  isShared,
  plainTransaction,
  type Source,
  type Transaction,
} from '../ledger/journal.ts'
import type { Known } from '../ledger/known.ts'
import type { Rate } from '../ledger/rates.ts'
import type { Book } from '../ledger/verb.ts'
import type { Share } from '../obligations/shares.ts'
import { newId } from '../process/ids.ts'
import type { AccountRow } from '../records/account.ts'
import type { CategoryRow } from '../records/category.ts'
import {
  accountWithRole,
  checkCurrencyDay,
  requireContact,
  requireCurrency,
  requireMoneyAccount,
} from '../records/require.ts'
import { sharesOf } from './sharing.ts'
import { type SentPart, type SplitAmounts, splitParts } from './splits.ts'

type BookedKind = 'expense' | 'income'

/** One category's part of a payment. */
type CategoryPart = { category: CategoryRow; amount: bigint; memo: string }

/** A composed transaction, and the shares that others have in it. */
export type ComposedBooking = { transaction: Transaction; shares: readonly Share[] }

/** Builds an expense or an income from the request and the stored record, or refuses. */
export function composeBooking(
  book: Book,
  kind: BookedKind,
  draft: ExpenseDraft | ExpenseChange,
  known: Known,
  before: Transaction | null,
): ComposedBooking {
  const currency_id =
    draft.currency_id === undefined
      ? (before?.currency_id ?? book.base_currency_id)
      : requireCurrency(draft.currency_id)
  const date = draft.date ?? before?.date ?? todayIn(book.time_zone)
  checkCurrencyDay(book, currency_id, date)
  const chosen = draft.asset_account_id ?? before?.account_id ?? null
  const account = asCharged(
    requireMoneyAccount(known, chosen, before?.account_id, 'asset_account_id'),
    before,
  )
  if (account.currency_id !== null) checkCurrencyDay(book, account.currency_id, date, 'asset_account_id')
  const {
    contact_id = before?.contact_id ?? null,
    notes = before?.notes ?? null,
    external_id = before?.external_id ?? null,
  } = draft
  const contact = contact_id === null ? null : requireContact(known, contact_id, before?.contact_id)
  const amount = amountFrom(draft.amount, before, currency_id, 'amount')
  const is_refund = draft.is_refund ?? before?.is_refund ?? false
  const isSharing = kind === 'expense' && (isShared(before) || (draft.shares ?? []).length > 0)
  const shares = isSharing ? sharesOf(draft, known, before, { currency_id, amount, is_refund }) : []
  const mine = amount - shares.reduce((sum, share) => sum + share.amount, 0n)
  const parts = composeParts(kind, draft, known, before, { currency_id, amount, mine })
  const money = priceOf(book, draft, known, before, { account, currency_id, date, amount })
  const isSpent = (kind === 'expense') !== is_refund
  const transaction: Transaction = {
    ...plainTransaction,
    id: before?.id ?? newId(),
    kind,
    date,
    currency_id,
    amount,
    base_amount: money.base_amount,
    fx_rate: decimalText(money.rate.rate),
    fx_source: money.rate.source,
    fx_date: money.rate.date,
    category_id: parts[0]?.category.id ?? null,
    account_id: account.id,
    charged_amount: money.charged,
    other_source: money.source,
    contact_id: contact?.id ?? null,
    plan_id: before?.plan_id ?? null,
    is_refund,
    notes: notes || null,
    tags: draft.tags ?? before?.tags ?? [],
    external_id: external_id || null,
    version: book.version,
    created_version: before?.created_version ?? book.version,
    created_at: before?.created_at ?? book.at,
    updated_at: book.at,
    entries: entriesOf(known, parts, shares, { account, currency_id, ...money }, isSpent),
  }
  return { transaction, shares }
}

/** If the account has since been freed from its currency, keep the currency it was charged in. */
const asCharged = (account: AccountRow, before: Transaction | null): AccountRow =>
  account.currency_id === null && before?.account_id === account.id && before.charged_amount !== null
    ? { ...account, currency_id: before.entries.at(-1)?.currency_id ?? null }
    : account

/** The parts from the request, or else the stored ones. They must add up, and their categories must be usable. */
function composeParts(
  kind: BookedKind,
  draft: TransactionChange,
  known: Known,
  before: Transaction | null,
  amounts: SplitAmounts,
): CategoryPart[] {
  const stored = (before?.entries ?? []).filter(({ category_id }) => category_id !== null)
  const isSplit = draft.splits === undefined ? stored.length > 1 : draft.splits.length > 0
  const parts = isSplit
    ? splitParts(draft, before, stored, amounts)
    : [wholePart(draft, before, stored, amounts.mine)]
  return parts.map(({ category_id, amount, memo, field }) => {
    const category = known.find('category', category_id)
    const isStored = stored.some((entry) => entry.category_id === category?.id)
    if (!category || category.kind !== kind || (category.deleted_at !== null && !isStored))
      return refuse('category_not_found', { field, kind })
    if (!category.is_active && !isStored) refuse('category_inactive', { field, name: category.name })
    return { category, amount, memo }
  })
}

/** The only part of a transaction that is not split. */
function wholePart(
  draft: TransactionChange,
  before: Transaction | null,
  stored: readonly Entry[],
  amount: bigint,
): SentPart {
  const category_id = draft.category_id ?? before?.category_id
  if (category_id === undefined || category_id === null) refuseField('category_id', 'required', {})
  const { memo = stored.length === 1 ? (stored[0]?.memo ?? '') : '' } = draft
  return { category_id, amount, memo: memo ?? '', field: 'category_id' }
}

type BookingMoney = { account: AccountRow; currency_id: string; date: Day; amount: bigint }
type Priced = { rate: Rate; base_amount: bigint; charged: bigint | null; source: Source | null }

/** The worth in the base currency, and the amount charged to an account whose currency is not the one that was spent. */
function priceOf(
  book: Book,
  draft: TransactionChange,
  known: Known,
  before: Transaction | null,
  money: BookingMoney,
): Priced {
  const { account, currency_id, date, amount } = money
  const stored = before && storedCharge(before)
  const bound = account.currency_id ?? currency_id
  const { rate, base_amount, other } = exchange(book, {
    date,
    currency_id,
    amount,
    field: 'amount',
    known,
    fx_rate: draft.fx_rate,
    fx_source: draft.fx_source,
    other: {
      field: 'charged_amount',
      currency_id: bound,
      account_name: account.name,
      value: draft.charged_amount,
      source: draft.charged_source,
    },
    before: before && { ...before, other: stored },
    isChanged: before === null || isPricedAnew(before, stored, money, bound),
  })
  const isCharged = other !== null && bound !== currency_id
  return {
    rate,
    base_amount,
    charged: isCharged ? other.amount : null,
    source: isCharged ? other.source : null,
  }
}

/** Whether anything that the rate and the charged amount depend on has changed. */
const isPricedAnew = (
  before: Transaction,
  stored: ReturnType<typeof storedCharge> | null,
  { account, currency_id, date, amount }: BookingMoney,
  bound: string,
): boolean =>
  before.date !== date ||
  before.amount !== amount ||
  before.currency_id !== currency_id ||
  before.account_id !== account.id ||
  (stored?.currency_id ?? before.currency_id) !== bound

const storedCharge = ({ charged_amount, other_source, entries }: Transaction) => {
  const currency_id = entries.at(-1)?.currency_id
  return charged_amount === null || other_source === null || currency_id === undefined
    ? null
    : { amount: charged_amount, currency_id, source: other_source }
}

type PricedBooking = Priced & { account: AccountRow; currency_id: string }

/** One entry for each category, from the account itself or, if the account has another currency, through Currency exchange. */
function entriesOf(
  known: Known,
  parts: readonly CategoryPart[],
  shares: readonly Share[],
  paid: PricedBooking,
  isSpent: boolean,
): Entry[] {
  const { account, currency_id, base_amount, charged } = paid
  const exchange = charged === null ? null : accountWithRole(known, 'currency_exchange')
  const source = exchange?.id ?? account.id
  const sides = (from: string, to: string) => (isSpent ? { from, to } : { from: to, to: from })
  const amounts = [...parts, ...shares].map(({ amount }) => amount)
  const worth = amounts.length === 1 ? [base_amount] : allocate(base_amount, amounts)
  const money = (amount: bigint, index: number) => ({ currency_id, amount, base_amount: worth[index] ?? 0n })
  const entries = [
    ...parts.map(({ category, amount, memo }, index) =>
      entryOf(sides(source, category.account_id), money(amount, index), { memo, category_id: category.id }),
    ),
    ...shares.map(({ amount, obligation_id }, index) =>
      entryOf(sides(source, accountWithRole(known, 'receivables').id), money(amount, parts.length + index), {
        obligation_id,
      }),
    ),
  ]
  if (!exchange || charged === null || account.currency_id === null) return entries
  const taken = { currency_id: account.currency_id, amount: charged, base_amount }
  return [...entries, entryOf(sides(account.id, exchange.id), taken)]
}
