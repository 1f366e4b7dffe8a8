import { folded } from '../../contract/fold.ts'
import { type Copy, copier, type Type } from '../database/copied.ts'
import { inserter, type Sql, sql, type Value } from '../database/sql.ts'
import {
  closedEntries,
  type EntryChange,
  isCreatedInTrash,
  newEntries,
  stepsOf,
  trashedEntries,
} from './entries.sql.ts'
import { categoryIdsOf, searchText, type Transaction } from './journal.ts'
import { addTo, type Sums } from './movements.sql.ts'
import { orUpdate, type Row, type TableWrite } from './table-write.sql.ts'
import type { Changed } from './verb.ts'

/** The transactions and their entries. Their movements are added to the sums. */
export function* postingParts(saved: readonly Changed[], sums: Sums): Generator<TableWrite> {
  const steps = saved.map(stepsOf)
  for (const [index, { book }] of saved.entries()) addTo(sums, book.id, steps[index] ?? [])
  const all = steps.flat()
  if (all.length === 0) return
  const isAllNew = all.every(({ before }) => before === null)
  yield transactionsPart(saved, steps, isAllNew)
  if (!isAllNew) yield closedEntries(saved, steps)
  yield newEntries(saved, steps)
  if (all.some(isCreatedInTrash)) yield trashedEntries(saved, steps)
}

/** The columns of a transaction in the order of its table. */
export const transactionTypes: Readonly<Record<string, Type>> = {
  book_id: 'uuid',
  id: 'uuid',
  kind: 'text',
  date: 'date',
  currency_id: 'text',
  amount: 'bigint',
  base_amount: 'bigint',
  fx_rate: 'numeric',
  fx_source: 'text',
  fx_date: 'date',
  category_id: 'uuid',
  account_id: 'uuid',
  charged_amount: 'bigint',
  to_account_id: 'uuid',
  to_amount: 'bigint',
  to_currency_id: 'text',
  other_source: 'text',
  contact_id: 'uuid',
  obligation_id: 'uuid',
  plan_id: 'uuid',
  is_refund: 'boolean',
  notes: 'text',
  tags: 'text[]',
  created_version: 'bigint',
  created_position: 'integer',
  version: 'bigint',
  created_at: 'timestamptz',
  updated_at: 'timestamptz',
  deleted_at: 'timestamptz',
  category_ids: 'uuid[]',
  search: 'text',
  external_id: 'text',
}
const transactionColumns = Object.keys(transactionTypes)
const SEARCH = transactionColumns.indexOf('search')

const insertTransactions = inserter('transactions', transactionColumns, { folded: 'search' })
const copyTransactions = copier('transactions', transactionTypes)

/** Text of ASCII alone is folded here as PostgreSQL would; other text is folded by PostgreSQL, because a search folds its words there. */
function copiedTransactions(rows: readonly Row[]): (Sql | Copy)[] {
  const { plain = [], other = [] } = Object.groupBy(rows, (row) => (isPlain(row[SEARCH]) ? 'plain' : 'other'))
  return [
    ...(plain.length > 0
      ? [copyTransactions(plain.map((row) => row.with(SEARCH, folded(String(row[SEARCH])))))]
      : []),
    ...(other.length > 0 ? [insertTransactions(other)] : []),
  ]
}
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters of ASCII
const isPlain = (search: Value): boolean => /^[\x01-\x7f]*$/.test(String(search))

const transactionsPart = (
  saved: readonly Changed[],
  steps: readonly EntryChange[][],
  isAllNew: boolean,
): TableWrite => ({
  rows: transactionRows(saved, steps),
  isLong: true,
  write: (rows) => {
    const inserted = insertTransactions(rows)
    return isAllNew ? inserted : sql`${inserted} ${orUpdate(['id'], transactionColumns)}`
  },
  ...(isAllNew && { copy: copiedTransactions }),
})

/** The columns of the record, in the order of the table: a column that a migration added comes after the computed ones. */
const recordColumns = transactionColumns.slice(1, transactionColumns.indexOf('category_ids'))

function* transactionRows(saved: readonly Changed[], steps: readonly EntryChange[][]): Generator<Row> {
  for (const [index, { book }] of saved.entries())
    for (const { after } of steps[index] ?? [])
      yield [
        book.id,
        ...recordColumns.map((name) => after[name as Exclude<keyof Transaction, 'entries'>]), // a column is a field
        categoryIdsOf(after),
        searchText(after),
        after.external_id,
      ]
}
