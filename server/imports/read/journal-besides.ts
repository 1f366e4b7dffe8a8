import type { Day } from '../../../contract/day.ts'
import { later } from '../../../words/t.ts'
import type { FileRate, LeftOutOfFile } from './besides.ts'
import { currencyCodeOf } from './file-values.ts'
import { type Num, numberText } from './journal-number.ts'

/** Things of a journal that are counted, because a book has no place for them. */
const COUNTED = {
  prices_of_things: (count: number) => later('Prices of shares and other things: {count, number}', { count }),
  prices_of_none: (count: number) => later('Prices that are not exchange rates: {count, number}', { count }),
  prices_unread: (count: number) => later('Prices that cannot be read: {count, number}', { count }),
  note: (count: number) => later('Notes on accounts: {count, number}', { count }),
  document: (count: number) => later('Documents: {count, number}', { count }),
  event: (count: number) => later('Events: {count, number}', { count }),
  query: (count: number) => later('Queries: {count, number}', { count }),
  custom: (count: number) => later('Custom directives: {count, number}', { count }),
}
export type CountedInJournal = keyof typeof COUNTED
export const isCounted = (kind: string): kind is CountedInJournal => Object.hasOwn(COUNTED, kind)

/** The exchange rate that a price states, or the name under which it is counted. */
export function rateOf(
  thing: string,
  { number, currency }: { number: Num; currency: string },
  date: Day,
): FileRate | CountedInJournal {
  const [from, to] = [currencyCodeOf(thing), currencyCodeOf(currency)]
  if (from === undefined || to === undefined) return 'prices_of_things'
  if (from === to || number.digits <= 0n) return 'prices_of_none'
  return { from, to, date, rate: numberText(number) }
}

/** The parts of a file that have no place in a book, with how often they stand there. */
export const leftOut = (counted: ReadonlyMap<CountedInJournal, number>): LeftOutOfFile[] =>
  [...counted].map(([what, number]) => {
    const isPrice = what.startsWith('prices_')
    return {
      kind: isPrice ? 'rates' : 'other',
      name: COUNTED[what](number),
      why: isPrice
        ? later('Only rates between currencies come over.')
        : later('Florin has no place for them.'),
    }
  })
