import type { Day } from '../../../contract/day.ts'
import { readBack } from '../../../contract/formula-cells.ts'
import type { ColumnRole } from '../../../contract/import-mapping.ts'
import { amountInCell } from './amount.ts'
import { pendingText, type StateColumn, stateFault } from './booked.ts'
import type { Cells } from './cells.ts'
import { isOut } from './columns.ts'
import { isBalance, isFooter, type OfRole, type StatedLine, statedBy } from './csv-stated.ts'
import { type DateOrder, dayIn, hasSeveralMonths } from './days.ts'
import {
  bad,
  currencyCodeOf,
  currentCurrency,
  type FieldFault,
  filled,
  joinedText,
  negated,
  plainText,
  shortValue,
  sumText,
} from './file-values.ts'
import type { BadRow, FileRow } from './row.ts'
import { cannot, type RowFault } from './row-faults.ts'
import { saysMoneyIn } from './sign.ts'
import { isYearless } from './years.ts'

/** The notation of the rows of a CSV file. */
export type Notation = {
  /** The columns that have a role. */
  readonly places: Readonly<Partial<Record<ColumnRole, readonly number[]>>>
  /** The columns of who paid and of who was paid, where the file has both: one of the two is the holder of the account. */
  readonly parties?: { readonly payer: number; readonly paid: number } | undefined
  readonly columns: number
  readonly decimal: '.' | ','
  readonly order: DateOrder
  readonly isReversed: boolean
  /** Whether money out has a minus in its own column too. A debit with the opposite sign is a reversed debit. */
  readonly areDebitsNegative: boolean
  /** Whether money in has a minus, as payments that lower a debt have in the files of some cards. */
  readonly areCreditsNegative: boolean
  /** The currency that the heading of the amount names. */
  readonly currency: string | undefined
  /** Whether a row without a word in the column of the side is money out, because the others have words for money in alone. */
  readonly isBlankOut?: boolean | undefined
  readonly states: readonly StateColumn[]
  /** Whether an amount with a minus beside a word for money out is taken back, because the others have none. */
  readonly areReversals?: boolean | undefined
  /** Whether a row whose words say money in is money in, also where amounts are reversed. */
  readonly areWordsHeard?: boolean | undefined
  /** Whether the account is one of money, and no debt. */
  readonly isOfMoney?: boolean | undefined
  /** Whether an amount without a mark is money out, because others have one for money in, such as CR. */
  readonly isUnmarkedOut?: boolean | undefined
  /** The lines that are called a sum or a balance, and are one. */
  readonly unstated?: ReadonlySet<number> | undefined
  /** Lines that are called a sum or a balance, and may be entries all the same. */
  readonly doubtful?: ReadonlySet<number> | undefined
  /** A line without words at the beginning or the end, where every other line has some. */
  readonly wordless?: number | undefined
}

const MAX_TAGS = 20

/** The columns of each role. */
export const placesOf = (roles: readonly ColumnRole[]): Notation['places'] =>
  Object.groupBy(
    roles.map((_, at) => at),
    (at) => roles[at] ?? 'ignore',
  )

/** A row of a CSV file, or its faults; nothing for a line that is no entry, such as one with totals. */
export function rowOf(n: number, record: Cells, notation: Notation): FileRow | BadRow | undefined {
  const found = lineOf(n, record, notation)
  return found && 'states' in found ? undefined : found
}

/** The filled cells of a line, by role. */
const filledCells =
  (cells: readonly string[], { places }: Notation): OfRole =>
  (role) => {
    const found: string[] = []
    for (const at of places[role] ?? []) {
      const cell = cells[at]?.trim()
      if (cell) found.push(readBack(cell))
    }
    return found
  }

/** The same with the lines that state a balance. */
export function lineOf(
  n: number,
  record: Cells,
  notation: Notation,
): FileRow | BadRow | StatedLine | undefined {
  const { line, cells } = record
  const of = filledCells(cells, notation)
  const date = dayIn(of('date')[0] ?? '', notation.order)
  const isDoubtful = notation.doubtful?.has(line) === true
  const states = isDoubtful
    ? undefined
    : (statedBy(ownWords(of, cells, notation), cells) ??
      (notation.unstated?.has(line) ? 'closing' : undefined))
  if (states) {
    const balance = amountIn(of('balance')[0] ?? '', notation.decimal)
    return { states, line, date, amount: balance ?? signed(moneyIn(of, notation).amount, notation) }
  }
  if (date === undefined ? isFooter(cells, of) : isBalance(of)) return undefined
  if (cells.length > notation.columns && cells.slice(notation.columns).some((one) => one.trim() !== ''))
    return bad(n, line, cells.join(' '), [
      'line',
      cannot('too_many_cells', { cells: cells.length, columns: notation.columns }),
    ])
  return entryOf(n, record, of, notation, date)
}

