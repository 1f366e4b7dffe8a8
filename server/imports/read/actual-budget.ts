import { type Later, later } from '../../../words/t.ts'
import { budgetsOf } from './actual-months.ts'
import { namesOf } from './actual-names.ts'
import { type BudgetMoney, balancesOf, entriesOf, makeRows } from './actual-rows.ts'
import { rulesOf } from './actual-rules.ts'
import { recurringOf } from './actual-schedules.ts'
import { type ActualTables, actualTables, isObject, numberIn, textIn } from './actual-tables.ts'
import type { Besides, LeftOutOfFile } from './besides.ts'
import { asIs, currencyCodeOf } from './file-values.ts'
import type { ReadFile } from './parts.ts'
import { asNamed } from './refused-kinds.ts'
import { Unreadable } from './row.ts'
import { LacksTable, tablesOf } from './sqlite.ts'
import { databaseIn } from './unpack.ts'

const SQLITE = 'SQLite format 3\0'

/**
 * Reads the budget that Actual exports as a whole: a zip of its database and what is known about it, or the database alone. Undefined for all other
 * files.
 */
export async function readBudget(bytes: Buffer, filename: string): Promise<ReadFile | undefined> {
  const packed = databaseIn(bytes)
  const database = packed?.database ?? bytes
  const isSqlite = database.toString('latin1', 0, SQLITE.length) === SQLITE
  if (!packed && !isSqlite) return undefined
  if (!isSqlite)
    throw new Unreadable(
      isEncrypted(packed?.metadata)
        ? later(
            'The database in the zip is encrypted. Open the budget in Actual, choose "Settings", "Export data", and import that file.',
          )
        : later('The database in the zip is damaged: it does not begin as databases of SQLite do.'),
    )
  try {
    const tables = await tablesOf(database, actualTables)
    return budgetOf((name) => tables.get(name) ?? [], metadataIn(packed?.metadata))
  } catch (error) {
    const lacks = error instanceof LacksTable ? error.table : undefined
    // A database without a zip is of another program, and its name may say which.
    if (!packed)
      return lacks === undefined
        ? asNamed(filename, () => {
            throw error
          })
        : undefined
    if (lacks === undefined) throw error
    throw new Unreadable(
      later(
        'The database in the zip is not a budget of Actual: it has no table "{table}". Export it again in Actual ("Settings", "Export data").',
        { table: lacks },
      ),
    )
  }
}

type Metadata = Readonly<Record<string, unknown>>

function metadataIn(written: Buffer | undefined): Metadata {
  try {
    const found: unknown = JSON.parse(written?.toString('utf8') ?? '')
    return isObject(found) ? found : {}
  } catch {
    return {}
  }
}

const isEncrypted = (written: Buffer | undefined): boolean => Boolean(metadataIn(written).encryptKeyId)

/** Currencies that Actual keeps without decimals; those of all others, and of no currency, are two. */
const WHOLE = new Set(['IRR', 'JPY', 'KRW'])

function budgetOf(tables: ActualTables, metadata: Metadata): ReadFile {
  const preferences = new Map(tables('preferences').map((row) => [textIn(row, 'id'), textIn(row, 'value')]))
  const setting = (name: string) => preferences.get(name) ?? metadata[name]
  const currency = currencyCodeOf(String(setting('defaultCurrencyCode') ?? ''))
  const money: BudgetMoney = { currency, decimals: currency && WHOLE.has(currency) ? 0 : 2 }
  const isTracking = /^(?:tracking|report)$/.test(String(setting('budgetType')))
  const names = namesOf(tables)
  const entries = entriesOf(tables, names)
  const { rows, total, said } = makeRows(entries, money)
  const besides = (): Besides => {
    const { budgets, left_out: months } = budgetsOf(tables, names, entries, { money, isTracking })
    const { recurring, left_out: schedules } = recurringOf(tables, names, entries, money)
    const { rules, left_out: unsaid } = rulesOf(tables, names, money)
    return {
      ...names.described(currency),
      budgets,
      recurring,
      rules,
      left_out: [...names.said(), ...months, ...schedules, ...unsaid, ...said(), ...others(tables, names)],
    }
  }
  let done = 0
  return {
    format: 'actual',
    encoding: 'utf-8',
    mapping: asIs,
    rows: rows(),
    balances: () => balancesOf(entries, money),
    besides,
    progressAt: () => Math.min(++done / Math.max(total, 1), 1),
  }
}

/** Everything else in a budget, by how many there are. */
function others(tables: ActualTables, { templates }: { readonly templates: number }): LeftOutOfFile[] {
  const count = (number: number, name: (count: number) => Later): LeftOutOfFile[] =>
    number === 0 ? [] : [{ kind: 'other', name: name(number), why: later('Florin has no place for them.') }]
  const held = tables('zero_budget_months').filter((row) => numberIn(row, 'buffered') !== 0)
  const notes = tables('notes').filter((row) => /\S/.test(textIn(row, 'note')))
  return [
    ...count(templates, (count) =>
      later('{count, plural, other {# templates and goals of categories}}', { count }),
    ),
    ...count(notes.length, (count) =>
      later('{count, plural, other {# notes of accounts, categories and months}}', { count }),
    ),
    ...count(held.length, (count) =>
      later('{count, plural, other {# months with income held for the next one}}', { count }),
    ),
    ...count(tables('custom_reports').length, (count) =>
      later('{count, plural, other {# reports of your own}}', { count }),
    ),
    ...count(tables('transaction_filters').length, (count) =>
      later('{count, plural, other {# saved filters}}', { count }),
    ),
  ]
}
