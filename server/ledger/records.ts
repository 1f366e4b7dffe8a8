import type { Day } from '../../contract/day.ts'
import type { RuleSet, When } from '../../contract/import-rules.ts'
import type { Month, MonthStart } from '../../contract/month.ts'
import type { PlanDraft, PlanKind } from '../../contract/plans.ts'
import type { Schedule } from '../../contract/schedule.ts'
import { type Sql, sql } from '../database/sql.ts'
import type { Transaction } from './journal.ts'

/**
 * Every kind of record that a book has, in stored shape: the row of its table, which the log stores too. Amounts are
 * bigints of minor units, rates are decimal text, versions are numbers.
 */

type Dated = {
  /** The version that created it: no edit changes it, and no clock decides it. */
  created_version: number
  version: number
  created_at: string
  updated_at: string
  deleted_at: string | null
}

export type AccountType = 'asset' | 'liability' | 'equity' | 'income' | 'expense'
export type Role = 'receivables' | 'payables' | 'opening_balances' | 'currency_exchange' | 'exchange_gains'

export type AccountRow = Dated & {
  id: string
  name: string
  code: string
  type: AccountType
  role: string | null
  is_active: boolean
  is_claim: boolean
  is_default: boolean
  currency_id: string | null
}

export type CategoryRow = Dated & {
  id: string
  kind: 'expense' | 'income'
  name: string
  is_active: boolean
  account_id: string
}

export type ContactRow = Dated & {
  id: string
  name: string
  phone: string | null
  email: string | null
  notes: string | null
}

/** A rate of the book's own. Its id is its address. */
export type RateRow = { id: string; from_id: string; to_id: string; date: Day; rate: string; version: number }

/** The budget of a category for a month, in the base currency. Its id is its address. */
export type BudgetRow = {
  id: string
  category_id: string
  month: Month
  amount: bigint
  rollover: boolean
  version: number
}

/** An obligation: amounts in minor units; `outstanding_base` is the book value of the outstanding amount. */
export type Debt = Dated & {
  id: string
  name: string
  reference: string | null
  notes: string | null
  opened_date: Day
  due_date: Day | null
  direction: 'payable' | 'receivable'
  original_amount: bigint
  outstanding_amount: bigint
  outstanding_base: bigint
  currency_id: string
  contact_id: string
  account_id: string
  claim_account_id: string
  counter_account_id: string
  fx_rate: string
  fx_source: Transaction['fx_source']
  fx_date: Day
  expense_id: string | null
  plan_id: string | null
  settled_at: string | null
}

/** An obligation as a list has it: without its notes. */
export type SlimDebt = Omit<Debt, 'notes'>

/** A plan, which recurs. Its occurrences count from `since` on; `next_date` is that of the first open one. */
export type PlanRow = Dated & {
  id: string
  name: string
  kind: PlanKind
  draft: PlanDraft
  schedule: Schedule
  auto: boolean
  since: Day
  next_date: Day | null
}

/** The outcome of a plan's occurrence on a scheduled day. An occurrence whose row is in the trash is open again. */
export type OccurrenceRow = Dated & {
  id: string
  plan_id: string
  date: Day
  action: 'post' | 'skip' | 'change'
  /** The fields that differ from the plan's. */
  draft: PlanDraft | null
  transaction_id: string | null
  obligation_id: string | null
}

/** An occurrence as a list has it: without its draft, which has notes. */
export type SlimOccurrence = Omit<OccurrenceRow, 'draft'>

/** A statement of an account that its lines are ticked against. Amounts are on the account's normal side. */
export type ReconciliationRow = Dated & {
  id: string
  account_id: string
  currency_id: string
  date: Day
  statement_amount: bigint
  /** The amount that the finished reconciliation before it ended with. */
  start_amount: bigint
  cleared_line_ids: string[]
  adjustment_id: string | null
  finished_at: string | null
}

/** A rule for imports: its conditions and its actions are those of the API. */
export type RuleRow = Dated & {
  id: string
  name: string
  rank: number
  is_active: boolean
  conditions: When
  actions: RuleSet
}

/** The fields of a book that its log records. */
export type BookSettings = {
  id: string
  name: string
  base_currency_id: string
  time_zone: string
  closed_through: Day | null
  /** The day that its months start on, as text: 1 to 28, or last_working_day. */
  month_starts_on: string
  version: number
  created_at: string
  updated_at: string
}

