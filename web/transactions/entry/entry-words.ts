import type { Schedule } from '../../../contract/schedule.ts'
import { type StarterName, starterCategories, starterName } from '../../../contract/starter.ts'
import { currentLanguage, typedWords } from '../../../words/t.ts'
import {
  type OptionalList,
  optionalLists,
  type TypedList,
  type TypedTable,
  typedLists,
  wordsIn,
  wordsOf,
} from '../../../words/typed.ts'
import type { DayWords } from '../../ui/day-text.ts'
import { dayWords } from '../../ui/day-words.ts'
import { fold } from '../../ui/matching.ts'
import { remembered } from '../../ui/remembered.ts'

/** How often something comes again. */
export type Rhythm = Pick<Schedule, 'every' | 'unit'>

/** Each verb with the kind it has when I do it is a list of words. */
const entryVerbs = ['spend', 'receive', 'move', 'lend', 'borrow', 'owe', 'pay', 'repay'] as const
export type EntryVerb = (typeof entryVerbs)[number]

/**
 * The words that quick entry knows: those of the reader's language, then the English ones that mean nothing else there. All are in lower case and without
 * accents.
 */
export type EntryWords = {
  readonly days: DayWords
  /** Words for weekdays that mean something else too: they are a day only if no other plain word follows them. */
  readonly doubtfulDays: readonly string[]
  readonly spend: readonly string[]
  readonly receive: readonly string[]
  readonly move: readonly string[]
  readonly lend: readonly string[]
  readonly borrow: readonly string[]
  readonly owe: readonly string[]
  readonly pay: readonly string[]
  readonly repay: readonly string[]
  /** The same by their words. A word may be several: lend and borrow, move and pay. */
  readonly verbs: ReadonlyMap<string, readonly EntryVerb[]>
  /** Means paying back, together with a word of `back`. */
  readonly give: readonly string[]
  /** Verbs that may stand anywhere, also at the end: "Sam 20 geliehen". */
  readonly late: readonly string[]
  /** Verbs and helpers that say that somebody else did it: "hat", "debe". */
  readonly they: readonly string[]
  /** Words beside a verb that say nothing more: "habe", "ai". */
  readonly helpers: readonly string[]
  readonly i: readonly string[]
  readonly me: readonly string[]
  readonly back: readonly string[]
  /** Before a person. */
  readonly to: readonly string[]
  /** Before a person or an account. */
  readonly from: readonly string[]
  /** Before the person of whom something is borrowed: it tells which is meant by a verb that means lending and borrowing. */
  readonly lender: readonly string[]
  /** Before an account only. */
  readonly by: readonly string[]
  readonly into: readonly string[]
  readonly on: readonly string[]
  /** Before the number of a day alone: "le 12". */
  readonly date: readonly string[]
  /** Between a day and its month: "3 de noviembre". */
  readonly of: readonly string[]
  /** Between a preposition and an account: "auf das Sparkonto". */
  readonly articles: readonly string[]
  /** An article that is written as one word with its noun, and makes no difference: البنك. */
  readonly joinedArticle: readonly string[]
  /** Words that are written as one with the next one: "d'Anna", لسام. */
  readonly prefixes: readonly string[]
  /** An expense that others pay a part of; before and between their names, and after them. */
  readonly split: readonly string[]
  readonly company: readonly string[]
  readonly and: readonly string[]
  readonly equally: readonly string[]
  /** Words that say how often something comes again; and, after one of `each`, those that name a unit of time. */
  readonly rhythms: ReadonlyMap<string, Rhythm>
  readonly each: readonly string[]
  readonly units: ReadonlyMap<string, Rhythm>
  /** Between the amount and the words; left out of the memo where they lead it. */
  readonly leading: readonly string[]
  /** Words that name no category by being the beginning of its name. */
  readonly small: readonly string[]
  /** Everyday words, each with the folded names that the category of the ready-made set that it belongs to may have. */
  readonly everyday: ReadonlyMap<string, readonly string[]>
  /** Codes and names of currencies that are words too: a code has to be in capitals, a name after the amount. */
  readonly notCurrencies: readonly string[]
  /** Names of currencies as people say them, with the codes that each may mean. */
  readonly currencies: ReadonlyMap<string, readonly string[]>
  /** Words after a number that multiply it, with their numbers. */
  readonly times: ReadonlyMap<string, string>
  /** First words of money that came in, which are no verbs. */
  readonly income: readonly string[]
  /** Spending that came back: a word of the line that stands anywhere. */
  readonly refund: readonly string[]
  /** Before the amount, and no part of the memo then. */
  readonly price: readonly string[]
  /** Phrases of all lists, the words of each, by their first word: in a line they are one word. */
  readonly phrases: ReadonlyMap<string, readonly (readonly string[])[]>
  /** All words of the lists, which are those of the grammar: verbs, prepositions and the like. */
  readonly joints: ReadonlySet<string>
  /** All words of the tables. */
  readonly all: ReadonlySet<string>
  /** Endings of names of people and accounts in the cases of a language. */
  readonly endings: readonly string[]
  readonly nounsHaveCapitals: boolean
}

