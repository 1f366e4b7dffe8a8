import type { Day } from '../../../contract/day.ts'
import { t } from '../../../words/t.ts'
import type { EntryAccount, EntryBook, EntryCategory } from './book.ts'
import { divided, type TypedDivision } from './divide.ts'
import { readEntry } from './grammar.ts'
import {
  categoryKindOf,
  type EntryContact,
  type EntryFault,
  type EntryKind,
  type EntryToken,
  personKey,
  type Reading,
} from './reading.ts'

/** The choices made by hand in the sentence. They count more than the text, and stay while the text goes on. */
export type Choices = {
  readonly category?: EntryCategory
  readonly account?: EntryAccount
  readonly to_account?: EntryAccount
  readonly contact?: EntryContact | null
  readonly day?: Day
  /** The people that it is split with, in place of those in the text. */
  readonly people?: readonly EntryContact[]
  /** How it is divided among them; equally if nothing was said. */
  readonly division?: TypedDivision
  /** Words that were asked about and belong to the note. */
  readonly noted?: readonly string[]
}

/**
 * The reading of a text with the choices made by hand. A category comes from the first of these that there is: chosen, named in the
 * text, recorded earlier under the same words (`suggested`), begun in the text. An account that is neither chosen nor named is the one that the
 * category was last paid from.
 */
export function readWith(
  text: string,
  book: EntryBook,
  choices: Choices,
  suggested?: EntryCategory | undefined,
): Reading {
  const read = readFrom(text, book, choices, suggested)
  const last = choices.account ? undefined : book.account_of.get(read.category?.id ?? '')
  const isNamed = read.tokens.some(({ what }) => what === 'account')
  if (!last || isNamed || !categoryKindOf(read.kind) || read.account?.id === last.id) return read
  return readFrom(text, { ...book, account: last }, choices, suggested)
}

function readFrom(
  text: string,
  book: EntryBook,
  choices: Choices,
  suggested: EntryCategory | undefined,
): Reading {
  const read = readEntry(text, choices.account ? { ...book, account: choices.account } : book)
  const kind = categoryKindOf(read.kind)
  const fits = (category: EntryCategory | undefined) => (category?.kind === kind ? category : undefined)
  const own = read.is_category_guess ? null : read.category
  const category = fits(choices.category) ?? own ?? fits(suggested) ?? read.category
  const account = read.kind === 'owe' ? null : (choices.account ?? read.account)
  const to_account = read.kind === 'moved' ? (choices.to_account ?? read.to_account) : null
  const contact = choices.contact === undefined ? read.contact : choices.contact
  const people = read.kind === 'spent' ? (choices.people ?? read.people) : []
  const division =
    read.amount && people.length > 0 ? divided(read.amount, people, choices.division, book) : undefined
  const isSolved: Partial<Record<EntryFault, boolean>> = {
    category_missing: category !== null,
    account_missing: account !== null,
    account_unknown: account !== null && (read.kind !== 'moved' || to_account !== null),
    to_account_missing: to_account !== null,
    same_account: account?.id !== to_account?.id,
    contact_missing: contact !== null,
    contact_unknown: contact?.id !== null,
  }
  const faults = read.faults.filter((fault) => !isSolved[fault])
  if (read.kind === 'moved' && account && account.id === to_account?.id && !faults.includes('same_account'))
    faults.push('same_account')
  if (division?.fault) faults.push(division.fault)
  return {
    ...read,
    category,
    account,
    to_account,
    contact: people.length > 0 ? null : contact,
    people,
    shares: division?.parts.slice(1).map(({ minor }) => minor) ?? [],
    faults,
    day: choices.day ?? read.day,
    named_by: category === read.category ? read.named_by : [],
    is_category_guess: category === read.category && read.is_category_guess,
  }
}

/** One more person who pays a part, beside those who are there. */
export function withPerson({ people, contact }: Reading, person: EntryContact): Choices {
  const all = [...people, ...(contact ? [contact] : [])]
  const isThere = all.some((one) => personKey(one) === personKey(person))
  return { contact: null, people: isThere ? all : [...all, person] }
}

/** Nobody pays a part: the first of them is just who I was with. */
export const unsplit = ({ people }: Reading): Choices => ({ people: [], contact: people[0] ?? null })

/** The kinds that can be chosen in the sentence, each with the word that a line of it begins with. */
export const kindsOf = ({ words }: EntryBook): readonly { kind: EntryKind; text: string; verb: string }[] => [
  { kind: 'spent', text: t('Spent [kind of entry]'), verb: '' },
  { kind: 'refund', text: t('Refund'), verb: words.refund[0] ?? '' },
  { kind: 'got', text: t('Got [kind of entry]'), verb: words.receive[0] ?? '' },
  { kind: 'moved', text: t('Moved [kind of entry]'), verb: words.move[0] ?? '' },
  { kind: 'lent', text: t('Lent [kind of entry]'), verb: words.lend[0] ?? '' },
  { kind: 'borrowed', text: t('Borrowed [kind of entry]'), verb: words.borrow[0] ?? '' },
  { kind: 'owe', text: t('Owe [kind of entry]'), verb: words.owe[0] ?? '' },
  { kind: 'paid back', text: t('Paid back [kind of entry]'), verb: words.repay[0] ?? '' },
]

/** The text as a line of another kind: its verb is replaced, and a + before the amount goes; so do tokens of the sorts in `without`. */
export function withKind(
  text: string,
  reading: Reading,
  kind: EntryKind,
  book: EntryBook,
  without: readonly EntryToken['what'][] = [],
): string {
  const verb = kindsOf(book).find((one) => one.kind === kind)?.verb ?? ''
  let rest = text
  for (const token of [...reading.tokens].reverse()) {
    if (token.what === 'verb' || without.includes(token.what))
      rest = rest.slice(0, token.start) + rest.slice(token.end)
    if (token.what === 'amount' && rest[token.start] === '+')
      rest = rest.slice(0, token.start) + rest.slice(token.start + 1)
  }
  const line = `${verb} ${rest.trim()}`.trim()
  // Spending needs no verb, unless the words are those of income.
  return kind === 'spent' && readEntry(line, book).kind === 'got' ? `${book.words.spend[0]} ${line}` : line
}