/** The row of a book: its settings, and the end of its log. */
export type BookRow = BookSettings & {
  /** The hash of the latest change, in hexadecimal: the seal of the log. */
  hash: string
  /** When the latest change was made. */
  changed_at: string
}

/** The day that the months of a book start on. */
export const monthStartOf = ({ month_starts_on }: Pick<BookSettings, 'month_starts_on'>): MonthStart =>
  month_starts_on === 'last_working_day' ? month_starts_on : Number(month_starts_on)

export const bookColumns: Sql = sql`id, name, base_currency_id, time_zone, closed_through, month_starts_on, version::float8 as version,
  encode(hash, 'hex') as hash, changed_at, created_at, updated_at`

/** The type of each kind's rows. */
export type Rows = {
  account: AccountRow
  category: CategoryRow
  contact: ContactRow
  exchange_rate: RateRow
  budget: BudgetRow
  obligation: Debt
  plan: PlanRow
  plan_occurrence: OccurrenceRow
  reconciliation: ReconciliationRow
  import_rule: RuleRow
  transaction: Transaction
  book: BookSettings
}
export type Kind = keyof Rows

/** A record of any kind. */
export type AnyRow = Rows[Kind]

/** How a column is written inside JSON and read from it: a bigint as text, a time as ISO 8601, JSON as it is. */
export type Column = 'plain' | 'bigint' | 'decimal' | 'version' | 'time' | 'json'

export type Columns<Row> = { readonly [Name in keyof Row]: Column }

const dated: Columns<Dated> = {
  created_version: 'version',
  version: 'version',
  created_at: 'time',
  updated_at: 'time',
  deleted_at: 'time',
}

const plain = <Name extends string>(...given: Name[]): Record<Name, 'plain'> =>
  Object.fromEntries(given.map((name) => [name, 'plain'])) as Record<Name, 'plain'> // the very names that were given

export const transactionColumns: Columns<Omit<Transaction, 'entries'>> = {
  ...plain('id', 'kind', 'date', 'currency_id'),
  amount: 'bigint',
  base_amount: 'bigint',
  fx_rate: 'decimal',
  ...plain('fx_source', 'fx_date', 'category_id', 'account_id'),
  charged_amount: 'bigint',
  ...plain('to_account_id'),
  to_amount: 'bigint',
  ...plain(
    'to_currency_id',
    'other_source',
    'contact_id',
    'obligation_id',
    'plan_id',
    'is_refund',
    'notes',
    'tags',
    'external_id',
  ),
  created_version: 'version',
  ...plain('created_position'),
  version: 'version',
  created_at: 'time',
  updated_at: 'time',
  deleted_at: 'time',
}

export const entryColumns: Columns<Transaction['entries'][number]> = {
  ...plain('debit_account_id', 'credit_account_id', 'debit_line_id', 'credit_line_id', 'currency_id'),
  amount: 'bigint',
  base_amount: 'bigint',
  ...plain('category_id', 'obligation_id', 'memo'),
}

/** A reconciliation without its lines, of which it may have thousands. */
export const headColumns: Columns<Omit<ReconciliationRow, 'cleared_line_ids'>> = {
  ...plain('id', 'account_id', 'currency_id', 'date'),
  statement_amount: 'bigint',
  start_amount: 'bigint',
  ...plain('adjustment_id'),
  finished_at: 'time',
  ...dated,
}

const reconciliationColumns: Columns<ReconciliationRow> = { ...headColumns, ...plain('cleared_line_ids') }

