import type { Schedule } from '../../../contract/schedule.ts'
import { starterName } from '../../../contract/starter.ts'
import { currentLanguage, typedWords } from '../../../words/t.ts'
import { type TypedList, type TypedTable, typedLists, wordsIn } from '../../../words/typed.ts'
import type { DayWords } from '../../ui/day-text.ts'
import { dayWords } from '../../ui/day-words.ts'
import { fold } from '../../ui/matching.ts'
import { remembered } from '../../ui/remembered.ts'

/** How often something comes again. */
export type Rhythm = Pick<Schedule, 'every' | 'unit'>

/** The words that quick entry knows: those of the reader's language, then the English ones. All are in lower case and without accents. */
export type EntryWords = {
  readonly days: DayWords
  /** Words for weekdays that mean something else too: they are a day only if no other plain word follows them. */
  readonly doubtfulDays: readonly string[]
  /** Each verb with the kind it has when I do it. */
  readonly spend: readonly string[]
  readonly receive: readonly string[]
  readonly move: readonly string[]
  readonly lend: readonly string[]
  readonly borrow: readonly string[]
  readonly owe: readonly string[]
  readonly pay: readonly string[]
  readonly repay: readonly string[]
  /** Means paying back, together with a word of `back`. */
  readonly give: readonly string[]
  readonly i: readonly string[]
  readonly me: readonly string[]
  readonly back: readonly string[]
  /** Before a person. */
  readonly to: readonly string[]
  /** Before a person or an account. */
  readonly from: readonly string[]
  /** Before an account only. */
  readonly by: readonly string[]
  readonly into: readonly string[]
  readonly on: readonly string[]
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
}

/** `2 weeks` is every second one. */
const rhythmOf = (text: string): Rhythm => {
  const [, every = '1', unit = ''] = /^(?:(\d+) )?(\w+?)s?$/.exec(text) ?? []
  return { every: Number(every), unit: unit as Rhythm['unit'] } // one of our tables
}

const byWord = <T>(
  tables: readonly TypedTable[],
  lists: (table: TypedTable) => Readonly<Record<string, string>>,
  meant: (key: string) => T,
): ReadonlyMap<string, T> =>
  new Map(
    tables
      .toReversed() // a word of the reader's language means what it means there
      .flatMap((table) =>
        Object.entries(lists(table)).flatMap(([key, words]) =>
          words
            .split(' ')
            .filter((word) => word !== '')
            .map((word): [string, T] => [word, meant(key)]),
        ),
      ),
  )

const known = remembered((): EntryWords => {
  const tables = typedWords()
  const lists = Object.fromEntries(
    typedLists.map((list) => [list, wordsIn(tables, (table) => table[list])]),
  ) as Record<TypedList, string[]> // by each name of a list
  return {
    ...lists,
    days: dayWords(),
    rhythms: byWord(tables, ({ rhythms }) => rhythms, rhythmOf),
    units: byWord(tables, ({ units }) => units, rhythmOf),
    everyday: byWord(
      tables,
      ({ everyday }) => everyday,
      (name) => [fold(starterName(name)), fold(name)],
    ),
  }
})

export const entryWords = (): EntryWords => known(currentLanguage())
