import type { ExpenseChange, ExpenseDraft, TransactionChange } from '../../contract/budgeting.ts'
import type { Day } from '../../contract/day.ts'
import { allocate, decimalText } from '../../contract/money.ts'
import { counted } from '../../contract/refusal.ts'
import { refuse } from '../../contract/refusals.ts'
import { newId } from '../ids.ts'
import { amountOf, amountText } from '../ledger/amounts.ts'
import type { Book } from '../ledger/book.ts'
import type { LoadedAccount } from '../ledger/chart.ts'
import { exchange } from '../ledger/exchange.ts'
import { type Entry, entryOf, plainTransaction, type Source, type Transaction } from '../ledger/journal.ts'
import type { Rate } from '../ledger/rates.ts'
import {
  exchangeAccount,
  kept,
  readAnew,
  receivables,
  theAmount,
  theContact,
  theCurrency,
  theDate,
  theMoneyAccount,
} from './compose.ts'
import type { Loaded, LoadedCategory } from './load.sql.ts'

export type BookedKind = 'expense' | 'income'

/** One category's part of a payment. */
type Part = { category: LoadedCategory; amount: bigint; memo: string }

/** The categories of the stored transaction. */
const partsOf = (before: Transaction | null) =>
  (before?.entries ?? []).filter(({ category_id }) => category_id !== null)

/** Builds an expense or an income from the request, the stored record and the loaded rows, or refuses. */
export function composeBooking(
  book: Book,
  kind: BookedKind,
  draft: ExpenseDraft | ExpenseChange,
  loaded: Loaded,
): Transaction {
  const { before } = loaded
  const currency_id =
    draft.currency_id === undefined
      ? (before?.currency_id ?? book.base_currency_id)
      : theCurrency(draft.currency_id)
  const date = theDate(book, draft.date, before)
  const chosen = theMoneyAccount(
    loaded,
    draft.asset_account_id ?? before?.account_id ?? book.default_account_id,
    before?.account_id,
    'asset_account_id',
  )
  const account = asCharged(chosen, before)
  const contact = theContact(loaded, kept(draft.contact_id, before?.contact_id ?? null), before?.contact_id)
  const amount = theAmount(draft.amount, before, currency_id, 'amount')
  const is_refund = draft.is_refund ?? before?.is_refund ?? false
  const shares = kind === 'expense' ? theShares(draft, loaded, currency_id, amount, is_refund) : []
  const mine = amount - shares.reduce((sum, share) => sum + share.amount, 0n)
  const parts = theParts(kind, draft, loaded, currency_id, { amount, mine })
  const money = theMoney(book, draft, loaded, { account, currency_id, date, amount })
  return {
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
    is_refund,
    notes: kept(draft.notes, before?.notes ?? null) || null,
    tags: draft.tags ?? before?.tags ?? [],
    version: book.version,
    created_at: before?.created_at ?? book.at,
    updated_at: book.at,
    entries: entriesOf(
      loaded,
      parts,
      shares,
      { account, currency_id, ...money },
      (kind === 'expense') !== is_refund,
    ),
  }
}

/** If the account has since been freed from its currency, keep the currency it was charged in. */
const asCharged = (account: LoadedAccount, before: Transaction | null): LoadedAccount =>
  account.currency_id === null && before?.account_id === account.id && before.charged_amount !== null
    ? { ...account, currency_id: before.entries.at(-1)?.currency_id ?? null }
    : account

/** What a contact owes of an expense; its obligation keeps its id while the contact has a share. */
type Share = { obligation_id: string; amount: bigint }
type OwedShare = Share & { contact: { id: string; name: string } }

/** The shares from the request, or else the stored ones. They must leave a part of the expense to the person who records it. */
function theShares(
  draft: ExpenseChange,
  loaded: Loaded,
  currencyId: string,
  amount: bigint,
  isRefund: boolean,
): Share[] {
  const shares =
    draft.shares === undefined
      ? standingShares(loaded, currencyId)
      : sentShares(draft.shares, loaded, currencyId)
  const twice = shares.find(
    ({ contact }, index) => shares.findIndex((one) => one.contact.id === contact.id) !== index,
  )
  if (twice) refuse('shares_mismatch', { reason: `${twice.contact.name} has more than one; add them up.` })
  if (shares.length > 0 && isRefund) refuse('shares_mismatch', { reason: 'a refund cannot be shared.' })
  const total = shares.reduce((sum, share) => sum + share.amount, 0n)
  if (total >= amount && shares.length > 0) {
    const [sum, whole] = [amountText(total, currencyId), amountText(amount, currencyId)]
    refuse('shares_mismatch', { reason: `they come to ${sum} of ${whole}; some of it must be yours.` })
  }
  return shares
}

