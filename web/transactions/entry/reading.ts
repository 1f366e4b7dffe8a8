import type { Day } from '../../../contract/day.ts'
import { fold } from '../../ui/matching.ts'
import type { EntryAccount, EntryCategory } from './book.ts'

/** The kinds of entry that quick entry understands. */
export type EntryKind =
  | 'spent'
  | 'refund'
  | 'got'
  | 'moved'
  | 'lent'
  | 'borrowed'
  | 'owe'
  | 'paid me back'
  | 'paid back'

/** An amount in minor units of its currency; always more than zero. */
export type EntryAmount = { readonly minor: bigint; readonly currency_id: string; readonly decimals: number }

/** A contact of the book, or one that is added with the entry. */
export type EntryContact = { readonly id: string | null; readonly name: string }

/** Tells people of one entry apart. */
export const personKey = ({ id, name }: EntryContact): string => id ?? `new ${fold(name)}`

export type EntryFault =
  | 'amount_missing'
  | 'amount_incomplete'
  | 'amount_not_a_number'
  | 'amount_decimals'
  | 'amount_too_large'
  | 'amount_division'
  | 'amount_not_positive'
  | 'category_missing'
  | 'account_missing'
  | 'account_unknown'
  | 'to_account_missing'
  | 'same_account'
  | 'contact_missing'
  | 'contact_unknown'
  | 'shares_open'
  | 'mine_missing'
  | 'too_many_tags'
  | 'tag_too_long'
  | 'too_long'

/** The place of a token. Together, the tokens cover all of the text but spaces. */
export type EntryToken = {
  readonly what:
    | 'verb'
    | 'amount'
    | 'currency'
    | 'to amount'
    | 'account'
    | 'to account'
    | 'contact'
    | 'tag'
    | 'day'
    | 'words'
    | 'small'
  readonly start: number
  readonly end: number
}

export type Reading = {
  readonly kind: EntryKind
  readonly amount: EntryAmount | null
  /** The amount that arrives, if it was typed and differs from the one that leaves. */
  readonly to_amount: EntryAmount | null
  readonly category: EntryCategory | null
  /** Whether only the beginning of the category's name was typed: an earlier entry under these words may know better. */
  readonly is_category_guess: boolean
  /** Where the money comes from, or with "got" and "borrowed" where it goes. */
  readonly account: EntryAccount | null
  readonly to_account: EntryAccount | null
  readonly contact: EntryContact | null
  /** The people that spending is split with; they owe me their `shares`, in minor units. */
  readonly people: readonly EntryContact[]
  readonly shares: readonly bigint[]
  readonly tags: readonly string[]
  readonly day: Day
  readonly memo: string | null
  /** The words of the memo, folded, that named the category; none if other words, a choice or nothing did. */
  readonly named_by: readonly string[]
  readonly faults: readonly EntryFault[]
  readonly tokens: readonly EntryToken[]
}

/** Which category an entry of this kind needs. */
export const categoryKindOf = (kind: EntryKind): EntryCategory['kind'] | null =>
  kind === 'got' ? 'income' : kind === 'spent' || kind === 'refund' || kind === 'owe' ? 'expense' : null

export const needsContact = (kind: EntryKind): boolean =>
  kind !== 'spent' && kind !== 'refund' && kind !== 'got' && kind !== 'moved'

/** The most characters of a quick entry, the most tags and the longest tag: the service's own limits. */
export const MAX_TEXT_LENGTH = 255
export const MAX_TAGS = 20
export const MAX_TAG_LENGTH = 50
