import type { DayWords } from './day-text.ts'

/** The words for days in English; the first of each list is the one that Florin writes. */
export const englishDays: DayWords = {
  today: ['today', 'tod'],
  yesterday: ['yesterday', 'yest'],
  tomorrow: ['tomorrow', 'tmrw'],
  weekdays: [
    ['mon', 'monday'],
    ['tue', 'tuesday', 'tues'],
    ['wed', 'wednesday'],
    ['thu', 'thursday', 'thur', 'thurs'],
    ['fri', 'friday'],
    ['sat', 'saturday'],
    ['sun', 'sunday'],
  ],
  months: [
    ['jan', 'january'],
    ['feb', 'february'],
    ['mar', 'march'],
    ['apr', 'april'],
    ['may'],
    ['jun', 'june'],
    ['jul', 'july'],
    ['aug', 'august'],
    ['sep', 'september', 'sept'],
    ['oct', 'october'],
    ['nov', 'november'],
    ['dec', 'december'],
  ],
  last: ['last'],
  next: ['next'],
}
