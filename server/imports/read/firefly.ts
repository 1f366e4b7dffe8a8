import { decimalText } from '../../../contract/money.ts'
import { type Later, later } from '../../../words/t.ts'
import type { FileAccount, LeftOutOfFile } from './besides.ts'
import {
  bad,
  currencyCodeOf,
  type FieldFault,
  filled,
  joinedText,
  negated,
  plainText,
  shortValue,
} from './file-values.ts'
import { type ProgramTable, type TableEntry, tableOf } from './programs.ts'
import { makeTotals } from './register-besides.ts'
import type { BadRow, FileBalance, FileRow, Reader } from './row.ts'
import { cannot } from './row-faults.ts'

/**
 * Reads the transactions that Firefly III exports. Each has a type and an account on either side; an account that is not the person's is
 * the payee. The parts of a split are rows of one group.
 */
export const readFirefly: Reader = (text, reading) => {
  const table = tableOf(text, reading, { date: 'date', amounts: ['amount'] })
  return {
    mapping: { ...table.mapping, date_order: 'year_first' },
    rows: rowsOf(table),
    balances: () => balancesIn(table),
    besides: () => ({
      accounts: accountsIn(table),
      left_out: [
        ...named(table, 'budget', 'budgets', (count) =>
          later(
            '{count, plural, one {The file names it in # transaction, where it is a tag, and has no amounts of budgets.} other {The file names it in # transactions, where it is a tag, and has no amounts of budgets.}}',
            { count },
          ),
        ),
        ...named(table, 'bill', 'recurring', (count) =>
          later(
            '{count, plural, one {The file names it in # transaction, where it is a tag, and does not say what it costs, or how often.} other {The file names it in # transactions, where it is a tag, and does not say what it costs, or how often.}}',
            { count },
          ),
        ),
      ],
    }),
  }
}

/** The balances of accounts whose opening the file has: the sums of their sides, whatever rows are made of them. */
function balancesIn(table: ProgramTable): readonly FileBalance[] {
  const totals = makeTotals()
  for (const entry of table.entries) {
    const { cell } = entry
    const sides = sidesOf(entry)
    if (!sides) continue
    const size = table.amount(cell('amount'))?.replace(/^-/, '')
    const currency = currencyCodeOf(cell('currency_code'))
    const day = table.day(cell('date'))
    const { account, isOut, toAccount, isOpening = false } = sides
    totals.add(account, size && isOut ? negated(size) : size, day, { isOpening, currency })
    const other = foreignOf(entry, table) ?? { amount: size, currency }
    if (toAccount) totals.add(toAccount, other.amount, day, { currency: other.currency })
  }
  return totals.balances()
}

/** The person's own accounts, with those that are debts. */
function accountsIn({ entries }: ProgramTable): FileAccount[] {
  const types = new Map<string, string>()
  for (const { cell } of entries)
    for (const side of ['source', 'destination'])
      if (OWN.test(cell(`${side}_type`)))
        types.set(plainText(cell(`${side}_name`), 255), cell(`${side}_type`))
  return [...types].map(([name, type]) => ({ name, type: DEBT.test(type) ? 'liability' : 'asset' }))
}
const DEBT = /^(?:loan|debt|mortgage|liabilit)/i

/** Budgets and bills that transactions name: the file has no more of them. */
const named = (
  { entries }: ProgramTable,
  column: 'budget' | 'bill',
  kind: 'budgets' | 'recurring',
  why: (count: number) => Later,
): LeftOutOfFile[] =>
  [...Map.groupBy(entries, ({ cell }) => cell(column))]
    .filter(([name]) => name !== '')
    .map(([name, all]) => ({
      kind,
      name,
      why: why(all.length),
    }))

/** Types of Firefly III's accounts that hold money or debts of the person's own. */
const OWN = /^(?:asset|default|cash wallet|savings|credit card|loan|debt|mortgage|liabilit)/i

function* rowsOf(table: ProgramTable): Generator<FileRow | BadRow> {
  let n = 0
  for (const group of groupsOf(table.entries)) {
    const rows = group.map((entry) => rowOf(entry, table))
    const whole = splitOf(rows, group)
    for (const row of whole ? [whole] : rows) yield { ...row, n: ++n }
  }
}

/** Rows of one group are adjacent. */
function* groupsOf(entries: readonly TableEntry[]): Generator<TableEntry[]> {
  let group: TableEntry[] = []
  for (const entry of entries) {
    const id = entry.cell('group_id')
    if (group.length > 0 && (id === '' || id !== group[0]?.cell('group_id'))) {
      yield group
      group = []
    }
    group.push(entry)
  }
  if (group.length > 0) yield group
}

