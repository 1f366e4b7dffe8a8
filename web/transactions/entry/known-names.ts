import type { CurrencyFacts } from '../../../contract/iso4217.ts'
import { usual } from '../../currencies/list.ts'
import { fold } from '../../ui/matching.ts'
import type { EntryBook, EntryCategory, Named } from './book.ts'
import { cutText, isHan } from './cut.ts'
import { joined } from './split.ts'

/** How words find accounts, contacts, categories and currencies. Of several that fit equally well, the first in the book's order is meant. */

/** The name itself, in any case and without accents. */
export const exactly = <T extends Named>(list: readonly T[], phrase: string): T | undefined =>
  list.find(({ folded }) => folded === phrase)

/** The whole name, or whole words at its beginning: "sam" is Sam Okafor. */
export function byFirstWords<T extends Named>(list: readonly T[], phrase: string): T | undefined {
  const beginning = `${phrase} `
  return exactly(list, phrase) ?? list.find(({ folded }) => folded.startsWith(beginning))
}

/** The whole name, or whole words of it: "bank" is Erste Bank. */
export function byWords<T extends Named>(list: readonly T[], phrase: string): T | undefined {
  const [inside, end] = [` ${phrase} `, ` ${phrase}`]
  return (
    byFirstWords(list, phrase) ?? list.find(({ folded }) => folded.includes(inside) || folded.endsWith(end))
  )
}

/** Also the beginning of a word: "sav" is Savings. Only where nothing but such a name can stand. */
export function byBeginning<T extends Named>(list: readonly T[], phrase: string): T | undefined {
  const word = ` ${phrase}`
  return (
    byWords(list, phrase) ??
    list.find(({ folded }) => folded.startsWith(phrase)) ??
    list.find(({ folded }) => folded.includes(word))
  )
}

/** The most words that a name is looked for in. */
export const MAX_NAME_WORDS = 5

/** The longest run of words from the front that is a name, and how many words it takes. */
export function longest<T>(
  words: readonly { readonly folded: string; readonly isJoined?: boolean }[],
  find: (phrase: string) => T | undefined,
): { found: T; count: number } | undefined {
  for (let count = Math.min(words.length, MAX_NAME_WORDS); count > 0; count--) {
    const found = find(
      joined(words.slice(0, count).map(({ folded, isJoined = false }) => ({ text: folded, isJoined }))),
    )
    if (found !== undefined) return { found, count }
  }
  return undefined
}

export type FoundCategory = {
  readonly category: EntryCategory
  /** Whether the words are nothing but the name or its beginning, so that they say nothing more. */
  readonly isAll: boolean
  /** Whether only the beginning of the name was typed. */
  readonly isGuess: boolean
  /** The words that named it, folded. */
  readonly by: readonly string[]
}

/**
 * The category that words name: by all of them, then by the longest run that is a category's name, then by all of them as the beginning
 * of a name, then by the first word, of at least three letters, that is one, then by the first everyday word that has its category here. The name
 * of a group comes last, and is a guess: "food" is Groceries rather than Food itself.
 */
export function categoryOf(memo: string, kind: EntryCategory['kind'], book: EntryBook): FoundCategory | null {
  const all = book.categories.filter((category) => category.kind === kind)
  const list = all.filter(({ isGroup }) => !isGroup)
  const phrase = fold(memo)
  if (phrase === '') return null
  const byName = namesOf(list)
  const words = cutText(phrase, book)
  const named = byWholeName(words, byName)
  if (named) return named
  const start = phrase.length >= 2 ? list.find(({ folded }) => folded.startsWith(phrase)) : undefined
  if (start) return { category: start, isAll: true, isGuess: true, by: words }
  for (const word of words) {
    if (word.length < (isHan(word) ? 2 : 3) || book.words.small.includes(word)) continue
    const found = list.find(({ folded }) => folded.startsWith(word))
    if (found) return { category: found, isAll: false, isGuess: true, by: [word] }
  }
  const { everyday } = book.words
  for (const word of words) {
    const names = everyday.get(word) ?? everyday.get(word.replace(/s$/, '')) ?? []
    const found = names.map((name) => byName.get(name)).find((one) => one !== undefined)
    if (found) return { category: found, isAll: false, isGuess: true, by: [word] }
  }
  const group = byWholeName(words, namesOf(all))
  return group && { ...group, isGuess: true }
}