/** `2 weeks` is every second one. */
const rhythmOf = (text: string): Rhythm => {
  const [, every = '1', unit = ''] = /^(?:(\d+) )?(\w+?)s?$/.exec(text) ?? []
  return { every: Number(every), unit: unit as Rhythm['unit'] } // one of our tables
}

/** The meanings of each word by the tables: in one language it may have several, like a dinar. */
const byWord = <T>(
  tables: readonly TypedTable[],
  lists: (table: TypedTable) => Readonly<Record<string, string>> | undefined,
  meant: (key: string) => T,
): ReadonlyMap<string, readonly T[]> =>
  new Map(
    tables
      .toReversed() // a word of the reader's language means what it means there
      .flatMap((table) => [
        ...byAnyWord(
          Object.entries(lists(table) ?? {}).map(([key, words]) => [meant(key), wordsOf(words)] as const),
        ),
      ]),
  )

const firstOf = <T>(byWords: ReadonlyMap<string, readonly T[]>): ReadonlyMap<string, T> =>
  new Map([...byWords].flatMap(([word, [first]]) => (first === undefined ? [] : [[word, first] as const])))

/** Lists that give a word no meaning of its own. */
const remarks: readonly List[] = ['small', 'doubtfulDays', 'notCurrencies', 'late', 'they', 'endings']

type List = TypedList | OptionalList
const allLists: readonly List[] = [...typedLists, ...optionalLists]

/** The words of each list. A word of the reader's language means what it means there, and is in none of the English lists but those. */
function listsOf(tables: readonly TypedTable[]): Record<List, string[]> {
  const meaning = allLists.filter((list) => !remarks.includes(list))
  const [own, ...others] = tables
  const ownWords = new Set(
    own && others.length > 0 ? meaning.flatMap((list) => wordsIn([own], (one) => one[list])) : [],
  )
  return Object.fromEntries(
    allLists.map((list) => {
      const isOwn = new Set(own ? wordsIn([own], (one) => one[list]) : [])
      const all = wordsIn(tables, (table) => table[list])
      return [
        list,
        remarks.includes(list) ? all : all.filter((word) => isOwn.has(word) || !ownWords.has(word)),
      ]
    }),
  ) as Record<List, string[]> // by each name of a list
}

/** The keys that a word has in any of the lists. */
function byAnyWord<T>(
  lists: readonly (readonly [T, readonly string[]])[],
): ReadonlyMap<string, readonly T[]> {
  const found = new Map<string, T[]>()
  for (const [key, words] of lists)
    for (const word of words) found.set(word, [...(found.get(word) ?? []), key])
  return found
}

/** The ready-made categories of one word by their English names, which a book in another language has under others. */
const englishNames = (): (readonly [string, StarterName])[] =>
  starterCategories.flatMap(({ name }) => (name.includes(' ') ? [] : [[fold(name), name] as const]))

/** The folded names that a ready-made category may have. */
const namesOf = (name: string): string[] => [fold(starterName(name)), fold(name)]

/** The words of phrases, by the first one; the longest phrase first. */
function phrasesIn(words: readonly string[]): ReadonlyMap<string, readonly (readonly string[])[]> {
  const phrases = words.filter((word) => word.includes(' ')).map((phrase) => phrase.split(' '))
  return Map.groupBy(
    phrases.sort((a, b) => b.length - a.length),
    ([first = '']) => first,
  )
}

const known = remembered((): EntryWords => {
  const tables = typedWords()
  const lists = listsOf(tables)
  const days = dayWords()
  const maps = {
    rhythms: firstOf(byWord(tables, (table) => table.rhythms, rhythmOf)),
    units: firstOf(byWord(tables, (table) => table.units, rhythmOf)),
    times: firstOf(byWord(tables, (table) => table.times, String)),
    currencies: byWord(tables, (table) => table.currencies, String),
    everyday: new Map<string, readonly string[]>([
      ...englishNames().map(([word, name]) => [word, [fold(starterName(name))]] as const),
      ...[...byWord(tables, (table) => table.everyday, namesOf)].map(
        ([word, names]) => [word, names.flat()] as const,
      ),
    ]),
  }
  const joints = Object.values(lists).flat()
  const all = [
    ...joints,
    ...Object.values(days).flat(2),
    ...Object.values(maps).flatMap((map) => [...map.keys()]),
  ]
  return {
    ...lists,
    ...maps,
    days,
    lender: lists.lender.length > 0 ? lists.lender : lists.from,
    verbs: byAnyWord(entryVerbs.map((verb) => [verb, lists[verb]])),
    phrases: phrasesIn(all),
    joints: new Set(joints),
    all: new Set(all),
    nounsHaveCapitals: tables[0]?.nounsHaveCapitals ?? false,
  }
})

export const entryWords = (): EntryWords => known(currentLanguage())
