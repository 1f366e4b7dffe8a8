import type { Day } from '../../../contract/day.ts'
import { currencyFacts } from '../../../contract/iso4217.ts'
import { readAmountText } from '../../ui/amount-text.ts'
import type { EntryAccount, EntryBook, EntryCategory } from './book.ts'
import { type Choices, readWith } from './choices.ts'
import { divided, type TypedDivision } from './divide.ts'
import { amountOf, memoBeside, memoOf, readWords } from './grammar.ts'
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
  /** Whether the kind was chosen by hand. Until then, words that are read as a line say it. */
  readonly isKindChosen?: boolean
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
  /** The people that the amount is split with; null as long as those in the words count. */
  readonly people: readonly EntryContact[] | null
  readonly division?: TypedDivision | undefined
  /** Words that were asked about and belong to the note. */
  readonly noted?: readonly string[] | undefined
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
  people: null,
}

/** The currency that an amount is in: chosen, else the account's, else the book's. */
export const currencyOfAdd = (draft: AddDraft, book: EntryBook): string =>
  draft.currency_id ?? (draft.account ?? book.account)?.currency_id ?? book.base_currency_id

/** The page as a reading, so that it is recorded in the same way as a line. */
export function readingOfAdd(draft: AddDraft, book: EntryBook, suggested?: EntryCategory): Reading {
  const first = readingFrom(draft, book, suggested)
  const last = draft.account ? undefined : book.account_of.get(first.category?.id ?? '')
  return last ? readingFrom(draft, { ...book, account: last }, suggested) : first
}

/** The words as a line that says another kind than spending: "lent Sam 100". None beside a figure of the keypad, or a kind that was chosen. */
function lineOf(draft: AddDraft, book: EntryBook, suggested: EntryCategory | undefined): Reading | undefined {
  const { sum, memo, isKindChosen, category, account, to_account, contact, day, currency_id } = draft
  if (sum !== '' || isKindChosen) return undefined
  const { figure } = readWords(memo, 'spent', book, true)
  if (!figure) return undefined
  const choices: Choices = {
    ...(category && { category }),
    ...(account && { account }),
    ...(to_account && { to_account }),
    ...(contact && { contact }),
    ...(day && { day }),
  }
  const line = readWith(memo, book, choices, suggested)
  if (line.kind === 'spent') return undefined
  const tags = [...new Set([...draft.tags, ...line.tags])]
  const currency = currency_id === null ? undefined : currencyFacts(currency_id)
  if (!currency) return { ...line, tags }
  const faults = line.faults.filter((fault) => !fault.startsWith('amount_'))
  return { ...line, tags, amount: amountOf({ ...figure, currency }, null, book, faults), faults }
}

function readingFrom(draft: AddDraft, book: EntryBook, suggested: EntryCategory | undefined): Reading {
  const line = lineOf(draft, book, suggested)
  if (line) return line
  const { kind, to_account, tags } = draft
  const said = readWords(draft.memo, kind, book, draft.sum === '')
  const { figure } = said
  const currency_id = (draft.currency_id === null && figure?.currency?.id) || currencyOfAdd(draft, book)
  const decimals = currencyFacts(currency_id)?.decimals ?? 2
  const sum = draft.sum || (figure?.sum.replace(/^[+\-−]/, '') ?? '')
  const read = readAmountText(sum, { decimals, separator: book.separator })
  const isPositive = read.fault === undefined && read.minor > 0n
  // Words that are nothing but a note stay as they were written.
  const isRead = figure !== undefined || said.people.length > 0 || said.contact !== null
  const memo = isRead ? memoOf(said.said) : draft.memo.trim() || null
  const contact = needsContact(kind) ? draft.contact : said.contact
  const categoryKind = categoryKindOf(kind)
  const found = categoryKind && memo ? categoryOf(memo, categoryKind, book) : null
  const fits = (category: EntryCategory | null | undefined) =>
    category?.kind === categoryKind ? (category ?? null) : null
  const named = found?.isGuess ? null : found?.category
  const category = fits(draft.category) ?? fits(named) ?? fits(suggested) ?? fits(found?.category)
  const isNamed = category !== null && category === found?.category
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
  const amount = read.fault === undefined && isPositive ? { minor: read.minor, currency_id, decimals } : null
  const people = kind === 'spent' ? (draft.people ?? said.people) : []
  const division = amount && people.length > 0 ? divided(amount, people, draft.division, book) : undefined
  if (division?.fault) faults.push(division.fault)
  return {
    kind,
    amount,
    to_amount: null,
    category,
    is_category_guess: draft.category === null && named === null,
    account,
    to_account: kind === 'moved' ? to_account : null,
    contact: people.length > 0 ? null : contact,
    people,
    shares: division?.parts.slice(1).map(({ minor }) => minor) ?? [],
    tags,
    day: draft.day ?? said.day ?? book.day.today,
    memo: isNamed && found?.by.length ? memoBeside(said.said, found, book) : memo,
    named_by: (isNamed && found?.by) || [],
    faults,
    tokens: said.tokens,
  }
}

/** The figure in the words that does not count, since one was typed on the keypad; undefined if both say the same. */
export function figureBeside({ sum, memo, kind }: AddDraft, book: EntryBook): string | undefined {
  const figure = sum === '' ? undefined : readWords(memo, kind, book, true).figure
  const value = (text: string) => {
    const read = readAmountText(text, { decimals: 4, separator: book.separator })
    return read.fault === undefined ? read.minor : undefined
  }
  return figure && value(figure.sum) !== value(sum) ? figure.sum : undefined
}
