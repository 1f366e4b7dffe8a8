import type { Day } from '../../contract/day.ts'
import type { ImportRow } from '../../contract/import-rows.ts'
import type { Language } from '../../words/languages.ts'
import { amountToApi } from '../ledger/amounts.ts'
import { includesText } from '../lists/words.ts'
import type { Holds } from './held.ts'
import { isBad } from './read/row.ts'
import { asReason, faultsIn } from './read/row-faults.ts'
import { reasonIn } from './reason-words.ts'
import type { RecordNames, StoredRow } from './rows.sql.ts'

/** Whose language reasons are said in. Days of another year than today's have their year. */
export type RowsReader = { readonly language: Language; readonly today: Day }

/** A row as the API shows it, with what holds it up until it is committed. The id of its future transaction is not shown before the commit. */
export function importRowToApi(
  row: StoredRow,
  names: RecordNames,
  holds: Holds | 'committed',
  reader: RowsReader,
): ImportRow {
  const { file_row, draft, suggestion } = row
  const isCommitted = holds === 'committed'
  const name = (kind: keyof RecordNames, id: string | null) =>
    id === null ? null : (names[kind].get(id) ?? null)
  const category = (part: { category_id: string | null; category_name: string | null }) => ({
    category_name: name('category', part.category_id) ?? part.category_name,
  })
  const inFile = isBad(file_row) ? undefined : file_row.account
  const faults = isBad(file_row) && row.verdict === 'invalid' ? faultsIn(reader.language, file_row) : []
  return {
    n: row.n,
    line: file_row.line,
    ...(file_row.part !== undefined && { part: file_row.part }),
    date: row.date,
    amount: row.amount === null || row.currency_id === null ? null : amountToApi(row.amount, row.currency_id),
    currency_id: row.currency_id,
    account_id: row.account_id,
    account_name: inFile ?? name('account', row.account_id),
    text: textOfRow(file_row),
    payee: isBad(file_row) ? null : (file_row.payee ?? null),
    words: file_row.text,
    category: isBad(file_row) ? null : (file_row.category ?? null),
    reference: isBad(file_row) ? null : (file_row.reference ?? null),
    verdict: row.verdict,
    reason:
      faults.length > 0 && reader.language !== 'en'
        ? asReason(faults)
        : reasonIn(reader.language, row, reader.today),
    reasons: [...(row.reasons ?? [])],
    of: row.of_record,
    pair_n: row.pair_n,
    draft: draft && {
      ...draft,
      ...category(draft),
      contact_name: name('contact', draft.contact_id),
      other_account_name:
        name('account', draft.other_account_id) ??
        (draft.kind === 'transfer' && !isBad(file_row) ? (file_row.to_account ?? null) : null),
      obligation_name: name('obligation', draft.obligation_id),
      splits: draft.splits.map((split) => ({ ...split, ...category(split) })),
    },
    suggestion: suggestion && {
      ...suggestion,
      ...category(suggestion),
      contact_name: name('contact', suggestion.contact_id),
    },
    is_chosen: row.is_chosen,
    needs_attention: row.needs_attention,
    is_changed: row.decision !== null,
    faults,
    transaction_id: isCommitted ? row.transaction_id : null,
    held: isCommitted ? null : holds.of(row),
    ...(!isBad(file_row) && file_row.is_opening && { is_opening: true }),
  }
}

/** The words of a row: the payee and the text of the bank, without repetitions. */
export function textOfRow(row: StoredRow['file_row']): string {
  if (isBad(row) || !row.payee || includesText(row.text, row.payee)) return row.text
  return row.text === '' ? row.payee : `${row.payee} ${row.text}`
}
