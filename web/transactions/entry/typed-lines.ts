import { decimalText } from '../../../contract/money.ts'
import { starterCategories, starterName } from '../../../contract/starter.ts'
import { type Language, languages } from '../../../words/languages.ts'
import { inLanguage } from '../../../words/t.ts'
import type { EntryBook } from './book.ts'
import { entrySentence } from './entry-sentence.ts'
import { exampleAccount, exampleBook, TODAY } from './example-book.ts'
import { readEntry } from './grammar.ts'
import type { EntryAmount, EntryFault, EntryKind, Reading } from './reading.ts'
import { unreadWords } from './unread.ts'
import { writtenEntry } from './written.ts'

/**
 * A line of quick entry as it is read in a language: for tests. The book is a new one of that language, with the ready-made categories and accounts under
 * their names there, on Sunday 15 November 2026. The answer names them in English, and has nothing of what is as it is by default: no fault,
 * cash, today.
 */
export type TypedLine = {
  readonly kind: EntryKind
  /** 12.50 EUR */
  readonly amount?: string
  readonly arrives?: string
  readonly category?: string
  readonly account?: string
  readonly to?: string
  readonly who?: string
  /** A person that is added with the entry has a plus before the name, in both. */
  readonly people?: readonly string[]
  readonly tags?: readonly string[]
  readonly day?: string
  readonly memo?: string
  /** Florin asks whether it comes again: month, 2 weeks. */
  readonly again?: string
  readonly faults?: readonly EntryFault[]
}

export type TypedBook = {
  readonly language: Language
  readonly currency?: string
  readonly contacts?: readonly string[]
  /** Accounts beside cash, the bank, savings and the credit card; their money is in the currency of the book. */
  readonly accounts?: readonly string[]
}

const starterAccounts = ['Cash', 'Bank', 'Savings', 'Credit card'] as const

/** The book that lines of a language are read in. */
export const bookIn = ({
  language,
  currency = 'EUR',
  contacts = ['Sam Okafor'],
  accounts = [],
}: TypedBook): EntryBook =>
  inLanguage(language, () =>
    exampleBook({
      accounts: [
        ...starterAccounts.map((name) => ({
          ...exampleAccount(name, {
            is_default: name === 'Cash',
            type: name === 'Credit card' ? 'liability' : 'asset',
            currency_id: name === 'Cash' ? null : currency,
          }),
          name: starterName(name),
        })),
        ...accounts.map((name) => exampleAccount(name)),
      ],
      categories: starterCategories.map(({ name, kind }) => ({
        id: `category ${name}`,
        name: starterName(name),
        kind,
        icon: null,
        is_active: true,
        deleted_at: null,
        account: { id: `ledger ${name}`, name, code: name, type: kind, is_active: true },
      })),
      contacts: contacts.map((name) => ({ id: `contact ${name}`, name })),
      base_currency_id: currency,
      locale: languages[language].numbers,
    }),
  )

export function readTyped(
  text: string,
  typed: TypedBook,
  book = bookIn(typed),
): { readonly line: TypedLine; readonly sentence: string } {
  return inLanguage(typed.language, () => {
    const reading = readEntry(text, book)
    const pieces = entrySentence(reading, { today: TODAY, locale: languages[typed.language].numbers })
    return {
      line: lineOf(reading, rhythmIn(text, reading, book)),
      sentence: plainSpaces(pieces.map((piece) => piece.text).join(' ')),
    }
  })
}

/** Lines, each with its reading, and for some with the sentence that is shown: what they were read as, in the same form. */
export type TypedRow = readonly [text: string, line: TypedLine, sentence?: string]
export function readRows(rows: readonly TypedRow[], typed: TypedBook): TypedRow[] {
  const book = bookIn(typed)
  return rows.map(([text, , wanted]) => {
    const { line, sentence } = readTyped(text, typed, book)
    return wanted === undefined ? [text, line] : [text, line, sentence]
  })
}

/** Of lines that could be recorded, those that read differently once Florin has written them itself. */
export function changedRows(rows: readonly TypedRow[], typed: TypedBook): unknown[] {
  const book = bookIn(typed)
  return rows.flatMap(([text, { faults = [] }]) => {
    if (faults.some((fault) => fault !== 'category_missing')) return []
    const written = inLanguage(typed.language, () => writtenEntry(readEntry(text, book), book))
    const [before, after] = [text, written].map((line) => readTyped(line, typed, book).sentence)
    return before === after ? [] : [{ text, before, written, after }]
  })
}

const plainSpaces = (text: string): string =>
  text.replace(/[\u00a0\u202f]/g, ' ').replace(/[\u061c\u200e\u200f]/g, '')

const sumOf = ({ minor, decimals, currency_id }: EntryAmount): string =>
  `${decimalText({ digits: minor, scale: decimals })} ${currency_id}`

/** The English name: that of the ready-made set is in the id. */
const nameIn = ({ id }: { readonly id: string }): string => id.slice(id.indexOf(' ') + 1)

const personName = ({ id, name }: { readonly id: string | null; readonly name: string }): string =>
  id === null ? `+${name}` : name

function rhythmIn(text: string, reading: Reading, book: EntryBook): string | undefined {
  const plan = unreadWords(text, reading, book)
    .flatMap(({ offers }) => offers)
    .find((offer) => offer.does === 'plan')
  if (plan?.does !== 'plan') return undefined
  const { every, unit } = plan.rhythm
  return every === 1 ? unit : `${every} ${unit}s`
}

function lineOf(reading: Reading, again: string | undefined): TypedLine {
  const { kind, amount, to_amount, category, account, to_account, contact, people, tags, day, memo, faults } =
    reading
  const isUsual = account?.id === 'account Cash' || (account === null && kind === 'owe')
  return {
    kind,
    ...(amount && { amount: sumOf(amount) }),
    ...(to_amount && { arrives: sumOf(to_amount) }),
    ...(category && { category: nameIn(category) }),
    ...(!isUsual && { account: account ? nameIn(account) : 'none' }),
    ...(to_account && { to: nameIn(to_account) }),
    ...(contact && { who: personName(contact) }),
    ...(people.length > 0 && { people: people.map(personName) }),
    ...(tags.length > 0 && { tags }),
    ...(day !== TODAY && { day }),
    ...(memo !== null && { memo }),
    ...(again !== undefined && { again }),
    ...(faults.length > 0 && { faults }),
  }
}
