import type { BookSettings } from './book.ts'
import type { Transaction } from './journal.ts'

/**
 * The rows of each kind of record in stored shape, which the log stores too: amounts are bigints of minor units, rates are decimal text,
 * versions are numbers. A book and its transactions are the ledger's own; every kind in `server/records/` adds its rows here.
 */
export interface Rows {
  transaction: Transaction
  book: BookSettings
}
export type Kind = keyof Rows

/** A record of any kind. */
export type AnyRow = Rows[Kind]

/** The effect of a change on a record. */
export type Action = 'created' | 'updated' | 'deleted' | 'restored' | 'erased'
