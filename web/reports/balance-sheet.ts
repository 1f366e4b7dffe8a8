import type { Account } from '../../contract/accounts.ts'
import type { BalanceSheet } from '../../contract/reports.ts'
import { t } from '../../words/t.ts'
import { inOrder } from '../page/accounts.ts'
import { type Amount, sumOf } from '../ui/money.ts'
import { type Figure, requestBehind } from './behind.ts'

/** The balance sheet as it is shown. */

export type SheetRow = {
  key: string
  name: string
  /** Its balances, where one of them is in another currency. */
  parts: readonly { currency_id: string; amount: number }[]
  /** At recorded base amounts. */
  recorded: Amount
  /** The list behind the recorded amount. */
  recordedExplain?: string | undefined
  /** At the rates of the day; null if one is missing. */
  value: number | null
  /** The list behind the value. */
  valueExplain?: string | undefined
}

export type SheetGroup = { key: string; title: string; rows: readonly SheetRow[]; total: SheetRow }

type BalanceSheetRow = BalanceSheet['assets'][number]

/** The code of one of the ledger's own accounts; undefined for the others. */
type OwnCode = (id: string) => string | undefined

/** The ledger's own accounts by their codes, in the words of the sidebar. */
const ownNames: Readonly<Record<string, () => string>> = {
  '1200': () => t('They owe you'),
  '2000': () => t('You owe them'),
  '3000': () => t('What you began with'),
}

/** The name on the screen of one of the ledger's own accounts. */
export const ownNameOf = (code: string | undefined): string | undefined => ownNames[code ?? '']?.()

function nameOf({ account_id, account_name, explain }: BalanceSheetRow, ownCode: OwnCode): string {
  if (account_id === null)
    return requestBehind(explain).list === 'valuation'
      ? t('Gained or lost by exchange rates')
      : t('Kept so far')
  return ownNameOf(ownCode(account_id)) ?? account_name
}

function partsOf({ balances }: BalanceSheetRow, base: string): SheetRow['parts'] {
  const parts = balances.filter(({ amount }) => amount !== 0)
  return parts.some(({ currency_id }) => currency_id !== base) ? parts : []
}

function rowOf(row: BalanceSheetRow, base: string, index: number, ownCode: OwnCode): SheetRow {
  const isComputed = row.account_id === null
  const isUnrealised = isComputed && row.base_balance === 0
  return {
    key: row.account_id ?? `computed-${index}`,
    name: nameOf(row, ownCode),
    parts: partsOf(row, base),
    recorded: row.base_balance,
    value: row.base_value,
    // The list behind an account is that of its recorded amounts; where its value is the same, it is behind both.
    recordedExplain: isUnrealised ? undefined : row.explain,
    valueExplain: isUnrealised || row.base_value === row.base_balance ? row.explain : undefined,
  }
}

/** A computed amount of nothing says nothing. */
const isEmpty = ({ account_id, base_balance, base_value }: BalanceSheetRow): boolean =>
  account_id === null && base_balance === 0 && base_value === 0

/** What somebody has and owes in the order of the sidebar, in place of that of the codes. */
export const inSheetOrder = (report: BalanceSheet, known: readonly Account[]): BalanceSheet => {
  const sorted = (rows: BalanceSheet['assets']) => inOrder(rows, ({ account_id }) => account_id, known)
  return { ...report, assets: sorted(report.assets), liabilities: sorted(report.liabilities) }
}

const recordedSum = (rows: readonly BalanceSheetRow[], base: string): bigint =>
  sumOf(
    rows.map(({ base_balance }) => base_balance),
    base,
  )

/** Assets, liabilities and equity under the words of the screen. */
export function sheetGroups(report: BalanceSheet, ownCode: OwnCode): SheetGroup[] {
  const { base_currency_id: base, totals, explains } = report
  const group = (key: 'assets' | 'liabilities' | 'equity', title: string, name: string): SheetGroup => ({
    key,
    title,
    rows: report[key].flatMap((row, index) => (isEmpty(row) ? [] : [rowOf(row, base, index, ownCode)])),
    total: {
      key,
      name,
      parts: [],
      recorded: recordedSum(report[key], base),
      value: totals[key],
      valueExplain: explains[key],
    },
  })
  return [
    group('assets', t('What you have'), t('All you have')),
    group('liabilities', t('What you owe'), t('All you owe')),
    group('equity', t('Your own'), t('Net worth')),
  ]
}

/** Whether every value is the recorded amount, as in a book of one currency: one column says both. */
export const hasOneColumn = (groups: readonly SheetGroup[]): boolean =>
  groups.every(({ rows }) =>
    rows.every(({ parts, recorded, value }) => parts.length === 0 && recorded === value),
  )

export const sheetFigures = (groups: readonly SheetGroup[]): Figure[] =>
  groups.flatMap(({ rows, total }) =>
    [...rows, total].flatMap((row): Figure[] => [
      ...(row.recordedExplain === undefined
        ? []
        : [
            {
              key: `${row.key}.recorded`,
              title: t('{name}, as recorded', { name: row.name }),
              amount: row.recorded,
              explain: row.recordedExplain,
            },
          ]),
      ...(row.valueExplain === undefined || row.value === null
        ? []
        : [{ key: `${row.key}.value`, title: row.name, amount: row.value, explain: row.valueExplain }]),
    ]),
  )
