import type { Day } from './day.ts'

/** A cell of a file for people: text, or a day or an amount that is written as its reader writes it; null is empty. */
export type SheetCell =
  | string
  | null
  | { readonly day: Day }
  | { readonly amount: number; readonly currency: string }
export type SheetColumn = { readonly name: string; readonly of: (record: never) => SheetCell }

/** A column that follows from a record; null is an empty cell. */
export type CsvColumn = { readonly after: string; readonly of: (record: never) => string | number | null }
