import type { Change } from '../../contract/changes.ts'
import type { BookRow } from '../ledger/book.ts'
import { type Known, type References, together } from '../ledger/known.ts'
import type { AnyRow, Kind } from '../ledger/rows.ts'
import { kinds } from '../records/kinds.ts'

/** A record as the history shows it. */
export const recordToApi = (kind: Kind, row: AnyRow | null, book: BookRow, known: Known): Change['after'] =>
  row && (kinds[kind].show(row as never, book, known) as Change['after']) // a row of this kind

/** The records that a record refers to. */
export const linksOf = (kind: Kind, row: AnyRow): References => kinds[kind].links(row as never) // a row of this kind

/** The records whose names appear in these records. */
export const namesOf = (records: readonly { kind: Kind; row: AnyRow | null }[]): References =>
  together(records.map(({ kind, row }) => (row ? linksOf(kind, row) : {})))
