import { type Language, languages } from '../../words/languages.ts'
import { currentLanguage, typedWords } from '../../words/t.ts'
import { type TypedTable, wordsIn } from '../../words/typed.ts'
import type { DayWords } from './day-text.ts'
import { fold } from './matching.ts'
import { remembered } from './remembered.ts'

/** As the language shortens months, if that is read as the month again; else as the table has it. */
function monthsWritten(language: Language, months: readonly (readonly string[])[]): string[] {
  const { format } = new Intl.DateTimeFormat(languages[language].numbers, { month: 'short', timeZone: 'UTC' })
  return months.map(([first = '', ...others], month) => {
    const short = format(Date.UTC(2026, month)).replace(/\.$/, '')
    const isRead = language !== 'en' && [first, ...others].includes(fold(short))
    return isRead ? short : `${first.slice(0, 1).toUpperCase()}${first.slice(1)}`
  })
}

const wordsOf = (tables: readonly TypedTable[], months: readonly (readonly string[])[]): DayWords => ({
  today: wordsIn(tables, ({ today }) => today),
  yesterday: wordsIn(tables, ({ yesterday }) => yesterday),
  tomorrow: wordsIn(tables, ({ tomorrow }) => tomorrow),
  beforeYesterday: wordsIn(tables, ({ beforeYesterday }) => beforeYesterday),
  afterTomorrow: wordsIn(tables, ({ afterTomorrow }) => afterTomorrow),
  weekdays: Array.from({ length: 7 }, (_, at) => wordsIn(tables, ({ weekdays }) => weekdays[at])),
  months,
  monthsWritten: monthsWritten(currentLanguage(), months),
  last: wordsIn(tables, ({ last }) => last),
  next: wordsIn(tables, ({ next }) => next),
  lastWeek: wordsIn(tables, ({ lastWeek }) => lastWeek),
  nextWeek: wordsIn(tables, ({ nextWeek }) => nextWeek),
  of: wordsIn(tables, ({ of }) => of),
})

const known = remembered(() => {
  const tables = typedWords()
  return wordsOf(
    tables,
    Array.from({ length: 12 }, (_, at) => wordsIn(tables, ({ months }) => months[at])),
  )
})

/** The words for days in the reader's language and in English; the first of each list is the one that Florin writes. */
export const dayWords = (): DayWords => known(currentLanguage())
