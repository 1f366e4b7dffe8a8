import type { ColumnRole } from '../../../contract/import-mapping.ts'
import { mayBeAmount, mayBeDay } from './evidence.ts'
import { currencyCodeOf } from './file-values.ts'
import {
  folded,
  type HeadingRole,
  isNoEntry,
  isOfSecurities,
  rolesByHeading,
  saysAmount,
} from './headings.ts'

/** The facts about a column before its role is known. */
export type HeadedColumn = { readonly heading: string | undefined; readonly values: readonly string[] }

/** Words that say whether an amount is money out or money in. */
const OUT =
  /^(?:d|dr|db|dbit|debit|debet|soll|s|out|af|uit|-|withdrawal|expense|ausgabe|lastschrift|debe|dare|obciazenie|terheles|t|money out|outgoing|debito|cargo|wn|borc|abgang|ausgang|charge|saida|isplata|vydaj|χ|χρεωση|sent|spent|gesendet|verzonden|uitgaand|odchozi|wychodzace|дебит|дебет|расход|支出|支|出金)$/iu
const IN =
  /^(?:c|cr|crdt|credit|kredit|haben|h|in|bij|\+|deposit|income|einnahme|gutschrift|haber|avere|uznanie|jovairas|k|money in|incoming|credito|abono|ma|alacak|zugang|eingang|entrada|uplata|prijem|π|πιστωση|received|erhalten|ontvangen|inkomend|prichozi|przychodzace|кредит|приход|收入|收|入金)$/iu

/** Whether a cell says money out or money in; undefined if it says neither. */
export function isOut(cell: string): boolean | undefined {
  const word = cell.trim().slice(0, 30).normalize('NFKD').replace(/\p{M}/gu, '').replace(/\.$/, '')
  return OUT.test(word) ? true : IN.test(word) ? false : undefined
}

/** Whether a cell is the code of a currency, as it is written in capitals. */
const isCurrencyCode = (cell: string): boolean =>
  /^[A-Z]{3}$/.test(cell.trim()) && currencyCodeOf(cell) !== undefined

const isDateHeading = (heading = ''): boolean => rolesByHeading(heading)[0]?.role === 'date'

/** Roles that several columns may have; every other role belongs to one column. */
const shared: readonly ColumnRole[] = ['text', 'notes', 'tags', 'ignore']

