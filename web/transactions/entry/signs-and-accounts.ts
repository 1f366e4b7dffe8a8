import type { EntryAccount } from './book.ts'
import { type Claims, isOneOf, isPlain, placeWhere, runFrom, take } from './claims.ts'
import { byBeginning, byFirstWords, byWords, exactly, longest } from './known-names.ts'
import { inAnyCase } from './name-cases.ts'
import type { EntryContact, EntryFault } from './reading.ts'
import { type EntryWord, typedName } from './split.ts'
import { accountAfter } from './verbs.ts'

/**
 * Names after a sign, and accounts. After @ and ! the beginning of a name is enough, and a name of several words may go on without
 * quotes as long as it is known; in quotes it is the whole name. Without a sign, an account is named after "from", "with" and the like
 * by whole words of its name, anywhere by its whole name, and in a move, where nothing else can stand, by the beginning of any of its words.
 */
export type Signed<T> = { readonly found: T; readonly at: number; readonly end: number }

const wordsAt = (claims: Claims, at: number): EntryWord[] => {
  const word = claims.words[at]
  return word ? [word, ...(word.isQuoted ? [] : runFrom(claims, at + 1))] : []
}

/** Takes the contact after the first @ that is free: one of the book, or a new one of one word or in quotes. */
export function takeSignedContact(claims: Claims): Signed<EntryContact> | undefined {
  const { contacts } = claims.book
  const at = placeWhere(claims, (place) => claims.words[place]?.sign === '@' && !claims.isTaken[place])
  const word = claims.words[at]
  if (!word) return undefined
  const known = word.isQuoted
    ? { found: exactly(contacts, word.folded), count: 1 }
    : longest(wordsAt(claims, at), (phrase) => byFirstWords(contacts, phrase))
  const found = known?.found ?? (word.isQuoted ? undefined : byBeginning(contacts, word.folded))
  const end = at + (known?.found ? known.count : 1)
  take(claims, 'contact', at, end)
  const name = word.isQuoted ? word.text : typedName([word])
  return { at, end, found: found ? { id: found.id, name: found.name } : { id: null, name } }
}

/** Takes the account after the first ! between two places. */
export function takeSignedAccount(
  claims: Claims,
  from: number,
  to: number,
  what: 'account' | 'to account',
): EntryAccount | 'unknown' | undefined {
  const { accounts } = claims.book
  const at = placeWhere(
    claims,
    (place) => place >= from && place < to && claims.words[place]?.sign === '!' && !claims.isTaken[place],
  )
  const word = claims.words[at]
  if (!word) return undefined
  const known = word.isQuoted
    ? { found: exactly(accounts, word.folded), count: 1 }
    : longest(wordsAt(claims, at), (phrase) => byBeginning(accounts, phrase))
  take(claims, what, at, at + (known?.found ? known.count : 1))
  return known?.found ?? 'unknown'
}

/** Takes the tags, each once. */
export function takeTags(claims: Claims): string[] {
  const tags = new Map<string, string>()
  for (const [at, word] of claims.words.entries()) {
    if (word.sign !== '#') continue
    take(claims, 'tag', at)
    if (!tags.has(word.folded)) tags.set(word.folded, word.text)
  }
  return [...tags.values()]
}

/** Takes an account after "from", "with", "into" and the like. */
export function takeAccount(claims: Claims): EntryAccount | undefined {
  const { words } = claims.book
  const before = [...words.from, ...words.by, ...words.into, ...words.to]
  for (const at of claims.words.keys()) {
    const find = isOneOf(claims, at, before)
      ? byWords
      : isOneOf(claims, at, words.on)
        ? byFirstWords
        : undefined
    const known = find && accountAfter(claims, at, find)
    if (!known) continue
    take(claims, 'small', at, known.at)
    take(claims, 'account', known.at, known.end)
    return known.found
  }
  return undefined
}

/** Takes an account that a word like "by" names itself, as one of a language with cases may: "kartą" is by card. */
export function takeMeans(claims: Claims): EntryAccount | undefined {
  const { accounts, words } = claims.book
  if (words.endings.length === 0) return undefined
  for (const at of claims.words.keys()) {
    const found = isOneOf(claims, at, words.by)
      ? inAnyCase(byWords, accounts, claims.words[at]?.folded ?? '', words.endings)
      : undefined
    if (found) take(claims, 'account', at)
    if (found) return found
  }
  return undefined
}

