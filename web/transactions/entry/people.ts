import { type Claims, isOneOf, isPlain, placeWhere, runFrom, take } from './claims.ts'
import { byFirstWords, longest } from './known-names.ts'
import type { EntryContact, EntryKind } from './reading.ts'
import type { EntryWord } from './split.ts'

/**
 * Reads what happened, and with whom. A verb stands before the amount and comes first, with or without "I"; or after the name of a
 * contact, and then the contact did it: "sam lent me 20" is borrowed, "sam owes me 20" is lent, "sam paid 20" is paid back to me.
 *
 * "paid" is spending, except with a contact of the book as the one who was paid ("paid sam 20", "paid 20 to sam") or with "back". So
 * `12 @sam lunch` and "paid 20 lunch @sam" stay spending that has to do with Sam. With "back", "got" and "gave" are about debts too:
 * "got 8 back from sam", "sam gave me back 8".
 *
 * A name that the book does not know becomes a new contact only where a person has to stand: after lent, borrowed and owe, and before
 * a verb that tells who did it ("sam owes me 20").
 */
type EntryVerb = 'spend' | 'receive' | 'move' | 'lend' | 'borrow' | 'owe' | 'pay' | 'repay'
const verbs = ['spend', 'receive', 'move', 'lend', 'borrow', 'owe', 'pay', 'repay'] as const

export type Deed = {
  readonly kind: EntryKind | null
  readonly contact: EntryContact | null
  /** The place after the verb. */
  readonly after: number
}

const verbAt = (claims: Claims, at: number): EntryVerb | undefined =>
  verbs.find((verb) => isOneOf(claims, at, claims.book.words[verb])) ??
  (isOneOf(claims, at, claims.book.words.give) && hasBack(claims) ? 'repay' : undefined)

const hasBack = (claims: Claims): boolean =>
  placeWhere(claims, (at) => isOneOf(claims, at, claims.book.words.back)) >= 0

/** A name as it was typed; in small letters only, each word gets a capital. */
export const typedName = (words: readonly EntryWord[]): string => {
  const name = words.map(({ text }) => text).join(' ')
  return name === name.toLowerCase() ? name.replace(/(^|\s)\p{L}/gu, (letter) => letter.toUpperCase()) : name
}

const known = (claims: Claims, words: readonly EntryWord[]) =>
  longest(words, (phrase) => byFirstWords(claims.book.contacts, phrase))

const whenIDo: Readonly<Record<Exclude<EntryVerb, 'pay'>, EntryKind>> = {
  spend: 'spent',
  receive: 'got',
  move: 'moved',
  lend: 'lent',
  borrow: 'borrowed',
  owe: 'owe',
  repay: 'paid back',
}
const whenTheyDo: Readonly<Partial<Record<EntryVerb, EntryKind>>> = {
  lend: 'borrowed',
  borrow: 'lent',
  owe: 'lent',
  pay: 'paid me back',
  repay: 'paid me back',
}

type SignedContact = { contact: EntryContact; at: number } | undefined

/**
 * Takes the verb, and the contact who did it. `limit` is the place of the amount, `next` the one after it, and `signed` the contact after
 * an @ and its place.
 */
export function takeDeed(
  claims: Claims,
  limit: number,
  { next, signed }: { next: number; signed: SignedContact },
): Deed {
  const deed = deedOf(claims, limit, next, signed)
  const isPayback = deed.kind === 'paid back' || deed.kind === 'paid me back'
  if (isPayback && isOneOf(claims, next, claims.book.words.back)) take(claims, 'small', next)
  return deed
}

function deedOf(claims: Claims, limit: number, next: number, signed: SignedContact): Deed {
  const { words } = claims.book
  let first = placeWhere(claims, (at) => isPlain(claims, at))
  if (first >= 0 && first < limit && isOneOf(claims, first, words.i)) {
    take(claims, 'small', first)
    first = placeWhere(claims, (at) => isPlain(claims, at))
  }
  if (first < 0 || first >= limit) return { kind: null, contact: null, after: 0 }
  const verb = verbAt(claims, first)
  if (!verb) return subjectDeed(claims, first, limit) ?? { kind: null, contact: null, after: 0 }
  const theirs = signed && signed.at < first ? whenTheyDo[verb] : undefined
  take(claims, 'verb', first)
  const particles = takeParticles(claims, first + 1)
  const { after } = particles
  const isBack = particles.isBack || isOneOf(claims, next, words.back)
  if (theirs) return { kind: theirs, contact: null, after }
  if (verb === 'receive' && isBack && (signed?.contact.id || isPersonAfter(claims, words.from)))
    return { kind: 'paid me back', contact: null, after }
  if (verb !== 'pay') return { kind: whenIDo[verb], contact: null, after }
  const isPerson =
    isBack || (signed ? signed.contact.id !== null && signed.at < limit : isPersonPaid(claims, after))
  return { kind: isPerson ? 'paid back' : 'spent', contact: null, after }
}