/** The role of each column: by its heading, if its values agree, else by its values. */
export function rolesOf(columns: readonly HeadedColumn[]): ColumnRole[] {
  const filled = columns.map(({ values }) => values.filter((value) => value.trim() !== ''))
  const most = (index: number, is: (value: string) => boolean) => {
    const values = filled[index] ?? []
    return values.filter(is).length >= values.length * 0.8
  }
  const isAllButOne = (index: number, is: (value: string) => boolean) => {
    const values = filled[index] ?? []
    return values.length > 2 && values.filter(is).length >= values.length - 1
  }
  const isAny = (index: number, is: (value: string) => boolean) =>
    filled[index]?.length !== 0 && most(index, is)
  const fits = (role: ColumnRole, index: number): boolean => {
    // A line below the rows may have words where they have a day.
    if (role === 'date') return most(index, mayBeDay) || isAllButOne(index, mayBeDay)
    if (['amount', 'debit', 'credit', 'fee', 'balance'].includes(role)) return most(index, mayBeAmount)
    if (role === 'currency') return most(index, (value) => /^\p{Sc}$|^\p{L}{2,3}\.?$/u.test(value.trim()))
    if (role === 'direction') return most(index, (value) => isOut(value) !== undefined)
    return true
  }

  // Payments are money out, but beside the charges of a card they are what it got.
  const areCharges = columns.some(({ heading = '' }) => /^(?:charges?|purchases?)$/.test(folded(heading)))
  const isPayments = (heading = '') => /^payments?(?: credits)?$/.test(folded(heading))
  const roles: ColumnRole[] = columns.map(() => 'ignore')
  const found = columns
    .flatMap(({ heading }, index) =>
      rolesByHeading(heading ?? '')
        .filter(({ role }) => fits(role, index))
        .slice(0, 1)
        .map((one): HeadingRole & { index: number } => ({
          ...one,
          ...(areCharges && isPayments(heading) && { role: 'credit' }),
          index,
        })),
    )
    .sort((a, b) => a.rank - b.rank)
  for (const { role, index } of found) {
    if (shared.includes(role) || !roles.includes(role)) roles[index] = role
    else if (role === 'payee') roles[index] = 'text'
    else if (role === 'currency' && /^(?:debit|credit)\b/.test(folded(columns[index]?.heading ?? '')))
      roles[index] = 'currency' // each row has one of the two
  }
  // Beside quantities and prices, only a column that is called an amount has amounts: the others are values of positions.
  const isSecurities = isOfSecurities(columns.map(({ heading = '' }) => heading))
  if (isSecurities) {
    const index = roles.indexOf('amount')
    if (index >= 0 && !saysAmount(columns[index]?.heading ?? '')) roles[index] = 'ignore'
  }
  const free = (index: number) => roles[index] === 'ignore'
  const indexes = columns.map((_, index) => index)
  const numbers = indexes.find((index) => free(index) && isOfOthers(columns[index], filled[index]))
  if (numbers !== undefined && !roles.includes('counter_account')) roles[numbers] = 'counter_account'

  // Cash App: the account is the one that paid, beside the person at the other side.
  if (columns.some(({ heading = '' }) => folded(heading) === 'name of sender receiver'))
    roles.forEach((role, index) => {
      if (role === 'account') roles[index] = 'ignore'
      if (folded(columns[index]?.heading ?? '') === 'transaction type') roles[index] = 'text'
    })

  // Two columns for money are not used if one column has all amounts.
  const amount = roles.indexOf('amount')
  const [debit, credit] = [roles.indexOf('debit'), roles.indexOf('credit')]
  if (amount >= 0 && (debit >= 0 || credit >= 0)) {
    const has = (index: number, row: number) => /[1-9]/.test(columns[index]?.values[row] ?? '')
    const isEither =
      debit >= 0 &&
      credit >= 0 &&
      columns[amount]?.values.every((_, row) => has(debit, row) !== has(credit, row))
    const isUnsigned = !filled[amount]?.some((value) => /[-−(]/.test(value))
    const isWhole =
      !(isEither && isUnsigned) &&
      (debit < 0 || credit < 0 || (filled[amount]?.length ?? 0) > (filled[debit]?.length ?? 0))
    for (const index of isWhole ? [debit, credit] : [amount]) if (index >= 0) roles[index] = 'ignore'
  }

  if (!roles.includes('date')) {
    const index = indexes.find((index) => free(index) && isAny(index, mayBeDay))
    // Where no column has days, each row says that the cell under such a heading is none.
    const named = indexes.find((index) => free(index) && isDateHeading(columns[index]?.heading))
    if (index !== undefined || named !== undefined) roles[index ?? named ?? 0] = 'date'
  }
  if (!isSecurities && !['amount', 'debit', 'credit'].some((role) => roles.some((one) => one === role)))
    findAmounts(
      roles,
      columns,
      indexes.filter(
        (index) => free(index) && isAny(index, mayBeAmount) && !isNoEntry(columns[index]?.heading),
      ),
    )
  findOtherSide(roles, columns, indexes)
  const isSigned = (filled[roles.indexOf('amount')] ?? []).some((value) => /[-−(]/.test(value))
  if (roles.includes('amount') && !roles.includes('direction') && !isSigned) {
    // Both words have to be there, or a long one for money out: IN is India, CR Costa Rica, C a kind of card, and Credit another.
    const isSurelyOut = (value: string) => isOut(value) === true && /\p{L}{4}/u.test(value)
    const index = indexes.find(
      (index) =>
        free(index) &&
        isAny(index, (value) => isOut(value) !== undefined) &&
        (new Set(filled[index]?.map(isOut)).size > 1 || isAny(index, isSurelyOut)),
    )
    if (index !== undefined) roles[index] = 'direction'
  }
  // A minus may be a booking that is taken back: the side is not needed only where each minus says the same as its word.
  if (isSigned && roles.includes('direction')) {
    const [amounts, sides] = [columns[roles.indexOf('amount')]?.values ?? [], roles.indexOf('direction')]
    const outs = amounts.filter((_, row) => isOut(columns[sides]?.values[row] ?? '') === true)
    if (outs.filter((value) => /[-−(]/.test(value)).length * 2 >= outs.length) roles[sides] = 'ignore'
  }
  if (!roles.includes('currency')) {
    const found = indexes.filter(
      (index) =>
        free(index) &&
        !columns[index]?.heading?.trim() &&
        filled[index]?.length === columns[index]?.values.length &&
        new Set(filled[index]).size > 1 &&
        isAny(index, isCurrencyCode),
    )
    const [only, another] = found
    if (only !== undefined && another === undefined) roles[only] = 'currency'
  }
  // Columns of words without a heading belong to the text; if there are none, the longest column with a heading is the text.
  const words = indexes.filter((index) => free(index) && isAny(index, (value) => /\p{L}{2}/u.test(value)))
  for (const index of words)
    if (!columns[index]?.heading?.trim() && lengthOf(filled[index]) >= 4) roles[index] = 'text'
  const [longest] = words.sort((a, b) => lengthOf(filled[b]) - lengthOf(filled[a]))
  if (longest !== undefined && !roles.includes('text') && !roles.includes('payee')) roles[longest] = 'text'
  addTellingWords(roles, columns, words)
  return roles
}

/** Where a heading says only which column is money out, or in, the other one is that which has an amount in just the other rows. */
function findOtherSide(
  roles: ColumnRole[],
  columns: readonly HeadedColumn[],
  indexes: readonly number[],
): void {
  const sides = roles.filter((role) => role === 'debit' || role === 'credit')
  if (sides.length !== 1 || roles.includes('amount')) return
  const known = columns[roles.indexOf(sides[0] ?? 'debit')]?.values ?? []
  const isUsed = (value = '') => /[1-9]/.test(value)
  const found = indexes.filter(
    (index) =>
      roles[index] === 'ignore' &&
      !isNoEntry(columns[index]?.heading) &&
      columns[index]?.values.some(mayBeAmount) &&
      columns[index]?.values.every(
        (value, row) => (value.trim() === '' || mayBeAmount(value)) && isUsed(value) !== isUsed(known[row]),
      ),
  )
  const [only, another] = found
  if (only !== undefined && another === undefined) roles[only] = sides[0] === 'debit' ? 'credit' : 'debit'
}

const FEWEST_TOLD = 3

/** If the columns of words say the same in every row, or nothing, the column that tells most rows apart belongs to the text as well. */
function addTellingWords(
  roles: ColumnRole[],
  columns: readonly HeadedColumn[],
  words: readonly number[],
): void {
  const rows = columns[0]?.values.map((_, row) => row) ?? []
  const told = (indexes: readonly number[]) =>
    new Set(rows.map((row) => indexes.map((index) => columns[index]?.values[row]?.trim()).join(' '))).size
  const used = roles.flatMap((role, index) => (role === 'text' || role === 'payee' ? index : []))
  if (rows.length < FEWEST_TOLD || told(used) > 1) return
  const [most] = words.filter((index) => roles[index] === 'ignore').toSorted((a, b) => told([b]) - told([a]))
  if (most !== undefined && told([most]) >= FEWEST_TOLD) roles[most] = 'text'
}

/** Headings of the day of a purchase, and of the day on which the bank booked it. */
const OF_PURCHASE = /^(?:transaction date|trans date|purchase date|einkaufsdatum|kaufdatum|belegdatum)$/
const OF_BOOKING =
  /^(?:posting date|posted date|post date|date posted|booking date|booked date|buchungsdatum|buchungstag)$/

/** On an account that is no card, the day of the booking is the one that its balances follow. */
export function withBookedDays(roles: readonly ColumnRole[], columns: readonly HeadedColumn[]): ColumnRole[] {
  const isHeaded = (at: number, words: RegExp) => words.test(folded(columns[at]?.heading ?? ''))
  const purchase = roles.indexOf('date')
  const booked = roles.findIndex(
    (role, at) => role === 'ignore' && isHeaded(at, OF_BOOKING) && columns[at]?.values.every(mayBeDay),
  )
  return purchase >= 0 && booked >= 0 && isHeaded(purchase, OF_PURCHASE)
    ? roles.with(purchase, 'ignore').with(booked, 'date')
    : [...roles]
}

/**
 * Whether a column headed IBAN has the IBANs of other parties: the person's own IBAN is the same in each row, or one of two in a file of
 * two accounts.
 */
function isOfOthers(column: HeadedColumn | undefined, filled: readonly string[] = []): boolean {
  if (folded(column?.heading ?? '') !== 'iban') return false
  const numbers = filled.filter((value) => /^[A-Z]{2}\d{2}[A-Z\d ]{4,30}$/.test(value.trim()))
  const different = new Set(numbers).size
  return (
    different > 2 ||
    (different > 1 && (different === numbers.length || numbers.length < (column?.values.length ?? 0)))
  )
}

/**
 * Whether the signs of amounts contradict a column of words in every row, such as 12.50 beside Debit and -100.00 beside Credit: files of
 * cards do this. Only this is certain: a balance may be a debt, and all rows of a card may be purchases.
 */
export function areTurned(columns: readonly HeadedColumn[], roles: readonly ColumnRole[]): boolean {
  const amounts = columns[roles.indexOf('amount')]?.values ?? []
  return columns.some(({ values }, index) => {
    if (roles[index] !== 'ignore') return false
    const words = values.map(isOut)
    const isOpposite = (row: number) => words[row] === !/[-−(]/.test(amounts[row] ?? '')
    return words.includes(true) && words.includes(false) && values.every((_, row) => isOpposite(row))
  })
}

const lengthOf = (values: readonly string[] | undefined): number =>
  (values ?? []).reduce((all, value) => all + value.length, 0) / Math.max(values?.length ?? 0, 1)

/** Columns of numbers without a helpful heading: money out next to money in, or an amount and perhaps a balance. */
function findAmounts(
  roles: ColumnRole[],
  columns: readonly HeadedColumn[],
  numbers: readonly number[],
): void {
  const withMarks = numbers.filter((index) => columns[index]?.values.some((value) => /[-−(.,]/.test(value)))
  const [first, second] = withMarks.length > 0 ? withMarks : numbers
  if (first === undefined) return
  const isEmpty = (index: number, row: number) => !/[1-9]/.test(columns[index]?.values[row] ?? '')
  const rows = columns[first]?.values.map((_, row) => row) ?? []
  const isEither = second !== undefined && rows.every((row) => isEmpty(first, row) !== isEmpty(second, row))
  if (second !== undefined && isEither && rows.length > 1) {
    roles[first] = 'debit'
    roles[second] = 'credit'
  } else {
    roles[first] = 'amount'
    if (second !== undefined && !roles.includes('balance') && !columns[second]?.heading?.trim())
      roles[second] = 'balance'
  }
}
