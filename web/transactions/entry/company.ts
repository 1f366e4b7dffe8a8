import { fold } from '../../ui/matching.ts'
import { type Claims, isOneOf, isPlain, placeWhere, runFrom, take } from './claims.ts'
import { byWords, longest } from './known-names.ts'
import { inAnyCase } from './name-cases.ts'
import { type EntryContact, personKey } from './reading.ts'
import { type Signed, takeSignedContact } from './signs-and-accounts.ts'
import { type EntryWord, typedName } from './split.ts'
import { knownAmong } from './verbs.ts'

/**
 * Reads who was with me, and whether they pay a part: "split with Tom and Lea", "split @tom", "@tom @lea", "with Tom, Lea and me". An expense
 * has one contact, so several people always split it; one person does so after "split" alone. After "split with", each name that the book does not
 * know is a new person of one word, or of several if they have capitals. Without "split", such names count only together with another one and
 * with a capital that not every noun has: "groceries with coupons" is nobody. "with" before the name of an account is how it was paid.
 */
export type Company = {
  readonly contact: EntryContact | null
  readonly people: readonly EntryContact[]
}

export function takeCompany(claims: Claims, first: Signed<EntryContact> | undefined): Company {
  const { split, company, and, equally } = claims.book.words
  const found = first ? [first] : []
  for (let next = takeSignedContact(claims); next; next = takeSignedContact(claims)) found.push(next)
  const splitAt = placeWhere(claims, (at) => isOneOf(claims, at, split))
  const isSplit = splitAt >= 0
  for (const { end } of [...found])
    if (isOneOf(claims, end, and)) found.push(...takeNames(claims, end, end + 1, { isSplit, isMore: true }))
  for (const at of claims.words.keys())
    if (isOneOf(claims, at, company))
      found.push(...takeNames(claims, at, at + 1, { isSplit, isMore: found.length > 0 }))
  if (isSplit && knownAmong(claims, runFrom(claims, splitAt + 1)))
    found.push(...takeNames(claims, -1, splitAt + 1, { isSplit, isMore: false }))
  const people = distinct(found)
  if (people.length === 0) return { contact: null, people: [] }
  takeBetween(claims, new Set(found.flatMap(({ at, end }) => [at, end - 1])))
  if (isSplit) take(claims, 'small', splitAt)
  for (const at of claims.words.keys()) if (isSplit && isOneOf(claims, at, equally)) take(claims, 'small', at)
  const [only = null] = people
  return isSplit || people.length > 1 ? { contact: null, people } : { contact: only, people: [] }
}

/** Takes the words before and between names that were found: "with", "and". */
function takeBetween(claims: Claims, places: ReadonlySet<number>): void {
  const { company, and } = claims.book.words
  for (const at of claims.words.keys())
    if (
      places.has(at + 1) &&
      (isOneOf(claims, at, company) || (places.has(at - 1) && isOneOf(claims, at, and)))
    )
      take(claims, 'small', at)
}

type Name = Signed<EntryContact> & { readonly isKnown: boolean; readonly hasCapital: boolean }

/** Takes a list of names, and the word before it; none of them if it may be something else. */
function takeNames(
  claims: Claims,
  before: number,
  start: number,
  { isSplit, isMore }: { isSplit: boolean; isMore: boolean },
): Signed<EntryContact>[] {
  const { and, me, i, nounsHaveCapitals, endings } = claims.book.words
  const names: Name[] = []
  const small: number[] = []
  let [at, joint] = [start, -1]
  for (;;) {
    const isMe = isPlain(claims, at) && [...me, ...i].includes(bare(claims.words[at]).folded)
    const name = isMe ? undefined : nameAt(claims, at, isSplit)
    if (isMe) small.push(at)
    else if (name) names.push(name)
    else break
    if (joint >= 0) small.push(joint)
    joint = -1
    at = name?.end ?? at + 1
    const isList = bare(claims.words[at - 1]).isListed
    const isJoined = isOneOf(claims, at, and)
    if (isJoined) joint = at++
    // Names without spaces between them: 小明小红.
    else if (!isList && !(claims.words[at]?.isJoined && nameAt(claims, at, false)?.isKnown)) break
  }
  const isAccount =
    !names[0]?.isKnown &&
    longest(runFrom(claims, start), (phrase) => inAnyCase(byWords, claims.book.accounts, phrase, endings))
  const areSeveral = isMore || names.length > 1
  // After somebody whom the book knows, a noun is a name too.
  const isNamed = areSeveral && (!nounsHaveCapitals || isMore || names[0]?.isKnown)
  const isSure = isSplit || names.every(({ isKnown, hasCapital }) => isKnown || (hasCapital && isNamed))
  if (names.length === 0 || isAccount || !isSure) return []
  for (const { at: from, end } of names) take(claims, 'contact', from, end)
  for (const place of [before, ...small])
    if (place >= 0 && place < at && !claims.isTaken[place]) take(claims, 'small', place)
  return names
}

/** A word without the comma after it, which is a list going on. */
function bare(word: EntryWord | undefined): {
  text: string
  folded: string
  isListed: boolean
  isJoined: boolean
} {
  const text = word?.text.replace(/[,;]+$/, '') ?? ''
  const isListed = text !== word?.text
  const folded = word && !isListed ? word.folded : fold(text)
  return { text, folded, isListed, isJoined: word?.isJoined ?? false }
}

function nameAt(claims: Claims, at: number, isSplit: boolean): Name | undefined {
  const { to, from, by, into, on, leading, small, and, equally, split } = claims.book.words
  const stops = [...to, ...from, ...by, ...into, ...on, ...leading, ...small, ...and, ...equally, ...split]
  const all = runFrom(claims, at)
  const end = all.findIndex((word) => bare(word).isListed)
  const run = end < 0 ? all : all.slice(0, end + 1)
  const known = knownAmong(claims, run.map(bare))
  if (known) {
    const { id, name } = known.found
    return { at, end: at + known.count, found: { id, name }, isKnown: true, hasCapital: true }
  }
  const isWord = (word: EntryWord) => /^\p{L}/u.test(word.text) && !stops.includes(bare(word).folded)
  const isCapital = (word: EntryWord) => /^\p{Lu}/u.test(word.text)
  const [first, ...rest] = run
  if (!first || !isWord(first) || (!isSplit && !isCapital(first))) return undefined
  const more = rest.findIndex((word) => !isCapital(word) || !isWord(word))
  const goesOn = isCapital(first) && !claims.book.words.nounsHaveCapitals
  const words = [first, ...(goesOn ? rest.slice(0, more < 0 ? rest.length : more) : [])]
  const name = typedName(words.map((word) => ({ ...word, text: bare(word).text })))
  return {
    at,
    end: at + words.length,
    found: { id: null, name },
    isKnown: false,
    hasCapital: isCapital(first),
  }
}

/** Each person once, in the order of the line. */
const distinct = (found: readonly Signed<EntryContact>[]): EntryContact[] => {
  const people = found.toSorted((a, b) => a.at - b.at).map((one) => one.found)
  const keys = people.map(personKey)
  return people.filter((_, index) => keys.indexOf(keys[index] ?? '') === index)
}
