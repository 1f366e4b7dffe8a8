import type { ImportRow } from '../../contract/import-rows.ts'
import { amountToApi } from '../ledger/amounts.ts'
import type { BookKnows, KnownLine, OwnRecord } from './book-knows.ts'
import type { BadRow } from './read/row.ts'
import { type Resolved, unreadable } from './resolve.ts'
import type { StoredRow } from './rows.sql.ts'
import type { Sentences } from './verdict-sentences.ts'

/** Finds the transaction of the book that a row of a journal of this very book names by its id. */
export function ownRecordFinder({ own }: Pick<BookKnows, 'own'>) {
  const records = new Map(own.map((one) => [one.own_id, one]))
  /** The line of the first transaction with an id: a second one of this id is a copy, which is another one. */
  const lines = new Map<string, number>()
  return (row: Resolved | BadRow): OwnRecord | undefined => {
    const { own_id, line } = 'faults' in row ? row : row.row
    const record = own_id === undefined ? undefined : records.get(own_id)
    if (own_id === undefined || !record) return undefined
    const first = lines.get(own_id) ?? line
    lines.set(own_id, first)
    return first === line ? record : undefined
  }
}

/** The book without the transactions that the file names: no other row can be one of them. */
export function withoutOwn(knows: BookKnows): BookKnows {
  const { own, lines, transfers, remembered } = knows
  if (own.length === 0) return knows
  const ids = new Set<string | null>(own.flatMap(({ own_id, id }) => [own_id, id]))
  const isOther = ({ transaction_id, part_ids = [transaction_id] }: KnownLine) =>
    !part_ids.some((id) => ids.has(id))
  return {
    ...knows,
    lines: lines.filter(isOther),
    transfers: transfers.filter(({ id }) => !ids.has(id)),
    remembered: remembered.filter(({ transaction_id }) => !ids.has(transaction_id)),
  }
}

/** The verdict on such a row, however the transaction is cut into rows. */
export const ownDuplicate = (
  { id, date, amount, currency_id, name, deleted_at }: OwnRecord,
  say: Sentences,
) => ({
  verdict: 'duplicate' as const,
  reasons: deleted_at === null ? say.own : say.ownDeleted(deleted_at),
  of_record: {
    kind: 'transaction' as const,
    id,
    date,
    currency_id,
    amount: amountToApi(amount < 0n ? -amount : amount, currency_id),
    name,
  } satisfies ImportRow['of'],
  is_chosen: false,
  needs_attention: false,
})

/** The stored form of a transaction that rows cannot express, and that the book has. */
export const unreadableOwn = (row: BadRow, record: OwnRecord, say: Sentences): StoredRow => {
  const judged = ownDuplicate(record, say)
  return { ...unreadable(row, null), ...judged, reason: say.english(judged.reasons) }
}
