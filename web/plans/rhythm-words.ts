import { t } from '../../words/t.ts'

/** The rhythms of plans, each as a whole sentence: in the middle of a line, and at its beginning. */
type Every = { every: number }
type RhythmWords = {
  day: (values: Every) => string
  week: (values: Every & { weekday: string }) => string
  dayOfMonth: (values: Every & { day: string }) => string
  lastOfMonth: (values: Every) => string
  weekdayOfMonth: (values: Every & { weekday: string }) => string
  dayOfYear: (values: Every & { day: string }) => string
  lastOfYear: (values: Every & { month: string }) => string
  weekdayOfYear: (values: Every & { weekday: string; month: string }) => string
}

export const innerWords: RhythmWords = {
  day: (values) => t('{every, plural, =1 {every day} =2 {every other day} other {every # days}}', values),
  week: (values) =>
    t(
      '{every, plural, =1 {every week on {weekday}} =2 {every other week on {weekday}} other {every # weeks on {weekday}}}',
      values,
    ),
  dayOfMonth: (values) =>
    t(
      '{every, plural, =1 {every month on the {day}} =2 {every other month on the {day}} other {every # months on the {day}}}',
      values,
    ),
  lastOfMonth: (values) =>
    t(
      '{every, plural, =1 {every month on the last day} =2 {every other month on the last day} other {every # months on the last day}}',
      values,
    ),
  weekdayOfMonth: (values) =>
    t(
      '{every, plural, =1 {every month on {weekday}} =2 {every other month on {weekday}} other {every # months on {weekday}}}',
      values,
    ),
  dayOfYear: (values) =>
    t(
      '{every, plural, =1 {every year on {day}} =2 {every other year on {day}} other {every # years on {day}}}',
      values,
    ),
  lastOfYear: (values) =>
    t(
      '{every, plural, =1 {every year on the last day of {month}} =2 {every other year on the last day of {month}} other {every # years on the last day of {month}}}',
      values,
    ),
  weekdayOfYear: (values) =>
    t(
      '{every, plural, =1 {every year on {weekday} of {month}} =2 {every other year on {weekday} of {month}} other {every # years on {weekday} of {month}}}',
      values,
    ),
}

export const firstWords: RhythmWords = {
  day: (values) => t('{every, plural, =1 {Every day} =2 {Every other day} other {Every # days}}', values),
  week: (values) =>
    t(
      '{every, plural, =1 {Every week on {weekday}} =2 {Every other week on {weekday}} other {Every # weeks on {weekday}}}',
      values,
    ),
  dayOfMonth: (values) =>
    t(
      '{every, plural, =1 {Every month on the {day}} =2 {Every other month on the {day}} other {Every # months on the {day}}}',
      values,
    ),
  lastOfMonth: (values) =>
    t(
      '{every, plural, =1 {Every month on the last day} =2 {Every other month on the last day} other {Every # months on the last day}}',
      values,
    ),
  weekdayOfMonth: (values) =>
    t(
      '{every, plural, =1 {Every month on {weekday}} =2 {Every other month on {weekday}} other {Every # months on {weekday}}}',
      values,
    ),
  dayOfYear: (values) =>
    t(
      '{every, plural, =1 {Every year on {day}} =2 {Every other year on {day}} other {Every # years on {day}}}',
      values,
    ),
  lastOfYear: (values) =>
    t(
      '{every, plural, =1 {Every year on the last day of {month}} =2 {Every other year on the last day of {month}} other {Every # years on the last day of {month}}}',
      values,
    ),
  weekdayOfYear: (values) =>
    t(
      '{every, plural, =1 {Every year on {weekday} of {month}} =2 {Every other year on {weekday} of {month}} other {Every # years on {weekday} of {month}}}',
      values,
    ),
}
