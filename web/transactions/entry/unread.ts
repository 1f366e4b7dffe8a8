import { t } from '../../../words/t.ts'
import { fold } from '../../ui/matching.ts'
import type { EntryBook } from './book.ts'
import { isHan } from './cut.ts'
import type { Rhythm } from './entry-words.ts'
import { byFirstWords, byWords } from './known-names.ts'
import { type EntryToken, personKey, type Reading } from './reading.ts'
import { quoted } from './split.ts'

/**
 * Words of the line that were kept as a note and named nothing. Most of them are just that. A word that may mean more is asked about, with the
 * meanings that it may have: a rhythm, an account or a person of the book, a name after "with", "split" without anybody.
 */
export type UnreadWord = {
  readonly text: string
  readonly start: number
  readonly end: number
  /** The meanings that it may have beside the note; none of a word that is not asked about. */
  readonly offers: readonly Offer[]
}

export type Offer =
  /** The line with the meaning written out. */
  | { readonly does: 'text'; readonly label: string; readonly text: string }
  /** A plan with this rhythm, and the note without the word. */
  | { readonly does: 'plan'; readonly rhythm: Rhythm; readonly memo: string | null }
  | { readonly does: 'people'; readonly label: string }

const MIN_NAME_LENGTH = 3

export function unreadWords(
  text: string,
  reading: Reading,
  book: EntryBook,
  noted: readonly string[] = [],
): UnreadWord[] {
  const words = reading.tokens.filter(({ what }) => what === 'words').map((token) => wordAt(text, token))
  const unread: UnreadWord[] = []
  for (let at = 0; at < words.length; at++) {
    const word = words[at]
    if (!word || word.text.startsWith('"')) continue
    const next = words[at + 1]
    const pair = next && /^\s*$/.test(text.slice(word.end, next.start)) ? next : undefined
    const third = words[at + 2]
    const isArticle = pair && third && book.words.articles.includes(pair.folded)
    const after = isArticle && book.words.each.includes(word.folded) ? third : pair // "tous les mois"
    const meant = meaningOf(text, word, after, reading, book)
    const place = meant ? { ...word, end: meant.end, text: text.slice(word.start, meant.end) } : word
    const isNoted = noted.includes(fold(place.text))
    const isUsed = reading.named_by.includes(word.folded)
    const offers = meant && !isNoted ? meant.offers : []
    if (offers.length === 0 && (isUsed || reading.named_by.length === 0)) continue
    if (isUsed && !meant?.isRhythm) continue
    unread.push({ text: place.text, start: place.start, end: place.end, offers })
    while (meant && (words[at + 1]?.end ?? meant.end + 1) <= meant.end) at++
  }
  return unread
}

type PlacedWord = {
  readonly text: string
  readonly folded: string
  readonly start: number
  readonly end: number
}

const wordAt = (text: string, { start, end }: EntryToken): PlacedWord => ({
  text: text.slice(start, end),
  folded: fold(text.slice(start, end)),
  start,
  end,
})

type Meaning = { readonly end: number; readonly offers: readonly Offer[]; readonly isRhythm?: boolean }

function meaningOf(
  text: string,
  word: PlacedWord,
  next: PlacedWord | undefined,
  reading: Reading,
  book: EntryBook,
): Meaning | undefined {
  const { words } = book
  const replaced = (end: number, by: string) => `${text.slice(0, word.start)}${by}${text.slice(end)}`
  const rhythm = words.rhythms.get(word.folded)
  const unit = next && words.each.includes(word.folded) ? words.units.get(next.folded) : undefined
  const again = rhythm ?? unit
  const isPlannable = reading.kind === 'spent' || reading.kind === 'got' || reading.kind === 'moved'
  if (again && isPlannable) {
    const end = unit && next ? next.end : word.end
    const memo = memoWithout(reading, text.slice(word.start, end))
    return { end, isRhythm: true, offers: [{ does: 'plan', rhythm: again, memo }] }
  }
  if (reading.kind !== 'spent' && reading.kind !== 'got') return undefined
  const isSpent = reading.kind === 'spent'
  const withPerson = (id: string | null, name: string, end: number): Meaning | undefined => {
    if (
      [...reading.people, ...(reading.contact ? [reading.contact] : [])].some(
        (one) => personKey(one) === personKey({ id, name }),
      )
    )
      return undefined
    const sign = `@${quoted(name)}`
    const split = words.split[0] ?? ''
    const together: Offer = {
      does: 'text',
      label: isSpent ? withText(name, id === null) : fromText(name, id === null), // money is received from somebody
      text: replaced(end, sign),
    }
    const shared: Offer = {
      does: 'text',
      label:
        id === null
          ? t('Split with {person} (new)', { person: name })
          : t('Split with {person}', { person: name }),
      text: replaced(end, `${split} ${sign}`),
    }
    return { end, offers: isSpent ? [together, shared] : [together] }
  }
  if (isSpent && next && words.company.includes(word.folded) && /^\p{L}{2,}$/u.test(next.text)) {
    const known = byFirstWords(book.contacts, next.folded)
    const name = known?.name ?? next.text.slice(0, 1).toUpperCase() + next.text.slice(1)
    return withPerson(known?.id ?? null, name, next.end)
  }
  if (
    isSpent &&
    words.split.includes(word.folded) &&
    reading.people.length === 0 &&
    word.folded === words.split[0]
  )
    return { end: word.end, offers: [{ does: 'people', label: t('Split it with people') }] }
  if (word.text.length < (isHan(word.text) ? 2 : MIN_NAME_LENGTH) || words.small.includes(word.folded))
    return undefined
  const person = byFirstWords(book.contacts, word.folded)
  if (person) return withPerson(person.id, person.name, word.end)
  const account = reading.tokens.some(({ what }) => what === 'account')
    ? undefined
    : byWords(book.accounts, word.folded)
  if (!account) return undefined
  const label = isSpent
    ? t('From {account}', { account: account.name })
    : t('Into {account}', { account: account.name })
  return {
    end: word.end,
    offers: [{ does: 'text', label, text: replaced(word.end, `!${quoted(account.name)}`) }],
  }
}

const withText = (person: string, isNew: boolean): string =>
  isNew ? t('With {person} (new)', { person }) : t('With {person}', { person })

const fromText = (person: string, isNew: boolean): string =>
  isNew ? t('From {person} (new)', { person }) : t('From {person}', { person })

const memoWithout = ({ memo }: Reading, words: string): string | null => {
  const rest = isHan(words)
    ? (memo ?? '').replace(words, '').trim()
    : ` ${memo ?? ''} `.replace(` ${words.replace(/\s+/g, ' ')} `, ' ').trim()
  return rest === '' ? null : rest
}
