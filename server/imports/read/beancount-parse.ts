import type { Day } from '../../../contract/day.ts'
import { type BeancountLine, type Cursor, cursorOf, numberAt, textIn, tokensOf } from './beancount-tokens.ts'
import { dayOf, quotedValue } from './file-values.ts'
import { isNot, NotJournal } from './journal-fault.ts'
import { absolute, by, isNone, type Num, over, plus, ZERO } from './journal-number.ts'

/** The directives of a Beancount file, as they are written. */

/** Parts of a cost: undefined if it is left to be computed, null if there is none of it. */
export type CostSpec = {
  readonly per: Num | undefined | null
  readonly total: Num | undefined | null
  readonly currency: string | undefined
  readonly date: Day | undefined
  readonly label: string | undefined
}
export type BeancountPrice = {
  readonly number: Num | undefined
  readonly currency: string | undefined
  readonly isTotal: boolean
}
/** A posting: `isAuto` if it has no amount at all, so that it balances the others. */
export type BeancountPosting = {
  readonly line: number
  readonly account: string
  readonly isAuto: boolean
  readonly number: Num | undefined
  readonly currency: string | undefined
  readonly cost: CostSpec | undefined
  readonly price: BeancountPrice | undefined
  readonly meta: Map<string, string>
}
export type BeancountTransaction = {
  readonly line: number
  readonly date: Day
  readonly flag: string
  readonly payee: string
  readonly narration: string
  readonly tags: Set<string>
  readonly links: Set<string>
  readonly meta: Map<string, string>
  readonly postings: BeancountPosting[]
}

const MAX_POSTINGS = 1_000
const MAX_NAMED = 200

export const dayIn = (words: string): Day | undefined => {
  const [year = '', month = '', day = ''] = words.split(/[-/]/)
  return dayOf(year, month.padStart(2, '0'), day.padStart(2, '0'))
}

export const accountAt = (cursor: Cursor): string => cursor.require('account', 'an account').words

/** A transaction, from the lines of its block. */
export function transactionIn(
  lines: Iterable<BeancountLine>,
  date: Day,
  tags: readonly string[],
  meta: ReadonlyMap<string, string>,
): BeancountTransaction {
  let open: BeancountTransaction | undefined
  for (const { line, words } of lines) {
    const cursor = cursorOf(tokensOf(words))
    if (cursor.isDone()) continue
    if (open === undefined) open = headAt(cursor, line, date, tags, meta)
    else if (cursor.peek('tag') || cursor.peek('link')) marksAt(cursor, open)
    else if (cursor.peek('key')) factAt(cursor, open.postings.at(-1)?.meta ?? open.meta)
    else if (open.postings.length >= MAX_POSTINGS)
      isNot(`the transaction has more than ${MAX_POSTINGS.toLocaleString('en')} postings.`)
    else open.postings.push(atLine(line, () => postingAt(cursor, line)))
    cursor.end()
  }
  return open ?? isNot('the transaction has no first line.')
}

function headAt(
  cursor: Cursor,
  line: number,
  date: Day,
  tags: readonly string[],
  meta: ReadonlyMap<string, string>,
): BeancountTransaction {
  cursor.take('date')
  const flag = flagAt(cursor) ?? cursor.require('word', 'a flag').words
  const texts: string[] = []
  for (let next = cursor.take('text'); next; next = cursor.take('text')) {
    texts.push(textIn(next))
    cursor.take('sign', '|')
  }
  if (texts.length > 2) isNot('it has more than a payee and a narration in quotation marks.')
  const [first = '', second] = texts
  const head: BeancountTransaction = {
    line,
    date,
    flag: flag === 'txn' ? '*' : flag,
    payee: second === undefined ? '' : first,
    narration: second ?? first,
    tags: new Set(tags),
    links: new Set(),
    meta: new Map(meta),
    postings: [],
  }
  marksAt(cursor, head)
  return head
}

function flagAt(cursor: Cursor): string | undefined {
  cursor.take('sign', "'")
  if (cursor.peek('currency')?.words.length === 1) return cursor.take('currency')?.words
  return cursor.take('sign', '*', '!', '&', '#', '?', '%')?.words
}

/** Tags and links. More of them than anybody writes are left. */
function marksAt(cursor: Cursor, { tags, links }: BeancountTransaction): void {
  for (;;) {
    const [tag, link] = [cursor.take('tag'), cursor.take('link')]
    if (!tag && !link) return
    if (tag && tags.size < MAX_NAMED) tags.add(tag.words.slice(1))
    if (link && links.size < MAX_NAMED) links.add(link.words)
  }
}

