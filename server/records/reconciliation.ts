import type { Day } from '../../contract/day.ts'
import { sql } from '../database/sql.ts'
import { amountToApi } from '../ledger/amounts.ts'
import { createdIn } from '../ledger/authors.ts'
import { hold, type List } from '../ledger/known.ts'
import { fromList, listOf, part, without } from '../ledger/stored.ts'
import { booksIn, insert, type TableWrite, valuesAs } from '../ledger/table-write.sql.ts'
import type { Changed } from '../ledger/verb.ts'
import { currency, day, id, orNull, type RowOf, severalOf, signedIn, time } from './columns.ts'
import { belongsTo, byId, dated, kind, storedOf } from './kind.ts'
import { clearedPart, linesPart, ticksOfPart } from './ticks.sql.ts'

/** As many lines as a request can tick, and more than any statement has. */
const MAX_TICKS = 20_000

/** A statement of an account that its lines are ticked against. Amounts are on the account's normal side. */
const columns = {
  id,
  account_id: id,
  currency_id: currency,
  date: day,
  statement_amount: signedIn(),
  /** The amount that the finished reconciliation before it ended with. */
  start_amount: signedIn(),
  adjustment_id: orNull(id),
  finished_at: orNull(time),
  ...dated,
  cleared_line_ids: severalOf(id, MAX_TICKS),
}
export type ReconciliationRow = RowOf<typeof columns>

/** A reconciliation without its lines, of which it may have thousands. */
const headColumns = without(storedOf(columns), 'cleared_line_ids')

/** A tick on a line of a transaction, and the statement that it was ticked against. */
export type Tick = {
  line_id: string
  reconciliation_id: string
  is_finished: boolean
  date: Day
  account_name: string
}

/** A live line: `amount` is positive for a debit; with the reconciliation that it is ticked in. */
export type LiveLine = {
  id: string
  account_id: string
  currency_id: string
  amount: bigint
  date: Day
  reconciliation_id: string | null
}

declare module '../ledger/rows.ts' {
  interface Rows {
    reconciliation: ReconciliationRow
  }
}
declare module '../ledger/known.ts' {
  interface Found {
    reconciliation: ReconciliationRow
    /** The reconciliations of an account without their lines, in the trash or not, in the order of the book. By the account's id. */
    reconciliations: Omit<ReconciliationRow, 'cleared_line_ids'>[]
    /** The ticks on the live lines of a transaction, by its id. Loaded with every transaction. */
    ticks: Tick[]
    line: LiveLine
    /** The live lines that are ticked in a reconciliation, by its id: those of its account and currency. */
    cleared: LiveLine[]
  }
}

/** The fields that a reconciliation shows in the history, where it has no balances but its statement's. */
export function reconciliationFieldsToApi(row: ReconciliationRow, account: { name: string }) {
  const { id, account_id, currency_id, date, finished_at, cleared_line_ids } = row
  return createdIn(row.created_version, {
    id,
    account_id,
    account_name: account.name,
    currency_id,
    date,
    status: finished_at === null ? ('open' as const) : ('finished' as const),
    statement_balance: amountToApi(row.statement_amount, currency_id),
    start_balance: amountToApi(row.start_amount, currency_id),
    adjustment_id: row.adjustment_id,
    finished_at,
    cleared_line_ids,
    version: row.version,
    created_at: row.created_at,
    updated_at: row.updated_at,
    deleted_at: row.deleted_at,
  })
}

const lineOf = ([, id, account_id, currency_id, amount, date, ticked]: List): LiveLine => ({
  id: String(id),
  account_id: String(account_id),
  currency_id: String(currency_id),
  amount: BigInt(String(amount)),
  date: String(date),
  reconciliation_id: ticked as string | null, // an id, or null
})

const tickOf = ([, line_id, reconciliation_id, is_finished, date, account_name]: List): Tick => ({
  line_id: String(line_id),
  reconciliation_id: String(reconciliation_id),
  is_finished: is_finished === true,
  date: String(date),
  account_name: String(account_name),
})

