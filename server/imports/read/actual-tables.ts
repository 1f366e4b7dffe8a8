import type { SqliteCell, SqliteRow, WantedTable } from './sqlite.ts'

/** The tables of a budget of Actual that are read. Versions since 2021 have all required columns; `later` has those that came afterwards. */
const MOST = 200_000
const MOST_NAMES = 50_000
const table = (
  name: string,
  columns: readonly string[],
  later: readonly string[] = [],
  more: Partial<WantedTable> = {},
): WantedTable => ({ name, columns, later, most: MOST_NAMES, ...more })
const optional = { isOptional: true } as const

export const actualTables: readonly WantedTable[] = [
  table('accounts', ['id', 'name', 'offbudget', 'closed', 'tombstone'], ['sort_order', 'type']),
  table('category_groups', ['id', 'name', 'is_income', 'sort_order', 'tombstone'], ['hidden']),
  table(
    'categories',
    ['id', 'name', 'is_income', 'cat_group', 'sort_order', 'tombstone'],
    ['hidden', 'goal_def'],
  ),
  table('category_mapping', ['id', 'transferId']),
  table('payees', ['id', 'name', 'transfer_acct', 'tombstone']),
  table('payee_mapping', ['id', 'targetId']),
  table(
    'transactions',
    [
      'id',
      'isParent',
      'isChild',
      'parent_id',
      'acct',
      'category',
      'amount',
      'description',
      'notes',
      'date',
      'imported_description',
      'starting_balance_flag',
      'transferred_id',
      'sort_order',
      'cleared',
    ],
    ['reconciled', 'schedule'],
    { most: MOST, isLive: true },
  ),
  table('zero_budgets', ['id', 'month', 'category', 'amount', 'carryover'], [], { ...optional, most: MOST }),
  table('reflect_budgets', ['id', 'month', 'category', 'amount', 'carryover'], [], {
    ...optional,
    most: MOST,
  }),
  table('zero_budget_months', ['id', 'buffered'], [], optional),
  table('schedules', ['id', 'rule', 'completed', 'posts_transaction'], ['name'], {
    ...optional,
    isLive: true,
  }),
  table(
    'schedules_next_date',
    ['id', 'schedule_id', 'local_next_date', 'local_next_date_ts', 'base_next_date', 'base_next_date_ts'],
    [],
    { ...optional, isLive: true },
  ),
  table('rules', ['id', 'stage', 'conditions', 'actions'], ['conditions_op'], { ...optional, isLive: true }),
  table('preferences', ['id', 'value'], [], optional),
  table('notes', ['id', 'note'], [], optional),
  table('custom_reports', ['id', 'name'], [], { ...optional, isLive: true }),
  table('transaction_filters', ['id', 'name'], [], { ...optional, isLive: true }),
]

export type ActualTables = (name: string) => readonly SqliteRow[]

export const textIn = (row: SqliteRow, column: string): string => {
  const value = row[column]
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
}
export const isSet = (row: SqliteRow, column: string): boolean => row[column] === 1
export const numberIn = (row: SqliteRow, column: string): number =>
  typeof row[column] === 'number' ? row[column] : 0

/** Rows by how the program orders them. */
export const inOrderOf =
  (...columns: readonly string[]) =>
  (a: SqliteRow, b: SqliteRow): number => {
    for (const column of columns) {
      const [one, other] = [a[column] ?? null, b[column] ?? null]
      if (one === other) continue
      if (one === null || other === null) return one === null ? -1 : 1
      return one < other ? -1 : 1
    }
    return 0
  }

/** A whole number of the smallest unit; a program may have written it with decimals of no meaning. */
export const unitsOf = (cell: SqliteCell | undefined): bigint | undefined => {
  if (cell === null || cell === undefined) return 0n
  if (typeof cell === 'number') return Number.isSafeInteger(cell) ? BigInt(cell) : undefined
  return undefined
}

/** A condition or an action of a rule, as it is in JSON. */
export type RulePart = Readonly<Record<string, unknown>>

/** A list of objects, as rules and schedules have them in JSON; undefined if it is not one. */
export function objectsIn(json: SqliteCell | undefined): readonly RulePart[] | undefined {
  if (typeof json !== 'string') return undefined
  try {
    const found: unknown = JSON.parse(json)
    return Array.isArray(found) && found.length <= 100 && found.every(isObject) ? found : undefined
  } catch {
    return undefined
  }
}

export const isObject = (value: unknown): value is RulePart =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
