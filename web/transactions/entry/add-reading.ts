import type { Day } from '../../../contract/day.ts'
import { currencyFacts } from '../../../contract/iso4217.ts'
import { allocate } from '../../../contract/money.ts'
import { readAmountText } from '../../ui/amount-text.ts'
import type { EntryAccount, EntryBook, EntryCategory } from './book.ts'
import { categoryOf } from './known-names.ts'
import {
  categoryKindOf,
  type EntryContact,
  type EntryFault,
  type EntryKind,
  needsContact,
  type Reading,
} from './reading.ts'
import type { TypedTaken } from './taken.ts'

/** The state of the phone's page for adding. */
export type AddDraft = {
  readonly kind: EntryKind
  /** A number or a sum, as the keypad typed it. */
  readonly sum: string
  readonly memo: string
  readonly category: EntryCategory | null
  readonly account: EntryAccount | null
  readonly to_account: EntryAccount | null
  readonly contact: EntryContact | null
  readonly day: Day | null
  readonly tags: readonly string[]
  readonly currency_id: string | null
  /** What the bank took or added, as typed; undefined if nothing was typed. */
  readonly taken?: TypedTaken | undefined
  /** The contacts that the amount is split with. */
  readonly people: readonly { readonly id: string; readonly name: string }[]
}

export const emptyAdd: AddDraft = {
  kind: 'spent',
  sum: '',
  memo: '',
  category: null,
  account: null,
  to_account: null,
  contact: null,
  day: null,
  tags: [],
  currency_id: null,
  people: [],
}

/** The currency that an amount is in: chosen, else the account's, else the book's. */
export const currencyOfAdd = (draft: AddDraft, book: EntryBook): string =>
  draft.currency_id ?? (draft.account ?? book.account)?.currency_id ?? book.base_currency_id

/** The page as a reading, so that it is recorded in the same way as a line. */
export function readingOfAdd(draft: AddDraft, book: EntryBook, suggested?: EntryCategory): Reading {
  const { kind, to_account, contact, tags } = draft
  const currency_id = currencyOfAdd(draft, book)
  const decimals = currencyFacts(currency_id)?.decimals ?? 2
  const read = readAmountText(draft.sum, { decimals, separator: book.separator })
  const isPositive = read.fault === undefined && read.minor > 0n
  const memo = draft.memo.trim() || null
  const categoryKind = categoryKindOf(kind)
  const found = categoryKind && memo ? categoryOf(memo, categoryKind, book) : null
  const fits = (category: EntryCategory | null | undefined) =>
    category?.kind === categoryKind ? (category ?? null) : null
  const named = found?.isGuess ? null : found?.category
  const category = fits(draft.category) ?? fits(named) ?? fits(suggested) ?? fits(found?.category)
  const account = kind === 'owe' ? null : (draft.account ?? book.account)
  const faults: EntryFault[] = []
  if (!isPositive)
    faults.push(
      read.fault === undefined || read.fault === 'empty'
        ? 'amount_missing'
        : read.fault === 'incomplete'
          ? 'amount_incomplete'
          : read.fault === 'too_large'
            ? 'amount_too_large'
            : read.fault === 'too_many_decimals'
              ? 'amount_decimals'
              : 'amount_not_a_number',
    )
  if (categoryKind && !category) faults.push('category_missing')
  if (kind !== 'owe' && !account) faults.push('account_missing')
  if (kind === 'moved' && !to_account) faults.push('to_account_missing')
  if (kind === 'moved' && to_account && to_account.id === account?.id) faults.push('same_account')
  if (needsContact(kind) && !contact) faults.push('contact_missing')
  if ((kind === 'paid back' || kind === 'paid me back') && contact?.id === null)
    faults.push('contact_unknown')
  return {
    kind,
    amount: read.fault === undefined && isPositive ? { minor: read.minor, currency_id, decimals } : null,
    to_amount: null,
    category,
    is_category_guess: draft.category === null && named === null,
    account,
    to_account: kind === 'moved' ? to_account : null,
    contact: needsContact(kind) ? contact : null,
    tags,
    day: draft.day ?? book.day.today,
    memo,
    faults,
    tokens: [],
  }
}

/** Equal shares of an amount in minor units, mine first; they add up to the last cent. */
export const equalAmounts = (minor: bigint, people: number): bigint[] =>
  allocate(
    minor,
    Array.from({ length: people + 1 }, () => 1n),
  )
