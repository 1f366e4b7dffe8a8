import {
  bad,
  currencyCodeOf,
  type FieldFault,
  filled,
  negated,
  plainText,
  shortValue,
} from './file-values.ts'
import { headingsOf, type ProgramTable, type TableEntry, tableOf } from './programs.ts'
import type { BadRow, FileRow, Reader } from './row.ts'
import { cannot } from './row-faults.ts'

/** Whether a CSV file is the list of transactions as Florin itself writes it. */
export function isOwnList(text: string): boolean {
  const headings = headingsOf(text.slice(0, 4_096), ',')
  return ['kind', 'base amount', 'asset account id', 'is refund'].every((heading) =>
    headings.includes(heading),
  )
}

/**
 * Reads Florin's own list of transactions. The kind decides the direction of the money. Accounts are found by their names, or by their ids
 * if the names were removed.
 */
export const readOwnList: Reader = (text, reading) => {
  const table = tableOf(text, reading, { date: 'date', amounts: ['amount'] })
  return { mapping: { ...table.mapping, decimal: '.', date_order: 'year_first' }, rows: rowsOf(table) }
}

function* rowsOf(table: ProgramTable): Generator<FileRow | BadRow> {
  let n = 0
  for (const entry of table.entries) if (entry.cell('deleted_at') === '') yield rowOf(++n, entry, table)
}

function rowOf(n: number, { line, cell }: TableEntry, table: ProgramTable): FileRow | BadRow {
  const [day, amount, currency] = [
    table.day(cell('date')),
    table.amount(cell('amount')),
    currencyCodeOf(cell('currency_id')),
  ]
  const kind = cell('kind')
  const isTransfer = kind === 'transfer'
  const faults: FieldFault[] = []
  if (!day) faults.push(['date', cannot('not_a_date', { value: shortValue(cell('date')) })])
  if (amount === undefined)
    faults.push(['amount', cannot('not_an_amount', { value: shortValue(cell('amount')) })])
  if (!currency)
    faults.push(['currency', cannot('not_a_currency', { value: shortValue(cell('currency_id')) })])
  if (!isTransfer && kind !== 'expense' && kind !== 'income')
    faults.push(['kind', cannot('kind_not_in_list', { value: shortValue(kind) })])
  if (!day || amount === undefined || !currency || faults.length > 0)
    return bad(n, line, cell('memo'), ...faults)
  const isOut = isTransfer || (kind === 'expense') !== (cell('is_refund') === 'true')
  const account = (field: string) => cell(`${field}_account_name`) || cell(`${field}_account_id`)
  const toAmount = table.amount(cell('to_amount'))
  const toCurrency = currencyCodeOf(cell('to_currency_id'))
  const splits = splitsOf(cell('splits'), isOut)
  const tags = listed(cell('tags')).flatMap((tag) => (typeof tag === 'string' ? [plainText(tag, 50)] : []))
  return {
    n,
    line,
    date: day,
    amount: isOut ? negated(amount) : amount,
    currency,
    text: plainText(cell('memo')),
    ...filled({
      account: account(isTransfer ? 'from' : 'asset'),
      to_account: isTransfer ? account('to') : '',
      payee: cell('contact_name'),
      category: splits.length > 0 ? '' : cell('category_name'),
      notes: cell('notes'),
    }),
    ...(isTransfer ? {} : { category_kind: kind === 'income' ? 'income' : 'expense' }),
    ...(isTransfer && toAmount && toCurrency && toCurrency !== currency
      ? { to_amount: toAmount, to_currency: toCurrency }
      : {}),
    ...(splits.length > 0 ? { splits } : {}),
    ...(tags.length > 0 ? { tags } : {}),
  }
}

/** A JSON list inside a cell; its numbers stay text. */
function listed(cell: string): unknown[] {
  try {
    const keep = (_: string, value: unknown, context?: { source?: string }) =>
      typeof value === 'number' ? (context?.source ?? '') : value
    const list: unknown = JSON.parse(cell, keep)
    return Array.isArray(list) ? list : []
  } catch {
    return cell === '' ? [] : cell.split(/[,;]/)
  }
}

const textIn = (item: unknown, name: string): string => {
  const value =
    typeof item === 'object' && item !== null ? Object.entries(item).find(([key]) => key === name)?.[1] : ''
  return typeof value === 'string' ? value : ''
}

function splitsOf(cell: string, isOut: boolean) {
  return listed(cell).flatMap((item) => {
    const [category, amount, memo] = [
      textIn(item, 'category_name'),
      textIn(item, 'amount'),
      textIn(item, 'memo'),
    ]
    if (category === '' || !/^\d+(?:\.\d+)?$/.test(amount)) return []
    return [
      { category: plainText(category, 255), amount: isOut ? negated(amount) : amount, ...filled({ memo }) },
    ]
  })
}
