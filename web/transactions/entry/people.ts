import { type Claims, isOneOf, isPlain, placeWhere, runFrom, take } from './claims.ts'
import { byFirstWords } from './known-names.ts'
import { lateDeed } from './late-verbs.ts'
import type { EntryContact } from './reading.ts'
import { typedName } from './split.ts'
import {
  type Deed,
  type FoundVerb,
  isBackVerb,
  isPersonAfter,
  isPersonPaid,
  isTheirs,
  knownAmong,
  type Lead,
  leadFrom,
  theirKind,
  verbAt,
  whenIDo,
  whenTheyDo,
} from './verbs.ts'

/**
 * Reads what happened, and with whom. A verb stands before the amount and comes first, with or without "I"; or after the name of a
 * contact, and then the contact did it: "sam lent me 20" is borrowed, "sam owes me 20" is lent, "sam paid 20" is paid back to me.
 *
 * "paid" is spending, except with a contact of the book as the one who was paid ("paid sam 20", "paid 20 to sam") or with "back". So
 * `12 @sam lunch` and "paid 20 lunch @sam" stay spending that has to do with Sam. With "back", "got" and "gave" are about debts too:
 * "got 8 back from sam", "sam gave me back 8".
 *
 * Other languages say who did it in other ways: with a helper ("Sam a payé 20", "habe Sam 20 geliehen"), with "me" beside the verb ("me prestó Sam 20"),
 * or by the form of the verb ("debe"). Where one verb means lending and borrowing, a word before the lender tells which ("pożyczyłem 20 od sama", "sam
 * pożyczył ode mnie 20"). Verbs that stand anywhere are read in late-verbs.ts.
 *
 * A name that the book does not know becomes a new contact only where a person has to stand: after lent, borrowed and owe, and before
 * a verb that tells who did it ("sam owes me 20").
 */
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
  if (isPayback && lateBack(claims) >= 0) take(claims, 'small', lateBack(claims))
  return deed
}

/** The place of a word for "back" at the end, where the language puts it there. */
function lateBack(claims: Claims): number {
  const { back, late } = claims.book.words
  const at = claims.words.findLastIndex((_, place) => isPlain(claims, place))
  return isOneOf(claims, at, back) && isOneOf(claims, at, late) ? at : -1
}

const nothing: Deed = { kind: null, contact: null, after: 0 }

function deedOf(claims: Claims, limit: number, next: number, signed: SignedContact): Deed {
  const { words } = claims.book
  const firstWord = () => placeWhere(claims, (at) => isPlain(claims, at))
  let first = firstWord()
  const isI = first >= 0 && first < limit && isOneOf(claims, first, words.i)
  if (isI) {
    take(claims, 'small', first)
    first = firstWord()
  }
  if (first < 0) return nothing
  const found = leadFrom(claims, first, limit)
  const lead = isI ? { ...found, isMine: true } : found
  const verb = lead.at < limit ? verbAt(claims, lead.at) : undefined
  if (verb) return firstDeed(claims, { first, limit, next, signed, lead, verb })
  const subject = first < limit ? subjectDeed(claims, first, limit) : undefined
  return subject ?? lateDeed(claims, lead, limit) ?? nothing
}

type FirstVerb = {
  first: number
  limit: number
  next: number
  signed: SignedContact
  lead: Lead
  verb: FoundVerb
}

