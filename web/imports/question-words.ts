import type { Need } from '../../contract/import-mapping.ts'
import { dayInSentence } from '../ui/dates.ts'

type Choice = Need['choices'][number]

const dayOf = ({ rows }: Choice, today: string): string | undefined =>
  rows[0] && dayInSentence(rows[0].date, today)

/** The question, with the file's own text: 03/04/2026: is that 3 April or 4 March? */
export function questionWords({ what, choices }: Need, today: string): string {
  const written = choices[0]?.rows[0]?.written
  if (what === 'day_order') {
    const [one, other] = choices.map((choice) => dayOf(choice, today))
    return written && one && other
      ? `${written}: is that ${one} or ${other}?`
      : 'Does the day or the month come first?'
  }
  if (what === 'person') return 'Which column is yours?'
  if (what === 'sign') return 'An amount without a minus: was it spent, or did it come in?'
  if (what === 'decimal_mark')
    return `${written ?? choices[0]?.example.split(' is ')[0] ?? 'The mark in the amounts'}: thousands, or decimals?`
  return choices.length > 0 ? 'Which column has the amounts?' : 'This seems to be no statement of an account.'
}

/** An answer in a few words. */
export function answerWords({ what }: Need, choice: Choice, today: string): string {
  if (what === 'day_order') {
    const order = choice.value === 'day_first' ? 'the day first' : 'the month first'
    const day = dayOf(choice, today)
    return day ? `${day}, ${order}` : order.replace(/^t/, 'T')
  }
  if (what === 'sign')
    return choice.value === 'money_out' ? 'Spent, unless it says otherwise' : 'Money that came in'
  if (what === 'decimal_mark')
    return choice.value === '.' ? 'The point is before the decimals' : 'The comma is before the decimals'
  return choice.value
}
