import { reason } from '../../contract/import-reasons.ts'
import type { BookKnows, KnownLine } from './book-knows.ts'
import type { RowVerdict } from './judged.ts'
import type { Resolved } from './resolve.ts'
import type { Sentences } from './verdict-sentences.ts'

type Copied = Pick<KnownLine, 'currency_id' | 'amount' | 'date'>

const keyOf = ({ currency_id, amount, date }: Copied, memo: string) =>
  `${currency_id} ${amount} ${date} ${memo}`

/**
 * Asks about a new row whose exact copy, with the same day, amount and words, is on another account: the file may have been sent for the
 * wrong account. Two accounts can have such a row each, so that a person decides.
 */
export function makeCopies(
  { lines }: Pick<BookKnows, 'lines'>,
  say: Sentences,
): (row: Resolved, judged: RowVerdict) => RowVerdict {
  const accounts = new Map<string, Set<string>>()
  for (const line of lines) {
    if (!line.memo || !['expense', 'income'].includes(line.kind)) continue
    const key = keyOf(line, line.memo)
    accounts.set(key, (accounts.get(key) ?? new Set()).add(line.account_id))
  }
  return (row, judged) => {
    const { memo } = judged.draft
    if (judged.verdict !== 'new' || judged.is_chosen === false || !memo) return judged
    const on = accounts.get(keyOf(row, memo))
    if (!on || (row.account_id !== null && on.has(row.account_id))) return judged
    const reasons = [reason('copy_on_account', { account: say.nameOf([...on][0] ?? null) })]
    return { ...judged, reasons, is_chosen: false, needs_attention: true }
  }
}