/** A verb that comes first, or after words that name nobody. */
function firstDeed(claims: Claims, { first, limit, next, signed, lead, verb: found }: FirstVerb): Deed {
  const { words } = claims.book
  const { verb, at } = found
  if (at > first) take(claims, 'small', first, at)
  const isLate = isOneOf(claims, at, words.late)
  const others = signed && signed.at < at ? whenTheyDo[verb] : undefined
  take(claims, 'verb', at)
  const particles = takeParticles(claims, at + 1)
  const { after } = particles
  const isTheirForm =
    !lead.isMine && (lead.isTheirs || lead.isMe || isTheirs(claims, found) || (isLate && particles.isMe))
  const theirs = others ?? (isTheirForm ? theirKind(claims, found, lead.isMe || particles.isMe) : undefined)
  const isBack =
    particles.isBack ||
    isOneOf(claims, next, words.back) ||
    lateBack(claims) >= 0 ||
    isBackVerb(claims, found)
  if (verb === 'lend' && theirs === 'lent') takeOfMe(claims)
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

/** A contact and what they did, from the first word on. */
function subjectDeed(claims: Claims, first: number, limit: number): Deed | undefined {
  const { me, back, i, helpers, give, late, lender } = claims.book.words
  const between = [...helpers, ...me, ...i]
  const isGift = (at: number) => isOneOf(claims, at, give) && isOneOf(claims, at, late)
  const isOfMe = (at: number) => isOneOf(claims, at, lender) && isOneOf(claims, at + 1, me)
  const isEnd = (at: number) =>
    at >= limit ||
    verbAt(claims, at) !== undefined ||
    isGift(at) ||
    isOfMe(at) ||
    isOneOf(claims, at, between)
  const run = runFrom(claims, first, isEnd)
  const end = first + run.length
  const lead = leadFrom(claims, isOfMe(end) ? end + 2 : end, limit, true)
  const place = lead.at
  if (place >= limit || run.length === 0) return undefined
  const found =
    verbAt(claims, place) ?? (isGift(place) ? ({ verb: 'receive', at: place } as const) : undefined)
  if (!found || (place > end && claims.words.slice(end, place).some(({ folded }) => i.includes(folded))))
    return undefined
  const after = place + 1
  const isMe = lead.isMe || isOneOf(claims, after, me)
  const known = knownAmong(claims, run)
  // In another case than the first, it is whom it was done to: "samowi oddałem 20".
  const isObject = known && !byFirstWords([known.found], run.map(({ folded }) => folded).join(' '))
  // Money that somebody gave me: "mama dała mi 100".
  const isGot = isMe && known && isGift(place) && found.verb !== 'repay'
  const kind = isGot ? 'got' : theirKind(claims, found, isMe)
  if (!kind || isObject) return undefined
  const isCertain = found.verb === 'borrow' || found.verb === 'owe' || isMe || isOneOf(claims, after, back)
  if (known?.count !== run.length && !(isCertain && run.length === 1)) return undefined
  const contact = known ? { id: known.found.id, name: known.found.name } : { id: null, name: typedName(run) }
  take(claims, 'contact', first, end)
  if (place > end) take(claims, 'small', end, place)
  take(claims, 'verb', place, after)
  if (found.verb === 'lend' && kind === 'lent') takeOfMe(claims)
  return { kind, contact, after: takeParticles(claims, after).after }
}

/** Takes "from me", beside a verb that means lending and borrowing. */
function takeOfMe(claims: Claims): void {
  const { lender, me } = claims.book.words
  for (const at of claims.words.keys())
    if (isOneOf(claims, at, lender) && isOneOf(claims, at + 1, me)) take(claims, 'small', at, at + 2)
}

/** Takes a contact of the book that follows the verb, "to", "from" or the amount. */
export function takeKnownContact(
  claims: Claims,
  { after, isLate = false }: Pick<Deed, 'after' | 'isLate'>,
  afterAmount: number,
): EntryContact | undefined {
  const { to, from, lender, back } = claims.book.words
  const isBefore = (at: number) => isOneOf(claims, at, [...to, ...from, ...lender])
  const starts = [
    after,
    ...claims.words.flatMap((_, at) => (isBefore(at) ? [at] : [])),
    afterAmount,
    ...(isLate ? claims.words.keys() : []),
  ]
  for (const start of starts) {
    const name = isBefore(start) ? start + 1 : start
    const found = knownAmong(claims, runFrom(claims, name))
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
export function takeNewContact(
  claims: Claims,
  { after, isLate = false }: Pick<Deed, 'after' | 'isLate'>,
  afterAmount: number,
): EntryContact | undefined {
  const { to, from, lender, by, into, on, leading } = claims.book.words
  const before = [...to, ...from, ...lender]
  const stops = [...before, ...by, ...into, ...on, ...leading]
  const isStop = (at: number) => isOneOf(claims, at, stops)
  const start = (at: number) => (isOneOf(claims, at, before) ? at + 1 : at)
  const named = placeWhere(claims, (at) => isOneOf(claims, at, before))
  const first = [start(after), Number.POSITIVE_INFINITY] as const
  const second = [named < 0 ? -1 : named + 1, Number.POSITIVE_INFINITY] as const
  for (const [at, most] of [
    ...(isLate ? [second, first] : [first, second]),
    [start(afterAmount), 1] as const,
  ]) {
    const run = runFrom(claims, at, isStop).slice(0, most)
    if (run.length === 0) continue
    if (isOneOf(claims, at - 1, before)) take(claims, 'small', at - 1)
    take(claims, 'contact', at, at + run.length)
    return { id: null, name: typedName(run) }
  }
  return undefined
}