const standingShares = ({ before, shares }: Loaded, currencyId: string): OwedShare[] =>
  (before?.entries ?? []).flatMap((entry) => {
    const held = shares.find(({ debt }) => debt.id === entry.obligation_id)
    if (!held) return []
    const contact = { id: held.debt.contact_id, name: held.names.contact_name }
    const amount = readAnew(entry.amount, entry.currency_id, currencyId, 'shares')
    return [{ obligation_id: held.debt.id, contact, amount }]
  })

const sentShares = (
  sent: NonNullable<ExpenseChange['shares']>,
  loaded: Loaded,
  currencyId: string,
): OwedShare[] =>
  sent.map((share, index) => {
    const contact = loaded.contacts.find(({ id }) => id === share.contact_id.toLowerCase())
    const held = loaded.shares.find(({ debt }) => debt.contact_id === contact?.id)
    if (!contact || (contact.is_deleted && !held))
      refuse('contact_not_found', { field: `shares.${index}.contact_id` })
    const amount = amountOf(share.amount, currencyId, `shares.${index}.amount`)
    return { obligation_id: held?.debt.id ?? newId(), contact, amount }
  })

type SentPart = { category_id: string; amount: bigint; memo: string; field: string }

/** The parts from the request, or else the stored ones; they must add up, and their categories must be usable. */
function theParts(
  kind: BookedKind,
  draft: TransactionChange,
  loaded: Loaded,
  currencyId: string,
  { amount, mine }: { amount: bigint; mine: bigint },
): Part[] {
  const standing = partsOf(loaded.before)
  const parts = sentParts(draft, loaded, currencyId, mine)
  const total = parts.reduce((sum, part) => sum + part.amount, 0n)
  if (total !== mine) {
    const [sum, whole, shared, left] = [total, amount, amount - mine, mine].map((one) =>
      amountText(one, currencyId),
    )
    const parted = `${counted(parts.length, 'part')} ${parts.length === 1 ? 'comes' : 'come'} to ${sum}`
    const reason =
      amount === mine
        ? `${parted}, the amount is ${whole}.`
        : `${parted}; of the amount of ${whole}, the shares of others take ${shared}, which leaves ${left} for the splits.`
    refuse('splits_mismatch', { reason })
  }
  return parts.map(({ category_id, amount, memo, field }) => {
    const category = loaded.categories.find(({ id }) => id === category_id.toLowerCase())
    const isStanding = standing.some((entry) => entry.category_id === category?.id)
    if (!category || category.kind !== kind || (category.is_deleted && !isStanding))
      refuse('category_not_found', { field, kind })
    if (!category.is_active && !isStanding) refuse('category_inactive', { field, name: category.name })
    return { category, amount, memo }
  })
}

/** The memo of a transaction that is split for the first time goes to the first part, unless the parts bring memos of their own. */
function carriedMemo({ splits = [], memo }: TransactionChange, standing: readonly Entry[]): string {
  const isTakenOut = memo === null || memo === '' || splits.some((split) => split.memo)
  return standing.length === 1 && !isTakenOut ? (standing[0]?.memo ?? '') : ''
}

function sentParts(
  draft: TransactionChange,
  { before }: Loaded,
  currencyId: string,
  amount: bigint,
): SentPart[] {
  const standing = partsOf(before)
  const isSplit = draft.splits === undefined ? standing.length > 1 : draft.splits.length > 0
  if (!isSplit) {
    const category_id = draft.category_id ?? before?.category_id
    if (category_id === undefined || category_id === null) {
      refuse('invalid', { errors: { category_id: ['category_id is required.'] } })
    }
    const memo = kept(draft.memo, standing.length === 1 ? (standing[0]?.memo ?? '') : '') ?? ''
    return [{ category_id, amount, memo, field: 'category_id' }]
  }
  const carried = carriedMemo(draft, standing)
  const parts =
    draft.splits?.map((split, index) => ({
      category_id: split.category_id,
      amount: amountOf(split.amount, currencyId, `splits.${index}.amount`),
      // Each of several parts has a memo of its own.
      memo: split.memo || (draft.splits?.length === 1 && draft.memo) || (index === 0 ? carried : ''),
      field: `splits.${index}.category_id`,
    })) ??
    standing.map(({ category_id, amount, currency_id, memo }) => ({
      category_id: category_id ?? '',
      amount: readAnew(amount, currency_id, currencyId, 'splits'),
      memo,
      field: 'category_id',
    }))
  // With parts of its own, a transaction's category is the first one's; another category alone would leave the rest in doubt.
  if (
    draft.splits === undefined &&
    draft.category_id !== undefined &&
    draft.category_id !== before?.category_id
  ) {
    const reason = `there are ${parts.length} parts, and category_id alone changes none of them. Send the parts, or [] for none.`
    refuse('splits_mismatch', { reason })
  }
  checkBesideParts(draft, before, parts)
  return parts
}