export const debtColumns: Columns<Debt> = {
  ...plain('id', 'name', 'reference', 'notes', 'opened_date', 'due_date', 'direction'),
  original_amount: 'bigint',
  outstanding_amount: 'bigint',
  outstanding_base: 'bigint',
  ...plain('currency_id', 'contact_id', 'account_id', 'claim_account_id', 'counter_account_id'),
  fx_rate: 'decimal',
  ...plain('fx_source', 'fx_date', 'expense_id', 'plan_id'),
  settled_at: 'time',
  ...dated,
}
export const occurrenceColumns: Columns<OccurrenceRow> = {
  ...plain('id', 'plan_id', 'date', 'action'),
  draft: 'json',
  ...plain('transaction_id', 'obligation_id'),
  ...dated,
}
/** The table of each kind, its columns, and those that identify a row within a book. */
export const tables: {
  readonly [K in Kind]: {
    readonly table: string
    readonly key: readonly string[]
    readonly columns: Readonly<Record<string, Column>>
  }
} = {
  account: {
    table: 'accounts',
    key: ['id'],
    columns: {
      ...plain('id', 'name', 'code', 'type', 'role', 'is_active', 'is_claim', 'is_default', 'currency_id'),
      ...dated,
    } satisfies Columns<AccountRow>,
  },
  contact: {
    table: 'contacts',
    key: ['id'],
    columns: { ...plain('id', 'name', 'phone', 'email', 'notes'), ...dated } satisfies Columns<ContactRow>,
  },
  category: {
    table: 'categories',
    key: ['id'],
    columns: {
      ...plain('id', 'kind', 'name', 'is_active', 'account_id'),
      ...dated,
    } satisfies Columns<CategoryRow>,
  },
  exchange_rate: {
    table: 'book_rates',
    key: ['from_id', 'to_id', 'date'],
    columns: {
      ...plain('from_id', 'to_id', 'date'),
      rate: 'decimal',
      version: 'version',
    } satisfies Columns<Omit<RateRow, 'id'>>,
  },
  budget: {
    table: 'budgets',
    key: ['category_id', 'month'],
    columns: {
      ...plain('category_id', 'month'),
      amount: 'bigint',
      ...plain('rollover'),
      version: 'version',
    } satisfies Columns<Omit<BudgetRow, 'id'>>,
  },
  obligation: { table: 'obligations', key: ['id'], columns: debtColumns },
  plan: {
    table: 'plans',
    key: ['id'],
    columns: {
      ...plain('id', 'name', 'kind'),
      ...{ draft: 'json', schedule: 'json' },
      ...plain('auto', 'since', 'next_date'),
      ...dated,
    } satisfies Columns<PlanRow>,
  },
  plan_occurrence: { table: 'plan_occurrences', key: ['id'], columns: occurrenceColumns },
  reconciliation: { table: 'reconciliations', key: ['id'], columns: reconciliationColumns },
  import_rule: {
    table: 'import_rules',
    key: ['id'],
    columns: {
      ...plain('id', 'name', 'rank', 'is_active'),
      ...{ conditions: 'json', actions: 'json' },
      ...dated,
    } satisfies Columns<RuleRow>,
  },
  transaction: { table: 'transactions', key: ['id'], columns: transactionColumns },
  book: {
    table: 'books',
    key: ['id'],
    columns: {
      ...plain('id', 'name', 'base_currency_id', 'time_zone', 'closed_through', 'month_starts_on'),
      version: 'version',
      created_at: 'time',
      updated_at: 'time',
    } satisfies Columns<BookSettings>,
  },
}

/** Kinds whose id is their address: the columns of their key. They have no trash: a removed one leaves its table. */
export const addressed = ['exchange_rate', 'budget'] as const
export const hasAddress = (kind: Kind): kind is (typeof addressed)[number] =>
  addressed.some((one) => one === kind)

/** The id of a record of such a kind: `USD/EUR/2026-01-31`. */
export const addressOf = (kind: Kind, row: Readonly<Record<string, unknown>>): string =>
  tables[kind].key.map((name) => String(row[name])).join('/')

export const rateId = (rate: { from_id: string; to_id: string; date: Day }): string =>
  addressOf('exchange_rate', rate)

export const budgetId = (budget: { category_id: string; month: Month }): string => addressOf('budget', budget)

export type Action = 'created' | 'updated' | 'deleted' | 'restored' | 'erased'

/** The name of a record's kind in the log: a transaction has the name of its own kind. */
export const resourceOf = <K extends Kind>(
  kind: K,
  row: K extends 'transaction' ? Pick<Transaction, 'kind'> : Rows[K],
): string => {
  if (kind !== 'transaction') return kind
  const { kind: recorded } = row as Pick<Transaction, 'kind'>
  return recorded === 'obligation' ? 'obligation_posting' : recorded
}

/** The kind of the records with this name in the log. */
export const kindOf = (resource: string): Kind =>
  Object.hasOwn(tables, resource) && resource !== 'transaction' ? (resource as Kind) : 'transaction'