/** The words of a line about its entry. */
const ownWords = (of: OfRole, cells: readonly string[], notation: Notation): string =>
  [...partiesIn(cells, notation), ...of('payee'), ...of('text')].join(' ').trim()

/** An entry, or the faults for which it is none. */
function entryOf(
  n: number,
  { line, cells }: Cells,
  of: OfRole,
  notation: Notation,
  date: Day | undefined,
): FileRow | BadRow {
  const money = moneyIn(of, notation)
  const beside = money.currency ?? signOfCurrency(of) ?? notation.currency
  const currency = currentCurrency(currencyIn(of('currency')[0] ?? '', beside), date)
  const text = joinedText(of('text'))
  const faults: FieldFault[] = []
  if (date === undefined) faults.push(dayFault(of('date')[0] ?? '', notation))
  if (money.fault !== undefined) faults.push(['amount', money.fault])
  if (currency === null)
    faults.push([
      'currency',
      cannot('not_a_currency', { value: shortValue(of('currency')[0] ?? beside ?? '') }),
    ])
  faults.push(...lineFaults(line, cells, of('payee')[0] ?? text, notation))
  if (date === undefined || money.amount === undefined || currency === null || faults.length > 0)
    return bad(n, line, joinedText([...partiesIn(cells, notation), ...of('payee'), text]), ...faults)
  const isHeard =
    notation.isReversed && notation.areWordsHeard && saysMoneyIn(cells, notation.isOfMoney === true)
  const amount = isHeard ? money.amount : (signed(money.amount, notation) ?? money.amount)
  const payee = joinedText(
    notation.parties ? [otherParty(cells, amount, notation.parties), ...of('payee')] : of('payee'),
  )
  const tags = tagsIn(of)
  return {
    n,
    line,
    date,
    amount,
    ...(currency ? { currency } : {}),
    text,
    ...filled({
      payee,
      reference: of('reference')[0] ?? '',
      counter_account: of('counter_account')[0] ?? '',
      category: of('category')[0] ?? '',
      account: of('account')[0] ?? '',
      notes: of('notes').join('\n'),
    }),
    ...(tags.length > 0 ? { tags } : {}),
  }
}

/** Who paid the holder, or whom the holder paid; the other of the two columns has the holder's own name. */
function otherParty(
  cells: readonly string[],
  amount: string,
  parties: NonNullable<Notation['parties']>,
): string {
  const [first, second] = amount.startsWith('-')
    ? [parties.paid, parties.payer]
    : [parties.payer, parties.paid]
  const named = (at: number) => readBack(cells[at] ?? '').trim()
  // A number of an account beside an empty name is the holder's own.
  return named(first) || (/\d{4}/.test(named(second)) ? '' : named(second))
}

const partiesIn = (cells: readonly string[], { parties }: Notation): string[] =>
  parties ? [cells[parties.payer] ?? '', cells[parties.paid] ?? ''] : []

/** Why a line as a whole may be no entry of the account. */
function lineFaults(
  line: number,
  cells: readonly string[],
  words: string,
  { states, doubtful, wordless }: Notation,
): FieldFault[] {
  const fault = stateFault(cells, states) ?? pendingText(words)
  return [
    ...(fault === undefined ? [] : [['status', fault] as const]),
    ...(doubtful?.has(line) ? [['line', cannot('sum_or_balance', {})] as const] : []),
    ...(wordless === line ? [['line', cannot('without_words', {})] as const] : []),
  ]
}

const tagsIn = (of: OfRole): string[] =>
  of('tags')
    .flatMap((one) => one.split(/[,;|]/))
    .map((tag) => plainText(tag, 50))
    .filter(Boolean)
    .slice(0, MAX_TAGS)

const signed = (amount: string | undefined, { isReversed }: Notation): string | undefined =>
  amount !== undefined && isReversed ? negated(amount) : amount

function dayFault(cell: string, { places }: Notation): FieldFault {
  if (!places.date) return ['date', cannot('date_not_chosen', {})]
  if (isYearless(cell)) return ['date', cannot('date_without_year', { value: shortValue(cell) })]
  if (hasSeveralMonths(cell)) return ['date', cannot('date_of_two_months', { value: shortValue(cell) })]
  return [
    'date',
    cell === '' ? cannot('date_missing', {}) : cannot('not_a_date', { value: shortValue(cell) }),
  ]
}

type RowMoney = { readonly amount?: string; readonly currency?: string; readonly fault?: RowFault }

const read = (cell: string, decimal: '.' | ',') => {
  const found = amountInCell(cell, decimal)
  return found && /^-?\d{1,15}(?:\.\d{1,10})?$/.test(found.amount) ? found : undefined
}