/** Categories by their names; the first of equal names wins. */
const namesOf = (list: readonly EntryCategory[]) =>
  new Map(list.toReversed().map((category) => [category.folded, category]))

/** The category whose name is the longest run of the words. */
function byWholeName(
  words: readonly string[],
  byName: ReadonlyMap<string, EntryCategory>,
): FoundCategory | null {
  const whole = byName.get(words.join(' '))
  if (whole) return { category: whole, isAll: true, isGuess: false, by: words }
  for (let count = Math.min(words.length - 1, MAX_NAME_WORDS); count > 0; count--)
    for (let at = 0; at + count <= words.length; at++) {
      const by = words.slice(at, at + count)
      const category = byName.get(by.join(' '))
      if (category) return { category, isAll: false, isGuess: false, by }
    }
  return null
}

/** Whether words begin with the name of a category of income, or a word for such money, and name none of spending: "salary 2500" came in. */
export function isIncome(words: string, book: EntryBook): boolean {
  const phrase = fold(words)
  const begins =
    book.words.income.includes(phrase.split(' ')[0] ?? '') ||
    book.categories.some(
      ({ kind, folded }) => kind === 'income' && (phrase === folded || phrase.startsWith(`${folded} `)),
    )
  if (!begins) return false
  const spending = categoryOf(words, 'expense', book)
  return spending === null || spending.isGuess
}

/** The last word of the name, as people say it: yen, dollar, krona. */
const sayings = new Map<string, string[]>()

function sayingsOf({ id, name }: CurrencyFacts): string[] {
  let words = sayings.get(id)
  if (!words) {
    const whole = fold(name)
    words = [whole.split(' ').at(-1) ?? whole, whole].flatMap((word) => [word, `${word}s`])
    sayings.set(id, words)
  }
  return words
}

/**
 * The currency that a word beside an amount means, by code, symbol or name. Where that is a word too ("cup", "gold", "L"), it has to be
 * a code in capitals, or a currency of the book or one of the usual ones; before the amount a name that is a word too ("won 20") does not count.
 */
export function currencyOf(text: string, book: EntryBook, isBefore: boolean): CurrencyFacts | undefined {
  const folded = fold(text)
  if (folded === '' || text.length > 40) return undefined
  const isWord = book.words.notCurrencies.includes(folded)
  const isLikely = ({ id }: CurrencyFacts) => book.own_currencies.has(id) || usual.includes(id)
  const byCode = book.currencies.find(({ id }) => id.toLowerCase() === folded)
  if (byCode && (!isWord || text === byCode.id || book.own_currencies.has(byCode.id))) return byCode
  const bySymbol = book.currencies.find(({ symbol }) => symbol === text)
  if (bySymbol && (!/^[A-Za-z]+$/.test(text) || isLikely(bySymbol))) return bySymbol
  const [, country, sign] = /^([A-Z]{1,2})([$£¥])$/.exec(text) ?? []
  if (country) return book.currencies.find(({ id, symbol }) => id.startsWith(country) && symbol === sign)
  if (isBefore && isWord) return undefined
  const codes = book.words.currencies.get(folded)
  const byWord = codes && book.currencies.find((one) => codes.includes(one.id) && (!isWord || isLikely(one)))
  if (byWord) return byWord
  return book.currencies.find(
    (currency) => sayingsOf(currency).includes(folded) && (!isWord || isLikely(currency)),
  )
}