function takeParticles(claims: Claims, at: number): { after: number; isMe: boolean; isBack: boolean } {
  const { me, back } = claims.book.words
  const isMe = isOneOf(claims, at, me)
  if (isMe) take(claims, 'small', at)
  const next = isMe ? at + 1 : at
  const isBack = isOneOf(claims, next, back)
  if (isBack) take(claims, 'small', next)
  return { after: isBack ? next + 1 : next, isMe, isBack }
}

/** Whether a contact of the book follows "paid", or any "to". */
const isPersonPaid = (claims: Claims, after: number): boolean =>
  known(claims, runFrom(claims, after)) !== undefined || isPersonAfter(claims, claims.book.words.to)

/** Whether a contact of the book follows any of these words. */
const isPersonAfter = (claims: Claims, before: readonly string[]): boolean =>
  placeWhere(
    claims,
    (at) => isOneOf(claims, at, before) && known(claims, runFrom(claims, at + 1)) !== undefined,
  ) >= 0

/** A contact and what they did, from the first word on. */
function subjectDeed(claims: Claims, first: number, limit: number): Deed | undefined {
  const run = runFrom(claims, first, (at) => at >= limit || verbAt(claims, at) !== undefined)
  const place = first + run.length
  const verb = place < limit ? verbAt(claims, place) : undefined
  const kind = verb && whenTheyDo[verb]
  if (!verb || !kind || run.length === 0) return undefined
  const found = known(claims, run)
  const { me, back } = claims.book.words
  const isCertain =
    verb === 'borrow' || verb === 'owe' || isOneOf(claims, place + 1, me) || isOneOf(claims, place + 1, back)
  if (found?.count !== run.length && !(isCertain && run.length === 1)) return undefined
  const contact = found ? { id: found.found.id, name: found.found.name } : { id: null, name: typedName(run) }
  take(claims, 'contact', first, place)
  take(claims, 'verb', place)
  return { kind, contact, after: takeParticles(claims, place + 1).after }
}

/** Takes a contact of the book that follows the verb, "to", "from" or the amount. */
export function takeKnownContact(
  claims: Claims,
  after: number,
  afterAmount: number,
): EntryContact | undefined {
  const { to, from, back } = claims.book.words
  const isBefore = (at: number) => isOneOf(claims, at, to) || isOneOf(claims, at, from)
  const starts = [after, ...claims.words.flatMap((_, at) => (isBefore(at) ? [at] : [])), afterAmount]
  for (const start of starts) {
    const name = isBefore(start) ? start + 1 : start
    const found = known(claims, runFrom(claims, name))
    if (!found) continue
    if (name > start) take(claims, 'small', start)
    const end = name + found.count
    take(claims, 'contact', name, end)
    if (isOneOf(claims, end, back)) take(claims, 'small', end)
    return { id: found.found.id, name: found.found.name }
  }
  return undefined
}

/** Takes a name that the book does not know: all words after the verb, after "to" or "from", or one word after the amount. */
export function takeNewContact(claims: Claims, after: number, afterAmount: number): EntryContact | undefined {
  const { to, from, by, into, on, leading } = claims.book.words
  const stops = [...to, ...from, ...by, ...into, ...on, ...leading]
  const isStop = (at: number) => isOneOf(claims, at, stops)
  const start = (at: number) => (isOneOf(claims, at, [...to, ...from]) ? at + 1 : at)
  const named = placeWhere(claims, (at) => isOneOf(claims, at, [...to, ...from]))
  for (const [at, most] of [
    [start(after), Number.POSITIVE_INFINITY],
    [named < 0 ? -1 : named + 1, Number.POSITIVE_INFINITY],
    [start(afterAmount), 1],
  ] as const) {
    const run = runFrom(claims, at, isStop).slice(0, most)
    if (run.length === 0) continue
    if (isOneOf(claims, at - 1, [...to, ...from])) take(claims, 'small', at - 1)
    take(claims, 'contact', at, at + run.length)
    return { id: null, name: typedName(run) }
  }
  return undefined
}
