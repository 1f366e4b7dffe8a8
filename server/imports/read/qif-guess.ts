import { dayOrderFor } from './day-order.ts'
import { writtenAs } from './decided.ts'
import { decimalMarkFor, type Hints, startEvidence } from './evidence.ts'
import { decimalsOrTwo, numberedLines } from './file-values.ts'
import type { FileToRead, FoundMapping } from './row.ts'

/** The notation of dates and amounts in a QIF file. The file does not state it, so it is found from all values. */

/** The number of values that decide. */
const MAX_VALUES = 20_000

function* valuesOf(text: string, letters: string, pattern: RegExp): Generator<string> {
  let count = 0
  for (const { words } of numberedLines(text, 'QIF')) {
    if (words.length > 40 || !letters.includes(words[0] ?? ' ')) continue
    const value = words.slice(1).trim()
    if (!pattern.test(value)) continue
    if (++count > MAX_VALUES) return
    yield value
  }
}

/** A date in the notation of the other readers: Quicken writes 1/ 2'06 for a day since 2000, some of its versions 1/ 2' 6. */
export const unquoted = (written: string): string =>
  written
    .replace(/\s+/g, '')
    .replace(/'(\d)$/, '/0$1')
    .replace("'", '/')

/** The apostrophe before two digits is Quicken's own, which writes the month first. */
const isQuicken = (date: string): boolean => /'\s*\d{1,2}$/.test(date)

/** The order of the days and the mark of the amounts, with the questions that the file leaves open. */
export function qifMapping(text: string, { given, remembered, currency }: FileToRead): FoundMapping {
  const collected = startEvidence()
  let isOfQuicken = false
  for (const date of valuesOf(text, 'D', /^\d{1,4}[-./' ]|^\d{8}$/)) {
    isOfQuicken ||= isQuicken(date)
    collected.day(unquoted(date))
  }
  for (const amount of valuesOf(text, 'TU$', /^[-+\d.,\s']*\d[\d.,]*$/)) collected.amount(amount)
  const evidence = collected.end()
  const hints: Hints = {
    currency,
    decimals: decimalsOrTwo(currency),
    language: undefined,
    separator: '',
    order: isOfQuicken ? 'month_first' : undefined,
  }
  const order = dayOrderFor(evidence, hints, { given: given?.date_order, remembered: remembered?.date_order })
  const mark = decimalMarkFor(evidence, hints, { given: given?.decimal, remembered: remembered?.decimal })
  return writtenAs(order, mark, evidence)
}
