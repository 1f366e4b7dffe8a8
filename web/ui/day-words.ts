import { currentLanguage, typedWords } from '../../words/t.ts'
import { type TypedTable, wordsIn } from '../../words/typed.ts'
import type { DayWords } from './day-text.ts'
import { remembered } from './remembered.ts'

const wordsOf = (tables: readonly TypedTable[]): DayWords => ({
  today: wordsIn(tables, ({ today }) => today),
  yesterday: wordsIn(tables, ({ yesterday }) => yesterday),
  tomorrow: wordsIn(tables, ({ tomorrow }) => tomorrow),
  beforeYesterday: wordsIn(tables, ({ beforeYesterday }) => beforeYesterday),
  afterTomorrow: wordsIn(tables, ({ afterTomorrow }) => afterTomorrow),
  weekdays: Array.from({ length: 7 }, (_, at) => wordsIn(tables, ({ weekdays }) => weekdays[at])),
  months: Array.from({ length: 12 }, (_, at) => wordsIn(tables, ({ months }) => months[at])),
  last: wordsIn(tables, ({ last }) => last),
  next: wordsIn(tables, ({ next }) => next),
  lastWeek: wordsIn(tables, ({ lastWeek }) => lastWeek),
  nextWeek: wordsIn(tables, ({ nextWeek }) => nextWeek),
  of: wordsIn(tables, ({ of }) => of),
})

const known = remembered(() => wordsOf(typedWords()))

/** The words for days in the reader's language and in English; the first of each list is the one that Florin writes. */
export const dayWords = (): DayWords => known(currentLanguage())
