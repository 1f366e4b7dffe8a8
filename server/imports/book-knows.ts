import type { Day } from '../../contract/day.ts'
import type { ImportFormat } from '../../contract/import-mapping.ts'
import type { RuleRow } from '../records/import-rule.ts'
import type { DefaultNames } from './default-category.ts'
import type { History } from './history.ts'

/** The contents of the book that rows are judged by: plain values, loaded at one version. */
export type BookKnows = {
  readonly version: number
  readonly base_currency_id: string
  readonly closed_through: Day | null
  /** Today, and the day that a moment was on, in the time zone of the book. */
  readonly today: Day
  readonly time_zone: string
  /** Accounts that money can come from or go to, by id. */
  readonly accounts: ReadonlyMap<string, KnownAccount>
  /** Accounts that are no longer in use: a file may still have their rows, and nothing new is recorded on them. */
  readonly retired: ReadonlyMap<string, KnownAccount>
  /** The numbers of own accounts, as earlier files or their names have them, and which account each is. */
  readonly numbers: ReadonlyMap<string, string>
  readonly categories: ReadonlyMap<string, KnownCategory>
  /** The categories of rows that nothing tells the category of. */
  readonly defaults: DefaultNames
  readonly contacts: readonly { readonly id: string; readonly name: string }[]
  readonly debts: readonly KnownDebt[]
  readonly lines: readonly KnownLine[]
  readonly transfers: readonly KnownTransfer[]
  readonly remembered: readonly EarlierRow[]
  /** The transactions that the file names by their ids, as a journal of this book does. */
  readonly own: readonly OwnRecord[]
  readonly rules: readonly RuleRow[]
  readonly history: History
  /** Currencies and days that have no exchange rate, as `USD 2026-11-03`. */
  readonly missingRates: ReadonlySet<string>
}

export type KnownAccount = {
  readonly id: string
  readonly name: string
  readonly currency_id: string | null
  /** Whether it is a card or a loan: money into it pays a debt. */
  readonly is_liability: boolean
  /** Whether anything was ever booked on it, an opening too. */
  readonly is_used?: boolean
  readonly said?: KnownBalance | undefined
  /** Its opening balance, positive on its normal side. */
  readonly opening?: KnownOpening | undefined
}
export type KnownOpening = { readonly date: Day; readonly amount: bigint; readonly currency_id: string }

/** The balance of an account that was said as of a day: its opening follows from the entries that this covers. */
export type KnownBalance = {
  readonly date: Day
  readonly amount: bigint
  readonly currency_id: string
  /** The last day whose entries are in it. */
  readonly through: Day
  readonly opening_date: Day | null
  /** Whether the opening is on a statement that was reconciled. */
  readonly is_reconciled: boolean
  /** The day of the first entry other than the opening. */
  readonly first_date: Day | null
}
export type KnownCategory = {
  readonly id: string
  readonly kind: 'expense' | 'income'
  readonly name: string
  readonly parent_id: string | null
}

/** An obligation that is not paid yet. */
export type KnownDebt = {
  readonly id: string
  readonly name: string
  readonly contact_id: string
  readonly contact_name: string
  readonly direction: 'payable' | 'receivable'
  readonly outstanding: bigint
  readonly currency_id: string
  /** The day it is due, or else the day it was opened, before which nothing pays it. */
  readonly date: Day
  readonly opened_date: Day
}

/** The effect of a transaction of the book on an account. */
export type KnownLine = {
  readonly transaction_id: string
  /** For one payment of several debts: the ids of all its transactions, one per debt. */
  readonly part_ids?: readonly string[]
  readonly kind: string
  readonly date: Day
  readonly account_id: string
  readonly currency_id: string
  /** Positive if the account receives it, negative if it leaves. */
  readonly amount: bigint
  /** Of a transfer: the account on the other side. */
  readonly other_account_id: string | null
  readonly category_id: string | null
  readonly contact_id: string | null
  readonly memo: string | null
  readonly plan_id: string | null
  readonly created_at: string
  /** Whether the commit can replace it with a transfer: it is a plain expense or income, and not in a finished reconciliation. */
  readonly is_plain: boolean
  readonly is_reconciled: boolean
}

/** A transfer of the book around the days of a file. */
export type KnownTransfer = {
  readonly id: string
  readonly date: Day
  readonly account_id: string
  readonly amount: bigint
  readonly currency_id: string
  readonly to_account_id: string
  readonly to_amount: bigint
  readonly to_currency_id: string
  readonly memo: string | null
  /** The accounts whose own files have had it. */
  readonly listed_by: readonly string[]
}

/** A transaction of the book, by the id that a journal of the book has for it. */
export type OwnRecord = {
  readonly own_id: string
  /** The transaction itself, or the transfer that replaced it. */
  readonly id: string
  readonly date: Day
  readonly amount: bigint
  readonly currency_id: string
  readonly name: string
  readonly deleted_at: string | null
}

/** A row of an earlier import that was committed and not undone. */
export type EarlierRow = {
  readonly account_id: string
  readonly line_key: string
  readonly occurrence: number
  readonly date: Day
  readonly amount: bigint
  readonly reference: string | null
  /** The transaction that it became or was found to be; null if it was left out. */
  readonly transaction_id: string | null
  readonly is_left_out: boolean
  /** Whether it is of a list of shared expenses: the bank's own file lists it once more. */
  readonly is_shared?: boolean
  readonly is_erased: boolean
  readonly deleted_at: string | null
  readonly filename: string
  readonly format: ImportFormat | null
  readonly committed_at: string
}
