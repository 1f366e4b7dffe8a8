import { folded } from '../../contract/fold.ts'
import { type Copy, copier, type Type } from '../database/copied.ts'
import { inserter, names, type Sql, sql, type Value } from '../database/sql.ts'
import {
  categoryIdsOf,
  type Entry,
  isLive,
  type Step,
  searchText,
  startMovements,
  type Transaction,
} from './journal.ts'
import type { Event, Saved } from './log.ts'
import { entryColumns, valuesOf } from './stored.ts'
import { booksIn, orUpdate, type Row, type TableWrite, valuesAs } from './table-write.sql.ts'
import type { Changed } from './verb.ts'

/** How transactions are written, with their entries, the balances that follow from these, and the log of changes with its events. */

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
  if (all.some(isWrittenInTrash)) yield trashedEntries(saved, steps)
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

/**
 * The live entries `e` of transactions `t` that meet a condition; of one in the trash its last ones. All of them have the latest version, and those
 * of earlier versions, which may be hundreds, are not read.
 */
export const entriesOf = (books: Sql, condition: Sql): Sql =>
  sql`transactions t join entries e on e.book_id = t.book_id and e.transaction_id = t.id
        and e.version = (select max(l.version) from entries l
                         where l.book_id = any (${books}) and l.book_id = t.book_id and l.transaction_id = t.id)
      where t.book_id = any (${books}) and e.book_id = any (${books}) and ${condition}
        and case when t.deleted_at is null then e.until_version is null else e.until_version = t.version end`

/** The transactions that change, and whether their entries do. */
type EntryChange = Step & { readonly isReplaced: boolean }

const stepsOf = ({ changes }: Changed): EntryChange[] =>
  changes.flatMap((change) => {
    if (change.kind !== 'transaction' || change.after === null) return []
    const { before, after } = change
    return [{ before, after, isReplaced: !isSamePosting(before, after) }]
  })

/** Whether the entries stay as they are: an edit of notes or tags does not change them. */
function isSamePosting(before: Transaction | null, after: Transaction): boolean {
  if (!isLive(before) || !isLive(after)) return isLive(before) === isLive(after)
  const text = ({ date, entries }: Transaction) =>
    JSON.stringify([date, entries.map((entry) => valuesOf(entryColumns, entry).map(String))])
  return before.entries === after.entries ? before.date === after.date : text(before) === text(after)
}

/** Replaced or removed entries stay, with `until_version` set. */
const closedEntries = (saved: readonly Changed[], steps: readonly EntryChange[][]): TableWrite => ({
  rows: saved.flatMap(({ book }, index) =>
    (steps[index] ?? [])
      .filter(({ before, isReplaced }) => isReplaced && isLive(before))
      .map(({ after }) => [book.id, after.id, book.version]),
  ),
  write: (rows) => sql`
    update entries set until_version = v.version
    from ${valuesAs({ book_id: 'uuid', transaction_id: 'uuid', version: 'bigint' }, rows)}
    where entries.book_id = any (${booksIn(rows)}) and entries.book_id = v.book_id
      and entries.transaction_id = v.transaction_id and entries.until_version is null`,
})

/** The columns of an entry in the order of its table, which ends with `until_version`. */
export const entryTypes: Readonly<Record<string, Type>> = {
  book_id: 'uuid',
  transaction_id: 'uuid',
  created_version: 'bigint',
  created_position: 'integer',
  version: 'bigint',
  ordinal: 'smallint',
  kind: 'text',
  date: 'date',
  debit_account_id: 'uuid',
  credit_account_id: 'uuid',
  debit_line_id: 'uuid',
  credit_line_id: 'uuid',
  currency_id: 'text',
  amount: 'bigint',
  base_amount: 'bigint',
  category_id: 'uuid',
  obligation_id: 'uuid',
  memo: 'text',
  is_debit_first: 'boolean',
  is_credit_first: 'boolean',
}
const entryFields = Object.keys(entryTypes)

const insertEntries = inserter('entries', entryFields, { unwritten: 1 })
const copyEntries = copier('entries', entryTypes)
const insertEnded = inserter('entries', [...entryFields, 'until_version'])

const newEntries = (saved: readonly Changed[], steps: readonly EntryChange[][]): TableWrite => ({
  rows: entryRows(saved, steps, isPosted),
  isLong: true,
  write: insertEntries,
  copy: (rows) => [copyEntries(rows)],
})

/**
 * A restored book has transactions that were in the trash, and a merge of categories changes some that are: their entries never count, and are kept
 * for a restore from the trash.
 */
const isWrittenInTrash = ({ before, after }: EntryChange): boolean => !isLive(before) && !isLive(after)

const trashedEntries = (saved: readonly Changed[], steps: readonly EntryChange[][]): TableWrite => ({
  rows: entryRows(saved, steps, isWrittenInTrash).map((row) => [...row, row[VERSION]]),
  isLong: true,
  write: insertEnded,
})

const VERSION = entryFields.indexOf('version')

const isPosted = ({ after, isReplaced }: EntryChange): boolean => isReplaced && isLive(after)