function rowOf(entry: TableEntry, table: ProgramTable): FileRow | BadRow {
  const { line, cell } = entry
  const day = table.day(cell('date'))
  const amount = table.amount(cell('amount'))
  const currency = currencyCodeOf(cell('currency_code'))
  const sides = sidesOf(entry)
  const faults: FieldFault[] = []
  if (!day) faults.push(['date', cannot('not_a_date', { value: shortValue(cell('date')) })])
  if (amount === undefined)
    faults.push(['amount', cannot('not_an_amount', { value: shortValue(cell('amount')) })])
  if (!currency)
    faults.push(['currency', cannot('not_a_currency', { value: shortValue(cell('currency_code')) })])
  if (!sides)
    faults.push([
      'type',
      cannot('type_not_of_account', {
        value: shortValue(cell('type')),
        from: shortValue(cell('source_name')),
        to: shortValue(cell('destination_name')),
      }),
    ])
  if (!day || amount === undefined || !currency || !sides) return bad(0, line, cell('description'), ...faults)
  const size = amount.replace(/^-/, '')
  const { toAccount, isOut, account, payee, isOpening } = sides
  const [budget, category] = [cell('budget'), cell('category')]
  const tags = [
    ...cell('tags').split(','),
    ...(category !== '' && budget !== category ? [budget] : []),
    cell('bill'),
  ]
  const foreign = foreignOf(entry, table)
  return {
    n: 0,
    line,
    date: day,
    amount: isOut ? negated(size) : size,
    currency,
    text: plainText(cell('description')),
    ...filled({
      account,
      payee,
      to_account: toAccount,
      reference: cell('journal_id'),
      category: toAccount || isOpening ? '' : category || budget,
      counter_account: toAccount ? '' : cell(isOut ? 'destination_iban' : 'source_iban'),
      notes: joinedText([
        cell('notes'),
        foreign && !toAccount ? `${foreign.amount} ${foreign.currency}` : '',
      ]),
    }),
    ...(toAccount && foreign
      ? { to_amount: isOut ? foreign.amount : negated(foreign.amount), to_currency: foreign.currency }
      : {}),
    ...(isOpening ? { is_opening: true } : {}),
    ...tagsOf(tags),
  }
}

const tagsOf = (tags: readonly string[]): { tags?: string[] } => {
  const words = [...new Set(tags.map((tag) => plainText(tag, 50)).filter(Boolean))].slice(0, 20)
  return words.length > 0 ? { tags: words } : {}
}

function foreignOf(
  { cell }: TableEntry,
  table: ProgramTable,
): { amount: string; currency: string } | undefined {
  const currency = currencyCodeOf(cell('foreign_currency_code'))
  const amount = table.amount(cell('foreign_amount'))?.replace(/^-/, '')
  return currency && amount ? { amount, currency } : undefined
}

type FireflySides = {
  account: string
  isOut: boolean
  payee?: string
  toAccount?: string
  isOpening?: boolean
}

/** The side that an entry is recorded on: the source, if it is an account of the person, as for all money out. */
function sidesOf({ cell }: TableEntry): FireflySides | undefined {
  const [source, destination] = [cell('source_name'), cell('destination_name')]
  const type = cell('type').toLowerCase()
  const isOwn = (side: 'source' | 'destination', usual: string) =>
    cell(`${side}_type`) === ''
      ? type.startsWith(usual) || type === 'transfer'
      : OWN.test(cell(`${side}_type`))
  const fromOwn = source !== '' && isOwn('source', 'withdrawal')
  const toOwn = destination !== '' && isOwn('destination', 'deposit')
  const isOpening = type === 'opening balance'
  if (fromOwn && toOwn) return { account: source, isOut: true, toAccount: destination }
  const payee = (name: string) => (isOpening || type === 'reconciliation' ? {} : { payee: name })
  if (fromOwn) return { account: source, isOut: true, isOpening, ...payee(destination) }
  if (toOwn) return { account: destination, isOut: false, isOpening, ...payee(source) }
  return undefined
}

/** The parts of a split as one row, if all have the same account, the same direction and a category. */
function splitOf(rows: readonly (FileRow | BadRow)[], group: readonly TableEntry[]): FileRow | undefined {
  const [first] = rows
  if (rows.length < 2 || !first || 'faults' in first) return undefined
  const parts: FileRow[] = []
  for (const row of rows) {
    if ('faults' in row || row.to_account || !row.category) return undefined
    if (row.account !== first.account || row.currency !== first.currency || row.date !== first.date)
      return undefined
    if (row.amount.startsWith('-') !== first.amount.startsWith('-')) return undefined
    parts.push(row)
  }
  return withSplits(first, parts, group[0]?.cell('group_title') || first.text)
}

/** One row from its parts, each of which has a category. */
export function withSplits(first: FileRow, parts: readonly FileRow[], text: string): FileRow {
  const { category: _, ...row } = first
  const notes = joinedText(parts.map((part) => part.notes))
  const tags = parts.flatMap((part) => part.tags ?? [])
  return {
    ...row,
    text: plainText(text),
    amount: sumOf(parts.map(({ amount }) => amount)),
    splits: parts.map(({ category = '', amount, text: memo }) => ({
      category,
      amount,
      ...filled({ memo }),
    })),
    ...filled({ notes }),
    ...tagsOf(tags),
  }
}

/** The sum of decimal texts, exactly. */
function sumOf(amounts: readonly string[]): string {
  const decimals = Math.max(...amounts.map((amount) => amount.split('.')[1]?.length ?? 0))
  const sum = amounts.reduce((all, amount) => {
    const [whole = '', fraction = ''] = amount.split('.')
    return all + BigInt(whole + fraction.padEnd(decimals, '0'))
  }, 0n)
  return decimalText({ digits: sum, scale: decimals })
}