/** The amount in a cell as decimal text; undefined if it is not an amount. */
export const amountIn = (cell: string, decimal: '.' | ','): string | undefined => read(cell, decimal)?.amount

/** The money of a row: its amount less the fee beside it. */
function moneyIn(of: OfRole, notation: Notation): RowMoney {
  const [cell] = of('fee')
  const isCharged = cell !== undefined && /[1-9]/.test(cell)
  const isFeeAlone = isCharged && [...of('amount'), ...of('debit'), ...of('credit')].length === 0
  const money: RowMoney = isFeeAlone ? { amount: '0' } : amountsIn(of, notation)
  if (cell === undefined || money.amount === undefined || !isCharged) return money
  const fee = amountIn(cell, notation.decimal)
  if (fee === undefined) return { fault: cannot('not_a_fee', { value: shortValue(cell) }) }
  const charge = fee.startsWith('-') ? fee : negated(fee)
  return { ...money, amount: sumText([money.amount, notation.isReversed ? negated(charge) : charge]) }
}

function amountsIn(of: OfRole, notation: Notation): RowMoney {
  const { places, decimal } = notation
  const [amount] = of('amount')
  if (amount !== undefined) {
    const found = read(amount, decimal)
    if (!found) return { fault: cannot('not_an_amount', { value: shortValue(amount) }) }
    if (notation.isUnmarkedOut && !/\d\s*\p{L}+\.?$/u.test(amount))
      return { ...found, amount: negated(found.amount) }
    const [direction] = of('direction')
    if (direction === undefined)
      return notation.isBlankOut ? { ...found, amount: negated(found.amount) } : found
    const isDebit = isOut(direction)
    if (isDebit === undefined) return { fault: cannot('no_direction', { value: shortValue(direction) }) }
    const isNegative = found.amount.startsWith('-')
    return isDebit && (!isNegative || notation.areReversals)
      ? { ...found, amount: negated(found.amount) }
      : found
  }
  const sides = (['debit', 'credit'] as const).flatMap((role) => of(role).map((cell) => ({ role, cell })))
  const used = sides.filter(({ cell }) => /[1-9]/.test(cell))
  const [side] = used.length > 0 ? used : sides
  if (!side) {
    const hasColumn = places.amount ?? places.debit ?? places.credit
    return { fault: cannot(hasColumn ? 'amount_missing' : 'amount_not_chosen', {}) }
  }
  const other = used[1]
  if (other)
    return {
      fault: cannot('amount_out_and_in', { value: shortValue(side.cell), other: shortValue(other.cell) }),
    }
  const found = read(side.cell, decimal)
  if (!found) return { fault: cannot('not_an_amount', { value: shortValue(side.cell) }) }
  const isTurned = side.role === 'debit' ? !notation.areDebitsNegative : notation.areCreditsNegative
  return isTurned ? { ...found, amount: negated(found.amount) } : found
}

/** Signs that banks use for only one currency. A bare $ may be any of twenty currencies. */
const signs: Readonly<Record<string, string>> = {
  '€': 'EUR',
  '£': 'GBP',
  '₽': 'RUB',
  '₺': 'TRY',
  '₹': 'INR',
  '₴': 'UAH',
  '₪': 'ILS',
  '₩': 'KRW',
  '₫': 'VND',
  us$: 'USD',
  r$: 'BRL',
  zł: 'PLN',
  kč: 'CZK',
  ft: 'HUF',
}

/** The currency by the sign beside an amount, such as €. */
const signOfCurrency = (of: OfRole): string | undefined =>
  [...of('amount'), ...of('debit'), ...of('credit')]
    .map((cell) => signs[/[€£₽₺₹₴₪₩₫]/.exec(cell)?.[0] ?? ''])
    .find((code) => code !== undefined)

/** The currency of a row: undefined if the file has none, null if it is not a known currency. */
function currencyIn(cell: string, beside: string | undefined): string | null | undefined {
  if (cell === '') return beside === undefined ? undefined : (currencyCodeOf(beside) ?? null)
  return currencyCodeOf(cell) ?? signs[cell.trim().toLowerCase()] ?? null
}

/** The words of a line that has nothing else, below its entry: some banks write the text of one entry in several lines. */
export function continuedWords({ cells }: Cells, { places, columns }: Notation): string | undefined {
  const used = cells.flatMap((cell, at) => (cell.trim() === '' ? [] : at))
  const [only, another] = used
  const isText = only !== undefined && only > 0 && (places.text ?? places.payee)?.includes(only) === true
  return isText && another === undefined && cells.length >= columns - 1
    ? readBack(cells[only]?.trim() ?? '')
    : undefined
}
