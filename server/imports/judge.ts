import { decimalFrom } from '../../contract/money.ts'
import type { StoredImport } from './imports.sql.ts'
import { type BadRow, type FileRow, isBad } from './read/row.ts'
import type { StoredRow } from './rows.sql.ts'
import { textOfRow } from './to-api.ts'

/** What Florin makes of a row. */
export function judge(stored: StoredImport, row: FileRow | BadRow): StoredRow {
  const base = {
    ...{
      n: row.n,
      account_id: stored.account_id,
      line_key: null,
      occurrence: 0,
      file_row: row,
      search: textOfRow(row),
    },
    ...{
      of_record: null,
      pair_n: null,
      suggestion: null,
      decision: null,
      needs_attention: false,
      transaction_id: null,
    },
  }
  if (isBad(row))
    return {
      ...base,
      ...{ date: null, amount: null, currency_id: null, verdict: 'invalid', draft: null, is_chosen: false },
      reason: row.faults.map(({ message }) => message).join(' '),
    }
  const { digits, scale } = decimalFrom(row.amount)
  const amount = digits * 10n ** BigInt(2 - scale)
  return {
    ...base,
    ...{ date: row.date, amount, currency_id: row.currency ?? 'EUR', verdict: 'new', is_chosen: true },
    reason: 'It is not in the book yet.',
    draft: {
      kind: amount < 0n ? 'expense' : 'income',
      ...{
        category_id: null,
        category_name: amount < 0n ? 'Other expenses' : 'Other income',
        contact_id: null,
      },
      ...{ other_account_id: null, other_amount: null, obligation_id: null, is_refund: false },
      ...{ memo: textOfRow(row), notes: null, tags: [], splits: [] },
    },
  }
}
