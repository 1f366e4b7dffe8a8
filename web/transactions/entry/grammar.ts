import type { Day } from '../../../contract/day.ts'
import { currencyFacts } from '../../../contract/iso4217.ts'
import { readAmountText } from '../../ui/amount-text.ts'
import { fold } from '../../ui/matching.ts'
import { equally } from '../sheet/parts.ts'
import type { EntryAccount, EntryBook } from './book.ts'
import { type Claims, claimsOf, isOneOf, placeWhere, take } from './claims.ts'
import { takeCompany } from './company.ts'
import { categoryOf, type FoundCategory, isIncome } from './known-names.ts'
import { takeDeed, takeKnownContact, takeNewContact } from './people.ts'
import {
  categoryKindOf,
  type EntryAmount,
  type EntryContact,
  type EntryFault,
  type EntryKind,
  MAX_TAG_LENGTH,
  MAX_TAGS,
  MAX_TEXT_LENGTH,
  needsContact,
  type Reading,
} from './reading.ts'
import {
  isFromTo,
  type Signed,
  takeAccount,
  takeExactAccount,
  takeMeans,
  takeMove,
  takeSignedAccount,
  takeSignedContact,
  takeTags,
} from './signs-and-accounts.ts'
import { type EntryWord, joined } from './split.ts'
import { amountAmong, type TypedFigure, takeDay, takeDayInFigures, typedFigures } from './typed-figures.ts'
import type { Deed } from './verbs.ts'

/**
 * Quick entry: reads one line as a transaction. A pure function of the text and of what the book knows; it never throws.
 *
 *   12.50 lunch · 1200 JPY ramen · 12.50+3 lunch yesterday   spent
 *   refund 20 zalando · 20 zalando refund                    refund: spending that came back
 *   +3240 salary · got 50 from mum · salary 3240             got
 *   50 bank > savings · moved 50 from bank to savings        moved; 100 bank > 110 usd travel says both amounts
 *   lent sam 20 · borrowed 50 from sam · owe sam 12 pizza    lent, borrowed, owed
 *   sam paid 20 · paid sam 20                                paid back, to me and by me
 *   dinner 90 split with Tom and Lea · 90 @tom @lea · 90 with Tom and me   spent, and others owe me their parts
 *   @contact #tag !account "these words as they are"         anywhere
 *
 * Signs are read first, then figures and days (the rules are in typed-figures.ts), then the verb and the people (people.ts, company.ts), then
 * accounts (signs-and-accounts.ts). All other words are the memo, and name the category if they can (known-names.ts). A move is known by its > alone,
 * or by "from" and "to" with two accounts.
 */