function* entryRows(
  saved: readonly Changed[],
  steps: readonly EntryChange[][],
  isWritten: (posting: EntryChange) => boolean,
): Generator<Row, undefined> {
  for (const [index, { book }] of saved.entries())
    for (const posting of steps[index] ?? []) {
      if (!isWritten(posting)) continue
      const { after } = posting
      const { id, kind, date, created_version, created_position, entries } = after
      for (const [ordinal, entry] of entries.entries())
        yield [
          book.id,
          id,
          created_version,
          created_position,
          book.version,
          ordinal,
          kind,
          date,
          ...valuesOf(entryColumns, entry),
          !touches(entries, ordinal, entry.debit_account_id),
          !touches(entries, ordinal, entry.credit_account_id),
        ]
    }
}

/** Whether one of the first `count` entries touches an account. */
function touches(entries: readonly Entry[], count: number, accountId: string): boolean {
  for (let index = 0; index < count; index++) {
    const entry = entries[index]
    if (entry?.debit_account_id === accountId || entry?.credit_account_id === accountId) return true
  }
  return false
}

/** Adds to the sums that are there already. */
function adder(table: 'balances' | 'totals', key: readonly string[]): (rows: readonly Row[]) => Sql {
  const insertSums = inserter(table, ['book_id', ...key, 'amount', 'base_amount'])
  const add = (name: 'amount' | 'base_amount') =>
    sql`${names(name)} = ${names(table)}.${names(name)} + excluded.${names(name)}`
  const orAdd = sql` on conflict (book_id, ${names(...key)}) do update set ${add('amount')}, ${add('base_amount')}`
  return (rows) => sql`${insertSums(rows)}${orAdd}`
}
const addToBalances = adder('balances', ['account_id', 'currency_id', 'month'])
const addToTotals = adder('totals', ['account_id', 'currency_id'])

/** The movements of transactions, by book. */
export type Sums = Map<string, ReturnType<typeof startMovements>>

function addTo(sums: Sums, bookId: string, steps: readonly EntryChange[]): void {
  const movements = sums.get(bookId) ?? startMovements()
  sums.set(bookId, movements)
  for (const step of steps) if (step.isReplaced) movements.add(step)
}

/** The net changes of each account, by month and in total: one row each, since an upsert can meet a row only once. */
export function* movementParts(sums: Sums): Generator<TableWrite> {
  const months: Row[] = []
  const totals = new Map<string, [string, string, string, bigint, bigint]>()
  for (const [bookId, movements] of sums)
    for (const { account_id, currency_id, month, amount, base_amount } of movements.net()) {
      months.push([bookId, account_id, currency_id, month, amount, base_amount])
      const key = `${bookId} ${account_id} ${currency_id}`
      const total = totals.get(key)
      if (!total) totals.set(key, [bookId, account_id, currency_id, amount, base_amount])
      else {
        total[3] += amount
        total[4] += base_amount
      }
    }
  yield { rows: months, write: addToBalances }
  yield { rows: totals.values(), write: addToTotals }
}

export function* changeParts(saved: readonly Saved[]): Generator<TableWrite> {
  yield changesPart(saved)
  if (saved.some(({ undone }) => undone.length > 0)) yield undonePart(saved)
}

const changeFacts = ['book_id', 'version', 'id', 'at', 'user_id', 'device_name', 'command', 'undoes'] as const
/** The table ends with `undone_by`. */
const insertChanges = inserter('changes', [...changeFacts, 'hash'], { unwritten: 1 })

const changesPart = (saved: readonly Saved[]): TableWrite => ({
  rows: saved.map(({ facts, seal }) => [...changeFacts.map((name) => facts[name]), seal().hash]),
  write: insertChanges,
})

const undonePart = (saved: readonly Saved[]): TableWrite => ({
  rows: saved.flatMap(({ book, undone }) =>
    undone.map(({ version, undone_by }) => [book.id, version, undone_by]),
  ),
  write: (rows) => sql`
    update changes set undone_by = v.undone_by
    from ${valuesAs({ book_id: 'uuid', version: 'bigint', undone_by: 'bigint' }, rows)}
    where changes.book_id = any (${booksIn(rows)}) and changes.book_id = v.book_id and changes.version = v.version`,
})

const contentTypes = {
  ordinal: 'integer',
  action: 'text',
  resource: 'text',
  record_id: 'text',
  date_before: 'date',
  date_after: 'date',
  before: 'json',
  after: 'json',
  salt: 'bytea',
  digest: 'bytea',
} satisfies Partial<Record<keyof Event, Type>>
const contentColumns = Object.keys(contentTypes) as (keyof typeof contentTypes)[] // its own keys
export const eventTypes: Readonly<Record<string, Type>> = {
  book_id: 'uuid',
  version: 'bigint',
  ...contentTypes,
}
const insertEvents = inserter('events', Object.keys(eventTypes), { apart: ['before', 'after'] })
const copyEvents = copier('events', eventTypes)

type Events = { readonly book: Saved['book']; readonly events: Iterable<Event> }

export const eventsPart = (saved: readonly Events[]): TableWrite => ({
  rows: eventRows(saved),
  isLong: true,
  write: insertEvents,
  copy: (rows) => [copyEvents(rows)],
})

function* eventRows(saved: readonly Events[]): Generator<Row> {
  for (const { book, events } of saved)
    for (const event of events) yield [book.id, book.version, ...contentColumns.map((name) => event[name])]
}
