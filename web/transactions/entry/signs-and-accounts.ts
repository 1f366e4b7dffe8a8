import type { EntryAccount } from './book.ts'
import { type Claims, isOneOf, isPlain, placeWhere, runFrom, take } from './claims.ts'
import { byBeginning, byFirstWords, byWords, exactly, longest } from './known-names.ts'
import { typedName } from './people.ts'
import type { EntryContact, EntryFault } from './reading.ts'
import type { EntryWord } from './split.ts'

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
  const { accounts, words } = claims.book
  const before = [...words.from, ...words.by, ...words.into, ...words.to]
  for (const at of claims.words.keys()) {
    const find = isOneOf(claims, at, before)
      ? byWords
      : isOneOf(claims, at, words.on)
        ? byFirstWords
        : undefined
    const known = find && longest(runFrom(claims, at + 1), (phrase) => find(accounts, phrase))
    if (!known) continue
    take(claims, 'small', at)
    take(claims, 'account', at + 1, at + 1 + known.count)
    return known.found
  }
  return undefined
}

/** Takes an account that is named by its whole name alone: "30 groceries credit card". A name that a category has too means the category. */
export function takeExactAccount(claims: Claims): EntryAccount | undefined {
  const { accounts, categories } = claims.book
  const find = (phrase: string) => {
    const account = exactly(accounts, phrase)
    return account && exactly(categories, phrase) ? undefined : account
  }
  const all = [...claims.words.keys()].flatMap((at) => {
    const known = longest(runFrom(claims, at), find)
    return known ? [{ at, ...known }] : []
  })
  const [first] = all.sort((a, b) => b.count - a.count)
  if (first) take(claims, 'account', first.at, first.at + first.count)
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
    to: signedTo ? accountOf(signedTo) : takeSide(claims, 'to account', arrow),
    faults: isUnknown ? ['account_unknown'] : [],
  }
}

function takeSide(claims: Claims, what: 'account' | 'to account', arrow: number): EntryAccount | undefined {
  const { accounts, words } = claims.book
  const list = what === 'account' ? words.from : words.to
  const named = placeWhere(claims, (at) => isOneOf(claims, at, list))
  const takeAt = (at: number, isEnd: (place: number) => boolean): EntryAccount | undefined => {
    const known = longest(runFrom(claims, at, isEnd), (phrase) => byBeginning(accounts, phrase))
    if (known) take(claims, what, at, at + known.count)
    return known?.found
  }
  const [first, last] =
    arrow < 0 ? [claims.words.length, 0] : what === 'account' ? [0, arrow] : [arrow + 1, claims.words.length]
  const isStop = (at: number) => isOneOf(claims, at, [...words.from, ...words.to])
  if (named >= 0) {
    const found = takeAt(named + 1, isStop)
    if (found) take(claims, 'small', named)
    if (found) return found
  }
  for (let at = first; at < last; at++) {
    const found = isPlain(claims, at) ? takeAt(at, (place) => place >= last || isStop(place)) : undefined
    if (found) return found
  }
  return undefined
}