export function readEntry(text: string, book: EntryBook): Reading {
  if (text.length > MAX_TEXT_LENGTH) return tooLong(text, book)
  const claims = claimsOf(text, book)
  const faults: EntryFault[] = []
  const tags = takeTags(claims)
  if (tags.length > MAX_TAGS) faults.push('too_many_tags')
  if (tags.some((tag) => tag.length > MAX_TAG_LENGTH)) faults.push('tag_too_long')

  const arrow = placeWhere(claims, (at) => claims.words[at]?.sign === '>')
  const named = takeDay(claims, typedFigures(claims))
  const { amount, toAmount } = takeAmounts(claims, named.left, arrow)
  const others = named.left.filter((figure) => figure !== amount && figure !== toAmount)
  const day = named.day ?? takeDayInFigures(claims, others) ?? book.day.today

  const signed = takeSignedContact(claims)
  const place = amount?.from ?? claims.words.length
  const refund = arrow < 0 ? refundAt(claims) : -1
  const deed = takeDeed(claims, place, {
    next: amount?.to ?? claims.words.length,
    signed: signed && { contact: signed.found, at: signed.at },
  })
  // Debts have a way back of their own, and "got" says only that it came in.
  const isRefund = refund >= 0 && (deed.kind === null || deed.kind === 'got')
  if (isRefund && !claims.isTaken[refund]) take(claims, 'verb', refund)
  const kind = isRefund ? 'refund' : kindOf(claims, deed, amount, arrow)

  const { account, toAccount, contact, people } = takeParties(claims, kind, deed, {
    signed,
    afterAmount: amount?.to ?? claims.words.length,
    faults,
  })
  const said = takeMemo(claims)
  const words = memoOf(said)
  const categoryKind = categoryKindOf(kind)
  const found = categoryKind && words !== null ? categoryOf(words, categoryKind, book) : null
  if (categoryKind && !found) faults.push('category_missing')

  const sum = amountOf(amount, account, book, faults)
  return {
    kind,
    amount: sum,
    to_amount: toAmount ? amountOf(toAmount, toAccount, book, faults) : null,
    category: found?.category ?? null,
    is_category_guess: found?.isGuess ?? false,
    account,
    to_account: toAccount,
    contact,
    people,
    shares: sum ? equally(sum.minor, people.length + 1).slice(1) : [],
    tags,
    day,
    memo: memoBeside(said, found, book),
    named_by: found?.by ?? [],
    faults,
    tokens: claims.tokens.sort((a, b) => a.start - b.start),
  }
}

/** Words that were read alone: the people in them and the rest; as a line also their amount, and the day beside it. */
export type ReadWords = Pick<Reading, 'contact' | 'people' | 'tokens'> & {
  readonly said: readonly SaidWord[]
  readonly figure: TypedFigure | undefined
  readonly day: Day | undefined
}

/** Reads words alone, beside a kind and accounts that were chosen. Their figures count as in a line if `isLine`, and are words else. */
export function readWords(text: string, kind: EntryKind, book: EntryBook, isLine: boolean): ReadWords {
  const claims = claimsOf(text, book)
  const isAmount = isLine && typedFigures(claims).length > 0
  const { day, left } = isAmount ? takeDay(claims, typedFigures(claims)) : { day: undefined, left: [] }
  const { amount: figure } = takeAmounts(claims, left, -1)
  const others = left.filter((one) => one !== figure)
  const dayInFigures = day ?? takeDayInFigures(claims, others)
  const company =
    kind === 'spent' ? takeCompany(claims, takeSignedContact(claims)) : { contact: null, people: [] }
  const said = takeMemo(claims)
  const tokens = claims.tokens.sort((a, b) => a.start - b.start)
  return { ...company, said, figure, day: dayInFigures, tokens }
}

/** Takes the amount, and in a move the one after > if there is one before it too. */
function takeAmounts(claims: Claims, figures: readonly TypedFigure[], arrow: number) {
  const before = arrow < 0 ? figures : figures.filter(({ from }) => from < arrow)
  const after = arrow < 0 ? [] : figures.filter(({ from }) => from > arrow)
  const first = amountAmong(claims, before)
  const amount = first ?? amountAmong(claims, after)
  const toAmount = first ? amountAmong(claims, after) : undefined
  if (amount) take(claims, 'amount', amount.from, amount.to)
  if (amount && isOneOf(claims, amount.from - 1, claims.book.words.price))
    take(claims, 'small', amount.from - 1)
  if (toAmount) take(claims, 'to amount', toAmount.from, toAmount.to)
  return { amount, toAmount }
}

/** The place of the word that says that spending came back; -1 if there is none, or if the line names an income that is called so. */
function refundAt(claims: Claims): number {
  const at = placeWhere(claims, (one) => isOneOf(claims, one, claims.book.words.refund))
  if (at < 0) return -1
  const free = claims.words.filter((_, one) => !claims.isTaken[one]).map(({ folded }) => folded)
  return isIncome(free.join(' '), claims.book) ? -1 : at
}

