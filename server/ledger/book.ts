import type { Day } from '../../contract/day.ts'
import type { MonthStart } from '../../contract/month.ts'
import { type Sql, sql } from '../database/sql.ts'

/** The fields of a book that its log records. */
export type BookSettings = {
  id: string
  name: string
  base_currency_id: string
  time_zone: string
  closed_through: Day | null
  /** The day that its months start on, as text: 1 to 28, or last_working_day. */
  month_starts_on: string
  /** Whether somebody wants the ECB's daily rates. */
  ecb_rates: boolean
  /** Then nobody writes to it. */
  is_archived: boolean
  /** Whether it has ever had two members. Until then, everything in it was done by its owner. */
  is_shared: boolean
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
  /** Counts changes of its members' roles and defaults: what was admitted before such a change is not written after it. */
  members_version: number
}

/** The day that the months of a book start on. */
export const monthStartOf = ({ month_starts_on }: Pick<BookSettings, 'month_starts_on'>): MonthStart =>
  month_starts_on === 'last_working_day' ? month_starts_on : Number(month_starts_on)

export const bookColumns: Sql = sql`id, name, base_currency_id, time_zone, closed_through, month_starts_on, ecb_rates, is_archived, is_shared, version::float8 as version,
  encode(hash, 'hex') as hash, members_version::float8 as members_version, changed_at, created_at, updated_at`
