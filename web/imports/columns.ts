import type { ColumnRole, Mapping } from '../../contract/import-mapping.ts'

/** The roles of columns in the reader's words, in the order of the choice. */
export const roleWords: Readonly<Record<ColumnRole, string>> = {
  ignore: 'Not used',
  date: 'Date',
  amount: 'Amount',
  debit: 'Money out',
  credit: 'Money in',
  fee: 'Fee besides the amount',
  direction: 'In or out',
  payee: 'Who',
  text: 'Words',
  reference: 'Number of the bank',
  currency: 'Currency',
  balance: 'Balance after it',
  category: 'Category',
  account: 'Account',
  tags: 'Tags',
  notes: 'Notes',
  counter_account: 'Account of the other side',
}

type Role = { readonly role: ColumnRole }

/** The roles missing before the file can be read, in sentences. */
export function missingIn(columns: readonly Role[]): string[] {
  if (columns.length === 0) return []
  const has = (role: ColumnRole) => columns.some((column) => column.role === role)
  return [
    ...(has('date') ? [] : ['No column has the date.']),
    ...(has('amount') || has('debit') || has('credit') ? [] : ['No column has the amount.']),
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

export const separators: readonly { readonly value: string; readonly label: string }[] = [
  { value: ',', label: 'Comma' },
  { value: ';', label: 'Semicolon' },
  { value: '\t', label: 'Tab' },
  { value: '|', label: 'Bar |' },
]

export const encodings: readonly { readonly value: string; readonly label: string }[] = [
  { value: 'utf-8', label: 'UTF-8' },
  { value: 'windows-1252', label: 'Western Europe (Windows)' },
  { value: 'iso-8859-15', label: 'Western Europe (ISO)' },
  { value: 'macintosh', label: 'Western Europe (Mac)' },
  { value: 'windows-1250', label: 'Central Europe (Windows)' },
  { value: 'iso-8859-2', label: 'Central Europe (ISO)' },
  { value: 'windows-1251', label: 'Cyrillic (Windows)' },
  { value: 'windows-1253', label: 'Greek (Windows)' },
  { value: 'windows-1254', label: 'Turkish (Windows)' },
  { value: 'utf-16le', label: 'UTF-16' },
  { value: 'shift_jis', label: 'Japanese (Shift JIS)' },
  { value: 'gb18030', label: 'Chinese (GB 18030)' },
]

/** The choices, with the file's own one where the list does not have it. */
export const withOwn = (
  choices: readonly { readonly value: string; readonly label: string }[],
  own: string | null,
): readonly { readonly value: string; readonly label: string }[] =>
  own === null || choices.some(({ value }) => value === own)
    ? choices
    : [...choices, { value: own, label: own }]

export const dateOrders = [
  { value: 'day_first', label: 'Day first: 15.11.2026' },
  { value: 'month_first', label: 'Month first: 11/15/2026' },
  { value: 'year_first', label: 'Year first: 2026-11-15' },
] as const

export const decimals = [
  { value: ',', label: 'Comma: 1.234,50' },
  { value: '.', label: 'Point: 1,234.50' },
] as const
