import { type Claims, isOneOf, placeWhere, runFrom, take } from './claims.ts'
import { type EntryContact, type EntryKind, needsContact } from './reading.ts'
import { typedName } from './split.ts'
import {
  type Deed,
  type FoundVerb,
  isBackVerb,
  isPersonAfter,
  isPersonPaid,
  isTheirs as isTheirForm,
  knownAmong,
  type Lead,
  lateVerb,
  leadFrom,
  theirKind,
  whenIDo,
} from './verbs.ts'

/**
 * Reads verbs that stand at the end, or anywhere: "Sam 20 geliehen", "20 prêtés à Sam". I did it, unless a name with a helper comes first ("Sam hat 20
 * geliehen"), it was done to me ("mir 20 geliehen"), or it comes from somebody: "20 von Sam zurückgezahlt".
 */
export function lateDeed(claims: Claims, lead: Lead, limit: number): Deed | undefined {
  const found = lateVerb(claims, lead.at)
  if (!found) return undefined
  const { words } = claims.book
  const subject = subjectOf(claims, lead, limit)
  const meAt = placeWhere(claims, (at) => isMeAt(claims, at))
  const isMe = meAt >= 0
  const kind = kindOf(claims, found, { lead, isMe, isSubject: subject !== undefined })
  take(claims, 'verb', found.at)
  const last = found.at + 1
  if (isOneOf(claims, last, words.receive)) take(claims, 'verb', last)
  if (subject) take(claims, 'contact', subject.at, subject.end)
  const isDebt = needsContact(kind)
  for (const at of claims.words.keys()) {
    if (isOneOf(claims, at, words.i) || isHelperAt(claims, at, found)) take(claims, 'small', at)
    if (!isDebt) continue
    if (isOneOf(claims, at, words.back) || isMeAt(claims, at)) take(claims, 'small', at)
    if (isOneOf(claims, at, [...words.from, ...words.leading]) && isOneOf(claims, at + 1, words.me))
      take(claims, 'small', at, at + 2)
  }
  return { kind, contact: subject?.contact ?? null, after: lead.at, isLate: true }
}

/** "mir", but not "für mich" or "von mir". */
const isMeAt = (claims: Claims, at: number): boolean => {
  const { me, from, to, and, company, leading } = claims.book.words
  return isOneOf(claims, at, me) && !isOneOf(claims, at - 1, [...from, ...to, ...and, ...company, ...leading])
}

/** A helper, unless it may be a preposition: that is one only right before its verb. */
const isHelperAt = (claims: Claims, at: number, { at: verb }: FoundVerb): boolean => {
  const { helpers, to, from } = claims.book.words
  return isOneOf(claims, at, helpers) && (at === verb - 1 || !isOneOf(claims, at, [...to, ...from]))
}

type Subject = { readonly at: number; readonly end: number; readonly contact: EntryContact }

/** Whoever stands before a helper or "me". */
function subjectOf(claims: Claims, { at: first }: Lead, limit: number): Subject | undefined {
  const { helpers, me, i } = claims.book.words
  const run = runFrom(claims, first, (at) => at >= limit || isOneOf(claims, at, [...helpers, ...me, ...i]))
  const end = first + run.length
  const next = leadFrom(claims, end, claims.words.length, true)
  const isI = claims.words.slice(end, next.at).some(({ folded }) => i.includes(folded))
  if (run.length === 0 || next.at === end || isI) return undefined
  const known = knownAmong(claims, run)
  if (known?.count === run.length)
    return { at: first, end, contact: { id: known.found.id, name: known.found.name } }
  return run.length === 1 && next.isMe
    ? { at: first, end, contact: { id: null, name: typedName(run) } }
    : undefined
}

function kindOf(
  claims: Claims,
  found: FoundVerb,
  { lead, isMe, isSubject }: { lead: Lead; isMe: boolean; isSubject: boolean },
): EntryKind {
  const { from, back, receive } = claims.book.words
  const { verb, at } = found
  const isReceived = isOneOf(claims, at + 1, receive)
  const isFromPerson = isPersonAfter(claims, from)
  const hasBack =
    isBackVerb(claims, found) || placeWhere(claims, (place) => isOneOf(claims, place, back)) >= 0
  const isTheirs =
    isSubject ||
    isReceived ||
    (!lead.isMine && (lead.isTheirs || isMe || isTheirForm(claims, found))) ||
    (isFromPerson && (verb === 'repay' || verb === 'lend'))
  const theirs = isTheirs ? theirKind(claims, found, isMe || isReceived) : undefined
  if (theirs) return theirs
  if (verb === 'receive' && hasBack && isFromPerson) return 'paid me back'
  if (verb !== 'pay') return whenIDo[verb]
  const run = runFrom(claims, lead.at, (place) => place === at)
  const isPaid = knownAmong(claims, run)?.count === run.length && run.length > 0
  return isPaid || hasBack || isPersonPaid(claims, at + 1) ? 'paid back' : 'spent'
}
