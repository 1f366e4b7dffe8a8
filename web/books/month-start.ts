import type { MonthStart } from '../../contract/month.ts'

const endings: Readonly<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd', other: 'th' }
const ordinals = new Intl.PluralRules('en', { type: 'ordinal' })

/** The 1st, the 15th, the last working day: the day that months start on, in words. */
export const monthStartWords = (start: MonthStart): string =>
  start === 'last_working_day'
    ? 'the last working day of the month before'
    : `the ${start}${endings[ordinals.select(start)] ?? 'th'}`
