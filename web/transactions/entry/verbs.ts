import { type Claims, isOneOf, isPlain, placeWhere, runFrom } from './claims.ts'
import type { EntryVerb } from './entry-words.ts'
import { byFirstWords, byWords, exactly, longest } from './known-names.ts'
import { inAnyCase } from './name-cases.ts'
import type { EntryContact, EntryKind } from './reading.ts'
import type { EntryWord } from './split.ts'

/** Verbs of a line, and the people and accounts around them that say what a verb of several meanings means. */
export type Deed = {
  readonly kind: EntryKind | null
  readonly contact: EntryContact | null
  /** The place after the verb; with a verb that may stand anywhere, that of the first word. */
  readonly after: number
  readonly isLate?: boolean
}

export type FoundVerb = { readonly verb: EntryVerb; readonly at: number }

export const whenIDo: Readonly<Record<Exclude<EntryVerb, 'pay'>, EntryKind>> = {
  spend: 'spent',
  receive: 'got',
  move: 'moved',
  lend: 'lent',
  borrow: 'borrowed',
  owe: 'owe',
  repay: 'paid back',
}
export const whenTheyDo: Readonly<Partial<Record<EntryVerb, EntryKind>>> = {
  lend: 'borrowed',
  borrow: 'lent',
  owe: 'lent',
  pay: 'paid me back',
  repay: 'paid me back',
}

/** The contact of the book that words begin with. */
export const knownAmong = (claims: Claims, words: readonly Pick<EntryWord, 'folded' | 'isJoined'>[]) =>
  longest(words, (phrase) => inAnyCase(byFirstWords, claims.book.contacts, phrase, claims.book.words.endings))

/** Whether a contact of the book follows any of these words. */
export const isPersonAfter = (claims: Claims, before: readonly string[]): boolean =>
  placeWhere(
    claims,
    (at) => isOneOf(claims, at, before) && knownAmong(claims, runFrom(claims, at + 1)) !== undefined,
  ) >= 0

/** The account of the book that follows a preposition, behind an article if there is one; `at` is the place of the preposition. */
export function accountAfter(claims: Claims, at: number, find = byWords) {
  const { accounts, words } = claims.book
  for (const place of isOneOf(claims, at + 1, words.articles) ? [at + 1, at + 2] : [at + 1]) {
    const known = longest(runFrom(claims, place), (phrase) =>
      inAnyCase(find, accounts, phrase, words.endings),
    )
    if (known) return { found: known.found, at: place, end: place + known.count }
  }
  return undefined
}

/** Whether somebody, known or new, follows the word before a lender, who is neither me nor an account. */
export const isFromSomebody = (claims: Claims): boolean => {
  const { lender, me, i } = claims.book.words
  return (
    placeWhere(
      claims,
      (at) =>
        isOneOf(claims, at, lender) &&
        (claims.words[at + 1]?.sign === '@' ||
          (isPlain(claims, at + 1) && !isOneOf(claims, at + 1, [...me, ...i]) && !accountAfter(claims, at))),
    ) >= 0
  )
}

/** The verb at a place. */
export function verbAt(claims: Claims, at: number): FoundVerb | undefined {
  if (!isPlain(claims, at)) return undefined
  const meanings = meaningsAt(claims, at)
  if (meanings.length === 0)
    return isOneOf(claims, at, claims.book.words.give) && hasBack(claims) ? { verb: 'repay', at } : undefined
  const verb = meanings.length > 1 ? meantOf(claims, meanings) : meanings[0]
  return verb && { verb, at }
}

const wordAt = ({ words }: Claims, at: number): string => words[at]?.folded ?? ''

const meaningsAt = (claims: Claims, at: number): readonly EntryVerb[] =>
  claims.book.words.verbs.get(wordAt(claims, at)) ?? []

/** Whether the verb itself says that something was paid back: "zurückbekommen". */
export const isBackVerb = (claims: Claims, { at }: FoundVerb): boolean =>
  claims.book.words.back.includes(wordAt(claims, at))

