import { folded } from '../../contract/fold.ts'
import { type Copy, copier, inserter, type Sql, sql, type Value } from '../database/sql.ts'
import {
  closedEntries,
  isCreatedInTrash,
  newEntries,
  type Posting,
  stepsOf,
  trashedEntries,
} from './entries.sql.ts'
import { categoriesOf, searchText } from './journal.ts'
import type { Changed } from './log.ts'
import { addTo, type Sums } from './movements.sql.ts'
import { orUpdate, type Part, type Row } from './parts.sql.ts'
import { tables } from './records.ts'
import { valuesOf } from './stored.ts'

/** The transactions and their entries. What they move is added to the sums. */
export function* postingParts(saved: readonly Changed[], sums: Sums): Generator<Part> {
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

const transactionColumns = ['book_id', ...Object.keys(tables.transaction.columns), 'category_ids', 'search']

const insertTransactions = inserter('transactions', transactionColumns, { folded: 'search' })
const copyTransactions = copier('transactions', transactionColumns)

/** Text of ASCII alone is folded here as PostgreSQL would; other text is folded by PostgreSQL, because a search folds its words there. */
function copiedTransactions(rows: readonly Row[]): (Sql | Copy)[] {
  const { plain = [], other = [] } = Object.groupBy(rows, (row) => (isPlain(row.at(-1)) ? 'plain' : 'other'))
  return [
    ...(plain.length > 0
      ? [copyTransactions(plain.map((row) => row.with(-1, folded(String(row.at(-1))))))]
      : []),
    ...(other.length > 0 ? [insertTransactions(other)] : []),
  ]
}
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters of ASCII
const isPlain = (search: Value): boolean => /^[\x01-\x7f]*$/.test(String(search))

const transactionsPart = (
  saved: readonly Changed[],
  steps: readonly Posting[][],
  isAllNew: boolean,
): Part => ({
  rows: transactionRows(saved, steps),
  isLong: true,
  write: (rows) => {
    const inserted = insertTransactions(rows)
    return isAllNew ? inserted : sql`${inserted} ${orUpdate(['id'], transactionColumns)}`
  },
  ...(isAllNew && { copy: copiedTransactions }),
})

function* transactionRows(saved: readonly Changed[], steps: readonly Posting[][]): Generator<Row> {
  for (const [index, { book }] of saved.entries())
    for (const { after } of steps[index] ?? [])
      yield [book.id, ...valuesOf(tables.transaction.columns, after), categoriesOf(after), searchText(after)]
}
