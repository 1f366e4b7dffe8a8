import type { MonthStart } from '../../contract/month.ts'
import { t } from '../../words/t.ts'

/** The 1st, the 15th, the last working day: the day that months start on, in words. */
export const monthStartWords = (start: MonthStart): string =>
  start === 'last_working_day'
    ? t('the last working day of the month before')
    : t('{day, selectordinal, one {the #st} two {the #nd} few {the #rd} other {the #th}}', { day: start })