/** Without a verb, a + or the name of income in the first words means that money came in. */
function kindOf(claims: Claims, deed: Deed, amount: TypedFigure | undefined, arrow: number): EntryKind {
  if (arrow >= 0) return 'moved'
  if (deed.kind) return deed.kind
  if (isFromTo(claims)) return 'moved'
  if (amount?.sum.startsWith('+')) return 'got'
  if (/^[-−]/.test(amount?.sum ?? '')) return 'spent'
  const free = claims.words.filter((_, at) => !claims.isTaken[at])
  const isPlainLine = free.every(({ isQuoted }) => !isQuoted)
  return isPlainLine && isIncome(free.map(({ folded }) => folded).join(' '), claims.book) ? 'got' : 'spent'
}

type Parties = {
  account: EntryAccount | null
  toAccount: EntryAccount | null
  contact: EntryContact | null
  people: readonly EntryContact[]
}

/** Takes the accounts and the contact that an entry of this kind has. */
function takeParties(
  claims: Claims,
  kind: EntryKind,
  deed: Deed,
  {
    signed: signedContact,
    afterAmount,
    faults,
  }: { signed: Signed<EntryContact> | undefined; afterAmount: number; faults: EntryFault[] },
): Parties {
  const company = kind === 'spent' ? takeCompany(claims, signedContact) : undefined
  const known = company ? company.contact : (signedContact?.found ?? deed.contact)
  if (kind === 'moved') return { ...takeMoved(claims, faults), contact: known, people: [] }
  const isWithContact = needsContact(kind)
  const signed = takeSignedAccount(claims, 0, claims.words.length, 'account')
  const before = signedContact ? signedContact.at - 1 : -1
  if (isWithContact && isOneOf(claims, before, [...claims.book.words.to, ...claims.book.words.from]))
    take(claims, 'small', before)
  let person = known
  if (!person && isWithContact) person = takeKnownContact(claims, deed, afterAmount) ?? null
  if (!person && (kind === 'got' || kind === 'refund')) person = takeGiver(claims)
  const account =
    signed === 'unknown'
      ? null
      : (signed ??
        takeAccount(claims) ??
        (kind === 'owe' ? null : (takeExactAccount(claims) ?? takeMeans(claims) ?? claims.book.account)))
  if (!person && isWithContact) person = takeNewContact(claims, deed, afterAmount) ?? null
  if (signed === 'unknown') faults.push('account_unknown')
  else if (!account && kind !== 'owe') faults.push('account_missing')
  if (isWithContact && !person) faults.push('contact_missing')
  if ((kind === 'paid back' || kind === 'paid me back') && person?.id === null) faults.push('contact_unknown')
  const people = company?.people ?? []
  return { account: kind === 'owe' ? null : account, toAccount: null, contact: person, people }
}

/** "got 50 from mum": the contact of the book that money came from. */
function takeGiver(claims: Claims): EntryContact | null {
  const at = placeWhere(claims, (place) => isOneOf(claims, place, claims.book.words.from))
  return at < 0 ? null : (takeKnownContact(claims, { after: at }, at) ?? null)
}

function takeMoved(claims: Claims, faults: EntryFault[]): Omit<Parties, 'contact' | 'people'> {
  const move = takeMove(claims)
  faults.push(...move.faults)
  const toAccount = move.to ?? null
  // If the money goes to the account it would come from by default, the source has to be chosen.
  const byDefault = claims.book.account?.id === toAccount?.id ? null : claims.book.account
  const account = move.from ?? (move.faults.length > 0 ? null : byDefault)
  if (move.faults.length === 0) {
    if (!account) faults.push('account_missing')
    if (!toAccount) faults.push('to_account_missing')
  }
  if (account && account.id === toAccount?.id) faults.push('same_account')
  return { account, toAccount }
}

type SaidWord = Pick<EntryWord, 'text' | 'isQuoted' | 'isJoined'>

