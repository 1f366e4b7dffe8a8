import type { Day } from '../../../contract/day.ts'
import type { FileRate, LeftOutOfFile } from './besides.ts'
import { currencyCodeOf } from './file-values.ts'
import { type Num, numberText } from './journal-number.ts'

/** The exchange rate that a price states, or the name under which it is counted. */
export function rateOf(
  thing: string,
  { number, currency }: { number: Num; currency: string },
  date: Day,
): FileRate | string {
  const [from, to] = [currencyCodeOf(thing), currencyCodeOf(currency)]
  if (from === undefined || to === undefined) return 'prices of shares and other things'
  if (from === to || number.digits <= 0n) return 'prices that are not exchange rates'
  return { from, to, date, rate: numberText(number) }
}

/** The parts of a file that have no place in a book, with how often they stand there. */
export const leftOut = (counted: ReadonlyMap<string, number>): LeftOutOfFile[] =>
  [...counted].map(([what, number]) => ({
    kind: what.startsWith('prices') ? ('rates' as const) : ('other' as const),
    name: `${what.charAt(0).toUpperCase()}${what.slice(1)}: ${number.toLocaleString('en')}`,
    why: what.startsWith('prices')
      ? 'Only rates between currencies come over.'
      : 'Florin has no place for them.',
  }))
