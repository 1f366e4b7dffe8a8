import { fold } from '../../ui/matching.ts'
import type { EntryBook } from './book.ts'
import type { EntryWord } from './split.ts'

/**
 * Takes prefixes apart: "d'Anna" is "of Anna", لسام is "to Sam", وسارة "and Sara". One that ends in an apostrophe is a word anyway; others only before a word
 * that is known, or a figure, and where the whole word is not known itself. A joined article makes no difference: بنك and البنك are compared as the book and the
 * tables write them.
 */
type Names = { readonly all: ReadonlySet<string>; readonly people: ReadonlySet<string> }
/** By the contacts, which stay the same list as long as the book does. */
const namesIn = new WeakMap<EntryBook['contacts'], Names>()

function namesOf({ accounts, contacts, categories }: EntryBook): Names {
  let names = namesIn.get(contacts)
  if (!names) {
    const wordsOf = (list: readonly { readonly folded: string }[]) =>
      list.flatMap(({ folded }) => folded.split(' '))
    names = {
      all: new Set(wordsOf([...accounts, ...contacts, ...categories])),
      people: new Set(wordsOf(contacts)),
    }
    namesIn.set(contacts, names)
  }
  return names
}

/** A word as the book or the tables have it, with the article or without; undefined where they have neither. */
function knownForm(
  word: string,
  names: Names,
  { joinedArticle, all }: EntryBook['words'],
): string | undefined {
  const forms = joinedArticle.map((one) => [word.startsWith(one) ? word.slice(one.length) : word, one + word])
  const [bare, full] = [forms.map(([first]) => first ?? word), forms.map(([, last]) => last ?? word)]
  return (
    [word, ...bare, ...full].find((form) => names.all.has(form)) ??
    [word, ...bare].find((form) => all.has(form))
  )
}

type Cut = { readonly prefix: string; readonly rest: string }

function cutOf(
  folded: string,
  before: string | undefined,
  isList: boolean,
  book: EntryBook,
): Cut | undefined {
  const { prefixes, and, by, joints } = book.words
  const names = namesOf(book)
  for (const prefix of prefixes) {
    const rest = folded.slice(prefix.length)
    if (!folded.startsWith(prefix) || rest === '') continue
    if (prefix.endsWith("'") || /^\d/.test(rest)) return { prefix, rest }
    // After a verb or a preposition, what looks like "and" is the first letter of a name.
    const isAnd = and.includes(prefix)
    if (rest.length < 2 || (isAnd && (before === undefined || joints.has(before)))) continue
    const form = knownForm(rest, names, book.words)
    if (form && !(by.includes(prefix) && names.people.has(form))) return { prefix, rest: form }
    if (isAnd && isList && /^\p{L}/u.test(before ?? '')) return { prefix, rest }
  }
  return undefined
}

/** How much of a text is a folded beginning of it, with the marks that folding takes away. */
function lengthOf(text: string, prefix: string): number {
  let end = prefix.length
  while (end < text.length && (fold(text.slice(0, end)) !== prefix || /^[\p{M}ـ]/u.test(text.slice(end))))
    end++
  return end
}

/** The words, with their prefixes as words of their own. */
export function withoutPrefixes(words: readonly EntryWord[], book: EntryBook): readonly EntryWord[] {
  const { prefixes, company, split } = book.words
  if (prefixes.length === 0) return words
  const names = namesOf(book)
  let [before, isList] = [undefined as string | undefined, false]
  return words.flatMap((word) => {
    const { text, folded, sign, isQuoted } = word
    const form = sign === '' && !isQuoted ? knownForm(folded, names, book.words) : folded
    const cut = form === undefined ? cutOf(folded, before, isList, book) : undefined
    before = cut?.rest ?? form ?? folded
    isList ||= company.includes(before) || split.includes(before)
    if (!cut) return form === undefined || form === folded ? [word] : [{ ...word, folded: form }]
    const length = lengthOf(text, cut.prefix)
    const middle = word.start + length
    return [
      { ...word, end: middle, text: text.slice(0, length), folded: cut.prefix },
      { ...word, start: middle, text: text.slice(length), folded: cut.rest, isJoined: true },
    ]
  })
}