/** Takes all remaining words as the memo; words like "for" at its beginning and lone dashes are left out. */
function takeMemo(claims: Claims): SaidWord[] {
  const said: SaidWord[] = []
  let last = -1
  for (const [at, word] of claims.words.entries()) {
    if (claims.isTaken[at]) continue
    const isLeading = said.length === 0 && isOneOf(claims, at, claims.book.words.leading)
    const isDash = !word.isQuoted && /^[-–—−:;,.，、。]+$/.test(word.text)
    take(claims, isLeading || isDash ? 'small' : 'words', at)
    const text = word.isQuoted ? word.text : `${signOf(word.sign)}${word.text}`
    if (isLeading || isDash || text === '') continue
    said.push({ text, isQuoted: word.isQuoted, isJoined: word.isJoined === true && last === at - 1 })
    last = at
  }
  return said
}

export const memoOf = (said: readonly SaidWord[]): string | null => joined(said) || null

/** The memo without the name of the category, where that was written before or after it: "tea eating out" is tea. */
export function memoBeside(
  said: readonly SaidWord[],
  found: FoundCategory | null,
  { words }: EntryBook,
): string | null {
  if (found?.isAll) return null
  if (!found || found.isGuess) return memoOf(said)
  const count = found.by.length
  const isOf = (list: readonly string[], word: SaidWord | undefined) =>
    word !== undefined && !word.isQuoted && list.includes(fold(word.text))
  const isName = (part: readonly SaidWord[]) =>
    part.every(({ isQuoted }) => !isQuoted) &&
    part.map(({ text }) => fold(text)).join(' ') === found.by.join(' ')
  // "insurance for the car" goes on to the name: without it, its rest would end in "for".
  if (isName(said.slice(-count)) && !isOf(words.leading, said.at(-count - 1)))
    return memoOf(said.slice(0, -count))
  // "groceries with coupons" goes on, so that its rest alone would say little.
  if (!isName(said.slice(0, count)) || isOf([...words.company, ...words.and], said[count]))
    return memoOf(said)
  return memoOf(said.slice(isOf(words.leading, said[count]) ? count + 1 : count))
}

const signOf = (sign: string): string => (sign === '>' ? '' : sign)

const faultOf: Readonly<Record<string, EntryFault>> = {
  empty: 'amount_missing',
  incomplete: 'amount_incomplete',
  not_a_number: 'amount_not_a_number',
  too_many_decimals: 'amount_decimals',
  too_large: 'amount_too_large',
  division_by_zero: 'amount_division',
}

/** The amount in its currency: the one that was typed, else the account's, else the book's. A minus before it changes nothing. */
export function amountOf(
  figure: TypedFigure | undefined,
  account: EntryAccount | null,
  book: EntryBook,
  faults: EntryFault[],
): EntryAmount | null {
  if (!figure) {
    faults.push('amount_missing')
    return null
  }
  const currency_id = figure.currency?.id ?? account?.currency_id ?? book.base_currency_id
  const decimals = currencyFacts(currency_id)?.decimals ?? 2
  const read = readAmountText(figure.sum, { decimals, separator: book.separator })
  if (read.fault !== undefined) {
    faults.push(faultOf[read.fault] ?? 'amount_not_a_number')
    return null
  }
  const minor = /^[-−]/.test(figure.sum) && read.minor < 0n ? -read.minor : read.minor
  if (minor <= 0n) {
    faults.push('amount_not_positive')
    return null
  }
  return { minor, currency_id, decimals }
}

const tooLong = (text: string, book: EntryBook): Reading => ({
  kind: 'spent',
  amount: null,
  to_amount: null,
  category: null,
  is_category_guess: false,
  account: book.account,
  to_account: null,
  contact: null,
  people: [],
  shares: [],
  tags: [],
  day: book.day.today,
  memo: null,
  named_by: [],
  faults: ['too_long'],
  tokens: [{ what: 'words', start: 0, end: text.length }],
})
