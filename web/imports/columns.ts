import type { ColumnRole, Mapping } from '../../contract/import-mapping.ts'
import { t } from '../../words/t.ts'

/** The roles of columns in the reader's words, in the order of the choice. */
export const roleWords: Readonly<Record<ColumnRole, () => string>> = {
  ignore: () => t('Not used'),
  date: () => t('Date'),
  amount: () => t('Amount'),
  debit: () => t('Money out'),
  credit: () => t('Money in'),
  fee: () => t('Fee besides the amount'),
  direction: () => t('In or out'),
  payee: () => t('Who'),
  text: () => t('Description [of a row]'),
  reference: () => t('Number of the bank'),
  currency: () => t('Currency'),
  balance: () => t('Balance'),
  category: () => t('Category'),
  account: () => t('Account'),
  tags: () => t('Tags'),
  notes: () => t('Notes'),
  counter_account: () => t('Account of the other side'),
}

/** Whether a column of this role holds amounts, which stand below each other by their ends. */
export const isFigure = (role: ColumnRole | undefined): boolean =>
  role !== undefined && ['amount', 'debit', 'credit', 'fee', 'balance'].includes(role)

type Role = { readonly role: ColumnRole }

/** The roles missing before the file can be read, in sentences. */
export function missingIn(columns: readonly Role[]): string[] {
  if (columns.length === 0) return []
  const has = (role: ColumnRole) => columns.some((column) => column.role === role)
  return [
    ...(has('date') ? [] : [t('No column has the date.')]),
    ...(has('amount') || has('debit') || has('credit') ? [] : [t('No column has the amount.')]),
  ]
}

/** Words may come from several columns; everything else is in one. */
const isShared = (role: ColumnRole) => ['ignore', 'text', 'payee', 'notes', 'tags'].includes(role)

/** Roles that cannot stand beside each other: an amount has a sign, or money in and money out have a column each. */
const rivals: Readonly<Partial<Record<ColumnRole, readonly ColumnRole[]>>> = {
  amount: ['debit', 'credit'],
  debit: ['amount'],
  credit: ['amount'],
}

/** The columns after one got another role: a column that had it, or a rival of it, is not used any more. */
export const withRole = <C extends Role>(columns: readonly C[], index: number, role: ColumnRole): C[] =>
  columns.map((column, at) => {
    if (at === index) return { ...column, role }
    const isTaken = (!isShared(role) && column.role === role) || rivals[role]?.includes(column.role)
    return isTaken ? { ...column, role: 'ignore' as const } : column
  })

/** The first rows of the file, cell by cell. */
export const sampleRows = (columns: Mapping['columns']): string[][] =>
  Array.from({ length: Math.max(0, ...columns.map(({ samples }) => samples.length)) }, (_, row) =>
    columns.map(({ samples }) => samples[row] ?? ''),
  )

/** The columns that nothing is read from, with their first value. */
export const unusedIn = (columns: Mapping['columns']): { index: number; name: string; value: string }[] =>
  columns.flatMap(({ name, role, samples }, index) =>
    role === 'ignore' ? [{ index, name, value: samples.find((one) => one.trim() !== '') ?? '' }] : [],
  )

/** The roles that a column which was not recognised can have: days and amounts are chosen in the table. */
export const usesOfColumn = [
  'text',
  'payee',
  'category',
  'tags',
  'notes',
  'reference',
  'counter_account',
] as const

type Choices = readonly { readonly value: string; readonly label: string }[]

export const separators = (): Choices => [
  { value: ',', label: t('Comma [between cells]') },
  { value: ';', label: t('Semicolon') },
  { value: '\t', label: t('Tab [between cells]') },
  { value: '|', label: t('Bar |') },
]

export const encodings = (): Choices => [
  { value: 'utf-8', label: 'UTF-8' },
  { value: 'windows-1252', label: t('Western Europe (Windows)') },
  { value: 'iso-8859-15', label: t('Western Europe (ISO)') },
  { value: 'macintosh', label: t('Western Europe (Mac)') },
  { value: 'windows-1250', label: t('Central Europe (Windows)') },
  { value: 'iso-8859-2', label: t('Central Europe (ISO)') },
  { value: 'windows-1251', label: t('Cyrillic (Windows)') },
  { value: 'windows-1253', label: t('Greek (Windows)') },
  { value: 'windows-1254', label: t('Turkish (Windows)') },
  { value: 'utf-16le', label: 'UTF-16' },
  { value: 'shift_jis', label: t('Japanese (Shift JIS)') },
  { value: 'gb18030', label: t('Chinese (GB 18030)') },
]

/** The choices, with the file's own one where the list does not have it. */
export const withOwn = (choices: Choices, own: string | null): Choices =>
  own === null || choices.some(({ value }) => value === own)
    ? choices
    : [...choices, { value: own, label: own }]

/** The orders of days, with an example as the file writes its own: 15/11/2026. */
export function dateOrders(columns: readonly Pick<Mapping['columns'][number], 'role' | 'samples'>[] = []) {
  const written = columns.filter(({ role }) => role === 'date').flatMap(({ samples }) => samples)
  const [own] = written.flatMap((day) => /\d\s?([./-])\s?\d/.exec(day)?.[1] ?? [])
  const example = (mark: string, ...parts: string[]) => ({ day: parts.join(own ?? mark) })
  return [
    { value: 'day_first', label: t('Day first: {day}', example('.', '15', '11', '2026')) },
    { value: 'month_first', label: t('Month first: {day}', example('/', '11', '15', '2026')) },
    { value: 'year_first', label: t('Year first: {day}', example('-', '2026', '11', '15')) },
  ] as const
}

export const decimals = () =>
  [
    { value: ',', label: t('Comma: 1.234,50') },
    { value: '.', label: t('Point: 1,234.50') },
  ] as const
