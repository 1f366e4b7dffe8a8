import type { Need } from '../../contract/import-mapping.ts'
import { t } from '../../words/t.ts'
import { dayInSentence } from '../ui/dates.ts'

type Choice = Need['choices'][number]

const dayOf = ({ rows }: Choice, today: string): string | undefined =>
  rows[0] && dayInSentence(rows[0].date, today)

/** The question, with the file's own text: 03/04/2026: is that 3 April or 4 March? */
export function questionWords({ what, written: asked, choices }: Need, today: string): string {
  const written = choices[0]?.rows[0]?.written
  if (what === 'day_order') {
    const [one, other] = choices.map((choice) => dayOf(choice, today))
    return written && one && other
      ? t('{written}: is that {first} or {second}?', { written, first: one, second: other })
      : t('Does the day or the month come first?')
  }
  if (what === 'person') return t('Which column is yours?')
  if (what === 'sign') return t('An amount without a minus: was it spent, or did it come in?')
  if (what === 'decimal_mark') return amountIn(written ?? asked)
  return choices.length > 0
    ? t('Which column has the amounts?')
    : t('This seems to be no statement of an account.')
}

const amountIn = (written: string | undefined): string =>
  written === undefined
    ? t('The mark in the amounts: thousands, or decimals?')
    : t('{written}: thousands, or decimals?', { written })

/** An answer in a few words. */
export function answerWords({ what }: Need, choice: Choice, today: string): string {
  if (what === 'day_order') {
    const day = dayOf(choice, today)
    if (choice.value === 'day_first') return day ? t('{day}, the day first', { day }) : t('The day first')
    return day ? t('{day}, the month first', { day }) : t('The month first')
  }
  if (what === 'sign')
    return choice.value === 'money_out' ? t('Spent, unless it says otherwise') : t('Money that came in')
  if (what === 'decimal_mark')
    return choice.value === '.'
      ? t('The point is before the decimals')
      : t('The comma is before the decimals')
  return choice.value
}