/** What is said beside the parts must not contradict them, unless it comes back with the record. */
function checkBesideParts(
  { category_id, memo }: TransactionChange,
  before: Transaction | null,
  parts: readonly SentPart[],
): void {
  const [first] = parts
  const isFirst = category_id?.toLowerCase() === first?.category_id.toLowerCase()
  if (category_id !== undefined && category_id !== before?.category_id && !isFirst)
    refuse('beside_splits', {
      field: 'category_id',
      reason: 'the category is that of the first split. Leave it out.',
    })
  const standing = partsOf(before)
  const isBack = memo === (standing.length === 1 ? standing[0]?.memo : undefined)
  if (!memo || isBack || (parts.length === 1 && first?.memo === memo)) return
  refuse('beside_splits', { field: 'memo', reason: 'each split has a memo of its own. Send it there.' })
}

type Spent = { account: LoadedAccount; currency_id: string; date: Day; amount: bigint }
type Priced = { rate: Rate; base_amount: bigint; charged: bigint | null; source: Source | null }

/** What it comes to in the base currency, and what was taken from an account that is kept in another currency than was spent. */
function theMoney(
  book: Book,
  draft: TransactionChange,
  { before, known_rates }: Loaded,
  { account, currency_id, date, amount }: Spent,
): Priced {
  const stored = before && storedCharge(before)
  const bound = account.currency_id ?? currency_id
  const { rate, base_amount, other } = exchange(book, {
    ...{ date, currency_id, amount, field: 'amount', known_rates },
    ...{ fx_rate: draft.fx_rate, fx_source: draft.fx_source },
    other: {
      field: 'charged_amount',
      currency_id: bound,
      account_name: account.name,
      value: draft.charged_amount,
      source: draft.charged_source,
    },
    before: before && { ...before, other: stored },
    isChanged:
      before === null ||
      before.date !== date ||
      before.amount !== amount ||
      before.currency_id !== currency_id ||
      before.account_id !== account.id ||
      (stored?.currency_id ?? before.currency_id) !== bound,
  })
  const isCharged = other !== null && bound !== currency_id
  return {
    rate,
    base_amount,
    charged: isCharged ? other.amount : null,
    source: isCharged ? other.source : null,
  }
}

const storedCharge = ({ charged_amount, other_source, entries }: Transaction) => {
  const currency_id = entries.at(-1)?.currency_id
  return charged_amount === null || other_source === null || currency_id === undefined
    ? null
    : { amount: charged_amount, currency_id, source: other_source }
}

type Paid = Priced & { account: LoadedAccount; currency_id: string }

/** Category by category, straight from the account, or through Currency exchange where the account is kept in another currency. */
function entriesOf(
  loaded: Loaded,
  parts: readonly Part[],
  shares: readonly Share[],
  paid: Paid,
  isSpent: boolean,
): Entry[] {
  const { account, currency_id, base_amount, charged } = paid
  const exchange = charged === null ? null : exchangeAccount(loaded)
  const source = exchange?.id ?? account.id
  const sides = (from: string, to: string) => (isSpent ? { from, to } : { from: to, to: from })
  const worth = allocate(
    base_amount,
    [...parts, ...shares].map(({ amount }) => amount),
  )
  const money = (amount: bigint, index: number) => ({ currency_id, amount, base_amount: worth[index] ?? 0n })
  const entries = [
    ...parts.map(({ category, amount, memo }, index) =>
      entryOf(sides(source, category.account_id), money(amount, index), { memo, category_id: category.id }),
    ),
    ...shares.map(({ amount, obligation_id }, index) =>
      entryOf(sides(source, receivables(loaded).id), money(amount, parts.length + index), { obligation_id }),
    ),
  ]
  if (!exchange || charged === null || account.currency_id === null) return entries
  const taken = { currency_id: account.currency_id, amount: charged, base_amount }
  return [...entries, entryOf(sides(account.id, exchange.id), taken)]
}