/** Lent is borrowed with somebody it comes from; money that is sent is moved between accounts, got from people, and paid to them. */
function meantOf(claims: Claims, meanings: readonly EntryVerb[]): EntryVerb | undefined {
  if (meanings.includes('lend') && meanings.includes('borrow'))
    return isFromSomebody(claims) ? 'borrow' : 'lend'
  const isFromPerson = meanings.includes('receive') && isPersonAfter(claims, claims.book.words.from)
  if (isFromPerson || !meanings.includes('pay')) return meanings[0]
  if (!meanings.includes('move')) return 'pay'
  return hasOtherAccount(claims) ? 'move' : 'pay'
}

/** Whether money goes to an account of mine: one after "to", or one that is named alone. */
function hasOtherAccount(claims: Claims): boolean {
  const { to, into, from, by, articles } = claims.book.words
  const find = (phrase: string) => inAnyCase(exactly, claims.book.accounts, phrase, claims.book.words.endings)
  return (
    placeWhere(
      claims,
      (at) =>
        (isOneOf(claims, at, [...to, ...into]) && accountAfter(claims, at) !== undefined) ||
        (longest(runFrom(claims, at), find) !== undefined &&
          !isOneOf(claims, at - 1, [...from, ...by, ...articles])),
    ) >= 0
  )
}

const hasBack = (claims: Claims): boolean =>
  placeWhere(claims, (at) => isOneOf(claims, at, claims.book.words.back)) >= 0

/** The first verb that may stand anywhere. */
export function lateVerb(claims: Claims, from: number): FoundVerb | undefined {
  const { late } = claims.book.words
  if (late.length === 0) return undefined
  for (let at = Math.max(from, 0); at < claims.words.length; at++) {
    const found = isOneOf(claims, at, late) ? verbAt(claims, at) : undefined
    if (found) return found
  }
  return undefined
}

/** The words before a verb that name nobody: "I", helpers, "me". `at` is the place after them. */
export type Lead = {
  readonly at: number
  readonly isMine: boolean
  readonly isTheirs: boolean
  readonly isMe: boolean
}

export function leadFrom(claims: Claims, from: number, limit: number, isAfterName = false): Lead {
  const { helpers, i, me, they, to } = claims.book.words
  let [at, isMine, isTheirs, isMe] = [from, false, false, false]
  const isAny = (place: number) =>
    isOneOf(claims, place, me) ||
    isOneOf(claims, place, i) ||
    (isOneOf(claims, place, helpers) && (place > from || isAfterName || !isOneOf(claims, place, to)))
  for (; at >= 0 && at < limit && isAny(at); at++) {
    if (isOneOf(claims, at, me)) isMe = true
    else if (isOneOf(claims, at, they)) isTheirs = true
    else isMine = true
  }
  return { at, isMine, isTheirs, isMe }
}

/** Whether the form of a verb says that somebody else did it. */
export const isTheirs = (claims: Claims, { at }: FoundVerb): boolean =>
  claims.book.words.they.includes(wordAt(claims, at))

/** The kind of what somebody else did. Who lent or borrowed, in one word, lent if it was to me. */
export function theirKind(claims: Claims, { verb, at }: FoundVerb, isMe: boolean): EntryKind | undefined {
  const meanings = meaningsAt(claims, at)
  const isEither = meanings.includes('lend') && meanings.includes('borrow')
  if (isEither && isMe && isFromSomebody(claims)) return undefined
  const meant: EntryVerb = isEither ? (isMe ? 'lend' : 'borrow') : verb
  return whenTheyDo[meant]
}

/** Whether a contact of the book follows "paid", or any "to". */
export const isPersonPaid = (claims: Claims, after: number): boolean =>
  knownAmong(claims, runFrom(claims, after)) !== undefined || isPersonAfter(claims, claims.book.words.to)