/** Takes an account that is named by its whole name alone: "30 groceries credit card". A name that a category has too means the category. */
export function takeExactAccount(
  claims: Claims,
  what: 'account' | 'to account' = 'account',
): EntryAccount | undefined {
  const { accounts, categories, words } = claims.book
  const find = (phrase: string) => {
    const account = inAnyCase(exactly, accounts, phrase, words.endings)
    return account && exactly(categories, phrase) ? undefined : account
  }
  const all = [...claims.words.keys()].flatMap((at) => {
    const known = longest(runFrom(claims, at), find)
    return known ? [{ at, ...known }] : []
  })
  const [first] = all.sort((a, b) => b.count - a.count)
  if (first) take(claims, what, first.at, first.at + first.count)
  return first?.found
}

type EntryMove = { from: EntryAccount | undefined; to: EntryAccount | undefined; faults: EntryFault[] }

/** Takes both accounts of a move: on the two sides of >, or after "from" and "to". */
export function takeMove(claims: Claims): EntryMove {
  const arrow = placeWhere(claims, (at) => claims.words[at]?.sign === '>')
  const end = claims.words.length
  const signedFrom = takeSignedAccount(claims, 0, arrow < 0 ? end : arrow, 'account')
  const signedTo = takeSignedAccount(claims, arrow < 0 ? 0 : arrow, end, 'to account')
  if (arrow >= 0) {
    for (const [at, word] of claims.words.entries()) if (word.sign === '>') take(claims, 'small', at)
  }
  const isUnknown = signedFrom === 'unknown' || signedTo === 'unknown'
  const accountOf = (signed: typeof signedFrom) => (signed === 'unknown' ? undefined : signed)
  return {
    from: signedFrom ? accountOf(signedFrom) : takeSide(claims, 'account', arrow),
    to: signedTo
      ? accountOf(signedTo)
      : (takeSide(claims, 'to account', arrow) ??
        (arrow < 0 ? takeExactAccount(claims, 'to account') : undefined)),
    faults: isUnknown ? ['account_unknown'] : [],
  }
}

/** Whether the words make a move without a verb: two accounts together as "from A to B", or nothing but "to B". */
export function isFromTo(claims: Claims): boolean {
  const { from, to, into } = claims.book.words
  const free = [...claims.words.keys()].filter((at) => !claims.isTaken[at])
  const start = free[0] ?? -1
  const only = isOneOf(claims, start, to) ? accountAfter(claims, start) : undefined
  if (only && free.length === only.end - start) return true
  const inward = [...to, ...into]
  const all = [...from, ...inward]
  const named = claims.words.map((_, at) => (isOneOf(claims, at, all) ? accountAfter(claims, at) : undefined))
  return named.some((first, at) => {
    if (!first) return false
    let next = first.end
    while (claims.isTaken[next]) next++
    const second = named[next]
    return (
      second !== undefined &&
      second.found !== first.found &&
      ((isOneOf(claims, at, from) && isOneOf(claims, next, inward)) ||
        (isOneOf(claims, at, inward) && isOneOf(claims, next, from)))
    )
  })
}

function takeSide(claims: Claims, what: 'account' | 'to account', arrow: number): EntryAccount | undefined {
  const { accounts, words } = claims.book
  const list = what === 'account' ? words.from : [...words.to, ...words.into]
  const takeAt = (at: number, isEnd: (place: number) => boolean): EntryAccount | undefined => {
    const known = longest(
      runFrom(claims, at, isEnd),
      (phrase) => byBeginning(accounts, phrase) ?? inAnyCase(byWords, accounts, phrase, words.endings),
    )
    if (known) take(claims, what, at, at + known.count)
    return known?.found
  }
  const [first, last] =
    arrow < 0 ? [claims.words.length, 0] : what === 'account' ? [0, arrow] : [arrow + 1, claims.words.length]
  const isStop = (at: number) => isOneOf(claims, at, [...words.from, ...words.to, ...words.into])
  for (const named of claims.words.keys()) {
    if (!isOneOf(claims, named, list)) continue
    const start = isOneOf(claims, named + 1, words.articles) ? named + 2 : named + 1
    const found = takeAt(start, isStop)
    if (found) take(claims, 'small', named, start)
    if (found) return found
  }
  for (let at = first; at < last; at++) {
    const found = isPlain(claims, at) ? takeAt(at, (place) => place >= last || isStop(place)) : undefined
    if (found) return found
  }
  return undefined
}
