import type { Reason } from '../../contract/import-reasons.ts'
import type { ImportRow, Verdict } from '../../contract/import-rows.ts'
import { amountToApi } from '../ledger/amounts.ts'
import type { BookKnows, KnownLine } from './book-knows.ts'
import type { Resolved } from './resolve.ts'
import type { StoredDraft, StoredRow } from './rows.sql.ts'
import type { Sentences } from './verdict-sentences.ts'

/** The verdict on a row, with its reason and its draft. */
export type RowVerdict = {
  readonly verdict: Verdict
  readonly reasons: readonly Reason[]
  readonly draft: StoredDraft
  readonly of_record?: ImportRow['of']
  readonly pair_n?: number
  readonly suggestion?: ImportRow['suggestion']
  /** Whether the commit records it unless a person decides otherwise, and whether a person should decide. */
  readonly is_chosen?: boolean
  readonly needs_attention?: boolean
}

/** A row as it is stored, with the verdict on it. */
export const toStoredRow = (row: Resolved, judged: RowVerdict, { english }: Sentences): StoredRow => ({
  n: row.n,
  account_id: row.account_id,
  line_key: row.line_key,
  occurrence: row.occurrence,
  date: row.date,
  amount: row.amount,
  currency_id: row.currency_id,
  file_row: row.row,
  verdict: judged.verdict,
  reason: english(judged.reasons),
  reasons: judged.reasons,
  of_record: judged.of_record ?? null,
  pair_n: judged.pair_n ?? null,
  draft: judged.draft,
  suggestion: judged.suggestion ?? null,
  decision: null,
  search: [row.text, row.row.notes, row.row.reference].filter(Boolean).join('\n'),
  is_chosen: judged.is_chosen ?? true,
  needs_attention: judged.needs_attention ?? false,
  transaction_id: null,
})

/** A transaction of the book, as a row shows it. */
export const recordOf = (line: KnownLine, { categories }: BookKnows): NonNullable<ImportRow['of']> => ({
  kind: 'transaction',
  id: line.transaction_id,
  date: line.date,
  currency_id: line.currency_id,
  amount: amountToApi(line.amount < 0n ? -line.amount : line.amount, line.currency_id),
  name: line.memo ?? categories.get(line.category_id ?? '')?.name ?? line.kind,
})