/** A key with its value, of any type, as text. The first value of a key counts. */
export function factAt(cursor: Cursor, meta: Map<string, string>): void {
  const key = cursor.require('key', 'a key').words.slice(0, -1)
  const text = cursor.take('text')
  const parts = text ? [textIn(text)] : []
  while (!cursor.isDone()) {
    const token =
      cursor.take('date') ??
      cursor.take('account') ??
      cursor.take('currency') ??
      cursor.take('tag') ??
      cursor.take('link') ??
      cursor.take('number') ??
      cursor.take('sign', '-', '+', '*', '/', '(', ')')
    if (!token) break
    parts.push(token.words)
  }
  if (!meta.has(key) && meta.size < MAX_NAMED) meta.set(key, parts.join(' ').replace(/^- /, '-'))
}

function postingAt(cursor: Cursor, line: number): BeancountPosting {
  flagAt(cursor)
  const account = accountAt(cursor)
  const number = numberAt(cursor)
  const currency = cursor.take('currency')?.words
  const cost = costAt(cursor)
  const price = priceAt(cursor, number)
  const isAuto = number === undefined && currency === undefined && cost === undefined && price === undefined
  if (cost?.currency && price?.currency && cost.currency !== price.currency)
    isNot(`its cost is in ${cost.currency}, and its price in ${price.currency}.`)
  return { line, account, isAuto, number, currency, cost, price, meta: new Map() }
}

function priceAt(cursor: Cursor, units: Num | undefined): BeancountPrice | undefined {
  const sign = cursor.take('sign', '@', '@@')
  if (!sign) return undefined
  const number = numberAt(cursor)
  if (number && number.digits < 0n) isNot('its price is below 0.')
  const isTotal = sign.words === '@@'
  if (isTotal && units === undefined) isNot('it has a price for all of it, and no amount.')
  return { number, currency: cursor.take('currency')?.words, isTotal }
}

/** A cost in braces: a number for one, for all, or both, and the day and the label of the lot, in any order. */
function costAt(cursor: Cursor): CostSpec | undefined {
  const open = cursor.take('sign', '{', '{{')
  if (!open) return undefined
  const isTotal = open.words === '{{'
  const end = isTotal ? '}}' : '}'
  let cost: CostSpec = { per: undefined, total: null, currency: undefined, date: undefined, label: undefined }
  while (!cursor.peek('sign', end)) {
    const [date, label] = [cursor.take('date'), cursor.take('text')]
    if (date) cost = { ...cost, date: dayIn(date.words) ?? isNot(`${quotedValue(date.words)} is not a day.`) }
    else if (label) cost = { ...cost, label: textIn(label) }
    else if (cursor.take('sign', '*'))
      isNot('lots merged with {*} are not read, since Beancount does not merge them either.')
    else cost = { ...cost, ...compoundAt(cursor, isTotal) }
    if (!cursor.take('sign', ',')) break
  }
  if (!cursor.take('sign', end)) isNot(`${cursor.rest()} is not a part of a cost.`)
  return cost
}

function compoundAt(cursor: Cursor, isTotal: boolean): Pick<CostSpec, 'per' | 'total' | 'currency'> {
  const per = numberAt(cursor)
  const isCompound = cursor.take('sign', '#') !== undefined
  const total = isCompound ? numberAt(cursor) : null
  const currency = cursor.take('currency')?.words
  if (per === undefined && !isCompound && currency === undefined)
    isNot(`${cursor.rest()} is not a part of a cost.`)
  if (!isTotal) return { per, total, currency }
  if (isCompound) isNot('a cost in double braces is one number for all.')
  return { per: ZERO, total: per, currency }
}

/** An amount with its currency, and how much it may be off if that is said, as in `100 ~ 0.5 EUR`. */
export function amountAt(cursor: Cursor): { number: Num; currency: string; tolerance: Num | undefined } {
  const number = numberAt(cursor) ?? isNot(`${cursor.rest()} is not an amount.`)
  const tolerance = cursor.take('sign', '~') ? numberAt(cursor) : undefined
  return { number, tolerance, currency: cursor.require('currency', 'a currency').words }
}

/** Names the line of a posting in a fault of it. */
function atLine<T>(line: number, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof NotJournal)) throw error
    return isNot(`${error.message} It stands in line ${line}.`)
  }
}

/** The cost of one, if it is known. */
export function costOfOne({ per, total }: Pick<CostSpec, 'per' | 'total'>, units: Num): Num | undefined {
  if (per === undefined || total === undefined) return undefined
  if (total === null) return per ?? undefined
  if (isNone(units)) return undefined
  const size = absolute(units)
  return over(plus(total, per === null ? ZERO : by(per, size)), size)
}
