import type { Day } from '../../../contract/day.ts'
import { later } from '../../../words/t.ts'
import { csvRecords } from './cells.ts'
import { bad, currencyCodeOf, filled, plainText, shortValue } from './file-values.ts'
import { folded } from './headings.ts'
import { amountAt, makeStyle } from './journal-amount.ts'
import { NotJournal } from './journal-fault.ts'
import type { JournalTransaction, Quantity } from './journal-rows.ts'
import { type JournalAccountType, rowsOfTransaction } from './journal-rows.ts'
import { headingsOf, type ProgramTable, type TableEntry, tableOf } from './programs.ts'
import { type BadRow, type FileRow, type Reader, Unreadable } from './row.ts'
import { cannot, type RowFault } from './row-faults.ts'

/**
 * The file that "Export Transactions to CSV" of GnuCash writes: a line for each side of a transaction, with the transaction's own columns in the
 * first line or in each. Headings are in the person's language, so that the columns are known by their places.
 */
const PLACES = { date: 0, id: 1, number: 2, description: 3, notes: 4, currency: 5, voided: 6 } as const
const SIDE = { memo: 8, account: 9, written: 11, amount: 12, value: 14 } as const
/** Before version 3, there was no value in the currency of the transaction. */
const WITH_VALUE = 18

const separators = [',', ';', '\t'] as const

const SIMPLE = later(
  'This is the simple layout of GnuCash, which does not tell the two sides of a transaction apart. Export the transactions again without "Simple Layout", and import that file.',
)

export function isGnuCash(text: string): boolean {
  const start = text.slice(0, 65_536)
  for (const separator of separators) {
    const headings = headingsOf(start, separator)
    if (['full category path', 'amount with sym', 'amount num'].every((one) => headings.includes(one)))
      throw new Unreadable(SIMPLE)
    if (headings.length >= 16 && isTransaction(start, separator)) return true
  }
  return false
}

/** Whether the line below the headings has the number and the currency of a transaction of GnuCash. */
function isTransaction(start: string, separator: string): boolean {
  try {
    const cells = csvRecords(start, separator).take(2).toArray()[1]?.cells ?? []
    return /^[\da-f]{32}$/i.test(cells[PLACES.id] ?? '') && /^CURRENCY::/.test(cells[PLACES.currency] ?? '')
  } catch (error) {
    if (error instanceof Unreadable) return false
    throw error
  }
}

/** The first part of the names of accounts, in the languages of GnuCash's own charts of accounts. */
const roots: readonly (readonly [JournalAccountType, string])[] = [
  [
    'asset',
    'asset|assets|aktiva|actif|actifs|activo|activos|attivita|activa|ativo|ativos|aktywa|tillgangar|eiendeler',
  ],
  [
    'liability',
    'liability|liabilities|fremdkapital|verbindlichkeiten|passif|passifs|pasivo|pasivos|passivita|schulden|vreemd vermogen|passivo|passivos|zobowiazania|skulder|gjeld',
  ],
  [
    'equity',
    'equity|eigenkapital|capitaux propres|patrimonio|capital|eigen vermogen|patrimonio neto|kapital',
  ],
  [
    'income',
    'income|ertrag|ertrage|revenus|revenu|ingresos|ingreso|entrate|inkomsten|opbrengsten|receitas|receita|przychody|intakter|inntekter',
  ],
  [
    'expense',
    'expense|expenses|aufwand|aufwendungen|depenses|depense|gastos|gasto|uscite|uitgaven|kosten|despesas|despesa|wydatki|kostnader|utgifter',
  ],
]
const types = new Map(roots.flatMap(([type, names]) => names.split('|').map((name) => [name, type] as const)))

const typeOf = (account: string): JournalAccountType | undefined =>
  types.get(folded(account.split(':', 1)[0] ?? ''))

/** The name of an account as journals have it: categories and equity below their English root. Accounts for trading only balance currencies. */
function nameOf(account: string): string {
  const [root = '', ...rest] = account.split(':')
  const type = typeOf(account)
  if (/^trading$/i.test(root)) return ['Equity:trading', ...rest].join(':')
  if (type === 'expense') return ['Expenses', ...rest].join(':')
  return type === 'income' || type === 'equity' ? [`${type}`, ...rest].join(':') : account
}

/** Reads all transactions of a book of GnuCash, with both sides, splits, transfers once and opening balances. */
export const readGnuCash: Reader = (text, reading) => {
  const separator = separators.find((one) => headingsOf(text.slice(0, 65_536), one).length >= 16) ?? ','
  const headings = csvRecords(text, separator).next().value?.cells ?? []
  const hasValue = headings.length >= WITH_VALUE
  const table = tableOf(text, reading, {
    date: headings[PLACES.date] ?? '',
    amounts: [headings[SIDE.amount] ?? '', ...(hasValue ? [headings[SIDE.value] ?? ''] : [])],
  })
  const at = ({ cell }: TableEntry, place: number) => cell(headings[place] ?? '')
  return { mapping: table.mapping, rows: rowsOf(table, at, hasValue, reading.currency) }
}