/** The ticks that reconciliations lose and gain. One in the trash has none. */
function tickWrites(saved: readonly Changed[]): TableWrite[] {
  const ticks = (one: ReconciliationRow | null) =>
    new Set(one?.deleted_at === null ? one.cleared_line_ids : [])
  const steps = saved.flatMap(({ book, changes }) =>
    changes.flatMap(({ kind, before, after }) =>
      kind === 'reconciliation' && after
        ? [{ bookId: book.id, id: after.id, had: ticks(before), has: ticks(after) }]
        : [],
    ),
  )
  return [
    {
      rows: steps.flatMap(({ bookId, had, has }) => [...had.difference(has)].map((line) => [bookId, line])),
      write: (rows) => sql`
        delete from cleared_lines using ${valuesAs({ book_id: 'uuid', line_id: 'uuid' }, rows)}
        where cleared_lines.book_id = any (${booksIn(rows)}) and cleared_lines.book_id = v.book_id and cleared_lines.line_id = v.line_id`,
    },
    {
      rows: steps.flatMap(({ bookId, id, had, has }) =>
        [...has.difference(had)].map((line) => [bookId, line, id]),
      ),
      write: (rows) => insert('cleared_lines', ['book_id', 'line_id', 'reconciliation_id'], rows),
    },
  ]
}

export const reconciliation = kind('reconciliation', {
  table: 'reconciliations',
  alias: 'c',
  columns,
  file: [
    'id',
    'account_id',
    'currency_id',
    'date',
    'statement_amount',
    'start_amount',
    'cleared_line_ids',
    'adjustment_id',
    'finished_at',
    'created_at',
    'updated_at',
    'deleted_at',
  ],
  // A tick, a corrected statement and its end depend on each other.
  entered: [
    [
      'account_id',
      'currency_id',
      'date',
      'statement_amount',
      'start_amount',
      'cleared_line_ids',
      'adjustment_id',
      'finished_at',
    ],
  ],
  refers: { account_id: belongsTo('account') },
  finds: {
    reconciliation: byId(sql`c`),
    reconciliations: {
      none: [],
      load: (books, { ids }) => [
        part(
          'reconciliations',
          sql`c.book_id`,
          listOf(headColumns, 'c'),
          sql`reconciliations c where c.book_id = any (${books}) and c.account_id = any (${ids})`,
        ),
      ],
    },
    ticks: {
      none: [],
      isMany: true,
      survives: ['transaction', 'obligation', 'contact'],
      load: (books, { ids }) => [ticksOfPart(books, ids)],
    },
    line: { load: (books, { ids }) => [linesPart(books, ids)] },
    cleared: { none: [], load: (books, { ids }) => [clearedPart(books, ids)] },
  },
  holders: {
    reconciliations(holdings, lists) {
      const heads = lists.map(
        (list) => fromList(headColumns, list) as Omit<ReconciliationRow, 'cleared_line_ids'>,
      )
      for (const [id, all] of Map.groupBy(heads, ({ account_id }) => account_id)) {
        all.sort((a, b) => a.created_version - b.created_version)
        hold(holdings, 'reconciliations', id, all)
      }
    },
    line(holdings, lists) {
      for (const list of lists) hold(holdings, 'line', String(list[1]), lineOf(list))
    },
    cleared(holdings, lists) {
      for (const [id, all] of Map.groupBy(lists, ([reconciliationId]) => String(reconciliationId)))
        hold(holdings, 'cleared', id, all.map(lineOf))
    },
    ticks(holdings, lists) {
      for (const [id, all] of Map.groupBy(lists, ([transactionId]) => String(transactionId)))
        hold(holdings, 'ticks', id, [...new Map(all.map((list) => [list[1], tickOf(list)])).values()])
    },
  },
  writes: tickWrites,
  show: (row, _, known) =>
    reconciliationFieldsToApi(row, known.find('account', row.account_id) ?? { name: '' }),
})