type CellAt = (entry: TableEntry, place: number) => string

function* rowsOf(
  table: ProgramTable,
  at: CellAt,
  hasValue: boolean,
  own: string | undefined,
): Generator<FileRow | BadRow> {
  let n = 0
  for (const sides of transactionsIn(table.entries, at))
    for (const row of rowsOfSides(sides, table, at, hasValue, own)) yield { ...row, n: ++n }
}

/** The lines of each transaction: the first has its number, and those after it the same or none. */
function* transactionsIn(entries: readonly TableEntry[], at: CellAt): Generator<TableEntry[]> {
  let sides: TableEntry[] = []
  let id = ''
  for (const entry of entries) {
    const next = at(entry, PLACES.id)
    if (next !== '' && next !== id && sides.length > 0) {
      yield sides
      sides = []
    }
    id = next || id
    sides.push(entry)
  }
  if (sides.length > 0) yield sides
}

function rowsOfSides(
  sides: readonly TableEntry[],
  table: ProgramTable,
  at: CellAt,
  hasValue: boolean,
  own: string | undefined,
): (FileRow | BadRow)[] {
  const [first] = sides
  if (!first) return []
  const of = (place: number) => at(first, place)
  const { line } = first
  const description = of(PLACES.description)
  const faulty = (field: string, fault: RowFault | string) => [bad(0, line, description, [field, fault])]
  const date = table.day(of(PLACES.date))
  const currency = currencyCodeOf(of(PLACES.currency).replace(/^CURRENCY::/, ''))
  if (of(PLACES.voided) !== '')
    return faulty('text', cannot('voided', { value: shortValue(of(PLACES.voided)) }))
  if (!date) return faulty('date', cannot('not_a_date', { value: shortValue(of(PLACES.date)) }))
  if (!currency)
    return faulty('currency', cannot('not_a_currency', { value: shortValue(of(PLACES.currency)) }))
  const postings: GnuCashSide[] = []
  for (const side of sides) {
    const account = nameOf(plainText(at(side, SIDE.account), 255))
    const amount = table.amount(at(side, SIDE.amount))
    const value = hasValue ? table.amount(at(side, SIDE.value)) : amount
    if (amount === undefined || value === undefined)
      return faulty('amount', cannot('not_an_amount', { value: shortValue(at(side, SIDE.amount)) }))
    if (typeOf(account) === undefined)
      return faulty('account', cannot('account_not_below', { value: shortValue(account) }))
    const weight: Quantity = { amount: value, currency }
    const quantity = amount === value ? weight : quantityOf(at(side, SIDE.written), amount, own)
    if ('code' in quantity) return faulty('currency', quantity)
    postings.push({ line: side.line, account, quantity, weight, memo: at(side, SIDE.memo) })
  }
  const entry = { line, date, description, code: of(PLACES.number), sides: postings }
  return rowsOfEntry({ ...entry, reference: of(PLACES.id), notes: of(PLACES.notes) }, typeOf)
}

/** A transaction with its sides, from either of GnuCash's formats. */
export type GnuCashEntry = {
  readonly line: number
  readonly date: Day
  readonly description: string
  readonly code: string
  readonly reference: string
  readonly notes: string
  readonly sides: readonly GnuCashSide[]
}
/** `quantity` is in the currency of the account, `weight` in that of the transaction. */
export type GnuCashSide = {
  readonly line: number
  readonly account: string
  readonly quantity: Quantity
  readonly weight: Quantity
  readonly memo: string
}

/** The rows of a transaction, as those of a journal. */
export function rowsOfEntry(
  { line, date, description, code, reference, notes, sides }: GnuCashEntry,
  typeOf: (account: string) => JournalAccountType | undefined,
): (FileRow | BadRow)[] {
  const transaction: JournalTransaction = {
    line,
    date,
    description: description.replaceAll('|', ' '),
    code,
    comments: [],
    postings: [...sides],
  }
  const memos = sides.length > 2 ? [] : sides.map(({ memo }) => memo)
  return rowsOfTransaction(transaction, typeOf).map((row) =>
    'faults' in row
      ? row
      : {
          ...row,
          ...filled({
            reference,
            notes: [...new Set([row.notes, notes, ...memos].filter(Boolean))].join('\n'),
          }),
        },
  )
}

/** An amount in the currency of its account, which is another one than that of the transaction; or why it is none. */
function quantityOf(written: string, amount: string, own: string | undefined): Quantity | RowFault {
  try {
    const { commodity } = amountAt(written, makeStyle(own)).amount
    return commodity !== undefined && currencyCodeOf(commodity) === undefined
      ? cannot('not_a_currency_but_holding', { value: shortValue(commodity) })
      : { amount, currency: commodity }
  } catch (error) {
    if (error instanceof NotJournal) return cannot('unreadable', { sentence: error.message })
    throw error
  }
}
